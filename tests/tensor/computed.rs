//! Tensors whose elements are computed.

use tilework::{
    Rule, Tensor,
    algorithm::{axpby, copy, copy_if, reduce, transform, transpose},
    layout,
};

/// Computed elements are the offsets of the definition, through every operation and every visit.
#[test]
fn computed_elements() {
    let run = |(m, n): (usize, usize), (d, e): (usize, usize)| {
        let layout = layout!((m,n):(d,e));
        let expected = offsets!(layout);
        let counting = Tensor::counting(layout);
        assert!(counting.iter().eq(expected.iter().copied()));
        let data: Vec<usize> = (0..layout.cosize()).map(|x| x * x).collect();
        let squares = Tensor::new(&data[..], layout).unwrap();
        let computed = counting.map(|x| x * x);
        let halves = squares.map(|x| x / 2);
        assert!(computed.iter().eq(squares.iter().copied()));
        assert!(halves.iter().eq(expected.iter().map(|x| x * x / 2)));
        let mut seen = Vec::new();
        computed.for_each(|x| seen.push(x));
        assert!(seen.iter().eq(squares.iter()));
        for i in 0..m * n {
            assert_eq!(computed.get(i), squares.get(i).copied());
            assert_eq!(computed.slice((i % m, ..)).get(i / m), squares.get(i).copied());
        }
        assert_eq!(computed.get(m * n), None);
        assert!(counting.try_slice((m, ..)).is_err());
        let tiles = computed.zipped_divide_ceil(layout!(<2,3>));
        let (offsets, length) = (tiles.layout(), tiles.size());
        assert!((0..length).all(|i| tiles.get(i) == Some(offsets.offset(i).pow(2))));

        let sum: usize = expected.iter().map(|x| x * x).sum();
        assert_eq!(reduce(&computed, 0, |sum, x| sum + x), sum);
        // Extents with a common refinement and without one.
        for (rows, columns) in [(m, n), (n, m), (1, m * n)] {
            let mut written = vec![0; m * n];
            let mut matrix =
                Tensor::new(&mut written[..], layout!((rows,columns):(columns,1))).unwrap();
            let (mut to, computed, counting) =
                (matrix.one_mode_mut(), computed.one_mode(), counting.one_mode());
            copy(&computed, &mut to).unwrap();
            assert!(to.iter().eq(squares.iter()));
            transform(&counting, &mut to, |y, x| *y += x).unwrap();
            assert!(to.iter().copied().eq(expected.iter().map(|x| x * x + x)));
            axpby(2, &counting, 3, &mut to).unwrap();
            assert!(to.iter().copied().eq(expected.iter().map(|x| 3 * (x * x + x) + 2 * x)));
            copy_if(|i| i % 2 == 0, &counting, &mut to).unwrap();
            assert!((0..m * n).step_by(2).all(|i| to[i] == expected[i]));
        }
        let mut written = vec![0; m * n];
        let mut to = Tensor::new(&mut written[..], layout!((n, m))).unwrap();
        transpose(&counting, &mut to).unwrap();
        assert!((0..m * n).all(|i| to[(i / m, i % m)] == expected[i]));
        let mut to = Tensor::new(&mut written[..], layout!((m, n))).unwrap();
        to.zip_mut_with(&computed, |to, x| *to = x);
        assert!(to.iter().eq(squares.iter()));
    };
    for m in 1..6 {
        for n in 1..6 {
            for (d, e) in [(1, m), (n, 1), (0, 1), (3, 0), (2, 3), (0, 0)] {
                run((m, n), (d, e));
            }
        }
    }
}

/// A layout may not reach past the largest integer, nor a view past the data.
#[test]
fn computed_elements_have_a_length() {
    let data = [1, 2, 3, 4, 5, 6];
    let mapped = Tensor::new(&data[..], layout!((2, 3))).unwrap();
    let doubled = mapped.map(|x| 2 * x);
    assert_eq!(
        doubled.try_compose(layout!(8:1)).unwrap_err().rule,
        Rule::Length { cosize: 8, len: 6 }
    );
    assert!(doubled.compose(layout!(3:2)).iter().eq([2, 6, 10]));
    let offsets = Tensor::counting(layout!((2, 3)));
    let column = offsets.slice((.., 2));
    assert!(column.iter().eq([4, 5]));
    assert!(column.try_compose(layout!(3:1)).is_err());
}
