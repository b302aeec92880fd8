//! Predicts which leaves of a result are static from what is known of the operands. The recursions of the operations
//! run here on numbers some of which are unknown. A number of the result is static exactly if it is made only of known
//! numbers. A mode exists unless known numbers say that nothing is taken of it.

use tilework::algebra::Layout;

use super::leaves::at;

/// A leaf of a shape and its stride; `None` is dynamic.
pub type Leaf = (Option<i64>, Option<i64>);

/// A layout with dynamic leaves: with 1 in their places, and with 2.
type Layouts = [Layout; 2];

/// The known leaves of the result of an operation whose operands have `count` dynamic leaves, written `{v[i]}`; `None`
/// for operations that are not predicted.
pub fn predicted(operation: &str, a: &str, arguments: &str, count: usize) -> Option<Vec<Leaf>> {
    let with = |text: &str| [1, 2].map(|n| at(text, vec![n; count]));
    let a = layouts(&with(a));
    let operands = with(arguments.trim_start_matches(", "));
    match operation {
        "composition" => Some(by_mode(&a, &operands, composition)),
        "logical_divide" | "zipped_divide" | "tiled_divide" | "flat_divide" => {
            let mut leaves = by_mode(&a, &operands, divide);
            // A mode that is kept has a rest `1:0` if the rests are gathered.
            let kept = tiles(&operands[0]).iter().filter(|tile| *tile == "_").count();
            if operation != "logical_divide" {
                leaves.extend(vec![(Some(1), Some(0)); kept]);
            }
            Some(leaves)
        }
        "complement" => {
            let n = operands.map(|n| n.parse().unwrap());
            Some(complement(&leaves(&a), known(n[0], n[1])))
        }
        _ => None,
    }
}

/// Returns whether the leaves of a type are as predicted. Divides with parts at the top have the same leaves in another
/// order.
pub fn agrees(operation: &str, types: &[Leaf], predicted: &[Leaf]) -> bool {
    let sorted = |leaves: &[Leaf]| {
        let mut leaves = leaves.to_vec();
        leaves.sort_unstable();
        leaves
    };
    match operation {
        "composition" | "complement" | "logical_divide" => types == predicted,
        _ => sorted(types) == sorted(predicted),
    }
}

/// The leaves of the type of a layout, read from the name of the type.
pub fn of_type(name: &str) -> Vec<Leaf> {
    let mut numbers = Vec::new();
    let mut rest = name;
    while let Some(start) = rest.find(['S', 'D']) {
        rest = &rest[start..];
        if let Some(text) = rest.strip_prefix("Static<") {
            numbers.push(Some(number(text)));
        } else if rest.starts_with("Dyn") {
            numbers.push(None);
        }
        rest = &rest[1..];
    }
    let (shape, stride) = numbers.split_at(numbers.len() / 2);
    shape.iter().copied().zip(stride.iter().copied()).collect()
}
/// The number whose bits are in a type, the highest first: `UInt<UInt<UTerm, B1>, B0>` is 2.
fn number(text: &str) -> i64 {
    let mut depth = 1;
    let end = text.find(|c| {
        depth += i32::from(c == '<') - i32::from(c == '>');
        depth == 0
    });
    let bits = text[..end.unwrap()].split('B').skip(1);
    bits.fold(0, |n, bit| 2 * n + i64::from(bit.starts_with('1')))
}

fn layouts(texts: &[String; 2]) -> Layouts {
    texts.each_ref().map(|text| text.parse().unwrap())
}
/// A number, if it is the same for all values of the dynamic leaves.
fn known(with_1: i64, with_2: i64) -> Option<i64> {
    (with_1 == with_2).then_some(with_1)
}
fn leaves([a, b]: &Layouts) -> Vec<Leaf> {
    let pairs = a.flat_modes().iter().zip(b.flat_modes());
    pairs.map(|(a, b)| (known(a.shape, b.shape), known(a.stride, b.stride))).collect()
}
/// The product of two numbers; if one is 0 the other need not be known.
fn product(a: Option<i64>, b: Option<i64>) -> Option<i64> {
    match (a, b) {
        (Some(0), _) | (_, Some(0)) => Some(0),
        (a, b) => Some(a? * b?),
    }
}

/// An operation by a layout, or by a tiler on the modes for which it has a tile.
fn by_mode(
    a: &Layouts,
    operands: &[String; 2],
    of: fn(&[Leaf], &[Leaf]) -> Vec<Leaf>,
) -> Vec<Leaf> {
    if !operands[0].starts_with('<') {
        return of(&leaves(a), &leaves(&layouts(operands)));
    }
    let [mut tiles, mut others] = operands.each_ref().map(|text| tiles(text).into_iter());
    let modes = a[0].modes().zip(a[1].modes()).map(|(a, b)| {
        let mode = leaves(&[a, b]);
        match (tiles.next(), others.next()) {
            (Some(tile), Some(other)) if tile != "_" => {
                of(&mode, &leaves(&layouts(&[tile, other])))
            }
            _ => mode,
        }
    });
    modes.flatten().collect()
}
/// The tiles of a tiler by mode.
fn tiles(tiler: &str) -> Vec<String> {
    let mut depth = 0;
    let tiles = tiler.trim_matches(['<', '>']).split(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0 && c == ','
    });
    tiles.map(str::to_owned).collect()
}

