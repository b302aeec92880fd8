//! Layouts: a shape and a stride with the same profile.

use core::fmt;

use smallvec::{SmallVec, smallvec};

use crate::error::{Error, Operation, Rule};
use crate::mode::Mode;
use crate::stride::Stride;
use crate::tuple::int_tuple::IntTuple;
use crate::tuple::profile::{self, Builder, Profile, Token};

pub(crate) mod composed;
pub(crate) mod coordinate;
pub(crate) mod coordinates;
pub(crate) mod data_layout;
pub(crate) mod image;
pub(crate) mod swizzle;
pub(crate) mod thread_value;
pub(crate) mod tile;
pub(crate) mod tiler;

/// The flat modes of a layout. Most layouts have few.
pub(crate) type Modes<D = i64> = SmallVec<[Mode<D>; 6]>;

/// A layout `S:D` ([003](crate::papers), definition 2.3.1.1; [004](crate::papers), section 2.4):
/// the function that takes the integral coordinate `i` to
/// `sum (floor(i / (s_0 ... s_{k-1})) mod s_k) * d_k`.
///
/// Extents are at least 0, and the product of those that are not 0 fits `i64`. A layout with an extent of 0 is empty:
/// it has no coordinates, and its size and cosize are 0. Strides are any `i64`, or elements of another
/// integer-semimodule `D` (see [`Stride`]). Shape and stride are stored leaf by leaf with one profile, so they are
/// always congruent.
///
/// ```
/// use tilework_algebra::Layout;
/// let layout: Layout = "((2,3),4):((1,2),6)".parse()?;
/// assert_eq!((layout.rank(), layout.depth(), layout.size()), (2, 2, 24));
/// assert_eq!(layout.cosize()?, 24);
/// assert_eq!(layout.offset(7)?, 7);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Layout<D = i64> {
    modes: Modes<D>,
    profile: Profile,
}

impl Layout {
    /// The layout `shape:stride`.
    ///
    /// # Errors
    /// [`Rule::Congruence`] if the profiles differ, [`Rule::Extent`] for an extent below 0,
    /// [`Rule::Overflow`] if the size does not fit.
    #[inline]
    pub fn new(shape: &IntTuple, stride: &IntTuple) -> Result<Self, Error> {
        if shape.profile() != stride.profile() {
            return Err(Error::new(Operation::Layout, Rule::Congruence));
        }
        let modes = shape.leaves().iter().zip(stride.leaves());
        let modes = modes.map(|(&shape, &stride)| Mode { shape, stride }).collect();
        Layout::checked(modes, shape.profile().clone())
    }

    /// The layout `shape:stride`, where both are integers.
    ///
    /// # Errors
    /// [`Rule::Extent`] for an extent below 0.
    #[inline]
    pub fn leaf(shape: i64, stride: i64) -> Result<Self, Error> {
        Layout::checked(smallvec![Mode { shape, stride }], Profile::leaf())
    }

    /// The stride `D`.
    #[inline]
    pub fn stride(&self) -> IntTuple {
        let strides = self.modes.iter().map(|mode| mode.stride).collect();
        IntTuple::of_parts(strides, self.profile.clone())
    }

    /// `1 + largest offset - smallest offset = 1 + sum (s_k - 1) |d_k|`.
    ///
    /// If all strides are at least 0, this is the largest offset plus 1 ([003](crate::papers), definition 2.3.1.2;
    /// [004](crate::papers), section 2.4.1):
    /// the number of elements that data must hold to be viewed through the layout. An empty layout has no offsets, and
    /// its cosize is 0.
    ///
    /// # Errors
    /// [`Rule::Overflow`]
    #[inline]
    pub fn cosize(&self) -> Result<i64, Error> {
        if self.is_empty() {
            return Ok(0);
        }
        let reach: i128 = self
            .modes
            .iter()
            .map(|mode| i128::from(mode.shape - 1) * i128::from(mode.stride.unsigned_abs()))
            .sum();
        i64::try_from(reach + 1).map_err(|_| Error::new(Operation::Cosize, Rule::Overflow))
    }
}

