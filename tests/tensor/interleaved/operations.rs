//! Operations on tiles: the elements of their results, and how many there were.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use tilework::{
    AnyLayout, Error, Tensor,
    bound::{Accessor, AccessorMut, CanBeOneMode, Predicate},
    layout,
    result::{Predicated, Tiles, TilesMut},
};

/// The result, if there is one.
pub trait Outcome {
    type Of;
    fn outcome(self) -> Option<Self::Of>;
}
impl<T> Outcome for Result<T, Error> {
    type Of = T;
    fn outcome(self) -> Option<T> {
        self.ok()
    }
}
impl<T> Outcome for Option<T> {
    type Of = T;
    fn outcome(self) -> Option<T> {
        self
    }
}
impl<D, T, R: AnyLayout> Outcome for TilesMut<D, T, R> {
    type Of = Self;
    fn outcome(self) -> Option<Self> {
        Some(self)
    }
}
impl<A, T, R: AnyLayout> Outcome for Tiles<'_, A, T, R> {
    type Of = Self;
    fn outcome(self) -> Option<Self> {
        Some(self)
    }
}
impl<A, L> Outcome for Tensor<A, L> {
    type Of = Self;
    fn outcome(self) -> Option<Self> {
        Some(self)
    }
}

/// The elements that are read.
pub trait Read {
    fn elements(&self) -> Vec<usize>;
}
impl<A: Accessor<Item = usize>, L: AnyLayout> Read for Tensor<A, L> {
    fn elements(&self) -> Vec<usize> {
        let mut elements = Vec::new();
        self.map(|x| x).for_each(|x| elements.push(x));
        elements
    }
}
impl<A: Accessor<Item = usize>, L: CanBeOneMode, X: CanBeOneMode, I: Predicate> Read
    for Predicated<A, L, X, I>
{
    fn elements(&self) -> Vec<usize> {
        let size = self.size();
        let mut to = Tensor::new(vec![usize::MAX; size], layout!(size:1)).unwrap();
        self.one_mode().load(usize::MAX, &mut to).unwrap();
        to.data().iter().copied().filter(|&x| x != usize::MAX).collect()
    }
}
/// The elements that are written.
pub trait Write {
    fn written(&mut self) -> Vec<usize>;
}
impl<A: AccessorMut<Item = usize>, L: AnyLayout> Write for Tensor<A, L> {
    fn written(&mut self) -> Vec<usize> {
        let mut written = Vec::new();
        self.for_each_mut(|x| written.push(*x));
        written
    }
}
impl<A: AccessorMut<Item = usize>, L: AnyLayout, X: AnyLayout, I: Predicate> Write
    for Predicated<A, L, X, I>
{
    fn written(&mut self) -> Vec<usize> {
        let mut written = Vec::new();
        self.for_each_mut(|x| written.push(*x));
        written
    }
}

/// The number of results of each operation, by its name.
#[derive(Default)]
pub struct Operations(pub RefCell<BTreeMap<&'static str, usize>>);
impl Operations {
    pub fn count(&self, name: &'static str, results: usize) {
        let name = name.strip_prefix("try_").unwrap_or(name);
        *self.0.borrow_mut().entry(name).or_default() += results;
    }

    /// Checks that a result has elements of `own` only.
    pub fn read<T: Read>(&self, name: &'static str, own: &BTreeSet<usize>, result: Option<T>) {
        self.count(name, usize::from(result.is_some()));
        for x in result.iter().flat_map(Read::elements) {
            assert!(own.contains(&x), "{name} reads {x}, which is none of {own:?}");
        }
    }

    /// Checks that results together have elements of `own` only, each once.
    pub fn written<T: Write>(
        &self,
        name: &'static str,
        own: &BTreeSet<usize>,
        results: impl IntoIterator<Item = T>,
    ) {
        let mut results: Vec<T> = results.into_iter().collect();
        self.count(name, results.len());
        let mut seen = BTreeSet::new();
        for x in results.iter_mut().flat_map(Write::written) {
            assert!(own.contains(&x), "{name} writes {x}, which is none of {own:?}");
            assert!(seen.insert(x), "{name} has {x} twice");
        }
    }
}
