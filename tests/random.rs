//! Random operations on types, held against the value level.
//!
//! A package is written with one line for each case, and checked by the compiler. Where the rules
//! hold, the type of the operation must be that of the value level's result; where one does not,
//! the type must be the verdict that names it. The cases are others each time: their seed is
//! printed, and the environment variable `TILEWORK_SEED` sets it.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, fs};

use tilework::algebra::expression::{Names, evaluate};
use tilework::algebra::{
    self, Error, Layout, admissible, complement, complement_ceil, complement_ext,
};

const CASES: usize = 400;

/// An operation with a second operand: its name, how that is judged, and the total form.
const WITH_OPERAND: &[(&str, Kind, &str)] = &[
    ("composition", Kind::Composition, "Compose<B>"),
    ("logical_divide", Kind::Divide, "Split<B, Exact>"),
    ("zipped_divide", Kind::Divide, "SplitZipped<B, Exact>"),
    ("tiled_divide", Kind::Divide, "SplitInto<B, Exact, Tiled>"),
    ("flat_divide", Kind::Divide, "SplitInto<B, Exact, Flat>"),
    ("logical_divide_ceil", Kind::DivideCeil, "Split<B, Ceil>"),
    ("zipped_divide_ceil", Kind::DivideCeil, "SplitZipped<B, Ceil>"),
    ("tiled_divide_ceil", Kind::DivideCeil, "SplitInto<B, Ceil, Tiled>"),
    ("flat_divide_ceil", Kind::DivideCeil, "SplitInto<B, Ceil, Flat>"),
    ("logical_product", Kind::Product, "Multiply<B, Repeated>"),
    ("zipped_product", Kind::Product, "Multiply<B, Gathered<Zipped>>"),
    ("blocked_product", Kind::Paired, "Multiply<B, Blocked>"),
    ("raked_product", Kind::Paired, "Multiply<B, Raked>"),
];

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Composition,
    Divide,
    DivideCeil,
    Product,
    /// A product whose operand is a layout.
    Paired,
}

/// The second operand.
enum Operand {
    Layout(Layout),
    /// A tiler by mode; `None` keeps its mode.
    Modes(Vec<Option<Layout>>),
}

/// The first rule that does not hold, mode by mode from left to right.
fn judge(kind: Kind, a: &Layout, b: &Operand) -> Option<&'static str> {
    let name = |error: Error| error.rule.name();
    match b {
        Operand::Layout(b) => judge_layout(kind, a, b).err().map(name),
        Operand::Modes(tiles) => {
            let judged = a
                .modes()
                .zip(tiles)
                .find_map(|(mode, tile)| judge_layout(kind, &mode, tile.as_ref()?).err().map(name));
            judged.or((tiles.len() > a.rank()).then_some("tiler rank"))
        }
    }
}

/// `A o (T, T*)` for a divide, `A* o B` for a product.
fn judge_layout(kind: Kind, a: &Layout, b: &Layout) -> Result<(), Error> {
    let rest = match kind {
        Kind::Composition => return admissible(a, b),
        Kind::Product | Kind::Paired => return admissible(&complement_ext(a)?, b),
        Kind::Divide => complement(b, a.size())?,
        Kind::DivideCeil => complement_ceil(b, a.size())?,
    };
    admissible(a, &Layout::concatenate([b, &rest])?)
}

/// The modes that move the offset, sorted by stride.
fn moving(a: &Layout) -> Vec<algebra::Mode> {
    let mut modes = algebra::coalesce(a).flat_modes().to_vec();
    modes.retain(|mode| mode.shape > 1 && mode.stride > 0);
    modes.sort_by_key(|mode| mode.stride);
    modes
}

/// The types have a right inverse unless a mode overlaps what the modes before it reached.
fn right_inverse(a: &Layout) -> Option<&'static str> {
    let mut span = 1;
    for mode in moving(a) {
        if mode.stride != span {
            return (mode.stride < span).then_some("overlap");
        }
        span *= mode.shape;
    }
    None
}

/// The types have a left inverse where the strides are the radices of the offsets.
fn left_inverse(a: &Layout) -> Option<&'static str> {
    let (mut reach, mut before) = (0, 1);
    for mode in moving(a) {
        if mode.stride <= reach {
            return Some("digits");
        }
        if mode.stride % before != 0 {
            return Some("divisibility");
        }
        reach += (mode.shape - 1) * mode.stride;
        before = mode.stride;
    }
    None
}

