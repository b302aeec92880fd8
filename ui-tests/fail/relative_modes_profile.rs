use tilework::{layout, relative_modes};

fn main() {
    relative_modes(layout!((2,(3,4))), layout!((1,(1,1),1)).shape());
}
