// What no instruction loads is no element of a buffer.
use tilework_kernel::host::Host;

fn main() {
    Host::new(1).upload(&[true, false]);
}
