//! Compositions with coordinates and bits on either side: there is a result if and only if there is such a layout.
//!
//! Coordinates of two places are represented by integers here, with one place in the lower 20 bits. As long as no
//! factor is larger, layouts into them are integer layouts, and are judged as such.

use proptest::prelude::*;
use tilework_algebra::{
    ArithmeticTuple, Error, Layout, Mode, Rule, Stride, Tiler, Xor, composition,
};

use crate::arbitrary;
use crate::definition::{
    adds_up, all_layouts, bits, is_layout_function, layout, product, refines, value, values,
    xor_value, xor_values,
};

pub const PLACE: i64 = 1 << 20;

fn with_strides<D: Stride>(layout: &Layout, stride: impl Fn(i64) -> D) -> Layout<D> {
    let mode = |&Mode { shape, stride: d }: &Mode| Mode { shape, stride: stride(d) };
    Layout::of_modes(layout.flat_modes().iter().map(mode), layout.profile().clone()).unwrap()
}

pub fn coordinates(layout: &Layout) -> Layout<ArithmeticTuple> {
    let basis = |place: usize, n| ArithmeticTuple::basis(&[place]).unwrap().times(n).unwrap();
    let stride = |d: i64| basis(0, d % PLACE).plus(&basis(1, d / PLACE)).unwrap();
    with_strides(layout, stride)
}

/// The integers that represent the strides.
pub trait AsInteger: Stride {
    fn integer(&self) -> i64;
}

impl AsInteger for i64 {
    fn integer(&self) -> i64 {
        *self
    }
}

impl AsInteger for Xor {
    fn integer(&self) -> i64 {
        self.bits()
    }
}

impl AsInteger for ArithmeticTuple {
    fn integer(&self) -> i64 {
        self.terms().map(|(place, n)| if place == [0] { n } else { n * PLACE }).sum()
    }
}

fn integers<D: AsInteger>(layout: &Layout<D>) -> Layout {
    let mode = |mode: &Mode<D>| Mode { shape: mode.shape, stride: mode.stride.integer() };
    Layout::of_modes(layout.flat_modes().iter().map(mode), layout.profile().clone()).unwrap()
}

/// Returns whether some layout with XOR strides has these values: products without carries up to a divisor, such that
/// the values at its multiples are again those of a layout.
pub fn is_xor_function(values: &[i64]) -> bool {
    let size = values.len();
    if values[0] != 0 || size == 1 {
        return values[0] == 0;
    }
    (2..=size).filter(|t| size.is_multiple_of(*t)).any(|t| {
        let steps: Vec<i64> = values.iter().copied().step_by(t).collect();
        let split = |i: usize| product((i % t) as i64, values[1]) ^ steps[i / t];
        (0..size).all(|i| values[i] == split(i)) && is_xor_function(&steps)
    })
}

#[derive(Default)]
pub struct Count {
    results: usize,
    none: usize,
}

impl Count {
    /// Judges a composition whose values are `composed`.
    pub fn judge<D: AsInteger>(
        &mut self,
        got: Result<Layout<D>, Error>,
        composed: &[i64],
        shape: &Layout,
        is_xor: bool,
        what: impl Fn() -> String,
    ) {
        match got {
            Ok(r) => {
                self.results += 1;
                let r = integers(&r);
                let all = if is_xor { xor_values(&r) } else { values(&r) };
                assert_eq!(all, composed, "{} = {r}", what());
                assert!(refines(&r.shape(), &shape.shape()), "{} = {r}", what());
            }
            Err(error) => {
                self.none += 1;
                let undecided = matches!(error.rule, Rule::Undecided { .. } | Rule::Overflow);
                assert!(!undecided, "{}: {error}", what());
                let exists = if is_xor {
                    adds_up(composed, &shape.shape(), |x, y| x ^ y, is_xor_function)
                } else {
                    adds_up(composed, &shape.shape(), |x, y| x + y, is_layout_function)
                };
                assert!(!exists, "{}: {error}", what());
            }
        }
    }

    /// There is always a result, more often than `results`.
    pub fn always(self, results: usize) {
        assert!(self.results > results && self.none == 0, "{}, {}", self.results, self.none);
    }

