//! Tractable layouts: the layouts that a morphism encodes.

use alloc::vec::Vec;

use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;

/// Returns whether a layout is tractable. The modes are sorted by stride, and by extent if strides are equal. Each
/// stride must be 0 or a multiple of the span before it, that is, `s_i d_i` divides `d_(i+1)` ([003](crate::papers),
/// definitions 2.1.8.1
/// and 2.3.10.1). If its span fits, a layout is tractable if and only if a morphism encodes it (propositions 3.1.2.10
/// and 3.2.2.9).
///
/// A layout with a negative stride is not tractable.
///
/// ```
/// use tilework_algebra::{Layout, morphism::is_tractable};
/// let (a, b): (Layout, Layout) = ("(2,2,2):(1,2,4)".parse()?, "(2,2,2):(1,7,4)".parse()?);
/// assert!(is_tractable(&a) && !is_tractable(&b));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn is_tractable(layout: &Layout) -> bool {
    order(Operation::IsTractable, layout).is_ok()
}

/// The flat modes with a nonzero stride, sorted, if the layout is tractable.
pub(super) fn order(operation: Operation, layout: &Layout) -> Result<Vec<usize>, Error> {
    layout.positive(operation)?;
    let modes = layout.flat_modes();
    let error = |at: usize, rule| Error::new(operation, rule).at(at);
    if let Some(at) = modes.iter().position(|mode| mode.stride < 0) {
        return Err(error(at, Rule::NaturalStride { stride: modes[at].stride }));
    }
    let mut order: Vec<usize> = (0..modes.len()).filter(|&at| modes[at].stride > 0).collect();
    order.sort_by_key(|&at| (modes[at].stride, modes[at].shape));
    for pair in order.windows(2) {
        // A span beyond `i64` divides no stride.
        let span = modes[pair[0]].span().unwrap_or(i64::MAX);
        let stride = modes[pair[1]].stride;
        if modes[pair[0]].span().is_none() || stride % span != 0 {
            return Err(error(pair[1], Rule::Complementability { stride, span }));
        }
    }
    Ok(order)
}
