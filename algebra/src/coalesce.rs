//! Coalesce: the same function in the fewest modes.

use smallvec::smallvec;

use crate::error::{Error, Operation, Rule};
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::partly_known::{Merged, merge};
use crate::profile::{self, Builder, Profile, Token, first_len};
use crate::stride::Stride;

/// The flat layout of the same function with the fewest modes: `r(i) = a(i)` for all `i` below
/// `size(r) = size(a)`, and `depth(r) <= 1` ([004](crate::papers), section 3.2, equations 13 to 15;
/// [003](crate::papers), definition 2.3.3.1). Size 1 gives `1:0`, size 0 `0:0`, one mode a leaf.
/// Idempotent.
///
/// Past the size the function may change, since modes of extent 1 are deleted.
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

/// The layout with what stands in the place of each leaf of `profile` coalesced: the coalesced
/// layout among those with the same function whose profile refines `profile` ([003](crate::papers),
/// definition 2.3.4.7; [004](crate::papers), section 3.2). Modes past the end of a shorter tuple of
/// the profile stay.
///
/// With the profile of a shape that the layout's refines it is still a function of the
/// coordinates of that shape; with `*` it is [`coalesce`].
///
/// # Errors
/// [`Rule::Profile`] where the profile has a tuple and the layout a leaf, or fewer modes.
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
    // What the layout has next: a leaf or tuple, none at the end of its tuple.
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

/// The coalesced flat modes; none if the size is 1.
pub(crate) fn coalesced<D: Stride>(modes: &[Mode<D>]) -> Modes<D> {
    if modes.iter().any(|mode| mode.shape == 0) {
        return smallvec![Mode { shape: 0, stride: D::zero() }];
    }
    merged::<_, false>(modes)
}

/// The coalesced flat modes of the same function on the *extended* domain, with at least one
/// mode: the last mode is never deleted, since past the size it is the one that counts.
pub(crate) fn coalesced_extended<D: Stride>(modes: &[Mode<D>]) -> Modes<D> {
    match modes {
        [] => smallvec![Mode { shape: 1, stride: D::zero() }],
        _ => merged::<_, true>(modes),
    }
}

/// The modes merged, of which none is empty but for the last one, which stays even if its extent is 1 if it `KEEPS_LAST`.
fn merged<D: Stride, const KEEPS_LAST: bool>(modes: &[Mode<D>]) -> Modes<D> {
    let mut merged = Appended::<D, KEEPS_LAST> { modes: Modes::new(), left: modes.len() };
    merge(modes.iter().cloned(), &mut merged);
    merged.modes
}
/// Merged modes, one behind the other, as their numbers say.
struct Appended<D, const KEEPS_LAST: bool> {
    modes: Modes<D>,
    /// How many there are to come.
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
