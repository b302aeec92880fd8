//! Pictures of morphisms: columns of entries with arrows between them.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::palette::Background;
use super::scene::{Cell, Mark, Role, Scene};
use super::window::Window;
use crate::error::Error;
use crate::layout::Layout;
use crate::morphism::{
    MutualRefinement, NestedTupleMorphism, Refinement, composition_algorithm as composed,
    layout_of, morphism_of, mutual_refinement as refined,
};
use crate::operation::coalesce::coalesce;
use crate::tuple::int_tuple::IntTuple;
use crate::tuple::profile::Token;

/// A morphism, drawn as in [003](crate::papers). The entries of the domain are on the left and those of the codomain on
/// the right, the
/// first ones at the bottom, with an arrow from each entry to its image. Entries without an image are gray. Nested
/// tuples are bracketed.
///
/// ```
/// use tilework_algebra::{draw, morphism::NestedTupleMorphism};
/// let f: NestedTupleMorphism = "((2,2),8)--(1,0,3)-->(2,8,8)".parse()?;
/// let picture = draw::morphism(&f, &draw::Window::default());
/// assert_eq!((picture.cells().len(), picture.arrows().len()), (6, 2));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn morphism(f: &NestedTupleMorphism, window: &Window) -> Scene {
    Chain::new("S", &f.domain()).then(f, "T").draw(format!("{f} encodes {}", layout_of(f)), window)
}

/// Two morphisms one after the other, and their composite.
///
/// # Errors
/// The errors of [`then`](NestedTupleMorphism::then).
///
/// ```
/// use tilework_algebra::{draw, morphism::NestedTupleMorphism};
/// let f: NestedTupleMorphism = "(2,3)--(2,1)-->(3,2)".parse()?;
/// let g: NestedTupleMorphism = "(3,2)--(0,1)-->(2)".parse()?;
/// let picture = draw::composite(&f, &g, &draw::Window::default())?;
/// assert_eq!((picture.panels().len(), picture.arrows().len()), (2, 4));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn composite(
    f: &NestedTupleMorphism,
    g: &NestedTupleMorphism,
    window: &Window,
) -> Result<Scene, Error> {
    let both = f.then(g)?;
    let one_after_the_other = Chain::new("S", &f.domain()).then(f, "T").then(g, "U");
    let both =
        Chain::new("S", &f.domain()).then(&both, "U").draw(format!("g o f = {both}"), window);
    let apart = one_after_the_other.draw("f, then g", window);
    Ok(Scene::beside([apart, both], window.width()))
}

/// The mutual refinement of two tuples: `T` and its pieces `T'`, which are the first pieces of `U'`, and `U`.
///
/// # Errors
/// The errors of [`mutual_refinement`](crate::morphism::mutual_refinement()).
///
/// ```
/// use tilework_algebra::draw;
/// let picture =
///     draw::mutual_refinement(&"(6,6)".parse()?, &"(12,3,6)".parse()?, &draw::Window::default())?;
/// // From 6 and 6 to 6, 2 and 3, then to the same pieces, then from these and 6 to 12, 3 and 6.
/// assert_eq!((picture.cells().len(), picture.arrows().len()), (2 + 3 + 4 + 3, 3 + 3 + 4));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn mutual_refinement(t: &IntTuple, u: &IntTuple, window: &Window) -> Result<Scene, Error> {
    Ok(refinement(&refined(t, u)?, window))
}

fn refinement(both: &MutualRefinement, window: &Window) -> Scene {
    let (first, second) = (both.first(), both.second());
    let title = format!("mutual refinement of {} and {}", first.coarser(), second.coarser());
    Chain::new("T", first.coarser())
        .cut(first, "T'")
        .then(&both.inclusion(), "U'")
        .joined(second, "U")
        .draw(title, window)
}