    /// There are more than `results` results, and more than `none` cases without one.
    pub fn both(self, results: usize, none: usize) {
        assert!(self.results > results && self.none > none, "{}, {}", self.results, self.none);
    }
}

fn some_layouts(strides: &[i64]) -> Vec<Layout> {
    let mut all = all_layouts(2, &[2, 3, 4, 6], strides);
    all.extend(all_layouts(3, &[2, 3], &strides[..3]));
    all
}

fn right_sides() -> Vec<Layout> {
    let mut right = all_layouts(1, &[2, 3, 4, 6, 8, 12], &[1, 2, 3, 4, 5, 6, 7]);
    right.extend(all_layouts(2, &[2, 3, 6], &[1, 2, 3]));
    right
}

#[test]
fn integers_in_coordinates() {
    let mut count = Count::default();
    for a in some_layouts(&[0, PLACE, PLACE + 2, 1, 2]) {
        let left = coordinates(&a);
        for b in right_sides() {
            let composed: Vec<i64> = values(&b).into_iter().map(|x| value(&a, x)).collect();
            let got = composition(&left, &b);
            count.judge(got, &composed, &b, false, || format!("{left} o {b}"));
        }
    }
    count.both(10_000, 5_000);
}

#[test]
fn integers_in_bits() {
    let mut count = Count::default();
    for a in some_layouts(&[0, 1, 5, 2]) {
        let left = bits(&a);
        for b in right_sides() {
            let composed: Vec<i64> = values(&b).into_iter().map(|x| xor_value(&a, x)).collect();
            let got = composition(&left, &b);
            count.judge(got, &composed, &b, true, || format!("{left} o {b}"));
        }
    }
    count.both(5_000, 5_000);
}

#[test]
fn bits_in_anything() {
    let (mut xors, mut sums) = (Count::default(), Count::default());
    let right: Vec<(Layout<Xor>, Layout)> =
        right_sides().into_iter().map(|b| (bits(&b), b)).collect();
    for a in all_layouts(2, &[2, 3, 4, 6], &[0, 1, 2, 3]) {
        let left = bits(&a);
        for (right, b) in &right {
            let inner = xor_values(b);
            let composed: Vec<i64> = inner.iter().map(|&x| xor_value(&a, x)).collect();
            let got = composition(&left, right);
            xors.judge(got, &composed, b, true, || format!("{left} o {right}"));
            let composed: Vec<i64> = inner.iter().map(|&x| value(&a, x)).collect();
            sums.judge(composition(&a, right), &composed, b, false, || format!("{a} o {right}"));
        }
    }
    xors.both(5_000, 5_000);
    sums.both(2_000, 5_000);
}

#[test]
pub fn coordinates_in_anything() {
    let (mut sums, mut xors) = (Count::default(), Count::default());
    let right: Vec<Layout> =
        all_layouts(1, &[2, 3, 4, 6, 12], &[1, PLACE, PLACE + 1, PLACE + 2, 3])
            .into_iter()
            .chain(all_layouts(2, &[2, 3, 4], &[1, 2, PLACE, PLACE + 1, 2 * PLACE + 1]))
            .collect();
    let parts = all_layouts(2, &[2, 3], &[0, 1, 2, 3]);
    for first in parts.iter().step_by(5) {
        for second in parts.iter().step_by(7) {
            let a = Layout::concatenate([first, second]).unwrap();
            for b in &right {
                let right = coordinates(b);
                let there = |x: i64| value(first, x % PLACE) + value(second, x / PLACE);
                let composed: Vec<i64> = values(b).into_iter().map(there).collect();
                let got = composition(&a, &right);
                sums.judge(got, &composed, b, false, || format!("{a} o {right}"));
                let left = bits(&a);
                let there = |x: i64| xor_value(first, x % PLACE) ^ xor_value(second, x / PLACE);
                let composed: Vec<i64> = values(b).into_iter().map(there).collect();
                let got = composition(&left, &right);
                xors.judge(got, &composed, b, true, || format!("{left} o {right}"));
            }
        }
    }
    sums.both(1_000, 1_000);
    xors.both(1_000, 1_000);
}

