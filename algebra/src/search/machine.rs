//! Machines: the banks of shared memory, the threads that access them together, and the pieces of global memory.

use smallvec::smallvec;

use crate::error::{Error, Operation, Rule};
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::operation::coalesce::coalesce;
use crate::stride::xor::Xor;

/// The direction of an access to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transfer {
    /// From memory to registers.
    Load,
    /// From registers to memory.
    Store,
}

impl Transfer {
    /// `load` or `store`.
    pub const fn name(self) -> &'static str {
        match self {
            Transfer::Load => "load",
            Transfer::Store => "store",
        }
    }
}

/// A GPU, as public sources describe its memory.
#[derive(Debug, PartialEq, Eq)]
pub struct Machine {
    /// The name, as expressions write it.
    pub name: &'static str,
    /// The GPUs that it stands for.
    pub gpus: &'static str,
    /// The number of threads of a warp, wavefront or subgroup.
    pub warp: i64,
    /// The bytes of a word of a bank.
    pub bank_width: i64,
    phases: &'static [Phases],
    /// The bytes of a piece of global memory, or 0 if they are not known.
    sector: i64,
    /// The sources of these figures, and where they are silent or differ.
    pub sources: &'static str,
}

/// The threads that access shared memory together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phases {
    /// The numbers of bytes of each thread.
    pub bytes: &'static [i64],
    /// Loads, stores, or both.
    pub transfers: &'static [Transfer],
    /// The number of banks.
    pub banks: i64,
    /// The number of threads of a phase.
    pub together: i64,
    /// The threads of a warp in the order of phases; empty if that is their own order.
    pub order: &'static [u8],
}

impl Phases {
    /// The layout from `(place in a phase, phase)` to the thread, of a warp of so many threads. After a thread-value
    /// layout, it gives the threads in the order of phases, as neighbors. The numbers of both are powers of 2.
    ///
    /// ```
    /// use tilework_algebra::{Machine, Transfer};
    /// let cdna3 = Machine::named("cdna3").unwrap();
    /// let phases = cdna3.phases(16, Transfer::Load)?.layout(cdna3.warp)?;
    /// assert_eq!(phases.to_string(), "((4,2),(4,2)):((f1,f20),(f4,f32))");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Rule::Evenness`] if the phases are not a whole number; [`Rule::Extent`] for less than 1 thread.
    pub fn layout(&self, warp: i64) -> Result<Layout<Xor>, Error> {
        if warp % self.together != 0 {
            let rule = Rule::Evenness { size: warp, span: self.together };
            return Err(Error::new(Operation::BankConflicts, rule));
        }
        // The mode of the bits from one place on, below another.
        let bits = |first: i64, end: i64| {
            let mut modes: Modes<Xor> = smallvec![Mode { shape: 1, stride: Xor::new(0)? }];
            let mut place = first;
            while place < end {
                let thread = self.order.get(place as usize).map_or(place, |&thread| thread.into());
                modes.push(Mode { shape: 2, stride: Xor::new(thread)? });
                place *= 2;
            }
            Ok::<_, Error>(coalesce(&Layout::of_flat_checked(modes)?))
        };
        Layout::concatenate([bits(1, self.together)?, bits(self.together, warp)?])
    }
}

const LOAD: &[Transfer] = &[Transfer::Load];
const STORE: &[Transfer] = &[Transfer::Store];
const BOTH: &[Transfer] = &[Transfer::Load, Transfer::Store];

/// `together` neighbors access `bytes` bytes each, in `banks` banks.
const fn neighbors(
    bytes: &'static [i64],
    transfers: &'static [Transfer],
    banks: i64,
    together: i64,
) -> Phases {
    Phases { bytes, transfers, banks, together, order: &[] }
}

/// The order of 64 threads whose bits are these threads: thread `t` of the order is the XOR of the entries at the bits
/// of `t`. It is a layout with XOR strides, `(2,2,2,2,2,2):(f1,f2,..)`.
const fn order(bits: [u8; 6]) -> [u8; 64] {
    let mut order = [0; 64];
    let mut place = 0;
    while place < 64 {
        let mut bit = 0;
        while bit < 6 {
            if place >> bit & 1 == 1 {
                order[place] ^= bits[bit];
            }
            bit += 1;
        }
        place += 1;
    }
    order
}

