//! The loops in which `transform` goes through memory, and `copy` for elements that are no plain numbers, beside the
//! loops with the fewest lines, for all copies that `benches/report` measures. The test notes the elements that are
//! written, in order. The loops are derived from that order, so they are those of `src/algorithm` whatever it does.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use tilework::algebra::{Cache, CopyLoop, Layout, copy_lines, copy_loops};
use tilework::algorithm::transform;
use tilework::{Tensor, layout};

/// A copy: its name, extents, strides of the source and of the destination, and the bytes of an element.
struct Case {
    name: String,
    extents: [usize; 4],
    read: [usize; 4],
    written: [usize; 4],
    bytes: usize,
}

/// The copies of `benches/report`, of row-major matrices.
fn cases() -> Vec<Case> {
    let mut all = Vec::new();
    for (m, n) in [(64, 64), (511, 513), (1000, 1000), (4096, 4096), (4095, 4097)] {
        for bytes in [4, 8] {
            let name = format!("transpose f{} {m} x {n}", 8 * bytes);
            let (read, written) = ([n, 1, 0, 0], [1, m, 0, 0]);
            all.push(Case { name, extents: [m, n, 1, 1], read, written, bytes });
        }
    }
    let mut permuted = |extents: &[usize], order: &[usize]| {
        let (mut read, mut written, mut padded) = ([0; 4], [0; 4], [1; 4]);
        let last = extents.len() - 1;
        (read[last], written[order[last]]) = (1, 1);
        for i in (0..last).rev() {
            read[i] = read[i + 1] * extents[i + 1];
            written[order[i]] = written[order[i + 1]] * extents[order[i + 1]];
        }
        padded[..extents.len()].copy_from_slice(extents);
        let name = format!("permute f32 {extents:?} by {order:?}");
        all.push(Case { name, extents: padded, read, written, bytes: 4 });
    };
    for order in [[2, 1, 0], [1, 0, 2], [0, 2, 1], [1, 2, 0]] {
        permuted(&[128, 96, 200], &order);
    }
    for order in [[3, 2, 1, 0], [2, 1, 0, 3], [0, 3, 2, 1], [2, 3, 0, 1]] {
        permuted(&[64, 48, 100, 16], &order);
    }
    for n in [1024, 2048, 4096, 8192] {
        for (bytes, w, h) in [(4, 8, 8), (4, 16, 4), (8, 8, 8)] {
            let extents = [w, h, n / w, n / h];
            let (rows, tiles) = ([1, n, w, n * h], [1, w, w * h, n * h]);
            for (way, read, written) in [("to", rows, tiles), ("from", tiles, rows)] {
                let name = format!("relayout f{} {n} x {n} {way} {w} x {h} tiles", 8 * bytes);
                all.push(Case { name, extents, read, written, bytes });
            }
        }
    }
    all
}

impl Case {
    fn size(&self) -> usize {
        self.extents.iter().product()
    }

    /// The number of elements that are noted: all, or more than one step of the outermost loop covers.
    fn noted(&self) -> usize {
        let is_relayout = self.name.starts_with("relayout");
        if is_relayout && self.size() > 1 << 20 { 1 << 18 } else { 5 << 18 }
    }

    /// The layouts of both sides, with modes merged that continue one another on both.
    fn sides(&self) -> [Layout; 2] {
        let mut modes: Vec<[usize; 3]> =
            (0..4).map(|at| [self.extents[at], self.read[at], self.written[at]]).collect();
        modes.retain(|mode| mode[0] > 1);
        let meet = |modes: &[[usize; 3]]| {
            let pairs = (0..modes.len()).flat_map(|at| (0..modes.len()).map(move |of| (at, of)));
            let meets = |&(at, of): &(usize, usize)| {
                (1..3).all(|side| modes[at][side] * modes[at][0] == modes[of][side])
            };
            pairs.into_iter().find(meets)
        };
        while let Some((first, next)) = meet(&modes) {
            modes[first][0] *= modes[next][0];
            modes.remove(next);
        }
        let list = |of: usize| {
            let all: Vec<String> = modes.iter().map(|mode| mode[of].to_string()).collect();
            format!("({})", all.join(","))
        };
        [1, 2].map(|side| format!("{}:{}", list(0), list(side)).parse().unwrap())
    }

    /// The places of the noted elements, in order.
    fn visited(&self) -> Vec<usize> {
        match self.bytes {
            4 => self.visited_by::<4>(),
            _ => self.visited_by::<8>(),
        }
    }

