//! The operations by name: how they are called, what they mean and what computes them.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::evaluate::{Arguments, Blame, Layouts};
use super::{AnyStride, MAX_LENGTH, Reason, Strides, Value};
use crate::composed::Composed;
use crate::error::Rule;
use crate::int_tuple::IntTuple;
use crate::layout::Layout;
use crate::nested::Nested;
use crate::profile::Profile;
use crate::swizzle::Swizzle;
use crate::xor::Xor;
use crate::{
    Access, admissible, append, bank_conflicts, blocked_product, ceil_div, coalesce,
    coalesce_profile, colexicographic, compact_col_major, compact_order, compact_row_major,
    compatible, complement, complement_ceil, complement_ext, composition, conflict_free_swizzle,
    congruent, coord_map, coordinates, crd2idx, dice, domain_distribute, downcast, evenly_divides,
    filter, filter_zeros, flat_divide, flat_divide_ceil, flat_product, flatten, function_to_layout,
    group, identity, idx2crd, image, image_in_range, inner_product, is_compact, is_injective,
    is_sorted, is_surjective, left_divide, left_divisible, left_inverse, locate, logical_divide,
    logical_divide_ceil, logical_product, make_identity_layout, make_layout_like,
    make_ordered_layout, max_common_layout, max_common_vector, nullspace, offsets, partition,
    permute, prefix_product, prepend, raked_product, recast, refines, relative_flatten,
    relative_modes, right_inverse, select, shape_div, slice, sort, squeeze, squeeze_zeros,
    substitute, take, tile_to_shape, tiled_divide, tiled_divide_ceil, tiled_product, unflatten,
    upcast, weakly_congruent, weakly_left_divisible, zip, zipped_divide, zipped_divide_ceil,
    zipped_product,
};

/// An operation of the algebra, as expressions call it.
#[derive(Debug)]
pub struct Operation {
    /// The name.
    pub name: &'static str,
    /// The names of its parameters, in square brackets where they may be left out; one that ends
    /// in `...` may be repeated.
    pub parameters: &'static [&'static str],
    /// What it computes, in a line.
    pub meaning: &'static str,
    pub(super) compute: fn(&Arguments<'_>) -> Result<Value, Blame>,
}

/// Operations that belong together, under a title.
#[derive(Debug)]
pub struct Section {
    /// The title.
    pub title: &'static str,
    /// The operations.
    pub operations: &'static [Operation],
}

impl Operation {
    /// The operation with this name.
    pub fn named(name: &str) -> Option<&'static Operation> {
        let mut all = OPERATIONS.iter().flat_map(|section| section.operations);
        all.find(|operation| operation.name == name)
    }

    /// The operation with its parameters, as it is called.
    pub fn usage(&self) -> String {
        format!("{}({})", self.name, self.parameters.join(", "))
    }

    /// Whether it takes so many arguments.
    pub(super) fn takes(&self, count: usize) -> bool {
        let optional = self.parameters.iter().filter(|name| name.starts_with('[')).count();
        let repeated = self.parameters.last().is_some_and(|name| name.ends_with("..."));
        let most = if repeated { usize::MAX } else { self.parameters.len() };
        (self.parameters.len() - optional..=most).contains(&count)
    }
}

