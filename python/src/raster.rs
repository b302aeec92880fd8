//! Pictures in pixels: 10 for a column and 20 for a line.

use std::convert::Infallible;

use embedded_graphics::mono_font::MonoTextStyle;
use embedded_graphics::mono_font::iso_8859_1::FONT_10X20;
use embedded_graphics::pixelcolor::{Rgb888, raw::RawU24};
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::{
    Line, PrimitiveStyle, PrimitiveStyleBuilder, Rectangle, Triangle,
};
use embedded_graphics::text::{Alignment, Baseline, Text, TextStyleBuilder};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use tilework_algebra::draw::{Arrow, Cell, Mark, Role, Scene};

use crate::text::scene;

const COLUMN: i32 = 10;
const LINE: i32 = 20;
const MARGIN: i32 = 10;
/// The most pixels of a picture.
const MAX_PIXELS: usize = 1 << 26;

// The colors of the SVG.
const INK: u32 = 0x1A1A1A;
const BORDER: u32 = 0x8C8C8C;
const GREY: u32 = 0x555555;
const ALARM: u32 = 0xC04000;

fn color(rgb: u32) -> Rgb888 {
    RawU24::new(rgb).into()
}

/// The middle of a column of a line.
fn place(x: usize, y: usize) -> Point {
    Point::new(MARGIN + COLUMN * x as i32 + COLUMN / 2, MARGIN + LINE * y as i32 + LINE / 2)
}

struct Pixels {
    width: usize,
    height: usize,
    /// Red, green and blue of each pixel, row after row.
    bytes: Vec<u8>,
}

impl OriginDimensions for Pixels {
    fn size(&self) -> Size {
        Size::new(self.width as u32, self.height as u32)
    }
}

impl DrawTarget for Pixels {
    type Color = Rgb888;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Rgb888>>>(
        &mut self,
        pixels: I,
    ) -> Result<(), Infallible> {
        for Pixel(at, color) in pixels {
            if let (Ok(x), Ok(y)) = (usize::try_from(at.x), usize::try_from(at.y))
                && x < self.width
                && y < self.height
            {
                let first = 3 * (y * self.width + x);
                self.bytes[first..first + 3].copy_from_slice(&[color.r(), color.g(), color.b()]);
            }
        }
        Ok(())
    }
}

impl Pixels {
    fn draw(&mut self, drawable: impl Drawable<Color = Rgb888>) {
        // Drawing into memory does not fail.
        let _ = drawable.draw(self);
    }

    fn text(&mut self, text: &str, at: Point, aligned: Alignment, rgb: u32) {
        let style = TextStyleBuilder::new().alignment(aligned).baseline(Baseline::Middle).build();
        let latin = latin(text);
        self.draw(Text::with_text_style(
            &latin,
            at,
            MonoTextStyle::new(&FONT_10X20, color(rgb)),
            style,
        ));
    }

    fn line(&mut self, from: Point, to: Point, rgb: u32, width: u32) {
        self.draw(Line::new(from, to).into_styled(PrimitiveStyle::with_stroke(color(rgb), width)));
    }

    fn cell(&mut self, cell: &Cell) {
        let from = place(cell.x, cell.y);
        let (width, height) = (COLUMN * cell.width as i32, LINE * cell.height as i32);
        let style = PrimitiveStyleBuilder::new()
            .fill_color(color(cell.fill.rgb().unwrap_or(0xFFFFFF)))
            .stroke_color(color(BORDER))
            .stroke_width(1)
            .build();
        let size = Size::new(width as u32 + 1, height as u32 + 1);
        self.draw(Rectangle::new(from, size).into_styled(style));
        let lines: Vec<&str> = cell.label.split('\n').collect();
        let first = from.y + (height - LINE * (lines.len() as i32 - 1)) / 2;
        for (at, line) in lines.iter().enumerate() {
            let conflict = at == 0 && cell.mark == Mark::Conflict;
            let line = if conflict { format!("{line}!") } else { (*line).to_owned() };
            let middle = Point::new(from.x + width / 2, first + LINE * at as i32);
            self.text(&line, middle, Alignment::Center, INK);
        }
    }

