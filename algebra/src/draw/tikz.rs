//! Scenes as TikZ pictures.

use alloc::string::String;
use core::fmt::Write;

use super::palette::{ALARM, BORDER, Background, GREY, INK, TINTS};
use super::scene::{Mark, Role, Scene};

impl Scene {
    /// The scene as a `tikzpicture`, for documents with the package `tikz`. A column is 1.6 mm and a line is 2.9 mm,
    /// which suits the footnote size.
    ///
    /// ```
    /// use tilework_algebra::{Layout, draw};
    /// let layout: Layout = "(2,4):(4,1)".parse()?;
    /// let tikz = draw::layout(&layout, &draw::Window::default()).to_tikz();
    /// assert!(tikz.contains("\\node at (12,5) {6};"));
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[doc(alias = "print_latex")]
    pub fn to_tikz(&self) -> String {
        let mut out = String::from(
            "\\begin{tikzpicture}[x=1.6mm,y=-2.9mm,font=\\ttfamily\\footnotesize\\frenchspacing,\
             every node/.style={inner sep=0pt,text height=1.5ex,text depth=.25ex}]\n",
        );
        // Writing to a string does not fail, here and below.
        let mut colour = |name: &str, rgb: u32| {
            let _ = writeln!(out, "\\definecolor{{{name}}}{{HTML}}{{{rgb:06X}}}");
        };
        for (name, rgb) in [("ink", INK), ("border", BORDER), ("grey", GREY), ("alarm", ALARM)] {
            colour(&alloc::format!("tilework{name}"), rgb);
        }
        let used = |fill: Background| self.cells().iter().any(|cell| same(cell.fill, fill));
        if used(Background::Faint) {
            colour("tileworkfaint", super::palette::FAINT);
        }
        for (number, &rgb) in
            (0..).zip(&TINTS).filter(|&(number, _)| used(Background::Tint(number)))
        {
            colour(tint(number), rgb);
        }
        for cell in self.cells() {
            let fill = match cell.fill {
                Background::Empty => "white",
                Background::Faint => "tileworkfaint",
                Background::Tint(number) => tint(number),
            };
            let _ = write!(out, "\\filldraw[tileworkborder,thin,fill={fill}] ");
            let (x, y) = (cell.x, cell.y);
            let _ = writeln!(out, "({x},{y}) rectangle ({},{});", x + cell.width, y + cell.height);
            let lines = cell.label.split('\n').count();
            for (at, line) in cell.label.split('\n').enumerate() {
                if line.is_empty() {
                    continue;
                }
                let _ = write!(out, "\\node at (");
                halves(&mut out, 2 * x + cell.width);
                out.push(',');
                halves(&mut out, 2 * y + cell.height + 2 * at + 1 - lines);
                out.push_str(") {");
                escaped(&mut out, line);
                out.push_str(if at == 0 && cell.mark == Mark::Conflict { "!};\n" } else { "};\n" });
            }
        }
        for rule in self.rules() {
            let ((x1, y1), (x2, y2)) = (rule.from, rule.to);
            let width = ["thin", "thick", "very thick", "ultra thick"][rule.level.min(3)];
            let _ = writeln!(
                out,
                "\\draw[tileworkink,{width},line cap=rect] ({x1},{y1}) -- ({x2},{y2});"
            );
        }
        for cell in self.cells() {
            let colour = match cell.mark {
                Mark::Unmarked => continue,
                Mark::Selected => "ink",
                Mark::Conflict => "alarm",
            };
            let _ = writeln!(
                out,
                "\\draw[tilework{colour},thick] ({},{}) ++(.25,.15) rectangle ({},{});",
                cell.x,
                cell.y,
                Fraction(cell.x + cell.width, 25),
                Fraction(cell.y + cell.height, 15),
            );
        }
        for text in self.texts() {
            // Characters are centered on their columns.
            let (left, right) = (2 * text.x, 2 * (text.x + text.width));
            let (twice, anchor) = match text.role {
                Role::Title | Role::Note => (left, "anchor=west,"),
                Role::RowNumber => (right, "anchor=east,"),
                Role::ColumnNumber => ((left + right) / 2, ""),
            };
            let colour = if text.role == Role::Title { "tileworkink" } else { "tileworkgrey" };
            let _ = write!(out, "\\node[{anchor}{colour}] at (");
            match twice {
                0 => out.push_str("-0.5"),
                twice => halves(&mut out, twice - 1),
            }
            out.push(',');
            halves(&mut out, 2 * text.y + text.height - 1);
            out.push_str(") {");
            escaped(&mut out, &text.text);
            out.push_str("};\n");
        }
        for arrow in self.arrows() {
            let ((x1, y1), (x2, y2)) = (arrow.from, arrow.to);
            let style = if arrow.head { "tileworkink,->,>=stealth" } else { "tileworkborder" };
            let _ = writeln!(out, "\\draw[{style}] ({x1},{y1}) -- ({x2},{y2});");
        }
        out.push_str("\\end{tikzpicture}\n");
        out
    }
}

/// `n` less a number of hundredths.
struct Fraction(usize, usize);

impl core::fmt::Display for Fraction {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}.{:02}", self.0 - 1, 100 - self.1)
    }
}

fn same(fill: Background, other: Background) -> bool {
    match (fill, other) {
        (Background::Tint(a), Background::Tint(b)) => a % 8 == b % 8,
        (a, b) => a == b,
    }
}

fn tint(number: u64) -> &'static str {
    const NAMES: [&str; 8] = [
        "tileworkA",
        "tileworkB",
        "tileworkC",
        "tileworkD",
        "tileworkE",
        "tileworkF",
        "tileworkG",
        "tileworkH",
    ];
    NAMES[(number % 8) as usize]
}

/// Half of the number.
fn halves(out: &mut String, twice: usize) {
    let _ = write!(out, "{}{}", twice / 2, if twice % 2 == 1 { ".5" } else { "" });
}

/// Escapes the text for LaTeX.
fn escaped(out: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(character);
            }
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '…' => out.push_str("\\ldots{}"),
            '⋯' => out.push_str("$\\cdots$"),
            '⋮' => out.push_str("$\\vdots$"),
            '→' => out.push_str("$\\to$"),
            '×' => out.push_str("$\\times$"),
            // Layouts contain no other characters.
            character if !character.is_ascii() || character.is_control() => out.push('?'),
            character => out.push(character),
        }
    }
}
