//! Tiled copies given by the offsets that threads access, compared with these offsets.

use std::collections::BTreeMap;

use tilework_algebra::atom::{CopyAtom, LDMATRIX, TMEM, TiledCopy};
use tilework_algebra::{Layout, Rule, coalesce};

use crate::definition::{layout, values};

/// Pseudo-random numbers below a limit (Marsaglia's xorshift).
struct Random(u64);
impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % limit
    }
    fn shuffle<T>(&mut self, list: &mut [T]) {
        (1..list.len()).for_each(|i| list.swap(i, self.below(i + 1)));
    }
}

/// Checks that value `v` of thread `t` is the element at the offset `tv(t, v)` in the first tile, and that all tiles
/// together have all elements of the data, each as often as the first tile has its own.
fn check(copy: &TiledCopy, tv: &Layout, data: &Layout) {
    let parts = copy.partition_d(data).unwrap();
    let first = tv.size();
    for i in 0..first {
        assert_eq!(parts.offset(i), tv.offset(i), "{tv} in {data}: {parts}");
    }
    let count = |offsets: Vec<i64>| {
        let mut times = BTreeMap::new();
        offsets.into_iter().for_each(|at| *times.entry(at).or_insert(0) += 1);
        times
    };
    let times = count(values(tv)).into_values().next().unwrap();
    let all = count(values(&parts));
    assert!(all.values().all(|&n| n == times), "{tv} in {data}: {parts}");
    assert!(all.into_keys().eq(count(values(data)).into_keys()), "{tv} in {data}: {parts}");
}

/// Random data with modes whose parts belong to threads, values or further tiles: there is always a copy.
#[test]
fn random_parts() {
    let mut random = Random(20);
    let (mut gaps, mut vectors) = (0, 0);
    for _ in 0..3000 {
        // Extents in parts, and the strides of the modes, which may leave gaps.
        let modes: Vec<Vec<i64>> = (0..1 + random.below(3))
            .map(|_| (0..1 + random.below(3)).map(|_| 2 + random.below(2) as i64).collect())
            .collect();
        let mut order: Vec<usize> = (0..modes.len()).collect();
        random.shuffle(&mut order);
        let mut strides = vec![0; modes.len()];
        let mut span = 1;
        for &mode in &order {
            strides[mode] = span;
            span *= modes[mode].iter().product::<i64>() * (1 + random.below(2) as i64);
        }
        let text = |modes: &[(i64, i64)]| {
            let text = |get: fn(&(i64, i64)) -> i64| {
                modes.iter().map(|mode| get(mode).to_string()).collect::<Vec<_>>().join(",")
            };
            match modes {
                [] => "1:0".to_string(),
                _ => format!("({}):({})", text(|mode| mode.0), text(|mode| mode.1)),
            }
        };
        let whole: Vec<(i64, i64)> =
            modes.iter().zip(&strides).map(|(parts, &d)| (parts.iter().product(), d)).collect();
        let data = match whole[..] {
            [(extent, stride)] if random.below(2) == 0 => Layout::leaf(extent, stride).unwrap(),
            _ => layout(&text(&whole)),
        };
        let mut parts: [Vec<(i64, i64)>; 3] = Default::default();
        for (extents, mut stride) in modes.iter().zip(strides) {
            for &extent in extents {
                parts[random.below(3)].push((extent, stride));
                stride *= extent;
            }
        }
        parts.iter_mut().for_each(|part| random.shuffle(part));
        if random.below(4) == 0 {
            parts[0].push((2, 0));
        }
        let [threads, values, _] = parts;
        let tv = Layout::concatenate([layout(&text(&threads)), layout(&text(&values))]).unwrap();
        let n = match values.first() {
            Some(&(extent, 1)) => extent,
            _ => 1,
        };
        let copy = TiledCopy::cotiled(CopyAtom::vector(n).unwrap(), &tv, &data);
        let copy = copy.unwrap_or_else(|error| panic!("{tv} in {data}: {error}"));
        gaps += usize::from(copy.tiler().to_string().contains('('));
        match copy.partition_s(&data) {
            Ok(_) => {
                check(&copy, &tv, &data);
                vectors += usize::from(n > 1);
            }
            Err(error) => assert!(n > 1 && matches!(error.rule, Rule::Alignment { .. })),
        }
    }
    assert!(gaps > 100 && vectors > 100, "{gaps} {vectors}");
}

/// Warps that copy what instructions of tensor memory access: CuTe makes these copies in this way.
#[test]
fn tensor_memory() {
    for shape in TMEM {
        let tv = shape.thread_value(8).unwrap();
        let data = layout("(128,128):(65536,1)");
        let copy = TiledCopy::cotiled(CopyAtom::vector(1).unwrap(), &tv, &data).unwrap();
        check(&copy, &tv, &data);
        let lanes = if shape.name.contains("32x32b") { "128:1" } else { "(16,4):(1,32)" };
        let columns = shape.columns * if shape.halves.is_some() { 16 } else { 8 };
        assert_eq!(copy.tiler().to_string(), format!("<{lanes},{columns}:1>"), "{}", shape.name);
    }
}

/// An atom of a whole warp.
#[test]
fn matrices() {
    let load = LDMATRIX.iter().find(|load| load.name == "ldmatrix.x4").unwrap();
    let atom = CopyAtom::load(load, 16).unwrap();
    // Registers of a warp as `ldmatrix` fills them, for 4 matrices below one another.
    let (tv, data) = (layout("((4,8),(2,4)):((2,64),(1,512))"), layout("(32,64):(64,1)"));
    let copy = TiledCopy::cotiled(atom, &tv, &data).unwrap();
    check(&copy, &tv, &data);
    // Each thread reads a row of 8.
    let rows = copy.partition_s(&data).unwrap();
    assert_eq!(coalesce(&rows.mode(0).unwrap()).to_string(), "32:64");
}

#[test]
fn refusals() {
    let of = |tv: &str, data: &str| {
        TiledCopy::cotiled(CopyAtom::vector(1).unwrap(), &layout(tv), &layout(data)).map(drop)
    };
    let rule = |tv, data| of(tv, data).unwrap_err().rule;
    assert_eq!(of("(4,2):(2,1)", "(4,2):(2,1)"), Ok(()));
    assert_eq!(rule("8:1", "8:1"), Rule::Profile);
    assert_eq!(rule("(4,2,1):(2,1,0)", "8:1"), Rule::Profile);
    // Offsets between the rows, and past them.
    assert_eq!(rule("(4,4):(4,1)", "(4,2):(4,1)"), Rule::CoordinateOutside);
    assert_eq!(rule("(8,2):(2,1)", "(4,2):(2,1)"), Rule::CoordinateOutside);
    assert_eq!(rule("(4,2):(2,1)", "(4,2):(1,0)"), Rule::Injectivity { first: 0, second: 4 });
    // A diagonal is not a tile.
    assert_eq!(rule("(4,1):(5,0)", "(4,4):(4,1)"), Rule::Compactness);
    let error =
        TiledCopy::cotiled(CopyAtom::vector(4).unwrap(), &layout("(4,2):(2,1)"), &layout("8:1"));
    assert_eq!(error.unwrap_err().rule, Rule::Evenness { size: 2, span: 4 });
}
