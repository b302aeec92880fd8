//! Slices and dices, static and with dynamic leaves, against the value level and the definition.

use tilework::algebra::{self, Slicer};
use tilework::{
    Composed, Dyn, Swizzle, Tensor, coord, hlist, layout,
    operation::{crd2idx, dice, slice},
    range, typenum,
};

/// Slices take the same integers as offsets and elements, alone, in tuples and in arrays. The coordinate decides the
/// arithmetic, not the result.
#[test]
fn coordinates_of_any_integers() {
    let (i, j, k) = (3_u32, 5_i32, 7_usize);
    let lda = 100_u32;
    let l = layout!((8,8):(1,lda));
    let column = |at: usize| (layout!(8:1), at);
    assert_eq!([l.slice((.., i)), l.slice((.., 3)), slice(l, (.., 3_usize))], [column(300); 3]);
    assert_eq!(
        (l.slice((i, j)).1, l.slice((i, k)).1, l.slice([3, 5]).1, l.slice(43_u32).1),
        (503, 703, 503, 503)
    );
    assert_eq!(l.dice((.., i)).1, 300);
    assert_eq!(l.slice((i, range::<2, 6>())), (layout!(4:lda), 203));
    let nested = layout!(((2,4),(4,2)):((1,16),(2,8)));
    assert_eq!(nested.slice(((.., i), [1_u32, 1])), (layout!(2:1), 48 + 2 + 8));
    assert_eq!(layout!((4,8):(e0,2*e1)).slice((.., i)).1, hlist![0, 6]);
    assert_eq!(layout!((8,8):(f9,f1)).slice((i, j)).1, layout!((8,8):(f9,f1)).offset((3, 5)));
    // A layout that does not fit 32 bits, at coordinates that do.
    #[cfg(target_pointer_width = "64")]
    {
        let large = layout!((65536,65537):(65537,1));
        assert_eq!(large.slice((65_535_u32, ..)).1, 65_535 * 65_537);
        let wide = 1_usize << 17;
        assert_eq!(layout!((wide,wide):(wide,1)).slice((wide as u32 - 1, ..)).1, (wide - 1) * wide);
    }

    let mut data: Vec<usize> = (0..32).collect();
    let mut t = Tensor::new(&mut data[..], layout!((4,8):(8,1))).unwrap();
    assert!(t.slice((2_u32, ..)).iter().eq(&[16, 17, 18, 19, 20, 21, 22, 23]));
    t.slice_mut((.., j)).fill(0);
    assert_eq!(t.slice((2, ..)).layout().to_string(), "8:1");
    assert!(t.try_slice((4_u32, ..)).is_err() && t.try_slice((-1, ..)).is_err());
    assert!(t.local_tile(layout!(<2,4>), (1_u32, 0)).iter().eq(&[16, 24, 17, 25, 18, 26, 19, 27]));
    assert_eq!(data[5], 0);
    let (pointer, matrix) = (data.as_ptr(), layout!((4,8):(8,1)));
    // SAFETY: the layout ends where the data does, and the coordinates lie in the shape.
    let (element, row) = unsafe {
        let t = Tensor::from_raw_parts(pointer, matrix);
        (*t.at((1_u32, 3_u32)), t.slice_unchecked((3_u32, ..)).load())
    };
    assert_eq!((element, &row[..]), (11, &data[24..32]));
}

#[test]
#[should_panic = "a coordinate is negative"]
fn a_negative_coordinate() {
    layout!((4, 8)).slice((-1, ..));
}

/// `function` with a coordinate, whose text is that of a `Slicer`: for the layout, and for the same layout with dynamic
/// leaves.
macro_rules! rows {
    ($layout:expr, $dynamic:expr; $($coordinate:tt)*) => {$(
        let text: Slicer = stringify!($coordinate).parse().unwrap();
        let value = $layout.to_value();
        let (kept, offset) = algebra::slice(&value, &text).unwrap();
        let (given, of_given) = algebra::dice(&value, &text).unwrap();
        // Every open place with every coordinate: the offsets add up.
        assert_eq!(kept.size() * given.size(), value.size(), "{text}");
        assert!((0..given.size()).any(|i| given.offset(i) == Ok(of_given)), "{text}");
        for (typed, at) in [
            { let (l, at) = slice($layout, coord! $coordinate); (l.to_string(), at) },
            { let (l, at) = slice($dynamic, coord! $coordinate); (l.to_string(), at) },
            { let (l, at) = $layout.slice(coord! $coordinate); (l.to_string(), at) },
        ] {
            assert_eq!((typed, at as i64), (kept.to_string(), offset), "{text}");
        }
        for (typed, at) in [
            { let (l, at) = dice($layout, coord! $coordinate); (l.to_string(), at) },
            { let (l, at) = dice($dynamic, coord! $coordinate); (l.to_string(), at) },
            { let (l, at) = $layout.dice(coord! $coordinate); (l.to_string(), at) },
        ] {
            assert_eq!((typed, at as i64), (given.to_string(), of_given), "{text}");
        }
    )*};
}

