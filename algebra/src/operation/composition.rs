//! Composition: a layout applied to the values of another.

#[cfg(feature = "alloc")]
pub(crate) mod by_coordinates;
#[cfg(feature = "alloc")]
pub(crate) mod by_values;
#[cfg(feature = "alloc")]
pub(crate) mod exact;
#[cfg(feature = "alloc")]
pub(crate) mod in_bits;

use crate::error::{Error, Operation, Rule};
use crate::mode::Mode;
#[cfg(feature = "alloc")]
use {
    crate::budget::{Budget, COMPOSITION},
    crate::layout::tile::Tile,
    crate::layout::tiler::{TilerRef, by_mode},
    crate::layout::{Layout, Modes},
    crate::operation::coalesce::coalesced_extended,
    crate::partly_known::{All, Leaves, Out, compose as compose_by_rules},
    crate::stride::Stride,
    crate::stride::xor::{Xor, carry_free},
    by_coordinates::by_coordinates,
    smallvec::SmallVec,
};

/// The part of a leaf of the right side that one mode of the left side takes, and the part that it leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The extent that the mode takes; 1 if it takes nothing.
    pub extent: i64,
    /// The stride of the part that is taken, in units of the mode's own stride.
    pub stride: i64,
    /// The extent and stride of the leaf that is left for the next modes; the extent is 1 if nothing is left.
    pub rest: (i64, i64),
}

/// One step of `A o s:d`: the leaf `(s, d)` meets a mode of `A` that has this extent and is not the last. `reach`
/// returns the largest value of the whole right side, in units of that mode; few leaves need it.
///
/// The leaf `(4, 2)` stays in a mode of 6 for 3 steps, and 4 is not a multiple of 3:
///
/// ```
/// use tilework_algebra::steps::{Taken, take};
/// assert!(take(6, (4, 2), || 6).is_err());
/// assert_eq!(take(6, (6, 2), || 10)?, Taken { extent: 3, stride: 2, rest: (2, 1) });
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
///
/// # Errors
/// [`Rule::StrideDivisibility`], [`Rule::ShapeDivisibility`]
pub fn take(extent: i64, (s, d): (i64, i64), reach: impl FnOnce() -> i64) -> Result<Taken, Error> {
    if s == 1 {
        return Ok(Taken { extent: 1, stride: 0, rest: (1, 0) });
    }
    let whole = Taken { extent: s, stride: d, rest: (1, 0) };
    if d == 0 {
        return Ok(whole);
    }
    let (n, leaf) = (extent as u64, (s as u64, d as u64));
    let refused = |rule| Error::new(Operation::Composition, rule);
    if extent <= d {
        let rest = step_over(n, leaf.1).map_err(refused)?;
        return Ok(Taken { extent: 1, stride: 0, rest: (s, rest as i64) });
    }
    match stay(n, leaf, || reach() as u64 >= n).map_err(refused)? {
        Stay::Uneven | Stay::Whole => Ok(whole),
        Stay::Part(n) => Ok(Taken { extent: n as i64, stride: d, rest: (s / n as i64, 1) }),
    }
}

/// The stride with which a leaf of stride `d` meets the next mode. The leaf steps over a mode of extent `n`, at most
/// `d`.
#[inline(always)]
pub(crate) fn step_over(n: u64, d: u64) -> Result<u64, Rule> {
    match d % n {
        0 => Ok(d / n),
        _ => Err(stride_divisibility(d, n)),
    }
}
/// The part that a mode takes of a leaf whose stride is below the extent of the mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stay {
    /// All of the leaf, although its stride does not divide the extent of the mode.
    Uneven,
    /// All of the leaf.
    Whole,
    /// This extent.
    Part(u64),
}
/// The leaf `(s, d)` meets a mode of extent `n`, above `d`, that is not the last. `leaves` returns whether any part of
/// the right side leaves this mode.
#[inline(always)]
pub(crate) fn stay(
    n: u64,
    (s, d): (u64, u64),
    leaves: impl FnOnce() -> bool,
) -> Result<Stay, Rule> {
    let offered = n / d;
    if !n.is_multiple_of(d) {
        // This is right only if nothing on the right side leaves the mode.
        return match leaves() {
            true => Err(stride_divisibility(d, n)),
            false => Ok(Stay::Uneven),
        };
    }
    if s <= offered {
        return Ok(Stay::Whole);
    }
    match s % offered {
        0 => Ok(Stay::Part(offered)),
        _ => Err(shape_divisibility(s, offered)),
    }
}
#[cold]
fn stride_divisibility(d: u64, n: u64) -> Rule {
    Rule::StrideDivisibility { stride: d as i64, extent: n as i64 }
}
#[cold]
fn shape_divisibility(s: u64, factor: u64) -> Rule {
    Rule::ShapeDivisibility { extent: s as i64, factor: factor as i64 }
}

