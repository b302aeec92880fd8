//! Scenes: the parts of a picture, independent of the output format.

use alloc::string::String;
use alloc::vec::Vec;

use super::palette::Background;
use super::window::Window;

/// A picture: cells with labels, rules, texts and arrows at integer positions.
///
/// The unit is one character of a terminal. The point `(x, y)` is the middle of column `x` of line `y`. The border of a
/// cell runs through such points, and a line of text is on one line. The same geometry is therefore exact in a
/// terminal, in SVG and in TikZ. Lines are counted downward.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scene {
    width: usize,
    height: usize,
    panels: Vec<String>,
    cells: Vec<Cell>,
    rules: Vec<Rule>,
    texts: Vec<Text>,
    arrows: Vec<Arrow>,
}

/// A rectangle with a label, whose border runs from `(x, y)` to `(x + width, y + height)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The column of its left border.
    pub x: usize,
    /// The line of its upper border.
    pub y: usize,
    /// The distance from the left border to the right one.
    pub width: usize,
    /// The distance from the upper border to the lower one.
    pub height: usize,
    /// The text in the cell, in at most `height - 1` lines of at most `width - 1` characters.
    pub label: String,
    /// The color behind the label.
    pub fill: Background,
    /// The mark of the cell.
    pub mark: Mark,
    /// The panel that it belongs to, by its position in [`Scene::panels`].
    pub panel: usize,
    /// The facts about the cell, such as its coordinate and its offset, each with a name.
    pub facts: Vec<(&'static str, String)>,
    /// Cells with a number in common are highlighted together.
    pub links: Vec<u64>,
}

/// The mark of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mark {
    /// No mark.
    #[default]
    Unmarked,
    /// The cell belongs to the part that the picture is about.
    Selected,
    /// The bank of the cell is asked for another word at the same time.
    Conflict,
}

/// A line along cells, horizontal or vertical.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The upper or left end.
    pub from: (usize, usize),
    /// The other end.
    pub to: (usize, usize),
    /// The number of levels of tiles that end here; 0 if no tile ends here.
    pub level: usize,
}

/// A line of text in the columns `x..x + width`, in the middle of the lines `y..y + height`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The first column.
    pub x: usize,
    /// The first line.
    pub y: usize,
    /// The number of lines.
    pub height: usize,
    /// The number of columns that are reserved; at least the number of characters.
    pub width: usize,
    /// The characters.
    pub text: String,
    /// The role of the text.
    pub role: Role,
}

/// The role of a text, which decides its alignment within its columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The title of a panel, aligned to the left.
    Title,
    /// The number of a row, aligned to the right.
    RowNumber,
    /// The number of a column, or an ellipsis, centered.
    ColumnNumber,
    /// A note, aligned to the left.
    Note,
}

/// An arrow to the right, or a line. The head is at `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The beginning.
    pub from: (usize, usize),
    /// The end.
    pub to: (usize, usize),
    /// True if it has a head.
    pub head: bool,
}

impl Scene {
    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of lines.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The titles of the panels.
    pub fn panels(&self) -> &[String] {
        &self.panels
    }

