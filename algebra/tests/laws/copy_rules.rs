//! The loops that the rules of `copy` choose (`src/algorithm/plan.rs`), beside those with the fewest lines: for all copies that
//! `benches/report` measures.

use tilework_algebra::{Cache, CopyLoop, Layout, copy_lines, copy_loops};

/// A loop: its extent, and the steps in what is read and in what is written.
#[derive(Clone, Copy)]
struct Axis {
    extent: usize,
    from: usize,
    to: usize,
}

/// The loops by the step in what is written, then by that in what is read; neighbours merged.
struct Plan(Vec<Axis>);
impl Plan {
    fn new(from: &Layout, to: &Layout) -> Self {
        let modes = from.flat_modes().iter().zip(to.flat_modes());
        let mut axes: Vec<Axis> = modes
            .map(|(from, to)| Axis {
                extent: from.shape as usize,
                from: from.stride as usize,
                to: to.stride as usize,
            })
            .collect();
        axes.sort_by_key(|axis| (axis.to, axis.from));
        let mut merged: Vec<Axis> = Vec::new();
        for axis in axes {
            match merged.last_mut() {
                Some(last)
                    if (last.from * last.extent, last.to * last.extent) == (axis.from, axis.to) =>
                {
                    last.extent *= axis.extent;
                }
                _ => merged.push(axis),
            }
        }
        Plan(merged)
    }

    fn count(&self) -> usize {
        self.0.len()
    }

    fn axis(&self, at: usize) -> Axis {
        self.0[at]
    }

    /// Of the loops from `first` on but `other` the one that steps least in what is read.
    fn along_but(&self, first: usize, other: usize) -> usize {
        let others = (first..self.count()).filter(|&at| at == first || at != other);
        others.min_by_key(|&at| self.0[at].from).unwrap_or(first)
    }
}

const LINE: usize = 64;

/// A copy: its name, what is read and what is written, and the bytes of an element.
struct Case(String, Layout, Layout, usize);

/// Those of `benches/report`, of matrices by rows.
fn cases() -> Vec<Case> {
    let mut all = Vec::new();
    let mut case = |name: String, shape: &str, read: &str, written: &str, bytes| {
        let of = |strides: &str| format!("{shape}:{strides}").parse().unwrap();
        all.push(Case(name, of(read), of(written), bytes));
    };
    for (m, n) in [(64, 64), (511, 513), (1000, 1000), (4096, 4096), (4095, 4097)] {
        for bytes in [4, 8] {
            let name = format!("transpose f{} {m} x {n}", 8 * bytes);
            case(name, &format!("({m},{n})"), &format!("({n},1)"), &format!("(1,{m})"), bytes);
        }
    }
    let list = |numbers: &[usize]| {
        let all: Vec<String> = numbers.iter().map(|number| format!("{number}")).collect();
        format!("({})", all.join(","))
    };
    let mut permuted = |extents: &[usize], order: &[usize]| {
        let (mut read, mut written) = (Vec::from(extents), Vec::from(extents));
        let last = extents.len() - 1;
        (read[last], written[order[last]]) = (1, 1);
        for i in (0..last).rev() {
            read[i] = read[i + 1] * extents[i + 1];
            written[order[i]] = written[order[i + 1]] * extents[order[i + 1]];
        }
        let name = format!("permute f32 {extents:?} by {order:?}");
        case(name, &list(extents), &list(&read), &list(&written), 4);
    };
    for order in [[2, 1, 0], [1, 0, 2], [0, 2, 1], [1, 2, 0]] {
        permuted(&[128, 96, 200], &order);
    }
    for order in [[3, 2, 1, 0], [2, 1, 0, 3], [0, 3, 2, 1], [2, 3, 0, 1]] {
        permuted(&[64, 48, 100, 16], &order);
    }
    for n in [1024, 2048, 4096, 8192] {
        for (bytes, w, h) in [(4, 8, 8), (4, 16, 4), (8, 8, 8)] {
            let shape = format!("(({w},{h}),({},{}))", n / w, n / h);
            let rows = format!("((1,{n}),({w},{}))", n * h);
            let tiles = format!("((1,{w}),({},{}))", w * h, n * h);
            let name = |way| format!("relayout f{} {n} x {n} {way} {w} x {h} tiles", 8 * bytes);
            case(name("to"), &shape, &rows, &tiles, bytes);
            case(name("from"), &shape, &tiles, &rows, bytes);
        }
    }
    all
}