/// `a o b`: the layout `r` with `r(c) = a(b(c))` for all coordinates `c` of `b`. The shape of `r` refines that of `b`
/// ([004](crate::papers), section 3.3, equations 16 and 17; [003](crate::papers), definition 2.3.7.1). There is a
/// result if and only if there is such a
/// layout.
///
/// The function of `a` is taken on its extended domain, with an unbounded last mode, so `b` may reach past the size of
/// `a`. The strides of `b` must be at least 0 in modes of an extent other than 1, unless `a` is linear, that is,
/// coalesces to one mode. The strides of `a` may have either sign. Each leaf of `b` becomes a leaf or a flat tuple,
/// coalesced; a leaf of extent 1 becomes `1:0`.
///
/// If `b` is a tiler, each mode of `a` is composed with its part of the tiler, and the modes past a shorter tiler stay
/// as they are (004, section 3.3.5, equation 12). If `b` is a layout into coordinates of `a`, its mode `s:(k e_p)`
/// becomes `a_p o s:k` for the part `a_p` of `a` at the place `p` (004, section 3.3.2, "Reductive Case: Coordinate"). A
/// mode whose stride is a sum of such terms becomes the sum of the results.
///
/// The strides of `a` may be of any kind. XOR strides on the right give integral coordinates of `a`. If `b` does not
/// have integer strides, or `a` has XOR strides, the rules may not decide. Then all values are compared. If there are
/// not too many of them, there is a result if and only if there is such a layout.
///
/// The strides of the result are of the same kind as those of `a`. If `a` has integer strides, `b` has XOR strides and
/// the sums carry, [`Composed::to_layout`](crate::Composed::to_layout) gives the layout with XOR strides, if there is
/// one. [`Composed::of`](crate::Composed::of) always represents the function.
///
/// # Errors
/// - [`Rule::NaturalStride`], [`Rule::Overflow`] (the largest value of `b` must fit too);
/// - the first rule of [`admissible`] that is broken, if there is no such layout: [`Rule::StrideDivisibility`],
///   [`Rule::ShapeDivisibility`], [`Rule::Segregation`];
/// - [`Rule::Undecided`] if carries over modes of `a` cancel one another, or values have to be compared, and 2^22 steps
///   of all modes together do not decide whether there is a result;
/// - [`Rule::TilerRank`] for a tiler with more modes than `a`, [`Rule::Depth`];
/// - [`Rule::Carries`], [`Rule::PowerOfTwo`] if there is no such layout with XOR strides;
/// - [`Rule::CoordinateProfile`] for coordinates that do not lead to a part of `a`.
///
/// ```
/// use tilework_algebra::{Layout, composition};
/// let a: Layout = "(4,6,8):(2,3,5)".parse()?;
/// let b: Layout = "(2,12):(2,4)".parse()?;
/// assert_eq!(composition(&a, &b)?.to_string(), "(2,(6,2)):(4,(3,5))");
///
/// let b: Layout = "6:3".parse()?;
/// assert_eq!(composition(&a, &b).unwrap_err().to_string(), "composition: stride divisibility, \
///     mode 0: the remaining stride 3 and the extent 4 do not divide each other");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
///
/// Sums that carry:
///
/// ```
/// use tilework_algebra::{Composed, Layout, Xor, composition};
/// let a: Layout = "64:1".parse()?;
/// let b: Layout<Xor> = "(4,2):(f1,f5)".parse()?;
/// assert!(composition(&a, &b).is_err());
/// assert_eq!(Composed::of(a, b).to_layout()?.to_string(), "(4,2):(f1,f5)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[cfg(feature = "alloc")]
pub fn composition<'a, D: Stride>(
    a: &Layout<D>,
    b: impl Into<TilerRef<'a>>,
) -> Result<Layout<D>, Error> {
    composition_within(a, b.into(), &Budget::new(Operation::Composition, COMPOSITION))
}

/// [`composition`] within the budget of the calling operation.
#[cfg(feature = "alloc")]
pub(crate) fn composition_within<'a, D: Stride>(
    a: &Layout<D>,
    b: impl Into<TilerRef<'a>>,
    budget: &Budget<'_>,
) -> Result<Layout<D>, Error> {
    by_mode(Operation::Composition, a, b.into(), &|a, b| compose_tile(a, b, budget))
}

