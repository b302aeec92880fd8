//! `tcgen05.ld` and `tcgen05.st`: copies between tensor memory and the registers of four warps.

#[cfg(feature = "alloc")]
use alloc::format;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

#[cfg(feature = "alloc")]
use super::tiled_copy::of_elements;
#[cfg(feature = "alloc")]
use super::tiled_mma::halves;
#[cfg(feature = "alloc")]
use crate::error::{Error, Operation, Rule};
#[cfg(feature = "alloc")]
use crate::layout::Layout;
#[cfg(feature = "alloc")]
use crate::operation::composition::composition;
#[cfg(feature = "alloc")]
use crate::stride::arithmetic_tuple::ArithmeticTuple;

/// A shape of loads and stores of tensor memory, repeated along its columns.
///
/// Tensor memory has 128 lanes of 512 columns of 32 bits. Each of four warps accesses its own 32 lanes. Layouts map to
/// columns and lanes, `column e0 + lane e1`.
///
/// An address has the lane in its bits 16 to 31 and the column in the bits below (PTX ISA, Tensor Memory Addressing):
/// `column + 65536 lane`, in units of 32 bits. A column holds `32 / b` elements of `b <= 32` bits, and in such elements
/// the distance of two lanes is `2^21 / b`. Addresses in elements are the [`downcast`](crate::downcast()) of the
/// layouts here by `32 / b` (CuTe, tmem_allocator_sm100.hpp, `TMEM::DP`). [`Tmem::thread_value_of`] has the elements of
/// the threads. [004](crate::papers), section 3.4.4, prints 16384 for a lane. That number also separates columns and
/// lanes, but it is
/// not an address; it is available as `Tmem { lane: 16384, ..shape }`.
///
/// ```
/// use tilework_algebra::atom::{TMEM, Tmem};
/// use tilework_algebra::downcast;
/// let addresses = TMEM[0].addresses(2)?;
/// assert_eq!(addresses.to_string(), "(2,128):(1,65536)");
/// // In elements of 16 bits.
/// assert_eq!(downcast(&addresses, 2)?.to_string(), "(4,128):(1,131072)");
/// let printed = Tmem { lane: 16384, ..TMEM[0] };
/// assert_eq!(printed.addresses(2)?.to_string(), "(2,128):(1,16384)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tmem {
    /// The name of the shape.
    pub name: &'static str,
    /// The section of the manual that describes it.
    pub source: &'static str,
    /// The number of bits of a value. A value of 32 bits is a register and a column. A value of 16 bits is the lower
    /// half of a column; a register holds two of them, the first in its lower bits (`.pack::16b` of loads,
    /// `.unpack::16b` of stores).
    pub bits: i64,
    /// The number of columns of one repeat.
    pub columns: i64,
    /// The largest number of repeats.
    pub repeats: i64,
    /// The difference of the addresses of consecutive lanes.
    pub lane: i64,
    /// The lanes that all warps access.
    pub lanes: &'static str,
    /// The layout from threads to columns and lanes.
    pub threads: &'static str,
    /// The layout from the values of a thread, for one repeat, to columns and lanes.
    pub registers: &'static str,
    /// If there are two accesses to the same lanes, the mode of `threads` that distinguishes them. Its stride is the
    /// number of columns from the first access to the second (PTX's `immHalfSplitoff`). By default this is the number
    /// of columns of the first access.
    pub halves: Option<usize>,
}

