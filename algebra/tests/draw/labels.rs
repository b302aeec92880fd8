//! The contents of the cells are those of the drawn objects.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use tilework_algebra::atom::Mma;
use tilework_algebra::draw::{self, Background, By, Cell, Mark, Window};
use tilework_algebra::morphism::{NestedTupleMorphism, mutual_refinement};
use tilework_algebra::{
    Access, IntTuple, Layout, Profile, ThreadValue, bank_conflicts, coordinates, offsets,
};

use super::{draw, fact, offset, panel};

fn number(cell: &Cell) -> i64 {
    cell.label.lines().next().unwrap().parse().unwrap()
}

/// Each coordinate has one cell, with its offset.
#[track_caller]
fn has_all_offsets(layout: &Layout) {
    let scene = draw::layout(layout, &Window::new(128, 128));
    let drawn: BTreeSet<&str> =
        scene.cells().iter().map(|cell| fact(cell, "coordinate").unwrap()).collect();
    let all: BTreeSet<String> =
        coordinates(&layout.shape()).unwrap().map(|coordinate| coordinate.to_string()).collect();
    assert!(drawn.iter().copied().eq(all.iter().map(String::as_str)), "{layout}");
    assert_eq!(drawn.len(), scene.cells().len(), "{layout}");
    for cell in scene.cells() {
        assert_eq!(number(cell), offset(layout, fact(cell, "coordinate").unwrap()), "{layout}");
    }
}

#[test]
fn labels_are_offsets() {
    for text in [
        "8:2",
        "(4,8):(8,1)",
        "((2,2),(2,2,2)):((1,4),(2,8,32))",
        "(3,4,2):(1,-3,100)",
        "((2),(3,(2,2))):((7),(0,(1,50)))",
    ] {
        has_all_offsets(&text.parse().unwrap());
    }
}

