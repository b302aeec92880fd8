//! How long a search may go on.

use crate::error::{Error, Operation, Rule};

/// The steps that are left to a search, after which it ends with [`Rule::Undecided`].
pub struct Budget {
    operation: Operation,
    limit: u64,
    left: u64,
}

impl Budget {
    pub(crate) fn new(operation: Operation, limit: u64) -> Self {
        Budget { operation, limit, left: limit }
    }

    /// The steps that have been taken.
    pub(crate) fn spent(&self) -> u64 {
        self.limit - self.left
    }

    /// # Errors
    /// [`Rule::Undecided`]
    #[inline]
    pub(crate) fn spend(&mut self, steps: u64) -> Result<(), Error> {
        let undecided = Error::new(self.operation, Rule::Undecided { steps: self.limit });
        self.left = self.left.checked_sub(steps).ok_or(undecided)?;
        Ok(())
    }
}
