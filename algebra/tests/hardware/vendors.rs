//! The atoms of AMD and Intel, compared with the vendors' tables.
//!
//! `amd.jsonl` has what AMD's Matrix Instruction Calculator (github.com/ROCm/amd_matrix_instruction_calculator, commit
//! 2ef91896) prints with `--matrix-layout --csv`: for each lane the elements of `A[i][k]`, `B[k][j]` or `D[i][j]` in the
//! order of its registers and their bits, as rows of `i,k`, `k,j` or `i,j`, and the block if there are several. Each
//! table is there once.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use tilework_algebra::atom::{MFMA, Mma, WMMA, XMX, of_cute, of_llvm};
use tilework_algebra::{IntTuple, ThreadValue, crd2idx};

fn at(tv: &ThreadValue, t: i64, v: i64) -> i64 {
    crd2idx(&IntTuple::tuple([t.into(), v.into()]), tv.layout()).unwrap()
}

fn named(name: &str) -> &'static Mma {
    Mma::all().find(|mma| mma.name == name).unwrap_or_else(|| panic!("an atom {name}"))
}

/// For each lane of a table, the elements in its registers: pairs or triples.
fn lanes(table: &Value, blocks: i64) -> Vec<Vec<[i64; 3]>> {
    let each = if blocks > 1 { 3 } else { 2 };
    let lane = |lane: &Value| {
        let numbers = super::integers(lane);
        let parts = numbers.chunks(each).map(|part| [part[0], part[1], *part.get(2).unwrap_or(&0)]);
        parts.collect()
    };
    table.as_array().unwrap().iter().map(lane).collect()
}

#[test]
fn amd() {
    let rows = include_str!("amd.jsonl").lines();
    let rows = rows.map(|row| serde_json::from_str::<Value>(row).unwrap());
    let (tables, rows): (Vec<_>, Vec<_>) = rows.partition(|row| row.get("table").is_some());
    let mut seen = BTreeSet::new();
    for row in &rows {
        let name = row["instruction"].as_str().unwrap();
        let mma = named(&of_llvm(name).expect("a name of an atom"));
        seen.insert(mma.name);
        let [m, n, k] = super::integers(&row["shape"])[..] else { panic!("M, N and K") };
        let blocks = row["blocks"].as_i64().unwrap();
        assert_eq!(mma.shape, [m * blocks, n * blocks, k], "{name}");
        for operand in ["a", "b", "d"] {
            let table = row[operand].as_u64().unwrap();
            let table = tables.iter().find(|of| of["table"].as_u64() == Some(table)).unwrap();
            let lanes = lanes(&table["lanes"], blocks);
            let tv = match operand {
                "a" => mma.a(),
                "b" => mma.b(),
                _ => mma.c(),
            };
            let tv = tv.unwrap();
            assert_eq!(tv.threads(), lanes.len() as i64, "{name} {operand}");
            for (t, elements) in (0..).zip(lanes) {
                assert_eq!(tv.values(), elements.len() as i64, "{name} {operand}");
                for (v, [x, y, block]) in (0..).zip(elements) {
                    // Blocks are below one another in A and B, and on the diagonal of D.
                    let expected = match operand {
                        "a" => (x + m * block) + m * blocks * y,
                        "b" => (y + n * block) + n * blocks * x,
                        _ => (x + m * block) + m * blocks * (y + n * block),
                    };
                    assert_eq!(at(&tv, t, v), expected, "{name} {operand}: lane {t}, value {v}");
                }
            }
        }
    }
    let all: BTreeSet<_> = MFMA.iter().chain(WMMA).map(|mma| mma.name).collect();
    let without: Vec<_> = all.difference(&seen).copied().collect();
    assert_eq!(without, CDNA4.map(|(name, _)| name));
}

/// The instructions that the calculator does not have, and the consecutive elements along `K` of a lane, which are in
/// Composable Kernel's `amdgcn_mma` of gfx950.
const CDNA4: [(&str, i64); 6] = [
    ("v_mfma_f32_16x16x32_bf16", 8),
    ("v_mfma_f32_16x16x32_f16", 8),
    ("v_mfma_f32_32x32x16_bf16", 8),
    ("v_mfma_f32_32x32x16_f16", 8),
    ("v_mfma_i32_16x16x64_i8", 16),
    ("v_mfma_i32_32x32x32_i8", 16),
];

