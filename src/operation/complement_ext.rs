//! The unbounded complement: its last mode has no end. Products compose their grid on it.

use crate::layout::AnyLayout;
use crate::operation::face::operation;
use crate::operation::kind::Statically;
use crate::verdict::{ResultOf, operation};

// A short name, as in `complement`.
type Ext = operation::complement_ext_of;

operation! {
    /// The unbounded complement of `layout`: that of [`complement_ceil`](crate::operation::complement_ceil()), but the
    /// last mode is `1:d` for the largest span `d` ([004](crate::guide::papers), section 3.5, equations 27 to 29).
    ///
    /// Gaps are rounded down, and modes of stride 0 are ignored. On the extended domain the last mode is unbounded, and
    /// [`composition`](crate::operation::composition()) keeps it.
    ///
    /// XOR strides and layouts into coordinates have one only in values and literals.
    ///
    /// **Law.** Copies of the values of `layout` at different offsets of the result are disjoint.
    /// common.
    ///
    /// **Errors.** Modes that overlap (complementability). Two or more modes need static strides
    /// (known order).
    ///
    /// ```
    /// use tilework::{Layout, layout, operation::complement_ext};
    /// let gaps: Layout!((2,1):(4,64)) = complement_ext(layout!((4,8):(1,8)));
    /// assert_eq!(gaps.to_string(), "(2,1):(4,64)");
    /// ```
    ///
    /// # Panics
    /// If [`try_complement_ext`] returns an error.
    fn complement_ext[R: ResultOf<Ext>, L: ComplementExtTotal<Result = R>]
        (layout: L) = ComplementingExt;
    /// Like [`complement_ext`], but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// The rules of [`complement_ext`] that dynamic leaves break, and overflow.
    or try_complement_ext;

    /// Layouts that have an unbounded complement: the bound of [`complement_ext`].
    trait HasComplementExt[]: AnyLayout = ComplementExtTotal[], Ext, Layout: AnyLayout;
    /// The type of the unbounded complement of `L`.
    type ComplementExt[L] = ComplementExtTotal[], Ext;

    /// [`HasComplementExt`] before the verdict is checked: the unbounded complement of any layout.
    #[diagnostic::on_unimplemented(
        message = "complement_ext: not a layout, or in generic code one without the bound `HasComplementExt`"
    )]
    trait ComplementExtTotal[]: Copy {} fn try_leave_ext() for ComplementingExt as Statically;
}

/// The unbounded complement as an operation.
pub struct ComplementingExt;
