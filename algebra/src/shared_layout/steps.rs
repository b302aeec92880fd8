//! How long the search goes on.

use crate::budget::Budget;
use crate::error::Error;

/// The steps that are left; once they are too few, the search ends with what was found.
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

    /// At most so many of those of the call.
    pub fn of(budget: &Budget<'_>, most: u64) -> Self {
        Steps::new(most.min(budget.left()))
    }

    /// Takes those that were taken from the call's.
    pub fn spend(&self, budget: &Budget<'_>) -> Result<(), Error> {
        budget.spend(self.limit - self.left)
    }

    /// Takes so many, if they are there.
    pub fn take(&mut self, steps: u64) -> bool {
        match self.left.checked_sub(steps) {
            Some(left) if !self.ended => self.left = left,
            _ => self.ended = true,
        }
        !self.ended
    }

    /// What is done in at most so many of them. That these are too few does not end the search.
    pub fn within<T>(&mut self, most: u64, search: impl FnOnce(&mut Steps) -> T) -> T {
        let mut part = Steps::new(most.min(self.left));
        part.ended = self.ended;
        let found = search(&mut part);
        self.left -= if part.ended { most.min(self.left) } else { most.min(self.left) - part.left };
        self.short |= part.short || part.ended;
        self.ended |= self.left == 0;
        found
    }

    /// Whether a part of the search has ended for want of steps.
    pub fn short(&self) -> bool {
        self.short
    }

    /// Whether the search ended for want of steps.
    pub fn ended(&self) -> bool {
        self.ended
    }
}
