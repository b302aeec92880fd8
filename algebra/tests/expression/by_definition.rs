//! Random compositions of functions of all kinds, compared with `c -> A(B(c))` at each coordinate.

use tilework_algebra::expression::{Names, Reason, Value, evaluate};
use tilework_algebra::{Layout, Mode, Outer, Rule, Swizzle, Xor};

/// The number of pairs that are tried.
const PAIRS: u64 = 3000;

/// A sequence of numbers for each seed.
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, end: i64) -> i64 {
        (self.next() % end as u64) as i64
    }

    fn one_of<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as i64) as usize]
    }

    /// A layout, sometimes nested. `kind` is written before its strides.
    fn layout(&mut self, kind: &str) -> String {
        let mode = |random: &mut Self| {
            let extent = random.one_of(&[1, 2, 2, 2, 3, 4, 4, 6, 8]);
            let most = random.one_of(&[4, 16, 64]);
            let stride = match random.below(3) {
                0 => 1 << random.below(6),
                1 => 0,
                _ => random.below(most),
            };
            (extent.to_string(), format!("{kind}{stride}"))
        };
        let several = |random: &mut Self, parts: Vec<(String, String)>| {
            let of = |part: fn(&(String, String)) -> &str| {
                let parts: Vec<&str> = parts.iter().map(part).collect();
                match parts[..] {
                    [one] if random.0.is_multiple_of(2) => one.to_owned(),
                    _ => format!("({})", parts.join(",")),
                }
            };
            (of(|part| &part.0), of(|part| &part.1))
        };
        let rank = self.one_of(&[1, 1, 2, 2, 3]);
        let modes = (0..rank).map(|_| {
            if self.below(5) == 0 {
                let parts = vec![mode(self), mode(self)];
                return several(self, parts);
            }
            mode(self)
        });
        let modes = modes.collect();
        let (shape, stride) = several(self, modes);
        format!("{shape}:{stride}")
    }

    fn swizzle(&mut self) -> String {
        let bits = self.one_of(&[0, 1, 1, 2]);
        let (base, by) = (self.below(3), bits + self.below(3));
        let shift = self.one_of(&[by, by, -by]);
        format!("Sw<{bits},{base},{shift}>")
    }

    /// A function of offsets, of any kind.
    pub fn function(&mut self) -> String {
        match self.below(9) {
            0 | 1 => self.layout(""),
            2..=4 => self.layout("f"),
            5 => self.swizzle(),
            6 => format!("{} o {}", self.swizzle(), self.layout("")),
            7 => format!("{} o {}", self.layout(""), self.swizzle()),
            _ => {
                let kind = self.one_of(&["", "f"]);
                let (outer, inner) = (self.one_of(&["", "f", "Sw"]), self.layout(kind));
                let outer = if outer == "Sw" { self.swizzle() } else { self.layout(outer) };
                format!("composed({outer}, {}, {inner})", self.one_of(&[0, 0, 1, 4, 7]))
            }
        }
    }
}

/// The product of the bits of `x` and `y` without carries.
fn without_carries(x: i64, y: i64) -> i64 {
    (0..32).filter(|place| x >> place & 1 == 1).fold(0, |sum, place| sum ^ y << place)
}

fn of_modes<D>(modes: &[Mode<D>], x: i64, add: impl Fn(i64, i64, &D) -> i64) -> Option<i64> {
    let (last, before) = modes.split_last()?;
    let (mut rest, mut sum) = ((x >= 0).then_some(x)?, 0);
    for mode in before {
        sum = add(sum, rest % mode.shape, &mode.stride);
        rest /= mode.shape;
    }
    Some(add(sum, rest, &last.stride))
}

pub fn of_integers(layout: &Layout, x: i64) -> Option<i64> {
    of_modes(layout.flat_modes(), x, |sum, i, d| sum + i * d)
}

pub fn of_bits(layout: &Layout<Xor>, x: i64) -> Option<i64> {
    of_modes(layout.flat_modes(), x, |sum, i, d| sum ^ without_carries(i, d.bits()))
}

