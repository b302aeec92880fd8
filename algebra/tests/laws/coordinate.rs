use proptest::prelude::*;
use tilework_algebra::{IntTuple, Layout, Rule, crd2idx, idx2crd};

use crate::arbitrary;
use crate::definition::{layout, value};

/// The offset by the definition: mode by mode, integers decompose colexicographically.
fn offset(coordinate: &IntTuple, layout: &Layout) -> i64 {
    match coordinate.as_leaf() {
        Some(i) => value(layout, i),
        None => coordinate.modes().zip(layout.modes()).map(|(c, mode)| offset(&c, &mode)).sum(),
    }
}

/// A coordinate of `shape` that is an integer wherever `integral` says so.
fn partial(i: i64, shape: &IntTuple, integral: &mut impl Iterator<Item = bool>) -> IntTuple {
    if shape.as_leaf().is_some() || integral.next() == Some(true) {
        return i.into();
    }
    let mut rest = i;
    let rank = shape.rank();
    IntTuple::tuple(shape.modes().enumerate().map(|(k, mode)| {
        let size: i64 = mode.leaves().iter().product();
        let here = if k + 1 == rank { rest } else { rest % size };
        rest /= size;
        partial(here, &mode, integral)
    }))
}

#[test]
fn errors() {
    let a = layout("(3,(2,3)):(3,(12,1))");
    let rule = |coordinate: &str| {
        let error = crd2idx(&coordinate.parse().unwrap(), &a).unwrap_err();
        (error.rule, error.mode)
    };
    for wrong in ["(1)", "(1,2,3)", "((1),2)", "()", "(1,(1))", "(1,(1,(1,1)))"] {
        assert_eq!(rule(wrong), (Rule::CoordinateProfile, None), "{wrong}");
    }
    let outside = |coordinate, extent| Rule::CoordinateRange { coordinate, extent };
    assert_eq!(rule("-1"), (outside(-1, 18), Some(0)));
    assert_eq!(rule("(0,-2)"), (outside(-2, 6), Some(1)));
    assert_eq!(a.offset(-1).unwrap_err().rule, outside(-1, 18));
    assert_eq!(idx2crd(-1, &a.shape()).unwrap_err().rule, outside(-1, 18));
    let error = idx2crd(4, &"(2,0)".parse().unwrap()).unwrap_err();
    assert_eq!((error.rule, error.mode), (Rule::Extent { extent: 0 }, Some(1)));
}

#[test]
fn the_empty_tuple_has_one_coordinate() {
    let empty = layout("():()");
    assert_eq!(crd2idx(&"()".parse().unwrap(), &empty), Ok(0));
    assert_eq!(empty.offset(0), Ok(0));
    assert_eq!(idx2crd(0, &empty.shape()).unwrap().to_string(), "()");
    assert_eq!(idx2crd(1, &empty.shape()).unwrap_err().rule, Rule::CoordinateProfile);
}

proptest! {
    #[test]
    fn every_kind_of_coordinate_agrees(
        a in arbitrary::layout(5, 5, -30..30),
        at in 0i64..10_000,
        integral in prop::collection::vec(any::<bool>(), 12),
    ) {
        let inside = at % a.size();
        // Past the size the last mode goes on, where there is one.
        for i in if a.flat_modes().is_empty() { [inside; 2] } else { [inside, at] } {
            let expected = value(&a, i);
            prop_assert_eq!(a.offset(i), Ok(expected));
            let natural = idx2crd(i, &a.shape()).unwrap();
            prop_assert_eq!(natural.profile(), a.profile());
            prop_assert_eq!(crd2idx(&natural, &a), Ok(expected));
        }
        let coordinate = partial(inside, &a.shape(), &mut integral.into_iter());
        prop_assert_eq!(offset(&coordinate, &a), value(&a, inside));
        prop_assert_eq!(crd2idx(&coordinate, &a), Ok(value(&a, inside)));
    }

    #[test]
    fn size_and_cosize_by_enumeration(a in arbitrary::layout(5, 5, -30..30)) {
        let values = crate::definition::values(&a);
        prop_assert_eq!(values.len() as i64, a.size());
        let (least, most) = (values.iter().min().unwrap(), values.iter().max().unwrap());
        prop_assert_eq!(a.cosize(), Ok(most - least + 1));
    }
}
