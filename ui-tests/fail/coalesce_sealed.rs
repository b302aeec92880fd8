use tilework::bound::total::CoalesceTotal;
use tilework::{Layout, layout};

#[derive(Clone, Copy)]
struct Mine;
impl CoalesceTotal for Mine {
    type Output = Layout!(1000:1);
    fn coalesce(self) -> Self::Output {
        layout!(1000:1)
    }
}

fn main() {}
