//! Machines: their phases against the groups of threads that the sources print, and conflicts by counting words.

use std::collections::{BTreeMap, BTreeSet};

use tilework_algebra::{
    Access, MACHINES, Machine, Rule, Swizzle, Transfer, bank_conflicts, coalescing,
    conflict_free_swizzle, offsets,
};

use crate::definition::{all_layouts, layout, values};

const LOAD: Transfer = Transfer::Load;
const STORE: Transfer = Transfer::Store;

fn machine(name: &str) -> &'static Machine {
    Machine::named(name).unwrap()
}

fn runs(runs: &[(i64, i64)]) -> Vec<i64> {
    runs.iter().flat_map(|&(first, last)| first..=last).collect()
}

fn neighbors(threads: i64, together: i64) -> Vec<Vec<i64>> {
    (0..threads / together).map(|of| (of * together..(of + 1) * together).collect()).collect()
}

/// The groups of `ds_read_b128` with 32 banks in Composable Kernel's documentation, which are those of `ds_read_b96` in
/// HipKittens's measurements on gfx950.
fn groups_of_8() -> Vec<Vec<i64>> {
    let groups = [
        [(0, 3), (20, 23)],
        [(4, 7), (16, 19)],
        [(8, 11), (28, 31)],
        [(12, 15), (24, 27)],
        [(32, 35), (52, 55)],
        [(36, 39), (48, 51)],
        [(40, 43), (60, 63)],
        [(44, 47), (56, 59)],
    ];
    groups.iter().map(|group| runs(group)).collect()
}

/// The phases of `ds_read_b128` in HipKittens's measurements on gfx950.
fn groups_of_16() -> Vec<Vec<i64>> {
    let groups: [&[(i64, i64)]; 4] = [
        &[(0, 3), (12, 15), (20, 27)],
        &[(4, 11), (16, 19), (28, 31)],
        &[(32, 35), (44, 47), (52, 59)],
        &[(36, 43), (48, 51), (60, 63)],
    ];
    groups.iter().map(|group| runs(group)).collect()
}

