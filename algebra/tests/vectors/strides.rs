//! The rows with coordinate and XOR strides.

use std::collections::BTreeMap;

use serde_json::Value;
use tilework_algebra::{
    ArithmeticTuple, IntTuple, Layout, Mode, Stride, Xor, complement_ext, composition, crd2idx,
    left_inverse, make_identity_layout, right_inverse,
};

use super::definition::refines;
use super::{Outcome, Row, Wrong, holds, result};

/// The strides of a row, with their values in the free module of integers over places or in the vectors of bits.
pub trait Strides: Stride {
    /// `sum n d` over the modes of a natural coordinate.
    fn sum(modes: &[(i64, &Self)]) -> BTreeMap<Vec<u8>, i64>;
}

impl Strides for i64 {
    fn sum(modes: &[(i64, &i64)]) -> BTreeMap<Vec<u8>, i64> {
        [(vec![], modes.iter().map(|(n, d)| n * *d).sum())].into()
    }
}

impl Strides for ArithmeticTuple {
    fn sum(modes: &[(i64, &Self)]) -> BTreeMap<Vec<u8>, i64> {
        let mut sum = BTreeMap::new();
        for (n, stride) in modes {
            for (place, scale) in stride.terms() {
                *sum.entry(place.to_vec()).or_default() += n * scale;
            }
        }
        sum.retain(|_, scale| *scale != 0);
        sum
    }
}

impl Strides for Xor {
    fn sum(modes: &[(i64, &Self)]) -> BTreeMap<Vec<u8>, i64> {
        let mut sum = 0;
        for (n, stride) in modes {
            // Bit by bit of both factors.
            for i in (0..32).filter(|i| n >> i & 1 == 1) {
                for j in (0..32).filter(|j| stride.bits() >> j & 1 == 1) {
                    sum ^= 1 << (i + j);
                }
            }
        }
        [(vec![], sum)].into()
    }
}

/// The value at an integral coordinate, with an unbounded last mode.
pub fn at<D: Strides>(layout: &Layout<D>, i: i64) -> BTreeMap<Vec<u8>, i64> {
    let mut rest = i;
    let last = layout.flat_modes().len().saturating_sub(1);
    let coordinate = layout.flat_modes().iter().enumerate().map(|(k, Mode { shape, stride })| {
        let digit = if k == last { rest } else { rest % shape };
        rest /= shape;
        (digit, stride)
    });
    D::sum(&coordinate.collect::<Vec<_>>())
}

pub fn run(row: &Row) -> Outcome {
    let coordinates = || row.arg::<Layout<ArithmeticTuple>>(0);
    let xor = || row.arg::<Layout<Xor>>(0);
    let is_xor = row.args[0].contains('f');
    match row.op.as_str() {
        "concat" => {
            // Two kinds of strides: use an expression, since the types do not fit together.
            let text = format!("concatenate({})", row.args.join(", "));
            let got = text.parse::<Layout>();
            holds(row.expected.is_none() && got.is_err(), "a layout")
        }
        "linear_form" if is_xor => {
            let strides: Vec<i64> = xor().flat_modes().iter().map(|m| m.stride.bits()).collect();
            let bit = |place: u32| -> Vec<i64> { strides.iter().map(|d| d >> place & 1).collect() };
            row.is((0..4).map(|place| Value::from(bit(place))).collect::<Vec<_>>())
        }
        "linear_form" => {
            let layout = coordinates();
            let factor = |place: u8, stride: &ArithmeticTuple| {
                stride.terms().find(|(other, _)| *other == [place]).map_or(0, |(_, n)| n)
            };
            let line = |place| {
                layout.flat_modes().iter().map(|m| factor(place, &m.stride)).collect::<Vec<_>>()
            };
            row.is((0..2).map(|place| Value::from(line(place))).collect::<Vec<_>>())
        }
        "same_function" => {
            let (a, b) = (xor(), row.arg::<Layout<Xor>>(1));
            row.is(a.size() == b.size() && (0..a.size()).all(|i| a.offset(i) == b.offset(i)))
        }
        "layout_table" => {
            let a = xor();
            let offset =
                |i: i64, j: i64| crd2idx(&IntTuple::tuple([i.into(), j.into()]), &a).unwrap();
            let line = |i| Value::from((0..4).map(|j| offset(i, j)).collect::<Vec<_>>());
            row.is((0..4).map(line).collect::<Vec<_>>())
        }
        "identity_layout" => {
            let (a, shape) = (coordinates(), row.arg::<IntTuple>(1));
            let identity = make_identity_layout(&shape).unwrap();
            row.is((0..a.size()).all(|i| at(&a, i) == at(&identity, i)))
        }
        "composition" if row.args[0].contains("e0") => composed(row, coordinates()),
        "composition" if is_xor => composed(row, xor()),
        "composition" => {
            // Coordinates on the right side.
            let (a, b) = (row.arg::<Layout>(0), row.arg::<Layout<ArithmeticTuple>>(1));
            let got = composition(&a, &b);
            result(got, |r| {
                let expected = row.layout().unwrap();
                let at = |i| crd2idx(&b.offset(i).unwrap(), &a);
                *r == expected && (0..b.size()).all(|i| r.offset(i) == at(i))
            })
        }
        "right_inverse" if is_xor => inverse(row, right_inverse(&xor())),
        "right_inverse" => inverse(row, right_inverse(&coordinates())),
        "left_inverse" if is_xor => inverse(row, left_inverse(&xor())),
        "left_inverse" => inverse(row, left_inverse(&coordinates())),
        "complement_004" => row.is(complement_ext(&coordinates()).unwrap().to_string()),
        op => Wrong(format!("no test for {op}")),
    }
}

fn inverse<T: ToString>(row: &Row, got: Result<T, tilework_algebra::Error>) -> Outcome {
    let expected = row.expected.as_ref().unwrap().as_str().unwrap();
    result(got, |r| r.to_string() == expected)
}

fn composed<D: Strides>(row: &Row, a: Layout<D>) -> Outcome {
    let b = row.arg::<Layout>(1);
    let expected = row.expected.as_ref().unwrap().as_str().unwrap();
    result(composition(&a, &b), |r| {
        let same = |i| at(r, i) == at(&a, b.offset(i).unwrap());
        r.to_string() == expected && refines(&r.shape(), &b.shape()) && (0..b.size()).all(same)
    })
}
