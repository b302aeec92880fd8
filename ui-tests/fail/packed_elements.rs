use tilework::Packed;

fn main() {
    Packed::<f32, 4, _>::new([0_u8; 24]);
}
