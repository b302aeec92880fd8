//! Bank conflicts, checked by counting words, and the classic tiles of shared memory.

use std::collections::{BTreeMap, BTreeSet};

use tilework_algebra::{
    Access, Layout, Rule, Swizzle, Xor, bank_conflicts, conflict_free_swizzle, offsets,
};

use crate::definition::{all_layouts, layout, values};

/// Counts, in phases of threads, the words of each bank, byte by byte.
fn counted(offsets: &[i64], element: i64, vector: i64, banks: i64, width: i64) -> i64 {
    let threads = (banks * width / (element * vector)).clamp(1, banks);
    let mut conflicts = 0;
    for phase in offsets.chunks(threads as usize) {
        let mut words: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
        for offset in phase {
            for byte in offset * element..(offset + vector) * element {
                words.entry(byte / width % banks).or_default().insert(byte / width);
            }
        }
        conflicts += words.values().map(|words| words.len() as i64 - 1).max().unwrap_or(0);
    }
    conflicts
}

#[test]
fn counts() {
    let mut some = 0;
    for a in all_layouts(2, &[1, 4, 8, 16], &[0, 1, 2, 3, 8, 16, 32, 33, 64]) {
        let offsets = values(&a);
        for (element, vector) in [(1, 1), (2, 1), (4, 1), (8, 1), (2, 8), (16, 1), (12, 1)] {
            for (banks, width) in [(32, 4), (16, 4), (32, 8)] {
                let access = Access::new(element).unwrap();
                let access = access.vector(vector).unwrap().banks(banks, width).unwrap();
                let expected = counted(&offsets, element, vector, banks, width);
                assert_eq!(bank_conflicts(&offsets, &access), expected, "{a} {access:?}");
                some += usize::from(expected > 0);
            }
        }
    }
    // Vectors that are longer than all banks, or wrap around the last one.
    for a in all_layouts(2, &[1, 4], &[0, 1, 3, 33]) {
        let offsets = values(&a);
        for (element, vector) in [(64, 1), (100, 3), (40, 1), (13, 5), (1, 255), (3, 128)] {
            for (banks, width) in [(32, 4), (6, 4), (5, 3)] {
                let access = Access::new(element).unwrap();
                let access = access.vector(vector).unwrap().banks(banks, width).unwrap();
                let expected = counted(&offsets, element, vector, banks, width);
                assert_eq!(bank_conflicts(&offsets, &access), expected, "{a} {access:?}");
                some += usize::from(expected > 0);
            }
        }
    }
    assert!(some > 5000, "{some}");
    assert!(matches!(Access::new(0).unwrap_err().rule, Rule::Extent { extent: 0 }));
    assert!(matches!(
        Access::new(1 << 40).unwrap_err().rule,
        Rule::ListLength { size: 1_099_511_627_776, .. }
    ));
}

/// Rows and columns of a tile, element by element: one warp for each row or column.
fn lines(tile: &[Vec<i64>]) -> Vec<Vec<i64>> {
    let columns = (0..tile[0].len()).map(|j| tile.iter().map(|row| row[j]).collect());
    tile.iter().cloned().chain(columns).collect()
}

fn tile(rows: i64, columns: i64, step: i64) -> Vec<Vec<i64>> {
    (0..rows).map(|i| (0..columns).map(|j| i * columns * step + j * step).collect()).collect()
}

fn conflicts(lines: &[Vec<i64>], access: Access, swizzle: Swizzle) -> i64 {
    let of_line = |line: &Vec<i64>| {
        let swizzled: Vec<i64> = line.iter().map(|&offset| swizzle.apply(offset)).collect();
        bank_conflicts(&swizzled, &access)
    };
    lines.iter().map(of_line).sum()
}

fn found(lines: &[Vec<i64>], access: Access) -> Option<Swizzle> {
    let accesses: Vec<(&[i64], Access)> = lines.iter().map(|line| (&line[..], access)).collect();
    conflict_free_swizzle(&accesses).unwrap()
}

