//! Layouts without nested modes, as tensor maps and kernels have them.

use tilework::algebra::{IntTuple, Layout};

/// The extents and the strides of a layout whose modes are leaves, in their order. `None` where a mode has modes of its own.
pub(crate) fn leaves(layout: &Layout) -> Option<(Vec<i64>, Vec<i64>)> {
    let of = |tuple: &IntTuple| -> Option<Vec<i64>> {
        tuple.modes().map(|mode| mode.as_leaf()).collect()
    };
    Some((of(&layout.shape())?, of(&layout.stride())?))
}

#[cfg(test)]
mod tests {
    use super::leaves;

    #[test]
    fn nested_modes_are_none() {
        let of = |text: &str| leaves(&text.parse().unwrap());
        assert_eq!(of("(2,3,5):(15,-5,0)"), Some((vec![2, 3, 5], vec![15, -5, 0])));
        assert_eq!(of("(2,(3,5)):(15,(5,1))"), None);
    }
}
