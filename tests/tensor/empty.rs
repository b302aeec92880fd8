//! Data that may be empty because a dynamic extent is 0: every caller's line works as for other data.

use std::fmt::Debug;
use std::ops::{Add, Mul};

use tilework::algorithm::{
    self, batched_gemm, copy, fill, gemm, matmul, reduce, transform, transpose,
};
use tilework::operation::{
    coalesce, complement, composition, logical_product, try_blocked_product, try_complement,
    try_complement_ceil, try_composition, try_left_inverse, try_logical_divide,
    try_logical_product, try_right_inverse, try_tile_to_shape, try_upcast, zipped_divide,
    zipped_divide_ceil,
};
use tilework::result::TileMut;
use tilework::typenum::{P2, U0, U2};
use tilework::{
    Composed, Error, Layout, Rule, Static, Swizzle, Tensor, layout, leaf, modes, range,
};

/// A number that is unknown at compile time.
fn n(n: usize) -> usize {
    std::hint::black_box(n)
}

#[test]
fn layouts() {
    let (k, n) = (n(0), n(8));
    let rows = layout!((k,n):row_major);
    assert_eq!(rows.to_string(), "(0,8):(8,1)");
    assert_eq!((rows.size(), rows.cosize(), rows.is_empty()), (0, 0, true));
    assert!(layout!((k,n):col_major).is_empty());
    assert!(layout!((k, n)).is_empty());
    assert!(layout!((n, k)).is_empty());
    let columns = layout!((k,n):(n,1));
    assert_eq!((columns.size(), columns.cosize()), (0, 0));
    assert_eq!(layout!((4,k):(1,4)).extents(), (4, 0));
    assert_eq!("(0,8):(8,1)".parse::<Layout!((_,8):(8,1))>().unwrap().size(), 0);
    assert_eq!(rows.to_value().to_string(), "(0,8):(8,1)");
    // The others must fit all the same.
    let huge = usize::MAX / 4;
    assert!(std::panic::catch_unwind(|| layout!((k,huge,huge):(1,1,1))).is_err());
}

#[test]
fn elements() {
    let (k, n) = (n(0), n(8));
    let mut none: [f32; 0] = [];
    let t = Tensor::new(&none as &[f32], layout!((k,n):row_major)).unwrap();
    let mut visited = 0;
    for _ in &t {
        visited += 1;
    }
    assert_eq!(visited, 0);
    assert_eq!(t.iter().count(), 0);
    assert_eq!(t.iter().rev().count(), 0);
    assert_eq!(t.iter().with_coordinates().count(), 0);
    t.for_each(|x| panic!("{x}"));
    assert_eq!((t.size(), t.extents()), (0, (0, 8)));
    assert_eq!(t.get((0, 0)), None);
    assert_eq!(t.get((0, 3)), None);
    assert_eq!(t.get(0), None);
    assert_eq!(t.to_string(), t.to_string());
    assert_eq!(t, t.view());
    assert_eq!(t.map(|x| 2.0 * x).iter().count(), 0);
    assert_eq!(reduce(&t, 1.0, |a, b| a + b), 1.0);
    for column in t.slices::<1>() {
        assert_eq!((column.size(), column.iter().count()), (0, 0));
    }
    assert_eq!(t.slices::<0>().count(), 0);
    // Nothing is added along an empty mode.
    assert!(t.along::<0>().fold(0.5, |sum, x| sum + x).iter().eq([0.5; 8]));
    assert_eq!(t.along::<1>().fold(0.5, |sum, x| sum + x).iter().count(), 0);

    let mut t = Tensor::new(&mut none[..], layout!((k,n):row_major)).unwrap();
    t.fill(1.0);
    fill(&mut t, 1.0);
    for x in &mut t {
        *x = 2.0;
    }
    t.for_each_mut(|x| *x = 3.0);
    assert_eq!(t.get_mut((0, 0)), None);
    let mut t = Tensor::new(vec![0.0_f32; 0], layout!((n,k):col_major)).unwrap();
    t.fill(1.0);
    assert_eq!(t.data().len(), 0);
}

