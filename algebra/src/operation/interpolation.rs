//! Interpolation: a layout with given values at given coordinates.

use alloc::vec;
use alloc::vec::Vec;

use smallvec::SmallVec;

use crate::budget::Budget;
use crate::error::{Error, Operation, Rule};
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::operation::euclidean::Euclidean;
use crate::stride::Stride;
use crate::tuple::profile::Profile;

/// A coordinate, with an integer at each of its places, and the value there.
pub(crate) type Point = (SmallVec<[i64; 1]>, i64);

/// Finds flat layouts `l_p`, one for each place, with `sum l_p(x_p) = y` for all `points` `(x, y)` on the extended
/// domain and with as few modes as possible; `None` if there are none.
///
/// The coordinates are distinct and increase, with the last place compared first; the first point is `(0, 0)`. Let
/// `1 = P_0 | P_1 | ...` be the products of the extents of `l_p`. Then
/// `l_p(x) = sum t_r (floor(x / P_r) mod P_{r+1} / P_r)` is linear in the strides `t_r`, over the ring of the strides.
/// Take two coordinates that agree at the places after `p` and are in one block of `P_{r+1}` at `p`. They differ only
/// in the first `r + 1` digits at `p` and at the places before, so they give an equation for the strides of these. The
/// search gives up a beginning of the chains as soon as these equations have no common solution. The products need not
/// exceed the last integer of a place, so the search ends.
///
/// # Errors
/// [`Rule::Undecided`], also if numbers grow too large for the ring.
pub(crate) fn interpolated<R>(
    points: &[Point],
    budget: &Budget<'_>,
) -> Result<Option<Vec<Layout<R::Stride>>>, Error>
where
    R: Euclidean<Stride: Stride>,
{
    let places = points.first().map_or(0, |(x, _)| x.len());
    let largest = |p: usize| points.iter().map(|(x, _)| x[p]).max();
    let last: Vec<i64> = (0..places).filter_map(largest).collect();
    if places == 0 {
        return Ok(Some(vec![]));
    }
    let mut search = Search { points, last, budget, deeper: true };
    let mut more = 0;
    while search.deeper {
        search.deeper = false;
        let layouts = search.extend::<R>(&mut vec![vec![1]], &Strides::default(), more)?;
        if layouts.is_some() {
            return Ok(layouts);
        }
        more += 1;
    }
    Ok(None)
}

/// Finds layouts `l_p` of one mode, one for each place, with `sum l_p(x_p) = y` for these `(x, y)`, and so for all sums
/// of them, if there are such layouts and their numbers fit. They reach the coordinate `last`.
#[inline]
pub(crate) fn linear(equations: &[Point], last: &[i64]) -> Option<Vec<Layout>> {
    let mut strides = Strides::<i128>::default();
    for _ in last {
        strides = strides.with_one_more();
    }
    for (x, y) in equations {
        let equation: Vec<i128> = x.iter().copied().map(i128::from).collect();
        if !strides.satisfy(&equation, (*y).into())? {
            return None;
        }
    }
    let of_place = |(stride, last): (&i128, &i64)| {
        let mode = Mode { shape: last.checked_add(1)?, stride: stride.stride()? };
        Some(Layout::of_flat([mode].into_iter().collect()))
    };
    strides.some.iter().zip(last).map(of_place).collect()
}

struct Search<'a> {
    points: &'a [Point],
    /// The last integer of each place.
    last: Vec<i64>,
    budget: &'a Budget<'a>,
    /// True if some chain ended only because it may not have more modes.
    deeper: bool,
}

