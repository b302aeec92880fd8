//! Layouts of shared memory that are found, compared with those that people picked for the same accesses: the table of
//! the guide.

use std::collections::BTreeSet;

use tilework_algebra::expression::{Names, Value, evaluate};
use tilework_algebra::{
    Layout, SharedAccess, SharedLayout, SharedMemory, Use, shared_layout, shared_uses,
};

use crate::definition::{layout, values};

/// An access: a thread-value layout and the instruction that carries it out.
enum By {
    /// Vectors of up to this number of bytes.
    Vectors(&'static str, i64),
    /// This number of matrices.
    Ldmatrix(&'static str, i64),
    LdmatrixTrans(&'static str, i64),
}
use By::{Ldmatrix, LdmatrixTrans, Vectors};

impl By {
    fn tv(&self) -> Layout {
        let (Vectors(tv, _) | Ldmatrix(tv, _) | LdmatrixTrans(tv, _)) = self;
        layout(tv)
    }

    fn access(&self) -> SharedAccess {
        let tv = self.tv();
        match *self {
            Vectors(_, bytes) => SharedAccess::vectors(&tv, bytes),
            Ldmatrix(_, count) => SharedAccess::ldmatrix(&tv, count, false),
            LdmatrixTrans(_, count) => SharedAccess::ldmatrix(&tv, count, true),
        }
        .unwrap()
    }
}

/// The accesses to a tile of elements with this number of bytes, and the layout that people picked for them. It is
/// `None` if only the number of conflicts is published, which is 0.
struct Picked {
    source: &'static str,
    tile: &'static str,
    element: i64,
    accesses: Vec<By>,
    layout: Option<&'static str>,
}

/// Tiles, accesses and layouts, written `tile, bytes [accesses] layout` after their source.
macro_rules! picked {
    ($($source:literal: $tile:literal, $element:literal [$($access:expr),*] $layout:expr;)*) => {
        vec![$(Picked {
            source: $source,
            tile: $tile,
            element: $element,
            accesses: vec![$($access),*],
            layout: $layout,
        }),*]
    };
}

fn all() -> Vec<Picked> {
    // The accesses of a transpose: each instruction of a warp accesses a column, or a row.
    const COLUMNS: &str = "(32,32):(1,32)";
    const ROWS: &str = "(32,32):(32,1)";
    // The operand of CuTe's `sgemm`: 16 x 16 threads, with 8 rows and 8 columns of the step each.
    const SGEMM: &str = "((16,16),(8,8)):((1,0),(16,128))";
    picked! {
        // CUTLASS, `include/cute/atom/mma_traits_sm90_gmma.hpp`; written in rows of 16 bytes, read by `ldmatrix`.
        "CUTLASS, GMMA K_SW128": "(64,64)", 2 [
            Vectors("((8,16),(8,4)):((512,1),(64,16))", 16),
            Ldmatrix("((4,8,4),(2,2,2,4)):((128,1,16),(64,8,512,1024))", 4)
        ] Some("Sw<3,3,3> o tile_to_shape((8,64):(64,1), (64,64))");
        "CUTLASS, GMMA K_SW64": "(64,32)", 2 [
            Vectors("((4,32),(8,2)):((512,1),(64,32))", 16),
            Ldmatrix("((4,8,4),(2,2,2,2)):((128,1,16),(64,8,512,1024))", 4)
        ] Some("Sw<2,3,3> o tile_to_shape((8,32):(32,1), (64,32))");
        "CUTLASS, GMMA K_SW32": "(64,16)", 2 [
            Vectors("((2,64),8):((512,1),64)", 16),
            Ldmatrix("((4,8,4),(2,2,2)):((128,1,16),(64,8,512))", 4)
        ] Some("Sw<1,3,3> o tile_to_shape((8,16):(16,1), (64,16))");
        "CUTLASS, GMMA K_INTER": "(64,8)", 2 [
            Vectors("(64,8):(1,64)", 16),
            Ldmatrix("((4,8,4),(2,2)):((128,1,16),(64,8))", 2)
        ] Some("tile_to_shape((8,8):(8,1), (64,8))");
        "CUTLASS, GMMA MN_SW128": "(64,64)", 2 [
            Vectors("((8,16),(8,4)):((8,64),(1,1024))", 16),
            LdmatrixTrans("((4,8,4),(2,2,2,4)):((128,1,16),(64,8,512,1024))", 4)
        ] Some("Sw<3,3,3> o tile_to_shape((64,8):(1,64), (64,64))");
        "CUTLASS, GMMA MN_SW64": "(32,64)", 2 [
            Vectors("((4,32),(8,2)):((8,32),(1,1024))", 16),
            LdmatrixTrans("((4,8,2),(2,2,2,4)):((64,1,16),(32,8,256,512))", 4)
        ] Some("Sw<2,3,3> o tile_to_shape((32,8):(1,32), (32,64))");
        "CUTLASS, GMMA MN_SW32": "(16,64)", 2 [
            Vectors("((2,64),8):((8,16),1)", 16),
            LdmatrixTrans("((4,8),(2,2,2,4)):((32,1),(16,8,128,256))", 4)
        ] Some("Sw<1,3,3> o tile_to_shape((16,8):(1,16), (16,64))");
        "CUTLASS, GMMA MN_INTER": "(8,64)", 2 [
            Vectors("(64,8):(8,1)", 16),
            LdmatrixTrans("((4,8),(2,8)):((16,1),(8,64))", 4)
        ] Some("tile_to_shape((8,8):(1,8), (8,64))");
        // CUTLASS, `examples/cute/tutorial`.
        "CuTe, sgemm_1 NT": "(128,8)", 4 [
            Vectors("((32,8),4):((1,128),32)", 4), Vectors(SGEMM, 16)
        ] Some("(128,8):(1,128)");
        "CuTe, sgemm_1 TN": "(128,8)", 4 [
            Vectors("((8,32),4):((128,1),32)", 4), Vectors(SGEMM, 16)
        ] Some("(128,8):(8,1)");
        "CuTe, sgemm_sm70 NT": "(128,8)", 4 [
            Vectors("((32,8),4):((4,128),1)", 16), Vectors(SGEMM, 16)
        ] Some("(128,8):(1,128)");
        "CuTe, sgemm_sm70 TN, padded": "(128,8)", 4 [
            Vectors("((8,32),4):((128,1),32)", 16), Vectors(SGEMM, 16)
        ] Some("(128,8):(1,129)");
        "CuTe, sgemm_sm80 TN of f16": "(128,64)", 2 [
            Vectors("((8,16),(8,8)):((1024,1),(128,16))", 16),
            Ldmatrix("((4,8,2,2),(2,2,2,4,4)):((256,1,16,0),(128,8,1024,32,2048))", 4)
        ] Some("Sw<3,3,3> o tile_to_shape((8,(8,8)):(8,(1,64)), (128,64))");
        // FlashAttention 2, `csrc/flash_attn/src/kernel_traits.h`, with 4 warps.
        "FlashAttention 2, Q, d = 128": "(128,128)", 2 [
            Vectors("((8,16),(8,8,2)):((1024,1),(128,16,8192))", 16),
            Ldmatrix("((4,8,4),(2,2,2,2,8)):((256,1,16),(128,8,1024,64,2048))", 4)
        ] Some("Sw<3,3,3> o tile_to_shape((8,64):(64,1), (128,128))");
        "FlashAttention 2, Q, d = 96": "(128,96)", 2 [
            Vectors("((4,32),(8,4,3)):((1024,1),(128,32,4096))", 16),
            Ldmatrix("((4,8,4),(2,2,2,2,6)):((256,1,16),(128,8,1024,64,2048))", 4)
        ] Some("Sw<2,3,3> o tile_to_shape((8,32):(32,1), (128,96))");
        "FlashAttention 2, V, d = 128": "(64,128)", 2 [
            Vectors("((8,16),(8,4,2)):((512,1),(64,16,4096))", 16),
            LdmatrixTrans("((4,8,4),(2,2,2,8,4)):((2,64,0),(1,8,512,1024,16))", 4)
        ] Some("Sw<3,3,3> o tile_to_shape((8,64):(64,1), (64,128))");
        "FlashAttention 2, dS": "(64,64)", 2 [
            Vectors("((4,8,4),(2,2,8)):((128,1,16),(64,8,512))", 16),
            Ldmatrix("((4,8,4),(2,2,2,4)):((128,1,16),(64,8,512,1024))", 4),
            LdmatrixTrans("((4,8,4),(2,2,2,4)):((2,64,1024),(1,512,8,16))", 4)
        ] Some("Sw<3,3,3> o (64,64):(64,1)");
        // Triton, `unittest/Dialect/TritonGPU/SwizzleTest.cpp`: layouts of registers, for which 0 conflicts are
        // expected; elements of 4 bits come in pairs.
        "Triton, Test128x128Float8Transpose": "(128,128)", 1 [
            Vectors("((8,4,8),(16,4)):((2048,4,16),(128,1))", 16),
            Vectors("((8,4,8),(16,4)):((16,512,2048),(1,128))", 16)
        ] None;
        "Triton, Test16x16Bf16BlockedMma": "(16,16)", 2 [
            Vectors("((2,16),8):((128,1),16)", 16),
            Vectors("((4,8),(2,2,2)):((32,1),(16,8,128))", 16)
        ] None;
        "Triton, Test16x256U4Mma": "(16,128)", 1 [
            Vectors("((8,4),(16,4)):((256,1),(16,4))", 16),
            Vectors("((4,8),(4,2,8)):((64,1),(16,8,256))", 16)
        ] None;
        "Triton, Test32x16F32Transpose": "(32,16)", 4 [
            Vectors("((16,2,2),8):((32,1,2),4)", 16),
            Vectors("((32,2),8):((1,32),64)", 16)
        ] None;
        "Triton, Test128x128F16Transpose": "(128,128)", 2 [
            Vectors("((16,2,16),(8,4)):((8,128,256),(1,4096))", 16),
            Vectors("((16,2,16),(8,4)):((1024,1,2),(128,32))", 16)
        ] None;
        // NVIDIA, "An Efficient Matrix Transpose in CUDA C/C++".
        "NVIDIA, a transpose, padded": "(32,32)", 4 [
            Vectors(COLUMNS, 4), Vectors(ROWS, 4)
        ] Some("(32,32):(1,33)");
        // `gpu/kernels/src` here: for example, 4 rows are stored at once and an element of 4 columns is loaded.
        "`transpose`": "(64,64)", 4 [
            Vectors("((16,16),(4,4)):((4,64),(1,1024))", 16),
            Vectors("((8,4,2,4),(4,4)):((256,1,2048,4),(64,16))", 4)
        ] Some("Sw<4,2,6> o (64,64):(1,64)");
        "`transpose_ragged`": "(128,128)", 4 [
            Vectors("((32,8),(4,16)):((1,128),(32,1024))", 4),
            Vectors("((32,8),(4,16)):((128,1),(4096,8))", 4)
        ] Some("Sw<5,0,7> o (128,128):(1,128)");
        "`gemm_f32`, A": "(128,16)", 4 [
            Vectors("((32,8),(4,2)):((4,128),(1,1024))", 16),
            Vectors("((8,4,2,4),(4,2,16)):((4,0,32,0),(1,64,128))", 16)
        ] Some("(128,16):(1,128)");
        "`gemm_f32`, B": "(128,16)", 4 [
            Vectors("((32,8),(4,2)):((4,128),(1,1024))", 16),
            Vectors("((8,4,2,4),(4,2,16)):((0,4,0,16),(1,64,128))", 16)
        ] Some("(128,16):(1,128)");
        "`gemm_mma`, A": "(128,32)", 2 [
            Vectors("((4,64),(8,2)):((1024,1),(128,64))", 16),
            Ldmatrix("((4,8,2,4),(2,2,2,4,2)):((256,1,16,0),(128,8,1024,32,2048))", 4)
        ] Some("Sw<2,3,3> o tile_to_shape((8,32):(32,1), (128,32))");
        "`gemm_mma`, B": "(256,32)", 2 [
            Vectors("((4,64),(8,4)):((2048,1),(256,64))", 16),
            Ldmatrix("((4,8,2,4),(2,2,2,2,2,2)):((512,1,0,32),(256,2048,8,16,128,4096))", 4)
        ] Some("Sw<2,3,3> o tile_to_shape((8,32):(32,1), (256,32))");
    }
}

/// The numbers of instructions and of conflicts of all accesses.
fn cost(picked: &Picked, uses: &[Option<Use>]) -> (i64, i64) {
    picked.accesses.iter().zip(uses).fold((0, 0), |(instructions, conflicts), (by, of)| {
        let of = of.unwrap();
        (instructions + by.tv().size() / of.vector, conflicts + of.wavefronts - of.least)
    })
}

/// The width of vectors that are registers in all accesses, as in Triton.
fn common_registers(picked: &Picked) -> i64 {
    let registers = picked.accesses.iter().map(|by| {
        let tv = by.tv();
        let threads = tv.mode(0).unwrap().size() as usize;
        values(&tv).into_iter().step_by(threads).collect::<BTreeSet<i64>>()
    });
    let common = registers.reduce(|a, b| a.intersection(&b).copied().collect()).unwrap();
    (common.len() as i64).min(16 / picked.element)
}

/// The cost of an access as `vector x wavefronts`, with the least possible number if there are more.
fn shown(uses: &[Option<Use>]) -> String {
    let each = uses.iter().flatten().map(|of| match of.wavefronts == of.least {
        true => format!("{} x {}", of.wavefronts, of.vector),
        false => format!("**{}** x {}", of.wavefronts, of.vector),
    });
    each.collect::<Vec<String>>().join(", ")
}

/// The layout that is found is at least as good as each of these: in instructions, and then in conflicts. The guide
/// says so in a table that `TILEWORK_BLESS=1` writes.
#[test]
fn no_worse_than_what_people_picked() {
    let mut table = String::from(
        "| whose | tile, bytes | picked | wavefronts | found | wavefronts |\n|---|---|---|---|---|---|\n",
    );
    let (mut better, mut same) = (0, 0);
    let all = all();
    for picked in &all {
        let Picked { source, tile, element, accesses, layout } = picked;
        let of: Vec<SharedAccess> = accesses.iter().map(By::access).collect();
        let (memory, shape) = (SharedMemory::default(), tile.parse().unwrap());
        let found: SharedLayout = shared_layout(&shape, *element, &of, &memory).unwrap();
        let size: i64 = found.layout.cosize().unwrap();
        let offsets: Vec<i64> =
            (0..shape.size().unwrap()).map(|i| found.layout.offset(i).unwrap()).collect();
        assert!(offsets.iter().all(|&offset| offset < size));
        // The reported costs equal those of the definition.
        assert_eq!(shared_uses(&shape, *element, &of, &offsets, &memory).unwrap(), found.uses);
        let ours = cost(picked, &found.uses);
        let theirs = match layout {
            Some(layout) => {
                let offsets = match evaluate(layout, &mut Names::new()).unwrap() {
                    Value::Layout(layout) => tilework_algebra::offsets(&layout),
                    Value::Xor(layout) => tilework_algebra::offsets(&layout),
                    Value::Composed(layout) => layout.offsets(),
                    other => panic!("{other}"),
                };
                let uses = shared_uses(&shape, *element, &of, &offsets.unwrap(), &memory).unwrap();
                assert!(uses.iter().all(Option::is_some), "{source}");
                let theirs = cost(picked, &uses);
                assert!(ours <= theirs, "{source}: {theirs:?}, {} {ours:?}", found.layout);
                better += usize::from(ours < theirs);
                same += usize::from(ours == theirs);
                shown(&uses)
            }
            None => {
                let vector = common_registers(picked);
                assert_eq!(ours.1, 0, "{source}");
                assert!(found.uses.iter().flatten().all(|of| of.vector >= vector), "{source}");
                "no conflicts".into()
            }
        };
        let layout = layout.map_or("not published".into(), |layout| format!("`{layout}`"));
        table += &format!(
            "| {source} | `{tile}`, {element} | {layout} | {theirs} | `{}` | {} |\n",
            found.layout,
            shown(&found.uses)
        );
    }
    // The others are Triton's.
    assert_eq!((better, same), (4, 20));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../src/guide/searched.md");
    let guide = std::fs::read_to_string(path).unwrap();
    let (before, rest) = guide.split_once("<!-- picked -->\n").unwrap();
    let (there, after) = rest.split_once("<!-- end -->\n").unwrap();
    if std::env::var_os("TILEWORK_BLESS").is_some() {
        let guide = format!("{before}<!-- picked -->\n{table}<!-- end -->\n{after}");
        std::fs::write(path, guide).unwrap();
    } else {
        assert_eq!(there, table, "TILEWORK_BLESS=1 writes it");
    }
}
