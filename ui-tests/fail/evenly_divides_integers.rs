use tilework::evenly_divides;

fn main() {
    evenly_divides(8, 2);
}
