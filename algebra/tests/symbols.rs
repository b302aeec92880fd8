//! Layouts with symbols against layouts of numbers: for all small values of the symbols that satisfy the facts, the
//! answer is that of the operation on numbers, as a function.

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

fn extents() -> [&'static str; 5] {
    ["2", "3", "6", "N", "M"]
}

/// Composition of two modes and one leaf.
#[test]
fn compositions() {
    let values = all_values(&["N", "M"], 6);
    let mut count = Count::default();
    for fact in FACTS {
        for n in extents() {
            for right in [
                "2:1", "4:1", "6:1", "3:2", "4:3", "N:1", "M:2", "4:N", "2N:1", "N:M", "2:2N",
                "4M:1",
            ] {
                for left in ["M", "3", "N"] {
                    for strides in ["1,7", "N,1", "1,2N", "M,0", "1,M"] {
                        let text = format!("({n},{left}):({strides}) o {right}");
                        compare(fact, &text, &values, &mut count);
                    }
                }
            }
        }
    }
    println!("{count:?}");
    assert!(count.results > count.open, "{count:?}");
}

/// Composition with right sides of two leaves, which may carry, and by mode.
#[test]
fn compositions_of_several_leaves() {
    let values = all_values(&["N", "M"], 6);
    let mut count = Count::default();
    for fact in FACTS {
        for left in
            ["(N,M):(1,40)", "(4,N):(N,1)", "(2N,3):(1,50)", "(6,M):(M,1)", "(N,2,M):(1,60,7)"]
        {
            for right in [
                "(2,2):(1,2)",
                "(2,N):(1,2)",
                "(2,M):(N,1)",
                "(M,2):(1,M)",
                "(2,2):(2,1)",
                "(N,M):(1,N)",
                "(2,3):(1,1)",
            ] {
                compare(fact, &format!("{left} o {right}"), &values, &mut count);
            }
            for right in ["<2,3>", "<N,_>", "<2:2>", "<M,2>", "<(2,2):(1,2),N>", "(2,3)"] {
                compare(fact, &format!("composition({left}, {right})"), &values, &mut count);
            }
        }
    }
    println!("{count:?}");
}

#[test]
fn complements_and_divides() {
    let values = all_values(&["N", "M"], 6);
    let mut count = Count::default();
    for fact in FACTS {
        for tile in [
            "2:1",
            "N:1",
            "2:2",
            "N:2",
            "2:N",
            "N:M",
            "(2,2):(1,4)",
            "(2,N):(1,4)",
            "(N,2):(1,M)",
            "(2,M):(N,1)",
            "(N,M):(1,N)",
            "(2,N):(0,1)",
            "(N,2):(0,1)",
        ] {
            for n in ["12", "N", "4N", "2M", "8*N*M", "24"] {
                // The numbers of products are not written with `*`.
                if !n.contains('*') {
                    compare(fact, &format!("complement({tile}, {n})"), &values, &mut count);
                }
            }
            for a in
                ["(N,M):(M,1)", "(4,N):(1,4)", "(2N,M):(1,70)", "(4,6):(M,1)", "(N,4,M):(1,0,30)"]
            {
                compare(fact, &format!("logical_divide({a}, {tile})"), &values, &mut count);
            }
        }
        for a in ["(N,M):(M,1)", "(2N,4):(4,1)", "(6,(2,N)):(1,(6,12))"] {
            for tiler in ["<2,2>", "<N,2>", "<2>", "<_,2>", "<2:2,M>", "(2,2)", "<6,2>"] {
                for operation in ["logical_divide", "zipped_divide", "tiled_divide", "flat_divide"]
                {
                    compare(fact, &format!("{operation}({a}, {tiler})"), &values, &mut count);
                }
            }
        }
    }
    println!("{count:?}");
    assert!(count.results > count.open, "{count:?}");
}

