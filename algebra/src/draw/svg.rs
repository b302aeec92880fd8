//! Scenes as SVG.

use alloc::format;
use alloc::string::String;
use core::fmt::Write;

use super::palette::{ALARM, BORDER, GREY, INK};
use super::scene::{Arrow, Cell, Mark, Role, Scene, Text};

/// The numbers of pixels of a column and of a line.
const COLUMN: usize = 8;
const LINE: usize = 14;

/// The position of the middle of a column.
fn px(x: usize) -> usize {
    COLUMN * x + COLUMN / 2
}

/// The position of the middle of a line.
fn py(y: usize) -> usize {
    LINE * y + LINE / 2
}

/// The number of pixels around the scene.
const MARGIN: usize = 8;

/// The distance from the middle of a line to its baseline.
const BASELINE: usize = 4;

impl Scene {
    /// The scene as an SVG file, 8 pixels per column and 14 per line, with a tooltip for each cell. It loads nothing:
    /// the font is any available fixed-width font.
    pub fn to_svg(&self) -> String {
        self.svg(false)
    }

    /// The SVG with tooltips, or with the attributes that the page of [`Scene::to_html`] reads.
    pub(super) fn svg(&self, page: bool) -> String {
        let mut out = String::new();
        // Writing to a string does not fail, here and below.
        let (width, height) =
            (COLUMN * self.width() + 2 * MARGIN, LINE * self.height() + 2 * MARGIN);
        let _ = writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"-{MARGIN} -{MARGIN} {width} {height}\" font-family=\"ui-monospace,'DejaVu Sans Mono',Menlo,\
             Consolas,monospace\" font-size=\"12\" fill=\"#{INK:06X}\">\n\
             <rect x=\"-{MARGIN}\" y=\"-{MARGIN}\" width=\"{width}\" height=\"{height}\" fill=\"#FFFFFF\"/>"
        );
        let _ = writeln!(out, "<g text-anchor=\"middle\" stroke-width=\"1\">");
        for cell in self.cells() {
            self.svg_cell(&mut out, cell, page);
        }
        out.push_str("</g>\n");
        let _ = writeln!(out, "<g stroke=\"#{INK:06X}\" stroke-linecap=\"square\">");
        for rule in self.rules() {
            let ((x1, y1), (x2, y2)) = (rule.from, rule.to);
            let _ = writeln!(
                out,
                "<path d=\"M{} {}L{} {}\" stroke-width=\"{}\"/>",
                px(x1),
                py(y1),
                px(x2),
                py(y2),
                ["1", "2", "3", "4"][rule.level.min(3)],
            );
        }
        out.push_str("</g>\n");
        // Drawn on top of the rules, so that all four sides are visible.
        let conflicts = self.cells().iter().filter(|cell| cell.mark == Mark::Conflict);
        let selected = self.cells().iter().filter(|cell| cell.mark == Mark::Selected);
        outlined(&mut out, selected, INK);
        outlined(&mut out, conflicts, ALARM);
        for text in self.texts() {
            svg_text(&mut out, text);
        }
        for arrow in self.arrows() {
            svg_arrow(&mut out, arrow);
        }
        out.push_str("</svg>\n");
        out
    }

    fn svg_cell(&self, out: &mut String, cell: &Cell, page: bool) {
        let (x, y) = (px(cell.x), py(cell.y));
        if page {
            let _ = write!(out, "<g class=\"cell\" data-panel=\"{}\" data-links=\"", cell.panel);
            for (at, link) in cell.links.iter().enumerate() {
                let _ = write!(out, "{}{link}", if at > 0 { " " } else { "" });
            }
            out.push('"');
            for (name, fact) in &cell.facts {
                let _ = write!(out, " data-{name}=\"");
                escaped(out, fact);
                out.push('"');
            }
            out.push('>');
        } else {
            out.push_str("<g><title>");
            for (at, (name, fact)) in cell.facts.iter().enumerate() {
                let _ = write!(out, "{}{name} ", if at > 0 { ", " } else { "" });
                escaped(out, fact);
            }
            out.push_str("</title>");
        }
        let fill = cell.fill.rgb().unwrap_or(0xFFFFFF);
        let _ = write!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" fill=\"#{fill:06X}\" \
             stroke=\"#{BORDER:06X}\"/>",
            COLUMN * cell.width,
            LINE * cell.height,
        );
        let weight = if cell.mark == Mark::Unmarked { "" } else { " font-weight=\"bold\"" };
        let lines = cell.label.split('\n').count();
        // Center the label if there is more room.
        let first = py(cell.y) + BASELINE + (LINE * cell.height - LINE * (lines - 1)) / 2;
        for (at, line) in cell.label.split('\n').enumerate().filter(|(_, line)| !line.is_empty()) {
            let middle = x + COLUMN * cell.width / 2;
            let _ = write!(out, "<text x=\"{middle}\" y=\"{}\"{weight}>", first + LINE * at);
            escaped(out, line);
            out.push_str(if at == 0 && cell.mark == Mark::Conflict {
                "!</text>"
            } else {
                "</text>"
            });
        }
        out.push_str("</g>\n");
    }
}

