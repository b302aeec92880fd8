use tilework::verdict::CoalesceAll;
use tilework::{Layout, layout};

#[derive(Clone, Copy)]
struct Mine;
impl CoalesceAll for Mine {
    type Output = Layout!(1000:1);
    fn coalesce(self) -> Self::Output {
        layout!(1000:1)
    }
}

fn main() {}
