//! What the build says of a generic function that is called with layouts that break a rule.

use crate::compiler::{Library, scratch};

const KERNEL: &str = "
use tilework::{AnyLayout, generic::IntegerLayout, layout};
fn rests<A: IntegerLayout, T: IntegerLayout>(a: A, tile: T) -> usize {
    a.logical_divide(tile).rest().size()
}
fn main() {
    println!(\"{}\", rests(CALLED));
}
";

/// What the compiler says where the kernel is called with these arguments.
fn built(name: &str, arguments: &str) -> (bool, String) {
    let folder = scratch("generic");
    let source = folder.join(name).with_extension("rs");
    std::fs::write(&source, KERNEL.replace("CALLED", arguments)).unwrap();
    let output = Library::of_the_tests()
        .rustc(&source, "bin")
        .args(["--emit=obj", "-o"])
        .arg(folder.join(name))
        .output()
        .expect("rustc runs");
    (output.status.success(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn a_rule_that_is_broken_inside_of_a_kernel_is_an_error_of_the_build() {
    let (success, said) = built("even", "layout!(12:1), layout!(4:1)");
    assert!(success, "{said}");
    let (success, said) = built("uneven", "layout!(10:1), layout!(4:1)");
    assert!(!success);
    assert_eq!(said.matches("evaluation panicked: logical_divide: no result").count(), 1, "{said}");
    // It points into the kernel, at the operation.
    assert!(said.contains("    a.logical_divide(tile).rest().size()"), "{said}");
}
