//! Atoms, compared with the rows and columns of registers in the PTX ISA, and partitions.

use tilework_algebra::atom::{
    LDMATRIX, MMA_SYNC, Mma, TMEM, Tmem, WGMMA, WGMMA_A, WGMMA_ACCUMULATORS, WGMMA_SHARED,
};
use tilework_algebra::{
    ArithmeticTuple, IntTuple, Layout, Rule, ThreadValue, Xor, crd2idx, image, is_compact, locate,
    make_identity_layout, offsets, partition, right_inverse,
};

use crate::definition::{layout, values};

mod moved;
mod tensor_memory;

/// The row and column of value `i` of thread `t` of an operand. The ISA gives them in terms of the group `t / 4` and
/// the thread `t % 4` in it.
type Place = fn(t: i64, i: i64) -> (i64, i64);

/// Checks that the values are at these places and that each element is one of them.
fn check(tv: &ThreadValue, place: Place) {
    let [rows, columns] = tv.tile().leaves() else { panic!("a matrix") };
    for t in 0..tv.threads() {
        for v in 0..tv.values() {
            let coordinate = crd2idx(&IntTuple::tuple([t.into(), v.into()]), tv.layout()).unwrap();
            let expected = place(t, v);
            assert_eq!((coordinate % rows, coordinate / rows), expected, "thread {t}, value {v}");
            assert!(expected.1 < *columns);
        }
    }
    // Each element occurs once.
    assert_eq!(tv.threads() * tv.values(), rows * columns);
    assert_eq!(image(tv.layout()).unwrap().len() as i64, rows * columns);
}

