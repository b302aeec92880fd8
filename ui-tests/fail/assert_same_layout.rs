use tilework::{Layout, operation::assert_same};

fn main() {
    assert_same::<Layout!((4,_):(1,8)), Layout!(1048:1)>();
}
