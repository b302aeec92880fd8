//! Matrix products of tensors that other libraries must copy first.

use std::hint::black_box;

use ndarray::{Array2, ArrayView2, ArrayView3, ArrayView4};
use tilework::{Tensor, algorithm::gemm, layout};

use crate::counter::{Counter, Way};
use crate::gemm::{Real, numbers};

/// All rows.
pub fn rows(counter: &mut Counter) {
    panels::<f32>(counter);
    panels::<f64>(counter);
    contraction::<f32>(counter);
    contraction::<f64>(counter);
}

/// `A B`, where A is stored in panels of 8 rows.
fn panels<T: Real>(counter: &mut Counter) {
    let row = format!("gemm {} of A in panels of 8 rows, 128 x 128 x 128", T::NAME);
    if !counter.wants(&row) {
        return;
    }
    let n = black_box(128);
    let (a, b): (Vec<T>, Vec<T>) = (numbers(n * n), numbers(n * n));
    let folded = layout!(((8,{n / 8}),n):((1,{8 * n}),8));
    let (mut ours, mut theirs) = (vec![T::zero(); n * n], Array2::zeros((n, n)));
    let ways: Vec<Way<'_>> = vec![
        (
            "tilework",
            Box::new(|| {
                let a = Tensor::new(&a[..], folded).unwrap();
                let b = Tensor::new(&b[..], layout!((n, n))).unwrap();
                let mut c = Tensor::new(&mut ours[..], layout!((n,n):row_major)).unwrap();
                gemm(T::one(), &a, &b, T::zero(), &mut c).unwrap();
            }),
        ),
        (
            "ndarray with its copy",
            Box::new(|| {
                // (m/8,k,8) in memory.
                let a = ArrayView3::from_shape((n / 8, n, 8), &a).unwrap();
                let a = a.permuted_axes([0, 2, 1]).as_standard_layout().into_owned();
                let a = a.into_shape_with_order((n, n)).unwrap();
                let b = ArrayView2::from_shape((n, n), &b).unwrap();
                ndarray::linalg::general_mat_mul(T::one(), &a, &b, T::zero(), &mut theirs);
            }),
        ),
    ];
    counter.row(&row, n * n * n, ways);
    assert!(theirs.as_slice() == Some(&ours[..]));
}

/// `C[a,b,i,j] = sum_{p,q} A[p,a,q,b] B[j,p,i,q]`, all row-major.
fn contraction<T: Real>(counter: &mut Counter) {
    let row = format!("contraction {}, 12^6", T::NAME);
    if !counter.wants(&row) {
        return;
    }
    let n = black_box(12_usize);
    let (a, b): (Vec<T>, Vec<T>) = (numbers(n.pow(4)), numbers(n.pow(4)));
    let (mut ours, mut theirs) = (vec![T::zero(); n.pow(4)], Vec::new());
    let ways: Vec<Way<'_>> = vec![
        (
            "tilework",
            Box::new(|| {
                let [n2, n3] = [n.pow(2), n.pow(3)];
                // ((b,a),(q,p)), ((j,i),(q,p)) and ((b,a),(j,i)).
                let of_a = layout!(((n,n),(n,n)):((1,n2),(n,n3)));
                let of_b = layout!(((n,n),(n,n)):((n3,n),(1,n2)));
                let of_c = layout!(((n,n),(n,n)):((n2,n3),(1,n)));
                let a = Tensor::new(&a[..], of_a).unwrap();
                let b = Tensor::new(&b[..], of_b).unwrap();
                let mut c = Tensor::new(&mut ours[..], of_c).unwrap();
                gemm(T::one(), &a, &b, T::zero(), &mut c).unwrap();
            }),
        ),
        (
            "ndarray, permute and dot",
            Box::new(|| {
                let shape = (n, n, n, n);
                let matrix = |x: ArrayView4<'_, T>| {
                    let x = x.as_standard_layout().into_owned();
                    x.into_shape_with_order((n * n, n * n)).unwrap()
                };
                let a = ArrayView4::from_shape(shape, &a).unwrap().permuted_axes([1, 3, 0, 2]);
                let b = ArrayView4::from_shape(shape, &b).unwrap().permuted_axes([1, 3, 2, 0]);
                theirs = matrix(a).dot(&matrix(b)).into_raw_vec_and_offset().0;
            }),
        ),
    ];
    counter.row(&row, n.pow(6), ways);
    assert!(ours == theirs);
}