impl<D: Stride> Layout<D> {
    /// The layout with these flat modes in `profile`.
    ///
    /// # Errors
    /// The errors of [`Layout::new`]; [`Rule::Codomain`] if the strides are not of one semimodule.
    pub fn of_modes(
        modes: impl IntoIterator<Item = Mode<D>>,
        profile: Profile,
    ) -> Result<Self, Error> {
        let modes: Modes<D> = modes.into_iter().collect();
        if modes.len() != profile.len() {
            return Err(Error::new(Operation::Layout, Rule::Congruence));
        }
        Layout::checked(modes, profile)
    }

    /// The layout `(L_0, L_1, ...)`, whose modes are `parts`: its offset at `(c_0, c_1, ...)` is
    /// `sum L_k(c_k)` ([004](crate::papers), section 3.1, equation 11; [003](crate::papers),
    /// definition 2.3.2.5).
    ///
    /// # Errors
    /// [`Rule::Overflow`] if the size does not fit, [`Rule::Codomain`] if strides of two parts are not of one
    /// semimodule.
    ///
    /// ```
    /// use tilework_algebra::Layout;
    /// let parts: [Layout; 2] = ["3:4".parse()?, "(2,5):(2,1)".parse()?];
    /// assert_eq!(Layout::concatenate(parts)?.to_string(), "(3,(2,5)):(4,(2,1))");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn concatenate<L: core::borrow::Borrow<Layout<D>>>(
        parts: impl IntoIterator<Item = L>,
    ) -> Result<Self, Error> {
        let mut modes = Modes::new();
        let mut word = Builder::default();
        word.push(Token::Open);
        for part in parts {
            let part = part.borrow();
            modes.extend(part.modes.iter().cloned());
            word.extend(part.profile.tokens());
        }
        word.push(Token::Close);
        Layout::checked(modes, word.finish()).map_err(|error| error.during(Operation::Concatenate))
    }

    #[inline]
    fn checked(modes: Modes<D>, profile: Profile) -> Result<Self, Error> {
        debug_assert_eq!(modes.len(), profile.len());
        let mut size = Some(1i64);
        for (at, mode) in modes.iter().enumerate() {
            if mode.shape < 0 {
                let rule = Rule::NaturalExtent { extent: mode.shape };
                return Err(Error::new(Operation::Layout, rule).at(at));
            }
            // Count each 0 as 1, so that the layout that is left without an empty mode fits too.
            size = size.and_then(|size| size.checked_mul(mode.shape.max(1)));
        }
        let error = |rule| Error::new(Operation::Layout, rule);
        if size.is_none() {
            return Err(error(Rule::Overflow));
        }
        D::go_together(&modes).map_err(error)?;
        Ok(Layout { modes, profile })
    }

    /// A layout that the caller knows to be valid, such as a part of another one.
    #[inline]
    pub(crate) fn trusted(modes: Modes<D>, profile: Profile) -> Self {
        debug_assert!(Layout::checked(modes.clone(), profile.clone()).is_ok());
        Layout { modes, profile }
    }

    /// `1:0`, the layout whose only offset is 0.
    #[inline]
    pub(crate) fn unit() -> Self {
        Layout { modes: smallvec![Mode { shape: 1, stride: D::zero() }], profile: Profile::leaf() }
    }

    /// The flat modes as a tuple; a single mode as a leaf, and no modes as `1:0`.
    #[inline]
    pub(crate) fn of_flat(modes: Modes<D>) -> Self {
        match modes.len() {
            0 => Layout::unit(),
            1 => Layout::trusted(modes, Profile::leaf()),
            rank => Layout::trusted(modes, Profile::flat(rank)),
        }
    }

    /// Like [`Layout::of_flat`], for modes whose size may not fit.
    #[inline]
    pub(crate) fn of_flat_checked(modes: Modes<D>) -> Result<Self, Error> {
        match modes.len() {
            0 => Ok(Layout::unit()),
            1 => Layout::checked(modes, Profile::leaf()),
            rank => Layout::checked(modes, Profile::flat(rank)),
        }
    }

    /// The shape `S`.
    #[inline]
    pub fn shape(&self) -> IntTuple {
        let extents = self.modes.iter().map(|mode| mode.shape).collect();
        IntTuple::of_parts(extents, self.profile.clone())
    }

    /// The profile of both shape and stride.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// The modes of the flattened layout, from left to right.
    #[inline]
    pub fn flat_modes(&self) -> &[Mode<D>] {
        &self.modes
    }

    /// The number of modes; 1 for a leaf `s:d`.
    #[inline]
    pub fn rank(&self) -> usize {
        self.profile.rank()
    }

    /// The nesting depth of the modes; 0 for a leaf `s:d`.
    pub fn depth(&self) -> usize {
        self.profile.depth()
    }

    /// The number of leaves.
    pub fn length(&self) -> usize {
        self.modes.len()
    }

    /// The number of integral coordinates, the product of the extents.
    #[inline]
    pub fn size(&self) -> i64 {
        // It fits, by construction.
        self.modes.iter().map(|mode| mode.shape).product()
    }

    /// Returns whether there are no coordinates, that is, whether an extent is 0.
    ///
    /// ```
    /// use tilework_algebra::Layout;
    /// let layout: Layout = "(0,8):(8,1)".parse()?;
    /// assert!(layout.is_empty());
    /// assert_eq!((layout.size(), layout.cosize()?), (0, 0));
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.modes.iter().any(|mode| mode.shape == 0)
    }

    /// Checks that no extent is 0; `operation` is named in the error.
    #[inline]
    pub(crate) fn positive(&self, operation: Operation) -> Result<(), Error> {
        positive(operation, &self.modes)
    }

    /// Checks that no extent is 0, except that of the last mode, which is unbounded.
    #[inline]
    pub(crate) fn positive_but_last(&self, operation: Operation) -> Result<(), Error> {
        positive(operation, self.modes.split_last().map_or(&[], |(_, others)| others))
    }

    /// The top-level modes from left to right; a leaf is its own only mode.
    #[inline]
    pub fn modes(&self) -> impl Iterator<Item = Layout<D>> + '_ {
        let mut rest = self.modes.as_slice();
        profile::parts(self.profile.tokens()).map(move |word| {
            let (first, others) = rest.split_at(profile::leaves(word));
            rest = others;
            Layout { modes: first.iter().cloned().collect(), profile: Profile::of_word(word) }
        })
    }

    /// Mode `i`, counted from 0.
    #[inline]
    pub fn mode(&self, i: usize) -> Option<Layout<D>> {
        self.modes().nth(i)
    }
}

