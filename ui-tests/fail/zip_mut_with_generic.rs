use tilework::{AnyLayout, View, ViewMut};

fn add<A: AnyLayout, B: AnyLayout>(to: &mut ViewMut<f32, A>, from: &View<f32, B>) {
    to.zip_mut_with(from, |to, from| *to += *from);
}

fn main() {}
