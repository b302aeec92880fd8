//! Operations on dynamic leaves that have exactly the answer of the value level, or break the same rule: layouts side
//! by side, slices, and operations on shapes and coordinates.

use tilework::algebra::expression::{Names, Reason, Value, evaluate};
use tilework::algebra::{IntTuple, Layout, Token};

use super::leaves::{Leaf, Leaves, at};
use super::operands::{Random, filled, with_leaves};
use super::strides::Strides;

/// A case in the notation of `Leaves`.
pub struct Exact {
    notation: String,
    answer: Answer,
    values: Vec<Vec<i64>>,
}

/// The way to compare an answer.
#[derive(Clone, Copy, PartialEq)]
enum Answer {
    /// It equals the answer of the value level.
    Same,
    /// A list of a coordinate and a layout, or a coordinate. It may have an additional place with 0 that no stride
    /// moves.
    Places,
}

/// The numbers of answers and of refusals.
#[derive(Default, Debug)]
pub struct Count {
    pub answers: usize,
    pub refusals: usize,
}

impl Exact {
    /// A random case, and the function `exact{n}`, which prints its outcomes.
    pub fn new(random: &mut Random, n: usize, program: &mut String) -> Exact {
        let mut leaves = Leaves::new(random);
        let mut answer = Answer::Same;
        let (notation, outcome) = match random.below(15) {
            0..4 => side_by_side(random, &mut leaves),
            4 => parts(random, &mut leaves),
            5..9 => slices(random, &mut leaves, &mut answer),
            9..12 => coordinates(random, &mut leaves, &mut answer),
            _ => questions(random, &mut leaves),
        };
        let values = leaves.values(random);
        *program += &leaves.function(&format!("exact{n}"), &values, &outcome);
        Exact { notation, answer, values }
    }

    /// Judges the outcomes, one line for each of the values of the leaves. Returns what is wrong.
    pub fn judged<'a>(
        &self,
        outcomes: &mut impl Iterator<Item = &'a str>,
        count: &mut Count,
    ) -> Vec<String> {
        let mut wrong = Vec::new();
        for values in &self.values {
            let outcome = outcomes.next().unwrap_or("none");
            if let Err(error) = self.judge(values, outcome, count) {
                let open = at(&self.notation, vec!["_"; values.len()]);
                wrong.push(format!("{open} at {values:?}: {outcome}: {error}"));
            }
        }
        wrong
    }

    fn judge(&self, values: &[i64], outcome: &str, count: &mut Count) -> Result<(), String> {
        let expected = evaluate(&at(&self.notation, values), &mut Names::new());
        let parts: Vec<&str> = outcome.splitn(3, '|').collect();
        match (&parts[..], expected) {
            (["value", text], Ok(expected)) => {
                count.answers += 1;
                self.agrees(text, &expected).then_some(()).ok_or(format!("not {expected}"))
            }
            (["error", _, text], Err(failure)) => {
                count.refusals += 1;
                let Reason::Algebra(error) = &failure.reason else {
                    return Err(failure.to_string());
                };
                (error.to_string() == *text).then_some(()).ok_or(format!("not {error}"))
            }
            (["verdict", rule], expected) => {
                count.refusals += 1;
                // The types do not know that a dynamic stride is 0.
                let moving: Vec<i64> = values.iter().map(|&n| n.max(1)).collect();
                let moving = evaluate(&at(&self.notation, moving), &mut Names::new());
                let Err(Reason::Algebra(error)) = moving.map_err(|failure| failure.reason) else {
                    return Err(format!("but {expected:?}"));
                };
                let same = *rule == "unnamed" || *rule == error.rule.name();
                same.then_some(()).ok_or(format!("not {error}"))
            }
            (_, Ok(expected)) => Err(format!("but {expected}")),
            (_, Err(failure)) => Err(failure.to_string()),
        }
    }

    fn agrees(&self, text: &str, expected: &Value) -> bool {
        let read = |text: &str| evaluate(text, &mut Names::new()).ok();
        match self.answer {
            Answer::Places => match (read(text), expected) {
                (Some(Value::List(given)), Value::List(right)) => {
                    given[0] == right[0] && places(&given[1]) == places(&right[1])
                }
                (given, right) => given.as_ref().map(places) == Some(places(right)),
            },
            Answer::Same => read(text).as_ref() == Some(expected),
        }
    }
}

