// A type that no instruction loads cannot be the element of a buffer.
use tilework_device::emulator::Emulator;

fn main() {
    Emulator::new(1).upload(&[true, false]);
}
