//! Instructions that move data, and copies and multiplications that repeat them: the labels follow the definitions.

use std::collections::BTreeMap;

use tilework_algebra::Layout;
use tilework_algebra::atom::{CopyAtom, Mma, TMEM, TiledCopy, TiledMma};
use tilework_algebra::draw::{self, By, Cell, Scene, Window};
use tilework_algebra::expression::{Names, Reason};

use super::{draw, fact, instruction, panel};

const WHOLE: fn() -> Window = || Window::new(128, 128);

/// The label at each coordinate `(row,column)`; rows may be nested.
fn labels(scene: &Scene, at: usize) -> BTreeMap<(i64, i64), String> {
    let number = |text: &str| text.trim_matches(['(', ')']).parse::<i64>().unwrap();
    let coordinate = |cell: &Cell| {
        let text = fact(cell, "coordinate").unwrap();
        let leaves: Vec<i64> = text.split(',').map(number).collect();
        match leaves[..] {
            [row, column] => (row, column),
            // A matrix has 8 rows.
            [row, matrix, column] => (row + 8 * matrix, column),
            _ => panic!("{text}"),
        }
    };
    panel(scene, at).map(|cell| (coordinate(cell), cell.label.clone())).collect()
}

/// The thread and the value of an atom that have an element of an operand, found by trying all.
fn owner(tv: &Layout, element: i64) -> (i64, i64) {
    let threads = tv.mode(0).unwrap().size();
    let found = (0..tv.size()).find(|&i| tv.offset(i).unwrap() == element).unwrap();
    (found % threads, found / threads)
}

/// Element `p` along `M` is row `p mod a_M` of the atom of the threads `(p / a_M) mod t_M`, in their repeat
/// `p / (a_M t_M)`. The same holds for `N` and `K`. The mode that an operand does not have is ignored.
fn check_tiled(atom: &'static Mma, arrangement: &str, tiles: [i64; 3]) {
    let arrangement: Layout = arrangement.parse().unwrap();
    let tilers = tiles.map(|n| Layout::leaf(n, 1).unwrap());
    let mma = TiledMma::new(atom, &arrangement).unwrap().permuted(tilers).unwrap();
    let scene = draw::tiled_mma(&mma, By::Thread, &WHOLE()).unwrap();
    let atoms: Vec<i64> = arrangement.modes().map(|mode| mode.size()).collect();
    let threads = atom.c().unwrap().threads();
    let operands = [(0, 2, 1, atom.a()), (1, 2, 0, atom.b()), (0, 1, 2, atom.c())];
    for (at, (x, y, other, tv)) in operands.into_iter().enumerate() {
        let tv = tv.unwrap();
        let values = tv.values();
        let labels = labels(&scene, at);
        assert_eq!(labels.len() as i64, tiles[x] * tiles[y]);
        let span = |mode: usize| atom.shape[mode] * atoms[mode];
        for (&(p, q), label) in &labels {
            let element = p % atom.shape[x] + atom.shape[x] * (q % atom.shape[y]);
            let (thread, value) = owner(tv.layout(), element);
            let mut all: Vec<i64> = (0..atoms[other])
                .map(|o| {
                    let mut place = [0; 3];
                    place[x] = p / atom.shape[x] % atoms[x];
                    place[y] = q / atom.shape[y] % atoms[y];
                    place[other] = o;
                    let [m, n, k] = place;
                    let number = arrangement.offset(m + atoms[0] * (n + atoms[1] * k)).unwrap();
                    thread + threads * number
                })
                .collect();
            all.sort_unstable();
            let value = value + values * (p / span(x) + tiles[x] / span(x) * (q / span(y)));
            let others = if all.len() > 1 { format!("+{}", all.len() - 1) } else { String::new() };
            assert_eq!(*label, format!("T{}{others}\nV{value}", all[0]), "{at} ({p},{q})");
        }
    }
}

