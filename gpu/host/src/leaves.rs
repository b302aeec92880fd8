//! Layouts without nested modes, the form that tensor maps and kernels take.

use tilework::algebra::{IntTuple, Layout};

/// The extents and strides of a layout whose modes are leaves, in order. The stride of an extent of 1 has no meaning
/// and becomes 0. `None` if a mode is nested.
pub(crate) fn leaves(layout: &Layout) -> Option<(Vec<i64>, Vec<i64>)> {
    let of = |tuple: &IntTuple| -> Option<Vec<i64>> {
        tuple.modes().map(|mode| mode.as_leaf()).collect()
    };
    let (shape, mut strides) = (of(&layout.shape())?, of(&layout.stride())?);
    for (extent, stride) in shape.iter().zip(&mut strides) {
        if *extent == 1 {
            *stride = 0;
        }
    }
    Some((shape, strides))
}

#[cfg(test)]
mod tests {
    use super::leaves;

    #[test]
    fn nested_modes_are_none() {
        let of = |text: &str| leaves(&text.parse().unwrap());
        assert_eq!(of("(2,3,5):(15,-5,0)"), Some((vec![2, 3, 5], vec![15, -5, 0])));
        assert_eq!(of("(2,(3,5)):(15,(5,1))"), None);
        assert_eq!(
            of("(2,1,1):(15,-5,9223372036854775807)"),
            Some((vec![2, 1, 1], vec![15, 0, 0]))
        );
    }
}
