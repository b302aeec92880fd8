use tilework::{hlist, layout, operation::permute};

fn main() {
    permute(layout!((4,8):(1,4)), hlist![1, 0]);
}
