//! `RankLayout<N>` as the one bound of functions over tensors of a fixed rank. The functions are generic, so what they
//! do must follow from the bound; their results are compared with loops over coordinates.

use tilework::algorithm::MatrixLayout;
use tilework::bound::{Memory, MemoryMut};
use tilework::generic::RankLayout;
use tilework::{Owned, Tensor, View, ViewMut, layout, modes};

/// The element at a coordinate, as a number that tells all coordinates apart.
fn element((i, j, k): (usize, usize, usize)) -> i64 {
    (100 * i + 10 * j + k) as i64
}
/// All coordinates of a cube.
fn coordinates([a, b, c]: [usize; 3]) -> impl Iterator<Item = (usize, usize, usize)> {
    (0..a).flat_map(move |i| (0..b).flat_map(move |j| (0..c).map(move |k| (i, j, k))))
}

fn of_a_vector(t: &View<i64, impl RankLayout<1>>) -> i64 {
    (0..t.size()).map(|i| t[i]).sum()
}
fn of_a_matrix(t: &View<i64, impl MatrixLayout>) -> i64 {
    let [m, n] = t.sizes();
    let sum = (0..m).map(|i| (0..n).map(|j| t[(i, j)]).sum::<i64>()).sum();
    assert_eq!(t.slices::<0>().map(|row| of_a_vector(&row)).sum::<i64>(), sum);
    assert_eq!(of_two_modes(&t.transposed()), sum);
    sum
}
/// The other bound for matrices.
fn of_two_modes(t: &View<i64, impl RankLayout<2>>) -> i64 {
    assert_eq!(t.sum(), t.slices::<1>().map(|column| column.sum()).sum());
    t.sum()
}
fn of_a_cube(t: &View<i64, impl RankLayout<3>>) {
    let sizes @ [a, b, c] = t.sizes();
    assert_eq!([t.extent::<0>(), t.extent::<1>(), t.extent::<2>()], sizes);
    assert_eq!(t.layout().sizes(), sizes);
    let sum: i64 = coordinates(sizes).map(element).sum();
    for (i, j, k) in coordinates(sizes) {
        assert_eq!(t[(i, j, k)], element((i, j, k)));
        assert_eq!(t.slice((i, .., ..))[(j, k)], t[(i, j, k)]);
        assert_eq!(t.slice((.., j, ..))[(i, k)], t[(i, j, k)]);
        assert_eq!(t.slice((.., .., k))[(i, j)], t[(i, j, k)]);
        assert_eq!(t.slice((i, .., k))[j], t[(i, j, k)]);
        assert_eq!(t.permute(modes![2, 0, 1])[(k, i, j)], t[(i, j, k)]);
        assert_eq!(t.transposed()[(k, j, i)], t[(i, j, k)]);
    }
    assert_eq!(t.slices::<0>().map(|s| of_a_matrix(&s)).sum::<i64>(), sum);
    assert_eq!(t.slices::<2>().map(|s| of_two_modes(&s)).sum::<i64>(), sum);
    assert_eq!((0..b).map(|j| of_a_matrix(&t.slice((.., j, ..)))).sum::<i64>(), sum);
    assert_eq!(t.permute(modes![1, 2, 0]).sizes(), [b, c, a]);
    assert_eq!(t.along::<1>().sum().sizes(), [a, c]);
    assert_eq!(t.along::<1>().sum().sum(), sum);
    assert_eq!(t.map(|x| 2 * x).sum(), 2 * sum);
}
/// Permutations have such a layout again.
fn of_all_orders(t: &View<i64, impl RankLayout<3>>) {
    of_a_cube(t);
    let back = t.permute(modes![2, 0, 1]);
    of_a_cube(&back.permute(modes![1, 2, 0]));
    of_a_cube(&t.transposed().transposed());
}
fn written<L: RankLayout<3>, M: RankLayout<3>>(to: &mut ViewMut<i64, L>, from: &View<i64, M>) {
    to.zip_mut_with(from, |to, from| *to = 2 * *from);
    for (mut to, from) in to.slices_mut::<1>().zip(from.slices::<1>()) {
        to.zip_mut_with(&from, |to, from| *to -= *from);
        for (mut to, from) in to.slices_mut::<0>().zip(from.slices::<0>()) {
            to.zip_mut_with(&from, |to, from| assert_eq!(*to, *from));
        }
    }
    assert!(coordinates(to.sizes()).all(|c| to[c] == from[c]));
    to.fill(0);
    to.copy_from(from);
    assert!(coordinates(to.sizes()).all(|c| to[c] == from[c]));
    to[(0, 0, 0)] += 1;
    assert_eq!(to.sum(), from.sum() + 1);
}
fn of_any_memory(
    to: &mut Tensor<impl MemoryMut<Item = i64>, impl RankLayout<3>>,
    from: &Tensor<impl Memory<Item = i64>, impl RankLayout<3>>,
) {
    for (mut to, from) in to.as_tile_mut().slices_mut::<2>().zip(from.as_tile().slices::<2>()) {
        to.zip_mut_with(&from, |to, from| *to += *from);
    }
}

#[test]
fn three_modes() {
    let (m, n, k) = (3, 4, 2);
    let data: Vec<i64> = coordinates([m, n, k]).map(element).collect();
    of_all_orders(&Tensor::new(&data[..], layout!((m,n,k):row_major)).unwrap());
    of_all_orders(&Tensor::new(&data[..], layout!((3,4,2):row_major)).unwrap());
    of_all_orders(&Owned::from_fn(layout!((3, n, 2)), element).view());
    // The second mode is nested.
    let nested = layout!((m,(2,2),k):({n * k},(k,{2 * k}),1));
    of_a_cube(&Tensor::new(&data[..], nested).unwrap());
}

#[test]
fn writing() {
    let (m, n, k) = (3, 4, 2);
    let from = Owned::from_fn(layout!((m,n,k):row_major), element);
    let mut to = Owned::zeros(layout!((m, n, k)));
    written(&mut to.view_mut(), &from.view());
    let mut fixed = Owned::zeros(layout!((3, 4, 2)));
    written(&mut fixed.view_mut(), &from.view());
    written(&mut to.view_mut(), &fixed.view());
    let before = to.sum();
    of_any_memory(&mut to, &from);
    assert_eq!(to.sum(), before + from.sum());
}

#[test]
fn other_ranks() {
    fn first<const N: usize>(sizes: [usize; N]) -> usize {
        sizes[0]
    }
    fn four(t: &View<i64, impl RankLayout<4>>) -> i64 {
        t.slices::<0>().map(|s| s.slices::<2>().map(|s| of_a_matrix(&s)).sum::<i64>()).sum()
    }
    fn five(t: &View<i64, impl RankLayout<5>>) -> i64 {
        t.slices::<4>().map(|s| four(&s)).sum()
    }
    fn six(t: &View<i64, impl RankLayout<6>>) -> i64 {
        let [a, b, c, d, e, f] = t.sizes();
        assert_eq!(t[(a - 1, b - 1, c - 1, d - 1, e - 1, f - 1)], t.size() as i64 - 1);
        (0..a).map(|i| five(&t.slice((i, .., .., .., .., ..)))).sum()
    }
    let n = 2;
    let data: Vec<i64> = (0..n * 3 * 2 * 2 * 3 * 2).collect();
    let n = n as usize;
    let t = Tensor::new(&data[..], layout!((n,3,2,2,3,2):row_major)).unwrap();
    assert_eq!(six(&t), data.iter().sum());
    assert_eq!(first(t.layout().sizes::<6>()), 2);
}