fn of_swizzle(swizzle: Swizzle, x: i64) -> i64 {
    let (mask, by) = ((1i64 << swizzle.bits()) - 1, swizzle.shift().abs());
    let (low, high) = (swizzle.base() as i32, swizzle.base() as i32 + by);
    let (from, to) = if swizzle.shift() < 0 { (low, high) } else { (high, low) };
    x ^ (x >> from & mask) << to
}

fn of_outer(outer: &Outer, x: i64) -> Option<i64> {
    match outer {
        Outer::Swizzle(swizzle) => Some(of_swizzle(*swizzle, x)),
        Outer::Layout(layout) => of_integers(layout, x),
        Outer::Xor(layout) => of_bits(layout, x),
        Outer::Chain(chain) => {
            let (mut x, mut bits) = (x, false);
            for (function, added) in chain.functions().iter().rev() {
                x = of_outer(function, if bits { x ^ added } else { x + added })?;
                bits = matches!(function, Outer::Xor(_));
            }
            Some(x)
        }
    }
}

/// The value at an integral coordinate, also past the size; `None` below 0.
pub fn at(function: &Value, x: i64) -> Option<i64> {
    match function {
        Value::Layout(layout) => of_integers(layout, x),
        Value::Xor(layout) => of_bits(layout, x),
        Value::Swizzle(swizzle) => Some(of_swizzle(*swizzle, x)),
        Value::Composed(c) => of_outer(c.outer(), c.added() + of_integers(c.inner(), x)?),
        Value::ComposedXor(c) => of_outer(c.outer(), c.added() ^ of_bits(c.inner(), x)?),
        other => panic!("{other}"),
    }
}

pub fn size(function: &Value) -> i64 {
    match function {
        Value::Layout(layout) => layout.size(),
        Value::Xor(layout) => layout.size(),
        Value::Swizzle(s) => 1 << (s.bits() + s.base() + s.shift().unsigned_abs()),
        Value::Composed(c) => c.inner().size(),
        Value::ComposedXor(c) => c.inner().size(),
        other => panic!("{other}"),
    }
}

/// The numbers of results, and the wrong results.
#[derive(Default)]
struct Count {
    plain: usize,
    composed: usize,
    refused: usize,
    faults: Vec<String>,
}

impl Count {
    /// The result of an expression that contains names, unless it is refused.
    fn result(&mut self, text: &str, names: &mut Names) -> Option<Value> {
        let result = match evaluate(text, names) {
            Ok(result) => result,
            Err(failure) => {
                let Reason::Algebra(error) = &failure.reason else { panic!("{text}: {failure}") };
                assert!(!matches!(error.rule, Rule::Undecided { .. }), "{text}: {failure}");
                self.refused += 1;
                return None;
            }
        };
        *match result {
            Value::Composed(_) | Value::ComposedXor(_) => &mut self.composed,
            _ => &mut self.plain,
        } += 1;
        Some(result)
    }

    /// Checks that the result has these values at all coordinates below `size`.
    fn compare(
        &mut self,
        text: String,
        result: &Value,
        size: i64,
        expected: impl Fn(i64) -> Option<i64>,
    ) {
        let wrong = (0..size).find(|&c| at(result, c) != expected(c));
        if let Some(c) = wrong {
            let (found, expected) = (at(result, c), expected(c));
            let fault = format!("{text} = {result}, at {c} {found:?} and not {expected:?}");
            self.faults.push(fault);
        }
    }

    #[track_caller]
    fn assert_right(&self, tried: u64) {
        let Count { plain, composed, refused, faults } = self;
        println!("{plain} layouts or swizzles, {composed} composed, {refused} refused");
        let first = &faults[..faults.len().min(10)];
        assert!(faults.is_empty(), "{} are wrong: {first:#?}", faults.len());
        assert!(*plain > tried as usize / 10 && *composed > tried as usize / 10);
    }
}

/// The seed of the sequence; `TILEWORK_SEED=n` selects another one.
fn random() -> Random {
    let seed = std::env::var("TILEWORK_SEED").ok();
    Random(seed.map_or(1, |seed| seed.parse().unwrap()))
}

