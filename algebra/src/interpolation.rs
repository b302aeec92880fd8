//! Interpolation: a layout with given values at given places.

use alloc::vec;
use alloc::vec::Vec;

use crate::error::{Error, Operation, Rule};
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::profile::Profile;

/// The operations on integers after which the search gives up, with [`Rule::Undecided`].
const STEPS: u64 = 1 << 22;

/// A flat layout `l` with `l(x) = y` for all `points` `(x, y)` on its extended domain, with as few
/// modes as possible; `None` if there is none.
///
/// The places `x` are distinct and increasing, the first point is `(0, 0)`. With the products
/// `1 = P_0 | P_1 | ...` of the extents, `l(x) = sum t_r (floor(x / P_r) mod P_{r+1} / P_r)` is
/// linear in the strides `t_r`. Two places in one block of `P_{r+1}` differ in the first `r + 1`
/// digits only: that is an equation for the first strides, so that a beginning of the chain is
/// given up as soon as these equations have no common solution in integers. The products need
/// not exceed the last place, so the search ends.
///
/// # Errors
/// [`Rule::Undecided`] after [`STEPS`] operations, or where numbers grow too large for them.
pub(crate) fn interpolated(
    operation: Operation,
    points: &[(i64, i64)],
) -> Result<Option<Layout>, Error> {
    let last = points.last().map_or(0, |&(x, _)| x);
    let mut search = Search { operation, points, last, steps: 0, deeper: true };
    let mut modes = 0;
    while search.deeper {
        modes += 1;
        search.deeper = false;
        let layout = search.extend(&mut vec![1], &Strides::default(), modes)?;
        if layout.is_some() {
            return Ok(layout);
        }
    }
    Ok(None)
}

struct Search<'a> {
    operation: Operation,
    points: &'a [(i64, i64)],
    last: i64,
    steps: u64,
    /// Whether some chain ended because it may not have more modes.
    deeper: bool,
}

impl Search<'_> {
    /// Completes a chain, which ends with the product before the next mode, by up to `modes`
    /// modes; `strides` are those that the blocks of that product allow. Products double at
    /// least, so that this is no deep recursion.
    fn extend(
        &mut self,
        chain: &mut Vec<i64>,
        strides: &Strides,
        modes: usize,
    ) -> Result<Option<Layout>, Error> {
        let strides = strides.with_one_more();
        let block = chain[chain.len() - 1];
        // The last mode, unbounded.
        if let Some(strides) = self.restrict(chain, strides.clone(), None)? {
            return self.layout(chain, &strides).map(Some);
        }
        if modes == 1 {
            self.deeper |= block <= self.last / 2;
            return Ok(None);
        }
        for extent in 2..=self.last / block {
            let product = block * extent;
            if let Some(strides) = self.restrict(chain, strides.clone(), Some(product))? {
                chain.push(product);
                let layout = self.extend(chain, &strides, modes - 1)?;
                chain.pop();
                if layout.is_some() {
                    return Ok(layout);
                }
            }
        }
        Ok(None)
    }

    /// The strides for which neighbouring points in one block of `product` differ as they
    /// should; those in one block of the last product of the chain do already.
    fn restrict(
        &mut self,
        chain: &[i64],
        mut strides: Strides,
        product: Option<i64>,
    ) -> Result<Option<Strides>, Error> {
        let before = chain[chain.len() - 1];
        let same = |block: Option<i64>, x: i64, y: i64| block.is_none_or(|p| x / p == y / p);
        let digits = |x: i64| {
            (0..chain.len()).map(move |r| match chain.get(r + 1) {
                Some(next) => x % next / chain[r],
                None => product.map_or(x, |product| x % product) / chain[r],
            })
        };
        for pair in self.points.windows(2) {
            self.step(1)?;
            let ((x, value), (next, next_value)) = (pair[0], pair[1]);
            if same(Some(before), x, next) || !same(product, x, next) {
                continue;
            }
            let equation: Vec<i128> = digits(next)
                .zip(digits(x))
                .map(|(next, x)| i128::from(next) - i128::from(x))
                .collect();
            self.step((equation.len() * (strides.free.len() + 1)) as u64)?;
            let undecided = self.undecided();
            let difference = i128::from(next_value) - i128::from(value);
            if !strides.satisfy(&equation, difference).ok_or(undecided)? {
                return Ok(None);
            }
        }
        Ok(Some(strides))
    }

    fn layout(&self, chain: &[i64], strides: &Strides) -> Result<Layout, Error> {
        let mut modes = Modes::new();
        for (r, &stride) in strides.some.iter().enumerate() {
            let extent = chain.get(r + 1).map_or(self.last / chain[r] + 1, |next| next / chain[r]);
            let stride = i64::try_from(stride).map_err(|_| self.undecided())?;
            modes.push(Mode { shape: extent, stride });
        }
        let rank = modes.len();
        Layout::of_modes(modes, Profile::flat(rank)).map_err(|error| error.during(self.operation))
    }

    fn step(&mut self, steps: u64) -> Result<(), Error> {
        self.steps += steps;
        if self.steps > STEPS { Err(self.undecided()) } else { Ok(()) }
    }

    fn undecided(&self) -> Error {
        Error::new(self.operation, Rule::Undecided { steps: self.steps })
    }
}

/// The integer solutions of linear equations: one of them, and independent ones of the
/// homogeneous equations, of which all others are integer combinations.
#[derive(Clone, Default)]
struct Strides {
    some: Vec<i128>,
    free: Vec<Vec<i128>>,
}

impl Strides {
    /// With one more stride, which is free.
    fn with_one_more(&self) -> Self {
        let mut more = self.clone();
        more.some.push(0);
        more.free.iter_mut().for_each(|free| free.push(0));
        let mut one = vec![0; more.some.len()];
        one[more.some.len() - 1] = 1;
        more.free.push(one);
        more
    }

    /// Keeps the solutions with `sum equation_r t_r = value`; whether there are any, `None` where
    /// numbers grow too large.
    fn satisfy(&mut self, equation: &[i128], value: i128) -> Option<bool> {
        let dot = |t: &[i128]| {
            let products = equation.iter().zip(t).map(|(a, t)| a.checked_mul(*t));
            products.into_iter().try_fold(0i128, |sum, product| sum.checked_add(product?))
        };
        let rest = value.checked_sub(dot(&self.some)?)?;
        // Euclid's algorithm on the free solutions: all but one come to meet the equation.
        let mut moving: Option<(i128, Vec<i128>)> = None;
        let mut still = vec![];
        for mut free in core::mem::take(&mut self.free) {
            let mut by = dot(&free)?;
            if let Some((gcd, mut pivot)) = moving.take() {
                let mut gcd = gcd;
                while by != 0 {
                    let quotient = gcd / by;
                    for (p, f) in pivot.iter_mut().zip(&free) {
                        *p = p.checked_sub(quotient.checked_mul(*f)?)?;
                    }
                    gcd -= quotient * by;
                    core::mem::swap(&mut pivot, &mut free);
                    core::mem::swap(&mut gcd, &mut by);
                }
                still.push(free);
                moving = Some((gcd, pivot));
            } else if by == 0 {
                still.push(free);
            } else {
                moving = Some((by, free));
            }
        }
        self.free = still;
        let Some((gcd, pivot)) = moving else { return Some(rest == 0) };
        if rest % gcd != 0 {
            return Some(false);
        }
        for (t, p) in self.some.iter_mut().zip(&pivot) {
            *t = t.checked_add((rest / gcd).checked_mul(*p)?)?;
        }
        Some(true)
    }
}