#[test]
fn cdna4() {
    for (name, together) in CDNA4 {
        let mma = named(name);
        let [m, n, _] = mma.shape;
        for tv in [mma.a().unwrap(), mma.b().unwrap()] {
            assert_eq!((tv.threads(), tv.values()), (64, together));
            for (t, v) in (0..64).flat_map(|t| (0..together).map(move |v| (t, v))) {
                assert_eq!(at(&tv, t, v), t % m + m * (t / m * together + v), "{name}");
            }
        }
        let single = MFMA.iter().find(|one| one.shape[..2] == [m, n] && one.name.contains("_f16"));
        assert_eq!(mma.c, single.unwrap().c, "{name}");
    }
}

/// The product as the OpenCL extension defines it: row `m` of `A` is in the components `m` of all work items, one after
/// another, and column `n` of `B` in the words of work item `n`.
#[test]
fn intel() {
    for mma in XMX {
        let [m, n, k] = mma.shape;
        let (a, b, c) = (mma.a().unwrap(), mma.b().unwrap(), mma.c().unwrap());
        assert_eq!([&a, &b, &c].map(|tv| tv.threads()), [n; 3], "{}", mma.name);
        for (t, v) in (0..n).flat_map(|t| (0..k).map(move |v| (t, v))) {
            assert_eq!(at(&b, t, v), t + n * v, "{}", mma.name);
        }
        for (t, v) in (0..n).flat_map(|t| (0..m).map(move |v| (t, v))) {
            assert_eq!(at(&c, t, v), v + m * t, "{}", mma.name);
        }
        if mma.name.ends_with("tf32") {
            continue;
        }
        let each = k / n;
        assert_eq!(a.values(), m * each, "{}", mma.name);
        for (t, v) in (0..n).flat_map(|t| (0..m * each).map(move |v| (t, v))) {
            assert_eq!(at(&a, t, v), v / each + m * (t * each + v % each), "{}", mma.name);
        }
    }
}

/// The layouts in SYCL*TLA's traits (`include/cute/atom/mma_traits_xe_legacy.hpp`), in its names.
#[test]
fn sycl_tla() {
    let rows = [
        ("XE_8x16x16_F32BF16BF16F32_TT", "(16,8):(8,1)", "(16,16):(1,16)", "(16,8):(8,1)"),
        ("XE_4x16x16_F16F16F16F16_TT", "(16,4):(4,1)", "(16,16):(1,16)", "(16,4):(4,1)"),
        ("XE_1x16x16_F32F16F16F32_TT", "(16,1):(1,1)", "(16,16):(1,16)", "(16,1):(1,1)"),
        ("XE_8x16x32_S32S8S8S32_TT", "(16,(2,8)):(16,(8,1))", "(16,32):(1,16)", "(16,8):(8,1)"),
        ("XE_2x16x32_S32U8U8S32_TT", "(16,(2,2)):(4,(2,1))", "(16,32):(1,16)", "(16,2):(2,1)"),
        ("XE_8x16x8_F32TF32TF32F32_TT", "((8,2),4):((8,1),2)", "(16,8):(1,16)", "(16,8):(8,1)"),
        ("XE_4x16x8_F32TF32TF32F32_TT", "((8,2),2):((4,1),2)", "(16,8):(1,16)", "(16,4):(4,1)"),
        ("XE_2x16x8_F32TF32TF32F32_TT", "((8,2),1):((2,1),0)", "(16,8):(1,16)", "(16,2):(2,1)"),
        ("XE_1x16x8_F32TF32TF32F32_TT", "((8,2),1):((1,0),0)", "(16,8):(1,16)", "(16,1):(1,1)"),
    ];
    for (name, a, b, c) in rows {
        let mma = named(&of_cute(name).unwrap());
        for (own, theirs) in [(mma.a, a), (mma.b, b), (mma.c, c)] {
            let tv = |text: &str| {
                let layout: tilework_algebra::Layout = text.parse().unwrap();
                tilework_algebra::offsets(&layout).unwrap()
            };
            assert_eq!(tv(own), tv(theirs), "{name}");
        }
    }
}

