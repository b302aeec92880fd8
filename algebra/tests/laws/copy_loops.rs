//! Loops of a processor that copies, compared with the definition: lines counted one by one, all orders of loops, and a
//! simulated cache.

use std::collections::BTreeSet;

use tilework_algebra::{Cache, CopyLoop, Layout, copy_lines, copy_loops};

use crate::definition::layout;

/// The cases: the layouts that are read and written, and the bytes of elements.
const CASES: [(&str, &str, i64); 12] = [
    ("(32,32):(1,32)", "(32,32):(32,1)", 4),
    ("(31,33):(1,31)", "(31,33):(33,1)", 4),
    ("(24,40):(1,25)", "(24,40):(43,1)", 8),
    ("(12,10,9):(90,9,1)", "(12,10,9):(1,12,120)", 4),
    ("(12,10,9):(90,9,1)", "(12,10,9):(9,108,1)", 4),
    ("((8,4),(8,4)):((1,8),(32,256))", "((8,4),(8,4)):((1,64),(8,256))", 4),
    ("((4,6),(4,6)):((1,96),(4,16))", "((4,6),(4,6)):((1,4),(24,96))", 2),
    ("(600):(1)", "(600):(1)", 4),
    ("(20,30):(0,1)", "(20,30):(30,1)", 4),
    ("(16,18):(-1,16)", "(16,18):(18,1)", 4),
    ("(40,9):(3,120)", "(40,9):(9,1)", 1),
    ("(6,5,7):(35,7,1)", "(6,5,7):(1,42,6)", 16),
];

fn caches() -> [Cache; 3] {
    [(256, 32), (1024, 64), (4096, 64)].map(|(bytes, line)| Cache::new(bytes, line).unwrap())
}
const LINES: [(usize, i64); 3] = [(8, 32), (16, 64), (64, 64)];

/// The offsets on both sides of all elements, in the order of these loops: blocks of blocks, within the modes.
fn visited(from: &Layout, to: &Layout, loops: &[CopyLoop]) -> Vec<[i64; 2]> {
    let (read, written) = (from.flat_modes(), to.flat_modes());
    let mut starts = vec![vec![0; read.len()]];
    let mut all: Vec<CopyLoop> = loops.to_vec();
    // Outermost first: each loop steps by the blocks of the loops inside.
    while let Some(CopyLoop { mode, end }) = all.pop() {
        let step = all.iter().filter(|inner| inner.mode == mode).map(|inner| inner.end).max();
        let step = step.unwrap_or(1);
        let turns = |start: Vec<i64>| {
            let places = (0..end).step_by(step as usize).map(move |more| {
                let mut place = start.clone();
                place[mode] += more;
                place
            });
            places.collect::<Vec<_>>()
        };
        starts = starts.into_iter().flat_map(turns).collect();
        let extent = read[mode].shape;
        starts.retain(|place| place[mode] < extent);
    }
    let offset = |modes: &[tilework_algebra::Mode], place: &[i64]| -> i64 {
        modes.iter().zip(place).map(|(mode, at)| mode.stride * at).sum()
    };
    starts.iter().map(|place| [offset(read, place), offset(written, place)]).collect()
}

/// The smallest offset of a side begins a line.
fn least(layout: &Layout) -> i64 {
    let modes = layout.flat_modes();
    modes.iter().map(|mode| (mode.stride * (mode.shape - 1)).min(0)).sum()
}

/// The lines of a block with these extents, one by one. A block of a mode that goes backwards begins at its end.
fn lines_of(side: &Layout, blocks: &[i64], element: i64, line: i64) -> i64 {
    let mut offsets = vec![0];
    for (mode, block) in side.flat_modes().iter().zip(blocks) {
        let each = offsets.iter().flat_map(|of| (0..*block).map(move |i| of + i * mode.stride));
        offsets = each.collect();
    }
    let first = offsets.iter().copied().filter(|of| *of < 0).min().unwrap_or(0);
    // The distance from the beginning of a line to the first element that is reached backwards.
    let all = offsets.iter().map(|of| (of * element).div_euclid(line));
    assert!(first >= least(side));
    all.collect::<BTreeSet<_>>().len() as i64
}

