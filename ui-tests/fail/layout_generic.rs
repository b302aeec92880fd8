use tilework::Layout;

fn main() {
    column(1);
}

fn column<S: Copy>(rows: S) {
    Layout::new(rows, rows);
}
