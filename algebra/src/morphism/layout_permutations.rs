//! The permutations that are functions of layouts.

use smallvec::SmallVec;

use super::ordered_factorization::{
    FactorizationMorphism, OrderedFactorization, OrderedFactorizations, factorize,
};
use crate::budget::{Budget, FACTORS};
use crate::error::{Error, Operation, Rule};
use crate::operation::function_to_layout::function_to_layout;

/// The permutations of `0..N` that are functions of layouts, each once, as isomorphisms of ordered factorizations of
/// `N`. The function of an isomorphism is that of its layout ([000](crate::papers), proposition 3.15 and remark 3.16).
///
/// They are closed under inverses. For `N = p^k` they form a group of order `k!`; for other `N` they usually form no
/// group.
///
/// Two isomorphisms have the same function if and only if their layouts coalesce to the same layout. Of these
/// isomorphisms, the iterator returns the one in which primes that merge increase. The order is lexicographic, by the
/// codomain and then by the map.
///
/// ```
/// use tilework_algebra::{coalesce, morphism::LayoutPermutations};
/// let all = LayoutPermutations::of(6)?.map(|f| coalesce(&f.layout()).to_string());
/// let all: Vec<String> = all.collect();
/// assert_eq!(all, ["6:1", "(3,2):(2,1)", "(2,3):(3,1)"]);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct LayoutPermutations {
    factorizations: OrderedFactorizations,
    /// The current codomain and the next map.
    current: Option<(OrderedFactorization, SmallVec<[usize; 8]>)>,
}

impl LayoutPermutations {
    /// The permutations of `0..n`.
    ///
    /// # Errors
    /// [`Rule::Extent`] below 1, [`Rule::Undecided`] if the primes of `n` are not found.
    pub fn of(n: i64) -> Result<Self, Error> {
        let mut factorizations = OrderedFactorization::all(n)?;
        let current = factorizations.next().map(start);
        Ok(LayoutPermutations { factorizations, current })
    }
}

/// A codomain with its first map.
fn start(codomain: OrderedFactorization) -> (OrderedFactorization, SmallVec<[usize; 8]>) {
    let map = (0..codomain.primes().len()).collect();
    (codomain, map)
}

impl Iterator for LayoutPermutations {
    type Item = FactorizationMorphism;

    fn next(&mut self) -> Option<FactorizationMorphism> {
        loop {
            let (codomain, mut map) = self.current.take()?;
            let primes = codomain.primes();
            let merge = |pair: &[usize]| pair[1] == pair[0] + 1;
            let increases = |pair: &[usize]| primes[pair[0]] <= primes[pair[1]];
            let canonical = map.windows(2).all(|pair| !merge(pair) || increases(pair));
            let found = canonical.then(|| (codomain.clone(), map.clone()));
            self.current = match next_permutation(&mut map) {
                true => Some((codomain, map)),
                false => self.factorizations.next().map(start),
            };
            if let Some((codomain, map)) = found {
                // This is a permutation of the places, so there is no error.
                return FactorizationMorphism::new(codomain, map).ok();
            }
        }
    }
}

/// The isomorphism of ordered factorizations whose function is a permutation, which is given by its values, if a layout
/// has this function ([000](crate::papers), proposition 3.15).
///
/// # Errors
/// - The errors of [`function_to_layout`] if no layout has the function;
/// - [`Rule::Compactness`] if it is not a permutation of `0..values.len()`;
/// - [`Rule::Undecided`] if the primes of an extent are not found.
///
/// ```
/// use tilework_algebra::morphism::morphism_of_permutation;
/// let isomorphism = morphism_of_permutation(&[0, 2, 4, 1, 3, 5])?;
/// assert_eq!(isomorphism.to_string(), "[3,2]--[2,1]-->[2,3]");
/// assert!(morphism_of_permutation(&[0, 1, 2, 4, 3, 5]).is_err());
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn morphism_of_permutation(values: &[i64]) -> Result<FactorizationMorphism, Error> {
    let operation = Operation::LayoutPermutations;
    let layout = function_to_layout(values).map_err(|error| error.during(operation))?;
    let budget = Budget::new(Operation::OrderedFactorization, FACTORS);
    let no_permutation = Error::new(operation, Rule::Compactness);
    // The extents split into primes, each with its stride.
    let mut modes: SmallVec<[(i64, i64); 8]> = SmallVec::new();
    for mode in layout.flat_modes() {
        let mut stride = mode.stride;
        for &prime in &factorize(mode.shape, &budget)? {
            modes.push((stride, prime));
            stride = stride.checked_mul(prime).ok_or(no_permutation)?;
        }
    }
    let mut order: SmallVec<[usize; 8]> = (0..modes.len()).collect();
    order.sort_by_key(|&at| modes[at]);
    let mut span = 1;
    let mut map: SmallVec<[usize; 8]> = SmallVec::from_elem(0, modes.len());
    for (image, &at) in order.iter().enumerate() {
        let (stride, prime) = modes[at];
        if stride != span {
            return Err(no_permutation);
        }
        // This is at most the number of values.
        span *= prime;
        map[at] = image;
    }
    let primes = order.iter().map(|&at| modes[at].1);
    FactorizationMorphism::new(OrderedFactorization::within(primes, &budget)?, map)
}

/// Moves to the next permutation in lexicographic order; returns `false` after the last one.
pub(super) fn next_permutation<T: Ord>(items: &mut [T]) -> bool {
    let Some(at) = items.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    let swap = items.iter().rposition(|item| *item > items[at]).unwrap_or(at);
    items.swap(at, swap);
    items[at + 1..].reverse();
    true
}
