//! Random layouts and random facts.

use tilework_algebra::expression::{Names, evaluate};

use crate::{Count, FACTS, Values, all_values, compare, compare_all};

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