    fn visited_by<const BYTES: usize>(&self) -> Vec<usize> {
        const LINE: usize = 64;
        // Nothing is written, and the contents of the source do not matter: the system has one page of zeros for all of
        // it. Bytes are no numbers; other loops copy numbers, by instructions of the processor.
        let room = || vec![[0u8; BYTES]; self.size() + LINE / BYTES];
        let (from, mut to) = (room(), room());
        let aligned = |of: *const [u8; BYTES]| of.cast::<u8>().align_offset(LINE) / BYTES;
        let (from, first) = (&from[aligned(from.as_ptr())..], aligned(to.as_ptr()));
        let to = &mut to[first..];
        let begin = to.as_ptr().addr();
        let ([a, b, c, d], [p, q, r, s], [t, u, v, w]) = (self.extents, self.read, self.written);
        let (mut visited, most) = (Vec::new(), self.noted());
        let noted = |element: &mut [u8; BYTES], _| {
            visited.push((std::ptr::from_mut(element).addr() - begin) / BYTES);
            if visited.len() == most {
                resume_unwind(Box::new(()));
            }
        };
        let all = || {
            let from = Tensor::new(from, layout!((a,b,c,d):(p,q,r,s))).unwrap();
            let mut to = Tensor::new(to, layout!((a,b,c,d):(t,u,v,w))).unwrap();
            transform(&from, &mut to, noted).unwrap();
        };
        let ended = catch_unwind(AssertUnwindSafe(all));
        assert_eq!(ended.is_ok(), self.size() < most, "{}", self.name);
        visited
    }
}

/// The loops that visit elements of these modes in this order.
///
/// Along one mode, with all other coordinates 0, a loop takes the same time from each element to the next. Where it
/// ends, a loop around it goes on.
fn loops(to: &Layout, visited: &[usize]) -> Vec<CopyLoop> {
    let modes = to.flat_modes();
    let mut places = HashMap::new();
    for (at, mode) in modes.iter().enumerate() {
        places.extend((1..mode.shape).map(|i| ((i * mode.stride) as usize, (at, i))));
    }
    let mut times: Vec<Vec<Option<usize>>> =
        modes.iter().map(|mode| vec![None; mode.shape as usize]).collect();
    assert_eq!(visited[0], 0);
    for (time, place) in visited.iter().enumerate() {
        if let Some(&(mode, i)) = places.get(place) {
            assert!(times[mode][i as usize].replace(time).is_none(), "an element is visited twice");
        }
    }
    let mut all = Vec::new();
    for (mode, times) in times.iter().enumerate() {
        // The time of a step, and its length in elements.
        let mut steps: Vec<(usize, usize)> = Vec::new();
        let mut next = Some(1);
        while let Some(begin) = next {
            steps.push((times[begin].expect("each loop begins"), begin));
            let expected = |i: usize| {
                let outermost_first = steps.iter().rev();
                let of = |(time, rest), &(step, by): &(usize, usize)| {
                    (time + rest / by * step, rest % by)
                };
                outermost_first.fold((0, i), of).0
            };
            // In an incomplete block at the end, elements may come in another order.
            let is_whole =
                |i: usize| i.is_multiple_of(begin) || i - i % begin + begin <= times.len();
            let another = |i: usize| times[i].is_some_and(|time| time != expected(i));
            next = (begin + 1..times.len()).find(|&i| is_whole(i) && another(i));
        }
        let ends = steps[1..].iter().map(|step| step.1).chain([times.len()]);
        let of_mode = steps.iter().zip(ends);
        all.extend(of_mode.map(|(step, end)| (step.0, CopyLoop { mode, end: end as i64 })));
    }
    all.sort_by_key(|of| of.0);
    // Everything inside a loop has been visited once when the loop goes on. So no other loop exists, in the noted part
    // and after it.
    let mut blocks = vec![1; modes.len()];
    for (time, of) in &all {
        assert_eq!(*time as i64, blocks.iter().product(), "{all:?}");
        blocks[of.mode] = of.end;
    }
    all.into_iter().map(|of| of.1).collect()
}

/// A cache that evicts the least recently used line. Each line names the ones used before and after it.
struct Lru {
    lines: Vec<[usize; 2]>,
    /// The number of further lines that it has room for.
    room: usize,
    brought: i64,
}

impl Lru {
    const NOT_HELD: [usize; 2] = [usize::MAX; 2];

    fn new(lines: usize, capacity: usize) -> Self {
        // The last entry is no line: before it is the line used last, and after it the line used first.
        let mut all = vec![Self::NOT_HELD; lines + 1];
        all[lines] = [lines; 2];
        Lru { lines: all, room: capacity, brought: 0 }
    }

