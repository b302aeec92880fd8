//! `tcgen05.ld` and `tcgen05.st`: between tensor memory and the registers of four warps.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

#[cfg(feature = "alloc")]
use crate::error::{Error, Operation, Rule};
#[cfg(feature = "alloc")]
use crate::layout::Layout;

/// A shape of loads and stores of tensor memory, repeated along its columns.
///
/// Tensor memory has 128 lanes of 512 columns of 32 bits. The address of a column is 1 past that of
/// the one before it, that of a lane 16384 (004, section 3.4.4). Each of four warps accesses its
/// own 32 lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tmem {
    /// The shape.
    pub name: &'static str,
    /// Where it is described.
    pub source: &'static str,
    /// The columns of one repeat.
    pub columns: i64,
    /// The most repeats.
    pub repeats: i64,
    /// From the lanes that are accessed, of all warps, to addresses.
    pub lanes: &'static str,
    /// From threads to addresses.
    pub threads: &'static str,
    /// From the registers of a thread, of one repeat, to addresses.
    pub registers: &'static str,
    /// Where there are two accesses to the same lanes, the mode of `threads` that tells which one: its
    /// stride is the number of columns from the first to the second (PTX's `immHalfSplitoff`), which
    /// without other words are those of the first.
    pub halves: Option<usize>,
}

#[cfg(feature = "alloc")]
impl Tmem {
    /// The addresses that so many repeats access, of columns and lanes (004, section 3.4.4), as
    /// [`locate`](crate::locate()) takes them.
    ///
    /// # Errors
    /// [`Rule::Extent`] unless the number of repeats is a power of 2, and not too large.
    ///
    /// ```
    /// use tilework_algebra::atom::TMEM;
    /// let shape = TMEM.iter().find(|shape| shape.name == "tcgen05.16x256b").unwrap();
    /// assert_eq!(shape.addresses(1)?.to_string(), "(8,(16,4)):(1,(16384,524288))");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn addresses(&self, repeats: i64) -> Result<Layout, Error> {
        self.addresses_apart(repeats, self.columns.saturating_mul(repeats))
    }

    /// [`Tmem::addresses`], the second of two accesses so many columns after the first.
    ///
    /// # Errors
    /// As [`Tmem::addresses`]; [`Rule::NaturalStride`] for fewer than none.
    ///
    /// ```
    /// use tilework_algebra::atom::TMEM;
    /// let shape = TMEM.iter().find(|shape| shape.name == "tcgen05.16x32bx2").unwrap();
    /// let addresses = shape.addresses_apart(2, 32)?;
    /// assert_eq!(addresses.to_string(), "((2,2),(16,4)):((1,32),(16384,524288))");
    /// assert_eq!(
    ///     shape.thread_value_apart(2, 32)?.to_string(),
    ///     "((16,2,4),(1,2)):((16384,32,524288),(0,1))",
    /// );
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn addresses_apart(&self, repeats: i64, offset: i64) -> Result<Layout, Error> {
        self.checked(repeats, offset)?;
        let columns = Layout::leaf(self.columns * repeats, 1)?;
        let columns = match self.halves {
            Some(_) => Layout::concatenate([columns, Layout::leaf(2, offset)?])?,
            None => columns,
        };
        Layout::concatenate([columns, self.lanes.parse()?])
    }

    /// From thread and register of so many repeats to addresses.
    ///
    /// # Errors
    /// As [`Tmem::addresses`].
    ///
    /// ```
    /// use tilework_algebra::atom::TMEM;
    /// assert_eq!(TMEM[0].name, "tcgen05.32x32b");
    /// assert_eq!(TMEM[0].thread_value(2)?.to_string(), "(128,(1,2)):(16384,(0,1))");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn thread_value(&self, repeats: i64) -> Result<Layout, Error> {
        self.thread_value_apart(repeats, self.columns.saturating_mul(repeats))
    }

    /// [`Tmem::thread_value`], the second of two accesses so many columns after the first.
    ///
    /// # Errors
    /// As [`Tmem::addresses_apart`].
    pub fn thread_value_apart(&self, repeats: i64, offset: i64) -> Result<Layout, Error> {
        self.checked(repeats, offset)?;
        let threads: Layout = self.threads.parse()?;
        let threads = match self.halves {
            Some(half) => Layout::concatenate(
                threads
                    .modes()
                    .enumerate()
                    .map(|(at, mode)| if at == half { Layout::leaf(2, offset) } else { Ok(mode) })
                    .collect::<Result<Vec<_>, _>>()?,
            )?,
            None => threads,
        };
        let registers = [self.registers.parse()?, Layout::leaf(repeats, self.columns)?];
        Layout::concatenate([threads, Layout::concatenate(registers)?])
    }

    fn checked(&self, repeats: i64, offset: i64) -> Result<(), Error> {
        let error = |rule| Err(Error::new(Operation::Partition, rule));
        let power = repeats > 0 && repeats.unsigned_abs().is_power_of_two();
        if !power || repeats > self.repeats {
            return error(Rule::Extent { extent: repeats });
        }
        if self.halves.is_some() && offset < 0 {
            return error(Rule::NaturalStride { stride: offset });
        }
        Ok(())
    }
}

/// The shapes, by the lanes that a warp accesses and the bits in each.
pub static TMEM: &[Tmem] = &[
    Tmem {
        name: "tcgen05.32x32b",
        source: "PTX ISA, tcgen05 Data Movement Shape, Matrix fragments for shape .32x32b",
        columns: 1,
        repeats: 128,
        lanes: "128:16384",
        threads: "128:16384",
        registers: "1:0",
        halves: None,
    },
    Tmem {
        name: "tcgen05.16x64b",
        source: "PTX ISA, tcgen05 Data Movement Shape, Matrix fragments for shape .16x64b",
        columns: 2,
        repeats: 128,
        lanes: "(16,4):(16384,524288)",
        threads: "(2,2,8,4):(131072,1,16384,524288)",
        registers: "1:0",
        halves: None,
    },
    Tmem {
        name: "tcgen05.16x128b",
        source: "PTX ISA, tcgen05 Data Movement Shape, Matrix fragments for shape .16x128b",
        columns: 4,
        repeats: 64,
        lanes: "(16,4):(16384,524288)",
        threads: "(4,8,4):(1,16384,524288)",
        registers: "2:131072",
        halves: None,
    },
    Tmem {
        name: "tcgen05.16x256b",
        source: "PTX ISA, tcgen05 Data Movement Shape, Matrix fragments for shape .16x256b",
        columns: 8,
        repeats: 32,
        lanes: "(16,4):(16384,524288)",
        threads: "(4,8,4):(2,16384,524288)",
        registers: "(2,2):(1,131072)",
        halves: None,
    },
    Tmem {
        name: "tcgen05.16x32bx2",
        source: "PTX ISA, tcgen05.ld and tcgen05.st, .16x32bx2 and immHalfSplitoff; which threads have \
                 which access: CuTe, copy_traits_sm100.hpp, SM100_TMEM_LOAD_16dp32b1x",
        columns: 1,
        repeats: 128,
        lanes: "(16,4):(16384,524288)",
        threads: "(16,2,4):(16384,1,524288)",
        registers: "1:0",
        halves: Some(1),
    },
];