#[test]
fn tiled_multiplications_name_the_owners_of_elements() {
    let f64 = instruction("mma.sync.m8n8k4.f64");
    let f16 = instruction("mma.sync.m16n8k16.f16");
    check_tiled(f64, "(1,1,1):(0,0,0)", [8, 8, 4]);
    check_tiled(f64, "(2,2,1):(1,2,0)", [16, 32, 8]);
    check_tiled(f64, "(2,2,1):(2,1,0)", [48, 16, 4]);
    check_tiled(f16, "(2,1,2):(2,0,1)", [64, 8, 32]);
    check_tiled(instruction("v_mfma_f32_16x16x16_f16"), "(2,1,2):(2,0,1)", [32, 32, 32]);
    check_tiled(instruction("v_wmma_f32_16x16x16_f16_w32_gfx12"), "(1,2,1):(0,1,0)", [32, 32, 16]);
    check_tiled(instruction("dpas.m8n16k16.bf16"), "(2,2,1):(2,1,0)", [16, 32, 32]);
}

/// Groups of 16 threads repeat `A`. Blocks are on the diagonal of `C`, whose other elements no thread has.
#[test]
fn wavefronts() {
    let scene = draw("__builtin_amdgcn_wmma_f32_16x16x16_f16_w32");
    assert_eq!(labels(&scene, 0)[&(3, 5)], "T3+1\nV5");
    assert_eq!(labels(&scene, 2)[&(3, 5)], "T21\nV1");
    let scene = draw("v_mfma_f32_4x4x4f16");
    let c = labels(&scene, 2);
    assert_eq!((&*c[&(6, 5)], &*c[&(6, 8)]), ("T5\nV2", ""));
    let scene = draw("XE_8x16x32_S32S8S8S32_TT");
    assert_eq!(labels(&scene, 0)[&(3, 5)], "T2\nV7");
}

/// Operands in memory belong to all threads of the atoms that need them.
#[test]
fn operands_in_memory() {
    let scene = draw("TiledMma(wgmma.m64n16k16.f16.ss, (2,1,1))");
    let a = labels(&scene, 0);
    // Computed by hand: columns of 64 rows one after another.
    assert_eq!((&*a[&(3, 2)], &*a[&(127, 0)]), ("T0+127\nV131", "T128+127\nV63"));
    assert!(scene.panels()[1].ends_with("in memory"));
    assert_eq!(labels(&scene, 1)[&(3, 2)], "35");
    // In registers of all four.
    let scene = draw("TiledMma(fma, (1,4,1))");
    assert_eq!(labels(&scene, 0)[&(0, 0)], "T0+3\nV0");
}

/// Atoms are outlined if they are blocks of the tile.
#[test]
fn atoms_are_outlined() {
    let outlined = |text: &str| draw(text).rules().iter().filter(|rule| rule.level > 0).count();
    // Four ends, and one rule between the two atoms in each mode that has two: once in A and B, twice in C.
    assert_eq!(outlined("TiledMma(mma.sync.m8n8k4.f64, (2,2,1))"), 3 * 4 + 1 + 1 + 2);
    assert_eq!(outlined("TiledMma(mma.sync.m8n8k4.f64, (2,2,1), <(8,2,2):(1,16,8),_,_>)"), 0);
}

/// Value `(v, w)` of the thread at `(x, y)` is the element `(x V + v, y W + w)`, if a thread has `V` by `W` values.
#[test]
fn tiled_copies_name_the_owners_of_elements() {
    for (elements, threads, values) in [
        (4, "(4,8):(8,1)", "(2,4):(4,1)"),
        (2, "(8,4):(1,8)", "(4,3):(1,4)"),
        (1, "(2,3):(3,1)", "(1,1):(0,0)"),
    ] {
        let (threads, values): (Layout, Layout) =
            (threads.parse().unwrap(), values.parse().unwrap());
        let copy = TiledCopy::new(CopyAtom::vector(elements).unwrap(), &threads, &values).unwrap();
        let scene = draw::tiled_copy(&copy, By::Thread, &WHOLE()).unwrap();
        let [of_threads, of_values] =
            [&threads, &values].map(|of| of.modes().map(|mode| mode.size()).collect::<Vec<_>>());
        for side in 0..2 {
            let labels = labels(&scene, side);
            assert_eq!(labels.len() as i64, threads.size() * values.size());
            for ((x, y), label) in labels {
                let (v, w) = (of_values[0], of_values[1]);
                let thread = threads.offset(x / v + of_threads[0] * (y / w)).unwrap();
                let value = values.offset(x % v + v * (y % w)).unwrap();
                assert_eq!(label, format!("T{thread}\nV{value}"), "{threads} {values} ({x},{y})");
            }
        }
    }
}