    fn outline(&mut self, cell: &Cell, rgb: u32) {
        let size = Size::new(
            (COLUMN * cell.width as i32 - 3) as u32,
            (LINE * cell.height as i32 - 3) as u32,
        );
        let style = PrimitiveStyle::with_stroke(color(rgb), 2);
        self.draw(
            Rectangle::new(place(cell.x, cell.y) + Point::new(2, 2), size).into_styled(style),
        );
    }

    fn arrow(&mut self, arrow: &Arrow) {
        let (from, to) = (place(arrow.from.0, arrow.from.1), place(arrow.to.0, arrow.to.1));
        self.line(from, to, if arrow.head { INK } else { BORDER }, 1);
        if arrow.head {
            let along = to - from;
            let length = f64::from(along.x * along.x + along.y * along.y).sqrt().max(1.0);
            let point = |back: f64, aside: f64| {
                let (x, y) = (f64::from(along.x) / length, f64::from(along.y) / length);
                to - Point::new((back * x - aside * y) as i32, (back * y + aside * x) as i32)
            };
            let head = Triangle::new(to, point(11.0, 5.0), point(11.0, -5.0));
            self.draw(head.into_styled(PrimitiveStyle::with_fill(color(INK))));
        }
    }
}

/// The text in the characters of the font.
fn latin(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '…' => out.push_str(".."),
            '⋮' => out.push(':'),
            '→' => out.push('>'),
            '∘' => out.push('o'),
            character if u32::from(character) < 0x100 => out.push(character),
            _ => out.push('?'),
        }
    }
    out
}

fn drawn(scene: &Scene) -> Option<Pixels> {
    let width = COLUMN as usize * scene.width() + 2 * MARGIN as usize;
    let height = LINE as usize * scene.height() + 2 * MARGIN as usize;
    let pixels = width.checked_mul(height).filter(|&pixels| pixels <= MAX_PIXELS)?;
    let mut pixels = Pixels { width, height, bytes: vec![0xFF; 3 * pixels] };
    for cell in scene.cells() {
        pixels.cell(cell);
    }
    for rule in scene.rules() {
        let (from, to) = (place(rule.from.0, rule.from.1), place(rule.to.0, rule.to.1));
        pixels.line(from, to, INK, 1 + rule.level.min(3) as u32);
    }
    for (mark, rgb) in [(Mark::Selected, INK), (Mark::Conflict, ALARM)] {
        for cell in scene.cells().iter().filter(|cell| cell.mark == mark) {
            pixels.outline(cell, rgb);
        }
    }
    for text in scene.texts() {
        let left = MARGIN + COLUMN * text.x as i32;
        let width = COLUMN * text.width as i32;
        let middle = place(0, text.y).y + LINE * (text.height as i32 - 1) / 2;
        let (x, aligned) = match text.role {
            Role::Title | Role::Note => (left, Alignment::Left),
            Role::RowNumber => (left + width, Alignment::Right),
            Role::ColumnNumber => (left + width / 2, Alignment::Center),
        };
        let rgb = if text.role == Role::Title { INK } else { GREY };
        pixels.text(&text.text, Point::new(x, middle), aligned, rgb);
    }
    for arrow in scene.arrows() {
        pixels.arrow(arrow);
    }
    Some(pixels)
}

/// The picture of an expression as width, height, and red, green and blue of each pixel.
#[pyfunction]
#[pyo3(signature = (text, names=None, by="thread", rows=64, columns=64, width=400))]
pub fn pixels<'py>(
    py: Python<'py>,
    text: &str,
    names: Option<&Bound<'py, PyDict>>,
    by: &str,
    rows: usize,
    columns: usize,
    width: usize,
) -> PyResult<(usize, usize, Bound<'py, PyBytes>)> {
    let scene = scene(text, names, by, rows, columns, width)?;
    match drawn(&scene) {
        Some(pixels) => Ok((pixels.width, pixels.height, PyBytes::new(py, &pixels.bytes))),
        None => Err(PyValueError::new_err(
            "the picture has more than 2^26 pixels: `rows` and `columns` limit it",
        )),
    }
}
