use tilework::typenum::{U0, U1, U2};
use tilework::{Layout, Static, Tensor, hlist, layout, operation::{logical_divide, mode, permute, take, group}};

fn main() {
    let (zero, one, two) = (Static::<U0>::new(), Static::<U1>::new(), Static::<U2>::new());
    let refused = logical_divide(layout!(10:1), layout!(4:1));
    mode(refused, one);
    take(refused, zero, one);
    group(refused, zero, two);
    permute(refused, hlist![one, zero]);
    Tensor::new(&[0; 12][..], refused).unwrap();
    let typed: Layout!((4,3):(1,4)) = refused;
    println!("{typed}");
}
