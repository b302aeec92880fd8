//! Atoms, swizzles and bank conflicts, compared with recorded results of GPU instructions.
//!
//! `hardware/record.py`, which knows nothing about layouts, wrote `hardware/h200.jsonl`: registers and memory with
//! random numbers, and the results. `hardware/vendors.rs` compares the atoms of AMD and Intel with the vendors' tables.

#[path = "hardware/vendors.rs"]
mod vendors;

use serde_json::Value;
use tilework_algebra::atom::{
    Fragment, LDMATRIX, MMA_SYNC, WGMMA, WGMMA_A, WGMMA_ACCUMULATORS, WGMMA_SHARED,
};
use tilework_algebra::{
    Access, Composed, IntTuple, Layout, Swizzle, ThreadValue, bank_conflicts, crd2idx,
    tile_to_shape,
};

/// The rows of instructions whose names begin with this text.
fn rows(instruction: &str) -> Vec<Value> {
    let rows = include_str!("hardware/h200.jsonl").lines();
    rows.map(|row| serde_json::from_str::<Value>(row).unwrap())
        .filter(|row| row["instruction"].as_str().unwrap().starts_with(instruction))
        .collect()
}

fn integers(value: &Value) -> Vec<i64> {
    value.as_array().unwrap().iter().map(|n| n.as_i64().unwrap()).collect()
}

/// The matrix whose elements the threads have in their registers, by integral coordinates.
fn matrix(tv: &ThreadValue, registers: &Value) -> Vec<i64> {
    let size = tv.tile().size().unwrap();
    let mut matrix = vec![None; usize::try_from(size).unwrap()];
    for (t, values) in (0..).zip(registers.as_array().unwrap()) {
        for (v, n) in (0_i64..).zip(integers(values)) {
            let coordinate = IntTuple::tuple([IntTuple::leaf(t), IntTuple::leaf(v)]);
            let at = crd2idx(&coordinate, tv.layout()).unwrap();
            matrix[usize::try_from(at).unwrap()] = Some(n);
        }
    }
    matrix.into_iter().map(|element| element.expect("each element is in a register")).collect()
}

/// Checks `D = A B` for the column-major `A` of `(M,K)`, `B` of `(N,K)` and `D` of `(M,N)`.
fn assert_product(name: &str, [m, n]: [usize; 2], a: &[i64], b: &[i64], d: &[i64]) {
    assert_eq!(a.len() / m, b.len() / n, "{name}");
    for i in 0..m {
        for j in 0..n {
            let products = (0..a.len() / m).map(|k| a[i + m * k] * b[j + n * k]);
            assert_eq!(d[i + m * j], products.sum::<i64>(), "{name}: row {i}, column {j}");
        }
    }
}

/// An instruction without a row: an H200 has no `e2m1`.
const NOT_RUN: [&str; 1] = ["mma.sync.m16n8k64.e2m1"];

#[test]
fn mma_sync() {
    let rows = rows("mma.sync");
    assert!(NOT_RUN.iter().all(|name| MMA_SYNC.iter().any(|mma| mma.name == *name)));
    assert!(rows.iter().all(|row| !NOT_RUN.contains(&row["instruction"].as_str().unwrap())));
    assert_eq!(rows.len() + NOT_RUN.len(), MMA_SYNC.len());
    for row in rows {
        let name = row["instruction"].as_str().unwrap();
        let mma = MMA_SYNC.iter().find(|mma| mma.name == name).expect("an atom for each row");
        let [m, n, _] = mma.shape.map(|extent| usize::try_from(extent).unwrap());
        let a = matrix(&mma.a().unwrap(), &row["a"]);
        let b = matrix(&mma.b().unwrap(), &row["b"]);
        let d = matrix(&mma.c().unwrap(), &row["d"]);
        assert_product(name, [m, n], &a, &b, &d);
    }
}