/// Morphisms `f: S -> T` and `g: U -> V` that are composed over a mutual refinement of `T` and `U`, step by step: the
/// two morphisms, the refinement, `f` pulled back and `g` pushed forward with the inclusion between them, and the
/// composite.
///
/// # Errors
/// The errors of [`weak_composite`](crate::morphism::weak_composite()).
///
/// ```
/// use tilework_algebra::{draw, morphism::NestedTupleMorphism};
/// let f: NestedTupleMorphism = "(6,6)--(2,1)-->(6,6)".parse()?;
/// let g: NestedTupleMorphism = "(12,3,6)--(1,3,2)-->(12,6,3)".parse()?;
/// let picture = draw::weak_composite(&f, &g, &draw::Window::default())?;
/// assert!(picture.panels().last().unwrap().contains("((2,3),6)--(2,4,1)-->((6,2),6,3)"));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn weak_composite(
    f: &NestedTupleMorphism,
    g: &NestedTupleMorphism,
    window: &Window,
) -> Result<Scene, Error> {
    steps(f, g, ["f".to_string(), "g".to_string()], None, window)
}

/// The composition `b o a` of tractable layouts, computed with their morphisms, step by step ([003](crate::papers),
/// algorithm 4.1.2).
///
/// # Errors
/// The errors of [`composition_algorithm`](crate::morphism::composition_algorithm()).
///
/// ```
/// use tilework_algebra::{Layout, draw};
/// let (a, b): (Layout, Layout) = ("(6,6):(6,1)".parse()?, "(12,3,6):(1,72,12)".parse()?);
/// let picture = draw::composition_algorithm(&b, &a, &draw::Window::default())?;
/// assert!(picture.panels().last().unwrap().contains("((2,3),6):((6,72),1)"));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn composition_algorithm(b: &Layout, a: &Layout, window: &Window) -> Result<Scene, Error> {
    let result = composed(b, a)?;
    let b = coalesce(b);
    let (f, g) = (morphism_of(a)?, morphism_of(&b)?);
    let titles = [format!("1. f encodes {a}"), format!("2. g encodes {b}")];
    steps(&f, &g, titles, Some(result), window)
}

fn steps(
    f: &NestedTupleMorphism,
    g: &NestedTupleMorphism,
    [of_f, of_g]: [String; 2],
    result: Option<Layout>,
    window: &Window,
) -> Result<Scene, Error> {
    let both = refined(&f.codomain(), &g.domain())?;
    let (pulled, pushed) = (f.pullback_along(both.first())?, g.pushforward_along(both.second())?);
    let composite = pulled.then(&both.inclusion())?.then(&pushed)?;
    let layout = result.unwrap_or_else(|| layout_of(&composite));
    let number = |n: usize, title: &str| match of_f.starts_with("1.") {
        true => format!("{n}. {title}"),
        false => title.to_string(),
    };
    let of_f = Chain::new("S", &f.domain()).then(f, "T").draw(of_f.clone(), window);
    let of_g = Chain::new("U", &g.domain()).then(g, "V").draw(of_g, window);
    let title = number(4, "f pulled back, the inclusion, g pushed forward");
    let through = Chain::new("S'", &pulled.domain())
        .then(&pulled, "T'")
        .then(&both.inclusion(), "U'")
        .then(&pushed, "V'")
        .draw(title, window);
    let title = number(5, &format!("{composite} encodes {layout}"));
    let last = Chain::new("S'", &composite.domain()).then(&composite, "V'").draw(title, window);
    let mut middle = refinement(&both, window);
    if let [title, ..] = middle.panels() {
        let title = number(3, title);
        middle.retitled(title);
    }
    Ok(Scene::beside([of_f, of_g, middle, through, last], window.width()))
}

/// Columns of entries, with arrows from each column to the next.
struct Chain {
    columns: Vec<Column>,
}

struct Column {
    name: &'static str,
    tuple: IntTuple,
    /// The first line of each entry and the number of its lines, from the bottom.
    lines: Vec<(usize, usize)>,
    /// For each entry of the previous column, the entries of this column that it is joined with.
    from: Vec<Vec<usize>>,
    /// True if they are joined by arrows.
    heads: bool,
    /// The number of the path that each entry is on.
    paths: Vec<Option<u64>>,
    /// The strides of the entries, if known.
    strides: Option<Layout>,
}

impl Chain {
    fn new(name: &'static str, tuple: &IntTuple) -> Self {
        let paths = (0..).map(Some).take(tuple.leaves().len()).collect();
        let (tuple, lines) = (tuple.clone(), one_line_each(tuple));
        let column =
            Column { name, tuple, lines, from: Vec::new(), heads: false, paths, strides: None };
        Chain { columns: [column].into() }
    }

