use proptest::prelude::*;
use tilework_algebra::{
    IntTuple, Layout, Operation, Rule, colexicographic, coord_map, coordinates, crd2idx, idx2crd,
};

use crate::arbitrary;
use crate::definition::{layout, value};

/// The offset by the definition: mode by mode; integers decompose colexicographically.
fn offset(coordinate: &IntTuple, layout: &Layout) -> i64 {
    match coordinate.as_leaf() {
        Some(i) => value(layout, i),
        None => coordinate.modes().zip(layout.modes()).map(|(c, mode)| offset(&c, &mode)).sum(),
    }
}

/// A coordinate of `shape` that is an integer wherever `integral` returns `true`.
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
        // Past the size the last mode continues, if there is one.
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

/// All coordinates by nested loops, the last leaf outermost.
fn all_coordinates(extents: &[i64]) -> Vec<Vec<i64>> {
    let Some((&last, others)) = extents.split_last() else { return vec![vec![]] };
    let inner = all_coordinates(others);
    (0..last)
        .flat_map(|c| inner.iter().map(move |inner| [inner.as_slice(), &[c]].concat()))
        .collect()
}

proptest! {
    #[test]
    fn coordinates_in_their_order(a in arbitrary::layout(5, 4, 0..1)) {
        let shape = a.shape();
        let all: Vec<IntTuple> = coordinates(&shape).unwrap().collect();
        let leaves: Vec<Vec<i64>> = all.iter().map(|c| c.leaves().to_vec()).collect();
        prop_assert_eq!(leaves, all_coordinates(shape.leaves()));
        prop_assert!(all.iter().all(|c| c.profile() == shape.profile()));
        prop_assert_eq!(coordinates(&shape).unwrap().size_hint(), (all.len(), Some(all.len())));
        for (i, one) in all.iter().enumerate().step_by(7) {
            for (j, other) in all.iter().enumerate().step_by(5) {
                prop_assert_eq!(colexicographic(one, other), Ok(i.cmp(&j)));
            }
        }
    }

    /// Maps between a shape and the shape that has its modes, or all of it, as integers.
    #[test]
    fn maps_between_compatible_shapes(a in arbitrary::layout(5, 4, 0..1)) {
        let fine = a.shape();
        let modes = IntTuple::tuple(fine.modes().map(|mode| mode.size().unwrap().into()));
        let shapes = if fine.depth() > 0 { vec![a.size().into(), modes] } else { vec![a.size().into()] };
        for coarse in shapes {
            for (i, natural) in (0..).zip(coordinates(&fine).unwrap()) {
                let mapped = coord_map(&fine, &coarse, &natural).unwrap();
                prop_assert!(mapped.profile() == coarse.profile());
                prop_assert_eq!(&coord_map(&coarse, &fine, &mapped).unwrap(), &natural);
                prop_assert_eq!(coord_map(&fine, &coarse, &i.into()), Ok(mapped));
            }
        }
    }
}

#[test]
fn maps_and_orders_of_others() {
    let tuple = |text: &str| text.parse::<IntTuple>().unwrap();
    let error = coord_map(&tuple("(2,6)"), &tuple("(4,3)"), &5.into()).unwrap_err();
    assert_eq!((error.operation, error.rule), (Operation::CoordMap, Rule::Profile));
    let error = colexicographic(&tuple("(1,2)"), &tuple("(1,(2))")).unwrap_err();
    assert_eq!(error.rule, Rule::Profile);
    assert_eq!(coordinates(&tuple("(2,-1)")).unwrap_err().rule, Rule::NaturalExtent { extent: -1 });
    assert_eq!(coordinates(&tuple("(2,0)")).unwrap().count(), 0);
}
