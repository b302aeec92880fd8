//! The theorems and propositions of 003, each stated once. A law returns whether it holds for the given morphisms; it
//! compares them with the definition, or with an operation on layouts.

use tilework_algebra::morphism::{
    NestedTupleMorphism, TupleMorphism, is_tractable, layout_of, morphism_of,
};
use tilework_algebra::{
    Layout, coalesce, complement, composition, logical_divide, logical_product, select, sort,
    squeeze, squeeze_zeros,
};

use crate::definition::{is_coalesced, is_complement, is_composition, same_function, values};
use crate::encoded;

/// Lemmas 3.1.4.5 and 3.2.4.2: the layout and the realization are the same function. Observation 3.2.2.5: flattening
/// commutes with this.
pub fn realization(f: &NestedTupleMorphism) -> bool {
    let (layout, function) = (layout_of(f), encoded::function(f.flatten()));
    let realized = (0..f.size()).map(|i| f.realize(i).unwrap());
    f.flatten().layout() == encoded::layout(f.flatten())
        && layout.shape() == f.domain()
        && layout.flat_modes() == f.flatten().layout().flat_modes()
        && values(&layout) == function
        && realized.eq(function)
}

/// Propositions 3.1.2.10 and 3.2.2.9, lemma 3.2.2.8 and observation 3.1.2.18: an encoded layout is tractable. Its
/// standard representation encodes it too, has standard form, and is degenerate only if the layout is.
pub fn standard_representation(layout: &Layout) -> bool {
    let modes = layout.flat_modes();
    let nondegenerate = modes.iter().all(|mode| mode.shape > 1 || mode.stride == 0);
    let standard = morphism_of(layout).unwrap();
    is_tractable(layout)
        && layout_of(&standard) == *layout
        && standard.is_standard_form()
        && standard.is_nondegenerate() == nondegenerate
}

/// Proposition 2.1.8.11 and example 2.1.8.8: a layout is tractable if and only if it is when it is sorted or has its
/// strides of 0 dropped. This holds if and only if the latter has a complement, if no extent is 1. Every restriction of
/// a tractable layout is tractable.
pub fn tractability(layout: &Layout) -> bool {
    let (tractable, moving) = (is_tractable(layout), squeeze_zeros(layout));
    let modes = moving.flat_modes();
    let end = modes.iter().filter_map(|mode| mode.span()).max().unwrap_or(1);
    let without = |at: usize| (0..layout.rank()).filter(|&k| k != at).collect::<Vec<_>>();
    tractable == is_tractable(&sort(layout))
        && tractable == is_tractable(&moving)
        && (modes.iter().any(|mode| mode.shape == 1 || mode.stride < 0)
            || tractable == complement(&moving, end).is_ok())
        && (!tractable
            || (0..layout.rank()).all(|at| is_tractable(&select(layout, &without(at)).unwrap())))
}

/// Theorem A (3.1.2.21 and 3.2.2.15), from a morphism and back: a nondegenerate morphism in standard form is the
/// standard representation of its layout.
pub fn theorem_a(f: &NestedTupleMorphism) -> bool {
    let back = morphism_of(&layout_of(f)).unwrap();
    !(f.is_standard_form() && f.is_nondegenerate()) || back == *f
}

/// Theorem B (3.1.4.6 and 3.2.6.21): `L_(g o f) = L_g o L_f` if `f` is not degenerate; functions compose in any case.
pub fn theorem_b(f: &NestedTupleMorphism, g: &NestedTupleMorphism) -> bool {
    let both = layout_of(&f.then(g).unwrap());
    let (inner, outer) = (layout_of(f), layout_of(g));
    is_composition(&outer, &inner, &both)
        && (!f.is_nondegenerate() || composition(&outer, &inner) == Ok(both))
}

/// Theorem C (3.1.5.28 and 3.2.6.13): `L_coal(f) = coal(L_f)`. Proposition 3.1.5.24: a morphism is coalesced if and
/// only if its layout is. The strong form has the same layout.
pub fn theorem_c(f: &NestedTupleMorphism) -> bool {
    let flat = f.flatten();
    let (layout, coalesced) = (flat.layout(), flat.coalesce());
    // A flat layout of any rank, as in definition 2.1.4.1.
    let modes = layout.flat_modes();
    let minimal = modes.iter().all(|mode| mode.shape > 1)
        && modes.windows(2).all(|pair| pair[0].shape * pair[0].stride != pair[1].stride);
    layout_of(&f.coalesce()) == coalesce(&layout_of(f))
        && is_coalesced(&layout_of(&f.coalesce()))
        && coalesced.is_coalesced()
        && coalesced.coalesce() == coalesced
        && flat.is_coalesced() == minimal
        && flat.strong_coalesce().layout() == coalesced.layout()
        && flat.strong_coalesce().codomain_size() == flat.codomain_size()
}

/// Theorem D (3.1.5.42, 3.1.5.43 and 3.2.6.20): `coal(L_(f^c)) = complement(L_f, size(T))` if `f` is complementable,
/// and there is no complement otherwise (3.1.5.49); `(f^c)^c = sort(f)` (3.1.5.50). In standard form and not
/// degenerate, the left side is already coalesced (3.1.5.44).
pub fn theorem_d(f: &NestedTupleMorphism) -> bool {
    let Ok(c) = f.complement() else { return !f.is_complementable() };
    let (layout, n) = (layout_of(f), f.codomain_size());
    let rest = coalesce(&layout_of(&c));
    f.is_complementable()
        && f.is_complementary_to(&c)
        && is_complement(&layout, n, &rest)
        && complement(&layout, n) == Ok(rest)
        && *c.complement().unwrap().flatten() == f.flatten().sort()
        && (!(f.is_standard_form() && f.is_nondegenerate()) || c.flatten().is_coalesced())
}

