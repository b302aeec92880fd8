use tilework::layout;

fn main() {
    let a = layout!((2,(3,4)));
    layout!(relative_flatten(a, (*,(*,*,*))));
}