/// Checks the rules of divisibility and segregation, by which the type level decides whether `a o b` compiles. If they
/// hold, [`composition`] has a result, and both levels give the same one. [`composition`] may also have a result if
/// they do not hold.
///
/// # Errors
/// - [`Rule::NaturalStride`], [`Rule::Overflow`];
/// - [`Rule::StrideDivisibility`], [`Rule::ShapeDivisibility`] ([004](crate::papers), equations 20 and 21);
/// - [`Rule::Segregation`] if `b` reaches past the first mode of `a` and its leaves carry into one another;
/// - [`Rule::TilerRank`] for a tiler with more modes than `a`, [`Rule::Depth`].
///
/// ```
/// use tilework_algebra::{Layout, admissible, composition};
/// // Two values, 0 and 7, fit any layout of size 2.
/// let a: Layout = "(4,6):(1,7)".parse()?;
/// let b: Layout = "2:5".parse()?;
/// assert_eq!(composition(&a, &b)?.to_string(), "2:8");
/// assert!(admissible(&a, &b).is_err());
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[cfg(feature = "alloc")]
pub fn admissible<'a, D: Stride>(a: &Layout<D>, b: impl Into<TilerRef<'a>>) -> Result<(), Error> {
    fn by_tile<D: Stride>(
        a: &Layout<D>,
        b: Tile<'_>,
        budget: &Budget<'_>,
    ) -> Result<Layout<D>, Error> {
        match b {
            Tile::Layout(_) => a.positive_but_last(Operation::Composition)?,
            Tile::Coordinates(b) => neither_empty(a, b)?,
            Tile::Xor(b) => neither_empty(a, b)?,
        }
        match b {
            Tile::Layout(b) => by_rules::<_, true>(&coalesced_extended(a.flat_modes()), b),
            Tile::Coordinates(b) => {
                let rules = |a: &Layout<D>, b: &Layout| by_tile(a, Tile::Layout(b), budget);
                by_coordinates(a, b, &rules)
            }
            Tile::Xor(b) => D::compose_xor(a, b, budget),
        }
    }
    let budget = Budget::new(Operation::Composition, COMPOSITION);
    by_mode(Operation::Composition, a, b.into(), &|a, b| by_tile(a, b, &budget)).map(|_| ())
}

/// Checks that neither layout is empty: if the right side has coordinates or bits, no mode is unbounded.
#[cfg(feature = "alloc")]
fn neither_empty<D: Stride, E: Stride>(a: &Layout<D>, b: &Layout<E>) -> Result<(), Error> {
    a.positive(Operation::Composition)?;
    b.positive(Operation::Composition)
}

/// Composition with a tiler that is not a tuple.
#[cfg(feature = "alloc")]
pub(crate) fn compose_tile<D: Stride>(
    a: &Layout<D>,
    b: Tile<'_>,
    budget: &Budget<'_>,
) -> Result<Layout<D>, Error> {
    match b {
        Tile::Layout(b) => compose(a, b, budget),
        Tile::Coordinates(b) => {
            neither_empty(a, b)?;
            by_coordinates(a, b, &|a, b| compose(a, b, budget))
                .or_else(|refused| if_open(refused, || by_values::of_coordinates(a, b, budget)))
        }
        Tile::Xor(b) => {
            neither_empty(a, b)?;
            D::compose_xor(a, b, budget).or_else(|refused| {
                if_open(refused, || by_values::of_integral(a.flat_modes(), b, budget))
            })
        }
    }
}

/// Composition with one layout.
#[cfg(feature = "alloc")]
pub(crate) fn compose<D: Stride>(
    a: &Layout<D>,
    b: &Layout,
    budget: &Budget<'_>,
) -> Result<Layout<D>, Error> {
    or_exactly::<_, true>(a, b, budget)
}

/// Composition with a tile and its complement, whose leaves never carry into one another.
#[cfg(feature = "alloc")]
pub(crate) fn compose_with_complement<D: Stride>(
    a: &Layout<D>,
    both: &Layout,
    budget: &Budget<'_>,
) -> Result<Layout<D>, Error> {
    or_exactly::<_, false>(a, both, budget)
}

/// Composition by the rules, or else by the exact criterion. Leaves of `b` may carry into one another only if
/// `CARRIES`.
#[cfg(feature = "alloc")]
fn or_exactly<D: Stride, const CARRIES: bool>(
    a: &Layout<D>,
    b: &Layout,
    budget: &Budget<'_>,
) -> Result<Layout<D>, Error> {
    a.positive_but_last(Operation::Composition)?;
    let left = coalesced_extended(a.flat_modes());
    by_rules::<_, CARRIES>(&left, b).or_else(|refused| match b.is_empty() {
        true => Err(refused),
        false => if_open(refused, || D::exact(&left, b, budget)),
    })
}

