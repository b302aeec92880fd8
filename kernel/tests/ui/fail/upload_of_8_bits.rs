// Integers of 8 bits are elements of the launch, and of no instruction.
use tilework_kernel::host::Host;

fn main() {
    Host::new(1).upload(&[1_i8, 2, 3, 4]);
}
