//! Tests whether two layouts have the same extents, mode by mode at the top.

use core::marker::PhantomData;

use tilework_algebra::{Error, Operation, Rule};

use crate::layout::AnyLayout;
use crate::layout::shape::Shape;
use crate::leaf::text::Text;

/// The modes of a shape at the top, at compile time.
pub enum TopModes {
    /// No further mode.
    End,
    /// A mode and those after it.
    Mode {
        /// The product of its extents, if they are static.
        size: Option<u64>,
        /// The number of its leaves.
        leaves: usize,
        /// Those after it.
        others: &'static TopModes,
    },
}
impl TopModes {
    /// The number of modes.
    pub const fn count(&self) -> usize {
        let (mut modes, mut count) = (self, 0);
        while let TopModes::Mode { others, .. } = modes {
            (modes, count) = (others, count + 1);
        }
        count
    }
}

const PART: &str = "; `t.transposed()` exchanges two extents, and `t.slice((0..m, ..))` is a part";
#[cfg(any(test, feature = "alloc"))]
const PRODUCT: &str = "; the product of matrices is `t.matmul(&u)`";
const REPEATED: &str = "; a stride of 0 repeats: `v.compose(layout!((m,n):(0,1)))` is the vector `v` in each of `m` rows, `(1,0)` in each of \
     `n` columns";
#[cfg(any(test, feature = "alloc"))]
const PRODUCT_OR_REPEATED: &str = "; the product of matrices is `t.matmul(&u)`, and a stride of 0 repeats: `v.compose(layout!((m,n):(0,1)))` is the \
     vector `v` in each of `m` rows, `(1,0)` in each of `n` columns";

/// The knowledge of the types about the extents of two layouts at the top. A public function evaluates
/// [`SameExtents::KNOWN`] itself, so that an error shows the line that calls it. It is one constant, so there is one
/// error.
pub(crate) struct SameExtents<L, M>(PhantomData<(L, M)>);
impl<L: AnyLayout, M: AnyLayout> SameExtents<L, M> {
    /// True if all sizes are static and equal. Ranks that differ, and static sizes that differ, do not build.
    pub(crate) const KNOWN: bool = Self::known("", PART);

    /// [`SameExtents::KNOWN`] for arithmetic: one tensor may be meant to be repeated, or `*` to be the matrix product.
    #[cfg(feature = "alloc")]
    pub(crate) const OPERANDS: bool = Self::known(PRODUCT, PRODUCT_OR_REPEATED);

    /// [`SameExtents::KNOWN`] for tensors in lockstep, one of which may be meant to be repeated.
    pub(crate) const LOCKSTEP: bool = Self::known("", REPEATED);

    /// [`SameExtents::KNOWN`] for vectors.
    pub(crate) const LENGTHS: bool = Self::known("", "");

    /// What follows after a difference is `exchanged` for matrices with the extents of each other's transpose.
    const fn known(exchanged: &str, other: &str) -> bool {
        match Self::explained(exchanged, other) {
            Ok(known) => known,
            Err(text) => panic!("{}", text.as_str()),
        }
    }

    #[expect(clippy::result_large_err, reason = "it is called while compiling only")]
    const fn explained(exchanged: &str, other: &str) -> Result<bool, Text> {
        match Self::compared() {
            Err(text) if Self::EXCHANGED => {
                let text = text.then("; `t.transposed()` of the one has those of the other");
                Err(text.then(exchanged))
            }
            Err(text) => Err(text.then(other)),
            known => known,
        }
    }

    /// True if each has two modes of static sizes, in opposite order.
    const EXCHANGED: bool = match (two(<L::Shape as Shape>::TOP), two(<M::Shape as Shape>::TOP)) {
        (Some((m, n)), Some((p, q))) => m == q && n == p,
        _ => false,
    };

    /// Returns whether all sizes are known to be equal, or the text of a difference.
    #[expect(clippy::result_large_err, reason = "it is called while compiling only")]
    const fn compared() -> Result<bool, Text> {
        if L::RANK != M::RANK {
            let text = Text::new("equal extents: the one tensor has ").count(L::RANK, "mode");
            return Err(text.then(", the other ").number(M::RANK as u64));
        }
        let (mut left, mut right) = (<L::Shape as Shape>::TOP, <M::Shape as Shape>::TOP);
        let (mut known, mut at) = (true, 0);
        while let (
            TopModes::Mode { size: first, others, .. },
            TopModes::Mode { size: second, others: further, .. },
        ) = (left, right)
        {
            match (first, second) {
                (Some(first), Some(second)) if *first != *second => {
                    let text = Text::new("equal extents, mode ").number(at).then(": the extents ");
                    return Err(text.number(*first).then(" and ").number(*second).then(" differ"));
                }
                (Some(_), Some(_)) => {}
                _ => known = false,
            }
            (left, right, at) = (others, further, at + 1);
        }
        Ok(known)
    }
}

