//! The composition algorithm: composes layouts by composing their morphisms.

use super::layout_of::layout_of;
use super::mutual_refinement::mutual_refinement;
use super::nested_tuple_morphism::NestedTupleMorphism;
use super::standard_form::morphism_of;
use crate::error::{Error, Operation};
use crate::layout::Layout;
use crate::operation::coalesce::{coalesce, coalesce_profile};

/// The composite of `f: S -> T` and `g: U -> V` over the mutual refinement of `T` and `U`. `f` is pulled back along
/// `T' ->> T`, `g` is pushed forward along `U' ->> U`, and the two are composed through the inclusion `T' -> U'`
/// ([003](crate::papers),
/// construction 4.1.2.1). The layout of the composite has the function `L_g o L_f`, and its domain refines `S`.
///
/// # Errors
/// The errors of [`mutual_refinement`].
///
/// ```
/// use tilework_algebra::morphism::{NestedTupleMorphism, weak_composite};
/// let f: NestedTupleMorphism = "(6,6)--(2,1)-->(6,6)".parse()?;
/// let g: NestedTupleMorphism = "(12,3,6)--(1,3,2)-->(12,6,3)".parse()?;
/// let composite = weak_composite(&f, &g)?;
/// assert_eq!(composite.to_string(), "((2,3),6)--(2,4,1)-->((6,2),6,3)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn weak_composite(
    f: &NestedTupleMorphism,
    g: &NestedTupleMorphism,
) -> Result<NestedTupleMorphism, Error> {
    let composite = || {
        let both = mutual_refinement(&f.codomain(), &g.domain())?;
        let (f, g) = (f.pullback_along(both.first())?, g.pushforward_along(both.second())?);
        f.then(&both.inclusion())?.then(&g)
    };
    composite().map_err(|error| error.during(Operation::WeakComposite))
}

/// `b o a` for tractable layouts, computed with their morphisms ([003](crate::papers), algorithm 4.1.2). The layout of
/// the
/// [`weak_composite`] of the standard representations of `a` and of `coalesce(b)` is coalesced over the shape of `a`.
/// If there is a result, it is [`composition`](crate::composition())`(b, a)` (theorem 4.1.3.1).
///
/// The algorithm is not complete, as [002](crate::papers) says: `2:3` after `(4,2):(1,100)` is `2:3`, but `(3,2)` and
/// `(4,2)` have no
/// mutual refinement. There is also no mutual refinement if `a` reaches past the size of `b`.
///
/// # Errors
/// The errors of [`morphism_of`] and of [`mutual_refinement`].
///
/// ```
/// use tilework_algebra::{Layout, composition, morphism::composition_algorithm};
/// let (a, b): (Layout, Layout) = ("(6,6):(6,1)".parse()?, "(12,3,6):(1,72,12)".parse()?);
/// let composed = composition_algorithm(&b, &a)?;
/// assert_eq!(composed.to_string(), "((2,3),6):((6,72),1)");
/// assert_eq!(composed, composition(&b, &a)?);
///
/// let (a, b): (Layout, Layout) = ("2:3".parse()?, "(4,2):(1,100)".parse()?);
/// assert!(composition_algorithm(&b, &a).is_err());
/// assert_eq!(composition(&b, &a)?.to_string(), "2:3");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn composition_algorithm(b: &Layout, a: &Layout) -> Result<Layout, Error> {
    let composed = || {
        let composite = weak_composite(&morphism_of(a)?, &morphism_of(&coalesce(b))?)?;
        coalesce_profile(&layout_of(&composite), a.profile())
    };
    composed().map_err(|error: Error| error.during(Operation::CompositionAlgorithm))
}
