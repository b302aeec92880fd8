use tilework_atom::{TiledCopy, Vector};
use tilework::{Tensor, layout, typenum::U4};

fn main() {
    let copy = TiledCopy::new(Vector::<U4>::new(), layout!((4,2)), layout!((4,1)));
    // Columns begin at multiples of 30.
    let matrix = Tensor::counting(layout!((30,50)));
    let tile = matrix.predicated_divide(layout!(<16,16>)).slice((.., (1, 3)));
    let _ = copy.thread(0).predicated_partition_s(&tile);
}