    fn join(
        mut self,
        name: &'static str,
        tuple: &IntTuple,
        from: Vec<Vec<usize>>,
        heads: bool,
    ) -> Self {
        let mut paths: Vec<Option<u64>> = alloc::vec![None; tuple.leaves().len()];
        let is_first = self.columns.len() == 1;
        if let Some(before) = self.columns.last_mut() {
            for (path_before, images) in before.paths.iter_mut().zip(&from) {
                for &image in images {
                    if let Some(path) = paths.get_mut(image) {
                        *path = Option::or(*path, *path_before);
                    }
                }
                if is_first && images.is_empty() {
                    *path_before = None;
                }
            }
        }
        let (tuple, lines) = (tuple.clone(), one_line_each(tuple));
        self.columns.push(Column { name, tuple, lines, from, heads, paths, strides: None });
        self
    }

    /// Adds a column with the images of a morphism.
    fn then(mut self, f: &NestedTupleMorphism, name: &'static str) -> Self {
        if let Some(column) = self.columns.last_mut() {
            column.strides = Some(layout_of(f));
        }
        let from = f.map().images().map(|image| image.into_iter().collect()).collect();
        self.join(name, &f.codomain(), from, true)
    }

    /// Adds a column with the pieces of the entries. Each entry is as high as its pieces.
    fn cut(mut self, along: &Refinement, name: &'static str) -> Self {
        let pieces = pieces(along);
        if let Some(column) = self.columns.last_mut() {
            column.lines = lines_of(&pieces);
        }
        self.join(name, along.finer(), pieces, false)
    }

    /// Adds a column with the entries that consist of these pieces.
    fn joined(self, along: &Refinement, name: &'static str) -> Self {
        let mut from = alloc::vec![Vec::new(); along.finer().leaves().len()];
        let pieces = pieces(along);
        for (entry, pieces) in pieces.iter().enumerate() {
            for &piece in pieces {
                from[piece].push(entry);
            }
        }
        let mut chain = self.join(name, along.coarser(), from, false);
        if let Some(column) = chain.columns.last_mut() {
            column.lines = lines_of(&pieces);
        }
        chain
    }