/// The places of a coordinate that are not 0, and the numbers there.
fn places(coordinate: &Value) -> Vec<(Vec<usize>, i64)> {
    let tuple: IntTuple = coordinate.to_string().parse().unwrap();
    let (mut path, mut places) = (Vec::new(), Vec::new());
    let mut leaves = tuple.leaves().iter();
    for token in tuple.profile().tokens() {
        match token {
            Token::Open => path.push(0),
            Token::Close => _ = path.pop(),
            Token::Leaf => {
                let &n = leaves.next().unwrap();
                places.extend((n != 0).then(|| (path.clone(), n)));
            }
        }
        if *token != Token::Open
            && let Some(last) = path.last_mut()
        {
            *last += 1;
        }
    }
    places
}

/// A tuple of leaves, sometimes dynamic, in the notation and as an hlist of Rust code.
fn tuple(
    random: &mut Random,
    leaves: &mut Leaves,
    a: &Layout,
    leaf: fn(i64) -> Leaf,
) -> (String, String) {
    let extents: Vec<String> =
        a.flat_modes().iter().map(|mode| leaves.maybe(random, leaf(mode.shape))).collect();
    let list = a.profile().to_string().replace('(', "hlist![").replace(')', "]");
    let list = filled(&list, extents.iter().map(|extent| typed(extent)));
    (with_leaves(a.profile(), extents), list)
}

/// A leaf in Rust code.
fn typed(leaf: &str) -> String {
    match leaf.starts_with('{') {
        true => format!("Dyn({leaf})"),
        false => format!("layout!(1:{leaf}).stride()"),
    }
}

type Texts = (String, String);

fn side_by_side(random: &mut Random, leaves: &mut Leaves) -> Texts {
    let strides = random.strides();
    let a = random.layout();
    let operation = ["concatenate", "zip"][random.below(2)];
    let b = match operation {
        "zip" if random.below(6) > 0 => random.of_rank(a.rank()),
        _ => random.layout(),
    };
    // Only one thing is wrong.
    let fits = operation != "zip" || a.rank() == b.rank();
    let others = if fits { random.mostly(strides) } else { strides };
    let (a, b) = (leaves.strided(random, &a, strides), leaves.strided(random, &b, others));
    let mut typed = b.clone();
    if random.below(4) == 0 {
        // Layouts of `u32` and of `usize` may be side by side.
        typed = leaves.otherwise(&b);
    }
    let texts = match operation {
        "concatenate" => (
            format!("concatenate({a}, {b})"),
            format!("Operands(hlist![layout!({a}), layout!({typed})], ()).outcome()"),
        ),
        _ => (
            format!("zip({a}, {b})"),
            format!("Operands(layout!({a}), layout!({typed})).outcome()"),
        ),
    };
    within(operation, texts)
}

/// The call of an operation in its module.
fn within(operation: &str, (notation, call): Texts) -> Texts {
    (notation, format!("{{ use {operation}::*; {call} }}"))
}

fn parts(random: &mut Random, leaves: &mut Leaves) -> Texts {
    let (a, strides) = (random.layout(), random.strides());
    let text = leaves.strided(random, &a, strides);
    let k = random.below(a.rank() + 1);
    let call = format!("Operands(layout!({text}), Static::<typenum::U{k}>::new()).outcome()");
    within("mode", (format!("mode({text}, {k})"), call))
}

