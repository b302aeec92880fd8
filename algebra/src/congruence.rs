//! How the profiles of two tuples relate.

use crate::int_tuple::{IntTuple, product};
use crate::profile::{Builder, Profile, Token, first_len, leaves};

/// Whether `a` and `b` have the same profile ([003](crate::papers), definition 2.2.2.19;
/// [004](crate::papers), section 2.1).
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

/// Whether the profile of `s` is that of `p` with any tuples in place of leaves of `p`: `p` is
/// the coarser ([004](crate::papers), section 2.1). Reflexive and transitive.
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

/// Whether the shape `s` is `p` with, in place of leaves of `p`, tuples whose size is the leaf: `p`
/// is the coarser, and its coordinates are coordinates of `s` ([004](crate::papers), section 2.2.1;
/// [003](crate::papers), definition 2.2.4.1, where `s` *refines* `p`). Reflexive and transitive.
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

/// Whether `finer` refines `coarser`: [`compatible`] the other way round ([003](crate::papers),
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

/// Walks the words `a` and `b` down together as long as both have tuples of the same rank, and
/// gives `holds` the parts where either is a leaf. Whether all fits and holds.
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

/// Whether the word `s` is the word `p` with a profile in place of each leaf, and `holds` of
/// each leaf of `p` (by its position) and the number of leaves of `s` in its place.
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

/// The shape with the extents of all that `profile` has leaves for, and of the modes that it does
/// not reach, as integers: `(8,16)` for `((4,2),16)` and `(*)`. Where the profile goes deeper than
/// the shape it is the shape.
#[inline]
pub(crate) fn coarsened(shape: &IntTuple, profile: &Profile) -> IntTuple {
    let mut extents = smallvec::SmallVec::new();
    let mut word = Builder::default();
    let mut rest = shape.leaves();
    // What the profile has for the tuples of the shape that are open, `None` where it has nothing.
    let (mut s, mut p) = (shape.profile().tokens(), profile.tokens());
    while let Some(&token) = s.first() {
        match (token, p.first()) {
            (Token::Open, Some(Token::Open)) | (Token::Close, Some(Token::Close)) => {
                word.push(token);
                (s, p) = (&s[1..], &p[1..]);
            }
            (Token::Close, _) => {
                // More modes of the profile than of the shape: nothing is lost, as none is there.
                p = &p[first_len(p)..];
            }
            (_, other) => {
                let len = first_len(s);
                let (these, others) = rest.split_at(leaves(&s[..len]));
                // Fits, as the whole size does.
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
