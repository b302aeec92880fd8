//! Operations on morphisms of tuples, under the names of Colfax's package and our own, and other operations applied to
//! morphisms.

#[cfg(feature = "morphism")]
mod operand;

use super::Section;
#[cfg(feature = "morphism")]
use {
    self::operand::{concatenated, entries, f, flat, listed, refinement},
    crate::expression::value::Inside,
    crate::expression::{Value, arguments::Arguments, operand::Blame},
    crate::morphism::{
        LayoutPermutations, OrderedFactorization, composition_algorithm, is_tractable, layout_of,
        morphism_of, morphism_of_permutation, mutual_refinement, weak_composite, written,
    },
    crate::operation::coalesce::coalesce,
    crate::operation::relative::relative_flatten,
    crate::tuple::int_tuple::IntTuple,
    crate::{left_divide, left_divisible, weakly_left_divisible},
    alloc::vec::Vec,
};

#[cfg(feature = "morphism")]
pub(in crate::expression) use self::operand::{between, of_morphisms, realized};

section! {
    "Morphisms of tuples, and division from the left" of "morphism" {
        make_morphism("f", "[T]", "[map]") "f itself, or the morphism of the tuple f to T over the map"
            = |of| {
                if !of.has(1) {
                    return Ok(f(of, 0)?.clone().into());
                }
                let images = if of.has(2) { of.integers(2)? } else { (1..=of.tuple(0)?.leaves().len() as i64).collect() };
                let images: Result<Vec<usize>, _> = images.into_iter().map(usize::try_from).collect();
                let images = images.map_err(|_| of.no(2, "a list of images, from 0,"))?;
                Ok(written(&of.tuple(0)?, images, &of.tuple(1)?)?.into())
            };
        domain("f") "the tuple whose entries are taken somewhere" = |of| Ok(f(of, 0)?.domain().into());
        codomain("f") "the tuple that they are taken to" = |of| Ok(f(of, 0)?.codomain().into());
        left_divide("S", "d") "the leaves divided by d from the left, the last unbounded"
            = |of| Ok(left_divide(&of.tuple(0)?, of.integer(1)?)?.into());
        left_divisible("S", "d") "whether there is a left_divide"
            = |of| Ok(left_divisible(&of.tuple(0)?, of.integer(1)?)?.into());
        weakly_left_divisible("S", "d") "the same, but d may end within a leaf"
            = |of| Ok(weakly_left_divisible(&of.tuple(0)?, of.integer(1)?)?.into());
        compose("f", "g") "first f, then g, as g o f" = |of| Ok(f(of, 0)?.then(f(of, 1)?)?.into());
        concat("f...") "the morphism (f, f', ...), whose images are disjoint" = concatenated;
        tuple_sum("f", "g") "the two side by side, in domain and codomain"
            = |of| Ok(flat(of, 0)?.sum(flat(of, 1)?)?.into());
        tuple_squeeze("f") "without entries of 1" = |of| Ok(flat(of, 0)?.squeeze().into());
        tuple_sort("f") "entries that go nowhere first, the others by their images"
            = |of| Ok(flat(of, 0)?.sort().into());
        tuple_strong_coalesce("f") "coalesced, neighbors that are no images as one too"
            = |of| Ok(flat(of, 0)?.strong_coalesce().into());
        tuple_restrict("f", "entries") "on the entries [k, k', ...], counted from 1 as images are"
            = |of| Ok(flat(of, 0)?.restrict(&entries(of, 1)?)?.into());
        tuple_factorize("f", "entries") "through the entries [k, k', ...] of the codomain, from 1"
            = |of| Ok(flat(of, 0)?.factorize(&entries(of, 1)?)?.into());
        tuple_flat_divide("f", "g") "f o (g, g^c), all flat"
            = |of| Ok(flat(of, 0)?.flat_divide(flat(of, 1)?)?.into());
        tuple_flat_product("f", "g") "(f, f^c o g), all flat"
            = |of| Ok(flat(of, 0)?.flat_product(flat(of, 1)?)?.into());
        has_disjoint_images("f", "g") "whether no entry is an image of both"
            = |of| Ok(f(of, 0)?.has_disjoint_images(f(of, 1)?).into());
        is_coalesced("f") "whether it has no entries of 1 and no neighbors that are one mode"
            = |of| Ok(flat(of, 0)?.is_coalesced().into());
        is_complementary_to("f", "g") "whether (f, g) is an isomorphism"
            = |of| Ok(f(of, 0)?.is_complementary_to(f(of, 1)?).into());
        is_complementable("f") "whether all entries go somewhere, so that there is a complement"
            = |of| Ok(f(of, 0)?.is_complementable().into());
        is_isomorphism("f") "whether the map is a permutation"
            = |of| Ok(f(of, 0)?.is_isomorphism().into());
        is_nondegenerate("f") "whether entries of 1 go nowhere"
            = |of| Ok(f(of, 0)?.is_nondegenerate().into());
        is_standard_form("f") "whether the codomain has nothing but what the strides need"
            = |of| Ok(f(of, 0)?.is_standard_form().into());
        layout_of("f") "the layout that f encodes" = |of| Ok(layout_of(f(of, 0)?).into());
        compute_layout("f") "layout_of" = |of| Ok(layout_of(f(of, 0)?).into());
        morphism_of("L") "the morphism of standard form that encodes L"
            = |of| Ok(morphism_of(&of.layout(0)?)?.into());
        compute_morphism("L") "morphism_of" = |of| Ok(morphism_of(&of.layout(0)?)?.into());
        is_tractable("L") "whether a morphism encodes L" = |of| Ok(is_tractable(&of.layout(0)?).into());
        pullback_along("f", "T'") "f with its codomain refined to T'" = |of| {
            let along = refinement(of.tuple(1)?, f(of, 0)?.codomain())?;
            Ok(f(of, 0)?.pullback_along(&along)?.into())
        };
        pushforward_along("f", "S'") "f with its domain refined to S'" = |of| {
            let along = refinement(of.tuple(1)?, f(of, 0)?.domain())?;
            Ok(f(of, 0)?.pushforward_along(&along)?.into())
        };
        mutual_refinement("S", "S'") "[S, S'] refined so that the leaves of one are the first of the other"
            = |of| {
                let both = mutual_refinement(&of.tuple(0)?, &of.tuple(1)?)?;
                let tuples = [both.first(), both.second()].map(|along| along.finer().clone().into());
                Ok(Value::List(tuples.into()))
            };
        relative_flattening("X", "P") "relative_flatten"
            = |of| {
                let profile = of.profile(1)?;
                of_nested!(of, |x| relative_flatten(x, &profile)?)
            };
        weak_composite("f", "g") "g after f, by way of a mutual refinement"
            = |of| Ok(weak_composite(f(of, 0)?, f(of, 1)?)?.into());
        compose_tractable_layouts("A", "B") "B o A, by way of morphisms"
            = |of| Ok(composition_algorithm(&of.layout(1)?, &of.layout(0)?)?.into());
        ordered_factorizations("N") "the orders of the primes of N, as tuples" = |of| {
            let all = OrderedFactorization::all(of.integer(0)?)?;
            listed(all.map(|one| {
                Value::Tuple(IntTuple::tuple(one.primes().iter().map(|&prime| prime.into())))
            }))
        };
        layout_permutations("N") "the layouts whose functions are permutations of 0..N" = |of| {
            let all = LayoutPermutations::of(of.integer(0)?)?;
            listed(all.map(|one| Value::Layout(coalesce(&one.layout()))))
        };
        layout_of_permutation("values") "the layout of primes whose function has these values, a permutation"
            = |of| Ok(morphism_of_permutation(&of.integers(0)?)?.layout().into());
    }
}
