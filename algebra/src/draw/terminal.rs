//! Scenes as text with box-drawing characters.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Write;

use super::palette::Background;
use super::scene::{Arrow, Cell, Mark, Role, Scene, Text};

/// Junctions of light and heavy lines. The index has the weights 0, 1 or 2 of the arms up, right, down and left as
/// digits in base 3.
const HEAVY: &str =
    " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋";
/// The same for light and double lines. Not all junctions have a character; a similar one is used then.
const DOUBLE: &str =
    " ╴═╷┐╕║╖╗╶─═┌┬╤╓╥╦═══╒╤╤╔╦╦╵┘╛│┤╡║╢╣└┴╧├┼╪╟╫╬╘╧╧╞╪╪╠╬╬║╜╝║╢╣║╢╣╙╨╩╟╫╬╟╫╬╚╩╩╠╬╬╠╬╬";

impl Scene {
    /// The scene as lines of text of equal length. With `colour`, cells are filled with the escape sequences of
    /// terminals with 256 colors. Selected cells are in brackets, and cells in conflict have a `!`.
    ///
    /// ```
    /// use tilework_algebra::{Layout, draw};
    /// let layout: Layout = "(2,4):(1,2)".parse()?;
    /// let lines = draw::layout(&layout, &draw::Window::default()).to_terminal(false);
    /// let lines: Vec<&str> = lines.lines().collect();
    /// assert_eq!(lines, [
    ///     "(2,4):(1,2)        ",
    ///     "    0   1   2   3  ",
    ///     "  ┌───┬───┬───┬───┐",
    ///     "0 │ 0 │ 2 │ 4 │ 6 │",
    ///     "  ├───┼───┼───┼───┤",
    ///     "1 │ 1 │ 3 │ 5 │ 7 │",
    ///     "  └───┴───┴───┴───┘",
    /// ]);
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn to_terminal(&self, colour: bool) -> String {
        let mut canvas = Canvas::new(self.width(), self.height());
        for cell in self.cells() {
            canvas.cell(cell);
        }
        for rule in self.rules() {
            let weight = (rule.level + 1).min(3) as u8;
            canvas.line(rule.from, rule.to, weight);
        }
        for text in self.texts() {
            canvas.text(text);
        }
        for arrow in self.arrows() {
            canvas.arrow(arrow);
        }
        canvas.written(colour)
    }
}

struct Canvas {
    width: usize,
    /// The characters that are not lines, and the colors behind them.
    characters: Vec<(char, Background)>,
    /// The weights of the lines from each position up, right, down and left.
    arms: Vec<[u8; 4]>,
}

const UP: usize = 0;
const RIGHT: usize = 1;
const DOWN: usize = 2;
const LEFT: usize = 3;

impl Canvas {
    fn new(width: usize, height: usize) -> Self {
        let (characters, arms) =
            (vec![(' ', Background::Empty); width * height], vec![[0; 4]; width * height]);
        Canvas { width, characters, arms }
    }

    fn put(&mut self, x: usize, y: usize, character: char, fill: Background) {
        // Everything in a scene lies within its width and height.
        if let Some(place) = self.characters.get_mut(y * self.width + x) {
            *place = (character, fill);
        }
    }

    fn arm(&mut self, x: usize, y: usize, arm: usize, weight: u8) {
        if let Some(arms) = self.arms.get_mut(y * self.width + x) {
            arms[arm] = arms[arm].max(weight);
        }
    }

    fn line(&mut self, from: (usize, usize), to: (usize, usize), weight: u8) {
        for x in from.0..to.0 {
            self.arm(x, from.1, RIGHT, weight);
            self.arm(x + 1, from.1, LEFT, weight);
        }
        for y in from.1..to.1 {
            self.arm(from.0, y, DOWN, weight);
            self.arm(from.0, y + 1, UP, weight);
        }
    }

