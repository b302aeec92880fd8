//! `wgmma`: multiplications by four warps, with accumulators, and perhaps `A`, in registers.

#[cfg(feature = "alloc")]
use crate::error::Error;
#[cfg(feature = "alloc")]
use crate::thread_value::ThreadValue;

#[cfg(feature = "alloc")]
use super::thread_value;

/// One operand of an instruction in the registers of its threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fragment {
    /// The instruction, its shape and which operand.
    pub name: &'static str,
    /// Where it is described.
    pub source: &'static str,
    /// The shape of the operand.
    pub tile: [i64; 2],
    /// The thread-value layout.
    pub layout: &'static str,
}

#[cfg(feature = "alloc")]
impl Fragment {
    /// The elements of each thread.
    ///
    /// # Errors
    /// None, of the atoms that are here.
    pub fn thread_value(&self) -> Result<ThreadValue, Error> {
        thread_value(self.tile, self.layout)
    }
}

macro_rules! accumulators {
    ($($n:literal: $repeats:literal),*) => {
        /// Accumulators of `wgmma.mma_async`, 64 rows by `N` columns, in the 128 threads of a
        /// warpgroup: each warp has 16 rows, and each 8 columns are as those of `mma.sync`.
        pub static WGMMA_ACCUMULATORS: &[Fragment] = &[$(Fragment {
            name: concat!("wgmma.m64n", $n, ".d"),
            source: "PTX ISA, Asynchronous wgmma instructions, Register Fragments, accumulator D",
            tile: [64, $n],
            layout: concat!("((4,8,4),(2,2,", $repeats, ")):((128,1,16),(64,8,512))"),
        }),*];
    };
}

accumulators!(8: 1, 16: 2, 24: 3, 32: 4, 48: 6, 64: 8, 80: 10, 96: 12, 128: 16, 160: 20, 192: 24,
    224: 28, 256: 32);

/// `A` of `wgmma.mma_async` in registers, 64 rows by `K` columns.
pub static WGMMA_A: &[Fragment] = &[
    Fragment {
        name: "wgmma.m64k8.tf32.a",
        source: "PTX ISA, Asynchronous wgmma instructions, Register Fragments for m64nNk8",
        tile: [64, 8],
        layout: "((4,8,4),(2,2)):((64,1,16),(8,256))",
    },
    Fragment {
        name: "wgmma.m64k16.f16.a",
        source: "PTX ISA, Asynchronous wgmma instructions, Register Fragments for m64nNk16",
        tile: [64, 16],
        layout: "((4,8,4),(2,2,2)):((128,1,16),(64,8,512))",
    },
    Fragment {
        name: "wgmma.m64k32.s8.a",
        source: "PTX ISA, Asynchronous wgmma instructions, Register Fragments for m64nNk32",
        tile: [64, 32],
        layout: "((4,8,4),(4,2,2)):((256,1,16),(64,8,1024))",
    },
];