/// Checks which element of memory each register has, or the reverse.
#[test]
fn matrices_of_shared_memory() {
    let rows = [rows("ldmatrix"), rows("stmatrix")].concat();
    assert_eq!(rows.len(), 2 * LDMATRIX.len());
    for row in rows {
        let name = row["instruction"].as_str().unwrap();
        // A store writes to the places from which the load would read.
        let load = LDMATRIX.iter().find(|load| load.name == name.replace("stm", "ldm")).unwrap();
        let (from, to) = (load.from().unwrap(), load.to().unwrap());
        let at = |tv: &ThreadValue, t: i64, bit: i64| {
            crd2idx(&IntTuple::tuple([t.into(), bit.into()]), tv.layout()).unwrap()
        };
        let pointers = integers(&row["rows"]);
        let elements = &row["elements"];
        for t in 0..32 {
            for value in 0..to.values() / 16 {
                let bit = at(&to, t, 16 * value);
                // The thread that points to the row of this bit, and the element that it points to.
                let pointing = (0..32).find(|&t| at(&from, t, 0) == bit / 128 * 128).unwrap();
                let element = 8 * pointers[usize::try_from(pointing).unwrap()] + bit % 128 / 16;
                let [thread, v, i] = [t, value, element].map(|n| usize::try_from(n).unwrap());
                let (got, expected) = match name.starts_with("ldmatrix") {
                    true => (&elements[thread][v], element),
                    false => (&elements[i], t * to.values() / 16 + value),
                };
                assert_eq!(got.as_i64(), Some(expected), "{name}: thread {t}, value {value}");
            }
        }
    }
}

/// The layout of `B` in shared memory, in bytes: rows of `width` bytes, swizzled in units of 16 bytes. Without a
/// swizzle, it has groups of 8 consecutive rows of 16 bytes, two groups for all of `k`.
fn shared(swizzle: &str, n: i64, width: i64) -> Composed {
    let bits = match swizzle {
        "none" => {
            let layout = format!("((8,{}),(16,2)):((16,256),(1,128))", n / 8);
            let none = Swizzle::new(0, 4, 3).unwrap();
            return Composed::new(none, 0, layout.parse().unwrap());
        }
        "32B" => 1,
        "64B" => 2,
        "128B" => 3,
        _ => panic!("no such swizzle"),
    };
    let rows: Layout = format!("({n},{width}):({width},1)").parse().unwrap();
    Composed::new(Swizzle::new(bits, 4, 3).unwrap(), 0, rows)
}

#[test]
fn wgmma() {
    let mut rows = rows("wgmma");
    rows.retain(|row| !row["instruction"].as_str().unwrap().ends_with(".ss"));
    assert_eq!(rows.len(), 10 + 3 * (4 + 2 + 1) + 6);
    for row in rows {
        let name = row["instruction"].as_str().unwrap();
        let swizzle = row["swizzle"].as_str().unwrap();
        let (shape, kind) = name.strip_prefix("wgmma.").unwrap().rsplit_once('.').unwrap();
        let (to_n, k) = shape.split_once('k').unwrap();
        let n: i64 = to_n.strip_prefix("m64n").unwrap().parse().unwrap();
        let k: i64 = k.parse().unwrap();
        let find = |all: &[Fragment], tile: [i64; 2]| {
            let fragment = all.iter().find(|fragment| fragment.tile == tile);
            fragment.expect("an atom for each row").thread_value().unwrap()
        };
        let mma = WGMMA.iter().find(|mma| mma.name == format!("{name}.rs")).unwrap();
        assert_eq!(mma.shape, [64, n, k], "{kind}");
        let (a, d) = (find(WGMMA_A, [64, k]), find(WGMMA_ACCUMULATORS, [64, n]));
        assert_eq!((Ok(&a), Ok(&d)), (mma.a().as_ref(), mma.c().as_ref()));
        let (a, d) = (matrix(&a, &row["a"]), matrix(&d, &row["d"]));
        let memory = integers(&row["memory"]);
        let bytes = 32 / k;
        let width = i64::try_from(memory.len()).unwrap() * bytes / n;
        let layout = shared(swizzle, n, width);
        let first = 32 * row["slice"].as_i64().unwrap();
        let element = |j: i64, k: i64| {
            let coordinate = IntTuple::tuple([j.into(), (first + k * bytes).into()]);
            memory[usize::try_from(layout.crd2idx(&coordinate).unwrap() / bytes).unwrap()]
        };
        let b: Vec<i64> =
            (0..k).flat_map(|k| (0..n).map(move |j| (j, k))).map(|(j, k)| element(j, k)).collect();
        assert_product(name, [64, usize::try_from(n).unwrap()], &a, &b, &d);
    }
}

