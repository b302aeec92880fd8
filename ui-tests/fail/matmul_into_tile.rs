use tilework::{Owned, algorithm::matmul, layout};

fn main() {
    let a = Owned::from_fn(layout!((4,4)), |(i, j)| (i + j) as f32);
    let mut c = Owned::zeros(layout!((4,8)));
    for mut tile in c.tiles_mut(layout!(<4,4>)) {
        matmul(&a, &a, &mut tile).unwrap();
    }
}