/// Phases of 8 threads: 0 to 3 with 20 to 23, 4 to 7 with 16 to 19, 8 to 11 with 28 to 31, 12 to 15 with 24 to 27, and
/// the same from 32 on. `((4,2),(4,2)):((f1,f20),(f4,f32))`
static EIGHT: [u8; 64] = order([1, 2, 20, 4, 8, 32]);
/// Phases of 16 threads: 0 to 3 with 12 to 15, 20 to 23 and 24 to 27, then the others below 32, and the same from 32
/// on. `((4,2,2),(2,2)):((f1,f12,f20),(f4,f32))`
static SIXTEEN: [u8; 64] = order([1, 2, 12, 20, 4, 32]);

/// CDNA with 32 banks.
const CDNA_32: &[Phases] = &[
    neighbors(&[4], BOTH, 32, 32),
    neighbors(&[16], STORE, 32, 8),
    Phases { order: &EIGHT, ..neighbors(&[16], LOAD, 32, 8) },
];

const RDNA_SOURCES: &str = "The ISA guides (12.1, LDS) have 64 banks of 4 bytes for a workgroup processor, in two sets of \
     32, and ROCm's documentation of HIP (Hardware implementation) has another peak. Neither says which threads access \
     them together. No source for the pieces of global memory.";

