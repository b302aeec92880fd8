//! Copies of pieces, as work for a kernel or the driver.

use tilework::algebra::redistribute::Piece;

/// Bytes that are contiguous on both sides, or units whose offsets follow four modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnitCopy {
    ContiguousBlock { from: u64, to: u64, bytes: usize },
    Strided(Strided),
}

/// `count` units of the same number of bytes, in the order of the extents. The last extent follows from the count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Strided {
    pub(super) from: u64,
    pub(super) to: u64,
    pub(super) unit: u64,
    pub(super) extents: [u32; 3],
    pub(super) a: [u32; 4],
    pub(super) b: [u32; 4],
    pub(super) count: u32,
}

/// The most units of a launch, so that the counters of threads fit 32 bits.
const MOST: u64 = 1 << 31;

/// The work to copy a piece of elements of `bytes` bytes between two memories, in the largest possible units. `sums`
/// are of single elements. `None` if elements have one byte and are not contiguous.
pub(super) fn works(
    piece: &Piece,
    bytes: u64,
    from: u64,
    to: u64,
    sums: bool,
) -> Option<Vec<UnitCopy>> {
    let from = from + piece.source_offset as u64 * bytes;
    let to = to + piece.destination_offset as u64 * bytes;
    let pairs = piece.source.flat_modes().iter().zip(piece.destination.flat_modes());
    // In bytes: the extent, and the steps in the source and in the destination.
    let mut modes: Vec<[u64; 3]> = pairs
        .filter(|(source, _)| source.shape > 1)
        .map(|(source, destination)| {
            [source.shape as u64, source.stride as u64 * bytes, destination.stride as u64 * bytes]
        })
        .collect();
    let mut run = bytes;
    while let Some(at) = modes.iter().position(|mode| !sums && mode[1] == run && mode[2] == run) {
        run *= modes.remove(at)[0];
    }
    if modes.is_empty() && !sums {
        return Some(vec![UnitCopy::ContiguousBlock { from, to, bytes: run as usize }]);
    }
    let fits = |unit: &u64| {
        let even = |number: u64| number.is_multiple_of(*unit);
        even(run)
            && even(from)
            && even(to)
            && modes.iter().all(|mode| even(mode[1]) && even(mode[2]))
    };
    let unit = if sums { bytes } else { [16, 4, 2].into_iter().find(fits)? };
    if run > unit {
        modes.insert(0, [run / unit, unit, unit]);
    }
    // The units of neighboring threads are contiguous on at least one side.
    modes.sort_by_key(|mode| mode[1].min(mode[2]));
    let modes: Vec<[u64; 3]> =
        modes.into_iter().map(|[extent, a, b]| [extent, a / unit, b / unit]).collect();
    let mut all = Vec::new();
    launches(&modes, [from, to], unit, &mut all);
    Some(all)
}

/// The launches for these modes. The outermost modes are split if there are too many.
fn launches(modes: &[[u64; 3]], [from, to]: [u64; 2], unit: u64, all: &mut Vec<UnitCopy>) {
    let count: u64 = modes.iter().map(|mode| mode[0]).product();
    let small = modes.iter().all(|mode| mode.iter().all(|number| *number < 1 << 32));
    if modes.len() <= 4 && count < MOST && small {
        let of = |mode: usize, which: usize, none: u32| {
            modes.get(mode).map_or(none, |mode| mode[which] as u32)
        };
        all.push(UnitCopy::Strided(Strided {
            from,
            to,
            unit,
            extents: std::array::from_fn(|mode| of(mode, 0, 1)),
            a: std::array::from_fn(|mode| of(mode, 1, 0)),
            b: std::array::from_fn(|mode| of(mode, 2, 0)),
            count: count as u32,
        }));
        return;
    }
    let Some((&[extent, a, b], inner)) = modes.split_last() else { return };
    let of_inner: u64 = inner.iter().map(|mode| mode[0]).product();
    let at_a_time = ((MOST - 1) / of_inner.max(1)).clamp(1, extent);
    if modes.len() <= 4 && at_a_time > 1 && a < 1 << 32 && b < 1 << 32 {
        let mut begin = 0;
        while begin < extent {
            let take = at_a_time.min(extent - begin);
            let mut part = inner.to_vec();
            part.push([take, a, b]);
            launches(&part, [from + begin * a * unit, to + begin * b * unit], unit, all);
            begin += take;
        }
        return;
    }
    for i in 0..extent {
        launches(inner, [from + i * a * unit, to + i * b * unit], unit, all);
    }
}

