use tilework::{layout, operation::zipped_divide};

fn main() {
    zipped_divide(layout!((4,8):(8,1)), String::from("<2,2>"));
}
