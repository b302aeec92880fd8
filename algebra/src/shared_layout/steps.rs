//! How long the search goes on.

/// The steps that are left; once they are too few, the search ends with what was found.
#[derive(Debug)]
pub(super) struct Steps {
    left: u64,
    ended: bool,
}

impl Steps {
    pub fn new(limit: u64) -> Self {
        Steps { left: limit, ended: false }
    }

    /// Takes so many, if they are there.
    pub fn take(&mut self, steps: u64) -> bool {
        match self.left.checked_sub(steps) {
            Some(left) if !self.ended => self.left = left,
            _ => self.ended = true,
        }
        !self.ended
    }

    /// Whether the search ended for want of steps.
    pub fn ended(&self) -> bool {
        self.ended
    }
}
