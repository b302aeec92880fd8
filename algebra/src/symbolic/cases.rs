//! Answers by cases: an operation is carried out once for each answer to the questions that the facts leave open.

use alloc::string::String;
use alloc::vec::Vec;

use super::condition::Condition;
use super::facts::{Facts, TooMany};
use super::term::Term;

/// The largest number of cases of an answer.
pub(crate) const MAX_CASES: usize = 8;

/// The largest number of cases before those with the same result are joined.
const MAX_FOUND: usize = 32;

/// The largest number of runs of an operation.
const MAX_RUNS: usize = 96;

/// The largest number of open questions of a run.
const MAX_QUESTIONS: usize = 24;

/// The largest number of questions of all runs together.
const MAX_ASKED: usize = 1 << 13;

/// Why an operation gives no layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// There is no result, whatever the numbers are. The text says why.
    Never(String),
    /// The rules do not decide whether there is a result. The text says which rule.
    Open(String),
    /// A number does not fit, or has too many symbols.
    Overflow,
    /// There are too many cases. The condition is one that is open.
    Cases(Option<Condition>),
}

impl From<TooMany> for Refusal {
    fn from(_: TooMany) -> Refusal {
        Refusal::Overflow
    }
}

/// The conditions under which an operation has this result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Case<T> {
    pub conditions: Vec<(Condition, bool)>,
    pub result: T,
}

/// A run of an operation: the facts, and the answers to open questions so far.
pub(crate) struct Path {
    facts: Facts,
    answers: Vec<(Condition, bool)>,
    /// The number of these answers that this run has used.
    used: usize,
    asked: usize,
    /// True if the answers contradict the facts, so that this is no case.
    is_empty: bool,
}

impl Path {
    /// Whether the facts and the answers so far decide the condition.
    pub(crate) fn decided(&mut self, condition: &Condition) -> Result<Option<bool>, Refusal> {
        self.asked += 1;
        if self.asked > MAX_ASKED {
            return Err(Refusal::Cases(self.answers.first().map(|(first, _)| first.clone())));
        }
        Ok(self.facts.decide(condition))
    }

    /// Whether the condition holds in this case.
    pub(crate) fn holds(&mut self, condition: Condition) -> Result<bool, Refusal> {
        if let Some(decided) = self.decided(&condition)? {
            return Ok(decided);
        }
        if self.used == self.answers.len() {
            if self.used == MAX_QUESTIONS {
                return Err(Refusal::Cases(Some(self.answers[0].0.clone())));
            }
            self.answers.push((condition.clone(), true));
        }
        let holds = self.answers[self.used].1;
        self.used += 1;
        self.is_empty |= !self.facts.assume(&condition, holds)?;
        Ok(holds)
    }

    /// Whether it is certain that `a`, which may be 0, is below `b`.
    pub(crate) fn surely_below(&mut self, a: &Term, b: &Term) -> Result<bool, Refusal> {
        self.asked += 1;
        Ok(self.facts.surely_below(a, b))
    }

    /// Whether it is certain that one divides the other.
    pub(crate) fn surely_divides(&mut self, divisor: &Term, n: &Term) -> Result<bool, Refusal> {
        let condition = Condition::divides(divisor, n).ok_or(Refusal::Overflow)?;
        Ok(self.decided(&condition)? == Some(true))
    }

    pub(crate) fn divides(&mut self, divisor: &Term, n: &Term) -> Result<bool, Refusal> {
        self.holds(Condition::divides(divisor, n).ok_or(Refusal::Overflow)?)
    }

    pub(crate) fn surely_at_most(&mut self, a: &Term, b: &Term) -> Result<bool, Refusal> {
        let condition = Condition::at_most(a, b).ok_or(Refusal::Overflow)?;
        Ok(self.decided(&condition)? == Some(true))
    }

    pub(crate) fn at_most(&mut self, a: &Term, b: &Term) -> Result<bool, Refusal> {
        self.holds(Condition::at_most(a, b).ok_or(Refusal::Overflow)?)
    }

    /// Whether it is certain that they are equal. Either may be 0.
    pub(crate) fn surely_equal(&mut self, a: &Term, b: &Term) -> Result<bool, Refusal> {
        if a.is_zero() || b.is_zero() {
            return Ok(a.is_zero() && b.is_zero());
        }
        let condition = Condition::equal(a, b).ok_or(Refusal::Overflow)?;
        Ok(self.decided(&condition)? == Some(true))
    }

    /// Whether they are equal. Either may be 0.
    pub(crate) fn equal(&mut self, a: &Term, b: &Term) -> Result<bool, Refusal> {
        if a.is_zero() || b.is_zero() {
            return Ok(a.is_zero() && b.is_zero());
        }
        self.holds(Condition::equal(a, b).ok_or(Refusal::Overflow)?)
    }
}

/// The results of an operation in all cases that the facts leave open. The conditions of the cases exclude one another,
/// and one of them holds. A result that is the same whatever the answer to a question is has no condition for it.
pub(crate) fn cases<T: PartialEq>(
    facts: &Facts,
    mut operation: impl FnMut(&mut Path) -> Result<T, Refusal>,
) -> Result<Vec<Case<Result<T, Refusal>>>, Refusal> {
    let mut found: Vec<Case<Result<T, Refusal>>> = Vec::new();
    let mut answers: Vec<(Condition, bool)> = Vec::new();
    let mut asked = 0;
    for _ in 0..MAX_RUNS {
        let mut path = Path { facts: facts.clone(), answers, used: 0, asked, is_empty: false };
        let result = operation(&mut path);
        asked = path.asked;
        answers = path.answers;
        match result {
            Err(refusal @ Refusal::Cases(_)) => return Err(refusal),
            _ if path.is_empty => {}
            result => push(&mut found, Case { conditions: answers.clone(), result }),
        }
        // The last question that was answered by yes is answered by no next.
        while answers.pop_if(|(_, holds)| !*holds).is_some() {}
        match answers.last_mut() {
            Some((_, holds)) => *holds = false,
            None => {
                if found.len() > MAX_FOUND {
                    break;
                }
                for case in &mut found {
                    case.conditions = needed(facts, &case.conditions);
                }
                return Ok(found);
            }
        }
    }
    let first = found.into_iter().find_map(|case| case.conditions.into_iter().next());
    Err(Refusal::Cases(first.map(|(condition, _)| condition)))
}

/// Adds a case, and joins it with the one before if only the last answer differs.
fn push<T: PartialEq>(found: &mut Vec<Case<T>>, mut case: Case<T>) {
    while let Some(before) = found.last()
        && before.result == case.result
        && let Some(((_, false), same)) = case.conditions.split_last()
        && let Some(((_, true), others)) = before.conditions.split_last()
        && same == others
    {
        case.conditions.pop();
        found.pop();
    }
    found.push(case);
}

/// The conditions without those that follow from the facts and the others.
fn needed(facts: &Facts, conditions: &[(Condition, bool)]) -> Vec<(Condition, bool)> {
    let mut needed = conditions.to_vec();
    let mut at = 0;
    while at < needed.len() {
        let mut others = facts.clone();
        let assumed = (0..needed.len()).filter(|&other| other != at).all(|other| {
            let (condition, holds) = &needed[other];
            others.assume(condition, *holds).is_ok()
        });
        let (condition, holds) = &needed[at];
        if assumed && others.decide(condition) == Some(*holds) {
            needed.remove(at);
        } else {
            at += 1;
        }
    }
    needed
}