#[test]
fn the_same_functions_sizes_and_offsets() {
    let values = all_values(&["N", "M"], 6);
    let mut count = Count::default();
    let layouts = [
        "(4,N):(1,4)",
        "(4,N):(1,M)",
        "4N:1",
        "(N,M):(1,N)",
        "(N,M):(M,1)",
        "(2,2,N):(1,2,4)",
        "(N,4):(4,1)",
        "M:1",
        "4:1",
        "(M,N):(1,M)",
        "(2,(M,N)):(3,(1,M))",
    ];
    for fact in FACTS {
        for a in layouts {
            for operation in [
                "coalesce", "size", "cosize", "rank", "depth", "shape", "stride", "flatten",
                "length",
            ] {
                compare(fact, &format!("{operation}({a})"), &values, &mut count);
            }
            for i in ["0", "1", "3", "(1,0)", "(0,2)", "(1,(1,1))", "N", "(1,N)", "4N"] {
                // The operation on numbers has no such coordinate either.
                compare(fact, &format!("crd2idx({i}, {a})"), &values, &mut count);
            }
            for b in layouts {
                compare(fact, &format!("same_function({a}, {b})"), &values, &mut count);
                compare(fact, &format!("{a} == {b}"), &values, &mut count);
            }
        }
    }
    println!("{count:?}");
    assert!(count.results > count.open, "{count:?}");
}

#[test]
fn products_and_shapes() {
    let values = all_values(&["N", "M"], 6);
    let mut count = Count::default();
    for fact in FACTS {
        for a in [
            "(N,M):(1,N)",
            "(2,2):(1,N)",
            "N:M",
            "(2,N):(1,6)",
            "(N,M):(0,1)",
            "4:1",
            "(2,3):(N,1)",
        ] {
            for b in ["4:1", "N:1", "(2,2):(2,1)", "(N,2):(1,N)", "M:2", "3:0", "2:1"] {
                compare(fact, &format!("logical_product({a}, {b})"), &values, &mut count);
            }
        }
        let shapes = ["(N,M)", "N", "4", "(2,N)", "((N,2),M)", "(N,(2,M))", "2N", "(4,M)", "(4,2)"];
        for x in shapes {
            for y in shapes {
                for operation in ["compatible", "congruent", "equal"] {
                    compare(fact, &format!("{operation}({x}, {y})"), &values, &mut count);
                }
                for operation in ["append", "prepend"] {
                    compare(fact, &format!("{operation}({x}:col_major, {y})"), &values, &mut count);
                }
            }
        }
        for a in ["(N,M,4):(1,N,60)", "((N,2),M):((1,70),N)"] {
            for text in [
                "mode(A, 1)",
                "take(A, 0, 1)",
                "select(A, [1,0])",
                "group(A, 0, 2)",
                "A(_,1)",
                "A(_,N)",
                "A(2,_)",
            ] {
                compare(fact, &text.replace('A', &format!("({a})")), &values, &mut count);
            }
        }
    }
    println!("{count:?}");
    assert!(count.results > count.open, "{count:?}");
}

/// The product of two numbers, as a number if they have no symbols.
fn product(a: &str, b: &str) -> String {
    match (a.parse::<i64>(), b.parse::<i64>()) {
        (Ok(a), Ok(b)) => (a * b).to_string(),
        _ => format!("{a}*{b}"),
    }
}

/// Random numbers: a linear congruential sequence. `TILEWORK_SEED=n` selects another one.
struct Sequence(u64);

impl Sequence {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }

    fn extent(&mut self) -> &'static str {
        self.of(&["2", "3", "4", "6", "8", "N", "M", "N", "M", "2N", "3M"])
    }

    fn stride(&mut self) -> &'static str {
        self.of(&["0", "1", "2", "4", "6", "12", "24", "N", "M", "2N", "4M", "3N", "12M"])
    }

    /// A layout of one to three leaves, nested at random, or a compact one.
    fn layout(&mut self) -> String {
        let (a, b, c) = (self.extent(), self.extent(), self.extent());
        let (d, e, f) = (self.stride(), self.stride(), self.stride());
        match self.below(7) {
            0 => format!("{a}:{d}"),
            1 | 2 => format!("({a},{b}):({d},{e})"),
            3 => format!("({a},({b},{c})):({d},({e},{f}))"),
            4 => format!("(({a},{b}),{c}):(({d},{e}),{f})"),
            5 => format!("({a},{b},{c}):(1,{a},{})", product(a, b)),
            _ => format!("({a},({b},{c})):({},({c},1))", product(b, c)),
        }
    }

    fn tiler(&mut self) -> String {
        let (a, b) = (self.extent(), self.extent());
        match self.below(4) {
            0 => format!("<{a},{b}>"),
            1 => format!("<{a}:{},_>", self.stride()),
            _ => self.layout(),
        }
    }
}