/// A machine, a number of bytes, a direction, the number of banks and the threads of each phase.
type Figure = (&'static str, i64, Transfer, i64, Vec<Vec<i64>>);

fn figures() -> Vec<Figure> {
    let mut all = Vec::new();
    for transfer in [LOAD, STORE] {
        for (bytes, together) in [(1, 32), (2, 32), (4, 32), (8, 16), (16, 8)] {
            all.push(("nvidia", bytes, transfer, 32, neighbors(32, together)));
        }
        for name in ["cdna2", "cdna3"] {
            all.push((name, 4, transfer, 32, neighbors(64, 32)));
        }
    }
    for name in ["cdna2", "cdna3"] {
        all.push((name, 16, STORE, 32, neighbors(64, 8)));
        all.push((name, 16, LOAD, 32, groups_of_8()));
    }
    all.push(("cdna4", 8, LOAD, 64, neighbors(64, 32)));
    all.push(("cdna4", 8, STORE, 32, neighbors(64, 16)));
    all.push(("cdna4", 12, LOAD, 32, groups_of_8()));
    all.push(("cdna4", 16, LOAD, 64, groups_of_16()));
    all.push(("xe", 4, LOAD, 16, neighbors(16, 16)));
    all
}

/// The conflicts of groups of threads, word by word.
fn counted(offsets: &[i64], bytes: i64, banks: i64, groups: &[Vec<i64>]) -> i64 {
    let warp = groups.iter().map(Vec::len).sum();
    let mut conflicts = 0;
    for offsets in offsets.chunks(warp) {
        for group in groups {
            let mut words: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
            for offset in group.iter().filter_map(|&thread| offsets.get(thread as usize)) {
                for byte in offset * bytes..(offset + 1) * bytes {
                    words.entry(byte / 4 % banks).or_default().insert(byte / 4);
                }
            }
            conflicts += words.values().map(|of| of.len() as i64 - 1).max().unwrap_or(0);
        }
    }
    conflicts
}

#[test]
fn conflicts_of_machines() {
    let mut some = 0;
    let layouts = all_layouts(2, &[1, 4, 8, 16, 24], &[0, 1, 2, 4, 5, 8, 16, 20, 33]);
    for (name, bytes, transfer, banks, groups) in figures() {
        let access = Access::new(bytes).unwrap().on(machine(name), transfer).unwrap();
        for a in &layouts {
            let offsets = values(a);
            let expected = counted(&offsets, bytes, banks, &groups);
            assert_eq!(bank_conflicts(&offsets, &access), expected, "{a} on {name}, {bytes} bytes");
            some += usize::from(expected > 0);
        }
    }
    assert!(some > 5000, "{some}");
}

/// The threads in the order of phases have the same conflicts as neighbors.
#[test]
fn phases_are_neighbors() {
    for (name, bytes, transfer, banks, _) in figures() {
        let (of, element) = (machine(name), Access::new(bytes).unwrap());
        let phases = of.phases(bytes, transfer).unwrap();
        let order = phases.layout(of.warp).unwrap();
        let neighbors = element.banks(banks, 4).unwrap().lanes(phases.together).unwrap();
        for a in all_layouts(2, &[4, 8, 16], &[0, 1, 2, 4, 5, 16, 33]) {
            let offsets = values(&a);
            let Some(offsets) = offsets.get(..of.warp as usize) else { continue };
            let moved: Vec<i64> =
                (0..of.warp).map(|i| offsets[order.offset(i).unwrap() as usize]).collect();
            let expected = bank_conflicts(offsets, &element.on(of, transfer).unwrap());
            assert_eq!(bank_conflicts(&moved, &neighbors), expected, "{a} on {name}");
        }
        assert!(phases.layout(of.warp + 1).is_err());
    }
}

/// What has no figure is refused, by name.
#[test]
fn figures_are_all() {
    let figures = figures();
    for of in MACHINES {
        for (bytes, transfer) in (1..=64).flat_map(|bytes| [(bytes, LOAD), (bytes, STORE)]) {
            let there =
                |figure: &&Figure| (figure.0, figure.1, figure.2) == (of.name, bytes, transfer);
            match (figures.iter().find(there), of.phases(bytes, transfer)) {
                (Some(figure), Ok(phases)) => {
                    let warp: usize = figure.4.iter().map(Vec::len).sum();
                    assert_eq!((phases.banks, of.warp), (figure.3, warp as i64));
                    assert_eq!(phases.together as usize, figure.4[0].len());
                    let order = phases.order.iter().map(|&thread| i64::from(thread));
                    let order: Vec<i64> = order.collect();
                    let sets = |groups: &[Vec<i64>]| -> BTreeSet<BTreeSet<i64>> {
                        groups.iter().map(|group| group.iter().copied().collect()).collect()
                    };
                    let layout = phases.layout(of.warp).unwrap();
                    let threads = (0..of.warp).map(|i| layout.offset(i).unwrap());
                    let threads: Vec<i64> = threads.collect();
                    let groups = threads.chunks(phases.together as usize).map(<[i64]>::to_vec);
                    assert_eq!(sets(&groups.collect::<Vec<_>>()), sets(&figure.4));
                    assert!(order.is_empty() || order == threads);
                    if !order.is_empty() {
                        let phases = order.chunks(phases.together as usize).map(<[i64]>::to_vec);
                        assert_eq!(sets(&phases.collect::<Vec<_>>()), sets(&figure.4));
                    }
                }
                (None, Err(error)) => {
                    let transfer = transfer.name();
                    assert_eq!(error.rule, Rule::Unpublished { machine: of.name, transfer, bytes });
                }
                (figure, phases) => panic!("{}: {figure:?}, {phases:?}", of.name),
            }
        }
        assert!(!of.sources.is_empty() && !of.gpus.is_empty());
    }
    let sectors: Vec<_> = MACHINES.iter().map(|of| of.sector().ok()).collect();
    assert_eq!(sectors, [Some(32), Some(64), None, None, None, None, Some(64)]);
}

/// A wavefront reads 4 vectors of 16 bytes from each of 16 rows of 128 bytes, as for `v_mfma_f32_16x16x32_f16`.
#[test]
fn swizzles_of_machines() {
    let tile = layout("(16,4):(8,1)");
    let threads = offsets(&tile).unwrap();
    for name in ["cdna3", "cdna4"] {
        let access = Access::new(16).unwrap().on(machine(name), LOAD).unwrap();
        assert!(bank_conflicts(&threads, &access) > 0, "{name}");
        let found = conflict_free_swizzle(&[(&threads, access)]).unwrap().unwrap();
        let moved: Vec<i64> = threads.iter().map(|&offset| found.apply(offset)).collect();
        assert_eq!(bank_conflicts(&moved, &access), 0, "{name}: {found}");
    }
    // A swizzle that leaves some, or none.
    let found = Swizzle::new(2, 0, 3).unwrap();
    let moved: Vec<i64> = threads.iter().map(|&offset| found.apply(offset)).collect();
    let cdna3 = Access::new(16).unwrap().on(machine("cdna3"), LOAD).unwrap();
    let expected = counted(&moved, 16, 32, &groups_of_8());
    assert_eq!(bank_conflicts(&moved, &cdna3), expected);
}

#[test]
fn sectors_of_machines() {
    for a in all_layouts(2, &[1, 4, 16], &[0, 1, 5, 16, 64]) {
        let offsets = values(&a);
        for (bytes, sector) in [(4, 64), (8, 64), (4, 128), (3, 5)] {
            let access = Access::new(bytes).unwrap().sector(sector).unwrap();
            let found = coalescing(&offsets, &access).unwrap();
            let all = |by: i64| {
                let of = offsets.iter().flat_map(|o| o * bytes..(o + 1) * bytes);
                of.map(|byte| byte / by).collect::<BTreeSet<_>>().len() as i64
            };
            assert_eq!((found.sectors, found.bytes, found.sector), (all(sector), all(1), sector));
            assert_eq!(found.fewest, (all(1) + sector - 1) / sector);
            assert_eq!(found.efficiency(), 100 * all(1) / (sector * all(sector)));
        }
    }
    assert!(Access::new(4).unwrap().sector(0).is_err());
    assert!(Access::new(4).unwrap().sector(1 << 40).is_err());
}

/// `lanes` after a machine says that neighbors are served together, as it does without one.
#[test]
fn lanes_are_neighbors() {
    let rows: Vec<i64> = (0..64).map(|thread| 32 * thread).collect();
    let plain = Access::new(16).unwrap();
    let on = plain.on(machine("cdna3"), LOAD).unwrap();
    assert_ne!(on, plain.on(machine("cdna3"), STORE).unwrap());
    for lanes in [0, 1, 2, 3, 8, 16, 64] {
        let (with, without) = (on.lanes(lanes).unwrap(), plain.lanes(lanes).unwrap());
        assert_eq!(with, without, "{lanes}");
        assert_eq!(bank_conflicts(&rows, &with), bank_conflicts(&rows, &without), "{lanes}");
    }
}