/// The result of the search, if the broken rule is only sufficient; otherwise the error.
#[cfg(feature = "alloc")]
fn if_open<D: Stride>(
    refused: Error,
    search: impl FnOnce() -> Result<Option<Layout<D>>, Error>,
) -> Result<Layout<D>, Error> {
    match refused.rule {
        Rule::StrideDivisibility { .. }
        | Rule::ShapeDivisibility { .. }
        | Rule::Segregation { .. }
        | Rule::Carries { .. }
        | Rule::PowerOfTwo { .. } => search()?.ok_or(refused),
        _ => Err(refused),
    }
}

/// Composition by the rules, which are sufficient and quick to check. `left` is coalesced and has at least one mode.
#[cfg(feature = "alloc")]
fn by_rules<D: Stride, const CARRIES: bool>(
    left: &[Mode<D>],
    b: &Layout,
) -> Result<Layout<D>, Error> {
    let leaves = b.flat_modes();
    let right = Leaves { leaves, shapes: All, strides: All, named: leaves.len(), at: 0 };
    let mut out = Appended { modes: Modes::new(), ends: SmallVec::new(), taken: SmallVec::new() };
    compose_by_rules::<_, _, CARRIES>(left, All, right, &mut out)?;
    let Appended { modes, ends, taken } = out;
    for at in 0..if D::BITWISE { left.len() } else { 0 } {
        let parts = taken.iter().filter(|&&(mode, _)| mode == at).map(|&(_, part)| part);
        carry_free(&parts.collect::<Modes>())
            .map_err(|rule| Error::new(Operation::Composition, rule))?;
    }
    let mut begin = 0;
    let profile = b.profile().widened(|at| {
        let width = ends[at] - begin;
        begin = ends[at];
        Ok::<_, Error>(width)
    })?;
    Ok(Layout::trusted(modes, profile))
}

/// Collects the modes of a composition in a list.
#[cfg(feature = "alloc")]
struct Appended<D> {
    modes: Modes<D>,
    /// The position at which the modes of each leaf of the right side end.
    ends: SmallVec<[usize; 6]>,
    /// For each mode of the left side, the parts taken of it, in units of its stride, in case their bits may overlap.
    taken: SmallVec<[(usize, Mode); 6]>,
}
#[cfg(feature = "alloc")]
impl<D: Stride> Out<D> for Appended<D> {
    #[inline(always)]
    fn put(&mut self, mode: Mode<D>) {
        self.modes.push(mode);
    }
    #[inline(always)]
    fn take(&mut self, s: u64, d: u64, at: usize, mode: &Mode<D>) -> Result<(), Rule> {
        let (shape, d) = (s as i64, d as i64);
        self.put(Mode { shape, stride: mode.stride.times(d).ok_or(Rule::Overflow)? });
        if D::BITWISE {
            self.taken.push((at, Mode { shape, stride: d }));
        }
        Ok(())
    }
    fn places(&mut self, count: usize) -> &mut [Mode<D>] {
        let from = self.modes.len();
        self.modes.resize(from + count, Mode { shape: 1, stride: D::zero() });
        &mut self.modes[from..]
    }
    #[inline(always)]
    fn end_leaf(&mut self) -> Result<(), Rule> {
        self.ends.push(self.modes.len());
        Ok(())
    }
}

/// Checks that no leaf of the right side carries into another: sorted by stride, each leaf spans no more than the
/// stride of the next. The leaves come with their positions and have extents above 1 and strides above 0, since
/// constant leaves carry nothing.
///
/// # Errors
/// [`Rule::Segregation`]
#[inline]
pub fn segregated(leaves: &mut [(usize, Mode)]) -> Result<(), Error> {
    leaves.sort_unstable_by_key(|&(at, mode)| (mode.stride, at));
    for pair in leaves.windows(2) {
        let ((at, mode), stride) = (pair[0], pair[1].1.stride);
        // A span beyond `i64` is larger than any stride.
        let span = mode.span().unwrap_or(i64::MAX);
        if span > stride {
            let rule = Rule::Segregation { span, stride };
            return Err(Error::new(Operation::Composition, rule).at(at));
        }
    }
    Ok(())
}

/// `layout o b` for a `b` with XOR strides that is also an integer layout.
#[cfg(feature = "alloc")]
pub(crate) fn compose_as_integers<D: Stride>(
    layout: &Layout<D>,
    b: &Layout<Xor>,
    budget: &Budget<'_>,
) -> Result<Layout<D>, Error> {
    let b = b.to_integers().map_err(|error| error.during(Operation::Composition))?;
    compose(layout, &b, budget)
}