    fn take(&mut self, line: usize) {
        let [before, after] = self.lines[line];
        self.lines[before][1] = after;
        self.lines[after][0] = before;
        self.lines[line] = Self::NOT_HELD;
    }

    fn uses(&mut self, line: usize) {
        let none = self.lines.len() - 1;
        if self.lines[line] != Self::NOT_HELD {
            self.take(line);
        } else {
            self.brought += 1;
            match self.room.checked_sub(1) {
                Some(room) => self.room = room,
                None => self.take(self.lines[none][1]),
            }
        }
        let last = self.lines[none][0];
        self.lines[line] = [last, none];
        self.lines[last][1] = line;
        self.lines[none][0] = line;
    }
}

/// The number of lines that a cache of this capacity brings for these visits.
fn brought(sides: [&Layout; 2], visited: &[usize], elements: usize, capacity: usize) -> i64 {
    let [from, to] = sides.map(Layout::flat_modes);
    let mut slowest: Vec<usize> = (0..to.len()).collect();
    slowest.sort_by_key(|&mode| -to[mode].stride);
    let lines = visited.len().div_ceil(elements);
    let mut cache = Lru::new(2 * lines, capacity);
    for &written in visited {
        let (mut rest, mut read) = (written as i64, 0);
        for &mode in &slowest {
            read += rest / to[mode].stride * from[mode].stride;
            rest %= to[mode].stride;
        }
        cache.uses(read as usize / elements);
        cache.uses(lines + written / elements);
    }
    cache.brought
}

/// The steps of the loops, each mode with its last one.
fn order(loops: &[CopyLoop], [from, to]: [&Layout; 2]) -> Vec<(i64, i64)> {
    let last = |at: &usize| loops[at + 1..].iter().all(|other| other.mode != loops[*at].mode);
    let steps = |mode: usize| (from.flat_modes()[mode].stride, to.flat_modes()[mode].stride);
    (0..loops.len()).filter(last).map(|at| steps(loops[at].mode)).collect()
}

/// The guide has the table; `TILEWORK_BLESS=1` writes it.
#[test]
fn lines_of_rules_beside_the_fewest() {
    let mut table = String::from(
        "| copy | lines | by the rules | found | the rules bring | order |\n|---|---|---|---|---|---|\n",
    );
    let (cache, mut more, mut simulated) = (Cache::default(), 0, 0);
    let all = cases();
    for case in &all {
        let (name, element) = (&case.name, case.bytes as i64);
        let [read, written] = case.sides();
        let found = copy_loops(&read, &written, element, &cache).unwrap();
        let sides = [&found.from, &found.to];
        let visited = case.visited();
        let rules = loops(&found.to, &visited);
        let of_rules = copy_lines(&found.from, &found.to, &rules, element, &cache).unwrap();
        let [least, rules_all, found_all] =
            [found.least, of_rules, found.lines].map(|[read, written]| read + written);
        assert!(least <= found_all, "{name}");
        if case.size() < case.noted() {
            // A cache with twice as many lines, as `copy_lines` says. Where rows begin within lines, parts of these
            // come once more.
            let brings = brought(sides, &visited, 64 / case.bytes, 2 * 512);
            assert_eq!(visited.len(), case.size());
            assert!(least <= brings && brings <= 2 * rules_all, "{name}: {brings}, {rules:?}");
            simulated += 1;
        }
        more += usize::from(rules_all > found_all);
        let ratio = rules_all as f64 / found_all as f64;
        let says = match rules_all == found_all {
            true => "as many".into(),
            false => format!("**{ratio:.3}** of it"),
        };
        let same = match order(&rules, sides) == order(&found.loops, sides) {
            true => "the same",
            false => "another",
        };
        table += &format!("| {name} | {least} | {rules_all} | {found_all} | {says} | {same} |\n");
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../src/guide/searched.md");
    let guide = std::fs::read_to_string(path).unwrap();
    let (before, rest) = guide.split_once("<!-- loops -->\n").unwrap();
    let (there, after) = rest.split_once("<!-- end of loops -->\n").unwrap();
    if std::env::var_os("TILEWORK_BLESS").is_some() {
        let guide = format!("{before}<!-- loops -->\n{table}<!-- end of loops -->\n{after}");
        std::fs::write(path, guide).unwrap();
    } else {
        let changed = there.lines().zip(table.lines()).filter(|(before, now)| before != now);
        let changed: Vec<_> = changed.collect();
        assert!(there == table, "the guide, and now (TILEWORK_BLESS=1 writes it): {changed:#?}");
    }
    assert_eq!((all.len(), more, simulated), (42, MORE, 12));
}

/// The number of copies in which the rules bring more lines than the loops that are found.
const MORE: usize = 11;