fn small_layout() -> impl Strategy<Value = Layout> {
    let mode = prop::collection::vec((1i64..5, -20i64..40), 1..3);
    prop::collection::vec(mode, 1..4).prop_map(|modes| {
        let tuple = |leaf: fn(&(i64, i64)) -> i64| {
            IntTuple::tuple(modes.iter().map(|mode| match &mode[..] {
                [one] => IntTuple::leaf(leaf(one)),
                several => {
                    IntTuple::new(several.iter().map(leaf), Profile::flat(several.len())).unwrap()
                }
            }))
        };
        Layout::new(&tuple(|mode| mode.0), &tuple(|mode| mode.1)).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn labels_of_random_layouts_are_offsets(layout in small_layout()) {
        // If there are more than 12 grids, not all are drawn.
        let grids: i64 = layout.modes().skip(2).map(|mode| mode.size()).product();
        prop_assume!(grids <= 12);
        has_all_offsets(&layout);
    }

    /// A phase has a mark if and only if the number of conflicts is not 0. A cell has a mark if, by brute force, two
    /// threads want different words of its bank.
    #[test]
    fn conflicts_are_those_of_brute_force(
        size in 1i64..100,
        stride in 0i64..70,
        element in 1i64..17,
        vector in 1i64..5,
        banks in 1i64..9,
    ) {
        let layout = Layout::leaf(size, stride).unwrap();
        let access = Access::new(element).unwrap().vector(vector).unwrap().banks(banks, 4).unwrap();
        let scene = draw::banks(&layout, &access, &Window::new(128, 128));
        let words = |thread: i64| {
            let first = thread * stride * element;
            (first..first + element * vector).map(|byte| byte / 4).collect::<BTreeSet<i64>>()
        };
        let together = (banks * 4 / (element * vector)).max(1).min(banks);
        for (first, cells) in (0..).step_by(together as usize).zip(scene.cells().chunks(together as usize)) {
            let threads = first..first + cells.len() as i64;
            let mut asked: BTreeMap<i64, BTreeSet<i64>> = BTreeMap::new();
            for word in threads.clone().flat_map(words) {
                asked.entry(word % banks).or_default().insert(word);
            }
            for (thread, cell) in threads.clone().zip(cells) {
                let conflict = words(thread).iter().any(|word| asked[&(word % banks)].len() > 1);
                prop_assert_eq!(cell.mark == Mark::Conflict, conflict, "thread {}", thread);
                let bank = words(thread).first().unwrap() % banks;
                prop_assert_eq!(&cell.label, &format!("{}\nb{bank}", thread * stride));
                prop_assert_eq!(cell.fill, Background::Tint(bank as u64));
            }
            let list: Vec<i64> = threads.map(|thread| thread * stride).collect();
            let marked = cells.iter().any(|cell| cell.mark == Mark::Conflict);
            prop_assert_eq!(marked, bank_conflicts(&list, &access) > 0);
        }
    }
}

/// In linked cells, `A(B(c))` is the offset of `A o B`, so the labels are equal.
#[test]
fn compositions_choose_what_they_say() {
    for text in [
        "(8,8):(8,1) o (4,2):(2,24)",
        "(4,6,8):(2,3,5) o (2,12):(2,4)",
        "(8,8):(8,1) o <4:2,2:4>",
        "(8,8):(1,8) o (4,4):(e0,2e1)",
    ] {
        let scene = draw(text);
        let last = scene.panels().len() - 1;
        let chosen: BTreeMap<u64, &Cell> = panel(&scene, 0)
            .flat_map(|cell| cell.links.iter().map(move |&link| (link, cell)))
            .collect();
        let mut count = 0;
        for cell in panel(&scene, last) {
            let [link] = cell.links[..] else { panic!("{text}") };
            assert_eq!(chosen[&link].label, cell.label, "{text}");
            assert_eq!((chosen[&link].mark, chosen[&link].fill), (Mark::Selected, cell.fill));
            count += 1;
        }
        let marked = panel(&scene, 0).filter(|cell| cell.mark == Mark::Selected);
        let links: usize = marked.map(|cell| cell.links.len()).sum();
        assert_eq!(links, count, "{text}");
    }
    // Computed by hand: every second row of the columns 0 and 3.
    let scene = draw("(8,8):(8,1) o (4,2):(2,24)");
    let marked = panel(&scene, 0).filter(|cell| cell.mark == Mark::Selected);
    assert!(marked.map(number).eq([0, 3, 16, 19, 32, 35, 48, 51]));
    assert!(scene.panels().iter().map(String::as_str).eq([
        "A = (8,8):(8,1)",
        "B = (4,2):(2,24)",
        "A o B = (4,2):(16,3)"
    ]));
    // Past the size of A there is no cell.
    assert!(
        draw("(4,2):(1,10) o 12:1")
            .texts()
            .iter()
            .any(|text| text.text == "4 coordinates lie outside of it")
    );
}

#[test]
fn slices_are_marked_in_their_parent() {
    for (text, slice) in [
        ("(4,8):(8,1)(2,_)", vec![16, 17, 18, 19, 20, 21, 22, 23]),
        ("((2,3),(2,4)):((1,8),(2,30))((1,_),(1,2))", vec![63, 71, 79]),
        ("slice((4,8):(8,1), (2,3))", vec![19]),
        ("(Sw<3,0,3> o 0 o (8,8):(8,1))(1,_)", vec![8, 9, 10, 11, 12, 13, 14, 15]),
    ] {
        let scene = draw(text);
        let mut marked: Vec<i64> =
            panel(&scene, 0).filter(|cell| cell.mark == Mark::Selected).map(number).collect();
        marked.sort_unstable();
        assert_eq!(marked, slice, "{text}");
        let mut drawn: Vec<i64> = panel(&scene, 1).map(number).collect();
        drawn.sort_unstable();
        assert_eq!(drawn, slice, "{text}");
    }
}

/// Each element of the result is the element of the layout that it is linked with, in the color of its tile.
#[test]
fn divides_show_tile_and_rest() {
    for (text, tile) in [
        ("(4,8):(8,1) / <2,4>", 8),
        ("24:1 / 4:2", 4),
        ("zipped_divide_ceil((5,7):(7,1), <2,4>)", 8),
        ("flat_divide((8,16):(1,8), <4,_>)", 64),
        ("(4,8):(1,4) / (2,4):(4,8)", 8),
    ] {
        let scene = draw(text);
        let parent: BTreeMap<u64, &Cell> =
            panel(&scene, 0).map(|cell| (cell.links[0], cell)).collect();
        let mut seen = BTreeSet::new();
        for cell in panel(&scene, 1) {
            let Some(link) = cell.links.first() else {
                // Elements that padding adds.
                assert_eq!(cell.fill, Background::Faint, "{text}");
                continue;
            };
            assert_eq!(
                (&parent[link].label, parent[link].fill),
                (&cell.label, cell.fill),
                "{text}"
            );
            assert!(seen.insert(link), "{text}");
        }
        assert_eq!(seen.len(), parent.len(), "{text}");
        let marked = panel(&scene, 0).filter(|cell| cell.mark == Mark::Selected).count();
        assert_eq!(marked, tile, "{text}");
    }
}

/// `r(x, y) = a(x) + a*(b(y))`: each copy is the tile, moved.
#[test]
fn products_are_copies() {
    for text in [
        "blocked_product((2,3):(3,1), (3,2):(1,3))",
        "raked_product((2,3):(3,1), (3,2):(1,3))",
        "(2,2):(1,2) * (3,2):(1,3)",
        "(2,4):(4,1) * <3,2>",
    ] {
        let scene = draw(text);
        let tile: BTreeMap<u64, i64> =
            panel(&scene, 0).map(|cell| (cell.links[0], number(cell))).collect();
        let mut copies: BTreeMap<u64, BTreeMap<u64, i64>> = BTreeMap::new();
        for cell in panel(&scene, scene.panels().len() - 1) {
            let [x, y] = cell.links[..] else { panic!("{text}") };
            copies.entry(y).or_default().insert(x, number(cell));
            assert_eq!(cell.mark == Mark::Selected, y == 1, "{text}");
        }
        for copy in copies.values() {
            let moved = copy.values().next().unwrap() - tile.values().next().unwrap();
            let expected: BTreeMap<u64, i64> =
                tile.iter().map(|(&x, &offset)| (x, offset + moved)).collect();
            assert_eq!(*copy, expected, "{text}");
        }
        // Copies do not overlap, except for modes that are repeated independently.
        if text.contains('<') {
            continue;
        }
        let all: BTreeSet<i64> = copies.values().flat_map(|copy| copy.values().copied()).collect();
        assert_eq!(all.len(), tile.len() * copies.len(), "{text}");
    }
}

/// The thread and value that a cell names have the element of the cell.
#[test]
fn fragments_name_the_owners_of_elements() {
    let some = Mma::all().filter(|mma| !mma.name.starts_with("wgmma") || mma.shape[1] <= 16);
    for mma in some {
        let scene = draw::mma(mma, By::Thread, &Window::new(128, 128)).unwrap();
        for (at, tv) in [mma.a().unwrap(), mma.b().unwrap(), mma.c().unwrap()].iter().enumerate() {
            check_owners(mma.name, panel(&scene, at), tv);
        }
    }
}

fn check_owners<'a>(name: &str, cells: impl Iterator<Item = &'a Cell>, tv: &ThreadValue) {
    let compact = Layout::new(tv.tile(), &tilework_algebra::compact_col_major(tv.tile()).unwrap());
    let compact = compact.unwrap();
    let mut owners: BTreeMap<i64, i64> = BTreeMap::new();
    for i in 0..tv.layout().size() {
        *owners.entry(tv.layout().offset(i).unwrap()).or_default() += 1;
    }
    for cell in cells {
        let place = offset(&compact, fact(cell, "coordinate").unwrap());
        let Some(thread) = fact(cell, "thread") else {
            // Elements in memory have no owner, and outside the diagonal of blocks there are none.
            let expected =
                if owners.contains_key(&place) { place.to_string() } else { String::new() };
            assert_eq!(cell.label, expected, "{name}");
            continue;
        };
        let (thread, value): (i64, i64) =
            (thread.parse().unwrap(), fact(cell, "value").unwrap().parse().unwrap());
        let others = owners[&place] - 1;
        let others = if others > 0 { format!("+{others}") } else { String::new() };
        assert_eq!(cell.label, format!("T{thread}{others}\nV{value}"), "{name}");
        assert_eq!(cell.fill, Background::Tint(thread as u64), "{name}");
        // Integral coordinates: threads are the first mode.
        let owned = tv.layout().offset(thread + tv.threads() * value).unwrap();
        assert_eq!(owned, place, "{name}");
    }
}

/// `T0+3` names the first of several owners and the number of others.
#[test]
fn elements_of_several_threads_say_so() {
    let tv: Layout = "(4,(2)):(0,(1))".parse().unwrap();
    let tv = ThreadValue::new(&"(2,2)".parse().unwrap(), tv).unwrap();
    let scene = draw::owners(&tv, By::Thread, &Window::default());
    let labels: Vec<&str> = scene.cells().iter().map(|cell| &cell.label[..]).collect();
    // Row after row; elements 2 and 3 have no owner.
    assert_eq!(labels, ["T0+3\nV0", "", "T0+3\nV1", ""]);
    let by_value = draw::owners(&tv, By::Value, &Window::default());
    assert_eq!(
        [0, 2].map(|at| by_value.cells()[at].fill),
        [Background::Tint(0), Background::Tint(1)]
    );
}

/// The offset and thread of each element are those of `partition`.
#[test]
fn partitions_name_thread_and_offset() {
    let text = "partition((8,16):(16,1), (4,8), ((2,4),(2,2)):((8,1),(4,16)))";
    let (data, tile): (Layout, IntTuple) =
        ("(8,16):(16,1)".parse().unwrap(), "(4,8)".parse().unwrap());
    let tv: Layout = "((2,4),(2,2)):((8,1),(4,16))".parse().unwrap();
    let part = tilework_algebra::partition(&data, &tile, &tv).unwrap();
    let mut owners = BTreeMap::new();
    for (i, offset) in offsets(&part).unwrap().into_iter().enumerate() {
        owners.insert(offset, i % 8);
    }
    let scene = draw(text);
    assert_eq!(panel(&scene, 1).count(), 128);
    for cell in panel(&scene, 1) {
        let (thread, offset) = cell.label.split_once('\n').unwrap();
        assert_eq!(format!("T{}", owners[&offset.parse().unwrap()]), thread);
    }
}

/// An arrow goes from an entry to its image, which has the same extent.
#[test]
fn arrows_go_to_images() {
    for text in [
        "((2,2),8)--(1,0,3)-->(2,8,8)",
        "((2,2),(4,8))--(1,0,3,2)-->(2,(8,4),5)",
        "()--()-->(3)",
        "2--(2)-->(3,2)",
    ] {
        let f: NestedTupleMorphism = text.parse().unwrap();
        let scene = draw(text);
        let (domain, codomain) = (f.map().domain(), f.map().codomain());
        assert_eq!(scene.cells().len(), domain + codomain);
        // The first entries are at the bottom.
        let column = |from: usize, count: usize| {
            let cells = &scene.cells()[from..from + count];
            assert!(cells.windows(2).all(|pair| pair[1].y + pair[1].height == pair[0].y));
            cells
        };
        let (left, right) = (column(0, domain), column(domain, codomain));
        let middle = |cell: &Cell| cell.y + cell.height / 2;
        let mut expected: Vec<(usize, usize)> = Vec::new();
        for (entry, image) in f.map().images().enumerate() {
            match image {
                Some(image) => {
                    expected.push((middle(&left[entry]), middle(&right[image])));
                    assert_eq!(
                        (&left[entry].label, left[entry].fill),
                        (&right[image].label, right[image].fill)
                    );
                }
                None => assert_eq!(left[entry].fill, Background::Faint),
            }
        }
        let arrows: Vec<(usize, usize)> =
            scene.arrows().iter().map(|arrow| (arrow.from.1, arrow.to.1)).collect();
        assert_eq!(arrows, expected, "{text}");
    }
}

/// The pieces of an entry are next to it, from its lower end to its upper end.
#[test]
fn refinements_stand_beside_their_pieces() {
    let (t, u): (IntTuple, IntTuple) =
        ("(6,(4,9))".parse().unwrap(), "(12,2,9,10)".parse().unwrap());
    let both = mutual_refinement(&t, &u).unwrap();
    let scene = draw::mutual_refinement(&t, &u, &Window::default()).unwrap();
    let count =
        [&t, both.first().finer(), both.second().finer(), &u].map(|tuple| tuple.leaves().len());
    let mut start = 0;
    let columns = count.map(|count| {
        start += count;
        &scene.cells()[start - count..start]
    });
    for (whole, cut, pieces) in [
        (columns[0], columns[1], both.first().relative_modes()),
        (columns[3], columns[2], both.second().relative_modes()),
    ] {
        let mut cut = cut.iter();
        for (entry, pieces) in whole.iter().zip(pieces) {
            let cells: Vec<&Cell> = cut.by_ref().take(pieces.leaves().len()).collect();
            let size: i64 = cells.iter().map(|cell| number(cell)).product();
            assert_eq!(size, number(entry));
            assert_eq!(cells[0].y + cells[0].height, entry.y + entry.height);
            assert_eq!(cells[cells.len() - 1].y, entry.y);
        }
    }
}

/// Entries of 1 without pieces are drawn one above the other, with nothing next to them.
#[test]
fn entries_without_pieces_stand_alone() {
    let (t, u): (IntTuple, IntTuple) = ("(1,(1,1))".parse().unwrap(), "()".parse().unwrap());
    let scene = draw::mutual_refinement(&t, &u, &Window::default()).unwrap();
    let cells = scene.cells();
    assert_eq!(cells.iter().map(number).collect::<Vec<_>>(), [1, 1, 1]);
    // The first entry is at the bottom.
    assert!(cells.windows(2).all(|pair| pair[1].y + pair[1].height == pair[0].y));
    assert!(scene.arrows().is_empty());
}

/// The composition algorithm ends with the layout that it returns (003, example of section 4.1).
#[test]
fn the_composition_algorithm_is_drawn_step_by_step() {
    let scene = draw("compose_tractable_layouts((6,6):(6,1), (12,3,6):(1,72,12))");
    let numbers: Vec<&str> = scene.panels().iter().map(|title| &title[..2]).collect();
    assert_eq!(numbers, ["1.", "2.", "3.", "4.", "5."]);
    assert!(scene.panels()[4].ends_with("encodes ((2,3),6):((6,72),1)"));
}

#[test]
fn swizzles_move_what_they_move() {
    let scene = draw("Sw<2,1,3> o 16 o (4,8):(8,1)");
    for (before, after) in panel(&scene, 0).zip(panel(&scene, 1)) {
        let (x, y) = (number(before), number(after));
        // Bits 4 and 5 are XORed into bits 1 and 2.
        assert_eq!(y, x ^ ((x >> 4 & 3) << 1));
        assert_eq!(after.fill, Background::Tint((y as u64 >> 1) % 4));
        assert_eq!(before.links, after.links);
    }
}

/// The phases of a machine whose threads are not neighbors: 20 is in that of 0, 4 in that of 16. The cells that conflict
/// are those that have another word of their bank in their phase.
#[test]
fn phases_of_machines() {
    let text = "bank_conflicts((16,4):(8,1), 16, machine=cdna3)";
    let names = &mut tilework_algebra::expression::Names::new();
    let scene = draw::of_expression(text, names, By::Thread, &Window::new(64, 64)).unwrap();
    let cells: BTreeMap<i64, (i64, i64, bool)> = panel(&scene, 0)
        .map(|cell| {
            let number = |name| fact(cell, name).unwrap().parse::<i64>().unwrap();
            let conflict = cell.mark == Mark::Conflict;
            (number("thread"), (number("phase"), number("bank"), conflict))
        })
        .collect();
    assert_eq!(cells.len(), 64);
    assert_eq!([0, 20, 4, 16, 36].map(|thread| cells[&thread].0), [0, 0, 1, 1, 5]);
    for (thread, (phase, bank, conflict)) in &cells {
        let same =
            cells.iter().filter(|(other, of)| *other != thread && of.0 == *phase && of.1 == *bank);
        assert_eq!(*conflict, same.count() > 0, "{thread}");
    }
}
