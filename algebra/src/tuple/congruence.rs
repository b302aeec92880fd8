//! Relations between the profiles of two tuples.

use crate::tuple::int_tuple::{IntTuple, product};
use crate::tuple::profile::{Builder, Profile, Token, first_len, leaves};

/// Returns whether `a` and `b` have the same profile ([003](crate::papers), definition 2.2.2.19; [004](crate::papers),
/// section 2.1).
///
/// ```
/// use tilework_algebra::congruent;
/// assert!(congruent(&"(4,(2,4))".parse()?, &"(7,(3,2))".parse()?));
/// assert!(!congruent(&"27".parse()?, &"(100)".parse()?));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline]
pub fn congruent(a: &IntTuple, b: &IntTuple) -> bool {
    a.profile() == b.profile()
}

/// Returns whether the profile of `s` is that of `p` with any profiles in place of leaves of `p`, so `p` is the coarser
/// one ([004](crate::papers), section 2.1). The relation is reflexive and transitive.
///
/// ```
/// use tilework_algebra::weakly_congruent;
/// assert!(weakly_congruent(&"(1,2)".parse()?, &"(0,(0,1))".parse()?));
/// assert!(!weakly_congruent(&"(1,2)".parse()?, &"(1,2,3)".parse()?));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline]
pub fn weakly_congruent(p: &IntTuple, s: &IntTuple) -> bool {
    refined_leaves(p.profile().tokens(), s.profile().tokens(), |_, _| true)
}

/// Returns whether the shape `s` is `p` with some leaves of `p` replaced by tuples of the same size. `p` is the coarser
/// shape, and its coordinates are coordinates of `s` ([004](crate::papers), section 2.2.1; [003](crate::papers),
/// definition 2.2.4.1, where `s` *refines*
/// `p`). The relation is reflexive and transitive.
///
/// ```
/// use tilework_algebra::compatible;
/// assert!(compatible(&"(6,5)".parse()?, &"((3,2),5)".parse()?));
/// assert!(!compatible(&"(2,15)".parse()?, &"(6,5)".parse()?));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline]
pub fn compatible(p: &IntTuple, s: &IntTuple) -> bool {
    let mut rest = s.leaves();
    refined_leaves(p.profile().tokens(), s.profile().tokens(), |leaf, leaves| {
        let (these, others) = rest.split_at(leaves);
        rest = others;
        product(these) == Some(p.leaves()[leaf])
    })
}

/// Returns whether `finer` refines `coarser`: [`compatible`] with the operands exchanged ([003](crate::papers),
/// definition 2.2.4.1).
///
/// ```
/// use tilework_algebra::refines;
/// assert!(refines(&"((3,2),5)".parse()?, &"(6,5)".parse()?));
/// assert!(!refines(&"64".parse()?, &"(64)".parse()?));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline]
pub fn refines(finer: &IntTuple, coarser: &IntTuple) -> bool {
    compatible(coarser, finer)
}

/// Walks the words `a` and `b` together as long as both have tuples of the same rank, and passes the parts at which
/// either is a leaf to `holds`. Returns whether the words fit and `holds` is always true.
pub(crate) fn aligned(
    a: &[Token],
    b: &[Token],
    mut holds: impl FnMut(&[Token], &[Token]) -> bool,
) -> bool {
    let (mut a, mut b) = (a, b);
    loop {
        match (a.first(), b.first()) {
            (None, None) => return true,
            (Some(Token::Leaf), Some(Token::Leaf | Token::Open))
            | (Some(Token::Open), Some(Token::Leaf)) => {
                let (part_a, rest_a) = a.split_at(first_len(a));
                let (part_b, rest_b) = b.split_at(first_len(b));
                if !holds(part_a, part_b) {
                    return false;
                }
                (a, b) = (rest_a, rest_b);
            }
            (one, other) if one == other => (a, b) = (&a[1..], &b[1..]),
            _ => return false,
        }
    }
}

/// Returns whether the word `s` is the word `p` with a profile in place of each leaf, and `holds` is true for each leaf
/// of `p` (given by its position) and the number of leaves of `s` in its place.
#[inline]
pub(crate) fn refined_leaves(
    p: &[Token],
    s: &[Token],
    mut holds: impl FnMut(usize, usize) -> bool,
) -> bool {
    let mut rest = s;
    let mut leaf = 0;
    for &token in p {
        let len = match rest.first() {
            None | Some(Token::Close) if token == Token::Leaf => return false,
            Some(_) if token == Token::Leaf => {
                let len = if rest[0] == Token::Leaf { 1 } else { first_len(rest) };
                let count = if len == 1 { 1 } else { leaves(&rest[..len]) };
                if !holds(leaf, count) {
                    return false;
                }
                leaf += 1;
                len
            }
            Some(&other) if other == token => 1,
            _ => return false,
        };
        rest = &rest[len..];
    }
    rest.is_empty()
}

/// The shape with one integer for each leaf of `profile`, and for each mode that `profile` does not reach: `(8,16)` for
/// `((4,2),16)` and `(*)`. If the profile is deeper than the shape, the result is the shape.
#[inline]
pub(crate) fn coarsened(shape: &IntTuple, profile: &Profile) -> IntTuple {
    let mut extents = smallvec::SmallVec::new();
    let mut word = Builder::default();
    let mut rest = shape.leaves();
    // The part of the profile for the open tuples of the shape; `None` if the profile has no such part.
    let (mut s, mut p) = (shape.profile().tokens(), profile.tokens());
    while let Some(&token) = s.first() {
        match (token, p.first()) {
            (Token::Open, Some(Token::Open)) | (Token::Close, Some(Token::Close)) => {
                word.push(token);
                (s, p) = (&s[1..], &p[1..]);
            }
            (Token::Close, _) => {
                // The profile has more modes than the shape; nothing is lost, since the shape has none there.
                p = &p[first_len(p)..];
            }
            (_, other) => {
                let len = first_len(s);
                let (these, others) = rest.split_at(leaves(&s[..len]));
                // This fits, because the size of the whole shape does.
                extents.push(these.iter().product());
                word.push(Token::Leaf);
                (s, rest) = (&s[len..], others);
                if matches!(other, Some(Token::Open | Token::Leaf)) {
                    p = &p[first_len(p)..];
                }
            }
        }
    }
    IntTuple::of_parts(extents, word.finish())
}