/// Ranges without coordinates, also if they begin at the end.
#[test]
fn slices() {
    let (w, h) = (n(6), n(4));
    let data: Vec<usize> = (0..w * h).collect();
    let t = Tensor::new(&data[..], layout!((w, h))).unwrap();
    for i in 0..=w {
        let none = t.slice((i..i, ..));
        assert_eq!((none.extents(), none.iter().count()), ((0, 4), 0));
        assert_eq!(none.get((0, 0)), None);
        assert_eq!(none.slice((.., 2)).size(), 0);
        assert_eq!(none.slice((0..0, 1..2)).extents(), (0, 1));
    }
    assert_eq!(t.slice((w.., h..)).size(), 0);
    assert_eq!(t.slice(((2..2).step_by(2), 1)).size(), 0);
    assert_eq!(
        t.try_slice((7..7, ..)).unwrap_err().to_string(),
        "slice: coordinate range, mode 0: the coordinate 7 is not in 0..6"
    );
    let mut data = data.clone();
    let mut t = Tensor::new(&mut data[..], layout!((w, h))).unwrap();
    t.slice_mut((2..2, ..)).fill(7);
    t.slice_mut((.., h..)).fill(7);
    assert!(t.data().iter().eq(&(0..w * h).collect::<Vec<_>>()));
    // A coordinate in an empty mode is outside of it.
    let none = t.slice((2..2, ..));
    assert!(none.try_slice((0, ..)).is_err());
    assert!(none.try_slice((1.., ..)).is_err());
}

#[test]
fn tiles() {
    let (m, n) = (n(0), n(8));
    let mut none: [i32; 0] = [];
    for tiler in [4, 3] {
        let t = Tensor::new(&none[..], layout!((m,n):row_major)).unwrap();
        let tiles = t.predicated_tiles(layout!(<tiler:1,4>));
        assert_eq!(tiles.count(), 0);
        let mut t = Tensor::new(&mut none[..], layout!((m,n):row_major)).unwrap();
        assert_eq!(t.predicated_tiles_mut(layout!(<tiler:1,4>)).count(), 0);
    }
    let t = Tensor::new(&none[..], layout!((m,n):row_major)).unwrap();
    assert_eq!(t.tiles(layout!(<4,4>)).count(), 0);
    assert_eq!(t.tiles(layout!(<4,4>)).with_coordinates().count(), 0);
    assert!(t.tiles(layout!(<4,4>)).get((0, 0)).is_none());
    assert_eq!(t.zipped_divide(layout!(<4,4>)).extents(), ((4, 4), (0, 2)));
    assert_eq!(t.zipped_divide(layout!(<4,4>)).iter().count(), 0);
    assert_eq!(t.zipped_divide_ceil(layout!(<4,3>)).extents(), ((4, 3), (0, 3)));
    assert_eq!(t.split().count(), 8);
    for column in t.split() {
        assert_eq!((column.size(), column.iter().count()), (0, 0));
    }
    assert!(t.try_local_tile(layout!(<4,4>), (0, 0)).is_err());
    let ragged = t.predicated_divide(layout!(<4,4>));
    assert_eq!((ragged.size(), ragged.contains(((0, 0), (0, 0)))), (0, false));
    assert!(t.try_windows(layout!((3, 3))).is_err());
    let mut t = Tensor::new(&mut none[..], layout!((m,n):row_major)).unwrap();
    assert_eq!(t.tiles_mut(layout!(<4,4>)).count(), 0);
    for mut column in t.split_mut() {
        column.fill(1);
    }
    for mut column in t.slices_mut::<1>() {
        column.fill(1);
    }
}