impl Search<'_> {
    /// Completes the chains. The last chain is that of place `p` and ends with the product before its next mode. At
    /// most `more` modes are added beyond one for each place. `strides` are the strides that the blocks of that product
    /// allow. Products at least double, so the recursion is not deep.
    fn extend<R: Euclidean<Stride: Stride>>(
        &mut self,
        chains: &mut Vec<Vec<i64>>,
        strides: &Strides<R>,
        more: usize,
    ) -> Result<Option<Vec<Layout<R::Stride>>>, Error> {
        let strides = strides.with_one_more();
        let p = chains.len() - 1;
        let block = chains[p][chains[p].len() - 1];
        // The last mode is unbounded.
        if let Some(strides) = self.restrict(chains, strides.clone(), None)? {
            if chains.len() == self.last.len() {
                return self.layouts(chains, &strides).map(Some);
            }
            chains.push(vec![1]);
            let layouts = self.extend(chains, &strides, more)?;
            chains.pop();
            if layouts.is_some() {
                return Ok(layouts);
            }
        }
        let last = self.last[p];
        if more == 0 {
            self.deeper |= block <= last / 2;
            return Ok(None);
        }
        for extent in 2..=last / block {
            let product = block * extent;
            if let Some(strides) = self.restrict(chains, strides.clone(), Some(product))? {
                chains[p].push(product);
                let layouts = self.extend(chains, &strides, more - 1)?;
                chains[p].pop();
                if layouts.is_some() {
                    return Ok(layouts);
                }
            }
        }
        Ok(None)
    }

    /// The strides for which neighboring points in one block of `product` differ as required. Points in one block of
    /// the last product of the chain already do.
    fn restrict<R: Euclidean>(
        &mut self,
        chains: &[Vec<i64>],
        mut strides: Strides<R>,
        product: Option<i64>,
    ) -> Result<Option<Strides<R>>, Error> {
        let p = chains.len() - 1;
        let before = chains[p][chains[p].len() - 1];
        // At the first place no two points are in one block of 1. At other places, points that differ at the places
        // before are.
        let same = |block: Option<i64>, x: &[i64], y: &[i64]| {
            x[p + 1..] == y[p + 1..] && block.is_none_or(|block| x[p] / block == y[p] / block)
        };
        let digits = |x: &[i64]| -> Vec<i64> {
            let at_place = |(q, chain): (usize, &Vec<i64>)| {
                let x = product.filter(|_| q == p).map_or(x[q], |product| x[q] % product);
                let digit = |r: usize| match chain.get(r + 1) {
                    Some(next) => x % next / chain[r],
                    None => x / chain[r],
                };
                (0..chain.len()).map(digit).collect::<SmallVec<[i64; 8]>>()
            };
            chains.iter().enumerate().flat_map(at_place).collect()
        };
        for pair in self.points.windows(2) {
            self.budget.spend(1)?;
            let ((x, value), (next, next_value)) = (&pair[0], &pair[1]);
            if same(Some(before), x, next) || !same(product, x, next) {
                continue;
            }
            let undecided = self.budget.undecided();
            let differ = |next: i64, x: i64| R::of(next).minus(R::of(x)).ok_or(undecided);
            let equation = digits(next).into_iter().zip(digits(x));
            let equation: Vec<R> = equation.map(|(n, x)| differ(n, x)).collect::<Result<_, _>>()?;
            self.budget.spend((equation.len() * (strides.free.len() + 1)) as u64)?;
            let difference = differ(*next_value, *value)?;
            if !strides.satisfy(&equation, difference).ok_or(undecided)? {
                return Ok(None);
            }
        }
        Ok(Some(strides))
    }

    fn layouts<R: Euclidean<Stride: Stride>>(
        &self,
        chains: &[Vec<i64>],
        strides: &Strides<R>,
    ) -> Result<Vec<Layout<R::Stride>>, Error> {
        let mut strides = strides.some.iter();
        let of_place = |(chain, last): (&Vec<i64>, &i64)| {
            let mut modes = Modes::new();
            for (r, &before) in chain.iter().enumerate() {
                let extent = match chain.get(r + 1) {
                    Some(next) => Some(next / before),
                    None => (last / before).checked_add(1),
                };
                let extent = extent.ok_or(Error::new(Operation::LeftInverse, Rule::Overflow))?;
                let stride = strides.next().and_then(|stride| stride.stride());
                modes.push(Mode { shape: extent, stride: stride.ok_or(self.budget.undecided())? });
            }
            let rank = modes.len();
            Layout::of_modes(modes, Profile::flat(rank))
                .map_err(|e| e.during(Operation::LeftInverse))
        };
        chains.iter().zip(&self.last).map(of_place).collect()
    }
}

/// The solutions of linear equations in a ring: one solution, and independent solutions of the homogeneous equations.
/// All other solutions are combinations of these.
#[derive(Clone)]
struct Strides<R> {
    some: Vec<R>,
    free: Vec<Vec<R>>,
}

impl<R> Default for Strides<R> {
    #[inline]
    fn default() -> Self {
        Strides { some: vec![], free: vec![] }
    }
}

impl<R: Euclidean> Strides<R> {
    /// The same solutions with one more stride, which is free.
    fn with_one_more(&self) -> Self {
        let mut more = self.clone();
        let zero = R::of(0);
        more.some.push(zero);
        more.free.iter_mut().for_each(|free| free.push(zero));
        let mut one = vec![zero; more.some.len()];
        one[more.some.len() - 1] = R::of(1);
        more.free.push(one);
        more
    }

    /// Keeps the solutions with `sum equation_r t_r = value` and returns whether there are any; `None` if numbers grow
    /// too large.
    fn satisfy(&mut self, equation: &[R], value: R) -> Option<bool> {
        let zero = R::of(0);
        // The difference of the value and the sum.
        let excess = |value: R, t: &[R]| {
            let mut products = equation.iter().zip(t).map(|(a, t)| a.times(*t));
            products.try_fold(value, |rest, product| rest.minus(product?))
        };
        let rest = excess(value, &self.some)?;
        // Apply Euclid's algorithm to the free solutions; all but one of them then satisfy the homogeneous equation.
        let mut moving: Option<(R, Vec<R>)> = None;
        let mut still = vec![];
        for mut free in core::mem::take(&mut self.free) {
            let mut by = excess(zero, &free)?;
            if let Some((gcd, mut pivot)) = moving.take() {
                let mut gcd = gcd;
                while by != zero {
                    let quotient = gcd.quotient(by);
                    for (p, f) in pivot.iter_mut().zip(&free) {
                        *p = p.minus(quotient.times(*f)?)?;
                    }
                    gcd = gcd.minus(quotient.times(by)?)?;
                    core::mem::swap(&mut pivot, &mut free);
                    core::mem::swap(&mut gcd, &mut by);
                }
                still.push(free);
                moving = Some((gcd, pivot));
            } else if by == zero {
                still.push(free);
            } else {
                moving = Some((by, free));
            }
        }
        self.free = still;
        let Some((gcd, pivot)) = moving else { return Some(rest == zero) };
        let quotient = rest.quotient(gcd);
        if quotient.times(gcd)? != rest {
            return Some(false);
        }
        // The pivot lowers the sum.
        for (t, p) in self.some.iter_mut().zip(&pivot) {
            *t = t.minus(quotient.times(*p)?)?;
        }
        Some(true)
    }
}