#[test]
fn mma_sync() {
    let c: Place = |t, i| (t / 4 + 8 * (i / 2), t % 4 * 2 + i % 2);
    let places: &[(&str, Place, Place, Place)] = &[
        ("m8n8k4.f64", |t, _| (t / 4, t % 4), |t, _| (t / 4, t % 4), |t, i| (t / 4, t % 4 * 2 + i)),
        ("m16n8k4.f64", |t, i| (t / 4 + 8 * i, t % 4), |t, _| (t / 4, t % 4), c),
        (
            "m16n8k8.f64",
            |t, i| (t / 4 + 8 * (i % 2), t % 4 + 4 * (i / 2)),
            |t, i| (t / 4, t % 4 + 4 * i),
            c,
        ),
        (
            "m16n8k16.f64",
            |t, i| (t / 4 + 8 * (i % 2), t % 4 + 4 * (i / 2)),
            |t, i| (t / 4, t % 4 + 4 * i),
            c,
        ),
        ("m16n8k8.f16", c, |t, i| (t / 4, t % 4 * 2 + i), c),
        (
            "m16n8k16.f16",
            |t, i| {
                let row =
                    if (0..2).contains(&i) || (4..6).contains(&i) { t / 4 } else { t / 4 + 8 };
                (row, t % 4 * 2 + (i & 1) + if i < 4 { 0 } else { 8 })
            },
            |t, i| (t / 4, t % 4 * 2 + (i & 1) + if i < 2 { 0 } else { 8 }),
            c,
        ),
        ("m16n8k4.tf32", |t, i| (t / 4 + 8 * i, t % 4), |t, _| (t / 4, t % 4), c),
        (
            "m16n8k8.tf32",
            |t, i| (t / 4 + 8 * (i & 1), t % 4 + if i < 2 { 0 } else { 4 }),
            |t, i| (t / 4, t % 4 + 4 * i),
            c,
        ),
        (
            "m16n8k16.s8",
            |t, i| (t / 4 + if i < 4 { 0 } else { 8 }, t % 4 * 4 + (i & 3)),
            |t, i| (t / 4, t % 4 * 4 + (i & 3)),
            c,
        ),
        (
            "m16n8k32.s8",
            |t, i| {
                let row =
                    if (0..4).contains(&i) || (8..12).contains(&i) { t / 4 } else { t / 4 + 8 };
                (row, t % 4 * 4 + (i & 3) + if i < 8 { 0 } else { 16 })
            },
            |t, i| (t / 4, t % 4 * 4 + (i & 3) + if i < 4 { 0 } else { 16 }),
            c,
        ),
        ("m8n8k16.s8", |t, i| (t / 4, t % 4 * 4 + i), |t, i| (t / 4, t % 4 * 4 + i), c),
        ("m8n8k32.s4", |t, i| (t / 4, t % 4 * 8 + i), |t, i| (t / 4, t % 4 * 8 + i), c),
        (
            "m16n8k32.s4",
            |t, i| (t / 4 + if i < 8 { 0 } else { 8 }, t % 4 * 8 + (i & 7)),
            |t, i| (t / 4, t % 4 * 8 + (i & 7)),
            c,
        ),
        (
            "m16n8k64.s4",
            |t, i| {
                let row =
                    if (0..8).contains(&i) || (16..24).contains(&i) { t / 4 } else { t / 4 + 8 };
                (row, t % 4 * 8 + (i & 7) + if i < 16 { 0 } else { 32 })
            },
            |t, i| (t / 4, t % 4 * 8 + (i & 7) + if i < 8 { 0 } else { 32 }),
            c,
        ),
        ("m8n8k128.b1", |t, i| (t / 4, t % 4 * 32 + i), |t, i| (t / 4, t % 4 * 32 + i), c),
        (
            "m16n8k128.b1",
            |t, i| (t / 4 + if i < 32 { 0 } else { 8 }, t % 4 * 32 + (i & 31)),
            |t, i| (t / 4, t % 4 * 32 + (i & 31)),
            c,
        ),
        (
            "m16n8k256.b1",
            |t, i| {
                let row =
                    if (0..32).contains(&i) || (64..96).contains(&i) { t / 4 } else { t / 4 + 8 };
                (row, t % 4 * 32 + (i & 31) + if i < 64 { 0 } else { 128 })
            },
            |t, i| (t / 4, t % 4 * 32 + (i & 31) + if i < 32 { 0 } else { 128 }),
            c,
        ),
    ];
    for mma in MMA_SYNC {
        let (shape, kind) = mma.name.strip_prefix("mma.sync.").unwrap().split_once('.').unwrap();
        // Layouts depend only on the width of the elements.
        let kind = match kind {
            "bf16" => "f16",
            "u8" | "e4m3" | "e5m2" => "s8",
            "e2m1" => "s4",
            kind => kind,
        };
        let shape = format!("{shape}.{kind}");
        let (.., a, b, c) = *places.iter().find(|(name, ..)| *name == shape).unwrap();
        check(&mma.a().unwrap(), a);
        check(&mma.b().unwrap(), b);
        check(&mma.c().unwrap(), c);
        let [m, n, k] = mma.shape;
        assert!(mma.name.contains(&format!("m{m}n{n}k{k}.")) && mma.source.contains("PTX ISA"));
    }
    let named = |name: &str| MMA_SYNC.iter().filter(|mma| mma.name.contains(name)).count();
    assert_eq!((named("f64"), named(".f16"), named("tf32"), named(".bf16")), (4, 2, 2, 2));
    assert_eq!((named(".s8"), named(".u8"), named(".e4m3"), named(".e5m2")), (3, 3, 2, 2));
    assert_eq!((named(".s4"), named(".e2m1"), named(".b1")), (3, 1, 3));
}

/// All elements of the matrices occur once, so the picture is the inverse.
#[test]
fn operands_go_together() {
    for mma in MMA_SYNC {
        let Mma { name, shape: [m, n, k], .. } = mma;
        // All elements of A, B and C, once each.
        for (tv, size) in [(mma.a(), m * k), (mma.b(), n * k), (mma.c(), m * n)] {
            let tv = tv.unwrap();
            assert!(is_compact(tv.layout()) && tv.layout().size() == size, "{name}");
            // The position of each element: the picture of the instruction.
            let picture = right_inverse(tv.layout()).unwrap();
            assert_eq!(picture.size(), size, "{name}");
        }
    }
}

