//! Grids: a cell for each coordinate of a shape.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::palette::Background;
use super::scene::{Cell, Mark, Role, Scene, shortened};
use super::window::Window;
use crate::atom::DataLayout;
use crate::layout::coordinate::idx2crd;
use crate::tuple::int_tuple::IntTuple;

/// A layout, or a composed layout, as a grid of its offsets. Rows are the coordinates of mode 0 and columns those of
/// mode 1; further modes give one grid for each of their coordinates. A layout of one mode is a row. If a mode is
/// nested, its tiles are outlined, and larger tiles have stronger lines.
///
/// ```
/// use tilework_algebra::{Layout, draw};
/// let layout: Layout = "((2,2),4):((1,8),2)".parse()?;
/// let picture = draw::layout(&layout, &draw::Window::default());
/// let labels: Vec<&str> = picture.cells().iter().map(|cell| &cell.label[..]).collect();
/// assert_eq!(labels[..8], ["0", "2", "4", "6", "1", "3", "5", "7"]);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[doc(alias = "print_layout")]
pub fn layout<L: DataLayout>(layout: &L, window: &Window) -> Scene {
    Grid::new(layout.written(), layout.inner().shape())
        .draw(window, &mut |i| Content::of_offset(layout, i))
}

/// The content of the cell of a coordinate.
#[derive(Default)]
pub(super) struct Content {
    pub label: String,
    pub fill: Background,
    pub mark: Mark,
    pub facts: Vec<(&'static str, String)>,
    pub links: Vec<u64>,
}

impl Content {
    /// The offset at an integral coordinate.
    pub fn of_offset<L: DataLayout>(layout: &L, i: i64) -> Self {
        let offset =
            layout.offset_at(i).map_or_else(|_| "overflow".into(), |offset| offset.to_string());
        let coordinate = written(&layout.inner().shape(), i);
        Content {
            label: shortened(offset.clone(), MAX_LABEL),
            facts: [("coordinate", coordinate), ("offset", offset)].into(),
            ..Content::default()
        }
    }

    pub fn filled(self, fill: Background) -> Self {
        Content { fill, ..self }
    }

    pub fn linked(self, links: impl IntoIterator<Item = u64>) -> Self {
        Content { links: links.into_iter().collect(), ..self }
    }

    pub fn marked(self, mark: Mark) -> Self {
        Content { mark, ..self }
    }

    pub fn fact(mut self, name: &'static str, fact: impl ToString) -> Self {
        self.facts.push((name, fact.to_string()));
        self
    }

    pub fn labelled(self, label: String) -> Self {
        Content { label, ..self }
    }
}

/// The natural coordinate of a shape at an integral coordinate.
pub(super) fn written(shape: &IntTuple, i: i64) -> String {
    idx2crd(i, shape)
        .map_or_else(|_| i.to_string(), |coordinate| shortened(coordinate.to_string(), MAX_TITLE))
}

/// The largest numbers of characters of a label, and of a coordinate.
const MAX_LABEL: usize = 20;
const MAX_TITLE: usize = 64;

/// A layout with more leaves than this is cut to 8 rows and columns.
const MAX_LEAVES: usize = 1 << 9;

/// The largest number of grids of a layout of more than two modes.
const MAX_GRIDS: i64 = 12;

/// A grid to be drawn.
pub(super) struct Grid {
    title: String,
    shape: IntTuple,
    /// True if mode 0 goes across and mode 1 down.
    transposed: bool,
    /// The least number of characters reserved for a label.
    label: usize,
    /// The least number of lines reserved for a label.
    lines: usize,
    /// The least number of columns reserved for row numbers.
    margin: usize,
}

impl Grid {
    pub fn new(title: impl Into<String>, shape: IntTuple) -> Self {
        Grid { title: title.into(), shape, transposed: false, label: 1, lines: 1, margin: 0 }
    }

    pub fn transposed(self) -> Self {
        Grid { transposed: true, ..self }
    }

    /// The same grid with room for labels of at least `label` characters and `lines` lines, and for row numbers.
    pub fn sized(self, label: usize, lines: usize, margin: usize) -> Self {
        Grid { label, lines, margin, ..self }
    }

