//! The permutations that are functions of layouts.

use smallvec::SmallVec;

use super::ordered_factorization::{
    FactorizationMorphism, OrderedFactorization, OrderedFactorizations, factorize,
};
use crate::budget::{Budget, FACTORS};
use crate::error::{Error, Operation, Rule};
use crate::function_to_layout::function_to_layout;

/// The permutations of `0..N` that are functions of layouts, each once, as isomorphisms of ordered
/// factorizations of `N`: the function is that of the layout ([000](crate::papers), proposition 3.15
/// and remark 3.16).
///
/// They are closed under inverses, and for `N = p^k` a group of `k!`; otherwise mostly no group.
///
/// Two isomorphisms have one function if and only if their layouts coalesce to one. Of those the
/// iterator has the one where primes that merge increase, in lexicographic order of the codomain and
/// then of the map.
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
    /// The codomain, and the map that is next.
    current: Option<(OrderedFactorization, SmallVec<[usize; 8]>)>,
}

impl LayoutPermutations {
    /// Those of `0..n`.
    ///
    /// # Errors
    /// [`Rule::Extent`] below 1, [`Rule::Undecided`] where the primes of `n` are not found.
    pub fn of(n: i64) -> Result<Self, Error> {
        let mut factorizations = OrderedFactorization::all(n)?;
        let current = factorizations.next().map(start);
        Ok(LayoutPermutations { factorizations, current })
    }
}

/// A codomain with the first map.
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
                // A permutation of the places, so that there is no error.
                return FactorizationMorphism::new(codomain, map).ok();
            }
        }
    }
}

/// The isomorphism of ordered factorizations whose function is a permutation, given by its values, if it
/// is that of a layout ([000](crate::papers), proposition 3.15).
///
/// # Errors
/// - Those of [`function_to_layout`], where no layout has the function;
/// - [`Rule::Compactness`] if it is no permutation of `0..values.len()`;
/// - [`Rule::Undecided`] where the primes of an extent are not found.
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
    // The extents cut into primes, each with its stride.
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
        // At most the number of values.
        span *= prime;
        map[at] = image;
    }
    let primes = order.iter().map(|&at| modes[at].1);
    FactorizationMorphism::new(OrderedFactorization::within(primes, &budget)?, map)
}

/// The next permutation in lexicographic order; of the last one `false`.
pub(super) fn next_permutation<T: Ord>(items: &mut [T]) -> bool {
    let Some(at) = items.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    let swap = items.iter().rposition(|item| *item > items[at]).unwrap_or(at);
    items.swap(at, swap);
    items[at + 1..].reverse();
    true
}
