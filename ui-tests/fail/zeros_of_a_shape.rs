use tilework::Owned;

fn main() {
    let _ = Owned::<f32, _>::zeros((6, 8));
}