#[test]
fn algorithms() {
    let (k, n) = (n(0), n(3));
    let data = [1.0; 3];
    for (rows, columns) in [(k, n), (n, k), (k, k)] {
        let from = Tensor::new(&data[..0], layout!((rows, columns))).unwrap();
        let mut none = [0.0; 0];
        let mut to = Tensor::new(&mut none[..], layout!((rows,columns):row_major)).unwrap();
        copy(&from, &mut to).unwrap();
        to.copy_from(&from);
        to.zip_mut_with(&from, |_, _| panic!("an element"));
        transform(&from.map(|x| x), &mut to, |_, _: f64| panic!("an element")).unwrap();
        fill(&mut to, 1.0);
        assert_eq!(reduce(&from, 2.0, |_, _| panic!("an element")), 2.0);
        let mut turned = Tensor::new([0.0; 0], layout!((columns, rows))).unwrap();
        transpose(&from, &mut turned).unwrap();
    }
    // Data is not touched, whatever follows it.
    let mut more = [5.0; 12];
    let mut to = Tensor::new(&mut more[..], layout!((4,k,n):(1,4,4))).unwrap();
    let from = Tensor::new(&data[..], layout!((4,k,n):(0,1,1))).unwrap();
    copy(&from, &mut to).unwrap();
    to.fill(1.0);
    to.for_each_mut(|x| *x = 1.0);
    assert_eq!(more, [5.0; 12]);
}

#[test]
fn products_of_matrices() {
    let ones = [1.0_f64; 64];
    for (m, n, k) in [(0, 3, 4), (3, 0, 4), (3, 4, 0), (0, 0, 0), (0, 3, 0), (17, 1, 0)] {
        let (m, n, k) = (self::n(m), self::n(n), self::n(k));
        for beta in [0.0, 1.0, 0.5] {
            let a = Tensor::new(&ones[..m * k], layout!((m,k):row_major)).unwrap();
            let b = Tensor::new(&ones[..n * k], layout!((n, k))).unwrap();
            let mut c = vec![if beta == 0.0 { f64::NAN } else { 2.0 }; m * n + 1];
            let before = c[m * n];
            gemm(3.0, &a, &b, beta, &mut Tensor::new(&mut c[..], layout!((m, n))).unwrap())
                .unwrap();
            assert!(c[..m * n].iter().all(|x| *x == 2.0 * beta), "{m} {n} {k} {beta}: {c:?}");
            assert_eq!(c[m * n].to_bits(), before.to_bits());
            let l = self::n(2);
            let a = Tensor::new(&ones[..m * k * l], layout!((m,k,l):(1,m,7)))
                .or_else(|_| Tensor::new(&ones[..0], layout!((m,k,l):(1,m,7))));
            let b = Tensor::new(&ones[..n * k * l], layout!((n,k,l):(1,n,9)))
                .or_else(|_| Tensor::new(&ones[..0], layout!((n,k,l):(1,n,9))));
            let (Ok(a), Ok(b)) = (a, b) else { continue };
            let mut c = vec![2.0; m * n * l];
            let to = &mut Tensor::new(&mut c[..], layout!((m, n, l))).unwrap();
            batched_gemm(3.0, &a, &b, beta, to).unwrap();
            assert!(c.iter().all(|x| *x == 2.0 * beta));
        }
    }
}

/// Elements, and whether one is `0.0`: `-0.0` is equal to it.
trait Real: algorithm::Element {
    fn is_zero(self) -> bool;
}
impl Real for f32 {
    fn is_zero(self) -> bool {
        self.to_bits() == 0
    }
}
impl Real for f64 {
    fn is_zero(self) -> bool {
        self.to_bits() == 0
    }
}

