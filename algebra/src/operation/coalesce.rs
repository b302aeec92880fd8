//! Coalesce: the same function in the fewest modes.

use smallvec::smallvec;

use crate::error::{Error, Operation, Rule};
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::partly_known::{Merged, merge};
use crate::stride::Stride;
use crate::tuple::profile::{self, Builder, Profile, Token, first_len};

/// The flat layout with the same function and the fewest modes: `r(i) = a(i)` for all `i` below `size(r) = size(a)`,
/// and `depth(r) <= 1` ([004](crate::papers), section 3.2, equations 13 to 15; [003](crate::papers), definition
/// 2.3.3.1). Size 1 gives `1:0`, size 0
/// gives `0:0`, and a single mode gives a leaf. The operation is idempotent.
///
/// The function may change past the size, since modes of extent 1 are deleted.
///
/// ```
/// use tilework_algebra::{coalesce, Layout};
/// let layout: Layout = "(2,(1,6)):(1,(6,2))".parse()?;
/// assert_eq!(coalesce(&layout).to_string(), "12:1");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn coalesce<D: Stride>(layout: &Layout<D>) -> Layout<D> {
    Layout::of_flat(coalesced(layout.flat_modes()))
}

/// Coalesces the part of the layout at each leaf of `profile`. The result is the coalesced layout among those with the
/// same function whose profile refines `profile` ([003](crate::papers), definition 2.3.4.7; [004](crate::papers),
/// section 3.2). Modes past the end of a
/// shorter tuple of the profile stay.
///
/// If `profile` is that of a shape that the layout's shape refines, the result is still a function of the coordinates
/// of that shape. With the profile `*` this is [`coalesce`].
///
/// # Errors
/// [`Rule::Profile`] if the layout has a leaf, or fewer modes, where the profile has a tuple.
///
/// ```
/// use tilework_algebra::{Layout, coalesce_profile};
/// let layout: Layout = "(2,(1,6)):(1,(6,2))".parse()?;
/// assert_eq!(coalesce_profile(&layout, &"(*,*)".parse()?)?.to_string(), "(2,6):(1,2)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn coalesce_profile<D: Stride>(
    layout: &Layout<D>,
    profile: &Profile,
) -> Result<Layout<D>, Error> {
    let error = Error::new(Operation::CoalesceProfile, Rule::Profile);
    let mut rest = layout.profile().tokens();
    let mut leaves = layout.flat_modes();
    let mut word = Builder::default();
    let mut modes = Modes::new();
    // The number of tokens of the next leaf or tuple of the layout; `None` at the end of its tuple.
    let next = |rest: &[Token]| match rest.first() {
        None | Some(Token::Close) => None,
        Some(_) => Some(first_len(rest)),
    };
    for &token in profile.tokens() {
        match token {
            Token::Leaf => {
                let len = next(rest).ok_or(error)?;
                let (part, others) = leaves.split_at(profile::leaves(&rest[..len]));
                (rest, leaves) = (&rest[len..], others);
                let part = Layout::of_flat(coalesced(part));
                modes.extend(part.flat_modes().iter().cloned());
                word.extend(part.profile().tokens());
            }
            Token::Open if rest.first() == Some(&Token::Open) => {
                rest = &rest[1..];
                word.push(token);
            }
            Token::Open => return Err(error),
            Token::Close => {
                while let Some(len) = next(rest) {
                    let (part, others) = leaves.split_at(profile::leaves(&rest[..len]));
                    modes.extend(part.iter().cloned());
                    word.extend(&rest[..len]);
                    (rest, leaves) = (&rest[len..], others);
                }
                rest = &rest[1..];
                word.push(token);
            }
        }
    }
    Ok(Layout::trusted(modes, word.finish()))
}

/// The coalesced flat modes; no modes if the size is 1.
pub(crate) fn coalesced<D: Stride>(modes: &[Mode<D>]) -> Modes<D> {
    if modes.iter().any(|mode| mode.shape == 0) {
        return smallvec![Mode { shape: 0, stride: D::zero() }];
    }
    merged::<_, false>(modes)
}

/// The coalesced flat modes of the same function on the *extended* domain. There is at least one mode: the last mode is
/// never deleted, since it decides the values past the size.
pub(crate) fn coalesced_extended<D: Stride>(modes: &[Mode<D>]) -> Modes<D> {
    match modes {
        [] => smallvec![Mode { shape: 1, stride: D::zero() }],
        _ => merged::<_, true>(modes),
    }
}

/// Merges the modes. Only the last one may be empty. If `KEEPS_LAST`, the last mode stays even if its extent is 1.
fn merged<D: Stride, const KEEPS_LAST: bool>(modes: &[Mode<D>]) -> Modes<D> {
    let mut merged = Appended::<D, KEEPS_LAST> { modes: Modes::new(), left: modes.len() };
    merge(modes.iter().cloned(), &mut merged);
    merged.modes
}
/// Collects the merged modes in a list.
struct Appended<D, const KEEPS_LAST: bool> {
    modes: Modes<D>,
    /// The number of modes that have not been merged yet.
    left: usize,
}
impl<D: Stride, const KEEPS_LAST: bool> Merged<D> for Appended<D, KEEPS_LAST> {
    #[inline(always)]
    fn starts(&mut self, mode: &Mode<D>) -> bool {
        let goes_on = |last: &Mode<D>| last.stride.continues(last.shape, &mode.stride);
        self.left -= 1;
        let is_kept = KEEPS_LAST && self.left == 0;
        (mode.shape != 1 || is_kept) && !self.modes.last().is_some_and(goes_on)
    }
    #[inline(always)]
    fn push(&mut self, mode: Mode<D>) {
        self.modes.push(mode);
    }
    #[inline(always)]
    fn go_on(&mut self, extent: i64) {
        if let Some(last) = self.modes.last_mut() {
            last.shape *= extent;
        }
    }
}