#[test]
fn wgmma() {
    for accumulator in WGMMA_ACCUMULATORS {
        check(&accumulator.thread_value().unwrap(), |t, i| {
            (t / 32 * 16 + t % 32 / 4 + 8 * (i / 2 % 2), i / 4 * 8 + t % 4 * 2 + i % 2)
        });
        assert_eq!(accumulator.name, format!("wgmma.m64n{}.d", accumulator.tile[1]));
    }
    // All existing N, in order.
    assert!(WGMMA_ACCUMULATORS.iter().map(|d| d.tile).eq((1..=32).map(|r| [64, 8 * r])));
    let places: [Place; 3] = [
        |t, i| (t / 32 * 16 + t % 32 / 4 + 8 * (i % 2), t % 4 + 4 * (i / 2)),
        |t, i| (t / 32 * 16 + t % 32 / 4 + 8 * (i / 2 % 2), t % 4 * 2 + i % 2 + i / 4 * 8),
        |t, i| (t / 32 * 16 + t % 32 / 4 + 8 * (i / 4 % 2), t % 4 * 4 + i % 4 + i / 8 * 16),
    ];
    for (a, place) in WGMMA_A.iter().zip(places) {
        check(&a.thread_value().unwrap(), place);
    }
}

/// All multiplications: accumulators and `A` in registers as above; of an operand in shared memory each thread has the
/// whole tile.
#[test]
fn wgmma_multiplications() {
    let mut columns = std::collections::BTreeMap::<_, Vec<i64>>::new();
    for mma in WGMMA {
        let [m, n, k] = mma.shape;
        let (shape, kind) = mma.name.strip_prefix("wgmma.").unwrap().split_once('.').unwrap();
        assert_eq!(shape, format!("m{m}n{n}k{k}"));
        let bits = match kind.split_once('.').unwrap().0 {
            "f16" | "bf16" => 16,
            "tf32" => 32,
            "s8" | "u8" | "e4m3" | "e5m2" => 8,
            _ => panic!("{kind}"),
        };
        assert_eq!((m, k * bits), (64, 256));
        let accumulators = WGMMA_ACCUMULATORS.iter().find(|d| d.tile == [m, n]).unwrap();
        assert_eq!(mma.c(), accumulators.thread_value());
        let whole = |tv: ThreadValue| {
            assert_eq!((tv.threads(), tv.values()), (128, tv.tile().size().unwrap()));
            let [threads, elements] = [0, 1].map(|at| values(&tv.layout().mode(at).unwrap()));
            assert!(threads.iter().all(|&at| at == 0));
            assert!(elements.into_iter().eq(0..tv.values()));
        };
        whole(mma.b().unwrap());
        match kind.ends_with(".ss") {
            true => whole(mma.a().unwrap()),
            false => {
                let a = WGMMA_A.iter().find(|a| a.tile == [m, k]).unwrap();
                assert_eq!(mma.a(), a.thread_value());
            }
        }
        columns.entry(kind).or_default().push(n);
    }
    // Integer types do not have all N.
    assert_eq!(columns.len(), 7 * 2);
    for (kind, columns) in columns {
        let all = (1..=32).map(|r| 8 * r);
        match kind.contains("8.") {
            true => assert!(columns.into_iter().eq(all.filter(|n| *n <= 32 || n % 16 == 0))),
            false => assert!(columns.into_iter().eq(all), "{kind}"),
        }
    }
}

