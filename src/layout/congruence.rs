//! Congruence of shapes: how two tuples agree in nesting and in sizes.

use core::mem::forget;

use frunk_core::hlist::{HCons, HNil};

use crate::layout::Shape;
use crate::leaf::int::{Leaf, LeafIn};

/// Returns whether two tuples have the same profile ([004](crate::guide::papers), definition 2.3). The types decide it.
///
/// ```
/// use tilework::{layout, operation::congruent};
/// let (a, b) = (layout!((2,(3,4))), layout!((5,(6,7))));
/// assert!(congruent(a.shape(), b.shape()));
/// assert!(congruent(a.shape(), a.stride()));
/// const SAME: bool = congruent(layout!((2,4)).shape(), layout!(8).shape());
/// assert!(!SAME);
/// ```
#[inline(always)]
pub const fn congruent<P: Agrees<S>, S>(p: P, s: S) -> bool {
    forget(p);
    forget(s);
    P::CONGRUENT
}

/// Returns whether `p` is `s` with subtrees cut back to leaves: every coordinate of `p` has the form of one of `s`
/// ([004](crate::guide::papers), definition 2.4). The types decide it.
///
/// ```
/// use tilework::{layout, operation::weakly_congruent};
/// let (p, s) = (layout!((6,4)), layout!(((2,3),4)));
/// assert!(weakly_congruent(p.shape(), s.shape()));
/// assert!(!weakly_congruent(s.shape(), p.shape()));
/// ```
#[inline(always)]
pub const fn weakly_congruent<P: Agrees<S>, S>(p: P, s: S) -> bool {
    forget(p);
    forget(s);
    P::WEAKLY_CONGRUENT
}

/// Returns whether `p` is weakly congruent with `s` and its leaves are the sizes of the subtrees that they replace:
/// every coordinate of `p` is one of `s` ([004](crate::guide::papers), definition 2.7; [003](crate::guide::papers) says
/// that `s` refines `p`). [`Agrees::COMPATIBLE`]
/// is the answer at compile time.
///
/// ```
/// use tilework::{layout, operation::compatible};
/// let (p, s) = (layout!((6,4)), layout!(((2,3),4)));
/// assert!(compatible(p.shape(), s.shape()));
/// assert!(!compatible(s.shape(), p.shape()));
/// ```
#[inline(always)]
pub fn compatible<P: Agrees<S>, S>(p: P, s: S) -> bool {
    const { P::COMPATIBLE }.unwrap_or_else(|| p.compatible(s))
}

/// Returns whether `s` is `p` with leaves replaced by tuples of the same size: [`compatible`] with the operands in the
/// order of [003](crate::guide::papers).
///
/// ```
/// use tilework::{layout, operation::refines};
/// assert!(refines(layout!(((2,3),4)).shape(), layout!((6,4)).shape()));
/// ```
#[inline(always)]
pub fn refines<P: Agrees<S>, S>(s: S, p: P) -> bool {
    compatible(p, s)
}

/// Any two tuples that can be compared, and what their types say about them.
///
/// ```
/// use tilework::{AnyLayout, Layout, bound::Agrees};
/// type ShapeOf<L> = <L as AnyLayout>::Shape;
/// type Whole = ShapeOf<Layout!((6,4))>;
/// const _: () = assert!(matches!(<Whole as Agrees<ShapeOf<Layout!(((2,3),4))>>>::COMPATIBLE, Some(true)));
/// assert_eq!(<Whole as Agrees<ShapeOf<Layout!(((2,_),4))>>>::COMPATIBLE, None);
/// // The second extent decides.
/// assert_eq!(<Whole as Agrees<ShapeOf<Layout!(((2,_),5))>>>::COMPATIBLE, Some(false));
/// ```
#[diagnostic::on_unimplemented(
    message = "not two shapes: of a layout it is `shape()`, of an integer `leaf(n)`, or in generic code two without the bound `Agrees<S>`"
)]
pub trait Agrees<S>: Sized {
    /// See [`congruent`].
    const CONGRUENT: bool;
    /// See [`weakly_congruent`].
    const WEAKLY_CONGRUENT: bool;
    /// See [`compatible`]; `None` if a dynamic leaf decides.
    const COMPATIBLE: Option<bool>;
    /// See [`compatible`].
    fn compatible(self, s: S) -> bool;
}

/// Returns whether two numbers are equal, as far as they are known.
const fn equal(p: Option<u64>, s: Option<u64>) -> Option<bool> {
    match (p, s) {
        (Some(p), Some(s)) => Some(p == s),
        _ => None,
    }
}

#[diagnostic::do_not_recommend]
impl<P: Leaf, S: Leaf> Agrees<S> for P {
    const CONGRUENT: bool = true;
    const WEAKLY_CONGRUENT: bool = true;
    const COMPATIBLE: Option<bool> = equal(P::STATIC, S::STATIC);
    #[inline(always)]
    fn compatible(self, s: S) -> bool {
        self.get() == s.get()
    }
}
#[diagnostic::do_not_recommend]
impl<P: LeafIn<usize>> Agrees<HNil> for P {
    const CONGRUENT: bool = false;
    const WEAKLY_CONGRUENT: bool = true;
    const COMPATIBLE: Option<bool> = equal(P::STATIC, Some(1));
    #[inline(always)]
    fn compatible(self, _: HNil) -> bool {
        self.get() == 1
    }
}
#[diagnostic::do_not_recommend]
impl<P: LeafIn<usize>, S: Shape, ST: Shape> Agrees<HCons<S, ST>> for P {
    const CONGRUENT: bool = false;
    const WEAKLY_CONGRUENT: bool = true;
    const COMPATIBLE: Option<bool> = equal(P::STATIC, HCons::<S, ST>::PRODUCT);
    #[inline(always)]
    fn compatible(self, s: HCons<S, ST>) -> bool {
        Some(self.get() as u64) == s.checked_product()
    }
}
#[diagnostic::do_not_recommend]
impl Agrees<HNil> for HNil {
    const CONGRUENT: bool = true;
    const WEAKLY_CONGRUENT: bool = true;
    const COMPATIBLE: Option<bool> = Some(true);
    #[inline(always)]
    fn compatible(self, _: HNil) -> bool {
        true
    }
}
#[diagnostic::do_not_recommend]
impl<P: Agrees<S>, PT: Agrees<ST>, S, ST> Agrees<HCons<S, ST>> for HCons<P, PT> {
    const CONGRUENT: bool = P::CONGRUENT && PT::CONGRUENT;
    const WEAKLY_CONGRUENT: bool = P::WEAKLY_CONGRUENT && PT::WEAKLY_CONGRUENT;
    const COMPATIBLE: Option<bool> = match (P::COMPATIBLE, PT::COMPATIBLE) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    };
    #[inline(always)]
    fn compatible(self, s: HCons<S, ST>) -> bool {
        self.head.compatible(s.head) && self.tail.compatible(s.tail)
    }
}

// Tuples of different lengths, and a tuple and a leaf, do not agree.
macro_rules! disagree {
    ($([$($g:tt)*] $p:ty, $s:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($g)*> Agrees<$s> for $p {
            const CONGRUENT: bool = false;
            const WEAKLY_CONGRUENT: bool = false;
            const COMPATIBLE: Option<bool> = Some(false);
            #[inline(always)]
            fn compatible(self, _: $s) -> bool {
                false
            }
        }
    )*};
}
disagree! {
    [S: Leaf] HNil, S;
    [S, ST] HNil, HCons<S, ST>;
    [P, PT, S: Leaf] HCons<P, PT>, S;
    [P, PT] HCons<P, PT>, HNil;
}
