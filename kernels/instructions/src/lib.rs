//! Kernels of a few lines, one for each instruction or two of `tilework_kernel::device`, so that each is tried three times: its PTX is
//! counted, threads of the CPU run it and give what the PTX ISA says, and `device/examples/instructions.rs` runs it on a GPU, which has to
//! give the same, bit for bit.
//!
//! Each kernel has one block, reads `from` and writes `to`, both of words of 32 bits.

#![allow(clippy::missing_safety_doc)]

pub mod together;

/// The PTX of these kernels, as `kernels/build` writes it.
#[cfg(not(target_arch = "nvptx64"))]
pub const PTX: &str = include_str!("../../ptx/instructions.ptx");

/// Calls a macro with all kernels. Of each: its module and name, how many threads a block has and how many bytes of shared memory, the
/// words that it reads, as a function of [`input`], and how many it writes.
#[macro_export]
macro_rules! each_kernel {
    ($call:ident) => {
        $call! {
            together: matrices_between_branches 32 512 bits(32) 128;
        }
    };
}

/// What kernels read.
#[cfg(not(target_arch = "nvptx64"))]
pub mod input {
    /// So many words of random bits, always the same.
    pub fn bits(count: usize) -> Vec<u32> {
        // Splitmix64 (Steele, Lea, Flood 2014).
        let mut state = 0_u64;
        let mut next = || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let x = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((x ^ x >> 31) >> 32) as u32
        };
        (0..count).map(|_| next()).collect()
    }
}