/// The canonical tiles: 8 rows of 16 to 128 bytes. The 16 bytes at `j` of row `i` are at `j XOR i`, in as many bits as
/// there are. Multiplications take whole numbers of tiles.
#[test]
fn wgmma_tiles() {
    for tile in WGMMA_SHARED {
        for bits in [1, 8, 16, 32, 64, 128] {
            let layout = tile.layout(bits).unwrap();
            let long = (128 / bits) << tile.bits;
            for (i, j) in (0..8).flat_map(|i| (0..long).map(move |j| (i, j))) {
                let coordinate = match tile.name.contains(".mn.") {
                    true => IntTuple::tuple([j.into(), i.into()]),
                    false => IntTuple::tuple([i.into(), j.into()]),
                };
                // In units of 16 bytes; 8 units are 128 bytes.
                let (unit, within) = (j / (128 / bits), j % (128 / bits));
                let at = (i << tile.bits) + unit;
                let swizzled = at ^ (at / 8 % (1 << tile.bits));
                let expected = swizzled * (128 / bits) + within;
                assert_eq!(layout.crd2idx(&coordinate), Ok(expected), "{} {bits}", tile.name);
            }
        }
        assert!(tile.bits == 0 || tile.layout(256).is_err());
        assert!(tile.layout(24).is_err() && tile.layout(0).is_err());
    }
}

/// Thread `t` receives the elements `2 t` and `2 t + 1` of each matrix, row after row or column after column. Thread
/// `8 m + r` points to row `r` of matrix `m`.
#[test]
fn ldmatrix() {
    for load in LDMATRIX {
        let (from, to) = (load.from().unwrap(), load.to().unwrap());
        let matrices = load.bits / 1024;
        assert_eq!(load.bits, 8 * 8 * 16 * matrices);
        let at = |tv: &ThreadValue, t: i64, bit: i64| {
            crd2idx(&IntTuple::tuple([t.into(), bit.into()]), tv.layout()).unwrap()
        };
        for t in 0..32 {
            for bit in 0..to.values() {
                let (matrix, element) = (bit / 32, 2 * t + bit / 16 % 2);
                let (row, column) = match load.name.ends_with("trans") {
                    true => (element % 8, element / 8),
                    false => (element / 8, element % 8),
                };
                let expected = matrix * 1024 + row * 128 + column * 16 + bit % 16;
                assert_eq!(at(&to, t, bit), expected, "{}: {t}, {bit}", load.name);
            }
            for bit in 0..from.values() {
                // Addresses that are not needed repeat others.
                let row = t % (8 * matrices);
                assert_eq!(at(&from, t, bit), row * 128 + bit, "{}", load.name);
            }
        }
        assert_eq!(to.threads() * to.values(), load.bits);
    }
}

/// Instructions whose offsets are found in accumulators, and instructions whose offsets are not (004, section 3.4.4).
#[test]
fn locations() {
    let accumulators = [
        ("(128,64):(65536,1)", 10),
        ("(64,64):(65536,1)", 0),
        // 256 rows in two halves of the columns.
        ("((128,2),32):((65536,32),1)", 10),
        // The lanes 0 to 15 of each warp.
        ("((16,4),64):((65536,2097152),1)", 8),
        ("(128,64):(65536,2)", 1),
        ("(128,7):(65536,1)", 7),
    ];
    for (data, count) in accumulators {
        let data = layout(data);
        let offsets_of_data = image(&data).unwrap();
        let mut found = 0;
        for shape in TMEM {
            let addresses = shape.addresses(1).unwrap();
            let there = values(&addresses).iter().all(|x| offsets_of_data.binary_search(x).is_ok());
            match locate(&data, &addresses) {
                Ok(r) => {
                    found += 1;
                    let located = offsets(&r).unwrap();
                    let same = located.iter().map(|&c| data.offset(c).unwrap());
                    assert!(there && same.eq(values(&addresses)), "{data} {}: {r}", shape.name);
                }
                Err(error) => assert!(!there, "{data} {}: {error}", shape.name),
            }
        }
        assert_eq!(found, count, "{data}");
    }
    let twice = locate(&layout("(4,2):(1,0)"), &layout("4:1")).unwrap_err();
    assert_eq!(twice.rule, Rule::Injectivity { first: 0, second: 4 });
}

