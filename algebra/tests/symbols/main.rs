//! Layouts with symbols against layouts of numbers: for all small values of the symbols that satisfy the facts, the
//! answer is that of the operation on numbers, as a function.

mod operations;
mod random;
mod texts;

use std::collections::BTreeMap;

use tilework_algebra::expression::{Names, Reason, Value, evaluate};
use tilework_algebra::{Layout, offsets};

/// The values of symbols.
type Values = BTreeMap<&'static str, i64>;

/// The text with numbers in place of the symbols, which are capital letters.
fn with_numbers(text: &str, values: &Values) -> String {
    let mut result = String::new();
    for c in text.chars() {
        match values.iter().find(|(name, _)| name.starts_with(c)) {
            // `4N` is a product.
            Some((_, n)) => {
                let digits =
                    result.len() - result.trim_end_matches(|c: char| c.is_ascii_digit()).len();
                if digits > 0 {
                    let factor: i64 = result[result.len() - digits..].parse().unwrap();
                    result.truncate(result.len() - digits);
                    result += &(factor * n).to_string();
                } else {
                    result += &n.to_string();
                }
            }
            None => result.push(c),
        }
    }
    // `3*4` is a product of layouts.
    while let Some(at) = result.find('*') {
        let digit = |c: char| c.is_ascii_digit();
        let begin = at - (at - result[..at].trim_end_matches(digit).len());
        let end = at + 1 + result[at + 1..].find(|c| !digit(c)).unwrap_or(result.len() - at - 1);
        let factor = |text: &str| text.parse::<i64>().unwrap();
        let product = factor(&result[begin..at]) * factor(&result[at + 1..end]);
        result.replace_range(begin..end, &product.to_string());
    }
    result
}

/// The value for these values of the symbols.
fn with_values(value: &Value, at: &dyn Fn(&str) -> Option<i64>) -> Result<Value, Reason> {
    match value {
        Value::Symbolic(symbolic) => symbolic.at(at),
        Value::List(parts) => {
            let parts = parts.iter().map(|part| with_values(part, at));
            Ok(Value::List(parts.collect::<Result<_, _>>()?))
        }
        other => Ok(other.clone()),
    }
}

/// The values up to `most` of the symbols, all of them.
fn all_values(symbols: &[&'static str], most: i64) -> Vec<Values> {
    let mut all = vec![Values::new()];
    for &symbol in symbols {
        let with = |values: &Values| {
            let values = values.clone();
            (1..=most).map(move |n| {
                let mut values = values.clone();
                values.insert(symbol, n);
                values
            })
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

/// A fact, and the same for numbers.
#[derive(Clone, Copy)]
struct Fact {
    text: &'static str,
    holds: fn(&Values) -> bool,
}

macro_rules! facts {
    ($($text:literal: |$v:ident| $holds:expr;)*) => { &[$(Fact { text: $text, holds: |$v| $holds }),*] };
}

const FACTS: &[Fact] = facts! {
    "": |_v| true;
    "N % 2 = 0": |v| v["N"] % 2 == 0;
    "N % 3 = 0": |v| v["N"] % 3 == 0;
    "N % 4 = 0; M > 1": |v| v["N"] % 4 == 0 && v["M"] > 1;
    "N >= 3": |v| v["N"] >= 3;
    "N < 4": |v| v["N"] < 4;
    "N % 2 = 0; M % 2 = 0": |v| v["N"] % 2 == 0 && v["M"] % 2 == 0;
    "N % 2 != 0": |v| v["N"] % 2 != 0;
    "N % M = 0": |v| v["N"] % v["M"] == 0;
    "N <= M": |v| v["N"] <= v["M"];
    "N > M; M % 2 = 0": |v| v["N"] > v["M"] && v["M"] % 2 == 0;
    "2N = 3M": |v| 2 * v["N"] == 3 * v["M"];
    "N*M % 4 = 0": |v| v["N"] * v["M"] % 4 == 0;
    "N != M; N > 2": |v| v["N"] != v["M"] && v["N"] > 2;
    "12 % N = 0; N > 1": |v| 12 % v["N"] == 0 && v["N"] > 1;
    "1*N = 4": |v| v["N"] == 4;
};

/// How many answers there were.
#[derive(Default, Debug)]
struct Count {
    results: usize,
    none: usize,
    open: usize,
}

/// The size, and the offsets at all coordinates or, of a large layout, at many of them.
fn function(layout: &Layout) -> (i64, Vec<i64>) {
    let size = layout.size();
    if size <= 1 << 12 {
        return (size, offsets(layout).unwrap());
    }
    let others = (0..300).map(|k| (i128::from(size - 1) * k / 299) as i64);
    (size, (0..300).chain(others).map(|i| layout.offset(i).unwrap()).collect())
}

/// The functions of the modes at the top level, and that of the layout.
fn functions(layout: &Layout) -> (Vec<(i64, Vec<i64>)>, (i64, Vec<i64>)) {
    (layout.modes().map(|mode| function(&mode)).collect(), function(layout))
}

/// Compares the answer for all values up to `most` that satisfy the facts.
#[track_caller]
fn compare(fact: &Fact, text: &str, values: &[Values], count: &mut Count) {
    let values: Vec<Values> =
        values.iter().filter(|values| (fact.holds)(values)).cloned().collect();
    compare_all(fact.text, text, &values, count);
}

/// Compares the answer for all these values, which satisfy the facts.
#[track_caller]
fn compare_all(facts: &str, text: &str, values: &[Values], count: &mut Count) {
    let mut names = Names::new();
    for symbol in ["N", "M", "P"] {
        evaluate(&format!("{symbol} > 0"), &mut names).unwrap();
    }
    if !facts.is_empty() {
        evaluate(facts, &mut names).unwrap();
    }
    let answer = evaluate(text, &mut names);
    for values in values {
        let at = |name: &str| values.get(name).copied();
        let given = match &answer {
            Ok(value) => with_values(value, &at),
            Err(failure) => Err(failure.reason.clone()),
        };
        let numbers = with_numbers(text, values);
        let expected = evaluate(&numbers, &mut Names::new());
        let context = || format!("{facts}; {text} with {values:?}: {answer:?}");
        match given {
            Ok(given) => {
                count.results += 1;
                let expected = expected.unwrap_or_else(|error| panic!("{}: {error}", context()));
                match (&given, &expected) {
                    (Value::Layout(given), Value::Layout(expected)) => {
                        // One leaf on the right side becomes modes that may be merged.
                        let right = text.rsplit_once(" o ").or(text.rsplit_once(", "));
                        let leaf = right.is_some_and(|(_, b)| !b.starts_with(['(', '<']));
                        let composed = text.starts_with("composition") || text.contains(" o ");
                        let one = text.starts_with("coalesce")
                            || text.starts_with("complement")
                            || composed && leaf;
                        let same = match one {
                            true => function(given) == function(expected),
                            false => functions(given) == functions(expected),
                        };
                        assert!(same, "{}: {given} {expected}", context());
                    }
                    _ => assert_eq!(given, expected, "{}", context()),
                }
            }
            Err(Reason::Symbols(why)) if why.starts_with("no result") => {
                count.none += 1;
                assert!(expected.is_err(), "{}: {expected:?}", context());
            }
            Err(Reason::Symbols(why)) => {
                count.open += 1;
                let open = ["not decided", "this depends", "N", "M", "P"];
                assert!(open.iter().any(|open| why.contains(open)), "{}: {why}", context());
            }
            // There is no symbol in the text.
            Err(_) => assert!(numbers == text && expected.is_err(), "{}", context()),
        }
    }
}
