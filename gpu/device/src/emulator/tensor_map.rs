//! Tensor maps: the description of a tensor for the copy engine, as 12 words for threads of the CPU, and the checks of
//! the driver.

use tilework_atom::SharedTile;

use crate::{DataType, Reduction, TensorElement, TensorMap, Tile};

impl DataType {
    /// The number of bytes of an element.
    pub fn bytes(self) -> u32 {
        match self {
            DataType::U8 => 1,
            DataType::U16 | DataType::F16 | DataType::Bf16 => 2,
            DataType::U32 | DataType::S32 | DataType::F32 => 4,
            DataType::U64 | DataType::S64 | DataType::F64 => 8,
        }
    }

    const ALL: [DataType; 10] = [
        DataType::U8,
        DataType::U16,
        DataType::U32,
        DataType::S32,
        DataType::U64,
        DataType::S64,
        DataType::F16,
        DataType::Bf16,
        DataType::F32,
        DataType::F64,
    ];
}

/// The reason why `cuTensorMapEncodeTiled` of the CUDA driver API refuses a map of boxes `T`, if it does. The extents,
/// the strides and the size of the buffer are in elements.
pub fn refused<T: Tile<RANK>, const RANK: usize>(
    elements: usize,
    extents: [u32; RANK],
    strides: [u64; RANK],
) -> Option<String> {
    let bytes = T::Element::DATA_TYPE.bytes();
    let says = |what: String| Some(format!("tensor_map: {what}"));
    if !(1..=5).contains(&RANK) {
        return says(format!("a tensor has 1 to 5 modes, not {RANK}"));
    }
    if extents.contains(&0) {
        return says(format!(
            "the copy engine reads tensors of one element and more, not of {extents:?}"
        ));
    }
    if strides[0] != 1 {
        return says(format!("the first mode is contiguous: its stride is 1, not {}", strides[0]));
    }
    let most = 1_u64 << 40;
    let mut others = strides[1..].iter().map(|stride| stride.saturating_mul(u64::from(bytes)));
    if let Some(stride) = others.find(|stride| !stride.is_multiple_of(16) || *stride >= most) {
        return says(format!(
            "strides are multiples of 16 bytes below 2^40, not of {stride} bytes"
        ));
    }
    let reach = extents.iter().zip(strides);
    let reach = reach.fold(1_u64, |sum, (extent, stride)| {
        sum.saturating_add(u64::from(extent - 1).saturating_mul(stride))
    });
    if reach > elements as u64 {
        return says(format!("the tensor reaches {reach} elements, and the buffer has {elements}"));
    }
    if let Some(extent) = T::BOX.iter().find(|extent| !(1..=256).contains(*extent)) {
        return says(format!("a box has 1 to 256 elements in a mode, not {extent}"));
    }
    let (row, bits) = (bytes * T::BOX[0], T::Atom::VALUE.bits);
    if !row.is_multiple_of(16) {
        return says(format!("rows of a box are multiples of 16 bytes, not {row}"));
    }
    if bits > 0 && row > 16 << bits {
        return says(format!(
            "rows of a box are at most {} bytes, as swizzles, not {row}",
            16 << bits
        ));
    }
    None
}

/// The description of a tensor and its boxes.
#[derive(Clone, Debug)]
pub(super) struct Boxes {
    pub(super) data: u64,
    pub(super) of: DataType,
    pub(super) swizzle: u32,
    pub(super) extents: Vec<u64>,
    /// The strides in bytes.
    pub(super) strides: Vec<u64>,
    pub(super) shape: Vec<u64>,
}
impl Boxes {
    /// Encodes the map of boxes `T`.
    pub(super) fn encoded<T: Tile<RANK>, const RANK: usize>(
        data: u64,
        extents: [u32; RANK],
        strides: [u64; RANK],
    ) -> TensorMap<T> {
        let of = T::Element::DATA_TYPE;
        let index = DataType::ALL.iter().position(|other| *other == of).expect("it is one of all");
        let mut words = [0; 16];
        words[0] = data;
        words[1] = (RANK | index << 8 | (T::Atom::VALUE.bits as usize) << 16) as u64;
        for mode in 0..RANK {
            words[2 + mode] = u64::from(extents[mode]) | u64::from(T::BOX[mode]) << 32;
            words[7 + mode] = strides[mode] * u64::from(of.bytes());
        }
        // SAFETY: it is for `Emulator`, which keeps its buffers as long as it lives and checks each access.
        unsafe { TensorMap::encoded(words) }
    }

    /// Decodes a map.
    pub(super) fn of<T>(map: &TensorMap<T>) -> Self {
        let words = map.0;
        let (rank, of) = ((words[1] & 255) as usize, (words[1] >> 8 & 255) as usize);
        let modes = &words[2..2 + rank];
        Boxes {
            data: words[0],
            of: DataType::ALL[of],
            swizzle: (words[1] >> 16) as u32,
            extents: modes.iter().map(|mode| mode & 0xffff_ffff).collect(),
            strides: words[7..7 + rank].to_vec(),
            shape: modes.iter().map(|mode| mode >> 32).collect(),
        }
    }

