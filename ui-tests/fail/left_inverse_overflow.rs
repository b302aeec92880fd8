use tilework::{Layout, result::LeftInverse};

fn main() {
    let _: LeftInverse<Layout!(2:4611686018427387904)>;
}
