//! Tiled copies, compared with their definition element by element, and with the output printed in CuTe's
//! documentation.

use std::collections::BTreeMap;

use tilework_algebra::atom::{CopyAtom, LDMATRIX, MMA_SYNC, TiledCopy, TiledMma};
use tilework_algebra::{
    Composed, Layout, Outer, Rule, Stride, Swizzle, Xor, crd2idx, make_identity_layout,
};

use crate::definition::layout;
use crate::tiled::of_thread;

/// The offset at a coordinate in CuTe's notation.
fn at(layout: &Layout, coordinate: &str) -> i64 {
    crd2idx(&coordinate.parse().unwrap(), layout).unwrap()
}

/// The output of CuTe's notebook `elementwise_add`, and the copy of `0x_gemm_tutorial.md`.
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

/// Value `v` of thread `t` on one side of an atom has its place in the reference, and so in the tile.
#[test]
fn copies() {
    let f16 = MMA_SYNC.iter().find(|mma| mma.name == "mma.sync.m16n8k16.f16").unwrap();
    let mma = TiledMma::new(f16, &layout("(2,2,1):(1,2,0)")).unwrap();
    let vector = |n| CopyAtom::vector(n).unwrap();
    let load = |name: &str| {
        CopyAtom::load(LDMATRIX.iter().find(|load| load.name == name).unwrap(), 16).unwrap()
    };
    let store = |name: &str| {
        CopyAtom::store(LDMATRIX.iter().find(|load| load.name == name).unwrap(), 16).unwrap()
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
    copies.push(TiledCopy::of(store("ldmatrix.x4"), wide.c().unwrap()).unwrap());
    copies.push(TiledCopy::of(store("ldmatrix.x2.trans"), wide.c().unwrap()).unwrap());
    copies.push(TiledCopy::of(store("ldmatrix.x1"), wide.c().unwrap()).unwrap());
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

/// Threads and values that are arranged next to one another, in any numbers, orders and profiles. Value `v` of thread
/// `t` is at `(p + P i, q + Q j)` of each tile, if thread `t` is at `(i, j)` and value `v` at `(p, q)` of `P` by `Q`.
/// Each element is copied once.
#[test]
fn odd_arrangements() {
    for (threads, values) in [
        ("(3,5):(5,1)", "(2,3):(3,1)"),
        ("(3,5):(1,3)", "(7,1):(1,0)"),
        ("((2,3),5):((15,1),3)", "(2,(3,2)):(1,(4,2))"),
        ("(5,(3,2)):(2,(10,1))", "((2,2),3):((6,1),2)"),
        ("(1,6):(0,1)", "(5,2):(2,1)"),
        ("(4,3):(1,4)", "(1,1):(0,0)"),
    ] {
        let (threads, values) = (layout(threads), layout(values));
        let sizes = |of: &Layout| [0, 1].map(|at| of.mode(at).unwrap().size());
        let ([ti, tj], [vi, vj]) = (sizes(&threads), sizes(&values));
        let copy = TiledCopy::new(CopyAtom::vector(1).unwrap(), &threads, &values).unwrap();
        let tiles = [2, 3];
        let data = [ti * vi * tiles[0], tj * vj * tiles[1]];
        let parts = layout(&format!("({},{}):(1000,1)", data[0], data[1]));
        let parts = [copy.partition_s(&parts).unwrap(), copy.partition_d(&parts).unwrap()];
        let mut seen = std::collections::BTreeSet::new();
        for (i, j) in (0..tj).flat_map(|j| (0..ti).map(move |i| (i, j))) {
            let t = threads.offset(i + ti * j).unwrap();
            for (p, q) in (0..vj).flat_map(|q| (0..vi).map(move |p| (p, q))) {
                let v = values.offset(p + vi * q).unwrap();
                for (x, y) in (0..tiles[0]).flat_map(|x| (0..tiles[1]).map(move |y| (x, y))) {
                    let row = p + vi * (i + ti * x);
                    let column = q + vj * (j + tj * y);
                    for parts in &parts {
                        let offset = at(parts, &format!("({t},{v},({x},{y}))"));
                        assert_eq!(offset, 1000 * row + column, "{threads} {values}");
                    }
                    assert!(seen.insert((row, column)));
                }
            }
        }
        assert_eq!(seen.len() as i64, data[0] * data[1]);
        // Incomplete tiles.
        let ragged = layout(&format!("({},{}):(1000,1)", data[0], data[1] + 1));
        let error = copy.partition_s(&ragged).unwrap_err();
        let rule = Rule::Evenness { size: data[1] + 1, span: tj * vj };
        assert_eq!((error.mode, error.rule), (Some(1), rule));
    }
}

/// Returns whether the elements that each thread reads at once are consecutive and begin at a multiple of their number.
/// It uses the partition for single elements, on data with small strides.
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
    // Coordinates are not places in memory, so they are not apart.
    let copy = TiledCopy::new(
        CopyAtom::vector(8).unwrap(),
        &layout("(32,4):(1,32)"),
        &layout("(8,1):(1,0)"),
    );
    let identity = make_identity_layout(&"(256,8)".parse().unwrap()).unwrap();
    let parts = copy.unwrap().partition_s(&identity).unwrap();
    assert_eq!(parts.to_string(), "((32,4),(8,1),(1,2)):((8e0,e1),(e0,0),(0,4e1))");
}

/// The error names the leaf of data that fits vectors but is not aligned.
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
        // Modes of one element move nothing.
        ("(4,16,1):(16,1,65)", None, 4),
        // Vectors are not contiguous.
        ("(8,16):(1,8)", None, 1),
    ] {
        let copied = copy.partition_s(&layout(data));
        let error = copied.map(drop).err().map(|error| (error.mode, error.rule));
        let expected = (mode, Rule::Alignment { together, wanted: 4 });
        assert_eq!(error, (together < 4).then_some(expected), "{data}");
    }
}

