//! Ranges in slices and windows, against the definition: `T(origin + step c)`.

use proptest::prelude::*;
use tilework::{Error, Layout, Operation, Rule, Tensor, hlist, layout, range};

/// A stencil as a user writes it: a tensor without its border.
#[test]
fn the_inner_part_of_an_image() -> Result<(), Error> {
    let (w, h) = (7_usize, 5_usize);
    let data: Vec<i64> = (0..35).map(|x| x * x % 11).collect();
    let mut out = vec![-1; 35];
    let image = Tensor::new(&data[..], layout!((w, h)))?;
    let mut to = Tensor::new(&mut out[..], layout!((w, h)))?;
    let windows = image.windows(layout!((3, 3)));
    let mut inner = to.slice_mut((1..w - 1, 1..h - 1));
    for j in 0..h - 2 {
        for i in 0..w - 2 {
            inner[(i, j)] = windows.slice((.., (i, j))).fold(0, |sum, x| sum + x);
        }
    }
    for j in 0..h {
        for i in 0..w {
            let edge = i == 0 || j == 0 || i == w - 1 || j == h - 1;
            let neighbours = || (0..9).map(|k| data[i + k % 3 - 1 + (j + k / 3 - 1) * w]).sum();
            assert_eq!(out[i + j * w], if edge { -1 } else { neighbours() });
        }
    }
    Ok(())
}

#[test]
fn every_kind_of_range() -> Result<(), Error> {
    let data: Vec<usize> = (0..48).collect();
    let matrix = Tensor::new(&data[..], layout!((8,6):row_major))?;
    macro_rules! rows {
        ($($range:expr => $rows:expr;)*) => {$(
            let kept = matrix.slice(($range, 2));
            let expected: Vec<usize> = $rows.into_iter().map(|i: usize| 6 * i + 2).collect();
            assert!(kept.iter().eq(&expected), stringify!($range));
        )*};
    }
    rows! {
        2..5 => [2, 3, 4];
        2..=5 => [2, 3, 4, 5];
        6.. => [6, 7];
        ..3 => [0, 1, 2];
        ..=3 => [0, 1, 2, 3];
        .. => 0..8;
        range::<2, 5>() => [2, 3, 4];
        (0..8).step_by(3) => [0, 3, 6];
        (1..=7).step_by(3) => [1, 4, 7];
        (5..).step_by(2) => [5, 7];
        (5..6).step_by(4) => [5];
    }
    // A nested mode with the ranges of its modes.
    let nested = Tensor::new(&data[..], layout!(((2,4),6):((24,6),1)))?;
    let part = nested.slice(((1, 1..3), ..2));
    assert_eq!(part.layout().to_string(), "(2,2):(6,1)");
    assert!(part.iter().eq(&[30, 36, 31, 37]));
    Ok(())
}

/// Static bounds give static extents; dynamic bounds give integers of the mode's own type.
#[test]
fn layouts_of_ranges() {
    let m = 9_u32;
    let (kept, at) = layout!((8,m):(1,8)).slice((range::<2, 7>(), 3..5));
    let kept: Layout!((5,u32):(1,8)) = kept;
    assert_eq!((kept.to_string().as_str(), at), ("(5,2):(1,8)", 2 + 3 * 8));
    let (kept, at) = layout!((8,9):(e0,e1)).slice((1..7, (0..9).step_by(4)));
    assert_eq!((kept.to_string().as_str(), at), ("(6,3):(e0,4e1)", hlist![1, 0]));
}

#[test]
fn ranges_that_end_outside_are_errors() -> Result<(), Error> {
    let mut data = [0; 48];
    let mut matrix = Tensor::new(&mut data[..], layout!((8, 6)))?;
    let error = |rule| Error::new(Operation::Slice, rule);
    let outside =
        |coordinate, extent, mode| error(Rule::CoordinateRange { coordinate, extent }).at(mode);
    assert_eq!(matrix.try_slice((2..9, ..)).unwrap_err(), outside(8, 8, 0));
    assert_eq!(matrix.try_slice((.., 3..=6)).unwrap_err(), outside(6, 6, 1));
    assert_eq!(matrix.try_slice((.., (1..9).step_by(5))).unwrap_err(), outside(6, 6, 1));
    assert_eq!(matrix.try_slice_mut((9.., 0)).map(|_| ()).unwrap_err(), outside(9, 8, 0));
    let (begin, end) = (4, 2);
    // Without coordinates.
    assert_eq!(matrix.try_slice((.., begin..end))?.size(), 0);
    assert_eq!(matrix.try_slice((.., 3..3))?.size(), 0);
    let far = usize::MAX;
    // The last coordinate, as far as an error can name it.
    let last = i64::try_from(far - 1).unwrap_or(i64::MAX);
    assert_eq!(matrix.try_slice((.., 0..far)).unwrap_err(), outside(last, 6, 1));
    assert!(matrix.try_slice((.., far - 1..=far)).is_err());
    assert!(matrix.try_slice((.., ..=far)).is_err());
    let n = 5;
    let dynamic = Tensor::new(&[0; 5][..], layout!(n:1))?;
    assert_eq!(dynamic.try_slice(range::<1, 6>()).unwrap_err(), outside(5, 5, 0));
    Ok(())
}

#[test]
#[should_panic(
    expected = "slice: coordinate range, mode 1: the coordinate 6 is not in 0..6, in (8,6):(1,8)"
)]
fn slice_panics_outside() {
    let data = [0; 48];
    Tensor::new(&data[..], layout!((8, 6))).unwrap().slice((.., 1..7));
}
#[test]
#[should_panic(expected = "slice: coordinate range: the coordinate 6 is not in 0..6")]
fn slice_of_a_layout_panics_outside() {
    layout!((8, 6)).slice((.., 1..7));
}

