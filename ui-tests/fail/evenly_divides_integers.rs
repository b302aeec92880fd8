use tilework::operation::evenly_divides;

fn main() {
    evenly_divides(8, 2);
}