fn slices(random: &mut Random, leaves: &mut Leaves, answer: &mut Answer) -> Texts {
    let (a, strides) = (random.layout(), random.strides());
    let text = leaves.strided(random, &a, strides);
    let (coordinate, typed) = match random.below(8) {
        0 => {
            let other = random.layout();
            random.coordinate(other.profile(), true)
        }
        _ => random.coordinate(a.profile(), true),
    };
    let operation = ["slice", "dice"][random.below(2)];
    let notation = format!("{operation}({text}, {coordinate})");
    match strides {
        Strides::Coordinates { .. } => {
            *answer = Answer::Places;
            let call = format!(
                "let a = layout!({text}); Operands(a, ({typed}, a.coordinate(0_usize))).outcome()"
            );
            within(&format!("{operation}_at"), (notation, call))
        }
        _ => {
            let call = format!("Operands(layout!({text}), {typed}).outcome()");
            within(operation, (notation, call))
        }
    }
}

fn coordinates(random: &mut Random, leaves: &mut Leaves, answer: &mut Answer) -> Texts {
    let a = random.layout();
    match random.below(3) {
        0 => {
            let (shape, typed) = tuple(random, leaves, &a, Leaf::Number);
            let i = random.below(2 * a.size() as usize);
            (format!("idx2crd({i}, {shape})"), format!("printed(idx2crd({i}, {typed}).map(tree))"))
        }
        1 => {
            let strides = random.strides();
            let text = leaves.strided(random, &a, strides);
            let (coordinate, typed) = random.coordinate(a.profile(), false);
            let notation = format!("crd2idx({coordinate}, {text})");
            match strides {
                Strides::Coordinates { .. } => {
                    *answer = Answer::Places;
                    let call = format!("printed(Ok(tree(layout!({text}).coordinate({typed}))))");
                    (notation, call)
                }
                _ => (notation, format!("printed(Ok(crd2idx({typed}, layout!({text}))))")),
            }
        }
        _ => {
            // Beyond an extent that is 1 at run time, coordinates go on differently.
            let extent = |n: i64| Leaf::Size(n.max(2));
            let (from, typed_from) = tuple(random, leaves, &a, extent);
            let whole: Layout = match random.below(3) {
                0 => a.clone(),
                1 => format!("{}:1", a.size()).parse().unwrap(),
                _ => random.layout(),
            };
            let (to, typed_to) = tuple(random, leaves, &whole, extent);
            let i = random.below(a.size() as usize);
            let (notation, call) = match random.below(2) {
                0 => (format!("{from}, {to}"), format!("{typed_from}, {typed_to}")),
                _ => (format!("{to}, {from}"), format!("{typed_to}, {typed_from}")),
            };
            (
                format!("coord_map({notation}, {i})"),
                format!("printed(coord_map({call}, {i}).map(tree))"),
            )
        }
    }
}

fn questions(random: &mut Random, leaves: &mut Leaves) -> Texts {
    let (a, b) = (random.layout(), random.layout());
    match random.below(3) {
        0 => {
            let (a, typed_a) = tuple(random, leaves, &a, Leaf::Number);
            let (b, typed_b) = tuple(random, leaves, &b, Leaf::Number);
            (
                format!("evenly_divides({a}, {b})"),
                format!("printed(try_evenly_divides({typed_a}, {typed_b}))"),
            )
        }
        1 => {
            let operation = ["length", "rank", "depth"][random.below(3)];
            let strides = random.strides();
            let text = leaves.strided(random, &a, strides);
            (format!("{operation}({text})"), format!("printed(Ok(layout!({text}).{operation}()))"))
        }
        _ => {
            let operation =
                ["congruent", "weakly_congruent", "compatible", "refines"][random.below(4)];
            let other = match random.below(4) {
                0 => a.clone(),
                1 => format!("{}:1", a.size()).parse().unwrap(),
                2 => format!("({}):({})", a.size(), 1).parse().unwrap(),
                _ => b,
            };
            let (p, typed_p) = tuple(random, leaves, &a, Leaf::Extent);
            let (s, typed_s) = tuple(random, leaves, &other, Leaf::Extent);
            let (notation, call) = match random.below(2) {
                0 => (format!("{p}, {s}"), format!("{typed_p}, {typed_s}")),
                _ => (format!("{s}, {p}"), format!("{typed_s}, {typed_p}")),
            };
            (format!("{operation}({notation})"), format!("printed(Ok({operation}({call})))"))
        }
    }
}