#[cfg(test)]
mod tests {
    use super::{Strided, UnitCopy, works};
    use tilework::algebra::redistribute::Piece;

    fn piece(source: &str, destination: &str) -> Piece {
        let (source, destination) = (source.parse().unwrap(), destination.parse().unwrap());
        Piece { source, source_offset: 3, destination, destination_offset: 5 }
    }

    /// The source and destination of each byte, by the definition of the kernel.
    fn moved(works: &[UnitCopy]) -> Vec<(u64, u64)> {
        let mut all = Vec::new();
        for work in works {
            match *work {
                UnitCopy::ContiguousBlock { from, to, bytes } => {
                    all.extend((0..bytes as u64).map(|i| (from + i, to + i)));
                }
                UnitCopy::Strided(Strided { from, to, unit, extents, a, b, count }) => {
                    for i in 0..count {
                        let (mut rest, mut at, mut there) = (i, from, to);
                        for k in 0..4 {
                            let c = if k < 3 { rest % extents[k] } else { rest };
                            rest = if k < 3 { rest / extents[k] } else { 0 };
                            at += u64::from(c) * u64::from(a[k]) * unit;
                            there += u64::from(c) * u64::from(b[k]) * unit;
                        }
                        all.extend((0..unit).map(|i| (at + i, there + i)));
                    }
                }
            }
        }
        all.sort_unstable();
        all
    }

    #[test]
    fn each_byte_goes_where_the_piece_says() {
        for (source, destination) in [
            ("8:1", "8:1"),
            ("8:2", "8:1"),
            ("(4,8):(1,16)", "(4,8):(1,4)"),
            ("(16,8,3):(1,64,1024)", "(16,8,3):(1,16,128)"),
            ("(2,3,2,3,2):(1,4,16,64,256)", "(2,3,2,3,2):(256,64,16,4,1)"),
        ] {
            for (bytes, base) in [(2, 0), (4, 0), (8, 0), (2, 10), (2, 6), (16, 16)] {
                let piece = piece(source, destination);
                let mut right = Vec::new();
                for c in 0..piece.elements() {
                    let at = piece.source.offset(c).unwrap() + 3;
                    let to = piece.destination.offset(c).unwrap() + 5;
                    let (at, to) = (at as u64 * bytes + base, to as u64 * bytes + 2 * base);
                    right.extend((0..bytes).map(|i| (at + i, to + i)));
                }
                right.sort_unstable();
                for sums in [false, true] {
                    let works = works(&piece, bytes, base, 2 * base, sums).unwrap();
                    assert_eq!(moved(&works), right, "{source} {destination} {bytes}");
                }
            }
        }
    }

    #[test]
    fn units_are_as_large_as_they_can_be() {
        let rows = Piece {
            source: "(16384,16384):(1,32768)".parse().unwrap(),
            source_offset: 16384,
            destination: "(16384,16384):(1,16384)".parse().unwrap(),
            destination_offset: 0,
        };
        let works = works(&rows, 2, 0, 0, false).unwrap();
        let [UnitCopy::Strided(of)] = works[..] else { panic!("{works:?}") };
        assert_eq!((of.unit, of.extents[0], of.count), (16, 2048, 2048 * 16384));
        // Too large for one launch.
        let large = Piece {
            source: "(65536,65536):(1,131072)".parse().unwrap(),
            source_offset: 0,
            destination: "(65536,65536):(65536,1)".parse().unwrap(),
            destination_offset: 0,
        };
        let works = super::works(&large, 2, 0, 0, false).unwrap();
        let count: u64 = works
            .iter()
            .map(|work| match work {
                UnitCopy::Strided(of) => u64::from(of.count),
                UnitCopy::ContiguousBlock { .. } => 0,
            })
            .sum();
        assert!(works.len() > 1 && count == 1 << 32, "{}", works.len());
    }
}