/// Random facts about three symbols, and whether they hold for numbers.
struct Random {
    text: String,
    values: Vec<Values>,
}

impl Random {
    fn of(random: &mut Sequence, all: &[Values]) -> Random {
        let mut facts = Random { text: String::new(), values: all.to_vec() };
        for _ in 0..=random.below(4) {
            let x = ["N", "M", "P"][random.below(3)];
            let y = ["N", "M", "P"].into_iter().filter(|&y| y != x).nth(random.below(2)).unwrap();
            let k = 1 + random.below(8) as i64;
            let (text, holds): (String, Box<dyn Fn(i64, i64) -> bool>) = match random.below(13) {
                0 | 1 => (format!("{x} % {k} = 0"), Box::new(move |n, _| n % k == 0)),
                2 => (format!("{x} % {k} != 0"), Box::new(move |n, _| n % k != 0)),
                3 => (format!("{x} > {k}"), Box::new(move |n, _| n > k)),
                4 => (format!("{x} <= {k}"), Box::new(move |n, _| n <= k)),
                5 => (format!("{x} < {k}{y}"), Box::new(move |n, m| n < k * m)),
                6 => (format!("{k}{x} >= {y}"), Box::new(move |n, m| k * n >= m)),
                7 => (format!("{x} % {y} = 0"), Box::new(move |n, m| n % m == 0)),
                8 => (format!("{k}{x} % {y} != 0"), Box::new(move |n, m| k * n % m != 0)),
                9 => (format!("{x}*{y} % {k} = 0"), Box::new(move |n, m| n * m % k == 0)),
                10 => (format!("2{x} = {k}{y}"), Box::new(move |n, m| 2 * n == k * m)),
                11 => (format!("{x} != {y}"), Box::new(move |n, m| n != m)),
                _ => (format!("{} % {x} = 0", 6 * k), Box::new(move |n, _| 6 * k % n == 0)),
            };
            facts.text += if facts.text.is_empty() { "" } else { "; " };
            facts.text += &text;
            facts.values.retain(|values| holds(values[x], values[y]));
        }
        facts
    }
}

