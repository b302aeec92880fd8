use tilework::{Tensor, layout, algorithm::gemm};

fn main() {
    let (a, mut c) = ([0_u8; 16], [0_u8; 16]);
    let a = Tensor::new(&a[..], layout!((4,4))).unwrap();
    let mut c = Tensor::new(&mut c[..], layout!((4,4))).unwrap();
    gemm(1, &a, &a, 0, &mut c);
}