    /// The cells, panel after panel.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    pub(super) fn cells_mut(&mut self) -> &mut [Cell] {
        &mut self.cells
    }

    /// The rules along cells.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The texts outside of cells.
    pub fn texts(&self) -> &[Text] {
        &self.texts
    }

    /// The arrows.
    pub fn arrows(&self) -> &[Arrow] {
        &self.arrows
    }

    /// The scene as a panel, with a title above it.
    pub(super) fn titled(self, title: &str, window: &Window) -> Self {
        // The title may be as wide as the picture, if that leaves enough room for a title.
        let title = shortened(title.into(), window.width().clamp(24, MAX_TITLE));
        let mut scene = Scene::default();
        scene.put(self, 0, 1);
        scene.text(0, 0, 0, &title, Role::Title);
        scene.panels.push(title);
        scene
    }

    /// Changes the title of a panel.
    pub(super) fn retitled(&mut self, title: String) {
        let Some(panel) = self.panels.first_mut() else { return };
        *panel = shortened(title, MAX_TITLE);
        let first = self.texts.iter().position(|text| text.role == Role::Title);
        if let Some(at) = first {
            self.texts.remove(at);
            let title = self.panels[0].clone();
            self.text(0, 0, 0, &title, Role::Title);
        }
    }

    pub(super) fn cell(&mut self, cell: Cell) {
        self.reach(cell.x + cell.width + 1, cell.y + cell.height + 1);
        self.cells.push(cell);
    }

    pub(super) fn rule(&mut self, from: (usize, usize), to: (usize, usize), level: usize) {
        self.reach(to.0 + 1, to.1 + 1);
        self.rules.push(Rule { from, to, level });
    }

    /// Adds a text in `width` columns, or more if it is longer.
    pub(super) fn text(&mut self, x: usize, y: usize, width: usize, text: &str, role: Role) {
        self.text_beside(x, y, (width, 1), text, role);
    }

    /// The same, centered on several lines.
    pub(super) fn text_beside(
        &mut self,
        x: usize,
        y: usize,
        (width, height): (usize, usize),
        text: &str,
        role: Role,
    ) {
        let width = width.max(text.chars().count());
        self.reach(x + width, y + height);
        self.texts.push(Text { x, y, height, width, text: text.into(), role });
    }

    pub(super) fn arrow(&mut self, from: (usize, usize), to: (usize, usize), head: bool) {
        self.reach(to.0 + 1, from.1.max(to.1) + 1);
        self.arrows.push(Arrow { from, to, head });
    }

    /// Adds a line below everything else.
    pub(super) fn note(&mut self, text: &str) {
        self.text(0, self.height, 0, text, Role::Note);
    }

    fn reach(&mut self, width: usize, height: usize) {
        self.width = self.width.max(width);
        self.height = self.height.max(height);
    }

    /// Puts another scene into this one; its panels come after the existing ones.
    pub(super) fn put(&mut self, other: Scene, x: usize, y: usize) {
        self.reach(x + other.width, y + other.height);
        let first = self.panels.len();
        self.panels.extend(other.panels);
        self.cells.extend(other.cells.into_iter().map(|cell| Cell {
            x: cell.x + x,
            y: cell.y + y,
            panel: cell.panel + first,
            ..cell
        }));
        let moved = |point: (usize, usize)| (point.0 + x, point.1 + y);
        self.rules.extend((other.rules.into_iter()).map(|rule| Rule {
            from: moved(rule.from),
            to: moved(rule.to),
            ..rule
        }));
        self.texts.extend(other.texts.into_iter().map(|text| Text {
            x: text.x + x,
            y: text.y + y,
            ..text
        }));
        self.arrows.extend((other.arrows.into_iter()).map(|arrow| Arrow {
            from: moved(arrow.from),
            to: moved(arrow.to),
            ..arrow
        }));
    }

    /// The scenes side by side, in as many rows as needed for this number of columns.
    pub(super) fn beside(scenes: impl IntoIterator<Item = Scene>, width: usize) -> Self {
        let mut all = Scene::default();
        let (mut x, mut y) = (0, 0);
        for scene in scenes {
            if x > 0 && x + scene.width > width {
                (x, y) = (0, all.height + 1);
            }
            let next = x + scene.width + GAP;
            all.put(scene, x, y);
            x = next;
        }
        all
    }
}

/// The number of columns between two panels.
pub(super) const GAP: usize = 3;

/// The largest number of characters of a title.
const MAX_TITLE: usize = 96;

/// The text, shortened with an ellipsis if it has more than `most` characters.
pub(super) fn shortened(text: String, most: usize) -> String {
    if text.chars().count() <= most {
        return text;
    }
    text.chars().take(most - 1).chain(['…']).collect()
}