/// PTX ISA, ldmatrix: thread `8 i + r` has the address of row `r` of matrix `i`. In register `i`, thread `t` receives
/// the elements `2 (t mod 4)` and the next of row `t / 4` of matrix `i`, or of column `t / 4` with `.trans`. If there
/// are fewer than four matrices, the addresses of the other threads are not used; here they repeat the first ones.
#[test]
fn ldmatrix_moves_what_it_moves() {
    for matrices in [1, 2, 4] {
        for (end, transposed) in [("", false), (".trans", true)] {
            let [load, store] =
                ["ldmatrix", "stmatrix"].map(|name| draw(&format!("{name}.x{matrices}{end}")));
            let memory = labels(&load, 0);
            let registers = labels(&load, 1);
            // A store is the reverse of the load.
            assert_eq!((&memory, &registers), (&labels(&store, 1), &labels(&store, 0)));
            assert_eq!((memory.len(), registers.len()), (64 * matrices, 64 * matrices));
            for (&(row, column), label) in &memory {
                let others = ["+3", "+1", "", ""][matrices - 1];
                assert_eq!(*label, format!("T{row}{others}\nV{column}"));
            }
            for (&(row, column), label) in &registers {
                let (matrix, row) = (row / 8, row % 8);
                let (along, across) = if transposed { (row, column) } else { (column, row) };
                let (thread, value) = (4 * across + along / 2, 2 * matrix + along % 2);
                assert_eq!(
                    *label,
                    format!("T{thread}\nV{value}"),
                    "x{matrices}{end} ({row},{column})"
                );
            }
        }
    }
    // A row has twice as many elements of 8 bits.
    let bytes = draw("load(ldmatrix.x1, 8)");
    assert_eq!(labels(&bytes, 1)[&(2, 5)], "T9\nV1");
}

/// The cell in the lane and column of each address names the thread and value that have it.
#[test]
fn tensor_memory() {
    for shape in TMEM {
        for repeats in [1, 4] {
            let scene = draw::tmem(shape, repeats, By::Thread, &WHOLE()).unwrap();
            let number = |cell: &Cell, name| fact(cell, name).unwrap().parse::<i64>().unwrap();
            let mut cells: BTreeMap<(i64, i64), &str> = scene
                .cells()
                .iter()
                .map(|cell| ((number(cell, "lane"), number(cell, "column")), &*cell.label))
                .collect();
            assert_eq!(cells.len(), scene.cells().len());
            let tv = shape.thread_value(repeats).unwrap();
            for i in 0..tv.size() {
                let address = tv.offset(i).unwrap();
                let label = cells.remove(&(address >> 16, address & 0xFFFF));
                assert_eq!(label, Some(&*format!("T{}\nV{}", i % 128, i / 128)), "{}", shape.name);
            }
            assert!(cells.values().all(|label| label.is_empty()));
            // Rows are lanes.
            let first = &scene.cells()[0];
            for cell in scene.cells() {
                assert_eq!((cell.y - first.y) / first.height, number(cell, "lane") as usize);
                assert_eq!((cell.x - first.x) / first.width, number(cell, "column") as usize);
            }
        }
    }
    // If there are many columns, not all are drawn.
    let large = draw("tcgen05.32x32b.x128");
    let notes: Vec<&str> = large.texts().iter().map(|text| &text.text[..]).collect();
    assert!(notes.contains(&"64 of 128 rows are drawn"), "{notes:?}");
    assert!(notes.contains(&"55 of 128 columns are drawn"), "{notes:?}");
}

