//! Operands, and what is wrong with them.

use super::{Reason, Value};
use crate::error::{Error, Rule};

/// A value, and where it comes from in the text.
#[derive(Clone, Debug)]
pub struct Operand {
    /// The place in the text.
    pub at: usize,
    /// The value.
    pub value: Value,
    /// Whether it is a composition whose right operand ends in a swizzle: whether it is a swizzle, a
    /// layout or composed depends on its numbers.
    pub(super) after_swizzle: bool,
    pub(super) awaits_layout: bool,
}

impl Operand {
    /// A value that stands in the text.
    pub fn new(at: usize, value: Value) -> Self {
        Operand { at, value, after_swizzle: false, awaits_layout: false }
    }

    /// Whether it is a swizzle and an offset, under which a layout is still to come.
    pub fn awaits_layout(&self) -> bool {
        self.awaits_layout
    }
}

/// What is wrong in an operation: one of its operands, by position, or the whole.
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
    /// What is wrong after another attempt, whose error counts where it is not decided.
    pub(super) fn unless_undecided(self, other: Blame) -> Blame {
        let undecided =
            matches!(&other.reason, Reason::Algebra(Error { rule: Rule::Undecided { .. }, .. }));
        if undecided { other } else { self }
    }

    /// Whether bits of offsets carry.
    pub(super) fn carries(&self) -> bool {
        matches!(self.reason, Reason::Algebra(Error { rule: Rule::Carries { .. }, .. }))
    }

    /// Whether there is no layout, or none is found: a function of offsets there may be.
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

    /// The reason, which lies in operand `operand`.
    pub(super) fn operand(operand: usize) -> impl Fn(Reason) -> Blame {
        move |reason| Blame { operand: Some(operand), reason }
    }
}
