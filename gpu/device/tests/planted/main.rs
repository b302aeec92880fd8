//! Planted bugs: kernels with one mistake each, which the threads of the CPU find, and their right twins, which pass.
//! A table has the kernels of a kind, with the words of the message and the number of seeds within which it comes.

mod atomics;
mod barriers;
mod layouts;
mod releases;
mod sizes;
mod stages;
mod unseen;
mod waits;

use std::panic::{AssertUnwindSafe, catch_unwind};

use tilework_device::emulator::{Buffer, Emulator};
use tilework_device::{Element, Global};

/// A kernel with a mistake, and without.
pub struct Planted {
    /// The mistake.
    pub name: &'static str,
    /// Each message has some of these words.
    pub says: &'static [&'static str],
    /// The mistake is found with one of the seeds below this number.
    pub seeds: u64,
    /// Runs the kernel and compares its results; the mistake is in it if the flag says so.
    pub run: fn(&mut Emulator, bool),
}

/// Each kernel is run with so many seeds.
const SEEDS: u64 = 12;

impl Planted {
    /// What is said with a seed, if anything is.
    fn said(&self, seed: u64, wrong: bool) -> Option<String> {
        let mut emulator = Emulator::new(seed);
        let run = AssertUnwindSafe(|| (self.run)(&mut emulator, wrong));
        let panic = catch_unwind(run).err()?;
        let words = panic.downcast_ref::<String>().cloned();
        Some(words.unwrap_or_else(|| (*panic.downcast_ref::<&str>().expect("words")).to_owned()))
    }
}

/// The right kernels pass with all seeds, and the wrong ones are found.
pub fn check(all: &[Planted]) {
    for planted in all {
        let Planted { name, says, seeds, .. } = planted;
        for seed in 0..SEEDS {
            assert_eq!(planted.said(seed, false), None, "{name}, right, seed {seed}");
        }
        let said: Vec<Option<String>> = (0..SEEDS).map(|seed| planted.said(seed, true)).collect();
        let count = said.iter().flatten().count();
        let one = said.iter().flatten().next();
        println!("{name}: with {count} of {SEEDS} seeds; {}", one.map_or("", |said| said));
        for said in said.iter().flatten() {
            assert!(says.iter().any(|words| said.contains(words)), "{name}: {said}");
        }
        let first = said.iter().position(Option::is_some);
        assert!(first.is_some_and(|first| (first as u64) < *seeds), "{name}: found at {first:?}");
    }
}

/// The elements of a buffer, for a kernel.
pub fn of<T: Element>(buffer: Buffer<T>) -> Global<T> {
    // SAFETY: it is in global memory.
    unsafe { Global::new(buffer.pointer()) }
}
