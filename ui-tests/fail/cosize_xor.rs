use tilework::{Layout, result::Cosize};

fn main() {
    let _: Cosize<Layout!((8,8):(f9,f1))>;
}