/// All rows of table 4 of 004.
#[test]
fn partitions() {
    let mma = MMA_SYNC.iter().find(|mma| mma.name == "mma.sync.m8n8k4.f64").unwrap();
    let tv = mma.c().unwrap();
    for (data, expected) in [
        ("(8,8):(1,8)", "((4,8),2):((16,1),8)"),
        ("(8,8):(8,1)", "((4,8),2):((2,8),1)"),
        ("(8,8):(1,9)", "((4,8),2):((18,1),9)"),
        ("((4,2),(2,4)):((2,16),(1,8))", "((4,(4,2)),2):((8,(2,16)),1)"),
    ] {
        assert_eq!(tv.of_tile(&layout(data)).unwrap().to_string(), expected);
    }
    let swizzled: Layout<Xor> = "(8,8):(f1,f9)".parse().unwrap();
    assert_eq!(tv.of_tile(&swizzled).unwrap().to_string(), "((4,8),2):((f18,f1),f9)");
    let coordinates: Layout<ArithmeticTuple> = "(8,8):(e0,e1)".parse().unwrap();
    assert_eq!(tv.of_tile(&coordinates).unwrap().to_string(), "((4,8),2):((2e1,e0),e1)");
    assert_eq!(
        tv.of_tile(&layout("(8,4):(1,8)")).unwrap_err().rule,
        Rule::EqualExtents { left: 64, right: 32 }
    );
}

/// The coordinates that each thread has in all tiles of a matrix: each occurs once, and in each tile they are those of
/// the thread-value layout.
#[test]
fn partitions_of_larger_data() {
    for mma in MMA_SYNC {
        let tv = mma.c().unwrap();
        let [m, n, _] = mma.shape;
        let shape: IntTuple = IntTuple::tuple([(2 * m).into(), (3 * n).into()]);
        let data = make_identity_layout(&shape).unwrap();
        let r = tv.partition(&data).unwrap();
        assert_eq!(partition(&data, tv.tile(), tv.layout()).unwrap(), r);
        assert_eq!(r.mode(0).unwrap().size(), 32);
        let mut seen = std::collections::BTreeSet::new();
        for t in 0..32 {
            for v in 0..tv.values() {
                for rest in 0..6 {
                    let values = IntTuple::tuple([v.into(), rest.into()]);
                    let at = crd2idx(&IntTuple::tuple([t.into(), values]), &r).unwrap();
                    let [i, j] = *at.leaves() else { panic!("{at}") };
                    let tile =
                        crd2idx(&IntTuple::tuple([t.into(), v.into()]), tv.layout()).unwrap();
                    assert_eq!((i % m, j % n), (tile % m, tile / m));
                    assert_eq!((i / m, j / n), (rest % 2, rest / 2));
                    assert!(seen.insert((i, j)));
                }
            }
        }
        assert_eq!(seen.len() as i64, shape.size().unwrap());
        // Data that is not a whole number of tiles cannot be covered.
        let odd = Layout::new(&"(24,12)".parse().unwrap(), &"(1,24)".parse().unwrap()).unwrap();
        let error = tv.partition(&odd).unwrap_err();
        assert!(matches!(error.rule, Rule::Evenness { .. }), "{error}");
    }
    let wrong = ThreadValue::new(&"(8,8)".parse().unwrap(), layout("(32,2):(2,64)")).unwrap_err();
    assert_eq!(wrong.rule, Rule::CoordinateOutside);
    let wrong = ThreadValue::new(&"(8,8)".parse().unwrap(), layout("64:1")).unwrap_err();
    assert_eq!(wrong.rule, Rule::Profile);
}
