//! Nothing overlaps, and parts that belong together are aligned.

use std::collections::HashMap;

use tilework_algebra::draw::{By, Scene, Window, of_expression};
use tilework_algebra::expression::Names;

use super::{KINDS, draw, fact, panel};

/// Walks over everything in the scene. The insides of cells, texts and arrow heads must be the only parts at their
/// positions.
fn check(what: &str, scene: &Scene) {
    let mut taken: HashMap<(usize, usize), &str> = HashMap::new();
    let mut take = |x: usize, y: usize, by: &'static str| {
        assert!(
            x < scene.width() && y < scene.height(),
            "{what}: {by} beyond the edge at {x}, {y}"
        );
        if let Some(before) = taken.insert((x, y), by) {
            panic!("{what}: {by} and {before} at {x}, {y}");
        }
    };
    for cell in scene.cells() {
        for (x, y) in places(cell.x + 1..cell.x + cell.width, cell.y + 1..cell.y + cell.height) {
            take(x, y, "a cell");
        }
        let lines: Vec<&str> = cell.label.split('\n').collect();
        assert!(lines.len() < cell.height, "{what}: {:?} is too high", cell.label);
        // There is also room for a bracket on each side.
        assert!(
            lines.iter().all(|line| line.chars().count() + 3 <= cell.width),
            "{what}: {lines:?}"
        );
        assert!(cell.panel < scene.panels().len());
    }
    for text in scene.texts() {
        assert!(text.text.chars().count() <= text.width, "{what}: {text:?}");
        for (x, y) in places(text.x..text.x + text.width, text.y..text.y + text.height) {
            take(x, y, "a text");
        }
    }
    for arrow in scene.arrows() {
        assert!(arrow.from.0 < arrow.to.0, "{what}: {arrow:?}");
        for y in [arrow.from.1.min(arrow.to.1), arrow.from.1.max(arrow.to.1)] {
            assert!(y < scene.height());
        }
        // There is nothing else between two columns of entries.
        let lines = arrow.from.1.min(arrow.to.1)..=arrow.from.1.max(arrow.to.1);
        for cell in scene.cells() {
            let apart = cell.x + cell.width < arrow.from.0 || arrow.to.0 < cell.x;
            let beside = cell.y + cell.height < *lines.start() || *lines.end() < cell.y;
            assert!(apart || beside, "{what}: {arrow:?} meets a cell");
        }
    }
    for rule in scene.rules() {
        assert!(rule.from.0 == rule.to.0 || rule.from.1 == rule.to.1, "{what}: {rule:?}");
        // The rule runs between cells, not through them or through texts.
        for (x, y) in places(rule.from.0..rule.to.0 + 1, rule.from.1..rule.to.1 + 1) {
            assert!(!taken.contains_key(&(x, y)), "{what}: {rule:?} at {x}, {y}");
        }
    }
}

fn places(
    columns: std::ops::Range<usize>,
    lines: std::ops::Range<usize>,
) -> impl Iterator<Item = (usize, usize)> {
    lines.flat_map(move |y| columns.clone().map(move |x| (x, y)))
}

#[test]
fn nothing_overlaps() {
    let windows = [
        Window::default(),
        Window::new(3, 3),
        Window::new(8, 8).within(60),
        Window::new(128, 128).within(0),
    ];
    for text in KINDS {
        for window in windows {
            for by in [By::Thread, By::Value] {
                let scene = of_expression(text, &mut Names::new(), by, &window).unwrap();
                assert!(!scene.panels().is_empty() && scene.height() > 0, "{text}");
                check(&format!("{text}, {window:?}"), &scene);
            }
        }
    }
}

/// The cells of an instruction are placed as in CuTe: the rows of `A` and `C` are aligned, and so are the columns of
/// `B` and `C`.
#[test]
fn fragments_are_in_line() {
    for (name, [m, n, k]) in [
        ("mma.sync.m16n8k16.f16", [16, 8, 16]),
        ("mma.sync.m8n8k4.f64", [8, 8, 4]),
        ("wgmma.m64n16k16.f16.ss", [64, 16, 16]),
        ("TiledMma(mma.sync.m8n8k4.f64, (2,2,1))", [16, 16, 4]),
        ("TiledMma(mma.sync.m8n8k4.f64, (1,2,1), <32,16,8>)", [32, 16, 8]),
    ] {
        let scene = draw(name);
        // From panel and coordinate to the position.
        let place = |at: usize, coordinate: (i64, i64)| {
            let wanted = format!("({},{})", coordinate.0, coordinate.1);
            let cell = panel(&scene, at).find(|cell| fact(cell, "coordinate") == Some(&wanted));
            let cell = cell.unwrap_or_else(|| panic!("{name}: no {wanted}"));
            (cell.x, cell.y)
        };
        for row in 0..m {
            assert_eq!(place(0, (row, 0)).1, place(2, (row, 0)).1, "{name}");
            assert!(place(0, (row, k - 1)).0 < place(2, (row, 0)).0);
        }
        for column in 0..n {
            assert_eq!(place(1, (column, 0)).0, place(2, (0, column)).0, "{name}");
            assert!(place(1, (column, k - 1)).1 < place(2, (0, column)).1);
        }
        // `K` goes from left to right and downward.
        assert!(place(0, (0, 0)).0 < place(0, (0, 1)).0 && place(1, (0, 0)).1 < place(1, (0, 1)).1);
    }
}

/// Neighboring cells share a border.
#[test]
fn rows_go_down_and_columns_across() {
    let scene = draw("(3,5):(1,3)");
    for (at, cell) in scene.cells().iter().enumerate() {
        let (row, column) = (at / 5, at % 5);
        let first = &scene.cells()[0];
        assert_eq!(cell.x, first.x + column * first.width);
        assert_eq!(cell.y, first.y + row * first.height);
        assert_eq!(fact(cell, "coordinate"), Some(&*format!("({row},{column})")));
    }
}

/// Tiles end at the products of the leaves; larger tiles have stronger lines.
#[test]
fn tiles_are_outlined_by_level() {
    let scene = draw("((2,3),(2,2,2)):((1,2),(6,12,24))");
    let first = &scene.cells()[0];
    let across = |column: usize| first.x + column * first.width;
    let down = |row: usize| first.y + row * first.height;
    let mut vertical: Vec<(usize, usize)> = scene
        .rules()
        .iter()
        .filter(|rule| rule.from.0 == rule.to.0)
        .map(|rule| (rule.from.0, rule.level))
        .collect();
    vertical.sort_unstable();
    // Pairs of columns, pairs of pairs, and the ends.
    assert_eq!(
        vertical,
        [(across(0), 2), (across(2), 1), (across(4), 2), (across(6), 1), (across(8), 2)]
    );
    let mut horizontal: Vec<(usize, usize)> = scene
        .rules()
        .iter()
        .filter(|rule| rule.from.1 == rule.to.1)
        .map(|rule| (rule.from.1, rule.level))
        .collect();
    horizontal.sort_unstable();
    assert_eq!(horizontal, [(down(0), 2), (down(2), 1), (down(4), 1), (down(6), 2)]);
}