    /// The bytes of a box.
    pub(super) fn bytes(&self) -> u32 {
        self.of.bytes() * self.shape.iter().product::<u64>() as u32
    }

    /// The address of each element of the box at a corner, in their order in shared memory; `None` outside of the
    /// tensor. Coordinates are signed.
    pub(super) fn places(&self, corner: &[u32]) -> Vec<Option<u64>> {
        let place = |index: u64| {
            let (mut rest, mut address) = (index, self.data);
            for (mode, corner) in corner.iter().enumerate() {
                let at = i64::from(*corner as i32) + (rest % self.shape[mode]) as i64;
                rest /= self.shape[mode];
                if !(0..self.extents[mode] as i64).contains(&at) {
                    return None;
                }
                address += at as u64 * self.strides[mode];
            }
            Some(address)
        };
        (0..self.shape.iter().product()).map(place).collect()
    }

    /// Combines the bits of an element of the tensor with those of an element of the box.
    pub(super) fn reduced(&self, by: Reduction, x: u64, y: u64) -> u64 {
        fn numbers<T: PartialOrd>(by: Reduction, x: T, y: T, add: fn(T, T) -> T) -> T {
            match by {
                Reduction::Add => add(x, y),
                Reduction::Min => {
                    if y < x {
                        y
                    } else {
                        x
                    }
                }
                Reduction::Max => {
                    if y > x {
                        y
                    } else {
                        x
                    }
                }
                by => panic!("{by:?} is of integers without a sign"),
            }
        }
        use half::{bf16, f16};
        match (by, self.of) {
            (Reduction::And, DataType::U32 | DataType::U64 | DataType::S32 | DataType::S64) => {
                x & y
            }
            (Reduction::Or, DataType::U32 | DataType::U64 | DataType::S32 | DataType::S64) => x | y,
            (Reduction::Xor, DataType::U32 | DataType::U64 | DataType::S32 | DataType::S64) => {
                x ^ y
            }
            (_, DataType::U32) => numbers(by, x as u32, y as u32, u32::wrapping_add).into(),
            (_, DataType::S32) => numbers(by, x as i32, y as i32, i32::wrapping_add) as u32 as u64,
            (_, DataType::U64) => numbers(by, x, y, u64::wrapping_add),
            (_, DataType::S64) => numbers(by, x as i64, y as i64, i64::wrapping_add) as u64,
            (_, DataType::F16) => {
                let of = |bits: u64| f16::from_bits(bits as u16);
                numbers(by, of(x), of(y), |x, y| x + y).to_bits().into()
            }
            (_, DataType::Bf16) => {
                let of = |bits: u64| bf16::from_bits(bits as u16);
                numbers(by, of(x), of(y), |x, y| x + y).to_bits().into()
            }
            (Reduction::Add, DataType::F32) => {
                (f32::from_bits(x as u32) + f32::from_bits(y as u32)).to_bits().into()
            }
            (Reduction::Add, DataType::F64) => (f64::from_bits(x) + f64::from_bits(y)).to_bits(),
            (by, of) => panic!("the copy engine has no {by:?} of {of:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use half::{bf16, f16};

    use super::{Boxes, DataType, Reduction};

    /// PTX ISA 8.0, 9.7.8.24.9: which elements have which operation.
    #[test]
    fn elements_are_combined_as_what_they_are() {
        let of =
            |of| Boxes { data: 0, of, swizzle: 0, extents: vec![], strides: vec![], shape: vec![] };
        let by = |kind, by, x, y| of(kind).reduced(by, x, y);
        let minus_one = u64::from(-1_i32 as u32);
        assert_eq!(by(DataType::U32, Reduction::Add, minus_one, 3), 2);
        assert_eq!(by(DataType::U32, Reduction::Min, minus_one, 3), 3);
        assert_eq!(by(DataType::S32, Reduction::Min, minus_one, 3), minus_one);
        assert_eq!(by(DataType::S64, Reduction::Max, u64::MAX, 3), 3);
        assert_eq!(by(DataType::U64, Reduction::Xor, 5, 3), 6);
        let half = |x: f32| u64::from(f16::from_f32(x).to_bits());
        assert_eq!(by(DataType::F16, Reduction::Add, half(1.5), half(-4.0)), half(-2.5));
        let bhalf = |x: f32| u64::from(bf16::from_f32(x).to_bits());
        assert_eq!(by(DataType::Bf16, Reduction::Max, bhalf(-1.5), bhalf(-4.0)), bhalf(-1.5));
        let sum = by(DataType::F32, Reduction::Add, 1_f32.to_bits().into(), 2_f32.to_bits().into());
        assert_eq!(sum, u64::from(3_f32.to_bits()));
    }
}
