use tilework::layout;

fn main() {
    layout!(substitute((*,*), 4:1));
}