/// A line of the program: the operation, its first operand, the rest of its arguments, its total
/// form, and the rule that does not hold.
fn line(program: &mut String, call: [&str; 3], types: &str, total: &str, broken: Option<&str>) {
    let [operation, a, arguments] = call;
    let text = format!("{operation}({a}{arguments})");
    let check = match broken {
        Some(name) => {
            let rule = format!("<<A as {total}>::Result as Judged>::RULE");
            format!("const _: () = assert!(is({rule}, {name:?}), \"{text}: {name}\");")
        }
        None => {
            let result = evaluate(&text, &mut Names::new());
            let result = result.unwrap_or_else(|error| panic!("{text}: {error}"));
            format!("const _: fn(Layout!({operation}(A{arguments}))) -> Layout!({result}) = |r| r;")
        }
    };
    writeln!(program, "const _: () = {{ type A = Layout!({a}); {types}{check} }};").unwrap();
}

/// A random case; whether it has a result.
fn case(random: &mut Random, program: &mut String) -> bool {
    let kind = random.below(24);
    let mut a = random.layout();
    if matches!(kind, 1..=3) && random.below(3) == 0 {
        a = random.carrying(&a);
    }
    let text = a.to_string();
    let total = |operation, total, rule: Option<&str>, program: &mut String| {
        line(program, [operation, &text, ""], "", total, rule);
        rule.is_none()
    };
    match kind {
        0 => total("coalesce", "CoalesceRelative<Static<typenum::U1>>", None, program),
        1 | 2 => total("right_inverse", "InvertRight", right_inverse(&a), program),
        3 => total("left_inverse", "InvertLeft", left_inverse(&a), program),
        4 => {
            let profile = random.layout().profile().clone();
            let fits = profile.len() == a.profile().len();
            let types = format!("type P = Layout!({}); ", profile.to_string().replace('*', "1"));
            let (form, arguments) = ("InProfile<ShapeOf<P>>", format!(", {profile}"));
            let rule = (!fits).then_some("profile");
            line(program, ["unflatten", &text, &arguments], &types, form, rule);
            fits
        }
        n @ (5 | 6) => {
            let size = random.size();
            let (operation, form, result) = match n {
                5 => ("complement", "Leave<N, Exact>", complement(&a, size)),
                _ => ("complement_ceil", "Leave<N, Ceil>", complement_ceil(&a, size)),
            };
            let rule = result.err().map(|error| error.rule.name());
            let types = format!("type N = ShapeOf<Layout!({size}:1)>; ");
            let arguments = format!(", {size}");
            line(program, [operation, &text, &arguments], &types, form, rule);
            rule.is_none()
        }
        n => {
            // Of all operations with an operand the first, composition, is tried most.
            let at = if n < 11 { 0 } else { random.below(WITH_OPERAND.len()) };
            let (operation, kind, form) = WITH_OPERAND[at];
            let b = random.operand(kind, &a);
            let operand = match &b {
                Operand::Layout(b) => b.to_string(),
                Operand::Modes(tiles) => {
                    let tile = |tile: &Option<Layout>| match tile {
                        Some(tile) => tile.to_string(),
                        None => "_".to_owned(),
                    };
                    let tiles: Vec<String> = tiles.iter().map(tile).collect();
                    format!("<{}>", tiles.join(","))
                }
            };
            let broken = judge(kind, &a, &b);
            let types = format!("type B = Layout!({operand}); ");
            let arguments = format!(", {operand}");
            line(program, [operation, &text, &arguments], &types, form, broken);
            broken.is_none()
        }
    }
}

/// Operands that often fit.
struct Random(u64);