/// A sum over nothing is `0.0` and not `-0.0`, however it is computed, for tensors of every rank along every mode.
fn sums_over_nothing<T>()
where
    T: Copy + Default + Debug + PartialOrd + Add<Output = T> + Mul<Output = T>,
    T: Real,
{
    let is_zero = T::is_zero;
    let (z, one, two, n) = (n(0), n(1), n(2), n(3));
    let none: [T; 0] = [];
    let mut tensors = 0;
    macro_rules! sums {
        ($($extents:expr, $layout:expr, $($k:literal)*;)*) => {$({
            let t = Tensor::new(&none[..], $layout).unwrap();
            assert!(t.is_empty());
            assert!(is_zero(t.sum()) && is_zero(t.map(|x| x).sum()) && is_zero(t.to_owned().sum()));
            assert!(is_zero(t.transposed().sum()));
            assert!(is_zero(reduce(&t, T::default(), |sum, x| sum + x)));
            assert!(is_zero(t.fold(T::default(), |sum, x| sum + *x)));
            let all = t.one_mode();
            assert!(is_zero(all.sum()) && is_zero(all.dot(&all)) && all.along::<0>().sum().iter().map(is_zero).eq([true]));
            assert_eq!((t.min(), t.max(), all.max()), (None, None, None));
            $({
                let mut others = $extents.to_vec();
                others.remove($k);
                let sums = t.along::<$k>().sum();
                assert_eq!(sums.iter().count(), others.iter().product());
                assert!(sums.iter().chain(sums.to_vec()).all(is_zero) && is_zero(sums.sum()));
                assert!(t.along::<$k>().fold(T::from(7), |sum, x| sum + x).iter().all(|x| x == T::from(7)));
            })*
            tensors += 1;
        })*};
    }
    sums! {
        [z], layout!(z:1), 0;
        [z, n], layout!((z, n)), 0 1;
        [n, z], layout!((n, z)), 0 1;
        [z, z], layout!((z,z):row_major), 0 1;
        [one, z], layout!((one, z)), 0 1;
        [z, n, two], layout!((z, n, two)), 0 1 2;
        [n, z, two], layout!((n,z,two):row_major), 0 1 2;
        [n, two, z], layout!((n, two, z)), 0 1 2;
        [n, 0, 4], layout!((n,(two,z),4)), 0 1 2;
        [z, n, two, n], layout!((z, n, two, n)), 0 1 2 3;
        [n, two, z, one], layout!((n, two, z, one)), 0 1 2 3;
    }
    assert_eq!(tensors, 11);
    // Data that is not contiguous.
    let swizzled = Composed::of(Swizzle::<U2, U0, P2>::new(), layout!((4, z)));
    let t = Tensor::through(&none[..], swizzled).unwrap();
    assert!(is_zero(t.sum()) && t.along::<1>().sum().iter().all(is_zero));
    let some = [T::from(1); 12];
    let t = Tensor::new(&some[..], layout!((4,n):row_major)).unwrap();
    let slice = t.slice((2..2, ..));
    assert!(is_zero(slice.sum()) && slice.along::<0>().sum().iter().all(is_zero));
    assert_eq!(slice.along::<0>().sum().iter().count(), n);
    #[cfg(target_pointer_width = "64")]
    {
        let back = slice.reversed::<1>();
        assert!(is_zero(back.sum()) && back.along::<0>().sum().iter().all(is_zero));
    }
    // Sums over something are the same too: all begin with 0.
    let minus = [T::from(0) * T::from(-1); 6];
    let t = Tensor::new(&minus[..], layout!((2, n))).unwrap();
    assert!(
        is_zero(t.sum())
            && t.along::<0>().sum().iter().chain(t.along::<1>().sum().iter()).all(is_zero)
    );
    assert!(is_zero(t.slice((0, ..)).dot(&t.slice((1, ..)).map(|_| T::from(1)))));

    // Products of matrices, for factors of either sign.
    let minus_zero = T::from(0) * T::from(-1);
    let large = if cfg!(miri) { 5 } else { 64 };
    for (m, n) in [(1, 1), (3, 5), (17, 2), (large, 9)] {
        let a = Tensor::new(&none[..], layout!((m, z))).unwrap();
        let b = Tensor::new(&none[..], layout!((n, z))).unwrap();
        for (alpha, beta) in [(1, T::from(0)), (-1, T::from(0)), (1, minus_zero), (-1, minus_zero)]
        {
            let alpha = T::from(alpha);
            let check = |product: &dyn Fn(&mut Tensor<&mut [T], Layout!((_, _):(_, _))>)| {
                let mut c = vec![minus_zero; m * n];
                product(&mut Tensor::new(&mut c[..], layout!((m,n):(one,m))).unwrap());
                assert!(c.into_iter().all(is_zero), "{m} x {n}, {alpha:?}, {beta:?}");
            };
            check(&|c| gemm(alpha, &a, &b, beta, c).unwrap());
            check(&|c| batched_gemm(alpha, &a, &b, beta, c).unwrap());
            check(&|c| matmul(&a, &b.transposed(), c).unwrap());
            #[cfg(feature = "rayon")]
            check(&|c| algorithm::par_gemm(alpha, &a, &b, beta, c).unwrap());
        }
        assert!(a.matmul(&b.transposed()).iter().all(|x| is_zero(*x)));
    }
}