    /// The panel, with the given content at each integral coordinate.
    pub fn draw(&self, window: &Window, content: &mut dyn FnMut(i64) -> Content) -> Scene {
        // All leaves are visited for each cell.
        let window = &match self.shape.leaves().len() > MAX_LEAVES {
            true => {
                Window::new(window.rows().min(8), window.columns().min(8)).within(window.width())
            }
            false => *window,
        };
        let mut modes = self.shape.modes();
        // A single mode is a row, without a number.
        let (first, second) = (modes.next(), modes.next());
        let grids: i64 = modes.map(|mode| mode.size().unwrap_or(1)).product();
        let (rows, columns) = match (first, second) {
            (Some(rows), Some(columns)) => (Some(rows), Some(columns)),
            (only, _) => (None, only),
        };
        let (rows, columns) = if self.transposed { (columns, rows) } else { (rows, columns) };
        let rows = Axis::new(rows.as_ref(), window.rows());
        let columns = Axis::new(columns.as_ref(), window.columns());
        let size = rows.extent * columns.extent;
        let strides = if self.transposed { (columns.extent, 1) } else { (1, rows.extent) };

        let shown = grids.min(MAX_GRIDS);
        let mut at = |grid: i64, row: i64, column: i64| {
            content(grid * size + row * strides.0 + column * strides.1)
        };
        let contents = |columns: &Axis, at: &mut dyn FnMut(i64, i64, i64) -> Content| {
            let mut contents = Vec::new();
            for grid in 0..shown {
                for row in rows.shown() {
                    contents.extend(columns.shown().map(|column| at(grid, row, column)));
                }
            }
            contents
        };
        let all = contents(&columns, &mut at);
        let lines = |content: &Content| content.label.split('\n').count();
        let height = 1 + all.iter().map(lines).max().unwrap_or(1).max(self.lines);
        let characters = |content: &Content| {
            content.label.split('\n').map(|line| line.chars().count()).max().unwrap_or(0)
        };
        let label = all.iter().map(characters).max().unwrap_or(0).max(self.label);
        let margin = rows.digits().max(self.margin);
        let left = if margin == 0 { 0 } else { margin + 1 };
        // Use fewer columns if they are too wide.
        let fitting = window.width().saturating_sub(left + ELLIPSIS + 1) / (label + 3);
        let (columns, all) = if columns.count() > fitting.max(3) {
            let columns = columns.limited(fitting.max(3));
            let all = contents(&columns, &mut at);
            (columns, all)
        } else {
            (columns, all)
        };

        let mut all = all.into_iter();
        let grid_of = |grid: i64| {
            let mut scene = Scene::default();
            let top = if grids > 1 { 2 } else { 1 };
            if grids > 1 {
                scene.text(left, 0, 0, &format!("(_,_,{grid})"), Role::Title);
            }
            Placed::new(&rows, &columns, (left, top), (label + 3, height))
                .into_scene(scene, margin, &mut all)
        };
        let scenes: Vec<Scene> = (0..shown).map(grid_of).collect();
        let mut scene = Scene::beside(scenes, window.width());
        for (axis, name) in [(&rows, "rows"), (&columns, "columns")] {
            let count = axis.count();
            if (count as i64) < axis.extent {
                scene.note(&format!("{count} of {} {name} are drawn", axis.extent));
            }
        }
        if shown < grids {
            scene.note(&format!("{shown} of {grids} grids are drawn"));
        }
        scene.titled(&self.title, window)
    }
}

/// The number of columns of an ellipsis, from border to border.
pub(super) const ELLIPSIS: usize = 4;

/// The rows or columns of a grid.
struct Axis {
    extent: i64,
    /// The number of first ones that are shown, and the last one, which is shown after an ellipsis.
    first: i64,
    last: Option<i64>,
    /// For each level, the number of rows or columns in a tile.
    tiles: Vec<i64>,
    /// True if they have numbers.
    numbered: bool,
}

impl Axis {
    fn new(mode: Option<&IntTuple>, limit: usize) -> Self {
        let leaves = mode.map_or(&[][..], IntTuple::leaves);
        // This fits, because the size of the layout does.
        let extent: i64 = leaves.iter().product();
        let mut tiles = Vec::new();
        let mut tile = 1;
        for leaf in leaves {
            tile *= leaf;
            if tile > 1 && tile < extent && tiles.last() != Some(&tile) {
                tiles.push(tile);
            }
        }
        let axis = Axis { extent, first: extent, last: None, tiles, numbered: mode.is_some() };
        axis.limited(limit)
    }

    fn limited(self, limit: usize) -> Self {
        let limit = limit as i64;
        if self.extent <= limit {
            return Axis { first: self.extent, last: None, ..self };
        }
        Axis { first: limit - 1, last: Some(self.extent - 1), ..self }
    }

    fn count(&self) -> usize {
        // This is within the window.
        self.first as usize + usize::from(self.last.is_some())
    }

    fn shown(&self) -> impl Iterator<Item = i64> {
        (0..self.first).chain(self.last)
    }