/// Both operands come from shared memory, in the canonical layouts repeated over it, first along `M` or `N`.
#[test]
fn wgmma_of_shared_memory() {
    let mut rows = rows("wgmma");
    rows.retain(|row| row["instruction"].as_str().unwrap().ends_with(".ss"));
    assert_eq!(rows.len(), 4 * 2 + 2 + 2 * 2);
    let mut tiles = std::collections::BTreeSet::new();
    for row in rows {
        let name = row["instruction"].as_str().unwrap();
        let mma = WGMMA.iter().find(|mma| mma.name == name).expect("an atom for each row");
        let [m, n, k] = mma.shape;
        let [d, a, b] = [mma.c(), mma.a(), mma.b()].map(Result::unwrap);
        let mut operand = |tv: &ThreadValue, at: usize| {
            let memory = integers(&row[["a", "b"][at]]);
            let (major, swizzle) = (row["major"][at].as_str().unwrap(), row["swizzle"].as_str());
            let tile_name = format!("wgmma.{major}.{}", swizzle.unwrap());
            let tile = WGMMA_SHARED.iter().find(|tile| tile.name == tile_name).unwrap();
            let tile = tile.layout(256 / k).unwrap();
            tiles.insert(tile_name);
            let rows = i64::try_from(memory.len()).unwrap() / tv.tile().leaves()[0];
            let shape = IntTuple::tuple([tv.tile().leaves()[0].into(), rows.into()]);
            let layout = tile_to_shape(tile.inner(), &shape, &"(0,1)".parse().unwrap()).unwrap();
            let layout = tile.with_inner(layout);
            // The elements of every thread.
            let elements = [0, 1, 77, 127].map(|t| {
                let of_thread = (0..tv.values()).map(|v| {
                    let coordinate = IntTuple::tuple([IntTuple::leaf(t), IntTuple::leaf(v)]);
                    let at = crd2idx(&coordinate, tv.layout()).unwrap();
                    memory[usize::try_from(layout.offset(at).unwrap()).unwrap()]
                });
                of_thread.collect::<Vec<_>>()
            });
            assert!(elements.iter().all(|of_thread| *of_thread == elements[0]));
            elements[0].clone()
        };
        let (a, b) = (operand(&a, 0), operand(&b, 1));
        assert_eq!((a.len() as i64, b.len() as i64), (m * k, n * k), "{name}");
        let sizes = [m, n].map(|size| usize::try_from(size).unwrap());
        assert_product(name, sizes, &a, &b, &matrix(&d, &row["d"]));
    }
    assert_eq!(tiles.len(), WGMMA_SHARED.len());
}

/// The hardware's count of conflicts equals ours, for each pattern of threads and widths.
#[test]
fn loads_from_shared_memory() {
    let rows = rows("ld.shared");
    assert_eq!(rows.len(), 5 * (3 * 10 + 4 * 6 + 6 * 2));
    let mut conflicting = 0;
    for row in rows {
        let bits = row["instruction"].as_str().unwrap().strip_prefix("ld.shared.b").unwrap();
        let access = Access::new(bits.parse::<i64>().unwrap() / 8).unwrap();
        let conflicts = bank_conflicts(&integers(&row["offsets"]), &access);
        assert_eq!(Some(conflicts), row["conflicts"].as_i64(), "{row}");
        conflicting += usize::from(conflicts > 0);
    }
    assert!(conflicting > 100, "{conflicting}");
}
