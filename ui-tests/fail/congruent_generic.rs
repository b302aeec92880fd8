use tilework::operation::congruent;

fn main() {
    same(1, 2);
}

fn same<A, B>(a: A, b: B) -> bool {
    congruent(a, b)
}