    fn cell(&mut self, cell: &Cell) {
        let (right, bottom) = (cell.x + cell.width, cell.y + cell.height);
        self.line((cell.x, cell.y), (right, cell.y), 1);
        self.line((cell.x, bottom), (right, bottom), 1);
        self.line((cell.x, cell.y), (cell.x, bottom), 1);
        self.line((right, cell.y), (right, bottom), 1);
        // Center the label if there is more room.
        let lines = cell.label.split('\n').count();
        let first = cell.y + 1 + (cell.height - 1).saturating_sub(lines) / 2;
        for y in cell.y + 1..bottom {
            let line = y.checked_sub(first).and_then(|at| cell.label.split('\n').nth(at));
            let label: Vec<char> = line.unwrap_or("").chars().collect();
            let space = cell.width - 1;
            let is_number = !label.is_empty() && label.iter().all(char::is_ascii_digit);
            let before = match is_number {
                true => space.saturating_sub(label.len() + 1),
                false => space.saturating_sub(label.len()).div_ceil(2),
            };
            for at in 0..space {
                let character = at.checked_sub(before).and_then(|k| label.get(k));
                self.put(cell.x + 1 + at, y, character.copied().unwrap_or(' '), cell.fill);
            }
            let after = cell.x + 1 + before + label.len();
            match cell.mark {
                Mark::Unmarked => {}
                Mark::Selected if y == first => {
                    self.put(cell.x + before, y, '[', cell.fill);
                    self.put(after, y, ']', cell.fill);
                }
                Mark::Conflict if y == first => self.put(after, y, '!', cell.fill),
                _ => {}
            }
        }
    }

    fn text(&mut self, text: &Text) {
        let free = text.width.saturating_sub(text.text.chars().count());
        let before = match text.role {
            Role::Title | Role::Note => 0,
            Role::RowNumber => free,
            Role::ColumnNumber => free.div_ceil(2),
        };
        for (at, character) in text.text.chars().enumerate() {
            self.put(
                text.x + before + at,
                text.y + (text.height - 1) / 2,
                character,
                Background::Empty,
            );
        }
    }

    /// A horizontal arrow is a line; any other arrow consists of Braille dots.
    fn arrow(&mut self, arrow: &Arrow) {
        let ((x, y), (end, end_y)) = (arrow.from, arrow.to);
        if y == end_y {
            for x in x..end + usize::from(!arrow.head) {
                self.put(x, y, '─', Background::Empty);
            }
        } else {
            // A character has two dots across and four down.
            let (columns, rows) = (2 * (end - x) as i64, 4 * (end_y as i64 - y as i64));
            let steps = columns.max(rows.abs());
            for step in 0..steps {
                let column = columns * step / steps;
                let row = 4 * y as i64 + 1 + (2 * rows * step + steps) / (2 * steps);
                let (at, line) = (x + column as usize / 2, row as usize / 4);
                let dot = dot(column % 2, row % 4);
                if let Some(place) = self.characters.get_mut(line * self.width + at) {
                    let before = if is_braille(place.0) { place.0 as u32 } else { 0x2800 };
                    place.0 = char::from_u32(before | dot).unwrap_or(' ');
                }
            }
        }
        if arrow.head {
            self.put(end, end_y, '→', Background::Empty);
        }
    }

    fn written(&self, colour: bool) -> String {
        let (heavy, double): (Vec<char>, Vec<char>) =
            (HEAVY.chars().collect(), DOUBLE.chars().collect());
        let mut out = String::new();
        if self.width == 0 {
            return out;
        }
        let lines = self.characters.chunks(self.width).zip(self.arms.chunks(self.width));
        for (characters, arms) in lines {
            let mut current = None;
            for (&(character, fill), arms) in characters.iter().zip(arms) {
                let wanted = if colour { fill.terminal() } else { None };
                if wanted != current {
                    // Writing to a string does not fail.
                    let _ = match wanted {
                        Some(number) => write!(out, "\x1b[38;5;16;48;5;{number}m"),
                        None => write!(out, "\x1b[0m"),
                    };
                    current = wanted;
                }
                let is_double = arms.contains(&3);
                let digit = |weight: u8| match (is_double, weight) {
                    (true, 3) => 2,
                    (true, 2) => 1,
                    (_, weight) => usize::from(weight),
                };
                let junction = arms.iter().fold(0, |number, &arm| 3 * number + digit(arm));
                let table = if is_double { &double } else { &heavy };
                out.push(match junction {
                    0 => character,
                    _ => table.get(junction).copied().unwrap_or('+'),
                });
            }
            if current.is_some() {
                out.push_str("\x1b[0m");
            }
            out.push('\n');
        }
        out
    }
}

/// The bit of a dot in a Braille character.
fn dot(column: i64, row: i64) -> u32 {
    match (column, row) {
        (0, 3) => 0x40,
        (_, 3) => 0x80,
        (0, row) => 1 << row,
        (_, row) => 8 << row,
    }
}

fn is_braille(character: char) -> bool {
    ('\u{2800}'..='\u{28FF}').contains(&character)
}