/// Draws outlines around the cells, within their borders.
fn outlined<'a>(out: &mut String, cells: impl Iterator<Item = &'a Cell>, colour: u32) {
    let mut cells = cells.peekable();
    if cells.peek().is_none() {
        return;
    }
    let _ = writeln!(
        out,
        "<g fill=\"none\" stroke=\"#{colour:06X}\" stroke-width=\"1.5\" pointer-events=\"none\">"
    );
    for cell in cells {
        let _ = writeln!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            px(cell.x) + 2,
            py(cell.y) + 2,
            COLUMN * cell.width - 4,
            LINE * cell.height - 4,
        );
    }
    out.push_str("</g>\n");
}

fn svg_text(out: &mut String, text: &Text) {
    let (left, width) = (COLUMN * text.x, COLUMN * text.width);
    let (x, anchor) = match text.role {
        Role::Title | Role::Note => (left, ""),
        Role::RowNumber => (left + width, " text-anchor=\"end\""),
        Role::ColumnNumber => (left + width / 2, " text-anchor=\"middle\""),
    };
    let is_title = text.role == Role::Title;
    let weight = if is_title { " font-weight=\"bold\"" } else { "" };
    let colour = if is_title { INK } else { GREY };
    let _ = write!(
        out,
        "<text x=\"{x}\" y=\"{}\"{anchor}{weight} fill=\"#{colour:06X}\">",
        // A title is slightly above the part below it.
        py(text.y) + LINE * (text.height - 1) / 2 + if is_title { 0 } else { BASELINE }
    );
    escaped(out, &text.text);
    out.push_str("</text>\n");
}

fn svg_arrow(out: &mut String, arrow: &Arrow) {
    let ((x1, y1), (x2, y2)) = (arrow.from, arrow.to);
    let (x1, y1, x2, y2) = (px(x1), py(y1), px(x2), py(y2));
    if !arrow.head {
        let _ = writeln!(out, "<path d=\"M{x1} {y1}L{x2} {y2}\" stroke=\"#{BORDER:06X}\"/>");
        return;
    }
    // In tenths of pixels: from the tip back along the arrow, and to its sides.
    let (dx, dy) = (10 * (x2 as i64 - x1 as i64), 10 * (y2 as i64 - y1 as i64));
    let length = (dx * dx + dy * dy).isqrt().max(1);
    let point = |back: i64, aside: i64| {
        let x = 10 * x2 as i64 - (back * dx - aside * dy) / length;
        let y = 10 * y2 as i64 - (back * dy + aside * dx) / length;
        format!("{}.{} {}.{}", x / 10, x % 10, y / 10, y % 10)
    };
    let _ = writeln!(
        out,
        "<path d=\"M{x1} {y1}L{}\" stroke=\"#{INK:06X}\" stroke-width=\"1.25\"/>\
         <path d=\"M{x2} {y2}L{}L{}z\"/>",
        point(80, 0),
        point(90, 40),
        point(90, -40),
    );
}

/// Escapes the text for XML.
pub(super) fn escaped(out: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML does not allow these.
            character if character.is_control() => out.push(' '),
            character => out.push(character),
        }
    }
}
