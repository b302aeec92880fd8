//! The layout of a function that is given by its values.

use crate::error::{Error, Operation, Rule};
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::operation::coalesce::coalesced;
use crate::stride::xor::Xor;

/// The coalesced layout of the function `i -> values[i]` on `0..values.len()`, or the proof that no layout has this
/// function ([001](crate::papers)).
///
/// The algorithm is as follows. Let the values rise by the step `d = f(1)` up to `f(t - 1)`, and let `f(t)` differ from
/// `t d`. Then the first mode of a coalesced layout of the function is `t:d`. A longer first mode, or none, would have
/// the value `t d` at `t`. A shorter one would continue linearly past its end, so it would have merged with the next
/// mode. So `t` divides the size, `f(x) = d (x mod t) + f(t floor(x / t))` for all `x`, and the modes that follow have
/// the function `i -> f(i t)`. The layout is unique, and the algorithm takes linear time.
///
/// # Errors
/// - [`Rule::LayoutFunction`] if the value at an index is not the one that follows from the values before it; the first
///   value must be 0;
/// - [`Rule::ShapeDivisibility`] if the values of the remaining modes are not a whole number of runs;
/// - [`Rule::Extent`] if there are no values.
///
/// ```
/// use tilework_algebra::function_to_layout;
/// assert_eq!(function_to_layout(&[0, 2, 4, 1, 3, 5])?.to_string(), "(3,2):(2,1)");
/// assert_eq!(function_to_layout(&[0, 1, 2, 3, 4, 6, 8, 7]).unwrap_err().to_string(),
///     "function_to_layout: shape divisibility: the remaining extent 8 is not a multiple of 5");
/// assert_eq!(function_to_layout(&[0, 1, 5, 7]).unwrap_err().to_string(),
///     "function_to_layout: layout function: the value at 3 is 7, \
///      where a layout with the values before has 6");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline]
pub fn function_to_layout(values: &[i64]) -> Result<Layout, Error> {
    let error = |rule| Error::new(Operation::FunctionToLayout, rule);
    // Checks that the value at `index` is `f(base) + d k`.
    let check = |index: usize, base: i64, step: i64, k: usize| {
        let expected = i128::from(base) + i128::from(step) * k as i128;
        if i128::from(values[index]) == expected {
            return Ok(());
        }
        let expected = expected.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        let (index, value) = (index as i64, values[index]);
        Err(error(Rule::LayoutFunction { index, value, expected }))
    };
    let Some(&first) = values.first() else {
        return Err(error(Rule::Extent { extent: 0 }));
    };
    check(0, 0, 0, 0)?;
    let mut modes = Modes::new();
    // The function of the remaining modes is `i -> values[i * stride]`.
    let mut stride = 1;
    while stride < values.len() {
        let size = values.len() / stride;
        let step = values[stride];
        let run = (1..size).take_while(|&i| check(i * stride, first, step, i).is_ok()).count() + 1;
        if !size.is_multiple_of(run) {
            let rule = Rule::ShapeDivisibility { extent: size as i64, factor: run as i64 };
            return Err(error(rule));
        }
        for i in 0..size {
            check(i * stride, values[(i - i % run) * stride], step, i % run)?;
        }
        modes.push(Mode { shape: run as i64, stride: step });
        stride *= run;
    }
    Ok(Layout::of_flat(modes))
}

/// The coalesced layout with XOR strides of the function `i -> values[i]` on `0..values.len()`, or the proof that no
/// layout with XOR strides whose extents are powers of 2 has this function.
///
/// Such a layout takes XORs to XORs, `f(i ^ j) = f(i) ^ f(j)`, so its values at the powers of 2 determine it: they are
/// the strides of modes of extent 2. The algorithm takes linear time.
///
/// # Errors
/// - [`Rule::PowerOfTwo`] if the number of values is not a power of 2;
/// - [`Rule::LayoutFunction`] if the value at an index is not the XOR of those at its bits; the first value must be 0;
/// - the errors of [`Xor::new`] for a negative value;
/// - [`Rule::Extent`] if there are no values.
///
/// ```
/// use tilework_algebra::function_to_xor;
/// assert_eq!(function_to_xor(&[0, 1, 3, 2, 6, 7, 5, 4])?.to_string(), "(2,4):(f1,f3)");
/// assert_eq!(function_to_xor(&[0, 1, 2, 4]).unwrap_err().to_string(),
///     "function_to_layout: layout function: the value at 3 is 4, \
///      where a layout with the values before has 3");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn function_to_xor(values: &[i64]) -> Result<Layout<Xor>, Error> {
    let error = |rule| Error::new(Operation::FunctionToLayout, rule);
    let size = values.len();
    if size == 0 {
        return Err(error(Rule::Extent { extent: 0 }));
    }
    if !size.is_power_of_two() {
        return Err(error(Rule::PowerOfTwo { extent: size as i64 }));
    }
    for (index, &value) in values.iter().enumerate() {
        // The value without the highest bit, and that bit's.
        let highest = index.checked_ilog2().map(|place| 1_usize << place);
        let expected = highest
            .map_or(0, |bit| if index == bit { value } else { values[index ^ bit] ^ values[bit] });
        if value != expected {
            let index = index as i64;
            return Err(error(Rule::LayoutFunction { index, value, expected }));
        }
    }
    let mut modes: Modes<Xor> = Modes::new();
    for place in 0..size.ilog2() {
        let stride = Xor::new(values[1 << place]);
        let stride = stride.map_err(|error| error.during(Operation::FunctionToLayout))?;
        modes.push(Mode { shape: 2, stride });
    }
    Ok(Layout::of_flat(coalesced(&modes)))
}
