use tilework::{layout, operation::partition};

fn main() {
    let (rows, tv) = (layout!((8,8):(8,1)), layout!((4,(4,4)):(f5,(f1,f16))));
    partition(rows, layout!((8,8)).shape(), tv);
}