impl Random {
    /// From 0 to `n - 1`; Steele, Lea and Flood's generator with a state of 64 bits.
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n as u64) as usize
    }

    fn extent(&mut self) -> i64 {
        [1, 2, 2, 3, 4, 4, 5, 6, 8, 12][self.below(10)]
    }

    fn size(&mut self) -> i64 {
        self.extent() * self.extent() * self.extent() * 2
    }

    /// Up to four leaves, mostly compact in some order, nested or not.
    fn layout(&mut self) -> Layout {
        let extents: Vec<i64> = (0..1 + self.below(4)).map(|_| self.extent()).collect();
        let mut strides = vec![0; extents.len()];
        let mut next = [1, 1, 1, 2, 3][self.below(5)];
        let mut order: Vec<usize> = (0..extents.len()).collect();
        for k in (1..order.len()).rev() {
            if self.below(2) == 0 {
                order.swap(k, self.below(k + 1));
            }
        }
        for k in order {
            strides[k] = next;
            next *= extents[k] * [1, 1, 1, 1, 2, 3][self.below(6)];
            if self.below(8) == 0 {
                strides[k] = [0, 1, 2, 3, 5, 8][self.below(6)];
            }
        }
        let nested = extents.len() > 2 && self.below(3) == 0;
        let tuple = |leaves: &[i64]| {
            let leaves: Vec<String> = leaves.iter().map(i64::to_string).collect();
            match &leaves[..] {
                [leaf] => leaf.clone(),
                [first, second, others @ ..] if nested => {
                    format!("(({first},{second}),{})", others.join(","))
                }
                leaves => format!("({})", leaves.join(",")),
            }
        };
        format!("{}:{}", tuple(&extents), tuple(&strides)).parse().unwrap()
    }

    /// One or two leaves.
    fn small(&mut self) -> Layout {
        let (s, t) = (self.extent(), self.extent());
        let d = [1, 1, 1, 2, 3, 4, 8][self.below(7)];
        let text = match self.below(4) {
            0 => format!("({s},{t}):({d},{})", d * s * [1, 1, 2][self.below(3)]),
            1 => format!("({s},{t}):({},{d})", d * t),
            2 => format!("{s}:1"),
            _ => format!("{s}:{d}"),
        };
        text.parse().unwrap()
    }

    /// Leaves that carry into each other and reach about as far as the first extent of `a`, from
    /// where that matters.
    fn carrying(&mut self, a: &Layout) -> Layout {
        let first = algebra::coalesce(a).flat_modes()[0].shape;
        let s = 2 + self.below(first as usize) as i64;
        let stride = (first - s + self.below(3) as i64).max(1);
        format!("({s},2):(1,{stride})").parse().unwrap()
    }

    fn operand(&mut self, kind: Kind, a: &Layout) -> Operand {
        if kind == Kind::Composition && self.below(2) == 0 {
            return Operand::Layout(self.carrying(a));
        }
        if kind == Kind::Paired || self.below(3) > 0 {
            return Operand::Layout(self.small());
        }
        let too_many = usize::from(self.below(8) == 0);
        let modes = 1 + self.below(a.rank() + too_many);
        let tile = |random: &mut Self| (random.below(5) > 0).then(|| random.small());
        Operand::Modes((0..modes).map(|_| tile(self)).collect())
    }
}

#[test]
fn types_are_what_values_say() {
    let seed = match env::var("TILEWORK_SEED") {
        Ok(seed) => seed.parse().expect("TILEWORK_SEED is an integer"),
        Err(_) => SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos() as u64,
    };
    println!("TILEWORK_SEED={seed}");
    let mut random = Random(seed);
    let mut program = String::from(
        "#![allow(unused)]\n\
         use tilework::verdict::*;\n\
         use tilework::{AnyLayout, Ceil, Exact, Layout, Static, typenum};\n\
         type ShapeOf<L> = <L as AnyLayout>::Shape;\n\
         const fn is(rule: Option<&str>, expected: &str) -> bool {\n\
         \x20   let Some(rule) = rule else { return false };\n\
         \x20   let (rule, expected) = (rule.as_bytes(), expected.as_bytes());\n\
         \x20   let mut i = 0;\n\
         \x20   while i < rule.len() && i < expected.len() && rule[i] == expected[i] { i += 1 }\n\
         \x20   i == rule.len() && i == expected.len()\n\
         }\n",
    );
    let accepted = (0..CASES).filter(|_| case(&mut random, &mut program)).count();
    println!("{accepted} of {CASES} have a result");
    assert!(CASES / 8 < accepted && accepted < CASES * 7 / 8, "{accepted} of {CASES}");

    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("random");
    fs::create_dir_all(package.join("src")).unwrap();
    let root = env!("CARGO_MANIFEST_DIR");
    let manifest = format!(
        "[package]\nname = \"random\"\nedition = \"2024\"\n\n\
         [dependencies]\ntilework = {{ path = {root:?} }}\n\n[workspace]\n"
    );
    fs::write(package.join("Cargo.toml"), manifest).unwrap();
    // What has been built is here already, in these versions.
    let _ = fs::copy(Path::new(root).join("Cargo.lock"), package.join("Cargo.lock"));
    fs::write(package.join("src/lib.rs"), program).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["check", "--offline", "--quiet", "--lib"])
        .current_dir(&package)
        .env("CARGO_TARGET_DIR", package.join("target"))
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "TILEWORK_SEED={seed}\n{errors}");
}