#[test]
fn as_on_values() {
    // 004, figure 5
    let (m, n, lda) = (3, 2, 15);
    let layout = layout!(((3,2),((2,3),2)):((4,1),((2,15),100)));
    let dynamic = layout!(((m,2),((n,3),2)):((4,1),((2,lda),100)));
    rows! { layout, dynamic;
        (2,_) (_,5) (2,((0,_),_)) ((_,1),(_,0)) ((_,0),((0,_),1)) ((1,_),((_,0),_))
        (_,_) (5,11) ((_,_),_) ((2,1),((1,2),1)) ((_,_),((_,_),_)) (4,((_,_),_)) ((1,_),(4,_))
        ((_,0),3) (_,((1,0),1)) ((2,0),((_,_),_))
    }
}

#[test]
fn of_few_modes() {
    let (m, d) = (6, 7);
    rows! { layout!((6,(1,4)):(7,(0,50))), layout!((m,(1,4)):(d,(0,50)));
        (_,(0,_)) (5,(_,3)) (_,(0,3)) (2,(_,_)) (2,_)
    }
    rows! { layout!((6):(7)), layout!((m):(d)); (_) (4) }
    // The whole layout.
    let (kept, offset) = slice(layout!((2,3):(3,1)), ..);
    assert_eq!((kept.to_string().as_str(), offset), ("(2,3):(3,1)", 0));
    let (given, offset) = dice(layout!((2,3):(3,1)), 4);
    assert_eq!((given.to_string().as_str(), offset), ("(2,3):(3,1)", 2));
    let (kept, offset) = slice(layout!((2,3):(3,1)), 4);
    assert_eq!((kept.to_string().as_str(), offset, kept.rank()), ("():()", 2, 0));
}

#[test]
fn of_composed_layouts() {
    let swizzle = Swizzle::<typenum::U2, typenum::U0, typenum::P3>::new();
    let composed = Composed::new(swizzle, Dyn(5_usize), layout!((4,(2,3)):(6,(3,1))));
    let diced = composed.dice(coord!(1, (_, 2)));
    assert_eq!(diced.to_string(), "Sw<2,0,3> o 5 o (4,3):(6,1)");
    assert_eq!(dice(composed, coord!(1, (_, 2))), diced);
    // Slices by name, compared with the calculator.
    let function = |x: usize| x ^ (x >> 3 & 3);
    for (i, k) in (0..4).flat_map(|i| (0..3).map(move |k| (i, k))) {
        let sliced = slice(composed, coord!(i, (_, k)));
        assert_eq!(sliced, composed.slice(coord!(i, (_, k))));
        for j in 0..2 {
            let at = function(5 + 6 * i + 3 * j + k);
            assert_eq!((sliced.offset(j), crd2idx((i, (j, k)), composed)), (at, at));
        }
    }
    let text: Slicer = "(1,(_,2))".parse().unwrap();
    let value = composed.to_value().slice(&text).unwrap();
    assert_eq!(slice(composed, coord!(1, (_, 2))).to_string(), value.to_string());
}