/// The modes of the left side, merged where that is known. The last one stays.
fn extended(a: &[Leaf]) -> Vec<Leaf> {
    let mut modes: Vec<Leaf> = Vec::new();
    for &(s, d) in a.iter().rev() {
        match modes.first_mut() {
            Some(_) if s == Some(1) => {}
            Some((n, e)) if d.is_some() && product(s, d) == *e && (s.is_some() || d == Some(0)) => {
                *n = s.and_then(|s| Some(s * (*n)?));
                *e = d;
            }
            _ => modes.insert(0, (s, d)),
        }
    }
    modes
}

fn composition(a: &[Leaf], b: &[Leaf]) -> Vec<Leaf> {
    let left = extended(a);
    b.iter().flat_map(|&leaf| onto(leaf, &left)).collect()
}
/// The part taken from a mode that may give nothing, `1:0`: a dynamic number.
fn nothing_or_more(&(_, e): &Leaf) -> Leaf {
    (None, product(None, e))
}
/// The part that a leaf takes from the modes of the left side.
fn onto((mut s, d): Leaf, left: &[Leaf]) -> Vec<Leaf> {
    if s == Some(1) {
        return vec![(Some(1), Some(0))];
    }
    let (last, others) = left.split_last().unwrap();
    let Some(mut d) = d else {
        return match others {
            [] => vec![(s, product(d, last.1))],
            _ => left.iter().map(nothing_or_more).collect(),
        };
    };
    let mut taken = Vec::new();
    for (at, &(n, e)) in others.iter().enumerate() {
        if d == 0 {
            taken.push((s, Some(0)));
            return taken;
        }
        let Some(n) = n else {
            taken.extend(left[at..].iter().map(nothing_or_more));
            return taken;
        };
        if n <= d {
            // If the division is not exact, only one element has a place: it is in this mode.
            if d % n != 0 {
                taken.push((s, product(Some(d), e)));
                return taken;
            }
            d /= n;
            continue;
        }
        let offered = n / d;
        let stride = product(Some(d), e);
        // The rest is taken here: nothing of it reaches farther.
        if n % d != 0 || s.is_some_and(|s| s <= offered) {
            taken.push((s, stride));
            return taken;
        }
        taken.push((s.map(|_| offered), stride));
        (s, d) = (s.map(|s| s / offered), 1);
    }
    taken.push((s, product(Some(d), last.1)));
    taken
}

/// The gaps of modes in `n`; a gap that is known to be 1 is no mode.
fn complement(a: &[Leaf], n: Option<i64>) -> Vec<Leaf> {
    let mut modes: Vec<Leaf> = a.iter().copied().filter(|&(s, _)| s != Some(1)).collect();
    modes.sort_by_key(|&(_, d)| d);
    let mut gaps = Vec::new();
    let mut span = Some(1);
    let ends = modes.iter().map(|&(s, d)| (d, product(s, d))).chain([(n, None)]);
    for (end, next) in ends {
        let gap = end.zip(span).map(|(end, span)| end / span);
        if gap != Some(1) {
            gaps.push((gap, span));
        }
        span = next;
    }
    match gaps[..] {
        [] => vec![(Some(1), Some(0))],
        _ => gaps,
    }
}

fn divide(a: &[Leaf], b: &[Leaf]) -> Vec<Leaf> {
    let size = a.iter().try_fold(1, |n, &(s, _)| Some(n * s?));
    let rest = complement(b, size);
    composition(a, &[b, &rest].concat())
}

/// `(6,2):(1,12) o n:8`: 8 does not divide evenly in the first mode, so `n` is 1 and the stride is of this mode, not of
/// the second.
#[test]
fn what_does_not_come_out_even_ends_in_its_mode() {
    let a = tilework::layout!((6, 2):(1, 12));
    for n in [1_usize, 2] {
        let composed = tilework::try_layout!(composition(a, ({ n }, { n }):(24, 8)));
        assert_eq!(composed.is_ok(), n == 1);
        let types = of_type(type_of(&composed));
        assert_eq!(types, [(None, Some(48)), (None, Some(8))]);
        let right = ", ({v[0]},{v[1]}):(24,8)";
        assert_eq!(predicted("composition", "(6,2):(1,12)", right, 2), Some(types));
    }
}
fn type_of<L, E>(_: &Result<L, E>) -> &'static str {
    std::any::type_name::<L>()
}
