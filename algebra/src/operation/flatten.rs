//! Flatten: all leaves at the top level, and the reverse.

use crate::error::{Error, Operation, Rule};
use crate::tuple::nested::Nested;
use crate::tuple::profile::Profile;

/// The leaves in a flat tuple ([003](crate::papers), definitions 2.2.2.1 and 2.3.1.13). A single leaf becomes a tuple
/// of one mode. A
/// layout keeps its function.
///
/// ```
/// use tilework_algebra::{Layout, flatten};
/// let layout: Layout = "(5,(2,2)):(16,(80,4))".parse()?;
/// assert_eq!(flatten(&layout).to_string(), "(5,2,2):(16,80,4)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn flatten<T: Nested>(nested: &T) -> T {
    nested.renested(Profile::flat(nested.nesting().len()))
}

/// Nests the leaves, from left to right, in `profile`: `unflatten(flatten(x), profile(x)) = x`. A layout keeps its
/// function ([003](crate::papers), construction 2.3.1.19).
///
/// # Errors
/// [`Rule::Profile`] if the numbers of leaves differ.
///
/// ```
/// use tilework_algebra::{IntTuple, unflatten};
/// let flat: IntTuple = "(64,16,4)".parse()?;
/// assert_eq!(unflatten(&flat, &"(*,(*,*))".parse()?)?.to_string(), "(64,(16,4))");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn unflatten<T: Nested>(flat: &T, profile: &Profile) -> Result<T, Error> {
    if flat.nesting().len() != profile.len() {
        return Err(Error::new(Operation::Unflatten, Rule::Profile));
    }
    Ok(flat.renested(profile.clone()))
}
