use tilework_atom::{TiledCopy, Vector};
use tilework::typenum::U4;
use tilework::{Tensor, layout};
fn main() {
    let copy = TiledCopy::new(Vector::<U4>::new(), layout!((4,2)), layout!((4,1)));
    let id = Tensor::coordinates(layout!(make_identity_layout((15,7))));
    copy.thread(0).partition_s(&id);
}
