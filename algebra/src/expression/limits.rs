//! Limits on the resources of a program, whatever its text is: names that grow, long chains of operations and long
//! lists end in a failure.

use alloc::vec::Vec;
use core::mem::size_of;

use super::{Failure, MAX_HELD, MAX_LENGTH, MAX_WORK, Names, Reason, Value};

/// The resources used so far.
pub(super) struct Limits {
    /// The leaves and brackets of the operands of all operations.
    work: usize,
    /// The words of the values on the stack.
    stack: Vec<usize>,
}

impl Limits {
    pub fn new() -> Self {
        Limits { work: 0, stack: Vec::new() }
    }

    /// Counts the operands of an operation at a position in the text.
    pub fn operands<'a>(
        &mut self,
        at: usize,
        operands: impl Iterator<Item = &'a Value>,
    ) -> Result<(), Failure> {
        let length: usize = operands.map(Value::length).sum();
        if length > MAX_LENGTH {
            return Err(Failure::new(at, Reason::Length(MAX_LENGTH)));
        }
        self.work += length;
        if self.work > MAX_WORK {
            return Err(Failure::new(at, Reason::Work(MAX_WORK)));
        }
        Ok(())
    }

    /// Counts a value on the stack that is above `below` others.
    pub fn push(
        &mut self,
        at: usize,
        below: usize,
        value: &Value,
        names: &Names,
    ) -> Result<(), Failure> {
        self.stack.truncate(below);
        let before = self.stack.last().copied().unwrap_or(0);
        let held = before + words(value);
        self.stack.push(held);
        if held + names.words > MAX_HELD {
            return Err(Failure::new(at, Reason::Held(MAX_HELD)));
        }
        Ok(())
    }
}

/// The approximate number of 8-byte words in the value.
pub(super) fn words(value: &Value) -> usize {
    // A mode takes two words, and a composed layout takes some for each of its functions.
    let inside = match value {
        Value::Integers(list) => list.len(),
        Value::List(list) | Value::Tilers(list) => list.iter().map(words).sum(),
        Value::Composed(_) | Value::ComposedXor(_) => 24 * value.length(),
        other => 3 * other.length(),
    };
    size_of::<Value>() / 8 + inside
}
