use tilework_atom::{TiledCopy, Vector};
use tilework::typenum::U4;
use tilework::{AnyLayout, View, layout};

fn part<L: AnyLayout>(data: &View<f32, L>) {
    let copy = TiledCopy::new(Vector::<U4>::new(), layout!((4,2)), layout!((4,1)));
    copy.thread(0).partition_s(data);
}

fn main() {}
