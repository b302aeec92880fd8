//! A chart as SVG: a horizontal bar for each work, whose length is the time of tilework / the time of the best other.
//!
//! The background is transparent, and all colors are as readable on white as on black.

use std::io::{Error, Result};

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::record::{Line, Record};
use crate::table::two_digits;

const TEXT: RGBColor = RGBColor(0x7d, 0x82, 0x89);
const GRID: RGBColor = RGBColor(0x9a, 0x9f, 0xa6);
const FASTER: RGBColor = RGBColor(0x2f, 0x81, 0xc7);
const SLOWER: RGBColor = RGBColor(0xd9, 0x7a, 0x1e);
/// The size of text. plotters divides it by 1.24.
const SIZE: f64 = 16.0;

/// The columns, in pixels: names end at the first, and bars are between it and the second. The text of a bar begins
/// at the third.
const COLUMNS: [i32; 3] = [372, 648, 662];
const WIDTH: u32 = 880;
/// The heights above and below the bars, and that of a bar with its gap.
const ABOVE: i32 = 34;
const BELOW: i32 = 26;
const ROW: i32 = 23;
/// The largest number that has its place between the columns, unless a bar is longer.
const MOST: f64 = 1.2;

/// A bar.
pub struct Bar {
    name: String,
    times: f64,
    text: String,
}

/// The bars of these works.
///
/// # Errors
/// If one of them was not measured beside another.
pub fn bars(record: &Record, works: &[&str]) -> Result<Vec<Bar>> {
    let bar = |work: &&str| {
        let Line { beside, times, .. } = record.best(work)?;
        // The color is that of the number that is shown.
        let shown = two_digits(times);
        let number = shown.parse().map_err(Error::other)?;
        let name = beside.split(", ").next().unwrap_or_default();
        Ok(Bar { name: (*work).to_owned(), times: number, text: format!("{shown}  {name}") })
    };
    works.iter().map(bar).collect()
}

/// The chart.
///
/// # Errors
/// If it cannot be drawn.
pub fn svg(bars: &[Bar]) -> Result<String> {
    let mut text = String::new();
    draw(&mut text, bars).map_err(|error| Error::other(error.to_string()))?;
    Ok(text)
}

fn draw(text: &mut String, bars: &[Bar]) -> std::result::Result<(), DrawingAreaErrorKind<Error>> {
    let bottom = ABOVE + ROW * bars.len() as i32;
    let most = bars.iter().map(|bar| bar.times).fold(MOST, f64::max);
    let [left, right, after] = COLUMNS;
    let x = |times: f64| left + (f64::from(right - left) * times / most).round() as i32;
    let style = |horizontal, color: &RGBColor| {
        let font = ("sans-serif", SIZE).into_font().color(color);
        font.pos(Pos::new(horizontal, VPos::Center))
    };
    let [names, numbers, values] =
        [HPos::Right, HPos::Center, HPos::Left].map(|at| style(at, &TEXT));

    let area = SVGBackend::with_string(text, (WIDTH, (bottom + BELOW) as u32)).into_drawing_area();
    let head = "time of tilework / time of the fastest other";
    area.draw(&Text::new(head, (left, ABOVE / 2 - 2), values.clone()))?;
    area.draw(&Text::new("(shorter is faster)", (left - 8, ABOVE / 2 - 2), names.clone()))?;
    for (tick, width) in [(0.0, 1), (0.5, 1), (1.0, 2)] {
        let line = GRID.stroke_width(width);
        area.draw(&PathElement::new([(x(tick), ABOVE - 4), (x(tick), bottom + 4)], line))?;
        let number = format!("{tick:.1}");
        area.draw(&Text::new(number, (x(tick), bottom + BELOW / 2 + 2), numbers.clone()))?;
    }
    for (i, Bar { name, times, text }) in bars.iter().enumerate() {
        let middle = ABOVE + ROW * i as i32 + ROW / 2;
        let color = if *times > 1.0 { SLOWER } else { FASTER };
        let corners = [(left, middle - 7), (x(*times), middle + 7)];
        area.draw(&Rectangle::new(corners, color.filled()))?;
        area.draw(&Text::new(name.as_str(), (left - 8, middle), names.clone()))?;
        area.draw(&Text::new(text.as_str(), (after, middle), values.clone()))?;
    }
    // The line of equal times is over the bars too.
    let equal = [(x(1.0), ABOVE - 4), (x(1.0), bottom + 4)];
    area.draw(&PathElement::new(equal, GRID.stroke_width(2)))?;
    area.present()
}

#[cfg(test)]
mod tests {
    use super::{bars, svg};
    use crate::record::{Line, Record};

    #[test]
    fn bars_have_the_color_and_the_text_of_their_number() {
        let line = |work: &str, times: &str| Line {
            work: work.to_owned(),
            rate: "1".to_owned(),
            beside: "another".to_owned(),
            times: times.to_owned(),
            ..Line::default()
        };
        let lines = vec![line("fast", "0.504"), line("equal", "1.004"), line("slow", "1.006")];
        let record = Record { head: Vec::new(), lines };
        let chart = svg(&bars(&record, &["fast", "equal", "slow"]).unwrap()).unwrap();
        assert_eq!(chart.matches("#2F81C7").count(), 2);
        assert_eq!(chart.matches("#D97A1E").count(), 1);
        for text in ["0.50  another", "1.00  another", "1.00", "1.01"] {
            assert!(chart.contains(text), "{text}");
        }
        assert!(bars(&record, &["missing"]).is_err());
    }
}