fn sw(bits: i64, base: i64, shift: i64) -> Swizzle {
    Swizzle::new(bits, base, shift).unwrap()
}

/// A transpose of 32 x 32 floats: each column is in one bank; with a swizzle or padding it is in all banks.
#[test]
fn transpose() {
    let access = Access::new(4).unwrap();
    let lines = lines(&tile(32, 32, 1));
    assert_eq!(conflicts(&lines, access, sw(0, 0, 0)), 32 * 31);
    assert_eq!(conflicts(&lines, access, sw(5, 0, 5)), 0);
    assert_eq!(found(&lines, access), Some(sw(5, 0, 5)));
    assert_eq!(bank_conflicts(&values(&layout("32:33")), &access), 0);
    // The same as a layout with XOR strides, along rows and along columns.
    let rows = Layout::<Xor>::of_integers(&layout("(32,32):(1,32)")).unwrap();
    let swizzled = sw(5, 0, 5).compose(&rows).unwrap();
    assert_eq!(swizzled.to_string(), "(32,32):(f1,f33)");
    for mode in swizzled.modes() {
        assert_eq!(bank_conflicts(&offsets(&mode).unwrap(), &access), 0);
    }
}

/// Rows of 128, 64 and 32 bytes. `ldmatrix` reads them 8 rows of 16 bytes at a time, and they are written row by row.
/// These are the modes of 128, 64 and 32 bytes of copies by tensor maps, in bytes and in elements of 16 bits.
#[test]
fn rows_of_bytes() {
    for (row, bits) in [(128, 3), (64, 2), (32, 1)] {
        for (element, base) in [(1, 4), (2, 3)] {
            let vector = 16 / element;
            let access = Access::new(element).unwrap().vector(vector).unwrap();
            // 8 rows, in vectors.
            let tile = tile(8, row / 16, vector);
            let mut lines = lines(&tile);
            // The writes in order: a phase has 8 vectors.
            lines.push(tile.concat());
            let columns = row / 16 * (row / 16 - 1);
            assert_eq!(conflicts(&lines, access, sw(0, 0, 0)), columns, "{row}");
            let swizzle = sw(bits, base, 3);
            assert_eq!(conflicts(&lines, access, swizzle), 0, "{row}");
            let found = found(&lines, access).unwrap();
            assert_eq!((found.bits(), found.base()), (bits as u32, base as u32), "{row} {found}");
            assert_eq!(conflicts(&lines, access, found), 0, "{row} {found}");
        }
    }
    let access = Access::new(2).unwrap().vector(8).unwrap();
    assert_eq!(found(&lines(&tile(8, 8, 8)), access), Some(sw(3, 3, 3)));
}

/// Three directions in one tile: a swizzle has bits only for two.
#[test]
fn none() {
    let access = Access::new(4).unwrap();
    let along = |stride: i64| (0..32).map(|t| t * stride).collect::<Vec<i64>>();
    let two = [along(1), along(32)];
    assert_eq!(found(&two, access), Some(sw(5, 0, 5)));
    assert_eq!(found(&[along(1), along(1024)], access), Some(sw(5, 0, 10)));
    assert_eq!(found(&[along(1), along(32), along(1024)], access), None);
}

