//! The rows of 000 on factorizations: left divisibility, its conditions of admissibility, which are neither necessary
//! nor sufficient, and the permutations that are layouts.

use std::collections::BTreeSet;

use serde_json::Value;
use tilework_algebra::{IntTuple, Layout, left_divide, left_divisible, weakly_left_divisible};

use super::definition::{flat, values};
use super::operations::numbers;
use super::{Outcome, Row};

/// `None` if the row is of another operation.
pub fn run(row: &Row) -> Option<Outcome> {
    let list = |at: usize| numbers(&row.args[at]);
    let factors = || shape(&list(0));
    let d = || row.args[1].parse().unwrap();
    Some(match row.op.as_str() {
        "left_divisible" => row.is(left_divisible(&factors(), d()).unwrap()),
        "weakly_left_divisible" => row.is(weakly_left_divisible(&factors(), d()).unwrap()),
        "admissible_000_weak" => {
            row.is(is_admissible(&row.arg(0), &row.arg(1), weakly_left_divisible))
        }
        "admissible_000_cutlass" => row.is(is_admissible(&row.arg(0), &row.arg(1), left_divisible)),
        "fact_pullback" => row.is(pullback(&list(0), &list(1))),
        "fact_is_automorphism" => row.is(is_automorphism(&list(0), &list(1))),
        "fact_layout" => row.is(factorization_layout(&list(0), &list(1)).to_string()),
        "expressible_permutations" => {
            let all = expressible_permutations(row.args[0].parse().unwrap());
            row.is(all.into_iter().map(Value::from).collect::<Vec<_>>())
        }
        _ => return None,
    })
}

fn shape(extents: &[i64]) -> IntTuple {
    IntTuple::tuple(extents.iter().map(|&extent| extent.into()))
}

type Divisible = fn(&IntTuple, i64) -> Result<bool, tilework_algebra::Error>;

/// Definition 2.17, in which the second divisibility of a mode is `divisible`: that of definition 2.12 or of 2.21.
fn is_admissible(a: &Layout, b: &Layout, divisible: Divisible) -> bool {
    let modes = b.flat_modes();
    let each = modes.iter().all(|mode| {
        left_divide(&a.shape(), mode.stride).is_ok_and(|rest| divisible(&rest, mode.shape).unwrap())
    });
    // The intervals of definition (2.16) of different modes are disjoint.
    let extents: Vec<i64> = a.flat_modes().iter().map(|mode| mode.shape).collect();
    let end: i64 = extents[..extents.len() - 1].iter().product();
    let interval = |k: usize| {
        let mode = modes[k];
        (mode.stride.max(1)..=mode.stride * (mode.shape - 1)).filter(|&x| x < end)
    };
    let mut taken = BTreeSet::new();
    each && (0..modes.len()).all(|k| interval(k).all(|x| taken.insert(x)))
}

/// `[p_alpha(1) ... p_alpha(n)]` (definition 3.4).
fn pullback(primes: &[i64], alpha: &[i64]) -> Vec<i64> {
    alpha.iter().map(|&i| primes[i as usize - 1]).collect()
}

/// Returns whether the morphism of `alpha` goes from a factorization to itself and has an inverse.
fn is_automorphism(primes: &[i64], alpha: &[i64]) -> bool {
    let images: BTreeSet<i64> = alpha.iter().copied().collect();
    images.len() == primes.len() && pullback(primes, alpha) == primes
}

/// The layout of a morphism: the extents are `p_alpha(i)`, and the strides are the products of the primes before them
/// (definition 3.9).
fn factorization_layout(primes: &[i64], alpha: &[i64]) -> Layout {
    let stride = |&i: &i64| primes[..i as usize - 1].iter().product::<i64>();
    let strides = alpha.iter().map(stride);
    flat(&pullback(primes, alpha).into_iter().zip(strides).collect::<Vec<_>>())
}

/// The permutations of `0..n` that are functions of layouts: the functions of the layouts of invertible morphisms
/// (proposition 3.15).
fn expressible_permutations(n: i64) -> BTreeSet<Vec<i64>> {
    let mut primes = vec![];
    let mut rest = n;
    for p in 2..=n {
        while rest % p == 0 {
            primes.push(p);
            rest /= p;
        }
    }
    let orders = orders(primes.len());
    let all = orders.iter().flat_map(|order| {
        let factorization = pullback(&primes, order);
        let function = move |alpha: &Vec<i64>| values(&factorization_layout(&factorization, alpha));
        orders.iter().map(function)
    });
    all.collect()
}

/// All orders of `1..=len`.
fn orders(len: usize) -> Vec<Vec<i64>> {
    let mut orders = vec![vec![]];
    for number in 1..=len {
        let inserted = |order: &Vec<i64>, at| {
            let mut order = order.clone();
            order.insert(at, number as i64);
            order
        };
        orders = orders
            .iter()
            .flat_map(|order| (0..number).map(move |at| inserted(order, at)))
            .collect();
    }
    orders
}
