use tilework::{AnyLayout, bound::Engine};

// An engine that claims more elements than there are.
struct Mine;
impl Engine for Mine {
    type Offset = usize;
    type Part<'s> = Mine;
    fn begin(&self) -> usize {
        1000
    }
    fn part<L: AnyLayout>(&self, _: usize, _: L) -> Mine {
        Mine
    }
}

fn main() {}
