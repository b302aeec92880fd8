use tilework::typenum::{U0, U1, U2, U4};
use tilework::{Layout, Static, hlist, layout, operation::{group, mode, permute, take, upcast}};

fn main() {
    let (zero, one, two) = (Static::<U0>::new(), Static::<U1>::new(), Static::<U2>::new());
    let refused = upcast(layout!((6,4):(1,6)), Static::<U4>::new());
    mode(refused, one);
    take(refused, zero, one);
    group(refused, zero, two);
    permute(refused, hlist![one, zero]);
    refused.expect_type::<Layout!(4:1)>();
}