/// `C += A B` from registers: each element of `C` is in one thread, all of its row of `A` and its column of `B` are in
/// registers, and threads that repeat an element are as many for each.
#[test]
fn products() {
    for mma in MFMA.iter().chain(WMMA).chain(XMX) {
        let [m, n, k] = mma.shape;
        let count = |tv: &ThreadValue| {
            let mut count = BTreeMap::new();
            for (t, v) in (0..tv.threads()).flat_map(|t| (0..tv.values()).map(move |v| (t, v))) {
                *count.entry(at(tv, t, v)).or_insert(0_i64) += 1;
            }
            count
        };
        let (a, b, c) = (mma.a().unwrap(), mma.b().unwrap(), mma.c().unwrap());
        for (tv, size) in [(&a, m * k), (&b, n * k)] {
            let count = count(tv);
            assert!(count.keys().copied().eq(0..size), "{}", mma.name);
            let copies = tv.threads() * tv.values() / size;
            assert!(count.values().all(|&of| of == copies), "{}", mma.name);
        }
        let of_c = count(&c);
        assert!(of_c.values().all(|&of| of == 1), "{}", mma.name);
        // The blocks on the diagonal.
        let blocks = m * n / of_c.len() as i64;
        let (rows, columns) = (m / blocks, n / blocks);
        let on_diagonal = |at: i64| at % m / rows == at / m / columns;
        assert!(of_c.keys().copied().eq((0..m * n).filter(|&at| on_diagonal(at))), "{}", mma.name);
        assert!([&a, &b, &c].iter().all(|tv| tv.threads() == a.threads()), "{}", mma.name);
    }
}

#[test]
fn names() {
    for (name, own) in [
        ("v_mfma_f32_32x32x8f16", "v_mfma_f32_32x32x8_f16"),
        ("v_mfma_f32_32x32x1f32", "v_mfma_f32_32x32x1_2b_f32"),
        ("v_mfma_f64_4x4x4f64", "v_mfma_f64_4x4x4_4b_f64"),
        ("v_mfma_i32_32x32x8i8", "v_mfma_i32_32x32x8i8"),
        ("__builtin_amdgcn_mfma_f32_16x16x16bf16_1k", "v_mfma_f32_16x16x16_bf16"),
        ("__builtin_amdgcn_mfma_f32_32x32x16_fp8_bf8", "v_mfma_f32_32x32x16_fp8_bf8"),
        ("__builtin_amdgcn_mfma_i32_16x16x64_i8", "v_mfma_i32_16x16x64_i8"),
        ("llvm.amdgcn.mfma.f32.4x4x2bf16", "v_mfma_f32_4x4x2bf16"),
        ("__builtin_amdgcn_wmma_i32_16x16x16_iu8_w64", "v_wmma_i32_16x16x16_iu8_w64"),
    ] {
        assert_eq!(of_llvm(name).as_deref(), Some(own));
    }
    for name in ["v_mfma_f32_32x32x8", "v_mfma_", "v_wmma_f32_16x16x16_f16", "mfma", ""] {
        assert_eq!(of_llvm(name), None, "{name}");
    }
    let all: Vec<_> = Mma::all().map(|mma| mma.name).collect();
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "each name is there once");
    assert_eq!(of_cute("XE_DPAS_TT<4, float, cute::tfloat32_t>").unwrap(), "dpas.m4n16k8.tf32");
    assert_eq!(of_cute("XE_DPAS_TT<8, int32_t, int4_t>").unwrap(), "dpas.m8n16k64.s4");
    for name in ["XE_8x16x16_F32BF16BF16F32_TN", "XE_DPAS_TT<8>", "XE_DPAS_TT<", "XE_"] {
        assert_eq!(of_cute(name), None, "{name}");
    }
}