/// Theorem E (3.1.5.56 and 3.2.6.26): `coal(L_(f / g)) = coal(L_f / L_g)` if neither is degenerate and `g` is
/// complementable. Proposition 3.2.6.27: flattened, it is the flat divide.
pub fn theorem_e(f: &NestedTupleMorphism, g: &NestedTupleMorphism) -> bool {
    let Ok(divided) = f.logical_divide(g) else { return !g.is_complementable() };
    let direct = logical_divide(&layout_of(f), &layout_of(g)).map(|direct| coalesce(&direct));
    let nondegenerate = f.is_nondegenerate() && g.is_nondegenerate();
    f.flatten().flat_divide(g.flatten()).as_ref() == Ok(divided.flatten())
        && (!nondegenerate || direct == Ok(coalesce(&layout_of(&divided))))
}

/// Theorem F (3.1.5.62 and 3.2.6.31): `L_(f * g) = L_f * L_g` if the codomain of `g` is the domain of `f^c` and neither
/// is degenerate.
pub fn theorem_f(f: &NestedTupleMorphism, g: &NestedTupleMorphism) -> bool {
    let product = f.logical_product(g).unwrap();
    let nondegenerate = f.is_nondegenerate() && g.is_nondegenerate();
    f.flatten().flat_product(g.flatten()).as_ref() == Ok(product.flatten())
        && (!nondegenerate
            || logical_product(&layout_of(f), &layout_of(g)) == Ok(layout_of(&product)))
}

/// Propositions 3.1.5.10, 3.1.5.14 and 3.1.5.18, observation 3.1.5.11 and lemma 3.1.5.17: sort and squeeze are those of
/// the layout.
pub fn sort_and_squeeze(f: &TupleMorphism) -> bool {
    let (sorted, squeezed) = (f.sort(), f.squeeze());
    sorted.layout() == sort(&f.layout())
        && sorted.is_sorted()
        && f.is_sorted() == (sorted == *f)
        && squeezed.layout() == squeeze(&f.layout())
        && squeezed.squeeze() == squeezed
}

/// Proposition 3.1.5.48: `sort(g) = f^c` for every complement `g` of `f`, and only complementable morphisms have one.
pub fn complements(f: &TupleMorphism, g: &TupleMorphism) -> bool {
    !f.is_complementary_to(g) || Ok(g.sort()) == f.complement()
}

/// Laws of a category: identities, and `h o (g o f) = (h o g) o f`; squeeze is a functor (3.1.5.7).
pub fn category(f: &TupleMorphism, g: &TupleMorphism, h: &TupleMorphism) -> bool {
    let id = |tuple: &[i64]| TupleMorphism::identity(tuple).unwrap();
    let then = |f: &TupleMorphism, g: &TupleMorphism| f.then(g).unwrap();
    then(&then(f, g), h) == then(f, &then(g, h))
        && then(&id(f.domain()), f) == *f
        && then(f, &id(f.codomain())) == *f
        && then(&f.squeeze(), &g.squeeze()) == then(f, g).squeeze()
}

/// Propositions 3.1.5.38 and 3.2.6.10: `L_(f, g) = (L_f, L_g)`. Lemma 3.1.5.37: `h o (f * g) = (h o f) * (h o g)`. If
/// images meet, there is no concatenation.
pub fn concatenation(
    f: &NestedTupleMorphism,
    g: &NestedTupleMorphism,
    h: &NestedTupleMorphism,
) -> bool {
    let Ok(both) = NestedTupleMorphism::concatenate([f, g]) else {
        let images = |f: &NestedTupleMorphism| f.map().images().flatten().collect::<Vec<_>>();
        return images(f).iter().any(|j| images(g).contains(j)) && !f.has_disjoint_images(g);
    };
    let after = NestedTupleMorphism::concatenate([f.then(h).unwrap(), g.then(h).unwrap()]);
    f.has_disjoint_images(g)
        && Layout::concatenate([layout_of(f), layout_of(g)]) == Ok(layout_of(&both))
        && both.then(h) == after
        && both.mode(0).as_ref() == Ok(f)
        && both.mode(1).as_ref() == Ok(g)
}

/// Lemma 3.1.5.60: `(f * g)^c = f^c o g^c`; proposition 3.1.5.61: flat products are associative.
pub fn products(f: &TupleMorphism, g: &TupleMorphism, h: &TupleMorphism) -> bool {
    let product = f.flat_product(g).unwrap();
    let complements = g.complement().unwrap().then(&f.complement().unwrap());
    product.complement() == complements
        && product.flat_product(h) == f.flat_product(&g.flat_product(h).unwrap())
}

/// The sum (3.1.5.3): the function of the second is scaled by the size of the first codomain.
pub fn sum(f: &TupleMorphism, g: &TupleMorphism) -> bool {
    let sum = f.sum(g).unwrap();
    let (first, second) = (encoded::function(f), encoded::function(g));
    let n = f.codomain_size();
    let expected = second.iter().flat_map(|y| first.iter().map(move |x| x + n * y));
    values(&sum.layout()).into_iter().eq(expected)
}

/// Propositions 3.2.5.11 and 3.2.5.15: a morphism that is pulled back or pushed forward has the same function, and its
/// domain and codomain refine those of the original.
pub fn is_refined(f: &NestedTupleMorphism, finer: &NestedTupleMorphism) -> bool {
    use crate::definition::refines;
    refines(&finer.domain(), &f.domain())
        && refines(&finer.codomain(), &f.codomain())
        && same_function(&layout_of(finer), &layout_of(f))
        && encoded::function(finer.flatten()) == encoded::function(f.flatten())
}
