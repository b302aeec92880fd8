//! Congruence of shapes: how two tuples agree in nesting and in sizes.

use core::mem::forget;

use frunk_core::hlist::{HCons, HNil};

use crate::layout::Shape;
use crate::layout::shape_div::Extents;
use crate::leaf::int::{Dyn, Index, Static};
use crate::leaf::number::Number;

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

// Not one impl for all, which rustc would report twice.
macro_rules! agrees {
    ($([$($g:tt)*] $shape:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($g)* S: Extents> Agrees<S> for $shape {
            const CONGRUENT: bool = Form::is_congruent(Self::FORM, S::FORM);
            const WEAKLY_CONGRUENT: bool = Form::is_weakly_congruent(Self::FORM, S::FORM);
            const COMPATIBLE: Option<bool> = Form::is_compatible(Self::FORM, S::FORM);
            #[inline(always)]
            fn compatible(self, s: S) -> bool {
                <Self as Agrees<S>>::WEAKLY_CONGRUENT && self.are_sizes_of(s)
            }
        }
    )*};
}
agrees! {
    [N: Number,] Static<N>;
    [I: Index,] Dyn<I>;
    [] HNil;
    [H: Extents, T: Extents,] HCons<H, T>;
}

/// A tuple at compile time.
pub enum Form {
    /// A leaf, and its value if that is known.
    Leaf(Option<u64>),
    /// The end of a tuple.
    End,
    /// A mode of a tuple, and those after it.
    Mode(&'static Form, &'static Form),
}
impl Form {
    const fn is_weakly_congruent(p: &Form, s: &Form) -> bool {
        match (p, s) {
            (Form::Leaf(_), _) | (Form::End, Form::End) => true,
            (Form::Mode(p, others), Form::Mode(s, further)) => {
                Self::is_weakly_congruent(p, s) && Self::is_weakly_congruent(others, further)
            }
            _ => false,
        }
    }
    const fn is_congruent(p: &Form, s: &Form) -> bool {
        match (p, s) {
            (Form::Mode(p, others), Form::Mode(s, further)) => {
                Self::is_congruent(p, s) && Self::is_congruent(others, further)
            }
            (Form::Leaf(_), Form::Leaf(_)) | (Form::End, Form::End) => true,
            _ => false,
        }
    }
    const fn is_compatible(p: &Form, s: &Form) -> Option<bool> {
        match (p, s) {
            (Form::Mode(p, others), Form::Mode(s, further)) => {
                match (Self::is_compatible(p, s), Self::is_compatible(others, further)) {
                    (Some(false), _) | (_, Some(false)) => Some(false),
                    (Some(true), Some(true)) => Some(true),
                    _ => None,
                }
            }
            (Form::Leaf(p), s) => match (p, s.size()) {
                (Some(p), Some(s)) => Some(*p == s),
                _ => None,
            },
            (Form::End, Form::End) => Some(true),
            _ => Some(false),
        }
    }
    /// The product of the extents, if it is known; the largest integer if it is larger.
    const fn size(&self) -> Option<u64> {
        match self {
            Form::Leaf(value) => *value,
            Form::End => Some(1),
            Form::Mode(mode, others) => match (mode.size(), others.size()) {
                (Some(mode), Some(others)) => Some(mode.saturating_mul(others)),
                _ => None,
            },
        }
    }
}