macro_rules! operations {
    ($($title:literal {
        $($name:ident($($parameter:literal),*) $meaning:literal = $compute:expr;)*
    })*) => {
        /// All operations. `L`, `A` and `B` are layouts, `T` tilers, `S` shapes, `C` coordinates,
        /// `P` profiles, `X` and `Y` layouts, tuples or profiles, `N` and other lower-case names
        /// integers.
        pub static OPERATIONS: &[Section] = &[$(Section {
            title: $title,
            operations: &[$(Operation {
                name: stringify!($name),
                parameters: &[$($parameter),*],
                meaning: $meaning,
                compute: |arguments| {
                    let compute: fn(&Arguments<'_>) -> Result<Value, Blame> = $compute;
                    compute(arguments)
                },
            }),*],
        }),*];
    };
}

/// `f` of the layout, tuple or profile at position 0.
macro_rules! of_nested {
    ($arguments:expr, |$x:ident| $result:expr) => {
        match $arguments.value(0) {
            Value::Layout($x) => Ok(Value::from($result)),
            Value::Coordinates($x) => Ok(Value::from($result)),
            Value::Xor($x) => Ok(Value::from($result)),
            Value::Tuple($x) => Ok(Value::from($result)),
            Value::Profile($x) => Ok(Value::from($result)),
            _ => Err($arguments.no(0, "a layout, tuple or profile")),
        }
    };
}

/// `f` of the layout at position 0, with strides of any kind.
macro_rules! of_layout {
    ($arguments:expr, |$x:ident| $result:expr) => {
        match $arguments.value(0) {
            Value::Coordinates($x) => Ok(Value::from($result)),
            Value::Xor($x) => Ok(Value::from($result)),
            _ => {
                let $x = &$arguments.layout(0)?;
                Ok(Value::from($result))
            }
        }
    };
}

/// `f` of two layouts, two tuples or two profiles. Next to a layout a tuple is one.
macro_rules! of_pair {
    ($arguments:expr, $f:path) => {
        match ($arguments.value(0), $arguments.value(1)) {
            (Value::Tuple(x), Value::Tuple(y)) => Ok(Value::from($f(x, y)?)),
            (Value::Profile(x), Value::Profile(y)) => Ok(Value::from($f(x, y)?)),
            _ => match $arguments.of_one_kind()? {
                Layouts::Integers(x) => Ok(Value::from($f(&x[0], &x[1])?)),
                Layouts::Coordinates(x) => Ok(Value::from($f(&x[0], &x[1])?)),
                Layouts::Xor(x) => Ok(Value::from($f(&x[0], &x[1])?)),
            },
        }
    };
}

/// A slice, of a layout and a coordinate in this order or in that of CuTe.
macro_rules! sliced {
    ($arguments:expr, $f:path) => {{
        let is_layout = |at| {
            matches!($arguments.value(at), Value::Layout(_) | Value::Coordinates(_) | Value::Xor(_))
        };
        let (layout, coordinate) = if is_layout(1) { (1, 0) } else { (0, 1) };
        let slicer = $arguments.slicer(coordinate)?;
        match $arguments.value(layout) {
            Value::Coordinates(layout) => Ok($f(layout, &slicer)?.into()),
            Value::Xor(layout) => Ok($f(layout, &slicer)?.into()),
            _ => Ok($f(&$arguments.layout(layout)?, &slicer)?.into()),
        }
    }};
}

operations! {
    "Tuples, shapes and coordinates" {
        rank("X") "the number of modes" = |of| of_nested!(of, |x| x.nesting().rank());
        depth("X") "how deep the modes are nested" = |of| of_nested!(of, |x| x.nesting().depth());
        length("X") "the number of leaves" = |of| of_nested!(of, |x| x.nesting().len());
        profile("X") "the nesting, with * for the leaves"
            = |of| of_nested!(of, |x| x.nesting().clone());
        mode("X", "k") "mode k, counted from 0" = |of| {
            let k = of.position(1)?;
            of_nested!(of, |x| take(x, k..k.saturating_add(1))?.parts().swap_remove(0))
        };
        size("X") "the number of coordinates, the product of the extents" = |of| match of.value(0) {
            Value::Tuple(shape) => Ok(shape.size()?.into()),
            _ => of_layout!(of, |l| l.size()),
        };
        product("S") "the product of the integers" = |of| Ok(of.tuple(0)?.size()?.into());
        inner_product("X", "Y") "the sum of the products of the integers, in pairs"
            = |of| Ok(inner_product(&of.tuple(0)?, &of.tuple(1)?)?.into());
        congruent("S", "S'") "whether S and S' have the same profile"
            = |of| Ok(congruent(&of.shape(0)?, &of.shape(1)?).into());
        weakly_congruent("S", "S'") "whether S' has the profile of S with tuples for leaves"
            = |of| Ok(weakly_congruent(&of.shape(0)?, &of.shape(1)?).into());
        compatible("S", "S'") "whether coordinates of S are coordinates of S', the finer one"
            = |of| Ok(compatible(&of.shape(0)?, &of.shape(1)?).into());
        refines("S'", "S") "whether S' is S with tuples of the same size for leaves"
            = |of| Ok(refines(&of.shape(0)?, &of.shape(1)?).into());
        shape_div("S", "S'") "S divided by S', where of two extents one must divide the other"
            = |of| Ok(shape_div(&of.tuple(0)?, &of.tuple(1)?)?.into());
        ceil_div("S", "S'") "S divided by S', rounded up"
            = |of| Ok(ceil_div(&of.tuple(0)?, &of.tuple(1)?)?.into());
        evenly_divides("S", "S'") "whether S divides S' without remainder"
            = |of| Ok(evenly_divides(&of.tuple(0)?, &of.tuple(1)?)?.into());
        left_divide("S", "d") "the leaves divided by d from the left, the last unbounded"
            = |of| Ok(left_divide(&of.tuple(0)?, of.integer(1)?)?.into());
        left_divisible("S", "d") "whether there is a left_divide"
            = |of| Ok(left_divisible(&of.tuple(0)?, of.integer(1)?)?.into());
        weakly_left_divisible("S", "d") "the same, but d may end within a leaf"
            = |of| Ok(weakly_left_divisible(&of.tuple(0)?, of.integer(1)?)?.into());
        prefix_product("S", "[N]") "the products of the leaves before each one, times N or 1"
            = |of| {
                let start = if of.has(1) { of.integer(1)? } else { 1 };
                Ok(prefix_product(&of.tuple(0)?, start)?.into())
            };
        compact_col_major("S") "the stride of the compact layout, first leaf fastest"
            = |of| Ok(compact_col_major(&of.tuple(0)?)?.into());
        compact_row_major("S") "the stride of the compact layout, last leaf fastest"
            = |of| Ok(compact_row_major(&of.tuple(0)?)?.into());
        compact_order("S", "order") "the compact stride, leaves with smaller numbers faster"
            = |of| Ok(compact_order(&of.tuple(0)?, &of.tuple(1)?)?.into());
        crd2idx("C", "L") "the offset of L at a coordinate, as L(C)"
            = |of| {
                let coordinate = of.tuple(0)?;
                match of.value(1) {
                    Value::Coordinates(l) => Ok(crd2idx(&coordinate, l)?.into()),
                    Value::Xor(l) => Ok(crd2idx(&coordinate, l)?.into()),
                    _ => Ok(crd2idx(&coordinate, &of.layout(1)?)?.into()),
                }
            };
        idx2crd("i", "S") "the natural coordinate of S at the integral one"
            = |of| Ok(idx2crd(of.integer(0)?, &of.shape(1)?)?.into());
        coord_map("S", "S'", "C") "the coordinate of S' that stands for C of S"
            = |of| Ok(coord_map(&of.shape(0)?, &of.shape(1)?, &of.tuple(2)?)?.into());
        coordinates("S") "the natural coordinates, in order" = |of| {
            let shape = of.shape(0)?;
            let all = coordinates(&shape)?;
            within_length(shape.size()?, of.value(0))?;
            Ok(all.collect::<Vec<IntTuple>>().into())
        };
        colexicographic("C", "C'") "-1, 0 or 1: whether C comes before C', is it or comes after it"
            = |of| Ok(match colexicographic(&of.tuple(0)?, &of.tuple(1)?)? {
                Ordering::Less => -1i64,
                Ordering::Equal => 0,
                Ordering::Greater => 1,
            }.into());
    }
    "Layouts" {
        shape("L") "the shape" = |of| of_layout!(of, |l| l.shape());
        stride("L") "the stride" = |of| match of.value(0) {
            Value::Coordinates(l) => Ok(Value::Strides(Strides::of(l, AnyStride::Coordinate))),
            Value::Xor(l) => Ok(Value::Strides(Strides::of(l, AnyStride::Xor))),
            _ => Ok(of.layout(0)?.stride().into()),
        };
        cosize("L") "the number of integers from the smallest to the largest offset"
            = |of| Ok(of.layout(0)?.cosize()?.into());
        offsets("L") "all offsets, in the order of the coordinates"
            = |of| Ok(listed(of, 0)?.into());
        image("L") "the set of offsets, in increasing order"
            = |of| Ok(image(&of.layout(0)?)?.into());
        is_compact("L") "whether L is a bijection onto 0..size(L)"
            = |of| Ok(is_compact(&of.layout(0)?).into());
        is_injective("L") "whether no two coordinates have the same offset"
            = |of| Ok(is_injective(&of.layout(0)?)?.into());
        is_surjective("L") "whether the offsets have no gaps"
            = |of| Ok(is_surjective(&of.layout(0)?).into());
        is_sorted("L") "whether the modes are in the order of their strides"
            = |of| Ok(is_sorted(&of.layout(0)?).into());
        slice("L", "C") "[offset, layout]: L at C, the layout of what `_` leaves open"
            = |of| sliced!(of, slice);
        dice("L", "C") "[offset, layout]: L at C, the layout of what C gives"
            = |of| sliced!(of, dice);
        identity("S") "the compact column-major layout"
            = |of| Ok(identity(&of.shape(0)?)?.into());
        make_identity_layout("S") "the identity on the coordinates of S, as (4,8):(e0,e1)"
            = |of| Ok(make_identity_layout(&of.shape(0)?)?.into());
        make_ordered_layout("S", "order") "the compact layout, leaves with smaller numbers faster"
            = |of| Ok(make_ordered_layout(&of.tuple(0)?, &of.tuple(1)?)?.into());
        make_layout_like("L") "the compact layout with strides in the order of those of L"
            = |of| Ok(make_layout_like(&of.layout(0)?).into());
        function_to_layout("values") "the layout whose offsets are [v, v', ...]"
            = |of| Ok(function_to_layout(&of.integers(0)?)?.into());
    }
    "Rearranging" {
        concatenate("L...") "the layout (L, L', ...)"
            = |of| match of.of_one_kind()? {
                Layouts::Integers(parts) => Ok(Layout::concatenate(parts)?.into()),
                Layouts::Coordinates(parts) => Ok(Layout::concatenate(parts)?.into()),
                Layouts::Xor(parts) => Ok(Layout::concatenate(parts)?.into()),
            };
        append("X", "Y") "X with Y as its last mode" = |of| of_pair!(of, append);
        prepend("X", "Y") "X with Y as its first mode" = |of| of_pair!(of, prepend);
        take("X", "b", "e") "the modes b, ..., e - 1" = |of| {
            let range = of.position(1)?..of.position(2)?;
            of_nested!(of, |x| take(x, range)?)
        };
        select("X", "modes") "the modes [k, k', ...]" = |of| {
            let modes = of.positions(1)?;
            within_length(modes.len() as i64, of.value(0))?;
            of_nested!(of, |x| select(x, &modes)?)
        };
        permute("X", "modes") "the modes in the order [k, k', ...]" = |of| {
            let modes = of.positions(1)?;
            of_nested!(of, |x| permute(x, &modes)?)
        };
        group("X", "b", "e") "X with the modes b, ..., e - 1 as one" = |of| {
            let range = of.position(1)?..of.position(2)?;
            of_nested!(of, |x| group(x, range)?)
        };
        zip("X", "Y") "the modes in pairs, ((x, y), (x', y'), ...)" = |of| of_pair!(of, zip);
        flatten("X") "the leaves as the modes" = |of| of_nested!(of, |x| flatten(x));
        unflatten("X", "P") "the leaves in the profile P" = |of| {
            let profile = of.profile(1)?;
            of_nested!(of, |x| unflatten(x, &profile)?)
        };
        relative_modes("X", "P") "what stands in the places of the leaves of P, as a list" = |of| {
            let profile = of.profile(1)?;
            of_nested!(of, |x| relative_modes(x, &profile)?)
        };
        relative_flatten("X", "P") "what stands in the places of the leaves of P, as the modes"
            = |of| {
                let profile = of.profile(1)?;
                of_nested!(of, |x| relative_flatten(x, &profile)?)
            };
        substitute("P", "parts") "P with the parts [X, X', ...] in place of its leaves"
            = substituted;
        coalesce("L", "[P]") "the same function in the fewest modes, for each leaf of P" = |of| {
            if of.has(1) {
                let profile = of.profile(1)?;
                return of_layout!(of, |l| coalesce_profile(l, &profile)?);
            }
            of_layout!(of, |l| coalesce(l))
        };
        filter("L") "coalesced, without the modes of stride 0"
            = |of| of_layout!(of, |l| filter(l));
        filter_zeros("L") "extent 1 for the leaves of stride 0"
            = |of| of_layout!(of, |l| filter_zeros(l));
        squeeze("L") "without the leaves of extent 1" = |of| of_layout!(of, |l| squeeze(l));
        squeeze_zeros("L") "without the leaves of stride 0"
            = |of| of_layout!(of, |l| squeeze_zeros(l));
        sort("L") "the leaves in the order of their strides" = |of| Ok(sort(&of.layout(0)?).into());
        upcast("L", "n") "the layout of elements n times as large"
            = |of| match of.value(0) {
                Value::Xor(l) => Ok(upcast(l, of.integer(1)?)?.into()),
                _ => Ok(upcast(&of.layout(0)?, of.integer(1)?)?.into()),
            };
        downcast("L", "n") "the layout of elements n times as small"
            = |of| match of.value(0) {
                Value::Xor(l) => Ok(downcast(l, of.integer(1)?)?.into()),
                _ => Ok(downcast(&of.layout(0)?, of.integer(1)?)?.into()),
            };
        recast("L", "old", "new") "the layout of elements of another width"
            = |of| {
                let (old, new) = (of.integer(1)?, of.integer(2)?);
                match of.value(0) {
                    Value::Swizzle(swizzle) => Ok(swizzle.recast(old, new)?.into()),
                    Value::Composed(composed) => Ok(composed.recast(old, new)?.into()),
                    Value::Xor(layout) => Ok(recast(layout, old, new)?.into()),
                    _ => Ok(recast(&of.layout(0)?, old, new)?.into()),
                }
            };
    }
    "Threads and banks" {
        partition("L", "S", "B") "(threads, (values, tiles)): L in tiles S with thread-value layout B"
            = |of| {
                let (tile, tv) = (of.shape(1)?, of.layout(2)?);
                of_layout!(of, |l| partition(l, &tile, &tv)?)
            };
        locate("A", "B") "where in A the offsets of B are" = |of| {
            Ok(locate(&of.layout(0)?, &of.layout(1)?)?.into())
        };
        bank_conflicts("L", "bytes", "[vector]") "conflicts of the threads of L, in 32 banks of 4 bytes"
            = |of| {
                let vector = if of.has(2) { of.integer(2)? } else { 1 };
                let access = Access::new(of.integer(1)?)?.vector(vector)?;
                Ok(bank_conflicts(&listed(of, 0)?, &access).into())
            };
        conflict_free_swizzle("bytes", "vector", "L...") "the swizzle that leaves none of them conflicts"
            = |of| {
                let access = Access::new(of.integer(0)?)?.vector(of.integer(1)?)?;
                let accesses = (2..of.count()).map(|at| listed(of, at));
                let accesses = accesses.collect::<Result<Vec<_>, _>>()?;
                let accesses: Vec<_> = accesses.iter().map(|offsets| (&offsets[..], access)).collect();
                match conflict_free_swizzle(&accesses)? {
                    Some(swizzle) => Ok(swizzle.into()),
                    None => Err(Reason::None("no swizzle leaves them without conflicts").into()),
                }
            };
    }
    "Composition, complement and inverse" {
        composition("A", "T") "A o T: r(c) = A(T(c)), by mode for a tiler of modes" = composed_with;
        composed("A", "n", "B") "the function A(n + B(c)), of a layout or swizzle A" = |of| {
            let (offset, inner) = (of.integer(1)?, of.layout(2)?);
            Ok(match of.value(0) {
                Value::Swizzle(swizzle) => Composed::new(*swizzle, offset, inner).into(),
                Value::Xor(layout) => Composed::new(layout.clone(), offset, inner).into(),
                _ => Composed::new(of.layout(0)?, offset, inner).into(),
            })
        };
        to_xor("L") "the layout with XOR strides that has the same offsets" = |of| {
            Ok(match of.value(0) {
                Value::Swizzle(swizzle) => swizzle.to_layout().into(),
                Value::Composed(composed) => composed.to_layout()?.into(),
                Value::Xor(layout) => layout.clone().into(),
                _ => Layout::<Xor>::of_integers(&of.layout(0)?)?.into(),
            })
        };
        to_integers("L") "the layout with integer strides that has the same offsets"
            = |of| match of.value(0) {
                Value::Xor(layout) => Ok(layout.to_integers()?.into()),
                _ => Ok(of.layout(0)?.into()),
            };
        to_swizzle("L") "the swizzle with the function of L" = |of| {
            let swizzle = match of.value(0) {
                Value::Swizzle(swizzle) => Some(*swizzle),
                Value::Xor(layout) => Swizzle::of_layout(layout),
                _ => Swizzle::of_layout(&Layout::<Xor>::of_integers(&of.layout(0)?)?),
            };
            swizzle.map(Value::from).ok_or_else(|| of.no(0, "a layout that is a swizzle"))
        };
        alignment("F") "how many offsets stay together" = |of| match of.value(0) {
            Value::Swizzle(swizzle) => Ok(swizzle.alignment().into()),
            Value::Composed(composed) => Ok(composed.alignment().into()),
            _ => Err(of.no(0, "a swizzle or composed layout")),
        };
        admissible("A", "T") "whether the rules of divisibility hold that A o T compiles by"
            = |of| {
                let tiler = of.tiler(1)?;
                let admissible = match of.value(0) {
                    Value::Coordinates(l) => admissible(l, &tiler),
                    Value::Xor(l) => admissible(l, &tiler),
                    _ => admissible(&of.layout(0)?, &tiler),
                };
                let error = match admissible {
                    Ok(()) => return Ok(true.into()),
                    Err(error) => error,
                };
                match error.rule {
                    Rule::StrideDivisibility { .. }
                    | Rule::ShapeDivisibility { .. }
                    | Rule::Segregation { .. } => Ok(false.into()),
                    _ => Err(error.into()),
                }
            };
        image_in_range("A", "B") "whether all offsets of B are coordinates of A"
            = |of| Ok(image_in_range(&of.layout(0)?, &of.layout(1)?).into());
        complement("L", "N") "what L leaves out of 0..N, where that comes out even"
            = |of| match of.value(0) {
                Value::Coordinates(l) => Ok(complement(l, of.tuple(1)?)?.into()),
                Value::Xor(l) => Ok(complement(l, of.size(1)?)?.into()),
                _ => Ok(complement(&of.layout(0)?, of.size(1)?)?.into()),
            };
        complement_ceil("L", "N") "what L leaves out up to at least N, padded as CuTe does"
            = |of| match of.value(0) {
                Value::Coordinates(l) => Ok(complement_ceil(l, of.tuple(1)?)?.into()),
                Value::Xor(l) => Ok(complement_ceil(l, of.size(1)?)?.into()),
                _ => Ok(complement_ceil(&of.layout(0)?, of.size(1)?)?.into()),
            };
        complement_ext("L") "what L leaves out, without end"
            = |of| of_layout!(of, |l| complement_ext(l)?);
        right_inverse("L") "the longest r with L(r(i)) = i"
            = |of| of_layout!(of, |l| right_inverse(l)?);
        left_inverse("L") "an r with L(r(L(i))) = L(i)"
            = |of| of_layout!(of, |l| left_inverse(l)?);
        nullspace("L") "the coordinates along the modes of stride 0"
            = |of| Ok(nullspace(&of.layout(0)?).into());
        max_common_layout("A", "B") "where the offsets 0, 1, ... are at the same place in A and B"
            = |of| Ok(max_common_layout(&of.layout(0)?, &of.layout(1)?)?.into());
        max_common_vector("A", "B") "how many of them there are"
            = |of| Ok(max_common_vector(&of.layout(0)?, &of.layout(1)?)?.into());
        domain_distribute("S", "n") "up to n elements over the coordinates of S"
            = |of| Ok(domain_distribute(&of.tuple(0)?, of.integer(1)?)?.into());
    }
    "Divides" {
        logical_divide("A", "T") "A / T: (tile, rest), by mode for a tiler of modes"
            = |of| {
                let tiler = of.tiler(1)?;
                of_layout!(of, |l| logical_divide(l, &tiler)?)
            };
        zipped_divide("A", "T") "all tiles in mode 0, all rests in mode 1"
            = |of| {
                let tiler = of.tiler(1)?;
                of_layout!(of, |l| zipped_divide(l, &tiler)?)
            };
        tiled_divide("A", "T") "all tiles in mode 0, the rests behind it"
            = |of| {
                let tiler = of.tiler(1)?;
                of_layout!(of, |l| tiled_divide(l, &tiler)?)
            };
        flat_divide("A", "T") "the tiles, then the rests"
            = |of| {
                let tiler = of.tiler(1)?;
                of_layout!(of, |l| flat_divide(l, &tiler)?)
            };
        logical_divide_ceil("A", "T") "as logical_divide, padded as CuTe does"
            = |of| {
                let tiler = of.tiler(1)?;
                of_layout!(of, |l| logical_divide_ceil(l, &tiler)?)
            };
        zipped_divide_ceil("A", "T") "as zipped_divide, padded as CuTe does"
            = |of| {
                let tiler = of.tiler(1)?;
                of_layout!(of, |l| zipped_divide_ceil(l, &tiler)?)
            };
        tiled_divide_ceil("A", "T") "as tiled_divide, padded as CuTe does"
            = |of| {
                let tiler = of.tiler(1)?;
                of_layout!(of, |l| tiled_divide_ceil(l, &tiler)?)
            };
        flat_divide_ceil("A", "T") "as flat_divide, padded as CuTe does"
            = |of| {
                let tiler = of.tiler(1)?;
                of_layout!(of, |l| flat_divide_ceil(l, &tiler)?)
            };
    }
    "Products" {
        logical_product("A", "T") "A * T: (A, its copies in the order of T)"
            = |of| {
                let tiler = of.tiler(1)?;
                of_layout!(of, |l| logical_product(l, &tiler)?)
            };
        zipped_product("A", "T") "all tiles in mode 0, all grids in mode 1"
            = |of| {
                let tiler = of.tiler(1)?;
                of_layout!(of, |l| zipped_product(l, &tiler)?)
            };
        tiled_product("A", "T") "all tiles in mode 0, the grids behind it"
            = |of| {
                let tiler = of.tiler(1)?;
                of_layout!(of, |l| tiled_product(l, &tiler)?)
            };
        flat_product("A", "T") "the tiles, then the grids"
            = |of| {
                let tiler = of.tiler(1)?;
                of_layout!(of, |l| flat_product(l, &tiler)?)
            };
        blocked_product("A", "B") "A in blocks: each mode of A with one of B, A first"
            = |of| {
                let b = of.layout(1)?;
                of_layout!(of, |l| blocked_product(l, &b)?)
            };
        raked_product("A", "B") "A interleaved: each mode of A with one of B, B first"
            = |of| {
                let b = of.layout(1)?;
                of_layout!(of, |l| raked_product(l, &b)?)
            };
        tile_to_shape("A", "S", "[order]") "A repeated over S, the copies in an order" = |of| {
            let shape = of.tuple(1)?;
            let order = match of.has(2) {
                true => of.tuple(2)?,
                false => IntTuple::tuple((0..).map(IntTuple::leaf).take(shape.rank())),
            };
            Ok(tile_to_shape(&of.layout(0)?, &shape, &order)?.into())
        };
    }
}

/// Checks that so many values, each at most as long as this one, are not too long together.
fn within_length(count: i64, value: &Value) -> Result<(), Blame> {
    let length = i128::from(count) * value.length() as i128;
    // Some more than of operands: lists are not put together.
    let limit = 16 * MAX_LENGTH;
    if length <= limit as i128 { Ok(()) } else { Err(Reason::Length(limit).into()) }
}

/// The offsets of a layout of any kind.
fn listed(of: &Arguments<'_>, at: usize) -> Result<Vec<i64>, Blame> {
    let offsets = match of.value(at) {
        Value::Xor(layout) => offsets(layout),
        Value::Composed(composed) => composed.offsets(),
        _ => offsets(&of.layout(at)?),
    };
    offsets.map_err(|error| Blame::operand(at)(error.into()))
}

/// The composition of layouts, swizzles and tilers. What is under a swizzle gets XOR strides, where
/// that is a layout, and is composed otherwise.
fn composed_with(of: &Arguments<'_>) -> Result<Value, Blame> {
    match (of.value(0), of.value(1)) {
        (Value::Swizzle(swizzle), Value::Swizzle(first)) => {
            let both = swizzle.after(*first);
            Ok(Swizzle::of_layout(&both).map_or(Value::Xor(both), Value::Swizzle))
        }
        (Value::Swizzle(swizzle), Value::Xor(layout)) => Ok(swizzle.compose(layout)?.into()),
        (Value::Swizzle(swizzle), _) => {
            let composed = Composed::new(*swizzle, 0, of.layout(1)?);
            Ok(composed.to_layout().map_or(Value::Composed(composed), Value::Xor))
        }
        (Value::Composed(composed), _) => Ok(composed.compose(&of.tiler(1)?)?.into()),
        _ => {
            let tiler = of.tiler(1)?;
            of_layout!(of, |l| composition(l, &tiler)?)
        }
    }
}

/// The parts, profiles, layouts or tuples, in place of the leaves of a profile.
fn substituted(of: &Arguments<'_>) -> Result<Value, Blame> {
    let profile = of.profile(0)?;
    let parts = of.list(1)?;
    if parts.iter().any(|part| matches!(part, Value::Profile(_))) {
        let parts: Result<Vec<Profile>, Reason> = parts.iter().map(Value::to_profile).collect();
        return Ok(substitute(&profile, &parts.map_err(Blame::operand(1))?)?.into());
    }
    if parts.iter().any(|part| matches!(part, Value::Coordinates(_))) {
        let parts: Result<Vec<_>, Reason> = parts.iter().map(Value::to_coordinates).collect();
        return Ok(substitute(&profile, &parts.map_err(Blame::operand(1))?)?.into());
    }
    if parts.iter().any(|part| matches!(part, Value::Xor(_))) {
        let parts: Result<Vec<_>, Reason> = parts.iter().map(Value::to_xor).collect();
        return Ok(substitute(&profile, &parts.map_err(Blame::operand(1))?)?.into());
    }
    if parts.iter().any(|part| matches!(part, Value::Layout(_))) {
        let parts: Result<Vec<Layout>, Reason> = parts.iter().map(Value::to_layout).collect();
        return Ok(substitute(&profile, &parts.map_err(Blame::operand(1))?)?.into());
    }
    let parts: Result<Vec<IntTuple>, Reason> = parts.iter().map(Value::to_tuple).collect();
    Ok(substitute(&profile, &parts.map_err(Blame::operand(1))?)?.into())
}
