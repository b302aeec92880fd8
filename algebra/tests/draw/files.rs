//! Output formats: text with lines of equal length, SVG that XML readers accept, and one small reviewed file of each
//! kind.

use tilework_algebra::draw::{By, Mark, Window, of_expression};
use tilework_algebra::expression::Names;

use super::{KINDS, draw};

/// Every line is as wide as the picture, with and without colors, and has the labels in order.
#[test]
fn lines_are_equally_wide() {
    for text in KINDS {
        let scene = draw(text);
        let plain = scene.to_terminal(false);
        assert_eq!(plain.lines().count(), scene.height(), "{text}");
        for line in plain.lines() {
            assert_eq!(line.chars().count(), scene.width(), "{text}: {line}");
            assert!(!line.contains('\x1b'), "{text}");
        }
        assert_eq!(without_colours(&scene.to_terminal(true)), plain, "{text}");
        let lines: Vec<Vec<char>> = plain.lines().map(|line| line.chars().collect()).collect();
        for cell in scene.cells() {
            let inside: String = lines[cell.y + 1..cell.y + cell.height]
                .iter()
                .map(|line| line[cell.x + 1..cell.x + cell.width].iter().collect::<String>())
                .collect::<Vec<_>>()
                .join(" ");
            let written: Vec<&str> =
                inside.split([' ', '[', ']', '!']).filter(|word| !word.is_empty()).collect();
            assert!(written.iter().copied().eq(cell.label.split_whitespace()), "{text}: {inside}");
            let border = [lines[cell.y][cell.x], lines[cell.y + cell.height][cell.x + cell.width]];
            assert!(
                border.iter().all(|c| ('\u{2500}'..'\u{2580}').contains(c)),
                "{text}: {border:?}"
            );
        }
    }
}

fn without_colours(text: &str) -> String {
    let mut parts = text.split('\x1b');
    let mut plain: String = parts.next().unwrap().into();
    for part in parts {
        plain += part.split_once('m').unwrap().1;
    }
    plain
}

/// The cells are rectangles at their positions, and the labels are texts.
#[test]
fn svg_is_xml() {
    for text in KINDS {
        let scene = draw(text);
        let svg = scene.to_svg();
        let document = roxmltree::Document::parse(&svg).unwrap_or_else(|e| panic!("{text}: {e}"));
        let root = document.root_element();
        assert_eq!(root.tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
        let number = |node: &roxmltree::Node, name: &str| -> f64 {
            node.attribute(name).unwrap_or_else(|| panic!("{text}: {name}")).parse().unwrap()
        };
        let (width, height) = (number(&root, "width"), number(&root, "height"));
        let within = |x: f64, y: f64| {
            (-8.0..=width - 8.0).contains(&x) && (-8.0..=height - 8.0).contains(&y)
        };
        let elements = |name: &'static str| {
            root.descendants().filter(move |node| node.tag_name().name() == name)
        };
        let marked = scene.cells().iter().filter(|cell| cell.mark != Mark::Unmarked).count();
        // The background, the cells, and the outlines of marked cells.
        assert_eq!(elements("rect").count(), 1 + scene.cells().len() + marked, "{text}");
        for rect in elements("rect") {
            let (x, y) = (number(&rect, "x"), number(&rect, "y"));
            assert!(
                within(x, y) && within(x + number(&rect, "width"), y + number(&rect, "height"))
            );
        }
        let mut cells = scene.cells().iter();
        for group in elements("title").map(|title| title.parent().unwrap()) {
            let cell = cells.next().unwrap();
            let lines: Vec<String> = group
                .children()
                .filter(|node| node.tag_name().name() == "text")
                .map(|node| node.text().unwrap().trim_end_matches('!').to_owned())
                .collect();
            assert!(
                lines.iter().map(String::as_str).eq(cell.label.lines().filter(|l| !l.is_empty())),
                "{text}"
            );
        }
        assert!(cells.next().is_none(), "{text}");
        for node in elements("text") {
            assert!(within(number(&node, "x"), number(&node, "y")), "{text}");
            // The font has 12 pixels and a fixed width, so a character takes 7.2.
            let length = 7.2 * node.text().unwrap().chars().count() as f64;
            let x = number(&node, "x");
            let anchor = node.ancestors().find_map(|node| node.attribute("text-anchor"));
            let end = match anchor {
                Some("middle") => x + length / 2.0,
                Some("end") => x,
                _ => x + length,
            };
            assert!(end <= width - 8.0, "{text}: {:?}", node.text());
        }
    }
}

/// A page has the same picture and the data for its script, and loads nothing.
#[test]
fn pages_stand_alone() {
    for text in KINDS {
        let scene = draw(text);
        let page = scene.to_html("a < b");
        assert_eq!(page.matches("class=\"cell\"").count(), scene.cells().len(), "{text}");
        assert!(page.contains("<title>a &lt; b</title>"), "{text}");
        for loading in ["src=", "href=", "url(", "@import", "fetch(", "import "] {
            assert!(!page.contains(loading), "{text}: {loading}");
        }
        let addresses = page.matches("http").count();
        assert_eq!(addresses, page.matches("http://www.w3.org/2000/svg").count(), "{text}");
    }
}

/// All brackets of LaTeX are closed, and each label is a node.
#[test]
fn tikz_is_balanced() {
    for text in KINDS {
        let scene = draw(text);
        let tikz = scene.to_tikz();
        let open = |c: char| tikz.replace(&format!("\\{c}"), "").matches(c).count();
        assert_eq!(open('{'), open('}'), "{text}");
        assert!(tikz.is_ascii(), "{text}");
        let labels = scene.cells().iter().flat_map(|cell| cell.label.lines());
        let nodes = labels.filter(|label| !label.is_empty()).count() + scene.texts().len();
        assert_eq!(tikz.matches("\\node").count(), nodes, "{text}");
        assert_eq!(tikz.matches("\\filldraw").count(), scene.cells().len(), "{text}");
    }
}

/// A reviewed picture of each format: in a terminal, in a browser, and typeset.
#[test]
fn as_they_were_looked_at() {
    let window = Window::default();
    let scene = of_expression("(4,2):(2,1) o 4:2", &mut Names::new(), By::Thread, &window).unwrap();
    let tiles =
        of_expression("((2,2),4):((1,8),2)", &mut Names::new(), By::Thread, &window).unwrap();
    let morphism = draw("((2,2),8)--(1,0,3)-->(2,8,8)");
    let (svg, tikz) = (scene.to_svg(), scene.to_tikz());
    let lines = [scene, tiles, morphism].map(|scene| scene.to_terminal(false)).join("\n");
    let text: String = lines.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
    for (name, written, expected) in [
        ("pictures.txt", text, include_str!("pictures.txt")),
        ("../../src/draw/composition.svg", svg, include_str!("../../src/draw/composition.svg")),
        ("composition.tex", tikz, include_str!("composition.tex")),
    ] {
        if std::env::var_os("TILEWORK_BLESS").is_some() {
            let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/draw/");
            std::fs::write(format!("{file}{name}"), &written).unwrap();
            continue;
        }
        assert!(written == expected, "{name} is\n{written}");
    }
}