#[test]
fn of_layouts_into_coordinates() {
    let (m, k) = (4, 2_usize);
    let (layout, dynamic) = (layout!((4,(2,3)):(e0,(e1,2e1))), layout!((m,(2,3)):(e0,(e1,k*e1))));
    let value = layout.to_value();
    for (i, z) in (0..4).flat_map(|i| (0..3).map(move |z| (i, z))) {
        let text: Slicer = format!("({i},(_,{z}))").parse().unwrap();
        let (of_values, of_given) = algebra::slice(&value, &text).unwrap();
        let (given_of_values, _) = algebra::dice(&value, &text).unwrap();
        assert_eq!(of_given.to_string(), format!("({i},{})", 2 * z));
        let coordinate = coord!(i, (_, z));
        let (kept, at) = layout.slice(coordinate);
        assert_eq!((kept.to_string(), at), (of_values.to_string(), hlist![i, 2 * z]));
        assert_eq!((kept, at), slice(layout, coordinate));
        let (given, of_dice) = layout.dice(coordinate);
        assert_eq!((given.to_string(), of_dice), (given_of_values.to_string(), at));
        assert_eq!(given.coordinate((i, z)), at);
        for (l, at) in [slice(dynamic, coordinate), dynamic.slice(coordinate)] {
            assert_eq!((l, at), (layout!(2:e1), hlist![i, 2 * z]));
        }
        assert_eq!(dice(dynamic, coordinate).1, at);
    }
    // Nothing moves in these layouts, so offsets are integers.
    assert_eq!(slice(layout!((4,m):(0,0)), coord!(1, _)), (layout!(m:0), 0));
}

/// Coordinates past the shape have the offsets of the extended domain, as far as these fit.
#[test]
fn past_the_shape() {
    assert_eq!(layout!((4,8):(8,1)).slice(coord!(7, _)), (layout!(8:1), 56));
}
#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "overflow")]
fn far_past_the_shape() {
    layout!((4,8):(8,1)).slice(coord!(usize::MAX, _));
}

/// Ranges with a step have the coordinates that they iterate over, whether they have begun or not, wherever they end.
#[test]
fn ranges_with_a_step() {
    let extent = std::hint::black_box(6);
    let data: Vec<usize> = (0..3 * extent).collect();
    let t = Tensor::new(&data[..], layout!((3, extent))).unwrap();
    macro_rules! check {
        ($range:expr) => {{
            let range = $range;
            let inside: Vec<usize> = range.clone().take_while(|&c| c < extent).collect();
            // A range that ends must end inside; an endless one must begin there or where the mode ends.
            let endless = range.size_hint().1.is_none();
            let fits = match endless {
                true => range.clone().next().is_some_and(|c| c <= extent),
                false => range.clone().all(|c| c < extent),
            };
            let result = t.try_slice((1, range.clone()));
            assert_eq!(result.is_ok(), fits, "{range:?}");
            if let Ok(kept) = result {
                assert!(kept.iter().eq(inside.iter().map(|c| &data[1 + 3 * c])), "{range:?}");
                assert_eq!(t.slice((1, range.clone())).size(), inside.len(), "{range:?}");
            }
        }};
    }
    for (begin, end, step) in
        (0..8).flat_map(|b| (0..9).flat_map(move |e| (1..9).map(move |s| (b, e, s))))
    {
        for skipped in 0..3 {
            let (mut range, mut inclusive) =
                ((begin..end).step_by(step), (begin..=end).step_by(step));
            let mut endless = (begin..).step_by(step);
            for _ in 0..skipped {
                range.next();
                inclusive.next();
                endless.next();
            }
            check!(range);
            check!(inclusive);
            check!(endless);
        }
    }
    // The coordinates after the first are past the mode, and may be past all integers.
    let large = [usize::MAX, usize::MAX - 1, usize::MAX / 2 + 1, usize::MAX / 3, usize::MAX / 4];
    for step in large {
        for begin in 0..=6 {
            let kept = t.slice((2, (begin..).step_by(step)));
            assert!(kept.iter().eq((begin..6).take(1).map(|c| &data[2 + 3 * c])), "{begin} {step}");
        }
        assert!(t.try_slice((1, (usize::MAX - 1..).step_by(step))).is_err());
        assert!(t.try_slice((1, (0..=usize::MAX).step_by(step))).is_err());
        assert!(t.try_slice((1, (0..usize::MAX).step_by(step))).is_ok() == (step == usize::MAX));
    }
}

/// A range that has been iterated has no coordinates, although it still shows its end.
#[test]
fn ranges_gone_through() {
    let data: Vec<usize> = (0..12).collect();
    let t = Tensor::new(&data[..], layout!((2, 6))).unwrap();
    let mut range = 2..=5;
    assert!(range.by_ref().eq(2..6));
    assert_eq!(t.slice((.., range.clone())).iter().count(), 0);
    assert_eq!(t.slice((.., range.step_by(2))).iter().count(), 0);
}