    fn draw(&self, title: impl Into<String>, window: &Window) -> Scene {
        let mut scene = Scene::default();
        let most = window.rows();
        let count = |column: &Column| column.lines.last().map_or(0, |(first, lines)| first + lines);
        let count = self.columns.iter().map(count).max().unwrap_or(0);
        let highest = count.min(most);
        // The first entry is at the bottom, and an ellipsis is above the last entry that is drawn.
        let top = if count > most { 2 } else { 1 };
        let y = |line: usize| top + 2 * (highest - 1 - line);
        let mut x = 0;
        let mut before: Option<usize> = None;
        for (at, column) in self.columns.iter().enumerate() {
            let last = at + 1 == self.columns.len();
            let first = at == 0;
            let brackets = if first || last { brackets(&column.tuple) } else { Vec::new() };
            let room = 2 * brackets.iter().map(|bracket| bracket.depth).max().unwrap_or(0);
            let leaves = column.tuple.leaves();
            let label = leaves.iter().map(|leaf| leaf.to_string().len()).max().unwrap_or(1);
            if first {
                x = room;
            }
            let width = label + 3;
            scene.text(x + 1, 0, width - 1, column.name, Role::ColumnNumber);
            for ((entry, extent), &(line, lines)) in leaves.iter().enumerate().zip(&column.lines) {
                let lines = lines.min(most.saturating_sub(line));
                if lines == 0 {
                    break;
                }
                let path = column.paths.get(entry).copied().flatten();
                let mut facts =
                    alloc::vec![("entry", (entry + 1).to_string()), ("extent", extent.to_string())];
                let stride =
                    column.strides.as_ref().and_then(|layout| layout.flat_modes().get(entry));
                if let Some(mode) = stride {
                    facts.push(("stride", mode.stride.to_string()));
                }
                scene.cell(Cell {
                    x,
                    y: y(line + lines - 1),
                    width,
                    height: 2 * lines,
                    label: extent.to_string(),
                    fill: match path {
                        Some(path) => Background::Tint(path),
                        None if first => Background::Faint,
                        None => Background::Empty,
                    },
                    mark: Mark::Unmarked,
                    panel: 0,
                    facts,
                    links: path.into_iter().collect(),
                });
            }
            if leaves.is_empty() {
                scene.text(x + 1, top, width - 1, "()", Role::ColumnNumber);
            }
            if column.lines.last().is_some_and(|(first, lines)| first + lines > most) {
                scene.text(x + 1, 1, width - 1, "⋮", Role::ColumnNumber);
            }
            for bracket in brackets.iter().filter(|bracket| bracket.entries.1 < most) {
                let (low, high) = (y(bracket.entries.0) + 1, y(bracket.entries.1) + 1);
                // From the cells outward.
                let (near, far) = match first {
                    true => (x - 2 * bracket.depth + 1, x - 2 * bracket.depth),
                    false => (x + width + 2 * bracket.depth - 1, x + width + 2 * bracket.depth),
                };
                let (left, right) = (near.min(far), near.max(far));
                scene.rule((far, high), (far, low), 0);
                scene.rule((left, high), (right, high), 0);
                scene.rule((left, low), (right, low), 0);
            }
            if let (Some(start), Some(previous)) = (before, at.checked_sub(1)) {
                let previous = &self.columns[previous];
                for (&(from, height), images) in previous.lines.iter().zip(&column.from) {
                    for &image in images {
                        let Some(&(to, lines)) = column.lines.get(image) else { continue };
                        // If one entry is higher, use the line of the other.
                        let (from, to) = match (height > 1, lines > 1) {
                            (true, _) => (to, to),
                            (_, true) => (from, from),
                            _ => (from, to),
                        };
                        if from < most && to < most {
                            let ends = ((start + 1, y(from) + 1), (x - 1, y(to) + 1));
                            scene.arrow(ends.0, ends.1, column.heads);
                        }
                    }
                }
            }
            before = Some(x + width);
            x += width + ARROW.max(highest.min(8) + 4);
        }
        if count > most {
            scene.note(&format!("the first {most} of {count} lines are drawn"));
        }
        scene.titled(&title.into(), window)
    }
}

fn one_line_each(tuple: &IntTuple) -> Vec<(usize, usize)> {
    (0..tuple.leaves().len()).map(|entry| (entry, 1)).collect()
}

/// The lines of entries with these pieces. An entry of 1 may have no pieces, if the finer tuple has none at all; it
/// then takes one line.
fn lines_of(pieces: &[Vec<usize>]) -> Vec<(usize, usize)> {
    let lines = pieces.iter().enumerate();
    let lines = lines.map(|(entry, pieces)| match pieces.first() {
        Some(&first) => (first, pieces.len()),
        None => (entry, 1),
    });
    lines.collect()
}

/// The number of columns of an arrow.
const ARROW: usize = 10;

/// The pieces of each entry, as positions in the finer tuple.
fn pieces(along: &Refinement) -> Vec<Vec<usize>> {
    let mut start = 0;
    let parts = along.relative_modes();
    let piece = |part: &IntTuple| {
        let first = start;
        start += part.leaves().len();
        (first..start).collect()
    };
    parts.iter().map(piece).collect()
}

/// A tuple within a tuple: its first and last entry, and its nesting depth.
struct Bracket {
    entries: (usize, usize),
    depth: usize,
}

fn brackets(tuple: &IntTuple) -> Vec<Bracket> {
    let mut found = Vec::new();
    // For each open tuple, its first entry and the depth within it.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut entry = 0;
    for token in tuple.profile().tokens() {
        match token {
            Token::Open => open.push((entry, 0)),
            Token::Leaf => entry += 1,
            Token::Close => {
                let Some((first, depth)) = open.pop() else { continue };
                // The whole needs no bracket, nor does a tuple without entries.
                if let (Some(around), true) = (open.last_mut(), entry > first + 1) {
                    around.1 = around.1.max(depth + 1);
                    found.push(Bracket { entries: (first, entry - 1), depth: depth + 1 });
                } else if let Some(around) = open.last_mut() {
                    around.1 = around.1.max(depth);
                }
            }
        }
    }
    // Tuples nested deeper than this have no brackets of their own.
    found.retain(|bracket| bracket.depth <= 6);
    found
}
