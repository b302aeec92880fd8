//! Layouts as morphisms: the categories of [003](crate::papers), chapters 3 and 4, and of
//! [000](crate::papers), chapter 3.
//!
//! A nested-tuple morphism `S --(alpha)--> T` maps each entry of the tuple `S` to an entry of `T` of the same extent,
//! or to none. No two entries have the same image. It encodes the layout of shape `S` in which each stride is the
//! product of the entries of `T` before the image. A layout that a morphism encodes is *tractable*. The operations on
//! layouts correspond to operations on morphisms:
//!
//! | operation on morphisms | law for the layouts |
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
//! [`TupleMorphism`]s are the morphisms of flat tuples, on which the nested ones are built, and [`PointedMap`]s are the
//! maps of positions under both. [`mutual_refinement`] refines two morphisms so that they become composable;
//! [`composition_algorithm`] composes layouts in this way. [`OrderedFactorization`]s are tuples of primes. Their
//! isomorphisms are the permutations that are functions of layouts ([`LayoutPermutations`]).
//!
//! A morphism is written `((2,2),8)--(1,0,3)-->(2,8,8)`, with the positions of the entries of `T` counted from 1, and
//! `0` or `*` for none. In the Rust API positions are counted from 0, as everywhere.
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
pub(crate) mod left_divisible;
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