/// The position and the reason of each mistake.
#[test]
fn what_is_no_instruction() {
    let window = Window::default();
    for (text, at, says) in [
        ("TiledMma(mma.sync.m8n8k4.f6, (2,2,1))", 9, "did you mean `mma.sync.m8n8k4.f64`?"),
        ("TiledMma(fma, (2,2,x))", 14, "a layout is wanted, not a tuple with symbols"),
        ("TiledMma(fma, x)", 14, "nothing has the name `x`"),
        ("TiledMma(fma, (2,2))", 14, "profile"),
        ("TiledMma(fma, (2,2,1), <3,2,1>)", 23, "the size 3 is not a multiple of the span 2"),
        ("TiledMma(fma, (2,2,1), <2,2>)", 23, "a tiler of three layouts"),
        ("TiledMma(fma, (2,2,1), <(2,2),2,1>)", 23, "`(2,2):(1,4)` in place of a tuple `(2,2)`"),
        ("TiledMma(fma)", 0, "1 argument given to TiledMma(multiplication, arrangement, [tiles])"),
        ("TiledMma(fma, (2,2,1)", 0, "expected `)` at the end"),
        ("TiledCopy(8, 4:1, 4:1)", 10, "expected a copy: `vector(8)`"),
        ("TiledCopy(vector(0), 4:1, 4:1)", 10, "must be at least 1 here, not 0"),
        ("TiledCopy(vector(8), 4:1, 4:1)", 0, "evenness"),
        ("TiledCopy(vector(1), d(fma))", 21, "expected an operand of a multiplication"),
        ("load(ldmatrix.x4, 24)", 0, "keeps 32 bits together, and tears elements of 24"),
        (
            "load(ldmatrix.x4, 64)",
            0,
            "copy_atom: whole elements: the instruction keeps 32 bits together",
        ),
        ("load(ldmatrix.x4.trans, 32)", 0, "keeps 16 bits together, and tears elements of 32"),
        ("store(ldmatrix.x1.trans, 32)", 0, "those of a divisor of 16 stay whole"),
        ("TiledCopy(load(ldmatrix.x4.trans, 32), a(mma.sync.m16n8k8.tf32))", 10, "whole elements"),
        ("load(ldmatrix.x4)", 0, "1 argument given to load(ldmatrix, bits)"),
        ("stmatrix.x3", 0, "did you mean `stmatrix.x1`?"),
        ("tcgen05.32x32b.x3", 0, "3 is not a power of 2 from 1 to 128"),
        ("tcgen05.32x31b", 0, "did you mean `tcgen05.32x32b`?"),
        ("v_wmma_f32_16x16x16_f16", 0, "did you mean `v_wmma_f32_16x16x16_f16_w32`?"),
        ("v_mfma_f32_32x32x8", 0, "did you mean `v_mfma_f32_32x32x8_f16`?"),
        ("dpas.m8n16k16.f32", 0, "did you mean `dpas.m8n16k16.f16`?"),
        ("XE_3x16x16_F32BF16BF16F32_TT", 0, "did you mean `dpas."),
    ] {
        let failure = draw::of_expression(text, &mut Names::new(), By::Thread, &window);
        let failure = failure.unwrap_err();
        assert!(failure.to_string().contains(says), "{text}: {failure}");
        assert_eq!(failure.at, at, "{text}: {failure}");
    }
    // Names work as everywhere, and so does stopping.
    let mut names = Names::new();
    let mut goes_on = || true;
    for text in ["r = (2,2,1)", "TiledMma(fma, r)"] {
        draw::of_expression_while(text, &mut names, By::Thread, &window, &mut goes_on).unwrap();
    }
    let stopped =
        draw::of_expression_while("TiledMma(fma, r)", &mut names, By::Thread, &window, &mut || {
            false
        });
    assert_eq!(stopped.unwrap_err().reason, Reason::Stopped);
}
