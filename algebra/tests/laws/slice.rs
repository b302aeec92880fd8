use proptest::prelude::*;
use tilework_algebra::{IntTuple, Layout, Rule, Slicer, crd2idx, dice, slice};

use crate::arbitrary;
use crate::definition::layout;

fn slicer(text: &str) -> Slicer {
    text.parse().unwrap()
}

/// The parts that are kept, by recursion: none, a single part unchanged, or several as a tuple.
fn parts(a: &Layout, open: &[Option<i64>], given: bool) -> Option<Layout> {
    if a.depth() == 0 {
        return (open[0].is_some() == given).then(|| a.clone());
    }
    let mut rest = open;
    let mut kept = vec![];
    for mode in a.modes() {
        let (these, others) = rest.split_at(mode.profile().len());
        rest = others;
        kept.extend(parts(&mode, these, given));
    }
    match &kept[..] {
        [] => None,
        [part] => Some(part.clone()),
        _ => Some(Layout::concatenate(kept).unwrap()),
    }
}

proptest! {
    #[test]
    fn leaf_by_leaf(
        a in arbitrary::layout(6, 5, -20..20),
        seed in prop::collection::vec(prop::option::of(0i64..5), 32),
    ) {
        let open: Vec<Option<i64>> = seed[..a.profile().len()].to_vec();
        let slicer = Slicer::new(open.iter().copied(), a.profile().clone()).unwrap();
        let offset: i64 =
            open.iter().zip(a.flat_modes()).map(|(c, mode)| c.unwrap_or(0) * mode.stride).sum();
        let empty = layout("():()");
        let rest = parts(&a, &open, false).unwrap_or(empty.clone());
        prop_assert_eq!(slice(&a, &slicer), Ok((rest, offset)));
        let given = parts(&a, &open, true).unwrap_or(empty);
        prop_assert_eq!(dice(&a, &slicer), Ok((given, offset)));
        prop_assert_eq!(slicer.to_string().parse(), Ok(slicer));
    }

    /// `a(c' + c) = a(c') + r(c)`, for whole modes.
    #[test]
    fn mode_by_mode(
        a in arbitrary::layout(6, 5, -20..20),
        seed in prop::collection::vec(prop::option::of(0i64..30), 4),
        index in 0i64..200,
    ) {
        prop_assume!(a.depth() > 0);
        let rank = a.rank();
        let profile = tilework_algebra::Profile::flat(rank);
        let slicer = Slicer::new(seed[..rank].iter().copied(), profile).unwrap();
        let (rest, offset) = slice(&a, &slicer).unwrap();
        // A coordinate of the open modes, with the given coordinates added.
        let mut left = index;
        let mut open = vec![];
        let modes: Vec<Layout> = a.modes().collect();
        let all = IntTuple::tuple(seed[..rank].iter().zip(&modes).map(|(given, mode)| {
            IntTuple::leaf(given.unwrap_or_else(|| {
                let here = left % mode.size();
                left /= mode.size();
                open.push(here);
                here
            }))
        }));
        let open = match open[..] {
            [one] => IntTuple::leaf(one),
            _ => IntTuple::tuple(open.into_iter().map(IntTuple::leaf)),
        };
        prop_assert_eq!(crd2idx(&all, &a).unwrap(), offset + crd2idx(&open, &rest).unwrap());
    }
}

#[test]
fn parts_stay_together() {
    let a = layout("((3,2),((2,3),2)):((4,1),((2,15),100))");
    assert_eq!(slice(&a, &slicer("_")), Ok((a.clone(), 0)));
    assert_eq!(slice(&a, &slicer("7")), Ok((layout("():()"), 6)));
    assert_eq!(slice(&a, &slicer("(_,_)")), Ok((a.clone(), 0)));
    assert_eq!(slice(&a, &slicer("((_,1),(_,0))")), Ok((layout("(3,(2,3)):(4,(2,15))"), 1)));
    assert_eq!(dice(&a, &slicer("((_,1),(_,0))")), Ok((layout("(2,2):(1,100)"), 1)));
}

#[test]
fn errors() {
    let a = layout("(2,(3,4)):(1,(2,6))");
    for text in ["(_,(0,0,_))", "(_,0,0)", "((_,_),0)", "()"] {
        assert_eq!(slice(&a, &slicer(text)).unwrap_err().rule, Rule::CoordinateProfile, "{text}");
    }
    let error = dice(&a, &slicer("(_,(0,-1))")).unwrap_err();
    assert_eq!(error.rule, Rule::CoordinateRange { coordinate: -1, extent: 4 });
    assert_eq!(error.mode, Some(2));
    let wide = layout("(2,2):(9223372036854775807,1)");
    assert_eq!(slice(&wide, &slicer("(2,_)")).unwrap_err().rule, Rule::Overflow);
}
