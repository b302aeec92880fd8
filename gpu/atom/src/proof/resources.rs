//! The resources of a multiprocessor that a block needs: shared memory and registers.

use tilework::internal::Text;

/// The bytes of shared memory that a block can have on compute capability 9.0 (H100, H200) and 10.0: 227 KB (CUDA C++
/// Programming Guide, table of technical specifications).
pub const SHARED_MEMORY: usize = 227 << 10;

/// Registers of a thread that are not accumulators: addresses, counters and operands.
const BESIDE: u64 = 32;

/// Asserts that `stages` stages of `bytes` bytes each, and `beside` further bytes, for example for barriers, fit the
/// [`SHARED_MEMORY`] of a block. The result is their total.
///
/// # Panics
/// If they do not fit. The message says how many stages would.
#[track_caller]
pub const fn fits_shared_memory(stages: usize, bytes: usize, beside: usize) -> usize {
    let all = stages.saturating_mul(bytes).saturating_add(beside);
    if all > SHARED_MEMORY {
        let text = Text::new("shared memory: ").count(stages, "stage").then(" of ");
        let text = text.number(bytes as u64).then(" bytes and ").number(beside as u64);
        let text = text.then(" beside are ").number(all as u64).then(" bytes, a block has ");
        let text = text.number(SHARED_MEMORY as u64).then(" (227 KB): ");
        let fit = SHARED_MEMORY.saturating_sub(beside) / bytes;
        let text = if fit > 0 {
            text.count(fit, "stage").then(if fit == 1 { " fits" } else { " fit" })
        } else {
            text.then("not one fits, write a smaller tile")
        };
        panic!("{}", text.as_str());
    }
    all
}

/// Asserts that a thread with the given number of accumulators needs at most `registers` registers, of which there are
/// at most 255. 32 of them are for addresses, counters and operands. Values that do not fit go to local memory, which
/// is in global memory.
///
/// # Panics
/// If it needs more.
#[track_caller]
pub const fn fits_registers(accumulators: usize, registers: usize) {
    let registers = if registers > 255 { 255 } else { registers };
    let fit = (registers as u64).saturating_sub(BESIDE);
    if accumulators as u64 > fit {
        let text = Text::new("registers: a thread has ").number(accumulators as u64);
        let text = text.then(" accumulators, and of its ").number(registers as u64);
        let text = text.then(" registers ").number(BESIDE).then(" are for the rest: ").number(fit);
        let text = text.then(" fit, write a smaller tile or one for more threads");
        panic!("{}", text.as_str());
    }
}