/// [`copy_lines`] by its description.
fn by_definition(
    [from, to]: [&Layout; 2],
    loops: &[CopyLoop],
    element: i64,
    (capacity, line): (usize, i64),
) -> [i64; 2] {
    let mut blocks = vec![1; from.flat_modes().len()];
    let mut of = |loops: &[CopyLoop]| {
        blocks.fill(1);
        loops.iter().for_each(|one| blocks[one.mode] = one.end);
        [from, to].map(|side| lines_of(side, &blocks, element, line))
    };
    let fits = |lines: [i64; 2]| lines[0] + lines[1] <= capacity as i64;
    let inside = (1..=loops.len()).rev().find(|&j| fits(of(&loops[..j - 1]))).unwrap_or(0);
    let mut lines = of(&loops[..inside]);
    for (at, one) in loops.iter().enumerate().skip(inside) {
        let before = loops[..at].iter().filter(|inner| inner.mode == one.mode).map(|x| x.end).max();
        let turns = (one.end - 1) / before.unwrap_or(1) + 1;
        lines = lines.map(|lines| lines * turns);
    }
    lines
}

/// The number of lines that a cache fetches if it evicts the least recently used line.
fn simulated(visits: &[[i64; 2]], element: i64, (capacity, line): (usize, i64)) -> [i64; 2] {
    let mut held: Vec<(usize, i64)> = Vec::new();
    let mut brought = [0, 0];
    for visit in visits {
        for (side, offset) in visit.iter().enumerate() {
            let wanted = (side, (offset * element).div_euclid(line));
            match held.iter().position(|one| *one == wanted) {
                Some(at) => _ = held.remove(at),
                None => brought[side] += 1,
            }
            held.push(wanted);
            if held.len() > capacity {
                held.remove(0);
            }
        }
    }
    brought
}

/// All orders of some numbers.
fn orders(of: &[usize]) -> Vec<Vec<usize>> {
    match of {
        [] => vec![vec![]],
        _ => of
            .iter()
            .flat_map(|&first| {
                let rest: Vec<usize> = of.iter().copied().filter(|one| *one != first).collect();
                orders(&rest).into_iter().map(move |mut order| {
                    order.insert(0, first);
                    order
                })
            })
            .collect(),
    }
}

/// The counts are those of the definition, and for a plan an upper bound of the lines that a cache fetches. No order of
/// whole loops, and no order of blocks of one line, fetches fewer lines than the order that is found.
#[test]
fn fewest_lines() {
    let (mut plans, mut counted, mut aligned) = (0, 0, 0);
    for (from, to, element) in CASES {
        for (cache, lines) in caches().iter().zip(LINES) {
            let plan = copy_loops(&layout(from), &layout(to), element, cache).unwrap();
            let sides = [&plan.from, &plan.to];
            let visits = visited(&plan.from, &plan.to, &plan.loops);
            // Each element once, from its own offset.
            let elements: BTreeSet<[i64; 2]> = visits.iter().copied().collect();
            let (all, other) = (layout(from), layout(to));
            let pair = |i: i64| [all.offset(i).unwrap(), other.offset(i).unwrap()];
            assert_eq!(elements, (0..all.size()).map(pair).collect(), "{from} to {to}");
            assert_eq!(visits.len(), elements.len());
            let of = |loops: &[CopyLoop]| copy_lines(&plan.from, &plan.to, loops, element, cache);
            assert_eq!(of(&plan.loops).unwrap(), plan.lines, "{from} to {to}");
            let whole: Vec<i64> = sides[0].flat_modes().iter().map(|mode| mode.shape).collect();
            assert_eq!(sides.map(|side| lines_of(side, &whole, element, lines.1)), plan.least);
            let brought = simulated(&visits, element, (2 * lines.0, lines.1));
            // A block that begins within a line has up to as many more.
            let in_lines = |side: &&Layout| {
                side.flat_modes()
                    .iter()
                    .all(|mode| mode.stride == 1 || mode.stride * element % lines.1 == 0)
            };
            let most = if sides.iter().all(in_lines) { 1 } else { 2 };
            aligned += usize::from(most == 1);
            for side in 0..2 {
                assert!(
                    brought[side] <= most * plan.lines[side],
                    "{from} to {to}: {brought:?} {plan:?}"
                );
            }
            plans += 1;
            let modes: Vec<usize> = (0..whole.len()).collect();
            for block in [1, 2, 4, 8, (lines.1 / element).max(1)] {
                for order in orders(&modes) {
                    let inside = order
                        .iter()
                        .filter(|_| block > 1)
                        .map(|&mode| CopyLoop { mode, end: block.min(whole[mode]) });
                    let mut loops: Vec<CopyLoop> = inside.collect();
                    loops.extend(order.iter().map(|&mode| CopyLoop { mode, end: whole[mode] }));
                    let found = of(&loops).unwrap();
                    assert_eq!(found, by_definition(sides, &loops, element, lines), "{loops:?}");
                    let better = found[0] + found[1] < plan.lines[0] + plan.lines[1];
                    assert!(!better, "{from} to {to}: {loops:?} {found:?} {plan:?}");
                    counted += 1;
                }
            }
        }
    }
    assert!(plans == 36 && counted > 500 && aligned >= 3, "{plans} {counted} {aligned}");
}

