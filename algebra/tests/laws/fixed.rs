//! Layouts that `wgmma`, TMA and `ldmatrix` accept, for tiles of all extents, compared with the definitions of the
//! instructions.

use tilework_algebra::{
    Layout, Placed, Rule, SharedAccess, SharedLayout, SharedMemory, shared_layout, shared_uses,
};

use crate::definition::layout;

/// The bytes of shared memory of a block.
const SPACE: i64 = 227 << 10;

/// A tile with its contiguous mode, the bytes of its elements, and their places.
struct Tile<'a> {
    across: i64,
    along: i64,
    contiguous: usize,
    element: i64,
    placed: &'a Placed,
}

impl Tile<'_> {
    /// The byte at which the element begins, before a swizzle of addresses with `bits` bits: units of 16 bytes, XORed
    /// with the numbers of 8 rows of 128 bytes (PTX ISA, swizzling modes).
    fn before(&self, bits: i64, across: i64, along: i64) -> i64 {
        let at = match self.contiguous {
            0 => along + self.along * across,
            _ => across + self.across * along,
        };
        let byte = self.placed.offset(at).unwrap() * self.element;
        byte ^ (byte >> 7 & ((1 << bits) - 1)) << 4
    }

    /// Returns whether each byte belongs to exactly one element.
    fn is_dense(&self) -> bool {
        let size = self.across * self.along;
        let mut there = vec![false; size as usize];
        (0..size).all(|i| {
            let at = self.placed.offset(i).unwrap();
            (0..size).contains(&at) && !std::mem::replace(&mut there[at as usize], true)
        })
    }

    /// PTX ISA, wgmma, canonical layouts: atoms of 8 consecutive rows of 16 bytes, or of the bytes of a swizzle. Atoms
    /// are one stride apart across and one along, and begin at multiples of the period of the swizzle.
    fn is_for_wgmma(&self, bits: i64) -> bool {
        let width = (16 << bits) / self.element;
        if self.across % 8 != 0 || self.along % width != 0 {
            return false;
        }
        let distance = |across: i64, along: i64| {
            let there = across < self.across && along < self.along;
            if there { self.before(bits, across, along) } else { 0 }
        };
        let (eight_rows, next) = (distance(8, 0), distance(0, width));
        let repeats = if bits == 0 { 16 } else { 128 << bits };
        eight_rows % repeats == 0
            && next % repeats == 0
            && (0..self.across).flat_map(|i| (0..self.along).map(move |j| (i, j))).all(|(i, j)| {
                let atom = i / 8 * eight_rows + j / width * next;
                let within = i % 8 * (16 << bits) + j % width * self.element;
                self.before(bits, i, j) == atom + within
            })
    }

    /// PTX ISA, tensor copies: boxes of at most 256 elements in each mode, with rows of whole units of 16 bytes, one
    /// after another. With a swizzle, rows are as wide as the swizzle. Boxes begin at multiples of 128 bytes and of the
    /// period of the swizzle.
    fn is_for_tma(&self, bits: i64) -> bool {
        boxes(self.across, self.along, self.element, bits).into_iter().any(|(rows, width)| {
            (0..self.across).flat_map(|i| (0..self.along).map(move |j| (i, j))).all(|(i, j)| {
                let begin = self.before(bits, i - i % rows, j - j % width);
                let within = (i % rows * width + j % width) * self.element;
                begin % (128 << bits) == 0 && self.before(bits, i, j) == begin + within
            })
        })
    }
}

/// All boxes of which a tile may consist, if they follow one another without gaps.
fn boxes(across: i64, along: i64, element: i64, bits: i64) -> Vec<(i64, i64)> {
    let divisors = |of: i64| (1..=of.min(256)).filter(move |n| of % n == 0);
    divisors(across)
        .flat_map(|rows| divisors(along).map(move |width| (rows, width)))
        .filter(|&(rows, width)| {
            let one = rows == across && width == along;
            let row = width * element;
            row % 16 == 0
                && (bits == 0 || row == 16 << bits)
                && (one || rows * row % (128 << bits) == 0)
        })
        .collect()
}

fn found(
    [across, along]: [i64; 2],
    contiguous: usize,
    element: i64,
    accesses: &[SharedAccess],
) -> Result<SharedLayout, tilework_algebra::Error> {
    let tile = if contiguous == 0 { [along, across] } else { [across, along] };
    let tile = format!("({},{})", tile[0], tile[1]).parse().unwrap();
    shared_layout(&tile, element, accesses, &SharedMemory::default())
}

