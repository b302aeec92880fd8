//! Append and prepend: one more mode, at either end.

use crate::error::{Error, Operation};
use crate::tuple::nested::Nested;

/// `(x_0, ..., x_{r-1}, mode)`. A leaf `x` counts as one mode.
///
/// # Errors
/// [`Rule::Overflow`](crate::Rule::Overflow) for a layout whose size does not fit.
///
/// ```
/// use tilework_algebra::{Layout, append};
/// let (layout, mode): (Layout, Layout) = ("(2,3):(1,2)".parse()?, "(5,7):(6,30)".parse()?);
/// assert_eq!(append(&layout, &mode)?.to_string(), "(2,3,(5,7)):(1,2,(6,30))");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn append<T: Nested>(nested: &T, mode: &T) -> Result<T, Error> {
    T::tuple_of(nested.parts().into_iter().chain([mode.clone()]))
        .map_err(|error| error.during(Operation::Append))
}

/// `(mode, x_0, ..., x_{r-1})`. A leaf `x` counts as one mode.
///
/// # Errors
/// [`Rule::Overflow`](crate::Rule::Overflow) for a layout whose size does not fit.
///
/// ```
/// use tilework_algebra::{Layout, prepend};
/// let (layout, mode): (Layout, Layout) = ("(2,3):(1,2)".parse()?, "5:6".parse()?);
/// assert_eq!(prepend(&layout, &mode)?.to_string(), "(5,2,3):(6,1,2)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn prepend<T: Nested>(nested: &T, mode: &T) -> Result<T, Error> {
    T::tuple_of([mode.clone()].into_iter().chain(nested.parts()))
        .map_err(|error| error.during(Operation::Prepend))
}