#[test]
fn refusals() {
    let of = |from: &str, to: &str, element| {
        copy_loops(&layout(from), &layout(to), element, &Cache::default()).map(|_| ())
    };
    assert!(of("(4,9):(1,4)", "(6,6):(1,6)", 4).unwrap_err().to_string().contains("divisib"));
    assert!(of("8:1", "9:1", 4).is_err() && of("8:1", "8:1", 3).is_err());
    assert!(Cache::new(64, 64).is_err() && Cache::new(1 << 10, 48).is_err());
    let side = layout("(4,4):(1,4)");
    let lines = |mode, end| {
        copy_lines(&side, &side, &[CopyLoop { mode, end }], 4, &Cache::default()).is_err()
    };
    assert!(lines(2, 1) && lines(0, 5) && lines(0, 0) && !lines(1, 4));
}

/// The lines of modes with any strides, which overlap, stand still or go backwards, equal those that are counted one by
/// one.
#[test]
fn lines_of_any_strides() {
    let mut state = 7u64;
    let mut below = |n: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) % n
    };
    let (mut cases, mut more) = (0, 0);
    for _ in 0..4000 {
        let rank = 1 + below(4) as usize;
        let element = 1 << below(5);
        let line = 1 << below(8);
        let mut mode = || {
            let far = [4, 20, 100, 1000][below(4) as usize];
            (1 + below(6) as i64, below(far) as i64 * [1, 1, 1, -1][below(4) as usize])
        };
        let modes: Vec<(i64, i64)> = (0..rank).map(|_| mode()).collect();
        let extents: Vec<i64> = modes.iter().map(|mode| mode.0).collect();
        let list = |of: &[i64]| {
            let numbers: Vec<String> = of.iter().map(i64::to_string).collect();
            format!("({})", numbers.join(","))
        };
        let strides: Vec<i64> = modes.iter().map(|mode| mode.1).collect();
        let side = layout(&format!("{}:{}", list(&extents), list(&strides)));
        let loops: Vec<CopyLoop> =
            (0..rank).map(|mode| CopyLoop { mode, end: extents[mode] }).collect();
        let cache = Cache::new(1 << 40, line).unwrap();
        let found = copy_lines(&side, &side, &loops, element, &cache).unwrap();
        // An element is not longer than a line.
        let expected = lines_of(&side, &extents, element, line.max(element));
        assert_eq!(found, [expected; 2], "{side} of {element} bytes in lines of {line}");
        cases += 1;
        more += usize::from(expected > 4);
    }
    assert!(cases == 4000 && more > 1000, "{more}");
}

/// Columns to rows of many modes. If blocks end with lines, each line is fetched once, which is the minimum; otherwise
/// fewer than twice. Some cases have more blocks than are tried one by one.
#[test]
fn many_modes() {
    let mut cases = 0;
    for (extent, most) in [(2_i64, 62), (3, 39), (5, 26)] {
        for rank in (8..=most).step_by(6) {
            let side = |rows: bool| {
                let strides: Vec<String> = (0..rank)
                    .map(|at| extent.pow(if rows { rank - 1 - at } else { at }).to_string())
                    .collect();
                let extents = vec![extent.to_string(); rank as usize];
                layout(&format!("({}):({})", extents.join(","), strides.join(",")))
            };
            for element in [1, 4, 8] {
                let (from, to) = (side(false), side(true));
                // Offsets in bytes fit.
                if extent.checked_pow(rank).and_then(|size| size.checked_mul(element)).is_none() {
                    continue;
                }
                let plan = copy_loops(&from, &to, element, &Cache::default()).unwrap();
                let size = i128::from(extent).pow(rank) * i128::from(element);
                let lines = i64::try_from((size + 63) / 64).unwrap();
                assert_eq!(plan.least, [lines; 2], "{from} of {element}");
                let most = if extent == 2 { lines } else { 2 * lines };
                assert!(plan.lines.iter().all(|brought| *brought <= most), "{from}: {plan:?}");
                cases += 1;
            }
        }
    }
    assert!(cases > 40, "{cases}");
}