#[test]
fn all_extents() {
    let across: Vec<i64> = (1..=34)
        .chain([40, 48, 56, 64, 72, 80, 88, 96, 104, 120, 128, 192, 200, 257, 264, 300])
        .collect();
    let along = [
        4, 8, 12, 16, 20, 24, 32, 40, 48, 56, 64, 72, 80, 96, 100, 112, 128, 160, 192, 264, 272,
        320,
    ];
    let (mut of_wgmma, mut of_tma, mut of_both, mut composed) = (0, 0, 0, 0);
    for (&across, along) in across.iter().flat_map(|a| along.iter().map(move |b| (a, *b))) {
        for (contiguous, element) in [0, 1].into_iter().flat_map(|c| [1, 2, 4, 8].map(|e| (c, e))) {
            // Check only a part of the large tiles, since each is checked element by element.
            if across * along > 1 << 12 && (across + along / 4 + element) % 7 != 0 {
                continue;
            }
            if across * along * element > SPACE {
                continue;
            }
            let wgmma = SharedAccess::wgmma(contiguous).unwrap();
            let tma = SharedAccess::tma(contiguous).unwrap();
            let is_of_wgmma = across % 8 == 0 && along * element % 16 == 0;
            let is_of_tma = (0..=3).any(|bits| !boxes(across, along, element, bits).is_empty());
            for (accesses, by_wgmma, by_tma, count) in [
                (vec![wgmma.clone()], true, false, &mut of_wgmma),
                (vec![tma.clone()], false, true, &mut of_tma),
                (vec![tma, wgmma], true, true, &mut of_both),
            ] {
                let all = found([across, along], contiguous, element, &accesses);
                let what = format!("{across} x {along} of {element} bytes, along {contiguous}");
                if !is_of_wgmma && by_wgmma || !is_of_tma && by_tma {
                    assert_eq!(all.unwrap_err().rule, Rule::FixedLayout { common: 0 }, "{what}");
                    continue;
                }
                let all = all.unwrap_or_else(|error| panic!("{what}: {error}"));
                *count += 1;
                composed += i64::from(matches!(all.layout, Placed::Composed(_)));
                let tile = Tile { across, along, contiguous, element, placed: &all.layout };
                let swizzles = |is: &dyn Fn(i64) -> bool| (0..=3).find(|&bits| is(bits));
                assert!(tile.is_dense(), "{what}: {}", all.layout);
                let mut bits = None;
                if by_wgmma {
                    bits = swizzles(&|bits| tile.is_for_wgmma(bits));
                    assert!(bits.is_some(), "{what}: {}", all.layout);
                }
                if by_tma {
                    bits = swizzles(&|bits| tile.is_for_tma(bits));
                    assert!(bits.is_some(), "{what}: {}", all.layout);
                }
                // The rows that are XORed with units of 16 bytes, as far as they exist.
                let rows = (0..bits.unwrap()).filter(|bit| 128 << bit < across * along * element);
                assert_eq!(rows.count(), all.xor_bits as usize, "{what}: {}", all.layout);
                assert!(all.uses.iter().all(Option::is_none));
            }
        }
    }
    assert!(of_wgmma > 400 && of_tma > 2000 && of_both > 400, "{of_wgmma}, {of_tma}, {of_both}");
    assert!(composed > 100, "{composed}");
}

/// Published layouts: CuTe's atoms repeated over the tile.
#[test]
fn as_published() {
    for (extents, contiguous, expected) in [
        // `tile_to_shape(Sw<3,3,3> o (8,64):(64,1), (192,64))`.
        ([192, 64], 1, "Sw<3,3,3> o 0 o (192,64):(64,1)"),
        // The atom of 32 columns: `tile_to_shape(Sw<2,3,3> o (8,32):(32,1), (64,96))`.
        ([64, 96], 1, "Sw<2,3,3> o 0 o (64,(32,3)):(32,(1,2048))"),
        ([192, 96], 1, "Sw<2,3,3> o 0 o (192,(32,3)):(32,(1,6144))"),
        // Along the first mode, of 64.
        ([96, 64], 0, "Sw<3,3,3> o 0 o (64,96):(1,64)"),
    ] {
        let expected: Vec<i64> = {
            let (swizzle, inner) = expected.split_once(" o 0 o ").unwrap();
            let digit = |at: usize| swizzle.as_bytes()[at] - b'0';
            let swizzle =
                tilework_algebra::Swizzle::new(digit(3).into(), digit(5).into(), digit(7).into());
            let inner = layout(inner);
            (0..inner.size()).map(|i| swizzle.unwrap().apply(inner.offset(i).unwrap())).collect()
        };
        for access in [SharedAccess::wgmma(contiguous), SharedAccess::tma(contiguous)] {
            let all = found(extents, contiguous, 2, &[access.unwrap()]).unwrap();
            let offsets: Vec<i64> =
                (0..all.layout.size()).map(|i| all.layout.offset(i).unwrap()).collect();
            assert_eq!(offsets, expected, "{}", all.layout);
        }
    }
}

