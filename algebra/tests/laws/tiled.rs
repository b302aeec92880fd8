//! Tiled multiplications, compared with their definition element by element, and with the output printed in CuTe's
//! documentation.

use std::collections::{BTreeMap, BTreeSet};

use tilework_algebra::atom::{FMA, MMA_SYNC, Mma, TiledMma, WGMMA};
use tilework_algebra::{IntTuple, Rule, ThreadValue, crd2idx};

use crate::definition::layout;

/// The integral coordinates, in the tile, of the values of a thread.
pub fn of_thread(tv: &ThreadValue, thread: i64) -> Vec<i64> {
    let one = |v: i64| crd2idx(&IntTuple::tuple([thread.into(), v.into()]), tv.layout()).unwrap();
    (0..tv.values()).map(one).collect()
}

/// Checks each operand of the tile, in data of several tiles, by the definition: the element `(i, j)` of the atom at
/// `(x, y)` in the repeat `(u, w)`.
fn check(mma: &TiledMma, permutation: [&dyn Fn(i64) -> i64; 3]) {
    let tile = mma.tile();
    let operands = [
        ([0, 2], mma.atom().a().unwrap()),
        ([1, 2], mma.atom().b().unwrap()),
        ([0, 1], mma.atom().c().unwrap()),
    ];
    for (operand, (modes, tv)) in operands.into_iter().enumerate() {
        let [m, n] = modes.map(|mode| (tile[mode], mma.atom().shape[mode]));
        let atoms = modes.map(|mode| mma.thread_layout().mode(mode + 1).unwrap().size());
        // Two by three tiles, with strides that distinguish all elements.
        let data = layout(&format!("({},{}):(1000,1)", 2 * m.0, 3 * n.0));
        let partition = match operand {
            0 => mma.partition_a(&data),
            1 => mma.partition_b(&data),
            _ => mma.partition_c(&data),
        };
        let partition = partition.unwrap();
        let repeats = [2 * m.0 / (m.1 * atoms[0]), 3 * n.0 / (n.1 * atoms[1])];
        let mut seen = BTreeMap::new();
        // The coordinate ((t,(x,y)),(v,(u,w))), leftmost fastest.
        let extents = [tv.threads(), atoms[0], atoms[1], tv.values(), repeats[0], repeats[1]];
        let at = |coordinate: [i64; 6]| {
            let digits = coordinate.iter().zip(extents).rev();
            partition.offset(digits.fold(0, |sum, (c, extent)| sum * extent + c)).unwrap()
        };
        for t in 0..tv.threads() {
            for v in 0..tv.values() {
                let of_atom = crd2idx(&IntTuple::tuple([t.into(), v.into()]), tv.layout()).unwrap();
                let (i, j) = (of_atom % m.1, of_atom / m.1);
                for (x, y) in (0..atoms[0]).flat_map(|x| (0..atoms[1]).map(move |y| (x, y))) {
                    for (u, w) in (0..repeats[0]).flat_map(|u| (0..repeats[1]).map(move |w| (u, w)))
                    {
                        let place = |tile: i64, element: i64, mode: usize| {
                            element / tile * tile + permutation[mode](element % tile)
                        };
                        let row = place(m.0, i + m.1 * (x + atoms[0] * u), modes[0]);
                        let column = place(n.0, j + n.1 * (y + atoms[1] * w), modes[1]);
                        let offset = at([t, x, y, v, u, w]);
                        assert_eq!(offset, 1000 * row + column, "{}", mma.atom().name);
                        *seen.entry(offset).or_insert(0) += 1;
                    }
                }
            }
        }
        // Each element occurs as often as the atom has each element of its operand: once, unless it is in memory.
        let times = tv.threads() * tv.values() / (m.1 * n.1);
        assert_eq!(seen.len() as i64, data.size());
        assert!(seen.into_values().all(|seen| seen == times));
        // By the index of the thread: the same elements of the tile, for all threads.
        let tv = [mma.a(), mma.b(), mma.c()][operand].clone().unwrap();
        let first = layout(&format!("({},{}):(1000,1)", m.0, n.0));
        let of_tile = tv.of_tile(&first).unwrap();
        assert_eq!((tv.threads(), tv.tile().size().unwrap()), (mma.threads(), m.0 * n.0));
        let size = mma.thread_layout().size();
        let mut indices = vec![false; size as usize];
        for c in 0..size {
            let thread = mma.thread_layout().offset(c).unwrap();
            assert!(!std::mem::replace(&mut indices[thread as usize], true));
            let (t, mut rest) = (c % mma.atom().c().unwrap().threads(), c);
            rest /= mma.atom().c().unwrap().threads();
            let mut place = [0; 3];
            for (mode, place) in place.iter_mut().enumerate() {
                let extent = mma.thread_layout().mode(mode + 1).unwrap().size();
                (*place, rest) = (rest % extent, rest / extent);
            }
            let [x, y] = modes.map(|mode| place[mode]);
            for v in 0..tv.values() {
                // The values of the tile are those of the partition's repeats in the tile.
                let values = mma.atom().shape;
                let per_atom = tv.values()
                    / (m.0 / (values[modes[0]] * atoms[0]))
                    / (n.0 / (values[modes[1]] * atoms[1]));
                let in_x = m.0 / (values[modes[0]] * atoms[0]);
                let (value, repeat) = (v % per_atom, v / per_atom);
                let (u, w) = (repeat % in_x, repeat / in_x);
                let expected = at([t, x, y, value, u, w]);
                let coordinate = IntTuple::tuple([thread.into(), v.into()]);
                assert_eq!(crd2idx(&coordinate, &of_tile).unwrap(), expected);
            }
        }
    }
}

