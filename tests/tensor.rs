//! Tensors against the definition: `T(c) = data[L(c)]`.

use proptest::prelude::*;
use tilework::{Error, Operation, Rule, Tensor, coord, layout};

/// Every way to visit a tensor of two modes meets the elements that evaluation finds.
#[test]
fn visits_meet_the_elements_of_the_definition() {
    let run = |(m, n): (usize, usize), (d, e): (usize, usize)| {
        let data: Vec<usize> = (0..=(m - 1) * d + (n - 1) * e).collect();
        let tensor = Tensor::new(&data[..], layout!((m,n):(d,e))).unwrap();
        let expected: Vec<usize> =
            (0..n).flat_map(|j| (0..m).map(move |i| i * d + j * e)).collect();

        let mut visited = Vec::new();
        tensor.for_each(|&x| visited.push(x));
        assert_eq!(visited, expected);
        assert_eq!(
            tensor.fold(Vec::new(), |mut seen, &x| {
                seen.push(x);
                seen
            }),
            expected
        );
        assert!(tensor.iter().eq(&expected));
        for skipped in 0..=m * n {
            let mut rest = tensor.iter();
            assert_eq!(rest.by_ref().take(skipped).count(), skipped);
            assert_eq!(rest.len(), m * n - skipped);
            let mut seen = Vec::new();
            rest.for_each(|&x| seen.push(x));
            assert_eq!(seen, expected[skipped..]);
        }
        for (i, &x) in expected.iter().enumerate() {
            assert_eq!(tensor[i], x);
            assert_eq!(tensor[(i % m, i / m)], x);
            assert_eq!(tensor.slice(coord!(i % m, _))[i / m], x);
        }
        assert_eq!(tensor.get(m * n), None);
        assert_eq!((tensor.get((m, 0)), tensor.get((0, n))), (None, None));
        assert!(tensor.try_slice(coord!(m, _)).is_err());
    };
    for m in 1..5 {
        for n in 1..5 {
            for d in 0..5 {
                for e in 0..5 {
                    run((m, n), (d, e));
                }
            }
        }
    }
}

proptest! {
    /// A layout that can be written through has a coordinate of its own for each offset, and one
    /// that is refused has two coordinates with the same.
    #[test]
    fn writes_need_injective_layouts(
        extents in [1_usize..5, 1..5, 1..5],
        strides in [0_usize..20, 0..20, 0..20],
    ) {
        let ([a, b, c], [d, e, f]) = (extents, strides);
        let layout = layout!((a,(b,c)):(d,(e,f)));
        let mut offsets: Vec<usize> = (0..layout.size()).map(|i| layout.offset(i)).collect();
        offsets.sort_unstable();
        let injective = offsets.windows(2).all(|pair| pair[0] < pair[1]);
        let mut data = vec![0; layout.cosize()];
        match Tensor::new(&mut data[..], layout) {
            Ok(mut tensor) => {
                prop_assert!(injective);
                let mut count = 0;
                tensor.for_each_mut(|x| {
                    count += 1;
                    *x = count;
                });
                for i in 0..layout.size() {
                    prop_assert_eq!(tensor[i], i + 1);
                }
            }
            Err(Error { rule: Rule::Injectivity { first, second }, .. }) => {
                let (first, second) = (first as usize, second as usize);
                prop_assert!(first != second && first.max(second) < layout.size());
                prop_assert_eq!(layout.offset(first), layout.offset(second));
            }
            Err(error) => prop_assert!(false, "{}", error),
        }
    }

    /// Tiles cover the tensor once, and a tile's element is where the coordinates say.
    #[test]
    fn tiles_cover_a_tensor(
        (tile_m, tile_n) in (1_usize..5, 1_usize..5),
        (tiles_m, tiles_n) in (1_usize..4, 1_usize..4),
    ) {
        let (m, n) = (tile_m * tiles_m, tile_n * tiles_n);
        let mut data = vec![0; m * n];
        let mut tensor = Tensor::new(&mut data[..], layout!((m,n):row_major)).unwrap();
        let mut tiles = tensor.zipped_divide_mut(layout!(<{tile_m}:1,{tile_n}:1>));
        for i in 0..tiles_m {
            for j in 0..tiles_n {
                tiles.slice_mut((.., (i, j))).for_each_mut(|x| *x += 1 + i + 10 * j);
            }
        }
        for (at, &x) in data.iter().enumerate() {
            prop_assert_eq!(x, 1 + at / n / tile_m + 10 * (at % n / tile_n));
        }
    }
}

#[test]
fn data_that_is_too_short_is_refused() {
    let data = [0; 11];
    let error = Tensor::new(&data[..], layout!((4,3):(1,4))).unwrap_err();
    assert_eq!(error, Error::new(Operation::Tensor, Rule::Length { cosize: 12, len: 11 }));
    let n = 12;
    assert_eq!(Tensor::new(&data[..], layout!(n:1)).unwrap_err(), error);
}

#[test]
#[should_panic(expected = "the coordinate (4, 0) is outside of (4,3):(1,4)")]
fn indexing_outside_panics_with_coordinate_and_shape() {
    let data = [0; 12];
    let _ = Tensor::new(&data[..], layout!((4,3):(1,4))).unwrap()[(4, 0)];
}

#[test]
#[should_panic(expected = "zip: equal extents, mode 1: the extents 3 and 2 differ")]
fn lockstep_needs_equal_extents() {
    let (data, mut to) = ([0; 12], [0; 12]);
    let (three, two) = (3, 2);
    let from = Tensor::new(&data[..], layout!((4, two))).unwrap();
    let mut to = Tensor::new(&mut to[..], layout!((4, three))).unwrap();
    to.zip_mut_with(&from, |to, from| *to = *from);
}
