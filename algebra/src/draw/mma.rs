//! Pictures of multiplications: the fragments of `A`, `B` and `C`.

use alloc::format;
use alloc::string::String;

use super::grid::{Content, ELLIPSIS, Grid, written};
use super::palette::Background;
use super::parent::Part;
use super::scene::{GAP, Role, Scene};
use super::thread_value::{By, Owners, digits};
use super::window::Window;
use crate::atom::{Fragment, Mma, TiledMma};
use crate::error::Error;
use crate::layout::thread_value::ThreadValue;
use crate::tuple::int_tuple::IntTuple;

/// The fragments of a multiplication, arranged as in CuTe's `print_latex`. `A` is to the left of `C` and `B` is above
/// it, so that the rows of `A` and `C` and the columns of `B` and `C` are in line. `B` is `(N,K)` and is drawn with `N`
/// across. Operands that every thread has as a whole, for example in shared memory, show no threads; their elements are
/// numbered.
///
/// # Errors
/// The atoms in [`atom`](crate::atom) give no errors.
///
/// ```
/// use tilework_algebra::atom::MMA_SYNC;
/// use tilework_algebra::draw;
/// let mma = MMA_SYNC.iter().find(|mma| mma.name == "mma.sync.m8n8k4.f64").unwrap();
/// let picture = draw::mma(mma, draw::By::Thread, &draw::Window::default())?;
/// assert_eq!((picture.panels().len(), picture.cells().len()), (3, 32 + 32 + 64));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn mma(mma: &Mma, by: By, window: &Window) -> Result<Scene, Error> {
    let operands = [mma.a()?, mma.b()?, mma.c()?].map(|tv| Operand::new(tv, by));
    Ok(arranged(&[mma.name.into()], operands, window))
}

/// The thread-value layouts of a tiled multiplication, arranged as in [`mma()`]. Threads are numbered by their index,
/// so threads that differ only in `N` have the same elements of `A`, shown as `T0+32`. The atoms are outlined if the
/// elements of a tile are in the order of the data.
///
/// # Errors
/// The errors of [`TiledMma::a`], for permutations that leave the tile.
///
/// ```
/// use tilework_algebra::atom::{MMA_SYNC, TiledMma};
/// use tilework_algebra::draw;
/// let atom = MMA_SYNC.iter().find(|mma| mma.name == "mma.sync.m8n8k4.f64").unwrap();
/// let mma = TiledMma::new(atom, &"(2,2,1):(1,2,0)".parse()?)?;
/// let picture = draw::tiled_mma(&mma, draw::By::Thread, &draw::Window::default())?;
/// // The first element of `A` belongs to a thread of the first atom and to one of the next atom.
/// assert_eq!(picture.cells()[0].label, "T0+1\nV0");
/// assert_eq!(picture.cells().len(), 16 * 4 + 16 * 4 + 16 * 16);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn tiled_mma(mma: &TiledMma, by: By, window: &Window) -> Result<Scene, Error> {
    let (atom, [m, n, k]) = (mma.atom(), mma.tile());
    let lines = [
        format!("{} in a tile {m} x {n} x {k}", atom.name),
        format!("threads {}", mma.thread_layout()),
    ];
    // In the order of the data, the atoms are blocks.
    let in_order =
        mma.tilers().iter().all(|tiler| tiler.flat_modes().iter().all(|mode| mode.stride == 1));
    let [am, an, ak] = atom.shape;
    let of = |(tv, of_atom, block): (ThreadValue, ThreadValue, [i64; 2])| {
        let mut operand = Operand::new(tv, by);
        // Elements that several atoms have in common are in registers of each, unless the atom has them in memory.
        operand.owners.shared &= Owners::new(&of_atom, by).0.shared;
        if in_order { operand.in_blocks(block) } else { operand }
    };
    let operands = [
        (mma.a()?, atom.a()?, [am, ak]),
        (mma.b()?, atom.b()?, [an, ak]),
        (mma.c()?, atom.c()?, [am, an]),
    ];
    Ok(arranged(&lines, operands.map(of), window))
}

/// An operand to be drawn.
struct Operand {
    tv: ThreadValue,
    owners: Owners,
    part: Part,
    /// The tile; it is nested if something in it is outlined.
    shape: IntTuple,
}

impl Operand {
    fn new(tv: ThreadValue, by: By) -> Self {
        let (owners, part) = Owners::new(&tv, by);
        Operand { shape: tv.tile().clone(), tv, owners, part }
    }