/// The loops of `strided::apply`: runs, or tiles of a line each way, by 16 of them along what is read.
fn by_rules(plan: &Plan, bytes: usize) -> Vec<CopyLoop> {
    let whole = |mode: usize| (mode, plan.axis(mode).extent);
    let along = plan.along_but(0, usize::MAX);
    let mut loops = Vec::new();
    if along == 0 || plan.axis(0).from * bytes < LINE {
        loops.extend((0..plan.count()).map(whole));
    } else {
        let side = LINE / bytes;
        loops.extend([(along, side), (0, side), (along, 16 * side), whole(0), whole(along)]);
        let mut rest: Vec<usize> = (1..plan.count()).filter(|&mode| mode != along).collect();
        let second = if along == 1 { 2 } else { 1 };
        let next = plan.along_but(second, along);
        let row = plan.axis(along).extent * bytes;
        if next != second && row < 8 * LINE {
            loops.extend([(next, (8 * LINE).div_ceil(row)), whole(second), whole(next)]);
            rest.retain(|mode| ![second, next].contains(mode));
        }
        loops.extend(rest.into_iter().map(whole));
    }
    let end = |(mode, end): (usize, usize)| CopyLoop {
        mode,
        end: end.min(plan.axis(mode).extent) as i64,
    };
    loops.into_iter().map(end).collect()
}

/// The steps of the loops, each mode by its last one.
fn order(loops: &[CopyLoop], steps: impl Fn(usize) -> (i64, i64)) -> Vec<(i64, i64)> {
    let last = |at: usize| loops[at + 1..].iter().all(|other| other.mode != loops[at].mode);
    (0..loops.len()).filter(|&at| last(at)).map(|at| steps(loops[at].mode)).collect()
}

/// The guide has the table; `TILEWORK_BLESS=1` writes it.
#[test]
fn lines_of_rules_beside_the_fewest() {
    let mut table = String::from(
        "| copy | lines | by the rules | found | the rules bring | order |\n|---|---|---|---|---|---|\n",
    );
    let (cache, mut more) = (Cache::default(), 0);
    let all = cases();
    for Case(name, read, written, bytes) in &all {
        let element = *bytes as i64;
        let found = copy_loops(read, written, element, &cache).unwrap();
        let plan = Plan::new(&found.from, &found.to);
        let axes: Vec<Axis> = (0..plan.count()).map(|at| plan.axis(at)).collect();
        let flat = |stride: fn(&Axis) -> usize| -> Layout {
            let list = |of: &dyn Fn(&Axis) -> usize| {
                axes.iter().map(|axis| format!("{}", of(axis))).collect::<Vec<_>>().join(",")
            };
            format!("({}):({})", list(&|axis| axis.extent), list(&stride)).parse().unwrap()
        };
        let (from, to) = (flat(|axis| axis.from), flat(|axis| axis.to));
        let rules = by_rules(&plan, *bytes);
        let of_rules = copy_lines(&from, &to, &rules, element, &cache).unwrap();
        let [least, rules_all, found_all] =
            [found.least, of_rules, found.lines].map(|[read, written]| read + written);
        assert!(least <= found_all, "{name}");
        more += usize::from(rules_all > found_all);
        let ratio = rules_all as f64 / found_all as f64;
        let says = match rules_all == found_all {
            true => "as many".into(),
            false => format!("**{ratio:.3}** of it"),
        };
        let of_plan = order(&rules, |mode| (axes[mode].from as i64, axes[mode].to as i64));
        let (f, t) = (found.from.flat_modes(), found.to.flat_modes());
        let of_found = order(&found.loops, |mode| (f[mode].stride, t[mode].stride));
        let same = if of_plan == of_found { "the same" } else { "another" };
        table += &format!("| {name} | {least} | {rules_all} | {found_all} | {says} | {same} |\n");
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../src/guide/found.md");
    let guide = std::fs::read_to_string(path).unwrap();
    let (before, rest) = guide.split_once("<!-- loops -->\n").unwrap();
    let (there, after) = rest.split_once("<!-- end of loops -->\n").unwrap();
    if std::env::var_os("TILEWORK_BLESS").is_some() {
        let guide = format!("{before}<!-- loops -->\n{table}<!-- end of loops -->\n{after}");
        std::fs::write(path, guide).unwrap();
    } else {
        assert_eq!(there, table, "TILEWORK_BLESS=1 writes it");
    }
    assert_eq!((all.len(), more), (42, MORE));
}

/// In how many copies the rules bring more lines than the loops that are found.
const MORE: usize = 12;