/// Tiles at the edges, by their rows.
#[test]
fn ranges_of_predicated_tiles() -> Result<(), Error> {
    let data: Vec<usize> = (0..35).collect();
    let matrix = Tensor::new(&data[..], layout!((7, 5)))?;
    let tiles = matrix.predicated_divide(layout!(<4,2>));
    let part = tiles.slice(((1..4, ..), (1, 2)));
    let seen: Vec<Option<&usize>> = (0..6).map(|i| part.get(i)).collect();
    assert_eq!(seen, [Some(&33), Some(&34), None, None, None, None]);
    Ok(())
}

/// Windows of disjoint tiles stay in them.
#[test]
fn windows_of_tiles() -> Result<(), Error> {
    let mut data = [0; 64];
    let mut matrix = Tensor::new(&mut data[..], layout!((8, 8)))?;
    for (i, mut tile) in matrix.tiles_mut(layout!(<4,4>)).enumerate() {
        tile.window_mut((1, 1), layout!((2, 2))).for_each_mut(|x| *x = 1 + i);
        tile.slice_mut((0, 1..3)).for_each_mut(|x| *x = 10);
    }
    for (at, &x) in data.iter().enumerate() {
        let ((i, j), tile) = ((at % 8 % 4, at / 8 % 4), 1 + at % 8 / 4 + at / 32 * 2);
        let inner = |x| (1..3).contains(&x);
        let expected = if inner(i) && inner(j) { tile } else { 0 };
        assert_eq!(x, if i == 0 && inner(j) { 10 } else { expected });
    }
    Ok(())
}

#[test]
fn windows_that_do_not_fit_are_errors() -> Result<(), Error> {
    let (w, h) = (8, 6);
    let matrix = Tensor::counting(layout!((w, h)));
    let rule = Rule::CoordinateRange { coordinate: 6, extent: 6 };
    let error = Error::new(Operation::Window, rule).at(1);
    assert_eq!(matrix.try_window((0, 0), layout!((3, 7))).unwrap_err(), error);
    assert_eq!(matrix.try_windows(layout!((3, 7))).unwrap_err(), error);
    assert!(matrix.try_window((5, 0), layout!((3, 6))).is_ok());
    let outside = matrix.try_window((6, 0), layout!((3, 6))).unwrap_err();
    assert_eq!(outside, Error::new(Operation::Window, Rule::CoordinateOutside));
    let n = 0_usize;
    assert!(matrix.try_window((0, 0), hlist![tilework::leaf(n), tilework::leaf(n)]).is_err());
    // The number of these windows does not fit.
    let half = 1_usize << (usize::BITS / 2 + 7);
    let extent = 2 * half;
    let large = Tensor::counting(layout!(extent:1));
    assert_eq!(large.try_windows(layout!(half:1)).unwrap_err().rule, Rule::Overflow);
    Ok(())
}

proptest! {
    /// Slices by ranges have the elements of the definition, or are refused.
    #[test]
    fn ranges_keep_the_elements_between_them(
        (m, n) in (1_usize..7, 1_usize..7),
        (d, e) in (0_usize..9, 0_usize..9),
        (begin, end, step) in (0_usize..8, 0_usize..9, 1_usize..4),
        j in 0_usize..7,
    ) {
        let tensor = Tensor::counting(layout!((m,n):(d,e)));
        let coordinates: Vec<usize> = (begin..end).step_by(step).collect();
        let fits = j < n && coordinates.iter().all(|&i| i < m);
        let expected: Vec<usize> = coordinates.iter().map(|i| i * d + j * e).collect();
        match tensor.try_slice(((begin..end).step_by(step), j)) {
            Ok(kept) => {
                prop_assert!(fits);
                prop_assert!(kept.iter().eq(expected));
            }
            Err(_) => prop_assert!(!fits),
        }
        let fits = j <= n && begin.max(end) <= m || begin >= end && begin <= m && j <= n;
        match tensor.try_slice((begin..end, j..)) {
            Ok(kept) => {
                prop_assert!(fits);
                let expected = (j..n).flat_map(|j| (begin..end).map(move |i| i * d + j * e));
                prop_assert!(kept.iter().eq(expected));
            }
            Err(_) => prop_assert!(!fits),
        }
    }

    /// `W(c) = T(origin + c)`, and all windows are these.
    #[test]
    fn windows_begin_at_their_origins(
        (m, n) in (1_usize..7, 1_usize..7),
        (d, e) in (0_usize..9, 0_usize..9),
        (a, b) in (1_usize..8, 1_usize..8),
        (i, j) in (0_usize..7, 0_usize..7),
    ) {
        let tensor = Tensor::counting(layout!((m,n):(d,e)));
        let expected: Vec<usize> =
            (j..j + b).flat_map(|j| (i..i + a).map(move |i| i * d + j * e)).collect();
        match tensor.try_window((i, j), layout!((a,b))) {
            Ok(window) => {
                prop_assert!(i + a <= m && j + b <= n);
                prop_assert!(window.iter().eq(expected.iter().copied()));
                let windows = tensor.windows(layout!((a,b)));
                prop_assert!(windows.slice((.., (i, j))).iter().eq(expected));
                prop_assert_eq!(windows.size(), a * b * (m - a + 1) * (n - b + 1));
                let position = i + j * (m - a + 1);
                prop_assert!(tensor.window(position, layout!((a,b))).iter().eq(window.iter()));
            }
            Err(_) => prop_assert!(i + a > m || j + b > n),
        }
    }
}
