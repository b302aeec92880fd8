use tilework::layout;

fn main() {
    let a = layout!((2,3,4):(1,2,6));
    layout!(unflatten(a, (*,*)));
}
