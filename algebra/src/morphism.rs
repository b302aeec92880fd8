//! Layouts as morphisms: the categories of [003](crate::papers), chapters 3 and 4, and of
//! [000](crate::papers), chapter 3.
//!
//! A nested-tuple morphism `S --(alpha)--> T` takes each entry of the tuple `S` to an entry of `T`
//! that is as long, no two to the same one, or to none. It encodes the layout of shape `S` whose
//! strides are the products of what `T` has before those entries, and the layouts that are encoded
//! by one are the *tractable* ones. What the algebra does with layouts is seen in the arrows:
//!
//! | of morphisms | law, in layouts |
//! |---|---|
//! | [`layout_of`]`(f) = L_f` | `L_f(i) = \|f\|(i)` ([`NestedTupleMorphism::realize`]) |
//! | [`morphism_of`]`(L) = f` | `L_f = L`, and `f` has standard form |
//! | [`then`](NestedTupleMorphism::then): `g o f` | `L_(g o f) = L_g o L_f` |
//! | [`coalesce`](NestedTupleMorphism::coalesce) | `L_coal(f) = coal(L_f)` |
//! | [`complement`](NestedTupleMorphism::complement) | `coal(L_(f^c)) = complement(L_f, size(T))` |
//! | [`concatenate`](NestedTupleMorphism::concatenate): `(f, g)` | `L_(f, g) = (L_f, L_g)` |
//! | [`logical_divide`](NestedTupleMorphism::logical_divide) | `f o (g, g^c)` |
//! | [`logical_product`](NestedTupleMorphism::logical_product) | `(f, f^c o g)` |
//! | [`pullback_along`](NestedTupleMorphism::pullback_along), [`pushforward_along`](NestedTupleMorphism::pushforward_along) | the function of `L_f` stays |
//!
//! [`TupleMorphism`]s are those of flat tuples, on which the others are built, and [`PointedMap`]s
//! what both lie over. [`mutual_refinement`] makes two morphisms composable that are not, which is
//! how [`composition_algorithm`] composes layouts. [`OrderedFactorization`]s are tuples of primes,
//! whose isomorphisms are the permutations that are functions of layouts ([`LayoutPermutations`]).
//!
//! As text a morphism is `((2,2),8)--(1,0,3)-->(2,8,8)`, with the numbers of the entries of `T`, from
//! 1, and `0` or `*` for none. In the library positions are counted from 0 as everywhere.
//!
//! ```
//! use tilework_algebra::morphism::{NestedTupleMorphism, layout_of, morphism_of};
//! let f: NestedTupleMorphism = "((2,2),8)--(1,0,3)-->(2,8,8)".parse()?;
//! let layout = layout_of(&f);
//! assert_eq!(layout.to_string(), "((2,2),8):((1,0),16)");
//! assert_eq!(morphism_of(&layout)?, f);
//! # Ok::<(), tilework_algebra::Error>(())
//! ```

mod coalesce;
mod complement;
mod composition_algorithm;
mod divide;
mod families;
mod isomorphism;
mod layout_of;
mod layout_permutations;
mod mutual_refinement;
mod nested_tuple_morphism;
mod notation;
mod ordered_factorization;
mod pointed_map;
mod product;
mod pullback;
mod pushforward;
mod realization;
mod refinement;
mod relative_mode;
mod sort;
mod squeeze;
mod standard_form;
mod tractable;
mod tuple_morphism;

pub use composition_algorithm::{composition_algorithm, weak_composite};
pub use layout_of::layout_of;
pub use layout_permutations::{LayoutPermutations, morphism_of_permutation};
pub use mutual_refinement::{MutualRefinement, mutual_refinement};
pub use nested_tuple_morphism::NestedTupleMorphism;
pub(crate) use notation::written;
pub use ordered_factorization::{
    FactorizationMorphism, OrderedFactorization, OrderedFactorizations,
};
pub use pointed_map::PointedMap;
pub use refinement::Refinement;
pub use standard_form::morphism_of;
pub use tractable::is_tractable;
pub use tuple_morphism::TupleMorphism;
