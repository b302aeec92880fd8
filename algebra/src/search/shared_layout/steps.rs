//! The limit of the search.

use crate::budget::Budget;
use crate::error::Error;

/// The steps that are left. When there are too few, the search ends with the best result so far.
#[derive(Debug)]
pub(super) struct Steps {
    limit: u64,
    left: u64,
    ended: bool,
    short: bool,
}

impl Steps {
    pub fn new(limit: u64) -> Self {
        Steps { limit, left: limit, ended: false, short: false }
    }

    /// At most `most` of the steps that the call has left.
    pub fn of(budget: &Budget<'_>, most: u64) -> Self {
        Steps::new(most.min(budget.left()))
    }

    /// Spends the steps that were taken from the budget of the call.
    pub fn spend(&self, budget: &Budget<'_>) -> Result<(), Error> {
        budget.spend(self.limit - self.left)
    }

    /// Takes `steps` steps, if that many are left.
    pub fn take(&mut self, steps: u64) -> bool {
        match self.left.checked_sub(steps) {
            Some(left) if !self.ended => self.left = left,
            _ => self.ended = true,
        }
        !self.ended
    }

    /// Runs a part of the search with at most `most` steps. If these are too few, the whole search does not end.
    pub fn within<T>(&mut self, most: u64, search: impl FnOnce(&mut Steps) -> T) -> T {
        let mut part = Steps::new(most.min(self.left));
        part.ended = self.ended;
        let found = search(&mut part);
        self.left -= if part.ended { most.min(self.left) } else { most.min(self.left) - part.left };
        self.short |= part.short || part.ended;
        self.ended |= self.left == 0;
        found
    }

    /// Returns whether a part of the search ran out of steps.
    pub fn short(&self) -> bool {
        self.short
    }

    /// Returns whether the search ran out of steps.
    pub fn ended(&self) -> bool {
        self.ended
    }
}