/// Checks that two layouts have as many modes at the top, of the same sizes; inside, a mode may be nested in any way. A
/// difference that the types know does not build.
///
/// # Errors
/// [`Rule::EqualExtents`] with the sizes of the first mode at the top that differs.
#[inline(always)]
pub(crate) fn same_extents<L: AnyLayout, M: AnyLayout>(
    operation: Operation,
    left: L,
    right: M,
) -> Result<(), Error> {
    if SameExtents::<L, M>::KNOWN {
        return Ok(());
    }
    equal_sizes(operation, left, right)
}
/// Checks that the modes of two layouts of as many modes have the same sizes.
#[inline(always)]
fn equal_sizes<L: AnyLayout, M: AnyLayout>(
    operation: Operation,
    left: L,
    right: M,
) -> Result<(), Error> {
    let (left, right) = (left.parts().0, right.parts().0);
    for mode in 0..L::RANK {
        let (left, right) = (left.mode_size(mode), right.mode_size(mode));
        if left != right {
            let rule = Rule::EqualExtents { left: left as i64, right: right as i64 };
            return Err(Error::new(operation, rule).at(mode));
        }
    }
    Ok(())
}

/// [`same_extents`] for layouts whose leaves, left to right, have equal extents already, and for types that are compared.
/// If each mode at the top has as many leaves in both, nothing needs comparing.
#[inline(always)]
pub(crate) fn same_extents_of_same_leaves<L: AnyLayout, M: AnyLayout>(
    operation: Operation,
    left: L,
    right: M,
) -> Result<(), Error> {
    if const { same_leaves(<L::Shape as Shape>::TOP, <M::Shape as Shape>::TOP) } {
        return Ok(());
    }
    equal_sizes(operation, left, right)
}

/// The sizes of two modes, if they are static.
const fn two(modes: &TopModes) -> Option<(u64, u64)> {
    if let TopModes::Mode { size: Some(first), others, .. } = modes
        && let TopModes::Mode { size: Some(second), others: TopModes::End, .. } = *others
    {
        return Some((*first, *second));
    }
    None
}

/// Returns whether modes at the same place have as many leaves.
const fn same_leaves(mut left: &TopModes, mut right: &TopModes) -> bool {
    while let (
        TopModes::Mode { leaves: first, others, .. },
        TopModes::Mode { leaves: second, others: further, .. },
    ) = (left, right)
    {
        if *first != *second {
            return false;
        }
        (left, right) = (others, further);
    }
    true
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use std::string::String;

    use super::{PART, PRODUCT, PRODUCT_OR_REPEATED, SameExtents};
    use crate::{AnyLayout, layout};

    /// The known answer, or the message of a program that does not build.
    fn told<L: AnyLayout, M: AnyLayout>(_: L, _: M) -> Result<bool, String> {
        SameExtents::<L, M>::compared().map_err(|text| text.as_str().into())
    }

    #[test]
    fn sizes_at_the_top() {
        let n = 4;
        assert_eq!(told(layout!((3, 4)), layout!(((3, 1), (2, 2)))), Ok(true));
        assert_eq!(told(layout!((3, n)), layout!((3, 4))), Ok(false));
        assert_eq!(told(layout!((3, (n, 4))), layout!((3, 8))), Ok(false));
        let differ = "equal extents, mode 1: the extents 12 and 8 differ";
        assert_eq!(told(layout!((n, (3, 4))), layout!((3, 8))), Err(differ.into()));
        let modes = "equal extents: the one tensor has 2 modes, the other 1";
        assert_eq!(told(layout!((3, 4)), layout!(12:1)), Err(modes.into()));
    }

    #[test]
    fn what_to_write_instead() {
        fn explained<L: AnyLayout, M: AnyLayout>(_: L, _: M) -> [String; 2] {
            let explained = SameExtents::<L, M>::explained;
            [("", PART), (PRODUCT, PRODUCT_OR_REPEATED)].map(|(exchanged, other)| {
                explained(exchanged, other).err().unwrap().as_str().into()
            })
        }
        // `u.copy_from(&t.transposed())` and `&t * &t.transposed()`
        let [copied, product] = explained(layout!((6, 8)), layout!((8, 6)));
        let exchanged =
            "the extents 6 and 8 differ; `t.transposed()` of the one has those of the other";
        assert!(copied.ends_with(exchanged), "{copied}");
        assert!(product.contains(exchanged) && product.ends_with("`t.matmul(&u)`"), "{product}");
        let [copied, product] = explained(layout!((6, 8)), layout!((4, 8)));
        assert!(copied.ends_with("and `t.slice((0..m, ..))` is a part"), "{copied}");
        // The whole text fits.
        assert!(
            product.contains("`t.matmul(&u)`") && product.ends_with("`n` columns"),
            "{product}"
        );
    }
}
