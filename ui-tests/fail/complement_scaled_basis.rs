use tilework::layout;

fn main() {
    let diagonal = layout!(4:e0+2e1);
    layout!(complement(diagonal, (8,16)));
}
