//! Mutual refinement: two tuples refined so that one divides the other.

use alloc::vec::Vec;

use smallvec::SmallVec;

use super::nested_tuple_morphism::NestedTupleMorphism;
use super::pointed_map::PointedMap;
use super::refinement::Refinement;
use super::tuple_morphism::TupleMorphism;
use crate::error::{Error, Operation, Rule};
use crate::operation::relative::substitute;
use crate::tuple::int_tuple::{IntTuple, product};
use crate::tuple::profile::Profile;

/// A mutual refinement of two tuples `T` and `U`: refinements `T' ->> T` and `U' ->> U` such that
/// `T'` divides `U'`, that is, the leaves of `T'` are the first ones of `U'` ([003](crate::papers),
/// definitions 3.2.5.19 and 4.1.1.1).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MutualRefinement {
    first: Refinement,
    second: Refinement,
}

impl MutualRefinement {
    /// The refinement `T' ->> T`.
    pub fn first(&self) -> &Refinement {
        &self.first
    }

    /// The refinement `U' ->> U`.
    pub fn second(&self) -> &Refinement {
        &self.second
    }

    /// The inclusion `T' -> U'`. It does not change the layout of a morphism before it.
    pub fn inclusion(&self) -> NestedTupleMorphism {
        let (first, second) = (self.first.finer(), self.second.finer());
        let map = PointedMap::trusted(1..=first.leaves().len(), second.leaves().len());
        let flat = TupleMorphism::trusted(first.leaves(), second.leaves(), map);
        NestedTupleMorphism::nested(flat, first.profile().clone(), second.profile().clone())
    }
}

/// A mutual refinement of `T` and `U` ([003](crate::papers), algorithm 4.1.1). The algorithm walks both tuples from the
/// left. When two
/// entries meet, it cuts the larger by the smaller, which must divide it.
///
/// There is one if and only if two conditions hold. The size of `T` must be at most that of `U`. Take the products of
/// the first entries of `T` and of `U`, for `U` up to the first product that is at least the size of `T`; each smaller
/// product must divide each larger one.
///
/// The algorithm as printed in 003 does not check whether `T` has ended, and loses the last entry of `U`. Here, entries
/// of 1 that are left in `T` are placed after the last entry of `U`. If `U` has no entry, `()`, whose size is 1,
/// replaces them.
///
/// # Errors
/// - [`Rule::Divisibility`] if two entries that meet do not divide one another;
/// - [`Rule::MutualRefinement`] if the size of `T` is larger than that of `U`;
/// - [`Rule::Extent`] for an entry below 1, [`Rule::Overflow`] if a size does not fit.
///
/// ```
/// use tilework_algebra::morphism::mutual_refinement;
/// let both = mutual_refinement(&"(6,6)".parse()?, &"(12,3,6)".parse()?)?;
/// assert_eq!(both.first().finer().to_string(), "(6,(2,3))");
/// assert_eq!(both.second().finer().to_string(), "((6,2),3,6)");
/// assert_eq!(mutual_refinement(&"(8,8)".parse()?, &"(3,8,8)".parse()?).unwrap_err().to_string(),
///     "mutual_refinement: divisibility, mode 0: 8 and 3 do not divide each other");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn mutual_refinement(t: &IntTuple, u: &IntTuple) -> Result<MutualRefinement, Error> {
    let error = |rule| Error::new(Operation::MutualRefinement, rule);
    for tuple in [t, u] {
        if let Some(at) = tuple.leaves().iter().position(|&extent| extent < 1) {
            return Err(error(Rule::Extent { extent: tuple.leaves()[at] }).at(at));
        }
        product(tuple.leaves()).map(|_| ()).ok_or(error(Rule::Overflow))?;
    }
    let (mut x, mut y) = (Cutter::new(t), Cutter::new(u));
    while let Some(left) = x.rest() {
        let Some(right) = y.rest() else {
            if left > 1 {
                return Err(error(Rule::MutualRefinement { rest: left }).at(x.parts.len()));
            }
            match y.append_unit() {
                true => x.cut(left),
                false => x.leave_out(),
            }
            continue;
        };
        let (smaller, larger) = if left < right { (left, right) } else { (right, left) };
        if larger % smaller != 0 {
            return Err(error(Rule::Divisibility { left, right }).at(x.parts.len()));
        }
        x.cut(smaller);
        y.cut(smaller);
    }
    while let Some(rest) = y.rest() {
        y.cut(rest);
    }
    Ok(MutualRefinement { first: x.refinement()?, second: y.refinement()? })
}

/// The entries of a tuple, which are cut from the left.
struct Cutter<'a> {
    tuple: &'a IntTuple,
    /// The part that is left of the entry being cut, and the other entries.
    left: i64,
    others: &'a [i64],
    /// The pieces of the finished entries, and those of the entry being cut.
    parts: Vec<SmallVec<[i64; 8]>>,
    pieces: SmallVec<[i64; 8]>,
}

impl<'a> Cutter<'a> {
    fn new(tuple: &'a IntTuple) -> Self {
        let (parts, pieces) = (Vec::new(), SmallVec::new());
        Cutter { tuple, left: 0, others: tuple.leaves(), parts, pieces }
    }

    /// The part that is left of the entry being cut; `None` at the end.
    fn rest(&mut self) -> Option<i64> {
        if self.left == 0 {
            let (&first, others) = self.others.split_first()?;
            (self.left, self.others) = (first, others);
        }
        Some(self.left)
    }

    /// Cuts off a piece, which divides the part that is left. An entry of 1 that has not been cut is a piece; a rest of
    /// 1 is not.
    fn cut(&mut self, piece: i64) {
        self.pieces.push(piece);
        if piece == self.left {
            self.left = 0;
            self.parts.push(core::mem::take(&mut self.pieces));
        } else {
            self.left /= piece;
        }
    }

    /// Replaces an entry of 1 that has not been cut by `()`.
    fn leave_out(&mut self) {
        self.left = 0;
        self.parts.push(SmallVec::new());
    }

    /// Appends 1 to the last entry, if there is one.
    fn append_unit(&mut self) -> bool {
        self.parts.last_mut().map(|last| last.push(1)).is_some()
    }

    /// The tuple with its entries replaced by their pieces.
    fn refinement(self) -> Result<Refinement, Error> {
        let part = |pieces: SmallVec<[i64; 8]>| match pieces[..] {
            [piece] => piece.into(),
            _ => {
                let rank = pieces.len();
                IntTuple::of_parts(pieces, Profile::flat(rank))
            }
        };
        let parts: Vec<IntTuple> = self.parts.into_iter().map(part).collect();
        let finer = substitute(self.tuple.profile(), &parts)?;
        Ok(Refinement::trusted(finer, self.tuple.clone()))
    }
}
