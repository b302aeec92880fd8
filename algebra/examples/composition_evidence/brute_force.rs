//! Composition by its definition, coordinate by coordinate. Nothing here uses the library's operations or its
//! evaluation of layouts.

use tilework_algebra::{IntTuple, Layout, Mode};

/// The values of `a o b` at all integral coordinates of `b`.
pub fn values(a: &Layout, b: &Layout) -> Vec<i64> {
    (0..size(b.flat_modes())).map(|i| value(a.flat_modes(), value(b.flat_modes(), i))).collect()
}

/// Returns whether a layout whose shape refines that of `b` has these values. The values then add up over the
/// leaves of `b`, and along each leaf they are those of a layout.
pub fn exists(values: &[i64], b: &Layout) -> bool {
    let mut step = 1;
    for mode in b.flat_modes() {
        if !is_layout(values, step, mode.shape as usize) {
            return false;
        }
        step *= mode.shape as usize;
    }
    values.iter().enumerate().all(|(i, &value)| {
        let (mut step, mut sum) = (1, 0);
        for mode in b.flat_modes() {
            let extent = mode.shape as usize;
            sum += values[i / step % extent * step];
            step *= extent;
        }
        value == sum
    })
}

/// Returns whether `r` has these values, its shape refines that of `b`, and each of its parts there is coalesced.
pub fn is_composition(r: &Layout, values: &[i64], b: &Layout) -> bool {
    let modes = r.flat_modes();
    is_coalesced_refinement(&r.shape(), &r.stride(), &b.shape())
        && values.iter().enumerate().all(|(i, &right)| value(modes, i as i64) == right)
}

fn size(modes: &[Mode]) -> i64 {
    modes.iter().map(|mode| mode.shape).product()
}

/// The value at an integral coordinate, with an unbounded last mode.
fn value(modes: &[Mode], i: i64) -> i64 {
    let (mut rest, mut sum) = (i, 0);
    for (k, mode) in modes.iter().enumerate() {
        let c = if k + 1 == modes.len() { rest } else { rest % mode.shape };
        sum += c * mode.stride;
        rest /= mode.shape;
    }
    sum
}

/// Returns whether the `size` values `values[0], values[step], ...` are those of a layout. They have equal steps up
/// to some divisor `t` of the size, and those at the multiples of `t` are again the values of a layout.
fn is_layout(values: &[i64], step: usize, size: usize) -> bool {
    let at = |i: usize| values[i * step];
    size == 1
        || (2..=size).filter(|t| size.is_multiple_of(*t)).any(|t| {
            (0..size).all(|i| at(i) == at(i - i % t) + (i % t) as i64 * at(1))
                && is_layout(values, step * t, size / t)
        })
}

fn is_coalesced_refinement(shape: &IntTuple, stride: &IntTuple, coarse: &IntTuple) -> bool {
    let Some(extent) = coarse.as_leaf() else {
        let parts = shape.modes().zip(stride.modes()).zip(coarse.modes());
        return shape.as_leaf().is_none() && shape.rank() == coarse.rank() && { parts }
            .all(|((s, d), c)| is_coalesced_refinement(&s, &d, &c));
    };
    let (shape, stride) = (shape.leaves(), stride.leaves());
    if extent == 1 {
        return shape == [1] && stride == [0];
    }
    let merges = |k: usize| shape[k - 1] * stride[k - 1] == stride[k];
    shape.iter().product::<i64>() == extent
        && shape.iter().all(|&s| s > 1)
        && !(1..shape.len()).any(merges)
}