/// The machines that expressions know by name, `bank_conflicts(L, 16, machine=cdna3)`.
///
/// [`Machine::sources`] has the source of each figure. A figure on which public sources are silent or disagree is
/// missing, and [`Access::on`](crate::Access::on) and [`Machine::sector`] refuse it.
///
/// | name | bytes of a thread | banks | threads together |
/// |---|---|---|---|
/// | `nvidia` | 1, 2, 4; 8; 16 | 32 | 32; 16; 8 neighbors |
/// | `cdna2`, `cdna3` | 4 | 32 | 32 neighbors |
/// | | 16, stores | 32 | 8 neighbors |
/// | | 16, loads | 32 | 8: 0 to 3 with 20 to 23, and so on |
/// | `cdna4` | 8, loads | 64 | 32 neighbors |
/// | | 12, loads | 32 | 8, as `cdna3` loads 16 bytes |
/// | | 16, loads | 64 | 16: 0 to 3 with 12 to 15 and 20 to 27, and so on |
/// | | 8, stores | 32 | 16 neighbors |
/// | `rdna3`, `rdna4` | none | | |
/// | `xe` | 4, loads | 16 | 16 neighbors |
///
/// ```
/// use tilework_algebra::{MACHINES, Machine};
/// let names: Vec<_> = MACHINES.iter().map(|machine| machine.name).collect();
/// assert_eq!(names, ["nvidia", "cdna2", "cdna3", "cdna4", "rdna3", "rdna4", "xe"]);
/// assert_eq!(Machine::named("cdna4").unwrap().warp, 64);
/// assert_eq!(Machine::named("nvidia").unwrap().sector().unwrap(), 32);
/// assert!(Machine::named("rdna4").unwrap().sector().is_err());
/// ```
pub static MACHINES: &[Machine] = &[
    Machine {
        name: "nvidia",
        gpus: "NVIDIA, compute capability 7.0 and later",
        warp: 32,
        bank_width: 4,
        phases: &[
            neighbors(&[1, 2, 4], BOTH, 32, 32),
            neighbors(&[8], BOTH, 32, 16),
            neighbors(&[16], BOTH, 32, 8),
        ],
        sector: 32,
        sources: "CUDA C++ Programming Guide, Shared Memory: 32 banks of 4 bytes. CUDA C++ Best Practices Guide, Coalesced \
                  Access to Global Memory: pieces of 32 bytes. The phases are measured on an H200 for 4, 8 and 16 bytes \
                  (algebra/tests/hardware).",
    },
    Machine {
        name: "cdna2",
        gpus: "AMD MI200",
        warp: 64,
        bank_width: 4,
        phases: CDNA_32,
        sector: 64,
        sources: "AMD's blog Avoiding LDS Bank Conflicts (2025): 32 banks of 4 bytes on MI series. AMD OpenCL Optimization \
                  Guide, Local Memory: 4 bytes by half a wavefront. Composable Kernel documentation, Understanding AMD GPU \
                  LDS and Bank Conflicts: 16 bytes with 32 banks. ROCm Compute Profiler documentation, Vector L1 cache: \
                  lines of 64 bytes. No source for 8 bytes.",
    },
    Machine {
        name: "cdna3",
        gpus: "AMD MI300",
        warp: 64,
        bank_width: 4,
        phases: CDNA_32,
        sector: 0,
        sources: "As cdna2. Slides in the repository of Composable Kernel (LDS Bank Conflicts on CDNA, 2026) take half a \
                  wavefront for 16 bytes too, against its documentation. The line of the L1 cache has 64 bytes in ROCm \
                  Compute Profiler's documentation and 128 in the CDNA 3 white paper. No source for 8 bytes.",
    },
    Machine {
        name: "cdna4",
        gpus: "AMD MI350",
        warp: 64,
        bank_width: 4,
        phases: &[
            neighbors(&[8], LOAD, 64, 32),
            Phases { order: &EIGHT, ..neighbors(&[12], LOAD, 32, 8) },
            Phases { order: &SIXTEEN, ..neighbors(&[16], LOAD, 64, 16) },
            neighbors(&[8], STORE, 32, 16),
        ],
        sector: 0,
        sources: "Measurements of HipKittens on gfx950 (analysis/paper_experiments/phases): banks and phases of \
                  ds_read_b64, ds_read_b96, ds_read_b128 and ds_write_b64. rocRoller's document of LDS swizzles has the \
                  same phases of ds_read_b128. No source for other widths; the L1 cache as cdna3.",
    },
    Machine {
        name: "rdna3",
        gpus: "AMD RX 7000",
        warp: 32,
        bank_width: 4,
        phases: &[],
        sector: 0,
        sources: RDNA_SOURCES,
    },
    Machine {
        name: "rdna4",
        gpus: "AMD RX 9000",
        warp: 32,
        bank_width: 4,
        phases: &[],
        sector: 0,
        sources: RDNA_SOURCES,
    },
    Machine {
        name: "xe",
        gpus: "Intel Xe-HPC and Xe2, subgroups of 16",
        warp: 16,
        bank_width: 4,
        phases: &[neighbors(&[4], LOAD, 16, 16)],
        sector: 64,
        sources: "oneAPI GPU Optimization Guide, Shared Local Memory: 64 bytes in 16 consecutive banks of 4 bytes, on the \
                  devices so far; a stride of 16 words leaves 1/16 of the bandwidth. Intel's OpenCL Developer Guide for \
                  Processor Graphics, Memory Access: 16 banks, lines of 64 bytes. By it, stores to one word conflict, \
                  which the other guide does not say. No source for other widths.",
    },
];

impl Machine {
    /// The machine with this name.
    pub fn named(name: &str) -> Option<&'static Machine> {
        MACHINES.iter().find(|machine| machine.name == name)
    }

    /// The threads that access shared memory together if each has `bytes` bytes.
    ///
    /// # Errors
    /// [`Rule::Unpublished`] if there is no source.
    pub fn phases(&self, bytes: i64, transfer: Transfer) -> Result<Phases, Error> {
        let mut all = self.phases.iter();
        let found = all.find(|of| of.bytes.contains(&bytes) && of.transfers.contains(&transfer));
        let rule = Rule::Unpublished { machine: self.name, transfer: transfer.name(), bytes };
        found.copied().ok_or(Error::new(Operation::BankConflicts, rule))
    }

    /// The number of bytes of a piece of global memory.
    ///
    /// # Errors
    /// [`Rule::UnpublishedSector`] if there is no source.
    pub fn sector(&self) -> Result<i64, Error> {
        let rule = Rule::UnpublishedSector { machine: self.name };
        if self.sector > 0 { Ok(self.sector) } else { Err(Error::new(Operation::Coalescing, rule)) }
    }
}