#[test]
fn multiplications() {
    let same = &|i| i;
    // Atoms with fewer bits are like those with 8 bits, in longer rows, and several types have the same layouts.
    let mut tried = BTreeSet::new();
    for atom in MMA_SYNC.iter().filter(|atom| atom.shape[2] <= 32).chain([&FMA]) {
        if !tried.insert((atom.shape, atom.a, atom.b, atom.c)) {
            continue;
        }
        for arrangement in
            ["(1,1,1):(0,0,0)", "(2,1,3):(3,0,1)", "(2,2,2):(2,1,4)", "(3,(1,5),1):(5,(0,1),0)"]
        {
            let mma = TiledMma::new(atom, &layout(arrangement)).unwrap();
            check(&mma, [same; 3]);
        }
        let mma = TiledMma::new(atom, &layout("(2,2,1):(2,1,0)")).unwrap();
        let [m, n, k] = mma.tile();
        // More repeats for each thread, and the repeats of M and N in another order: alternating halves.
        let tilers = [format!("(2,{m}):({m},1)"), format!("{}:1", 4 * n), format!("{}:1", 2 * k)];
        let mma = mma.permuted(tilers.map(|text| layout(&text))).unwrap();
        assert_eq!(mma.tile(), [2 * m, 4 * n, 2 * k]);
        check(&mma, [&|i| i % 2 * m + i / 2, same, same]);
        // Every third row for each of three atoms.
        let mma = TiledMma::new(atom, &layout("(3,1,2):(2,0,1)")).unwrap();
        let [m, n, k] = mma.tile();
        let tilers = [format!("({},3):(3,1)", m / 3), format!("{n}:1"), format!("{k}:1")];
        let mma = mma.permuted(tilers.map(|text| layout(&text))).unwrap();
        check(&mma, [&|i| i % (m / 3) * 3 + i / (m / 3), same, same]);
        // K in pairs of columns, alternating between both repeats; N in four parts.
        if atom.shape[2] % 2 == 0 {
            let mma = TiledMma::new(atom, &layout("(1,2,2):(0,1,2)")).unwrap();
            let [m, n, k] = mma.tile();
            let tilers = [
                format!("{m}:1"),
                format!("({},4):(4,1)", n / 2),
                format!("(2,{},2):(1,4,2)", k / 2),
            ];
            let mma = mma.permuted(tilers.map(|text| layout(&text))).unwrap();
            let parts = |i| i % (n / 2) * 4 + i / (n / 2);
            let pairs = |i| i % 2 + i / 2 % (k / 2) * 4 + i / k * 2;
            check(&mma, [same, &parts, &pairs]);
        }
    }
}

/// Warpgroups: accumulators, and `A`, in registers; of an operand in shared memory, each thread of an atom has the
/// whole tile.
#[test]
fn multiplications_of_warpgroups() {
    let same = &|i| i;
    let of = |name: &str| WGMMA.iter().find(|mma| mma.name == name).unwrap();
    for name in ["wgmma.m64n8k8.tf32.ss", "wgmma.m64n8k8.tf32.rs", "wgmma.m64n24k16.bf16.rs"] {
        for arrangement in ["(1,1,1):(0,0,0)", "(1,2,1):(0,1,0)"] {
            check(&TiledMma::new(of(name), &layout(arrangement)).unwrap(), [same; 3]);
        }
    }
    let mma = TiledMma::new(of("wgmma.m64n8k8.tf32.rs"), &layout("(2,1,1):(1,0,0)")).unwrap();
    let mma = mma.permuted(["128:1", "(8,2):(2,1)", "8:1"].map(layout)).unwrap();
    check(&mma, [same, &|i| i % 8 * 2 + i / 8, same]);
}