#[test]
fn sums_over_nothing_are_zero() {
    sums_over_nothing::<f64>();
    if !cfg!(miri) {
        sums_over_nothing::<f32>();
    }
    let (z, n) = (n(0), n(3));
    let t = Tensor::new(&[][..] as &[u64], layout!((z, n))).unwrap();
    assert!(t.sum() == 0 && t.along::<0>().sum().to_vec() == [0; 3]);
    assert_eq!((t.min(), t.max()), (None, None));
}

/// Products of nested modes, any of which may be empty.
#[test]
fn products_of_nested_modes() {
    let ones = [1.0_f64; 256];
    for at in 0..6 {
        let [m, i, n, j, k, p] = std::array::from_fn(|mode| n(if mode == at { 0 } else { 2 }));
        let a = Tensor::new(&ones[..], layout!(((m,i),(k,p)):((1,4),(2,8)))).unwrap();
        let b = Tensor::new(&ones[..], layout!(((n,j),(k,p)):((16,4),(2,1)))).unwrap();
        let mut c = [2.0; 16];
        let mut to = Tensor::new(&mut c[..], layout!(((m,i),(n,j)):((8,1),(2,4)))).unwrap();
        gemm(3.0, &a, &b, 0.5, &mut to).unwrap();
        assert_eq!(to.iter().count(), if at < 4 { 0 } else { 16 });
        assert_eq!(c, [if at < 4 { 2.0 } else { 1.0 }; 16]);
    }
}

/// Operations without a result give an error that names the rule.
#[test]
fn operations() {
    let (z, n) = (n(0), n(8));
    let a = layout!((z,8):(8,1));
    let refused = |operation: &str, of: Result<(), Error>| {
        let says = of.expect_err(operation).to_string();
        assert!(says.contains("positive extent, mode 0"), "{says}");
        assert!(says.starts_with(operation), "{says}");
    };
    refused("composition", try_composition(a, layout!(4:1)).map(drop));
    refused("complement", try_complement(a, leaf(n)).map(drop));
    refused("complement_ceil", try_complement_ceil(a, leaf(n)).map(drop));
    refused("logical_divide", try_logical_divide(a, layout!(4:1)).map(drop));
    refused("logical_divide", try_logical_divide(layout!(n:1), layout!(z:1)).map(drop));
    refused("logical_product", try_logical_product(a, layout!(4:1)).map(drop));
    refused("blocked_product", try_blocked_product(a, layout!((2, 2))).map(drop));
    refused("right_inverse", try_right_inverse(layout!(z:1)).map(drop));
    refused("left_inverse", try_left_inverse(layout!(z:1)).map(drop));
    refused("upcast", try_upcast(a, Static::<U2>::new()).map(drop));
    let (shape, order) = (layout!((8, 8)).shape(), layout!((2,2):(0,1)).stride());
    refused("tile_to_shape", try_tile_to_shape(layout!((z,4):(4,1)), shape, order).map(drop));

    // An empty right side makes an empty result, and so does a last mode that goes on.
    assert_eq!(composition(layout!((4,n):(1,8)), layout!(z:4)).to_string(), "0:8");
    assert_eq!(composition(layout!(z:3), layout!(4:2)).to_string(), "4:6");
    assert_eq!(logical_product(layout!(4:1), layout!(z:1)).to_string(), "(4,0):(1,4)");
    assert_eq!(complement(layout!(4:1), leaf(z)).to_string(), "0:4");
    assert_eq!(zipped_divide(a, layout!(<4,4>)).to_string(), "((4,4),(0,2)):((8,1),(32,4))");
    assert_eq!(zipped_divide_ceil(a, layout!(<4,3>)).to_string(), "((4,3),(0,3)):((8,1),(32,3))");
    assert_eq!(coalesce(layout!((z,n):(1,z))).size(), 0);
    // A part of an empty layout is not taken from empty data.
    let none = Tensor::new(&[] as &[u8], layout!((z,n):(n,1))).unwrap();
    assert!(none.try_select(modes![1]).is_err());
    let none = Tensor::new(&[] as &[u8], layout!(z:1)).unwrap();
    assert!(none.try_compose(layout!(4:1)).is_err());
    assert_eq!(none.compose(layout!(z:1)).size(), 0);
}

