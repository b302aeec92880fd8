//! Slice: the part of a layout that an incomplete coordinate leaves open.

use alloc::vec::Vec;
use core::fmt;

use smallvec::SmallVec;

use crate::error::{Error, Operation, Rule};
use crate::layout::{Layout, Modes, positive};
use crate::stride::Stride;
use crate::tuple::profile::{self, Profile, Token, first_len};

/// An incomplete coordinate: a tuple of integers, with `_` for open parts ([004](crate::papers), section 2.5.1).
///
/// ```
/// use tilework_algebra::Slicer;
/// let slicer: Slicer = "(2,((0,_),_))".parse()?;
/// assert_eq!(slicer.to_string(), "(2,((0,_),_))");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Slicer {
    leaves: SmallVec<[Option<i64>; 8]>,
    profile: Profile,
}

impl Slicer {
    /// The incomplete coordinate with these leaves in `profile`; `None` is an open part.
    ///
    /// # Errors
    /// [`Rule::Profile`] if the numbers of leaves differ.
    pub fn new(
        leaves: impl IntoIterator<Item = Option<i64>>,
        profile: Profile,
    ) -> Result<Self, Error> {
        let leaves: SmallVec<_> = leaves.into_iter().collect();
        if leaves.len() != profile.len() {
            return Err(Error::new(Operation::Slice, Rule::Profile));
        }
        Ok(Slicer { leaves, profile })
    }

    /// The leaves from left to right; `None` is an open part.
    #[inline]
    pub fn leaves(&self) -> &[Option<i64>] {
        &self.leaves
    }

    /// The profile.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }
}

impl fmt::Display for Slicer {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        profile::write(f, self.profile.tokens(), |f, i| match self.leaves[i] {
            Some(coordinate) => write!(f, "{coordinate}"),
            None => f.write_str("_"),
        })
    }
}

impl fmt::Debug for Slicer {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The layout of the coordinates that `slicer` leaves open, and the offset of the given ones: `(r, layout(c'))` with
/// `layout(c' + c) = layout(c') + r(c)` ([004](crate::papers), equation 10).
///
/// The pair has the order of CuTe's `slice_and_offset`.
///
/// `_` or an integer may take the place of a whole mode; the integer is then the integral coordinate of that mode. Open
/// parts of one mode stay together, and a tuple with one open part becomes that part. If nothing is open, `r` is
/// `():()`.
///
/// # Errors
/// [`Rule::CoordinateProfile`] if the slicer is not weakly congruent to the shape,
/// [`Rule::CoordinateRange`] for a negative coordinate, [`Rule::Overflow`].
///
/// ```
/// use tilework_algebra::{Layout, slice};
/// let layout: Layout = "((3,2),((2,3),2)):((4,1),((2,15),100))".parse()?;
/// let (rest, offset) = slice(&layout, &"((1,_),((_,0),_))".parse()?)?;
/// assert_eq!((rest.to_string().as_str(), offset), ("(2,(2,2)):(1,(2,100))", 4));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn slice<D: Stride>(
    layout: &Layout<D>,
    slicer: &Slicer,
) -> Result<(Layout<D>, D::Offset), Error> {
    parted(Operation::Slice, layout, slicer, |coordinate| coordinate.is_none())
}

/// The layout of the coordinates that `slicer` gives: the part that [`slice`](crate::slice()) drops, arranged in the
/// same way. The second result is the offset at the given coordinates, as for [`slice`](crate::slice()).
///
/// # Errors
/// The errors of [`slice`](crate::slice()).
///
/// ```
/// use tilework_algebra::{Layout, dice};
/// let layout: Layout = "((3,2),((2,3),2)):((4,1),((2,15),100))".parse()?;
/// let (given, offset) = dice(&layout, &"((1,_),((_,0),_))".parse()?)?;
/// assert_eq!((given.to_string().as_str(), offset), ("(3,3):(4,15)", 4));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn dice<D: Stride>(
    layout: &Layout<D>,
    slicer: &Slicer,
) -> Result<(Layout<D>, D::Offset), Error> {
    parted(Operation::Dice, layout, slicer, |coordinate| coordinate.is_some())
}

/// The layout of the parts to keep, and the offset of the given parts.
fn parted<D: Stride>(
    operation: Operation,
    layout: &Layout<D>,
    slicer: &Slicer,
    keep: impl Fn(Option<i64>) -> bool,
) -> Result<(Layout<D>, D::Offset), Error> {
    let error = |rule| Error::new(operation, rule);
    let mut kept = Kept { word: Vec::new(), modes: Modes::new(), open: Vec::new() };
    let mut offset = D::Sum::default();
    let mut coordinates = slicer.leaves.iter().enumerate();
    let (mut rest, mut leaves) = (layout.profile().tokens(), layout.flat_modes());
    for &token in slicer.profile.tokens() {
        match (token, rest.first()) {
            (Token::Leaf, Some(Token::Leaf | Token::Open)) => {
                let (word, others) = rest.split_at(first_len(rest));
                let (modes, following) = leaves.split_at(profile::leaves(word));
                (rest, leaves) = (others, following);
                let Some((at, &coordinate)) = coordinates.next() else { break };
                if let Some(index) = coordinate {
                    if index < 0 {
                        let extent = modes.iter().map(|mode| mode.shape).product();
                        let rule = Rule::CoordinateRange { coordinate: index, extent };
                        return Err(error(rule).at(at));
                    }
                    let others = modes.split_last().map_or(&[][..], |(_, others)| others);
                    positive(operation, others).map_err(|error| error.at(at))?;
                    offset = D::evaluate(modes, index, offset).ok_or(error(Rule::Overflow))?;
                }
                if keep(coordinate) {
                    kept.part(word);
                    kept.modes.extend(modes.iter().cloned());
                }
            }
            (token, Some(&other)) if token == other => {
                rest = &rest[1..];
                if token == Token::Open { kept.open() } else { kept.close() }
            }
            _ => return Err(error(Rule::CoordinateProfile)),
        }
    }
    let offset = D::offset(layout, offset).ok_or(error(Rule::Overflow))?;
    let rest = match kept.word.is_empty() {
        true => Layout::trusted(Modes::new(), Profile::tuple([])),
        false => Layout::trusted(kept.modes, Profile::of_word(&kept.word)),
    };
    Ok((rest, offset))
}

/// The parts kept so far, nested in tuples that have at least two of them.
struct Kept<D> {
    word: Vec<Token>,
    modes: Modes<D>,
    /// For each open tuple, the beginning of its word and the number of its parts.
    open: Vec<(usize, usize)>,
}

impl<D> Kept<D> {
    fn part(&mut self, word: &[Token]) {
        self.word.extend_from_slice(word);
        self.count();
    }

    fn open(&mut self) {
        self.open.push((self.word.len(), 0));
        self.word.push(Token::Open);
    }

    fn close(&mut self) {
        match self.open.pop() {
            Some((begin, 0)) => self.word.truncate(begin),
            Some((begin, 1)) => {
                self.word.remove(begin);
                self.count();
            }
            _ => {
                self.word.push(Token::Close);
                self.count();
            }
        }
    }

    fn count(&mut self) {
        if let Some((_, parts)) = self.open.last_mut() {
            *parts += 1;
        }
    }
}
