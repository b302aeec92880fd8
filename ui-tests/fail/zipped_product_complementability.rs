use tilework::{layout, operation::zipped_product};

fn main() {
    zipped_product(layout!((4,(4,8)):(1,(1,2))), layout!(<_,3:1>));
}
