//! Searches: layouts in shared memory, plans of copies, and the bank conflicts that they count.

pub(crate) mod bank_conflicts;
#[cfg(feature = "search")]
pub(crate) mod copy_plan;
#[cfg(feature = "search")]
pub(crate) mod shared_layout;
