// A type that no instruction loads cannot be the element of a buffer.
use tilework_kernel::host::Host;

fn main() {
    Host::new(1).upload(&[true, false]);
}
