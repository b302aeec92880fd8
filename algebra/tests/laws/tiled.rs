//! Tiled multiplications and copies against their definition, element by element, and against
//! what CuTe's documentation prints.

use std::collections::BTreeMap;

use tilework_algebra::atom::{CopyAtom, FMA, LDMATRIX, MMA_SYNC, Mma, TiledCopy, TiledMma, WGMMA};
use tilework_algebra::{
    Composed, IntTuple, Layout, Outer, Rule, Stride, Swizzle, ThreadValue, Xor, crd2idx,
    make_identity_layout,
};

use crate::definition::layout;

/// The offset at a coordinate in CuTe's notation.
fn at(layout: &Layout, coordinate: &str) -> i64 {
    crd2idx(&coordinate.parse().unwrap(), layout).unwrap()
}

fn of_thread(tv: &ThreadValue, thread: i64) -> Vec<i64> {
    let one = |v: i64| crd2idx(&IntTuple::tuple([thread.into(), v.into()]), tv.layout()).unwrap();
    (0..tv.values()).map(one).collect()
}

/// Each operand of the tile, in data of several tiles, by the definition: the element `(i, j)` of
/// the atom at `(x, y)` in the repeat `(u, w)`.
fn check(mma: &TiledMma, permutation: [fn(i64) -> i64; 3]) {
    let tile = mma.tile();
    let operands = [
        ([0, 2], mma.atom().a().unwrap()),
        ([1, 2], mma.atom().b().unwrap()),
        ([0, 1], mma.atom().c().unwrap()),
    ];
    for (operand, (modes, tv)) in operands.into_iter().enumerate() {
        let [m, n] = modes.map(|mode| (tile[mode], mma.atom().shape[mode]));
        let atoms = modes.map(|mode| mma.thread_layout().mode(mode + 1).unwrap().size());
        // Two tiles by three, with strides that tell all elements apart.
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
        // Each element as often as the atom has each of its operand: once, unless it is in memory.
        let times = tv.threads() * tv.values() / (m.1 * n.1);
        assert_eq!(seen.len() as i64, data.size());
        assert!(seen.into_values().all(|seen| seen == times));
        // By the index of the thread, the same elements of the tile, for all threads.
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
    let same: fn(i64) -> i64 = |i| i;
    for atom in MMA_SYNC.iter().chain([&FMA]) {
        for arrangement in ["(1,1,1):(0,0,0)", "(2,1,3):(3,0,1)", "(2,2,2):(2,1,4)"] {
            let mma = TiledMma::new(atom, &layout(arrangement)).unwrap();
            check(&mma, [same; 3]);
        }
        let mma = TiledMma::new(atom, &layout("(2,2,1):(2,1,0)")).unwrap();
        let [m, n, k] = mma.tile();
        // More repeats for each thread, and those of M and N in another order: halves in turn.
        let tilers = [format!("(2,{m}):({m},1)"), format!("{}:1", 4 * n), format!("{}:1", 2 * k)];
        let mma = mma.permuted(tilers.map(|text| layout(&text))).unwrap();
        assert_eq!(mma.tile(), [2 * m, 4 * n, 2 * k]);
        match m {
            2 => check(&mma, [|i| i % 2 * 2 + i / 2, same, same]),
            16 => check(&mma, [|i| i % 2 * 16 + i / 2, same, same]),
            32 => check(&mma, [|i| i % 2 * 32 + i / 2, same, same]),
            _ => unreachable!("rows of two atoms"),
        }
        // Of K: pairs of columns, those of both repeats in turn; of N in four parts.
        let k = atom.shape[2];
        if k % 2 == 0 {
            let mma = TiledMma::new(atom, &layout("(1,2,2):(0,1,2)")).unwrap();
            let [m, n, all] = mma.tile();
            let tilers = [
                format!("{m}:1"),
                format!("({},4):(4,1)", n / 2),
                format!("(2,{},2):(1,4,2)", all / 2),
            ];
            let mma = mma.permuted(tilers.map(|text| layout(&text))).unwrap();
            let halves: fn(i64) -> i64 = match n {
                16 => |i| i % 8 * 4 + i / 8,
                _ => unreachable!("columns of two atoms"),
            };
            let pairs: fn(i64) -> i64 = match all {
                8 => |i| i % 2 + i / 2 % 4 * 4 + i / 8 * 2,
                16 => |i| i % 2 + i / 2 % 8 * 4 + i / 16 * 2,
                32 => |i| i % 2 + i / 2 % 16 * 4 + i / 32 * 2,
                64 => |i| i % 2 + i / 2 % 32 * 4 + i / 64 * 2,
                _ => unreachable!("columns of two atoms"),
            };
            check(&mma, [same, halves, pairs]);
        }
    }
}

/// Warpgroups: accumulators, and `A`, in registers, and of what is in shared memory the whole tile for each
/// thread of an atom.
#[test]
fn multiplications_of_warpgroups() {
    let same: fn(i64) -> i64 = |i| i;
    let of = |name: &str| WGMMA.iter().find(|mma| mma.name == name).unwrap();
    for name in ["wgmma.m64n8k8.tf32.ss", "wgmma.m64n8k8.tf32.rs", "wgmma.m64n24k16.bf16.rs"] {
        for arrangement in ["(1,1,1):(0,0,0)", "(1,2,1):(0,1,0)"] {
            check(&TiledMma::new(of(name), &layout(arrangement)).unwrap(), [same; 3]);
        }
    }
    let mma = TiledMma::new(of("wgmma.m64n8k8.tf32.rs"), &layout("(2,1,1):(1,0,0)")).unwrap();
    let mma = mma.permuted(["128:1", "(8,2):(2,1)", "8:1"].map(layout)).unwrap();
    check(&mma, [same, |i| i % 8 * 2 + i / 8, same]);
}

/// The multiplication of 8 x 8 x 4 by eight threads whose tiles CuTe's `0t_mma_atom.md` shows.
const QUADPAIR: Mma = Mma {
    name: "mma.sync.m8n8k4 with columns of A and rows of B, by eight threads",
    source: "CuTe, 0t_mma_atom.md, Volta: A, B and accumulators",
    shape: [8, 8, 4],
    a: "((4,2),4):((8,4),1)",
    b: "((4,2),4):((8,4),1)",
    c: "((2,2,2),(2,2,2)):((1,16,4),(8,2,32))",
};

/// Where thread 0 has its values of `A`, as `0t_mma_atom.md` of CuTe prints it, without and with a
/// permutation of the rows.
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

/// What CuTe's notebook `elementwise_add` prints, and the copy of `0x_gemm_tutorial.md`.
#[test]
fn published_copies() {
    let by_rows = |m, n| layout(&format!("({m},{n}):({n},1)"));
    let copy =
        TiledCopy::new(CopyAtom::vector(8).unwrap(), &by_rows(4, 32), &by_rows(4, 8)).unwrap();
    assert_eq!(copy.thread_value().layout(), &layout("((32,4),(8,4)):((128,4),(16,1))"));
    assert_eq!(copy.thread_value().tile(), &"(16,256)".parse().unwrap());
    let tile = layout("(16,256):(512,1)");
    let of_tile = copy.thread_value().of_tile(&tile).unwrap();
    assert_eq!(of_tile, layout("((32,4),(8,4)):((8,2048),(1,512))"));
    let copy = TiledCopy::new(
        CopyAtom::vector(4).unwrap(),
        &layout("(32,8):(1,32)"),
        &layout("(4,1):(1,0)"),
    )
    .unwrap();
    assert_eq!(copy.thread_value().tile(), &"(128,8)".parse().unwrap());
    for thread in 0..256 {
        let (row, column) = (thread % 32 * 4, thread / 32);
        let expected: Vec<i64> = (0..4).map(|v| row + v + 128 * column).collect();
        assert_eq!(of_thread(&copy.source().unwrap(), thread), expected);
    }
}

/// Where the value `v` of thread `t` of one side of an atom is among those of the reference, and so
/// in the tile.
#[test]
fn copies() {
    let f16 = MMA_SYNC.iter().find(|mma| mma.name == "mma.sync.m16n8k16.f16").unwrap();
    let mma = TiledMma::new(f16, &layout("(2,2,1):(1,2,0)")).unwrap();
    let vector = |n| CopyAtom::vector(n).unwrap();
    let load = |name: &str| {
        CopyAtom::load(LDMATRIX.iter().find(|load| load.name == name).unwrap(), 16).unwrap()
    };
    let c = mma.c().unwrap();
    let mut copies = vec![
        TiledCopy::new(vector(4), &layout("(32,8):(1,32)"), &layout("(4,1):(1,0)")).unwrap(),
        TiledCopy::new(vector(8), &layout("(4,32):(32,1)"), &layout("(4,8):(8,1)")).unwrap(),
        TiledCopy::new(vector(2), &layout("8:1"), &layout("6:1")).unwrap(),
        TiledCopy::of(vector(2), c).unwrap(),
        TiledCopy::of(load("ldmatrix.x4"), mma.a().unwrap()).unwrap(),
        TiledCopy::of(load("ldmatrix.x2"), mma.a().unwrap()).unwrap(),
        TiledCopy::of(load("ldmatrix.x1"), mma.a().unwrap()).unwrap(),
        TiledCopy::of(load("ldmatrix.x2"), mma.b().unwrap()).unwrap(),
    ];
    let wide = mma.permuted(["32:1", "32:1", "16:1"].map(layout)).unwrap();
    copies.push(TiledCopy::of(load("ldmatrix.x4"), wide.b().unwrap()).unwrap());
    for copy in &copies {
        let tv = copy.thread_value();
        let reference = copy.atom().reference();
        let threads = reference.mode(0).unwrap().size();
        let values = reference.mode(1).unwrap().size();
        for (side, of_side) in [
            (copy.atom().source(), copy.source().unwrap()),
            (copy.atom().destination(), copy.destination().unwrap()),
        ] {
            // The thread and the value of the reference that have an element.
            let mut places = BTreeMap::new();
            for t in 0..threads {
                for v in 0..values {
                    let element = at(reference, &format!("({t},{v})"));
                    assert!(places.insert(element, (t, v)).is_none());
                }
            }
            let of_atom = side.mode(1).unwrap().size();
            assert_eq!(of_side.threads(), tv.threads());
            for thread in 0..of_side.threads() {
                let elements = of_thread(&of_side, thread);
                let (t, atom) = (thread % threads, thread / threads);
                for (v, &element) in (0..).zip(&elements) {
                    let (v, x) = (v % of_atom, v / of_atom);
                    let (rt, rv) = places[&at(side, &format!("({t},{v})"))];
                    let expected =
                        at(tv.layout(), &format!("({},{})", rt + atom * threads, rv + x * values));
                    assert_eq!(element, expected);
                }
            }
        }
    }
    // Further tiles of data.
    let data = layout("(128,48):(200,1)");
    let parts = copies[4].partition_s(&data).unwrap();
    let tiles = copies[4].source().unwrap();
    for thread in 0..128 {
        for (v, element) in of_thread(&tiles, thread).into_iter().enumerate() {
            for (x, y) in (0..4).flat_map(|x| (0..3).map(move |y| (x, y))) {
                let (i, j) = (element % 32 + 32 * x, element / 32 + 16 * y);
                assert_eq!(at(&parts, &format!("({thread},{v},({x},{y}))")), 200 * i + j);
            }
        }
    }
}

/// Whether the elements that each thread reads at once follow one another, from a multiple of their number
/// on, by the partition for single elements, in data with small strides.
fn aligned<D: Stride<Offset = i64>>(
    strides: &[D],
    leaf: impl Fn(i64, &D) -> Layout<D>,
) -> [usize; 2] {
    let mut answers = [0; 2];
    for (n, threads, values) in [
        (2, "(4,2):(1,4)", "(4,1):(1,0)"),
        (4, "(4,2):(1,4)", "(4,2):(1,4)"),
        (4, "(2,4):(4,1)", "(1,4):(0,1)"),
        (3, "(2,2):(1,2)", "(3,1):(1,0)"),
        (6, "(2,2):(1,2)", "(2,3):(1,2)"),
        (1, "(2,2):(1,2)", "(2,3):(1,2)"),
    ] {
        let of = |n| {
            let atom = CopyAtom::vector(n).unwrap();
            TiledCopy::new(atom, &layout(threads), &layout(values)).unwrap()
        };
        let single = of(1).source().unwrap();
        let [rows, columns] = *single.tile().leaves() else { panic!("a matrix") };
        for (d, e, f) in strides
            .iter()
            .flat_map(|d| strides.iter().flat_map(move |e| strides.iter().map(move |f| (d, e, f))))
        {
            let modes = [leaf(rows, d), leaf(2 * columns, e), leaf(2, f)];
            let data = Layout::concatenate(modes).unwrap();
            let Ok(parts) = single.partition(&data) else { continue };
            let per = single.values();
            let offset = |t: i64, v: i64, rest: i64| {
                let at = t + single.threads() * (v + per * rest);
                parts.offset(at).unwrap()
            };
            let mut runs = (0..single.threads()).flat_map(|t| {
                (0..per / n).flat_map(move |x| (0..4).map(move |rest| (t, n * x, rest)))
            });
            let expected = runs.all(|(t, v, rest)| {
                let first = offset(t, v, rest);
                first % n == 0 && (0..n).all(|i| offset(t, v + i, rest) == first + i)
            });
            let found = of(n).partition_s(&data);
            assert_eq!(found.is_ok(), expected, "{data}, {n} of {values}: {found:?}");
            if let Err(error) = found {
                let Rule::Alignment { together, wanted } = error.rule else { panic!("{error}") };
                assert!(together < wanted && wanted == n);
                assert_eq!(of(n).partition_d(&data), found);
            }
            answers[usize::from(expected)] += 1;
        }
    }
    answers
}

#[test]
fn vectors_lie_together() {
    let integers = [0_i64, 1, 2, 3, 4, 12, -4];
    let integers = aligned(&integers, |extent, &stride| Layout::leaf(extent, stride).unwrap());
    let bits = [0, 1, 2, 4, 5, 12].map(|bits| Xor::new(bits).unwrap());
    let bits = aligned(&bits, |extent, stride| format!("{extent}:{stride}").parse().unwrap());
    assert!(integers.iter().chain(&bits).all(|&answers| answers > 20), "{integers:?} {bits:?}");
    // Coordinates are nowhere, and so not apart.
    let copy = TiledCopy::new(
        CopyAtom::vector(8).unwrap(),
        &layout("(32,4):(1,32)"),
        &layout("(8,1):(1,0)"),
    );
    let identity = make_identity_layout(&"(256,8)".parse().unwrap()).unwrap();
    let parts = copy.unwrap().partition_s(&identity).unwrap();
    assert_eq!(parts.to_string(), "((32,4),(8,1),(1,2)):((8e0,e1),(e0,0),(0,4e1))");
}

/// Where data that vectors fit is otherwise not aligned: the leaf of it.
#[test]
fn misaligned_modes() {
    let vector = CopyAtom::vector(4).unwrap();
    let copy = TiledCopy::new(vector, &layout("(4,2):(1,4)"), &layout("(1,4):(0,1)")).unwrap();
    for (data, mode, together) in [
        ("(8,16):(513,1)", Some(0), 1),
        ("(8,16):(514,1)", Some(0), 2),
        ("((4,2),16):((16,66),1)", Some(1), 2),
        ("(8,(8,2)):(16,(1,7))", Some(2), 1),
        ("(4,16,3):(16,1,65)", Some(2), 1),
        // Nothing is moved along modes of one element.
        ("(4,16,1):(16,1,65)", None, 4),
        // Vectors do not lie together.
        ("(8,16):(1,8)", None, 1),
    ] {
        let copied = copy.partition_s(&layout(data));
        let error = copied.map(drop).err().map(|error| (error.mode, error.rule));
        let expected = (mode, Rule::Alignment { together, wanted: 4 });
        assert_eq!(error, (together < 4).then_some(expected), "{data}");
    }
}

/// Vectors of data through swizzles and layouts: those are admitted that follow one another from a
/// multiple of their number on, for whole blocks that stay together.
#[test]
fn vectors_of_composed_data() {
    let mut answers = [0; 2];
    let swizzles = [(0, 0, 3), (1, 0, 3), (2, 1, 3), (2, 2, 3), (1, 3, 2), (1, 2, -2)];
    let swizzles = swizzles.map(|(b, m, s)| Outer::from(Swizzle::new(b, m, s).unwrap()));
    let others = ["((4,4),4):((1,16),4)", "((4,4),32):((2,16),4)", "512:1", "(2,256):(1,3)"];
    let others = others.map(|outer| Outer::from(layout(outer)));
    let bits = ["(4,128):(f1,f4)", "(4,128):(f1,f6)", "(2,256):(f1,f5)"];
    let bits = bits.map(|outer| Outer::from(outer.parse::<Layout<Xor>>().unwrap()));
    for outer in swizzles.into_iter().chain(others).chain(bits) {
        let inner = [16, 17, 18, 20, 32].map(|ld| layout(&format!("(16,4):(1,{ld})")));
        for (inner, added) in inner.iter().flat_map(|inner| [0, 1, 2, 4, 8].map(|n| (inner, n))) {
            let data = Composed::new(outer.clone(), added, inner.clone());
            for n in [1, 2, 4, 8] {
                let of = |n| {
                    let atom = CopyAtom::vector(n).unwrap();
                    TiledCopy::new(atom, &layout("(2,2):(1,2)"), &layout("(8,1):(1,0)")).unwrap()
                };
                let places = of(1).partition_s(&data).unwrap();
                let place = |t: i64, v: i64| places.offset(t + 4 * v).unwrap();
                let whole = (0..4).all(|t| {
                    (0..16).step_by(n as usize).all(|v| {
                        let first = place(t, v);
                        first % n == 0 && (0..n).all(|i| place(t, v + i) == first + i)
                    })
                });
                let found = of(n).partition_s(&data);
                assert!(whole || found.is_err(), "{data}, {n}");
                // What is not admitted: an offset that is added, or the data of the layout, misaligned by
                // itself, or an outer function of which longer runs do not stay together everywhere.
                let plain = of(n).partition_s(inner);
                let runs = (0..512 / n).all(|x| {
                    let alone = Composed::new(outer.clone(), 0, layout("512:1"));
                    let at = |i| alone.offset(n * x + i).unwrap();
                    at(0) % n == 0 && (0..n).all(|i| at(i) == at(0) + i)
                });
                let expected = plain.is_ok() && added % n == 0 && runs;
                assert_eq!(found.is_ok(), expected, "{data}, {n}: {found:?}");
                if let Err(error) = found {
                    assert!(matches!(error.rule, Rule::Alignment { wanted, .. } if wanted == n));
                    assert_eq!(of(n).partition_d(&data), Err(error));
                }
                answers[usize::from(expected)] += 1;
            }
        }
    }
    assert!(answers.iter().all(|&answers| answers > 100), "{answers:?}");
}

/// The registers of a multiplication, seen by the copy that fills or empties them: each has the element
/// that the multiplication wants there.
#[test]
fn retiled_fragments() {
    let atom = |name: &str| MMA_SYNC.iter().find(|atom| atom.name == name).unwrap();
    let load = |name: &str, bits| {
        CopyAtom::load(LDMATRIX.iter().find(|load| load.name == name).unwrap(), bits).unwrap()
    };
    let vector = |n| CopyAtom::vector(n).unwrap();
    let [f16, s8, tf32] = ["m16n8k16.f16", "m16n8k32.s8", "m16n8k8.tf32"]
        .map(|name| atom(&format!("mma.sync.{name}")));
    let wide = ["32:1", "32:1", "16:1"];
    let cases = [
        (f16, wide, 'a', load("ldmatrix.x4", 16)),
        (f16, wide, 'a', load("ldmatrix.x2", 16)),
        (f16, wide, 'a', load("ldmatrix.x1", 16)),
        (f16, wide, 'a', load("ldmatrix.x4.trans", 16)),
        (f16, wide, 'b', load("ldmatrix.x4", 16)),
        (f16, wide, 'b', load("ldmatrix.x2", 16)),
        (f16, wide, 'b', load("ldmatrix.x2.trans", 16)),
        (f16, wide, 'c', vector(2)),
        (f16, wide, 'c', vector(1)),
        (f16, ["64:1", "16:1", "32:1"], 'a', load("ldmatrix.x4", 16)),
        (f16, ["32:1", "(8,2,2):(1,16,8)", "16:1"], 'b', load("ldmatrix.x4", 16)),
        (f16, ["32:1", "(8,2,2):(1,16,8)", "16:1"], 'c', vector(2)),
        (s8, ["32:1", "32:1", "32:1"], 'a', load("ldmatrix.x4", 8)),
        (s8, ["32:1", "32:1", "64:1"], 'b', load("ldmatrix.x4", 8)),
        (tf32, ["32:1", "16:1", "8:1"], 'a', load("ldmatrix.x4", 32)),
        (tf32, ["32:1", "32:1", "8:1"], 'b', load("ldmatrix.x4", 32)),
        (tf32, ["32:1", "16:1", "8:1"], 'c', vector(4)),
    ];
    for (atom, tilers, operand, copied) in cases {
        let mma = TiledMma::new(atom, &layout("(2,2,1):(1,2,0)")).unwrap();
        let mma = mma.permuted(tilers.map(layout)).unwrap();
        let tv = match operand {
            'a' => mma.a(),
            'b' => mma.b(),
            _ => mma.c(),
        };
        let copy = TiledCopy::of(copied, tv.unwrap()).unwrap();
        let data = layout("(64,64):(1,100)");
        let wanted = match operand {
            'a' => mma.partition_a(&data),
            'b' => mma.partition_b(&data),
            _ => mma.partition_c(&data),
        };
        let wanted = wanted.unwrap();
        let values = wanted.mode(1).unwrap();
        // A register for each value, the first mode fastest.
        let modes = [values.mode(0).unwrap(), values.mode(1).unwrap()];
        let rests: Vec<i64> = modes[1].modes().map(|mode| mode.size()).collect();
        let fragment = layout(&format!("({},{},{})", modes[0].size(), rests[0], rests[1]));
        let retiled = copy.retile(&fragment).unwrap();
        let size = retiled.size();
        assert_eq!(size, fragment.size());
        let tv = copy.thread_value();
        let [x, y] = tv.tile().leaves() else { panic!("a matrix") };
        for thread in 0..128 {
            // The place of the thread, as the arrangement says.
            let (t, m, n) = (thread % 32, thread / 32 % 2, thread / 64);
            let place = match operand {
                'a' => m,
                'b' => n,
                _ => m + 2 * n,
            };
            // Value after value of a tile, and tile after tile.
            let elements = of_thread(tv, thread);
            for i in 0..size {
                let register = retiled.offset(i).unwrap();
                // The wanted one: ((t, place), (v, (x, y))), where the register is v of (x, y).
                let threads = wanted.mode(0).unwrap().size();
                let wanted = wanted.offset(t + 32 * place + threads * register).unwrap();
                let (v, rest) = (i % tv.values(), i / tv.values());
                let element = elements[v as usize];
                // The thread-value layout has the permutation in it.
                let tiles = 64 / x;
                let row = element % x + rest % tiles * x;
                let column = element / x + rest / tiles * y;
                assert_eq!(row + 100 * column, wanted, "{} {operand}, {thread}, {i}", atom.name);
            }
        }
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
    // Rows of A that are no whole number of tiles of 32.
    let error = mma.partition_a(&layout("(48,16):(16,1)")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "partition: evenness, mode 0: the size 48 is not a multiple of the span 32"
    );
    let error = mma.clone().permuted(["48:1", "16:1", "16:1"].map(layout)).unwrap_err();
    assert_eq!((error.mode, error.rule), (Some(0), Rule::Evenness { size: 48, span: 32 }));
    // Fewer threads, or values, than the atom has.
    let load = CopyAtom::load(&LDMATRIX[0], 16).unwrap();
    assert!(TiledCopy::new(load, &layout("(4,4):(1,4)"), &layout("(1,8):(0,1)")).is_err());
    let vector = CopyAtom::vector(4).unwrap();
    assert!(TiledCopy::new(vector, &layout("(4,4):(1,4)"), &layout("(1,2):(0,1)")).is_err());
}
