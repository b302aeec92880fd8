//! A product of matrices of any sizes by tiles of one static size. The tiles at the edges reach past the matrices: they
//! are filled with 0 for reading, and elements outside are not written.
//!
//! `cargo run --release --example ragged`

use tilework::{Error, Fragment, Layout, Tensor, View, ViewMut, layout};

type Rows = Layout!((_,_):(_,1));

/// `C(i,j) += sum_p A(i,p) B(p,j)`, in tiles of 8 x 6 and steps of 4.
fn product(
    a: &View<f64, Rows>,
    b: &View<f64, Rows>,
    c: &mut ViewMut<f64, Rows>,
) -> Result<(), Error> {
    let k = a.extent::<1>();
    let a = a.try_predicated_divide(layout!(<8,4>))?;
    let b = b.try_predicated_divide(layout!(<4,6>))?;
    let mut a_tile = Fragment::filled(layout!((8, 4)), 0.0)?;
    let mut b_tile = Fragment::filled(layout!((4, 6)), 0.0)?;
    for ((i, j), mut c_tile) in c.try_predicated_tiles_mut(layout!(<8,6>))?.with_coordinates() {
        let mut sums = Fragment::filled(layout!((8, 6)), 0.0)?;
        for p in 0..k.div_ceil(4) {
            a.try_slice((.., (i, p)))?.load(0.0, &mut a_tile)?;
            b.try_slice((.., (p, j)))?.load(0.0, &mut b_tile)?;
            // These loops check nothing: they run over the layouts. The innermost goes along mode 0, whose elements are
            // contiguous. It is vectorized, and the sums stay in registers.
            for (column, row) in a_tile.slices::<1>().zip(b_tile.slices::<0>()) {
                for (mut sums, &b) in sums.slices_mut::<1>().zip(&row) {
                    sums.zip_mut_with(&column, |sum, a| *sum += a * b);
                }
            }
        }
        c_tile.store_with(&sums, |c, sum| *c += sum)?;
    }
    Ok(())
}

fn main() -> Result<(), Error> {
    for (m, n, k) in [(8, 6, 4), (13, 17, 11), (1, 1, 1), (37, 5, 70), (64, 60, 64)] {
        let a_data: Vec<f64> = (0..m * k).map(|x| (x % 23) as f64).collect();
        let b_data: Vec<f64> = (0..k * n).map(|x| (x % 19) as f64).collect();
        let mut c_data = vec![1.0; m * n];
        let a = Tensor::new(&a_data[..], layout!((m,k):(k,1)))?;
        let b = Tensor::new(&b_data[..], layout!((k,n):(n,1)))?;
        let mut c = Tensor::new(&mut c_data[..], layout!((m,n):(n,1)))?;
        product(&a, &b, &mut c)?;
        for i in 0..m {
            for j in 0..n {
                let sum: f64 = (0..k).map(|p| a[(i, p)] * b[(p, j)]).sum();
                assert_eq!(c[(i, j)], 1.0 + sum);
            }
        }
        println!("{m} x {n} x {k} in tiles of 8 x 6 x 4");
    }
    Ok(())
}