/// Checks that no extent is 0.
pub(crate) fn positive<D>(operation: Operation, modes: &[Mode<D>]) -> Result<(), Error> {
    match modes.iter().position(|mode| mode.shape < 1) {
        Some(at) => Err(Error::new(operation, Rule::Extent { extent: modes[at].shape }).at(at)),
        None => Ok(()),
    }
}

impl<D: fmt::Display> fmt::Display for Layout<D> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = self.profile.tokens();
        profile::write(f, word, |f, i| write!(f, "{}", self.modes[i].shape))?;
        f.write_str(":")?;
        profile::write(f, word, |f, i| write!(f, "{}", self.modes[i].stride))
    }
}

impl<D: fmt::Display> fmt::Debug for Layout<D> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<D: Stride<Offset = i64>> Layout<D> {
    /// The number of elements that stay together: the largest power of 2 `v` such that, for all multiples `x` of `v`
    /// and all `i` below `v`, `self(x + i) = self(x) + i` and `self(x)` is a multiple of `v`. That many elements may be
    /// copied at once, as [`Swizzle::alignment`](crate::Swizzle::alignment) says for swizzles. Only the run at the
    /// beginning counts, in the order of the modes: the result is 1 for `(8,8):(8,1)`, although the elements of its
    /// rows are adjacent.
    ///
    /// ```
    /// use tilework_algebra::{Layout, Xor};
    /// let swizzled: Layout<Xor> = "(8,8):(f1,f12)".parse()?;
    /// assert_eq!(swizzled.alignment(), 4);
    /// assert_eq!("(8,8):(1,10)".parse::<Layout>()?.alignment(), 2);
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn alignment(&self) -> i64 {
        D::together(self.flat_modes(), &[]).power_of_two()
    }
}
