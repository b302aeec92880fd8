//! Zip: the modes of two operands in pairs.

use alloc::vec::Vec;

use crate::error::{Error, Operation, Rule};
use crate::tuple::nested::Nested;

/// The modes of two tuples or layouts in pairs: `((a_0, b_0), (a_1, b_1), ...)` ([004](crate::papers), section 3.5.1,
/// on products).
///
/// # Errors
/// [`Rule::Profile`] if the ranks differ, [`Rule::Overflow`] for a layout whose size does not
/// fit.
///
/// ```
/// use tilework_algebra::{Layout, zip};
/// let (a, b): (Layout, Layout) = ("(3,4):(4,1)".parse()?, "(2,5):(12,24)".parse()?);
/// assert_eq!(zip(&a, &b)?.to_string(), "((3,2),(4,5)):((4,12),(1,24))");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn zip<T: Nested>(a: &T, b: &T) -> Result<T, Error> {
    let (a, b) = (a.parts(), b.parts());
    if a.len() != b.len() {
        return Err(Error::new(Operation::Zip, Rule::Profile));
    }
    let pairs = a.into_iter().zip(b).map(|(a, b)| T::tuple_of([a, b]));
    let pairs: Result<Vec<_>, _> = pairs.collect();
    pairs.and_then(T::tuple_of).map_err(|error| error.during(Operation::Zip))
}