#[cfg(feature = "alloc")]
impl Tmem {
    /// The addresses that `repeats` repeats access, as a layout of columns and lanes ([004](crate::papers), section
    /// 3.4.4), in the form
    /// that [`locate`](crate::locate()) takes.
    ///
    /// # Errors
    /// [`Rule::PowerOfTwoUpTo`] unless the number of repeats is a power of 2 and not too large; the errors of
    /// [`composition`](crate::composition()) if `lane` is not valid.
    ///
    /// ```
    /// use tilework_algebra::atom::TMEM;
    /// let shape = TMEM.iter().find(|shape| shape.name == "tcgen05.16x256b").unwrap();
    /// assert_eq!(shape.addresses(1)?.to_string(), "(8,(16,4)):(1,(65536,2097152))");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    pub fn addresses(&self, repeats: i64) -> Result<Layout, Error> {
        self.addresses_apart(repeats, self.columns.saturating_mul(repeats))
    }

    /// [`Tmem::addresses`] with the second of two accesses `offset` columns after the first.
    ///
    /// # Errors
    /// The errors of [`Tmem::addresses`]; [`Rule::NaturalStride`] for a negative offset.
    ///
    /// ```
    /// use tilework_algebra::atom::TMEM;
    /// let shape = TMEM.iter().find(|shape| shape.name == "tcgen05.16x32bx2").unwrap();
    /// let addresses = shape.addresses_apart(2, 32)?;
    /// assert_eq!(addresses.to_string(), "((2,2),(16,4)):((1,32),(65536,2097152))");
    /// assert_eq!(
    ///     shape.thread_value_apart(2, 32)?.to_string(),
    ///     "((16,2,4),(1,2)):((65536,32,2097152),(0,1))",
    /// );
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    pub fn addresses_apart(&self, repeats: i64, offset: i64) -> Result<Layout, Error> {
        self.checked(repeats, offset)?;
        let columns = Layout::leaf(self.columns * repeats, 1)?;
        let columns = match self.halves {
            Some(_) => Layout::concatenate([columns, Layout::leaf(2, offset)?])?,
            None => columns,
        };
        Layout::concatenate([columns, self.of_places(self.lanes)?])
    }

    /// The layout from thread and value, for `repeats` repeats, to addresses.
    ///
    /// # Errors
    /// The errors of [`Tmem::addresses`].
    ///
    /// ```
    /// use tilework_algebra::atom::TMEM;
    /// assert_eq!(TMEM[0].name, "tcgen05.32x32b");
    /// assert_eq!(TMEM[0].thread_value(2)?.to_string(), "(128,(1,2)):(65536,(0,1))");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    pub fn thread_value(&self, repeats: i64) -> Result<Layout, Error> {
        self.thread_value_apart(repeats, self.columns.saturating_mul(repeats))
    }

    /// [`Tmem::thread_value`] with the second of two accesses `offset` columns after the first.
    ///
    /// # Errors
    /// The errors of [`Tmem::addresses_apart`].
    #[inline]
    pub fn thread_value_apart(&self, repeats: i64, offset: i64) -> Result<Layout, Error> {
        self.checked(repeats, offset)?;
        let threads = self.of_places(self.threads)?;
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
        let registers = [self.of_places(self.registers)?, Layout::leaf(repeats, self.columns)?];
        Layout::concatenate([threads, Layout::concatenate(registers)?])
    }

    /// The layout from thread and value, for `repeats` repeats, to addresses for elements of `bits` bits, counted in
    /// these elements. Bit `i + bits v` of the registers of a thread is bit `i` of its element `v`.
    ///
    /// # Errors
    /// The errors of [`Tmem::thread_value`]; [`Rule::WholeElements`] if the bits of an element are in several threads
    /// or not adjacent; [`Rule::Extent`] for elements of less than one bit.
    ///
    /// ```
    /// use tilework_algebra::atom::TMEM;
    /// let shape = TMEM.iter().find(|shape| shape.name == "tcgen05.16x64b").unwrap();
    /// assert_eq!(shape.thread_value(2)?.to_string(), "((2,2,8,4),(1,2)):((524288,1,65536,2097152),(0,2))");
    /// let halves = shape.thread_value_of(2, 16)?;
    /// assert_eq!(halves.to_string(), "((2,2,8,4),(2,(1,2))):((1048576,2,131072,4194304),(1,(0,4)))");
    /// // One column for each of two threads.
    /// assert!(shape.thread_value_of(2, 64).is_err());
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    pub fn thread_value_of(&self, repeats: i64, bits: i64) -> Result<Layout, Error> {
        // A column has 32 bits, even if only half of them are accessed.
        let in_bits = composition(&Layout::leaf(1, 32)?, &self.thread_value(repeats)?)?;
        let [threads, values] = halves(&in_bits)?;
        let values = Layout::concatenate([Layout::leaf(self.bits, 1)?, values])?;
        let [elements] = of_elements([&Layout::concatenate([threads, values])?], bits)?;
        Ok(elements)
    }

    /// The addresses for a layout into columns and lanes.
    #[inline]
    fn of_places(&self, places: &str) -> Result<Layout, Error> {
        let places: Layout<ArithmeticTuple> = places.parse()?;
        let addresses: Layout = format!("(512,128):(1,{})", self.lane).parse()?;
        composition(&addresses, &places).map_err(|error| error.during(Operation::Partition))
    }

    #[inline]
    fn checked(&self, repeats: i64, offset: i64) -> Result<(), Error> {
        let error = |rule| Err(Error::new(Operation::Partition, rule));
        let power = repeats > 0 && repeats.unsigned_abs().is_power_of_two();
        if !power || repeats > self.repeats {
            return error(Rule::PowerOfTwoUpTo { number: repeats, most: self.repeats });
        }
        if self.halves.is_some() && offset < 0 {
            return error(Rule::NaturalStride { stride: offset });
        }
        Ok(())
    }
}

/// The lane is in bits 16 to 31 of an address.
const LANE: i64 = 1 << 16;