/// With other accesses, whose vectors and conflicts are those of the layout that is found.
#[test]
fn beside_others() {
    // 96 threads write one row each, in vectors; a warp reads matrices.
    let write = SharedAccess::vectors(&layout("(96,96):(1,96)"), 16).unwrap();
    let read = SharedAccess::ldmatrix(&layout("((4,8),(2,12,12)):((192,1),(96,8,768))"), 4, false)
        .unwrap();
    let wgmma = SharedAccess::wgmma(1).unwrap();
    let tile = "(96,96)".parse().unwrap();
    let accesses = [write, wgmma, read];
    let memory = SharedMemory::default();
    let all = shared_layout(&tile, 2, &accesses, &memory).unwrap();
    let offsets: Vec<i64> = (0..96 * 96).map(|i| all.layout.offset(i).unwrap()).collect();
    assert_eq!(shared_uses(&tile, 2, &accesses, &offsets, &memory).unwrap(), all.uses);
    let [Some(write), None, Some(read)] = all.uses[..] else { panic!("{:?}", all.uses) };
    assert_eq!((write.vector, read.vector), (8, 8));
    // Rows of 64 bytes with two swizzled units of 16 bytes: 8 rows of a matrix touch all banks once.
    assert_eq!(read.wavefronts, read.least);
    // A part of a warp that is not a power of 2, on a tile that is.
    let odd = SharedAccess::vectors(&layout("(48,(8,64)):(8,(1,0))"), 16).unwrap();
    let tile = "(64,64)".parse().unwrap();
    let found = shared_layout(&tile, 2, &[SharedAccess::wgmma(0).unwrap(), odd], &memory).unwrap();
    assert!(found.uses[1].is_some());
}

/// The thread-value layout of matrices of 8 rows of 16 bytes in a tile `(8 a, 16 b / element)`. Units of `keeps` bytes
/// go to one thread each; with `.trans`, rows and units are exchanged (PTX ISA, ldmatrix).
fn matrices(a: i64, b: i64, element: i64, transposed: bool) -> Layout {
    let (rows, unit) = (8 * a, 2 / element);
    let text = match transposed {
        false => {
            let piece = 4 / element;
            format!(
                "((4,8),({piece},{a},{b})):(({},1),({rows},8,{}))",
                piece * rows,
                16 / element * rows
            )
        }
        true => format!(
            "((4,8),({unit},2,{a},{b})):((2,{}),({rows},1,8,{}))",
            unit * rows,
            16 / element * rows
        ),
    };
    layout(&text)
}

#[test]
fn matrices_of_all_extents() {
    let memory = SharedMemory::default();
    let mut tried = 0;
    for (a, b) in (1..=7).flat_map(|a| (1..=7).map(move |b| (a, b))) {
        for (element, transposed) in [(1, false), (2, false), (4, false), (1, true), (2, true)] {
            let tv = matrices(a, b, element, transposed);
            for count in [1, 2, 4].into_iter().filter(|count| a * b % count == 0) {
                for access in [
                    SharedAccess::ldmatrix(&tv, count, transposed).unwrap(),
                    SharedAccess::stmatrix(&tv, count, transposed).unwrap(),
                ] {
                    let row = 16 / element;
                    let tile = format!("({},{})", 8 * a, row * b).parse().unwrap();
                    let what = format!("{tile} of {element} bytes, {access}");
                    let all = shared_layout(&tile, element, &[access], &memory)
                        .unwrap_or_else(|error| panic!("{what}: {error}"));
                    let at = |i: i64, j: i64| all.layout.offset(i + 8 * a * j).unwrap();
                    let mut wavefronts = 0;
                    for (m, n) in (0..a).flat_map(|m| (0..b).map(move |n| (m, n))) {
                        let begins: Vec<i64> = (0..8).map(|r| at(8 * m + r, row * n)).collect();
                        for (r, begin) in begins.iter().enumerate() {
                            // A row of 16 bytes is contiguous.
                            assert_eq!(begin % row, 0, "{what}: {}", all.layout);
                            for j in 0..row {
                                let is = at(8 * m + r as i64, row * n + j);
                                assert_eq!(is, begin + j, "{what}: {}", all.layout);
                            }
                        }
                        // 8 groups of banks of 16 bytes.
                        let group = |begin: &i64| begin / row % 8;
                        let asked = (0..8).map(|g| begins.iter().filter(|x| group(x) == g).count());
                        wavefronts += asked.max().unwrap() as i64;
                    }
                    let of = all.uses[0].unwrap();
                    assert_eq!(
                        (of.vector, of.wavefronts, of.least),
                        (row, wavefronts, a * b),
                        "{what}"
                    );
                    assert_eq!(of.wavefronts, of.least, "{what}: {}", all.layout);
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 500, "{tried}");
}

/// Elements that the instruction tears.
#[test]
fn torn_elements() {
    let tv = layout("(32,32):(1,32)");
    for (element, transposed, together) in
        [(4, true, 16), (8, true, 16), (16, true, 16), (8, false, 32), (16, false, 32)]
    {
        for access in [SharedAccess::ldmatrix, SharedAccess::stmatrix] {
            let access = access(&tv, 1, transposed).unwrap();
            let error = found([32, 32], 1, element, &[access]).unwrap_err();
            assert_eq!(error.rule, Rule::WholeElements { together, bits: 8 * element });
        }
    }
}
