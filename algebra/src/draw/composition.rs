//! Pictures of compositions: the layout with the chosen part marked, the layout that chooses, and the result.

use alloc::format;

use super::grid::{Content, Grid};
use super::palette::Background;
use super::parent::Part;
use super::scene::{Mark, Scene};
use super::window::Window;
use crate::atom::DataLayout;
use crate::error::Error;
use crate::layout::tiler::TilerRef;
use crate::operation::composition::composition as compose;

/// `a`, `tiler` and `a o tiler` side by side. The coordinates that the tiler chooses are marked in `a`. A tiler by mode
/// has no panel of its own. Coordinates of the same element have a number in common in [`links`](super::Cell::links).
///
/// # Errors
/// The errors of [`composition`](crate::composition()).
///
/// ```
/// use tilework_algebra::{Layout, draw};
/// let (a, b): (Layout, Layout) = ("(4,4):(4,1)".parse()?, "(2,2):(1,8)".parse()?);
/// let picture = draw::composition(&a, &b, &draw::Window::default())?;
/// let selected = picture.cells().iter().filter(|cell| cell.mark == draw::Mark::Selected);
/// let offsets: Vec<&str> = selected.map(|cell| &cell.label[..]).collect();
/// assert_eq!((picture.panels().len(), offsets), (3, vec!["0", "2", "4", "6"]));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn composition<'a, L: DataLayout>(
    a: &L,
    tiler: impl Into<TilerRef<'a>>,
    window: &Window,
) -> Result<Scene, Error> {
    let tiler = tiler.into();
    let result = a.with_inner(compose(a.inner(), tiler)?);
    let shape = a.inner().shape();
    let part = Part::of_tiler(&shape, tiler)?;
    let title = |name: &str, layout: &str| format!("{name} = {layout}");
    let tint = |i: i64| Background::Tint(i.unsigned_abs());
    let whole = chosen(a, title("A", &a.written()), &part, window);
    let colour = |i: i64, content: Content| content.filled(tint(i)).linked([i.unsigned_abs()]);
    let choosing = match tiler {
        TilerRef::Layout(b) => Some((b.written(), b.shape())),
        TilerRef::Coordinates(b) => Some((format!("{b}"), b.shape())),
        TilerRef::Xor(b) => Some((b.written(), b.shape())),
        TilerRef::Modes(_) | TilerRef::Keep => None,
    };
    let choosing = choosing.map(|(written, shape)| {
        Grid::new(title("B", &written), shape).draw(window, &mut |i| {
            let content = match tiler {
                TilerRef::Coordinates(b) => Content::of_offset(b, i),
                TilerRef::Xor(b) => Content::of_offset(b, i),
                TilerRef::Layout(b) => Content::of_offset(b, i),
                TilerRef::Modes(_) | TilerRef::Keep => Content::default(),
            };
            colour(i, content)
        })
    });
    let name = if choosing.is_some() { "A o B" } else { "A o T" };
    let composed = Grid::new(title(name, &result.written()), result.inner().shape())
        .draw(window, &mut |i| colour(i, Content::of_offset(&result, i)));
    Ok(Scene::beside([Some(whole), choosing, Some(composed)].into_iter().flatten(), window.width()))
}

/// A layout with a part of it marked, in the colors of its elements.
pub(super) fn chosen<L: DataLayout>(
    a: &L,
    title: impl Into<alloc::string::String>,
    part: &Part,
    window: &Window,
) -> Scene {
    let places = part.by_place();
    let mut scene = Grid::new(title, a.inner().shape()).draw(window, &mut |i| {
        let content = Content::of_offset(a, i);
        match places.get(&i) {
            Some(elements) => content
                .filled(Background::Tint(elements[0].unsigned_abs()))
                .marked(Mark::Selected)
                .linked(elements.iter().take(64).map(|element| element.unsigned_abs())),
            None => content,
        }
    });
    let beyond = (0..part.looked_at()).filter(|&i| part.place(i).is_none());
    match beyond.count() {
        0 => {}
        1 => scene.note("1 coordinate lies outside of it"),
        count => scene.note(&format!("{count} coordinates lie outside of it")),
    }
    if let Some(note) = part.note() {
        scene.note(&note);
    }
    scene
}
