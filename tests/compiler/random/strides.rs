//! Strides of all kinds.

use std::fmt::Write;

use tilework::algebra::expression::{Names, Value, evaluate};
use tilework::algebra::{Layout, Profile};

use super::judge::broken;
use super::leaves::{Leaf, Leaves};
use super::literals::line;
use super::operands::{Random, with_leaves};

/// The kinds of strides.
#[derive(Clone, Copy, PartialEq)]
pub enum Strides {
    Integers,
    /// Multiples of `e0` and others, with a tuple or a leaf at place 1.
    Coordinates {
        nested: bool,
    },
    Xor,
}

impl Random {
    pub fn strides(&mut self) -> Strides {
        match self.below(4) {
            0 | 1 => Strides::Integers,
            2 => Strides::Coordinates { nested: self.below(2) == 0 },
            _ => Strides::Xor,
        }
    }

    /// These strides, or sometimes others.
    pub fn mostly(&mut self, strides: Strides) -> Strides {
        if self.below(8) == 0 { self.strides() } else { strides }
    }

    /// The layout with strides of this kind in place of its own.
    pub fn strided(&mut self, a: &Layout, strides: Strides) -> String {
        let modes = a.flat_modes();
        let extents: Vec<_> = modes.iter().map(|mode| mode.shape).collect();
        let strides: Vec<_> =
            modes.iter().map(|mode| self.stride(strides, mode.stride.to_string())).collect();
        format!("{}:{}", with_leaves(a.profile(), extents), with_leaves(a.profile(), strides))
    }

    /// A stride with the multiple `n`.
    fn stride(&mut self, strides: Strides, n: String) -> String {
        match strides {
            Strides::Integers => n,
            _ if self.below(8) == 0 => "0".to_owned(),
            Strides::Coordinates { nested } => {
                let place = match nested {
                    true => ["e0", "e(1,0)", "e(1,1)"][self.below(3)],
                    false => ["e0", "e1", "e2"][self.below(3)],
                };
                match self.below(6) {
                    0 if place != "e0" => format!("e0+{n}*{place}"),
                    1 => place.to_owned(),
                    _ => format!("{n}*{place}"),
                }
            }
            Strides::Xor => {
                // A dynamic multiple has all the bits.
                let bits = if n.starts_with('{') { 1 } else { 1 + self.below(20) };
                if self.below(3) == 0 { format!("f{bits}") } else { format!("{n}*f{bits}") }
            }
        }
    }
}

impl Leaves {
    /// The layout with strides of this kind in place of its own, and with dynamic leaves.
    pub fn strided(&mut self, random: &mut Random, a: &Layout, strides: Strides) -> String {
        let modes = a.flat_modes();
        let extents: Vec<_> =
            modes.iter().map(|mode| self.maybe(random, Leaf::Extent(mode.shape))).collect();
        let mut stride = |n| {
            let multiple = self.maybe(random, Leaf::Stride(n));
            random.stride(strides, multiple)
        };
        let strides: Vec<_> = modes.iter().map(|mode| stride(mode.stride)).collect();
        format!("{}:{}", with_leaves(a.profile(), extents), with_leaves(a.profile(), strides))
    }
}

/// A random case of literals that are rearranged, put side by side or sliced. Returns whether it has a result.
pub fn case(random: &mut Random, program: &mut String) -> bool {
    let (a, strides) = (random.layout(), random.strides());
    let text = random.strided(&a, strides);
    let (operation, arguments, types, total) = match random.below(4) {
        0 => return sliced(random, program, &a, strides),
        1 => of_one(random, &a, strides),
        _ => {
            let (operation, total) = [
                ("append", "AppendTotal<B>"),
                ("prepend", "PrependTotal<B>"),
                ("zip", "ZipTotal<B>"),
                ("concatenate", ""),
            ][random.below(4)];
            let b = if operation == "zip" { random.of_rank(a.rank()) } else { random.layout() };
            let others = random.mostly(strides);
            let b = random.strided(&b, others);
            let rule = broken(&format!("concatenate({text}, {b})"));
            if let ("concatenate", Some(rule)) = (operation, rule) {
                writeln!(
                    program,
                    "const _: () = assert!(is(<<HList!(Layout!({text}), Layout!({b})) as \
                     ConcatenateTotal>::Result as Judged>::RULE, {rule:?}), \"concatenate({text}, {b})\");"
                )
                .unwrap();
                return false;
            }
            let types = format!("type B = Layout!({b}); ");
            (operation, format!(", {b}"), types, total.to_owned())
        }
    };
    let rule = broken(&format!("{operation}({text}{arguments})"));
    line(program, [operation, &text, &arguments], &types, &total, rule);
    rule.is_none()
}