#[test]
#[should_panic(expected = "(0, 3)")]
fn an_index() {
    let (k, n) = (n(0), n(8));
    let t = Tensor::new(&[] as &[f32], layout!((k,n):row_major)).unwrap();
    let _ = t[(0, 3)];
}

/// Without its mode of extent 0, a layout is no longer empty, and there is no data.
#[test]
fn no_element_of_no_data() {
    let k = n(0);
    let mut none: [f64; 0] = [];
    let is_refused = |error: Error| match error.rule {
        Rule::Length { cosize, len: 0 } => cosize > 0,
        _ => false,
    };
    macro_rules! refused {
        ($($tensor:expr => $name:ident($modes:expr);)*) => {$(
            assert!(is_refused($tensor.$name($modes).err().expect(stringify!($tensor.$name))));
        )*};
    }
    let t = Tensor::new(&none[..], layout!((4, k))).unwrap();
    refused! {
        t => try_take(range::<0, 1>());
        t => try_select(modes![0]);
        t.view() => try_take(range::<0, 1>());
        t.map(|x| x + 1.0) => try_take(range::<0, 1>());
        t.transposed() => try_take(range::<1, 2>());
        t.flatten() => try_take(range::<0, 1>());
        t.group(range::<0, 1>()) => try_take(range::<0, 1>());
        t.permute(modes![1, 0]) => try_take(range::<1, 2>());
        t.slice((0..2, ..)) => try_take(range::<0, 1>());
        t.zipped_divide(layout!(<2,2>)) => try_take(range::<0, 1>());
        t.logical_divide(layout!(<2,2>)) => try_take(range::<0, 1>());
        t.tiled_divide(layout!(<2,2>)) => try_take(range::<0, 2>());
        t.flat_divide(layout!(<2,2>)) => try_take(range::<0, 3>());
        t.zipped_divide_ceil(layout!(<3,2>)) => try_take(range::<0, 1>());
    }
    assert!(t.try_slice((.., 0)).is_err());
    assert_eq!(t.slice((1, ..)).size(), 0);
    assert_eq!(t.take(range::<1, 2>()).size(), 0);
    // The fold over nothing has elements, and reads none.
    assert!(t.along::<1>().fold(2.5, |_, _| panic!("an element")).iter().eq([2.5; 4]));
    let cube = Tensor::new(&none[..], layout!((4, k, 3))).unwrap();
    refused! {
        cube.along::<2>().fold(0.0, |sum, x| sum + x) => try_take(range::<0, 1>());
        cube.slice((.., .., 1)) => try_take(range::<0, 1>());
        cube => try_take(range::<2, 3>());
        cube => try_select(modes![2, 0]);
    }
    for row in cube.slices::<0>() {
        refused!(row => try_take(range::<1, 2>()););
    }
    let swizzled = Composed::of(Swizzle::<U2, U0, P2>::new(), layout!((4, k)));
    let t = Tensor::through(&none[..], swizzled).unwrap();
    refused!(t => try_take(range::<0, 1>()); t => try_select(modes![0]););
    let mut t = Tensor::new(&mut none[..], layout!((4, k))).unwrap();
    refused! {
        t => try_take_mut(range::<0, 1>());
        t => try_select_mut(modes![0]);
        t.view_mut() => try_take_mut(range::<0, 1>());
        t.slice_mut((1.., ..)) => try_take_mut(range::<0, 1>());
        t.zipped_divide_mut(layout!(<2,2>)) => try_take_mut(range::<0, 1>());
        TileMut::from(t.view_mut()) => try_take_mut(range::<0, 1>());
    }
    // Data that exists is returned, wherever the empty mode is.
    let some = [1, 2, 3, 4];
    let t = Tensor::new(&some[..], layout!((4,k):(1,9))).unwrap();
    assert!(t.take(range::<0, 1>()).iter().eq(&some));
}
