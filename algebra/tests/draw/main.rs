//! Pictures, compared with the objects that they show: labels and links with the definitions, geometry position by
//! position, and the output with readers of the formats.

#[path = "../expression/arbitrary.rs"]
mod arbitrary;
mod explained;
mod expressions;
mod files;
mod geometry;
mod instructions;
mod labels;
mod limits;
mod linear_layouts;
mod palette;
mod redistribution;

use tilework_algebra::Layout;
use tilework_algebra::atom::Mma;
use tilework_algebra::draw::{By, Cell, Scene, Window, of_expression};
use tilework_algebra::expression::Names;

/// The offset of a natural coordinate, from the text of both: `sum c_k d_k` (004, section 2.4.1).
fn offset(layout: &Layout, coordinate: &str) -> i64 {
    let digits = |c: char| c.is_ascii_digit();
    let leaves = coordinate.split(|c| !digits(c)).filter(|leaf| !leaf.is_empty());
    let leaves: Vec<i64> = leaves.map(|leaf| leaf.parse().unwrap()).collect();
    assert_eq!(leaves.len(), layout.flat_modes().len(), "{layout} at {coordinate}");
    leaves.iter().zip(layout.flat_modes()).map(|(c, mode)| c * mode.stride).sum()
}

fn draw(text: &str) -> Scene {
    let picture = of_expression(text, &mut Names::new(), By::Thread, &Window::default());
    picture.unwrap_or_else(|failure| panic!("{}", failure.show(text)))
}

fn fact<'a>(cell: &'a Cell, name: &str) -> Option<&'a str> {
    let fact = cell.facts.iter().find(|(known, _)| *known == name);
    fact.map(|(_, fact)| fact.as_str())
}

/// The cells of a panel.
fn panel(scene: &Scene, panel: usize) -> impl Iterator<Item = &Cell> {
    scene.cells().iter().filter(move |cell| cell.panel == panel)
}

fn instruction(name: &str) -> &'static Mma {
    Mma::all().find(|mma| mma.name == name).unwrap()
}

/// An expression of each kind of picture.
const KINDS: &[&str] = &[
    "8:2",
    "(4,8):(8,1)",
    "((2,2),(2,2,2)):((1,4),(2,8,32))",
    "(3,4,2):(1,3,100)",
    "(2,3,(2,2)):(1,2,(6,-50))",
    "(2,1000):(1,2)",
    "(1000,100,20):(1,1000,7)",
    "(3,4):(e1,2e0)",
    "(4,4):(f1,f5)",
    "():()",
    "(8,8):(8,1) o (4,2):(2,24)",
    "(4,6,8):(2,3,5) o (2,12):(2,4)",
    "(8,8):(8,1) o <4:2,2:4>",
    "(6,2):(8,2) o 12:1",
    "(8,8):(1,8) o (4,4):(e0,2e1)",
    "((2,3),(2,4)):((1,8),(2,30))(_,(1,_))",
    "slice((4,8):(8,1), (2,_))",
    "(4,8):(8,1)(_,_)",
    "slice((4,8):(8,1), (2,3))",
    "(4,8):(8,1) / <2,4>",
    "24:1 / 4:2",
    "zipped_divide_ceil((5,7):(7,1), <2,4>)",
    "flat_divide((8,16):(1,8), <4,_>)",
    "blocked_product((2,3):(3,1), (3,2):(1,3))",
    "raked_product((2,3):(3,1), (3,2):(1,3))",
    "(2,2):(1,2) * (3,2):(1,3)",
    "(2,4):(4,1) * <3,2>",
    "partition((8,16):(16,1), (4,8), ((2,4),(2,2)):((8,1),(4,16)))",
    "bank_conflicts((8,8):(8,2), 4)",
    "bank_conflicts((32,2):(1,32), 4)",
    "bank_conflicts(Sw<3,0,3> o (8,8):(8,1), 2, 4)",
    "bank_conflicts((16,4):(8,1), 16, machine=cdna3)",
    "Sw<3,0,3> o (8,8):(8,1)",
    "Sw<2,1,3> o 16 o (4,8):(8,1)",
    "Sw<2,0,2>",
    "((2,2),(4,8))--(1,0,3,2)-->(2,(8,4),5)",
    "((2,2),2)--(0,3,2)-->(3,2,2) o (2,2)--(2,3)-->((2,2),2)",
    "mutual_refinement((6,6), (12,3,6))",
    "weak_composite((6,6)--(2,1)-->(6,6), (12,3,6)--(1,3,2)-->(12,6,3))",
    "compose_tractable_layouts((6,6):(6,1), (12,3,6):(1,72,12))",
    "mma.sync.m8n8k4.f64",
    "mma.sync.m16n8k16.f16",
    "wgmma.m64n256k16.f16.ss",
    "wgmma.m64n16k32.s8.rs",
    "wgmma.m64n8.d",
    "v_mfma_f32_16x16x16_f16",
    "v_mfma_f32_4x4x4_16b_f16",
    "v_wmma_f32_16x16x16_f16_w32",
    "dpas.m8n8k16.f16",
    "fma",
    "ldmatrix.x1",
    "stmatrix.x4.trans",
    "load(ldmatrix.x2, 8)",
    "tcgen05.32x32b.x2",
    "tcgen05.16x256b",
    "tcgen05.16x32bx2.x8.pack::16b",
    "TiledMma(mma.sync.m8n8k4.f64, (2,2,1))",
    "TiledMma(mma.sync.m16n8k16.f16, (2,2,1):(1,2,0), <(16,2):(1,16),(8,2,2):(1,16,8),_>)",
    "TiledMma(wgmma.m64n16k16.f16.ss, (2,1,1))",
    "TiledMma(fma, (16,16,1))",
    "TiledCopy(vector(8), (4,32):(32,1), (4,8):(8,1))",
    "TiledCopy(vector(1), 32:1, 4:1)",
    "TiledCopy(load(ldmatrix.x4, 16), a(TiledMma(mma.sync.m16n8k16.f16, (2,2,1))))",
    "TiledCopy(store(ldmatrix.x2, 16), c(mma.sync.m16n8k16.f16))",
];