/// Vectors of data through swizzles and layouts: accepted if their elements are consecutive and begin at a multiple of
/// their number.
#[test]
fn vectors_of_composed_data() {
    let (mut answers, mut torn_elsewhere) = ([0; 2], 0);
    // In columns of 64, bits 4 and 5 of offsets are 0.
    let swizzles = [(0, 0, 3), (1, 0, 3), (2, 1, 3), (2, 2, 3), (1, 3, 2), (1, 2, -2), (1, 0, 4)];
    let swizzles = swizzles.map(|(b, m, s)| Outer::from(Swizzle::new(b, m, s).unwrap()));
    let others = ["((4,4),4):((1,16),4)", "((4,4),32):((2,16),4)", "512:1", "(2,256):(1,3)"];
    let others = others.map(|outer| Outer::from(layout(outer)));
    let bits = ["(4,128):(f1,f4)", "(4,128):(f1,f6)", "(2,256):(f1,f5)"];
    let bits = bits.map(|outer| Outer::from(outer.parse::<Layout<Xor>>().unwrap()));
    for outer in swizzles.into_iter().chain(others).chain(bits) {
        let inner = [16, 17, 18, 20, 32, 64].map(|ld| layout(&format!("(16,4):(1,{ld})")));
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
                // The inner layout alone aligns them.
                let expected = whole && of(n).partition_s(inner).is_ok();
                assert_eq!(found.is_ok(), expected, "{data}, {n}: {found:?}");
                assert_eq!(expected, whole, "{data}, {n}");
                if let Err(error) = found {
                    assert!(matches!(error.rule, Rule::Alignment { wanted, .. } if wanted == n));
                    assert_eq!(of(n).partition_d(&data), Err(error));
                }
                answers[usize::from(expected)] += 1;
                torn_elsewhere += u32::from(expected && data.alignment() % n != 0);
            }
        }
    }
    assert!(torn_elsewhere > 5, "{torn_elsewhere}");
    assert!(answers.iter().all(|&answers| answers > 100), "{answers:?}");
}

/// The registers of a multiplication, seen by the copy that fills or empties them: each register has the element that
/// the multiplication wants there.
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
        // A register for each value, with the first mode fastest.
        let modes = [values.mode(0).unwrap(), values.mode(1).unwrap()];
        let rests: Vec<i64> = modes[1].modes().map(|mode| mode.size()).collect();
        let fragment = layout(&format!("({},{},{})", modes[0].size(), rests[0], rests[1]));
        let retiled = copy.retile(&fragment).unwrap();
        let size = retiled.size();
        assert_eq!(size, fragment.size());
        let tv = copy.thread_value();
        let [x, y] = tv.tile().leaves() else { panic!("a matrix") };
        for thread in 0..128 {
            // The place of the thread, according to the arrangement.
            let (t, m, n) = (thread % 32, thread / 32 % 2, thread / 64);
            let place = match operand {
                'a' => m,
                'b' => n,
                _ => m + 2 * n,
            };
            // All values of a tile, tile after tile.
            let elements = of_thread(tv, thread);
            for i in 0..size {
                let register = retiled.offset(i).unwrap();
                // The wanted element: ((t, place), (v, (x, y))), where the register is v of (x, y).
                let threads = wanted.mode(0).unwrap().size();
                let wanted = wanted.offset(t + 32 * place + threads * register).unwrap();
                let (v, rest) = (i % tv.values(), i / tv.values());
                let element = elements[v as usize];
                // The thread-value layout includes the permutation.
                let tiles = 64 / x;
                let row = element % x + rest % tiles * x;
                let column = element / x + rest / tiles * y;
                assert_eq!(row + 100 * column, wanted, "{} {operand}, {thread}, {i}", atom.name);
            }
        }
    }
}

/// Fewer threads or values than the atom has.
#[test]
fn refusals() {
    let load = CopyAtom::load(&LDMATRIX[0], 16).unwrap();
    assert!(TiledCopy::new(load, &layout("(4,4):(1,4)"), &layout("(1,8):(0,1)")).is_err());
    let vector = CopyAtom::vector(4).unwrap();
    assert!(TiledCopy::new(vector, &layout("(4,4):(1,4)"), &layout("(1,2):(0,1)")).is_err());
}
