use tilework::bound::total::FlattenTotal;
use tilework::{Layout, layout};

#[derive(Clone, Copy)]
struct Mine;
impl FlattenTotal for Mine {
    type Output = Layout!(1000:1);
    fn flatten(self) -> Self::Output {
        layout!(1000:1)
    }
}

fn main() {}
