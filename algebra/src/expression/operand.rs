//! Operands, and the reasons why an operation refuses them.

use super::{Reason, Value};
use crate::error::{Error, Rule};

/// A value with its position in the text.
#[derive(Clone, Debug)]
pub struct Operand {
    /// The position in the text.
    pub at: usize,
    /// The value.
    pub value: Value,
    /// True if it is a composition whose right operand ends in a swizzle. The numbers decide whether such a composition
    /// is a swizzle, a layout or composed.
    pub(super) after_swizzle: bool,
    pub(super) awaits_layout: bool,
}

impl Operand {
    /// A value at a position in the text.
    pub fn new(at: usize, value: Value) -> Self {
        Operand { at, value, after_swizzle: false, awaits_layout: false }
    }

    /// Returns whether it is a swizzle and an offset, still without a layout under them.
    pub fn awaits_layout(&self) -> bool {
        self.awaits_layout
    }
}

/// The reason why an operation fails, and the position of the operand at fault, if it is one operand.
pub(super) struct Blame {
    pub operand: Option<usize>,
    pub reason: Reason,
}

impl<R: Into<Reason>> From<R> for Blame {
    fn from(reason: R) -> Self {
        Blame { operand: None, reason: reason.into() }
    }
}

impl Blame {
    /// This failure, or the failure of another attempt, `other`, if that attempt was undecided.
    pub(super) fn unless_undecided(self, other: Blame) -> Blame {
        let undecided =
            matches!(&other.reason, Reason::Algebra(Error { rule: Rule::Undecided { .. }, .. }));
        if undecided { other } else { self }
    }

    /// Returns whether bits of offsets carry.
    pub(super) fn carries(&self) -> bool {
        matches!(self.reason, Reason::Algebra(Error { rule: Rule::Carries { .. }, .. }))
    }

    /// Returns whether there is no layout, or none is found, so that there may be a function of offsets.
    pub(super) fn is_open(&self) -> bool {
        let Reason::Algebra(Error { rule, .. }) = &self.reason else { return false };
        matches!(
            rule,
            Rule::StrideDivisibility { .. }
                | Rule::ShapeDivisibility { .. }
                | Rule::Segregation { .. }
                | Rule::Carries { .. }
                | Rule::PowerOfTwo { .. }
                | Rule::Undecided { .. }
        )
    }

    /// Makes a reason into a failure of operand `operand`.
    pub(super) fn operand(operand: usize) -> impl Fn(Reason) -> Blame {
        move |reason| Blame { operand: Some(operand), reason }
    }
}
