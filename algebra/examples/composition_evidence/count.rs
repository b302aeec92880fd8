//! Counts how composition decides pairs, compared with brute force.

use std::ops::AddAssign;

use tilework_algebra::{Layout, Rule, admissible, composition};

use crate::brute_force;

/// Counts of pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub accepted: u64,
    /// The accepted pairs that the rules of the type level admit.
    pub admissible: u64,
    pub rejected: u64,
    /// The accepted pairs with another function or form.
    pub wrong: u64,
    /// The rejected pairs that have a composition.
    pub falsely_rejected: u64,
    pub undecided: u64,
}

impl Count {
    pub fn of_pair(a: &Layout, b: &Layout) -> Count {
        let values = brute_force::values(a, b);
        let one_if = u64::from;
        match composition(a, b) {
            Ok(r) => Count {
                accepted: 1,
                admissible: one_if(admissible(a, b).is_ok()),
                wrong: one_if(!brute_force::is_composition(&r, &values, b)),
                ..Count::default()
            },
            Err(error) => match error.rule {
                Rule::Undecided { .. } => Count { undecided: 1, ..Count::default() },
                _ => Count {
                    rejected: 1,
                    falsely_rejected: one_if(brute_force::exists(&values, b)),
                    ..Count::default()
                },
            },
        }
    }

    pub fn cases(&self) -> u64 {
        self.accepted + self.rejected + self.undecided
    }

    pub fn is_faultless(&self) -> bool {
        self.wrong + self.falsely_rejected + self.undecided == 0
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.accepted += other.accepted;
        self.admissible += other.admissible;
        self.rejected += other.rejected;
        self.wrong += other.wrong;
        self.falsely_rejected += other.falsely_rejected;
        self.undecided += other.undecided;
    }
}
