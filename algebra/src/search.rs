//! Searches: layouts in shared memory, plans of copies, and the bank conflicts and sectors that they count.

pub(crate) mod bank_conflicts;
pub(crate) mod coalescing;
#[cfg(feature = "search")]
pub(crate) mod copy_plan;
pub(crate) mod machine;
#[cfg(feature = "search")]
pub(crate) mod shared_layout;