/// `A o B` has the value `A(B(c))` at each `c`; `A` continues past its size.
#[test]
fn compositions() {
    let (mut random, mut count) = (random(), Count::default());
    for _ in 0..PAIRS {
        let (a, b) = (random.function(), random.function());
        let mut names = Names::new();
        let mut named = |name: &str, text: &str| evaluate(&format!("{name} = {text}"), &mut names);
        let (Ok(left), Ok(right)) = (named("A", &a), named("B", &b)) else { continue };
        let Some(result) = count.result("A o B", &mut names) else { continue };
        // Two swizzles are a function of all offsets.
        let swizzle = matches!(right, Value::Swizzle(_));
        assert!(swizzle || size(&result) == size(&right), "({a}) o ({b}) = {result}");
        let expected = |c| at(&right, c).and_then(|x| at(&left, x));
        count.compare(format!("({a}) o ({b})"), &result, size(&right), expected);
    }
    count.assert_right(PAIRS);
}

/// `A / T` has the value `A((T, T*)(c))` at each `c`, padded past the size of `A`.
#[test]
fn divides() {
    let (mut random, mut count) = (random(), Count::default());
    for at_pair in 0..PAIRS {
        let (a, kind) = (random.function(), random.one_of(&["", "", "f"]));
        let tile = random.layout(kind);
        let ceil = if at_pair % 2 == 0 { "_ceil" } else { "" };
        let mut names = Names::new();
        // If a shape is needed, a swizzle is replaced by its layout.
        let a = if a.starts_with("Sw") && !a.contains('o') { format!("to_xor({a})") } else { a };
        let mut named = |name: &str, text: &str| evaluate(&format!("{name} = {text}"), &mut names);
        let (Ok(left), Ok(tiles)) = (named("A", &a), named("T", &tile)) else { continue };
        let Ok(rests) = named("R", &format!("complement{ceil}(T, size(A))")) else { continue };
        let Some(result) = count.result(&format!("logical_divide{ceil}(A, T)"), &mut names) else {
            continue;
        };
        let length = size(&tiles);
        let text = format!("logical_divide{ceil}({a}, {tile})");
        let both = |c: i64| {
            let (x, y) = (at(&tiles, c % length)?, at(&rests, c / length)?);
            let x = if kind == "f" { x ^ y } else { x + y };
            at(&left, x)
        };
        assert_eq!(size(&result), length * size(&rests), "{text} = {result}");
        count.compare(text, &result, length * size(&rests), both);
    }
    count.assert_right(PAIRS / 4);
}

/// Past the size of the first mode, a tile by mode continues as that mode does.
#[test]
fn tilers_by_mode() {
    let (mut random, mut count) = (random(), Count::default());
    for _ in 0..PAIRS {
        let kind = random.one_of(&["", "f", "f", "Sw"]);
        let a = match kind {
            "Sw" => format!("{} o {}", random.swizzle(), random.layout("")),
            kind => random.layout(kind),
        };
        let kinds = [random.one_of(&["", "f"]), random.one_of(&["", "f"])];
        let tiles = kinds.map(|kind| random.layout(kind));
        let (first, second) = (&tiles[0], &tiles[1]);
        let mut names = Names::new();
        let Ok(left) = evaluate(&format!("A = {a}"), &mut names) else { continue };
        let modes: [Value; 2] = match &left {
            Value::Layout(l) if l.rank() == 2 => [0, 1].map(|at| l.mode(at).unwrap().into()),
            Value::Xor(l) if l.rank() == 2 => [0, 1].map(|at| l.mode(at).unwrap().into()),
            _ => continue,
        };
        let by_mode = format!("<{first},{second}>");
        let Some(result) = count.result(&format!("A o {by_mode}"), &mut names) else { continue };
        let [first, second] = [first, second].map(|tile| evaluate(tile, &mut names).unwrap());
        let expected = |c: i64| {
            let tiles = [(&first, c % size(&first)), (&second, c / size(&first))];
            let mut parts = modes.iter().zip(tiles).map(|(mode, (tile, c))| at(mode, at(tile, c)?));
            let (x, y) = (parts.next()??, parts.next()??);
            Some(if matches!(left, Value::Xor(_)) { x ^ y } else { x + y })
        };
        let text = format!("({a}) o {by_mode}");
        count.compare(text, &result, size(&first) * size(&second), expected);
    }
    count.assert_right(0);
}

