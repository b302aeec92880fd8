use tilework::typenum::U1;
use tilework::{Dyn, Error, Static, bound::{Column, Compact}};

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
    assert_eq!(Tile(1000).compact(Static::new()).unwrap().1.0, 1000);
}