/// The shapes, ordered by the lanes that a warp accesses and the bits in each lane.
pub static TMEM: &[Tmem] = &[
    Tmem {
        name: "tcgen05.32x32b",
        source: "PTX ISA, tcgen05 DataLayout Movement Shape, Matrix fragments for shape .32x32b",
        bits: 32,
        columns: 1,
        repeats: 128,
        lane: LANE,
        lanes: "128:e1",
        threads: "128:e1",
        registers: "1:0",
        halves: None,
    },
    Tmem {
        name: "tcgen05.16x64b",
        source: "PTX ISA, tcgen05 DataLayout Movement Shape, Matrix fragments for shape .16x64b",
        bits: 32,
        columns: 2,
        repeats: 128,
        lane: LANE,
        lanes: "(16,4):(e1,32e1)",
        threads: "(2,2,8,4):(8e1,e0,e1,32e1)",
        registers: "1:0",
        halves: None,
    },
    Tmem {
        name: "tcgen05.16x128b",
        source: "PTX ISA, tcgen05 DataLayout Movement Shape, Matrix fragments for shape .16x128b",
        bits: 32,
        columns: 4,
        repeats: 64,
        lane: LANE,
        lanes: "(16,4):(e1,32e1)",
        threads: "(4,8,4):(e0,e1,32e1)",
        registers: "2:8e1",
        halves: None,
    },
    Tmem {
        name: "tcgen05.16x256b",
        source: "PTX ISA, tcgen05 DataLayout Movement Shape, Matrix fragments for shape .16x256b",
        bits: 32,
        columns: 8,
        repeats: 32,
        lane: LANE,
        lanes: "(16,4):(e1,32e1)",
        threads: "(4,8,4):(2e0,e1,32e1)",
        registers: "(2,2):(e0,8e1)",
        halves: None,
    },
    Tmem {
        name: "tcgen05.16x32bx2",
        source: "PTX ISA, tcgen05.ld and tcgen05.st, .16x32bx2 and immHalfSplitoff; which threads have \
                 which access: CuTe, copy_traits_sm100.hpp, SM100_TMEM_LOAD_16dp32b1x",
        bits: 32,
        columns: 1,
        repeats: 128,
        lane: LANE,
        lanes: "(16,4):(e1,32e1)",
        threads: "(16,2,4):(e1,e0,32e1)",
        registers: "1:0",
        halves: Some(1),
    },
    Tmem {
        name: "tcgen05.32x32b.pack::16b",
        source: "PTX ISA, tcgen05.ld, .pack::16b; CuTe, copy_traits_sm100.hpp, SM100_TMEM_LOAD_32dp32b1x_16b",
        bits: 16,
        columns: 2,
        repeats: 128,
        lane: LANE,
        lanes: "128:e1",
        threads: "128:e1",
        registers: "2:e0",
        halves: None,
    },
    Tmem {
        name: "tcgen05.16x64b.pack::16b",
        source: "PTX ISA, tcgen05.ld, .pack::16b; CuTe, copy_traits_sm100.hpp, SM100_TMEM_LOAD_16dp64b1x_16b",
        bits: 16,
        columns: 4,
        repeats: 128,
        lane: LANE,
        lanes: "(16,4):(e1,32e1)",
        threads: "(2,2,8,4):(8e1,2e0,e1,32e1)",
        registers: "2:e0",
        halves: None,
    },
    Tmem {
        name: "tcgen05.16x128b.pack::16b",
        source: "PTX ISA, tcgen05.ld, .pack::16b; CuTe, copy_traits_sm100.hpp, SM100_TMEM_LOAD_16dp128b1x_16b",
        bits: 16,
        columns: 8,
        repeats: 64,
        lane: LANE,
        lanes: "(16,4):(e1,32e1)",
        threads: "(4,8,4):(2e0,e1,32e1)",
        registers: "(2,2):(e0,8e1)",
        halves: None,
    },
    Tmem {
        name: "tcgen05.16x256b.pack::16b",
        source: "PTX ISA, tcgen05.ld, .pack::16b; CuTe, copy_traits_sm100.hpp, SM100_TMEM_LOAD_16dp256b1x_16b",
        bits: 16,
        columns: 16,
        repeats: 32,
        lane: LANE,
        lanes: "(16,4):(e1,32e1)",
        threads: "(4,8,4):(4e0,e1,32e1)",
        registers: "(4,2):(e0,8e1)",
        halves: None,
    },
    Tmem {
        name: "tcgen05.16x32bx2.pack::16b",
        source: "PTX ISA, tcgen05.ld, .pack::16b; CuTe, copy_traits_sm100.hpp, SM100_TMEM_LOAD_16dp32b1x_16b",
        bits: 16,
        columns: 2,
        repeats: 128,
        lane: LANE,
        lanes: "(16,4):(e1,32e1)",
        threads: "(16,2,4):(e1,2e0,32e1)",
        registers: "2:e0",
        halves: Some(1),
    },
];
