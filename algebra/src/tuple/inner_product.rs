//! Inner product: the offset of a coordinate and a stride.

use crate::error::{Error, Operation, Rule};
use crate::tuple::int_tuple::IntTuple;

/// `sum a_k b_k` over the leaves ([004](crate::papers), definition 2.15, equation 6): the offset at
/// the natural coordinate `a` for the stride `b`.
///
/// # Errors
/// [`Rule::Profile`] unless `a` and `b` are congruent, [`Rule::Overflow`].
///
/// ```
/// use tilework_algebra::inner_product;
/// assert_eq!(inner_product(&"((2,3),4)".parse()?, &"((2,1),2)".parse()?)?, 15);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline]
pub fn inner_product(a: &IntTuple, b: &IntTuple) -> Result<i64, Error> {
    if a.profile() != b.profile() {
        return Err(Error::new(Operation::InnerProduct, Rule::Profile));
    }
    let mut sum = 0i128;
    for (&a, &b) in a.leaves().iter().zip(b.leaves()) {
        sum = sum
            .checked_add(i128::from(a) * i128::from(b))
            .ok_or(Error::new(Operation::InnerProduct, Rule::Overflow))?;
    }
    i64::try_from(sum).map_err(|_| Error::new(Operation::InnerProduct, Rule::Overflow))
}
