use tilework::{AnyLayout, View};

fn part<A: AnyLayout, T: AnyLayout>(data: &View<f32, A>, threads: T) {
    data.local_partition(threads, 1);
}

fn main() {}
