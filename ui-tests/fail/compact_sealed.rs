use tilework::typenum::U1;
use tilework::{Dyn, Error, Static, Tensor, hlist, layout, bound::{Column, Compact}, operation::ThreadValue};

// A tile of any size, so that threads would have elements of others.
#[derive(Clone, Copy)]
struct Tile(usize);
impl Compact<Static<U1>, Column> for Tile {
    type Stride = Static<U1>;
    type After = Dyn<usize>;
    fn compact(self, _: Static<U1>) -> Result<(Static<U1>, Dyn<usize>), Error> {
        Ok((Static::new(), Dyn(self.0)))
    }
}

fn main() {
    let values = ThreadValue::new(hlist![Tile(1000)], layout!((2,2):(1,500)));
    let data = [0; 16];
    Tensor::new(&data[..], layout!((4,4))).unwrap().partition(values);
}
