//! Instructions: the fragments of `A`, `B` and `C`.

use alloc::format;
use alloc::string::String;

use super::grid::{Content, ELLIPSIS, Grid, written};
use super::palette::Background;
use super::scene::{GAP, Scene};
use super::thread_value::{By, Owners};
use super::window::Window;
use crate::atom::{Fragment, Mma};
use crate::error::Error;
use crate::thread_value::ThreadValue;

/// The fragments of a multiplication as CuTe's `print_latex` arranges them: `A` at the left of `C`, and `B` above it, so
/// that the rows of `A` and `C` and the columns of `B` and `C` are in line. `B`, which is `(N,K)`, goes across along `N`.
/// What every thread has whole, as what is in shared memory, has no threads: its elements are numbered.
///
/// # Errors
/// None, of the atoms that are here.
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
    let [m, n, k] = mma.shape;
    let (a, b, c) = (mma.a()?, mma.b()?, mma.c()?);
    let operands = [("A", &a, false), ("B", &b, true), ("C", &c, false)];
    let margin = [m - 1, k - 1].map(digits).into_iter().max().unwrap_or(0);
    // Labels are at most as long as that of the last thread.
    let longest = |tv: &ThreadValue| {
        1 + match is_shared(tv) {
            true => digits(tv.tile().size().unwrap_or(1) - 1) - 1,
            false => digits(tv.threads() - 1).max(digits(tv.values() - 1)),
        }
    };
    let label = operands.map(|(_, tv, _)| longest(tv)).into_iter().max().unwrap_or(1);
    // `A` and `C` share the width; `B` has as many columns as `C`.
    let (cell, around) = (label + 3, margin + 2 + ELLIPSIS);
    let wanted = |extent: i64| window.columns().min(extent.unsigned_abs() as usize);
    let columns = window.width().saturating_sub(2 * around + GAP) / cell;
    let of_a = columns.saturating_sub(wanted(n).min(columns / 2)).max(3).min(wanted(k));
    let of_c = columns.saturating_sub(of_a).max(3);
    let width_a = around + of_a * cell;
    let fitting = |columns: usize, width: usize| {
        Window::new(window.rows(), columns.min(window.columns())).within(width)
    };
    let of_c = fitting(of_c, window.width().saturating_sub(width_a + GAP));
    let windows = [fitting(of_a, width_a), of_c, of_c];

    let mut panels = operands.into_iter().zip(windows).map(|((name, tv, transposed), window)| {
        let title = |title: String| format!("{name} {}: {title}", tv.tile());
        let title = title(match is_shared(tv) {
            true => "in memory".into(),
            false => format!("{}", tv.layout()),
        });
        let grid = Grid::new(title, tv.tile().clone()).sized(label, 2, margin);
        let grid = if transposed { grid.transposed() } else { grid };
        panel(grid, tv, by, &window)
    });
    let (Some(a), Some(b), Some(c)) = (panels.next(), panels.next(), panels.next()) else {
        return Ok(Scene::default());
    };
    let mut scene = Scene::default();
    // The name stands where nothing else does.
    let (x, y) = (a.width() + GAP, b.height() + 1);
    scene.text(0, 0, 0, mma.name, super::scene::Role::Title);
    let x = x.max(mma.name.len() + GAP);
    scene.put(a, 0, y);
    scene.put(b, x, 0);
    scene.put(c, x, y);
    Ok(scene)
}

/// One operand of an instruction.
///
/// # Errors
/// None, of the atoms that are here.
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
    Ok(panel(Grid::new(title, tv.tile().clone()), &tv, by, window))
}

fn panel(grid: Grid, tv: &ThreadValue, by: By, window: &Window) -> Scene {
    let (owners, part) = Owners::new(tv, by);
    let mut scene = grid.draw(window, &mut |i| {
        let content = Content::default().fact("coordinate", written(tv.tile(), i));
        match is_shared(tv) {
            true => content.labelled(format!("{i}")).filled(Background::Faint).fact("offset", i),
            false => owners.content(i, content, None),
        }
    });
    if let (Some(note), false) = (part.note(), is_shared(tv)) {
        scene.note(&note);
    }
    scene
}

/// Whether each of several threads has all.
fn is_shared(tv: &ThreadValue) -> bool {
    let threads = tv.layout().mode(0);
    threads.is_some_and(|threads| {
        threads.size() > 1 && threads.flat_modes().iter().all(|mode| mode.stride == 0)
    })
}

fn digits(number: i64) -> usize {
    format!("{number}").len()
}
