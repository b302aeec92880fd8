use tilework::typenum::{U0, U2};
use tilework::{AnyLayout, Static, View};

fn grouped<A: AnyLayout>(v: &View<f32, A>) {
    v.group(Static::<U0>::new(), Static::<U2>::new());
}

fn main() {}
