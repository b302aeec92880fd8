use tilework::{Tensor, layout, algorithm::gemm};

fn main() {
    let (a, b, mut c) = ([0.0; 16], [0.0; 16], [0.0; 16]);
    let a = Tensor::new(&a[..], layout!((4,2,2))).unwrap();
    let b = Tensor::new(&b[..], layout!((4,4))).unwrap();
    let mut c = Tensor::new(&mut c[..], layout!((4,4))).unwrap();
    gemm(1.0, &a, &b, 0.0, &mut c);
}