/// Wavefronts of 64 threads and of 32, in which threads may repeat `A` and `B`, and subgroups of 8 and 16.
#[test]
fn multiplications_of_wavefronts() {
    let same = &|i| i;
    for name in [
        "v_mfma_f32_16x16x16_f16",
        "v_mfma_f32_32x32x8_f16",
        "v_mfma_f64_16x16x4_f64",
        "v_wmma_f32_16x16x16_f16_w32",
        "v_wmma_f32_16x16x16_f16_w64_gfx12",
        "dpas.m8n16k16.bf16",
        "dpas.m4n8k32.s8",
        "dpas.m8n16k8.tf32",
    ] {
        let atom = Mma::all().find(|mma| mma.name == name).unwrap();
        for arrangement in ["(1,1,1):(0,0,0)", "(2,2,1):(2,1,0)"] {
            check(&TiledMma::new(atom, &layout(arrangement)).unwrap(), [same; 3]);
        }
        let mma = TiledMma::new(atom, &layout("(2,1,1):(1,0,0)")).unwrap();
        let [m, n, k] = mma.tile();
        let tilers = [format!("({},2):(2,1)", m / 2), format!("{n}:1"), format!("{}:1", 2 * k)];
        let mma = mma.permuted(tilers.map(|text| layout(&text))).unwrap();
        check(&mma, [&|i| i % (m / 2) * 2 + i / (m / 2), same, same]);
    }
}

/// The multiplication of 8 x 8 x 4 by eight threads, whose tiles are shown in CuTe's `0t_mma_atom.md`.
const QUADPAIR: Mma = Mma {
    name: "mma.sync.m8n8k4 with columns of A and rows of B, by eight threads",
    source: "CuTe, 0t_mma_atom.md, Volta: A, B and accumulators",
    shape: [8, 8, 4],
    a: "((4,2),4):((8,4),1)",
    b: "((4,2),4):((8,4),1)",
    c: "((2,2,2),(2,2,2)):((1,16,4),(8,2,32))",
};

/// The places of thread 0's values of `A`, as printed in CuTe's `0t_mma_atom.md`, without and with a permutation of the
/// rows.
#[test]
fn published_multiplications() {
    let mma = TiledMma::new(&QUADPAIR, &layout("(2,2,1):(2,1,0)")).unwrap();
    assert_eq!((mma.tile(), mma.threads()), ([16, 16, 4], 32));
    let mma = mma.permuted(["32:1", "32:1", "4:1"].map(layout)).unwrap();
    let rows =
        |mma: &TiledMma| of_thread(&mma.a().unwrap(), 0).into_iter().map(|c| (c % 32, c / 32));
    let printed = [0, 1, 2, 3, 16, 17, 18, 19].map(|row| (row, 0));
    assert!(rows(&mma).eq(printed));
    let mma = mma.permuted(["(4,4,2):(1,8,4)", "32:1", "4:1"].map(layout)).unwrap();
    assert!(rows(&mma).eq((0..8).map(|row| (row, 0))));
    // 0x_gemm_tutorial.md: each thread of 16 x 16 has one element of each operand.
    let mma = TiledMma::new(&FMA, &layout("(16,16,1):(1,16,0)")).unwrap();
    assert_eq!((mma.tile(), mma.threads()), ([16, 16, 1], 256));
    for tv in [mma.a(), mma.b(), mma.c()] {
        assert_eq!(tv.unwrap().values(), 1);
    }
}

#[test]
fn refusals() {
    let atom = MMA_SYNC.iter().find(|mma| mma.name == "mma.sync.m16n8k16.f16").unwrap();
    let rule = |text: &str| TiledMma::new(atom, &layout(text)).unwrap_err().rule;
    assert_eq!(rule("(2,2):(1,2)"), Rule::Profile);
    assert_eq!(rule("4:1"), Rule::Profile);
    assert_eq!(rule("(2,2,1):(1,4,0)"), Rule::Compactness);
    assert_eq!(rule("(2,2,1):(1,1,0)"), Rule::Compactness);
    let mma = TiledMma::new(atom, &layout("(2,2,1):(1,2,0)")).unwrap();
    // Rows of A that are not a whole number of tiles of 32.
    let error = mma.partition_a(&layout("(48,16):(16,1)")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "partition: evenness, mode 0: the size 48 is not a multiple of the span 32"
    );
    let error = mma.clone().permuted(["48:1", "16:1", "16:1"].map(layout)).unwrap_err();
    assert_eq!((error.mode, error.rule), (Some(0), Rule::Evenness { size: 48, span: 32 }));
}