/// Tries all swizzles, with an independent loop over the numbers and the definition on words.
#[test]
fn found_if_there_is_one() {
    let access = Access::new(4).unwrap().banks(4, 4).unwrap();
    let all = || {
        (0..=3)
            .flat_map(|b| (0..6).flat_map(move |m| (-6..=6).map(move |s| (b, m, s))))
            .filter_map(|(b, m, s)| Swizzle::new(b, m, s).ok().filter(|_| b + m + s.abs() <= 6))
    };
    let small = all_layouts(2, &[2, 4], &[1, 2, 3, 4, 8, 12, 16]);
    let (mut with, mut without) = (0, 0);
    for a in &small {
        for b in small.iter().step_by(23) {
            let lines = [values(a), values(b)];
            if lines.concat().iter().any(|&offset| offset > 63) {
                continue;
            }
            let free = |swizzle: &Swizzle| {
                lines.iter().all(|line| {
                    let line: Vec<i64> = line.iter().map(|&x| swizzle.apply(x)).collect();
                    counted(&line, 4, 1, 4, 4) == 0
                })
            };
            let bits = 64 - lines.concat().iter().fold(0, |all, x| all | x).leading_zeros();
            let inside = |swizzle: &Swizzle| {
                swizzle.bits() + swizzle.base() + swizzle.shift().unsigned_abs() <= bits
            };
            match found(&lines, access) {
                Some(swizzle) => {
                    with += 1;
                    assert!(free(&swizzle), "{a} {b} {swizzle}");
                    let fewer = all().filter(inside).any(|s| s.bits() < swizzle.bits() && free(&s));
                    assert!(!fewer, "{a} {b} {swizzle}");
                }
                None => {
                    without += 1;
                    assert_eq!(all().filter(inside).find(free), None, "{a} {b}");
                }
            }
        }
    }
    assert!(with > 50 && without > 50, "{with} {without}");
}

/// Vectors of several widths at any offsets; all swizzles are tried element by element.
#[test]
fn vectors_stay_whole() {
    let access = |vector| Access::new(1).unwrap().vector(vector).unwrap().banks(4, 4).unwrap();
    // `Sw<1,2,1>` tears the vector of 3 elements at offset 30. The others are a row of vectors and a column of
    // elements.
    assert_eq!(found(&[vec![0, 30, 48, 78]], access(3)), None);
    let (row, column) = ([0; 8], [0, 16, 0, 16, 0, 16, 0, 16]);
    let words = |vector| Access::new(4).unwrap().vector(vector).unwrap().banks(4, 4).unwrap();
    let mixed = conflict_free_swizzle(&[(&column, words(1)), (&row, words(4))]);
    assert_eq!(mixed, Ok(Some(sw(1, 1, 3))));
    // An independent generator gives the same cases each time.
    let mut state = 1_u64;
    let mut below = |n: i64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % n as u64) as i64
    };
    let (mut with, mut without) = (0, 0);
    for _ in 0..2000 {
        let both: Vec<(Vec<i64>, i64)> = (0..2)
            .map(|_| {
                let (vector, step) = (1 + below(4), 1 + below(4));
                ((0..4).map(|_| step * below(60 / step)).collect(), vector)
            })
            .collect();
        let accesses: Vec<(&[i64], Access)> =
            both.iter().map(|(offsets, vector)| (&offsets[..], access(*vector))).collect();
        let free = |swizzle: &Swizzle| {
            both.iter().all(|(offsets, vector)| {
                let whole = offsets.iter().all(|&offset| {
                    let elements = (0..*vector).map(|i| swizzle.apply(offset + i) - i);
                    elements.collect::<BTreeSet<i64>>().len() == 1
                });
                let moved: Vec<i64> = offsets.iter().map(|&x| swizzle.apply(x)).collect();
                whole && counted(&moved, 1, *vector, 4, 4) == 0
            })
        };
        let ends =
            both.iter().flat_map(|(offsets, vector)| offsets.iter().map(move |x| x + vector - 1));
        let width = i64::from(64 - ends.fold(0, |all, x| all | x).leading_zeros());
        let mut all = (0..=3_i64)
            .flat_map(|b| (0..=6).flat_map(move |m| (-6..=6).map(move |s| (b, m, s))))
            .filter(|(b, m, s)| b + m + i64::abs(*s) <= width)
            .filter_map(|(b, m, s)| Swizzle::new(b, m, s).ok());
        match conflict_free_swizzle(&accesses).unwrap() {
            Some(swizzle) => {
                with += 1;
                assert!(free(&swizzle), "{both:?} {swizzle}");
                assert!(!all.any(|s| s.bits() < swizzle.bits() && free(&s)), "{both:?} {swizzle}");
            }
            None => {
                without += 1;
                assert_eq!(all.find(|s| free(s)), None, "{both:?}");
            }
        }
    }
    assert!(with > 200 && without > 200, "{with} {without}");
}
