//! Explanations of what threads access together: sectors of global memory, and banks.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Steps;
use super::question::{LISTED, SHOWN};
use crate::error::Operation;
use crate::expression::arguments::Arguments;
use crate::expression::operand::Blame;
use crate::expression::operation::banks::access;
use crate::expression::operation::listed;
use crate::expression::operation::question::sectors;
use crate::search::bank_conflicts::Access;
use crate::search::coalescing::{Coalescing, coalescing};

impl Steps<'_> {
    /// Explains the sectors of an access: the threads that use each of the first few, and what is delivered in vain.
    pub(super) fn coalescing(&mut self, of: &Arguments<'_>) -> Result<(), Blame> {
        let access = sectors(of)?;
        let each = access.bytes(0).map_or(0, |(_, end)| end);
        let offsets = listed(of, 0, Operation::Coalescing)?;
        let found = coalescing(&offsets, &access)?;
        self.line(format_args!(
            "{} threads access {each} bytes each, together {} different bytes",
            offsets.len(),
            found.bytes
        ));
        if offsets.len() as i64 <= LISTED {
            let runs = offsets.iter().filter_map(|&offset| access.bytes(offset));
            self.sectors(&runs.collect::<Vec<_>>(), &found);
        }
        let (used, sector) = (found.bytes, found.sector);
        let all = sector * found.sectors;
        self.line(format_args!(
            "{} sectors of {sector} bytes are {all} bytes: {} percent of them are accessed, {} bytes are not",
            found.sectors,
            found.efficiency(),
            all - used
        ));
        self.line(match found.fewest == found.sectors {
            true => format!("fewer sectors cannot hold {used} bytes"),
            false => format!("{used} bytes fit in {} sectors", found.fewest),
        });
        Ok(())
    }

    /// The first few sectors, with the threads that access each of them.
    fn sectors(&mut self, runs: &[(i64, i64)], found: &Coalescing) {
        let size = found.sector;
        let mut next = i64::MIN;
        let mut shown = 0;
        while shown < SHOWN {
            let sector = |&(first, after): &(i64, i64)| {
                let sector = first.div_euclid(size).max(next);
                (sector <= (after - 1).div_euclid(size)).then_some(sector)
            };
            let Some(sector) = runs.iter().filter_map(sector).min() else { return };
            let begin = sector * size;
            let last = begin + (size - 1);
            let users = runs.iter().enumerate();
            let users = users.filter(|(_, (first, after))| *first <= last && *after > begin);
            let users: Vec<usize> = users.map(|(thread, _)| thread).collect();
            self.line(format_args!(
                "sector {sector}, bytes {begin} to {last}: {}",
                threads(&users)
            ));
            next = sector + 1;
            shown += 1;
        }
        if found.sectors > shown as i64 {
            self.line(format_args!("and {} more sectors", found.sectors - shown as i64));
        }
    }

    /// Explains the conflicts of each phase: the bank that is asked for most words, and who asks for them.
    pub(super) fn bank_conflicts(&mut self, of: &Arguments<'_>) -> Result<(), Blame> {
        let access = access(of)?;
        let offsets = listed(of, 0, Operation::BankConflicts)?;
        let together = access.threads();
        let count = access.phases(offsets.len()).count();
        self.line(format_args!(
            "{access}: {} threads in phases of {together}, {count} in all",
            offsets.len()
        ));
        for (phase, these) in access.phases(offsets.len()).enumerate().take(SHOWN) {
            let mut these: Vec<usize> = these.collect();
            these.sort_unstable();
            let who = threads(&these);
            let conflicts = access.conflicts(these.iter().map(|&thread| offsets[thread]));
            if conflicts == 0 {
                self.line(format_args!("phase {phase}, {who}: no bank is asked for two words"));
                continue;
            }
            match busiest(&these, &offsets, &access) {
                None => {
                    let words = conflicts + 1;
                    self.line(format_args!(
                        "phase {phase}, {who}: a bank is asked for {words} words"
                    ));
                }
                Some((bank, words)) => {
                    self.line(format_args!(
                        "phase {phase}, {who}: bank {bank} is asked for {} words, {conflicts} more than one",
                        words.len()
                    ));
                    self.indent += 1;
                    for (word, users) in words.iter().take(SHOWN) {
                        self.line(format_args!("word {word}: {}", threads(users)));
                    }
                    if words.len() > SHOWN {
                        self.line(format_args!("and {} more", words.len() - SHOWN));
                    }
                    self.indent -= 1;
                }
            }
        }
        if count > SHOWN {
            self.line(format_args!("and {} more phases", count - SHOWN));
        }
        Ok(())
    }
}

/// The bank that is asked for most words, and the words with the threads that ask for each; `None` if there are too
/// many to list.
fn busiest(
    these: &[usize],
    offsets: &[i64],
    access: &Access,
) -> Option<(i128, Vec<(i128, Vec<usize>)>)> {
    let mut asked: Vec<(i128, i128, usize)> = Vec::new();
    for &thread in these {
        let (first, end) = access.words(offsets[thread]);
        if asked.len() as i128 + (end - first) > LISTED.into() {
            return None;
        }
        let bank = |word: i128| word.rem_euclid(access.bank_count().into());
        asked.extend((first..end).map(|word| (bank(word), word, thread)));
    }
    asked.sort_unstable();
    let words = |bank: &[(i128, i128, usize)]| bank.chunk_by(|a, b| a.1 == b.1).count();
    // Of several, the first bank.
    let most = asked.chunk_by(|a, b| a.0 == b.0).rev().max_by_key(|bank| words(bank))?;
    let each = most.chunk_by(|a, b| a.1 == b.1);
    let each = each.map(|users| (users[0].1, users.iter().map(|user| user.2).collect()));
    Some((most[0].0, each.collect()))
}

/// The numbers of threads in increasing order, in words.
fn threads(numbers: &[usize]) -> String {
    let [first, .., last] = numbers else {
        return numbers.first().map_or("no thread".to_string(), |only| format!("thread {only}"));
    };
    if last - first + 1 == numbers.len() {
        return format!("threads {first} to {last}");
    }
    let shown: Vec<String> = numbers.iter().take(SHOWN).map(usize::to_string).collect();
    let more = match numbers.len() - shown.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("threads {}{more}", shown.join(", "))
}