    /// The same operand with blocks of these numbers of rows and columns outlined.
    fn in_blocks(self, block: [i64; 2]) -> Self {
        let modes = self.shape.leaves().iter().zip(block);
        let shape = IntTuple::tuple(
            modes.map(|(&size, block)| IntTuple::tuple([block, size / block].map(IntTuple::leaf))),
        );
        Operand { shape, ..self }
    }

    /// The largest number of characters in a line of a label.
    fn longest(&self) -> usize {
        match self.owners.shared {
            true => digits(self.tv.tile().size().unwrap_or(1) - 1),
            false => self.owners.longest(),
        }
    }

    fn panel(&self, grid: Grid, window: &Window) -> Scene {
        let Operand { tv, owners, part, .. } = self;
        let mut scene = grid.draw(window, &mut |i| {
            let content = Content::default().fact("coordinate", written(tv.tile(), i));
            match owners.shared {
                true => {
                    content.labelled(format!("{i}")).filled(Background::Faint).fact("offset", i)
                }
                false => owners.content(i, content, None),
            }
        });
        if let (Some(note), false) = (part.note(), owners.shared) {
            scene.note(&note);
        }
        scene
    }
}

/// `A` to the left of `C`, and `B` above it, with some lines of text in the free corner.
fn arranged(lines: &[String], operands: [Operand; 3], window: &Window) -> Scene {
    let extent = |of: &Operand, at: usize| {
        of.tv.tile().mode(at).and_then(|mode| mode.size().ok()).unwrap_or(1)
    };
    let [a, b, c] = &operands;
    let (m, n, k) = (extent(a, 0), extent(b, 0), extent(a, 1));
    let margin = digits(m - 1).max(digits(k - 1));
    let label = [a, b, c].map(Operand::longest).into_iter().max().unwrap_or(1);
    let title = |name: &str, operand: &Operand| match operand.owners.shared {
        true => format!("{name} {}: in memory", operand.tv.tile()),
        false => format!("{name} {}: {}", operand.tv.tile(), operand.tv.layout()),
    };
    let title_of_a = title("A", a);
    // `A` and `C` share the width; `B` has as many columns as `C`.
    let (cell, around) = (label + 3, margin + 2 + ELLIPSIS);
    let wanted = |extent: i64| window.columns().min(extent.unsigned_abs() as usize);
    let columns = window.width().saturating_sub(2 * around + GAP) / cell;
    let of_a = columns.saturating_sub(wanted(n).min(columns / 2)).max(3).min(wanted(k));
    let length = |line: &String| line.chars().count();
    let texts = lines.iter().chain([&title_of_a]).map(length).max().unwrap_or(0);
    let width_a = (around + of_a * cell).max(texts.min(window.width() / 2));
    let rest = window.width().saturating_sub(width_a + GAP);
    let of_c = (rest.saturating_sub(around) / cell).max(3);
    let fitting = |columns: usize, width: usize| {
        Window::new(window.rows(), columns.min(window.columns())).within(width)
    };
    let of_c = fitting(of_c, rest);
    let panel = |title: String, operand: &Operand, transposed: bool, window: &Window| {
        let grid = Grid::new(title, operand.shape.clone()).sized(label, 2, margin);
        operand.panel(if transposed { grid.transposed() } else { grid }, window)
    };
    let a = panel(title_of_a, a, false, &fitting(of_a, width_a));
    let b = panel(title("B", b), b, true, &of_c);
    let c = panel(title("C", c), c, false, &of_c);
    let mut scene = Scene::default();
    for (y, line) in lines.iter().enumerate() {
        scene.text(0, y, 0, line, Role::Title);
    }
    let (x, y) = (a.width().max(scene.width()) + GAP, b.height() + 1);
    scene.put(a, 0, y);
    scene.put(b, x, 0);
    scene.put(c, x, y);
    scene
}

/// One operand of an instruction.
///
/// # Errors
/// The atoms in [`atom`](crate::atom) give no errors.
///
/// ```
/// use tilework_algebra::atom::WGMMA_A;
/// use tilework_algebra::draw;
/// let picture = draw::fragment(&WGMMA_A[1], draw::By::Thread, &draw::Window::default())?;
/// assert_eq!(picture.cells()[0].label, "T0\nV0");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn fragment(fragment: &Fragment, by: By, window: &Window) -> Result<Scene, Error> {
    let tv = fragment.thread_value()?;
    let title = format!("{} {}: {}", fragment.name, tv.tile(), tv.layout());
    let operand = Operand::new(tv, by);
    Ok(operand.panel(Grid::new(title, operand.shape.clone()), window))
}
