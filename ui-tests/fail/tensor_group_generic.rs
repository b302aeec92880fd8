use tilework::{AnyLayout, View, range};

fn grouped<A: AnyLayout>(v: &View<f32, A>) {
    v.group(range::<0, 2>());
}

fn main() {}