    fn digits(&self) -> usize {
        if self.numbered { (self.extent - 1).to_string().len() } else { 0 }
    }

    /// The number of levels of tiles that end before this row or column; at both ends, all levels.
    fn level(&self, at: i64) -> usize {
        if at == 0 || at == self.extent {
            return self.tiles.len();
        }
        self.tiles.iter().filter(|&&tile| at % tile == 0).count()
    }

    /// The positions of the shown rows or columns, if each has this length, and the position after the last.
    fn places(&self, start: usize, length: usize, ellipsis: usize) -> Vec<(i64, usize)> {
        let gap = |i: i64| if Some(i) == self.last { ellipsis } else { 0 };
        let place = |(at, i): (usize, i64)| (i, start + length * at + gap(i));
        self.shown().enumerate().map(place).collect()
    }
}

/// A grid at its position.
struct Placed<'a> {
    rows: &'a Axis,
    columns: &'a Axis,
    row_places: Vec<(i64, usize)>,
    column_places: Vec<(i64, usize)>,
    width: usize,
    height: usize,
    top: usize,
}

impl<'a> Placed<'a> {
    fn new(
        rows: &'a Axis,
        columns: &'a Axis,
        (left, top): (usize, usize),
        (width, height): (usize, usize),
    ) -> Self {
        Placed {
            rows,
            columns,
            row_places: rows.places(top, height, 2),
            column_places: columns.places(left, width, ELLIPSIS),
            width,
            height,
            top,
        }
    }

    fn into_scene(
        self,
        mut scene: Scene,
        margin: usize,
        all: &mut dyn Iterator<Item = Content>,
    ) -> Scene {
        let (width, height) = (self.width, self.height);
        if self.columns.numbered {
            for (i, x) in &self.column_places {
                scene.text(x + 1, self.top - 1, width - 1, &i.to_string(), Role::ColumnNumber);
            }
        }
        for &(row, y) in &self.row_places {
            if self.rows.numbered {
                let lines = (margin, height - 1);
                scene.text_beside(0, y + 1, lines, &row.to_string(), Role::RowNumber);
            }
            for (&(_, x), content) in self.column_places.iter().zip(&mut *all) {
                let Content { label, fill, mark, facts, links } = content;
                scene.cell(Cell { x, y, width, height, label, fill, mark, panel: 0, facts, links });
            }
            if let (Some(_), Some((_, x))) = (self.columns.last, self.column_places.last()) {
                let columns = (ELLIPSIS - 1, height - 1);
                scene.text_beside(x - ELLIPSIS + 1, y + 1, columns, "⋯", Role::ColumnNumber);
            }
        }
        if let (Some(_), Some((_, y))) = (self.rows.last, self.row_places.last()) {
            for (_, x) in &self.column_places {
                scene.text(x + 1, y - 1, width - 1, "⋮", Role::ColumnNumber);
            }
        }
        self.outline(&mut scene);
        scene
    }

    /// Draws the rules along the tiles. They end at an ellipsis.
    fn outline(&self, scene: &mut Scene) {
        let levels = self.rows.tiles.len().max(self.columns.tiles.len());
        // If the tiles of one axis have fewer levels, its ends count as ends of the largest tile.
        let level = |axis: &Axis, at: i64| {
            if at == 0 || at == axis.extent { levels } else { axis.level(at) }
        };
        let rows = pieces(&self.row_places, self.height, self.rows);
        let columns = pieces(&self.column_places, self.width, self.columns);
        for (axis, places, length, others, down) in [
            (self.rows, &self.row_places, self.height, &columns, false),
            (self.columns, &self.column_places, self.width, &rows, true),
        ] {
            let mut ends: Vec<(i64, usize)> = Vec::new();
            for &(i, place) in places {
                ends.extend([(i, place), (i + 1, place + length)]);
            }
            ends.sort_unstable();
            ends.dedup();
            for (i, place) in ends {
                let level = level(axis, i);
                // There is no end at either side of an ellipsis, unless a tile ends there.
                if level == 0 {
                    continue;
                }
                for &(from, to) in others {
                    match down {
                        true => scene.rule((place, from), (place, to), level),
                        false => scene.rule((from, place), (to, place), level),
                    }
                }
            }
        }
    }
}

/// The ranges in which cells are adjacent, without an ellipsis.
fn pieces(places: &[(i64, usize)], length: usize, axis: &Axis) -> Vec<(usize, usize)> {
    let piece = |part: &[(i64, usize)]| Some((part.first()?.1, part.last()?.1 + length));
    let (first, last) = places.split_at(axis.first as usize);
    [piece(first), piece(last)].into_iter().flatten().collect()
}