/// What follows from random facts, and what does not.
#[test]
fn random_facts() {
    let seed = std::env::var("TILEWORK_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    println!("TILEWORK_SEED={seed}");
    let mut random = Sequence(seed);
    let all = all_values(&["N", "M", "P"], 10);
    let mut count = Count::default();
    let mut contradictions = 0;
    for _ in 0..1500 {
        let facts = Random::of(&mut random, &all);
        let mut names = Names::new();
        if let Err(failure) = evaluate(&facts.text, &mut names) {
            assert!(
                failure.to_string().contains("no number satisfies"),
                "{}: {failure}",
                facts.text
            );
            assert!(facts.values.is_empty(), "{}: {:?}", facts.text, facts.values);
            contradictions += 1;
            continue;
        }
        for _ in 0..4 {
            let number = |random: &mut Sequence| {
                let x = ["N", "M", "P", "N", "M", ""][random.below(6)];
                format!("{}{x}", 1 + random.below(12))
            };
            let (a, b, c) = (number(&mut random), number(&mut random), number(&mut random));
            let text = match random.below(6) {
                0 | 1 => format!("complement({a}:1, {b})"),
                2 => format!("equal({a}, {b})"),
                3 => format!("crd2idx({a}, ({b},4):(1,100))"),
                4 => format!("({a},{b}):(1,100) o {c}:1"),
                _ => format!("logical_divide(({a},{b}):(1,{a}), {c})"),
            };
            let from = random.below(facts.values.len().max(1));
            let some: Vec<Values> = facts
                .values
                .iter()
                .cycle()
                .skip(from)
                .step_by(7)
                .take(facts.values.len().min(40))
                .cloned()
                .collect();
            compare_all(&facts.text, &text, &some, &mut count);
        }
    }
    println!("{count:?}, {contradictions} contradictions");
    assert!(count.results > 10_000 && count.none > 1000 && contradictions > 10, "{count:?}");
}

/// Random operands and facts, larger numbers.
#[test]
fn random_layouts() {
    let seed = std::env::var("TILEWORK_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    println!("TILEWORK_SEED={seed}");
    let mut random = Sequence(seed);
    let mut values = all_values(&["N", "M"], 12);
    let mut count = Count::default();
    for round in 0..2500 {
        let fact = &FACTS[random.below(FACTS.len())];
        let (a, b, tiler) = (random.layout(), random.layout(), random.tiler());
        let text = match random.below(9) {
            0 | 1 => format!("composition({a}, {tiler})"),
            2 => format!("complement({b}, {})", random.extent()),
            3 => format!("logical_divide({a}, {tiler})"),
            4 => format!("zipped_divide({a}, {tiler})"),
            5 => format!("logical_product({a}, {b})"),
            6 => format!("same_function({a}, {b})"),
            7 => format!("coalesce({a})"),
            _ => format!("{a} o {}:{}", random.extent(), random.stride()),
        };
        // Other values each time, since layouts of all of them are large.
        let from = random.below(values.len() - 24);
        values.rotate_left(from);
        if round % 500 == 0 {
            println!("{text}");
        }
        compare(fact, &text, &values[..24], &mut count);
    }
    println!("{count:?}");
    assert!(count.results > 1000 && count.none > 100, "{count:?}");
}

/// The text of a result is read as the same value by the names that wrote it.
#[test]
fn texts_are_read_again() {
    for facts in ["N > 0", "N % 12 = 0; M % 8 = 0", "N % 24 = 0; N*M % 5 = 0; P >= 0"] {
        for text in [
            "(16,N):(1,16)",
            "(N,M):row_major",
            "16N:1",
            "(N*M):1",
            "(N*N*N):(N*M)",
            "(N/1):1",
            "cosize((N,M):(M,3))",
            "size((N,M,3))",
            "16N-3*N*M+2",
            "1-N",
            "3-5N*M",
            "(N,M,(2,N*M))",
            "<N:1,_,4>",
            "(M,N):(N,1) / 4",
            "zipped_divide((M,N):(N,1), <4,12>)",
            "complement(4:N, 8*N*M)",
            "N % 5 = 0",
            "N != M",
            "2N = 3M",
            "1*N = M",
            "1*N = 24",
            "16 % N = 0; N > 1",
            "M*N <= 1000; N <= 30",
        ] {
            let mut names = Names::new();
            evaluate(facts, &mut names).unwrap();
            evaluate("M > 0; N > 0", &mut names).unwrap();
            let Ok(value) = evaluate(text, &mut names) else { continue };
            let written = value.to_string();
            if value.kind() == "an answer by cases" {
                continue;
            }
            let again = evaluate(&written, &mut names).map_err(|failure| failure.show(&written));
            assert_eq!(
                again.unwrap_or_else(|shown| panic!("{facts}; {text}: {shown}")),
                value,
                "{facts}; {text}"
            );
        }
    }
}

/// The text of each case is read as its value after its conditions.
#[test]
fn cases_are_read_after_their_conditions() {
    let mut all = 0;
    for text in [
        "zipped_divide((M,N):(N,1), <4,12>)",
        "(N,M):(1,40) o 12:1",
        "complement(4:N, M)",
        "(N,M):(M,1) o N:2",
        "(N,3):(1,40) o 6:1",
    ] {
        let mut names = Names::new();
        evaluate("M > 0; N > 0", &mut names).unwrap();
        let answer = evaluate(text, &mut names).unwrap().to_string();
        for case in answer.split("; ") {
            let (conditions, result) =
                case.split_once(": ").unwrap_or_else(|| panic!("{text}: {answer}"));
            if result.starts_with("no") || conditions == "otherwise" {
                continue;
            }
            all += 1;
            let mut names = Names::new();
            evaluate("M > 0; N > 0", &mut names).unwrap();
            for condition in conditions.split(", ") {
                evaluate(condition, &mut names)
                    .unwrap_or_else(|failure| panic!("{condition}: {failure}"));
            }
            let given = evaluate(text, &mut names)
                .unwrap_or_else(|failure| panic!("{conditions}: {failure}"));
            let read =
                evaluate(result, &mut names).unwrap_or_else(|failure| panic!("{case}: {failure}"));
            assert_eq!(given, read, "{case}");
        }
    }
    assert!(all >= 5);
}

/// What is said of names, facts and operands.
#[test]
fn what_is_said() {
    #[track_caller]
    fn assert_said(text: &str, expected: &str) {
        let said = match evaluate(text, &mut Names::new()) {
            Ok(value) => value.to_string(),
            Err(failure) => failure.reason.to_string(),
        };
        assert_eq!(said, expected, "{text}");
    }
    assert_said("size(N)", "nothing has the name `N`");
    assert_said("8:1 o N", "nothing has the name `N`");
    assert_said("N > 0; size(N)", "N");
    assert_said(
        "(4,N/4):(1,4)",
        "N/4 is an integer only if N % 4 = 0: write the fact before it, `N % 4 = 0; ...`",
    );
    assert_said("N % 4 = 0; (4,N/4):(1,4)", "(4,N/4):(1,4)");
    assert_said(
        "N >= 0; (4,N):(1,4)",
        "N may be 0: write `> 0` for the symbols of extents and strides",
    );
    assert_said("N > 5; N < 3", "no number satisfies this, since N >= 6");
    assert_said("N % 6 = 0; N % 4 = 0; N < 40", "N % 12 = 0; N <= 36; N >= 12");
    assert_said("N = 32; N % 4 = 0", "a fact is about a symbol, but this one is about numbers");
    assert_said("N = 4M; M % 2 = 0; (16,N):(1,16)", "nothing has the name `M`");
    assert_said("M % 2 = 0; N = 4M; (16,N/8):(1,16)", "(16,M/2):(1,16)");
    assert_said(
        "(4,N-1):(1,4)",
        "an extent or stride is a product of symbols and numbers, not a sum",
    );
    assert_said(
        "(4,N):(1,4) / 8",
        "N % 2 = 0: (8,N/2):(1,8); otherwise: no result: complement: evenness: 4N is not a multiple of 8",
    );
    assert_said(
        "A = (4,N):(1,4) / 8; size(A)",
        "the operand depends on its symbols: write a fact before it, such as `N % 2 = 0`",
    );
    assert_said("(N,4):(1,N) == (N,4):(1,6)", "N = 6: true; otherwise: false");
    assert_said("i >= 0; (M,K):(K,1)(i,3)", "K*i+3");
    assert_said("i >= 0; i < 16; (16,N):(1,M)(i)", "i");
    assert_said("(16,N):(1,M)(16N)", "M*N");
}

/// What CuTe prints for integers that are known only at run time.
#[test]
fn dynamic_integers() {
    let mut names = Names::new();
    let first = evaluate("(?,32768):(?{i64 div=8},?{div=4})", &mut names).unwrap();
    assert_eq!(first.to_string(), "(d0,32768):(d1,d2)");
    let notes: Vec<String> = names.take_notes().into_iter().map(|note| note.text).collect();
    assert_eq!(
        notes,
        [
            "`?` is the symbol `d0`: any integer from 1",
            "`?{div=8}` is the symbol `d1`, with `d1 % 8 = 0`",
            "`?{div=4}` is the symbol `d2`, with `d2 % 4 = 0`",
        ]
    );
    // Another one is another symbol, whatever names the text has.
    assert_eq!(evaluate("(?,d7):(?,d3)", &mut names).unwrap().to_string(), "(d8,d7):(d9,d3)");
    assert_eq!(
        evaluate("(?{div=8},4):(4,1) / <8>", &mut names).unwrap().to_string(),
        "((8,d4/8),4):((4,32),1)"
    );
}