/// An operation, its arguments, the types that they need, and the total form.
type Call = (&'static str, String, String, String);

fn of_one(random: &mut Random, a: &Layout, strides: Strides) -> Call {
    let rank = a.rank();
    let typed = |profile: &Profile| {
        format!("type P = Layout!({}); ", profile.to_string().replace('*', "1"))
    };
    match random.below(7) {
        0 => {
            let k = random.below(rank + 2);
            ("mode", format!(", {k}"), String::new(), format!("ModeTotal<typenum::U{k}>"))
        }
        1 => {
            let (begin, end) = (random.below(rank + 1), random.below(rank + 2));
            let (operation, form) =
                [("group", "GroupTotal"), ("take", "TakeTotal")][random.below(2)];
            let form = format!("{form}<typenum::U{begin}, typenum::U{end}>");
            (operation, format!(", {begin}, {end}"), String::new(), form)
        }
        2 => {
            let positions = random.positions(a);
            let (operation, form) =
                [("select", "SelectTotal"), ("permute", "PermuteTotal")][random.below(2)];
            let list: Vec<String> =
                positions.iter().map(|k| format!("Static<typenum::U{k}>")).collect();
            let form = format!("{form}<HList!({})>", list.join(", "));
            (operation, format!(", {positions:?}"), String::new(), form)
        }
        3 => {
            let profile = random.layout().profile().clone();
            let form = "UnflattenTotal<ShapeOf<P>>".to_owned();
            ("unflatten", format!(", {profile}"), typed(&profile), form)
        }
        4 => {
            let other = random.layout();
            let profile = if random.below(2) == 0 { a.profile() } else { other.profile() };
            let form = "CoalesceByTotal<ShapeOf<P>>".to_owned();
            ("coalesce", format!(", {profile}"), typed(profile), form)
        }
        _ => {
            let of_one = [
                "flatten",
                "coalesce",
                "filter",
                "filter_zeros",
                "squeeze",
                "squeeze_zeros",
                "sort",
            ];
            // Coordinates have no order, and bits have one on values only.
            let ordered = strides == Strides::Integers;
            let operation = of_one[random.below(6 + usize::from(ordered))];
            (operation, String::new(), String::new(), String::new())
        }
    }
}

/// The types of what a slice keeps and of what it gives.
fn sliced(random: &mut Random, program: &mut String, a: &Layout, strides: Strides) -> bool {
    let text = random.strided(a, strides);
    let (coordinate, typed) = random.coordinate(a.profile(), true);
    let coordinates = matches!(strides, Strides::Coordinates { .. });
    // For integers only the type counts.
    let typed = typed.replace("..", "core::ops::RangeFull");
    let typed = (0..6).fold(typed, |text, i| text.replace(&format!("{i}_usize"), "usize"));
    let part = |operation: &str| {
        let value = evaluate(&format!("{operation}({text}, {coordinate})"), &mut Names::new());
        match value {
            Ok(Value::List(parts)) => parts[0].to_string(),
            other => panic!("{operation}({text}, {coordinate}): {other:?}"),
        }
    };
    let (kept, given) = match coordinates {
        true => ("SlicedAt<A, C, CoordinateOf<A>>", "DicedAt<A, C, CoordinateOf<A>>"),
        false => ("Sliced<A, C>", "Diced<A, C>"),
    };
    writeln!(
        program,
        "const _: () = {{ type A = Layout!({text}); type C = {typed}; \
         const _: fn({kept}) -> Layout!({}) = |r| r; \
         const _: fn({given}) -> Layout!({}) = |r| r; }};",
        part("slice"),
        part("dice")
    )
    .unwrap();
    true
}
