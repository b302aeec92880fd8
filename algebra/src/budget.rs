//! Budgets of searches. Each call of an operation has one budget of steps, and all parts of the call spend from it.
//!
//! `docs/rules/budgets.md` has the table of [`SEARCHES`]. `algebra/tests/budgets.rs` compares the
//! two, and runs every search on operands that make it take long.

use core::cell::Cell;

use crate::error::{Error, Operation, Rule};

/// A search, and its budget.
#[derive(Debug)]
pub struct Search {
    /// The operations that use this search.
    pub operations: &'static str,
    /// A description of one step.
    pub step: &'static str,
    /// The steps of one call.
    pub steps: u64,
}

macro_rules! searches {
    ($($name:ident = $operations:literal, $step:literal, $steps:expr;)*) => {
        $(pub(crate) const $name: u64 = $steps;)*

        /// All searches.
        pub const SEARCHES: &[Search] = &[
            $(Search { operations: $operations, step: $step, steps: $name },)*
        ];
    };
}

searches! {
    COMPOSITION = "composition, divides, products, to_layout",
        "a boundary whose next carry is looked for, a sum of offsets, or a leaf whose value is computed", 1 << 22;
    PARTITION = "partition", "those of its compositions", 1 << 24;
    COLLISION = "is_injective, collision", "a value that is tried for a mode", crate::injectivity::STEPS;
    RIGHT_INVERSE = "right_inverse, max_common_layout, max_common_vector",
        "a choice of a coordinate or of an extent, 1/8 of a composition, and those of compositions", 1 << 23;
    LEFT_INVERSE = "left_inverse", "a radix, or a product in an equation", 1 << 23;
    LOCATE = "locate", "those of injectivity, of a left inverse and of compositions", 1 << 24;
    COPY_LOOPS = "copy_loops, copy_lines",
        "a mode of a block, a turn of a mode whose lines are counted, or a run that is listed", 1 << 26;
    COPY_PLAN = "copy_plan",
        "a choice of lanes, four leaves of an offset, and those of injectivity and of a shared layout", 1 << 25;
    SHARED_LAYOUT = "shared_layout, shared_uses",
        "a choice of what lies together, a phase that a function is tried on, or an offset", 1 << 25;
    CONFLICT_FREE = "conflict_free_swizzle", "a thread, or a block of its elements", 1 << 22;
    DISTRIBUTION = "Distribution", "64 devices of a set, or 1/128 of a run of coordinates", 1 << 31;
    REDISTRIBUTE = "redistribute",
        "those of distributions, or 1/256 of a piece or of a part that a device wants", 1 << 32;
    PLAN = "redistribute in expressions", "the same", 1 << 28;
    FACTORS = "ordered factorizations, layout permutations", "a divisor that is tried", 1 << 22;
}

/// The steps that are left to a search. The search ends with [`Rule::Undecided`] when none are left.
pub struct Budget<'a> {
    operation: Operation,
    limit: u64,
    left: Cell<u64>,
    /// The budget that this one is a part of.
    whole: Option<&'a Budget<'a>>,
}

impl<'a> Budget<'a> {
    /// A budget of `limit` steps for a call of this operation.
    pub(crate) fn new(operation: Operation, limit: u64) -> Self {
        Budget { operation, limit, left: Cell::new(limit), whole: None }
    }

    /// A budget of at most `limit` of the steps that are left, with the name of this operation.
    pub(crate) fn part(&'a self, operation: Operation, limit: u64) -> Self {
        Budget { operation, limit, left: Cell::new(limit), whole: Some(self) }
    }

    /// The number of steps that are left.
    pub(crate) fn left(&self) -> u64 {
        let left = self.left.get();
        self.whole.map_or(left, |whole| left.min(whole.left()))
    }

    /// # Errors
    /// [`Rule::Undecided`]
    #[inline]
    pub(crate) fn spend(&self, steps: u64) -> Result<(), Error> {
        let left = self.left.get();
        self.left.set(left.saturating_sub(steps));
        if let Some(whole) = self.whole {
            whole.spend(steps.min(left))?;
        }
        match steps <= left {
            true => Ok(()),
            false => Err(self.undecided()),
        }
    }

    /// The error of a search that ran out of steps.
    #[cold]
    pub(crate) fn undecided(&self) -> Error {
        Error::new(self.operation, Rule::Undecided { steps: self.limit })
    }
}

/// Counts the steps that calls have spent, for tests; only in builds with debug assertions.
#[cfg(all(debug_assertions, target_has_atomic = "ptr"))]
pub mod meter {
    use core::sync::atomic::{AtomicUsize, Ordering};

    use super::Budget;

    static SPENT: AtomicUsize = AtomicUsize::new(0);

    /// The steps of all budgets that have ended since the last call of this function.
    pub fn take() -> usize {
        SPENT.swap(0, Ordering::Relaxed)
    }

    impl Drop for Budget<'_> {
        fn drop(&mut self) {
            if self.whole.is_none() {
                let spent = (self.limit - self.left.get()) as usize;
                SPENT.fetch_add(spent, Ordering::Relaxed);
            }
        }
    }
}