/// Sizes that are too large to look at all values.
#[test]
fn of_large_sizes() {
    let tiler = |text: &str| text.parse::<Tiler>().unwrap();
    let xor = |text: &str| text.parse::<Layout<Xor>>().unwrap();
    // Nothing carries, whatever the rules for integers say.
    let r = composition(&xor("(8,8,4):(f1,f9,f64)"), &tiler("(2,1048576):(3,4)")).unwrap();
    for i in [0, 1, 2, 3, 4, 5, 1023, 2_097_151] {
        let expected = xor_value(&layout("(8,8,4):(1,9,64)"), i % 2 * 3 + i / 2 * 4);
        assert_eq!(r.offset(i), Ok(expected), "{r} at {i}");
    }
    // Carries are detected although there are too many values.
    for (a, b) in [
        ("(8,8,4):(f1,f9,f64)", "(1048576,2):(1,3)"),
        ("(8,8,4):(f1,f9,f64)", "1048576:3"),
        ("(8,8,4):(f1,f9,f64)", "(1048576,1048576):(2,3)"),
    ] {
        let error = composition(&xor(a), &tiler(b)).unwrap_err();
        assert!(!matches!(error.rule, Rule::Undecided { .. }), "{a} o {b}: {error}");
    }
    let refused = composition(&layout("(64,64):(64,1)"), &tiler("(1024,1024):(f1,f1025)"));
    assert!(matches!(refused.unwrap_err().rule, Rule::Carries { .. }));
    // Carries that change nothing, with too many values to look at.
    let undecided = composition(&xor("(4,16,4):(f1,0,f4)"), &tiler("(2097152,2,2):(64,12,8)"));
    assert_eq!(undecided.map_err(|error| error.rule), Err(Rule::Undecided { steps: 1 << 22 }));
}

/// As for integers: 11 + 9 carries over 2 and over 16, with bends that cancel at both places.
#[test]
fn carries_that_cancel_at_each_place() {
    let compose = |a: &str, b: &str| {
        let a: Layout<ArithmeticTuple> = a.parse().unwrap();
        composition(&a, &layout(b)).map(|r| r.to_string()).map_err(|error| error.rule)
    };
    let left = "(2,8,5):(4e0+8e1,0,8e0+16e1)";
    assert_eq!(compose(left, "(2,2):(11,9)"), Ok("(2,2):(4e0+8e1,4e0+8e1)".into()));
    // At one place they do not cancel.
    let error = compose("(2,8,5):(4e0+8e1,0,8e0+17e1)", "(2,2):(11,9)").unwrap_err();
    assert!(matches!(error, Rule::Segregation { .. }), "{error:?}");
    assert_eq!(compose("(6,4,9):(e0,0,6e0)", "4000000000000:8"), Ok("4000000000000:2e0".into()));
    let r = compose("(6,4,9):(e0+e1,0,6e0+6e1)", "4000000000000:8");
    assert_eq!(r, Ok("4000000000000:2e0+2e1".into()));
    assert_eq!(compose("(4,6):(e0,e1)", "2:5"), Ok("2:e0+e1".into()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    #[test]
    fn any_nesting(
        a in arbitrary::layout(4, 7, 0..64),
        b in arbitrary::layout(3, 5, 0..13),
    ) {
        let mut count = Count::default();
        let places = with_strides(&a, |d| d % 8 + d / 8 * PLACE);
        let left = coordinates(&places);
        let composed: Vec<i64> = values(&b).into_iter().map(|x| value(&places, x)).collect();
        count.judge(composition(&left, &b), &composed, &b, false, || format!("{left} o {b}"));
        let (left, right) = (bits(&a), bits(&b));
        let composed: Vec<i64> = values(&b).into_iter().map(|x| xor_value(&a, x)).collect();
        count.judge(composition(&left, &b), &composed, &b, true, || format!("{left} o {b}"));
        let composed: Vec<i64> = xor_values(&b).into_iter().map(|x| xor_value(&a, x)).collect();
        count.judge(composition(&left, &right), &composed, &b, true, || format!("{left} o {right}"));
        let composed: Vec<i64> = xor_values(&b).into_iter().map(|x| value(&a, x)).collect();
        count.judge(composition(&a, &right), &composed, &b, false, || format!("{a} o {right}"));
    }
}