/// For a swizzle and two layouts, brackets change nothing within the sizes, unless they are around the layouts alone.
#[test]
fn brackets() {
    let (mut random, mut tried, mut composed) = (random(), 0, 0);
    for _ in 0..PAIRS {
        let (kinds, swizzle) =
            ([random.one_of(&["", "f"]), random.one_of(&["", "f"])], random.swizzle());
        let layouts = kinds.map(|kind| random.layout(kind));
        let [first, second] = &layouts;
        let parts = match random.below(3) {
            0 => [&swizzle, first, second],
            1 => [first, &swizzle, second],
            _ => [first, second, &swizzle],
        };
        let [a, b, c] = parts;
        let mut names = Names::new();
        let values: Vec<Value> =
            parts.iter().flat_map(|part| evaluate(part, &mut names).ok()).collect();
        let [left, middle, right] = &values[..] else { continue };
        let inside = |f: &Value, of: &Value| (0..size(f)).all(|x| at(f, x) < Some(size(of)));
        let ends = |of: &Value| matches!(of, Value::Swizzle(_)) || inside(of, left);
        if !ends(middle) || !inside(right, middle) || !inside(right, left) && a == &swizzle {
            continue;
        }
        let texts = [format!("({a}) o ({b}) o ({c})"), format!("({a}) o (({b}) o ({c}))")];
        for (text, around) in texts.iter().zip([[a, b], [b, c]]) {
            let result = match evaluate(text, &mut names) {
                Ok(result) => result,
                Err(failure) if around.contains(&&swizzle) => panic!("{}", failure.show(text)),
                Err(_) => continue,
            };
            composed += i32::from(matches!(result, Value::Composed(_) | Value::ComposedXor(_)));
            tried += 1;
            for x in 0..size(right) {
                let expected = at(right, x).and_then(|x| at(left, at(middle, x)?));
                assert_eq!(at(&result, x), expected, "{text} = {result}, at {x}");
            }
        }
    }
    println!("{tried} chains, {composed} composed");
    assert!(tried > PAIRS as i32 / 10 && composed > 50, "{tried} {composed}");
}

/// Bits that carry past the size.
#[test]
fn past_the_size_of_xor_strides() {
    for (text, expected) in [
        ("A = 2:f3; [A(2), (A o (2,2):(1,1))(3)]", "[6, 6]"),
        // 36 + 6 is 42, with the bits 1, 3 and 5; the result is 35 times 42, without carries.
        ("((2):(f35) o (4,2,1):(36,6,2))(5)", &(35 << 1 ^ 35 << 3 ^ 35 << 5).to_string()),
        // Tiles and rests fill the size and reach the coordinate 8, past it: 2 + 5 + 1; 8 * 18.
        ("(logical_divide_ceil(8:f18, (2,2):(2,5)))(7)", "144"),
        // Read as a swizzle of a longer layout, and as integers.
        ("(4:f9) o (4,2):(3,3)", "composed(4:f9, 0, (4,2):(3,3))"),
        ("2:f2 o (2,2):(1,1)", "(2,2):(2,2)"),
        // A composition that ends in a swizzle but equals a layout.
        ("8:1 o (4:7 o Sw<0,2,0>)", "4:7"),
        ("(8,2):(0,1) o (4:7 o Sw<0,2,0>)", "composed((8,2):(0,1), 0, 4:7)"),
    ] {
        crate::assert_value(text, expected);
    }
    // By mode, no layout continues in this way, and a result that is right only within the size is refused.
    let by_mode = crate::value("logical_divide_ceil((8,2):(f18,f512), <(2,2):(2,5),2>)");
    let Err(failure) = by_mode else { panic!("{by_mode:?}") };
    assert!(
        matches!(failure.reason, Reason::Algebra(error) if matches!(error.rule, Rule::Carries { .. }))
    );
}
