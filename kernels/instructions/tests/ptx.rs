//! What the kernels are in the PTX: each instruction by its name, and as often as the source has it.

use tilework_instructions::PTX;

/// The lines of the body of a kernel.
fn body(kernel: &str) -> Vec<&'static str> {
    let (_, text) = PTX.split_once(&format!(".visible .entry {kernel}(")).expect("it is there");
    let (_, body) = text.split_once("\n{\n").expect("a kernel has a body");
    let (body, _) = body.split_once("\n}").expect("a body ends");
    body.lines().map(str::trim).collect()
}

/// That a kernel has instructions that begin so, each so often.
#[track_caller]
fn has(kernel: &str, instructions: &[(&str, usize)]) {
    let body = body(kernel);
    for (instruction, expected) in instructions {
        let found = body.iter().filter(|line| line.starts_with(instruction)).count();
        assert_eq!(found, *expected, "{kernel}: {instruction}\n{}", body.join("\n"));
    }
}

/// Without `together` of the device layer LLVM copies `stmatrix` into the two ways of half a warp, each of which waits for the other.
#[test]
fn what_a_warp_does_together_is_not_copied_into_branches() {
    has("matrices_between_branches", &[("stmatrix", 1), ("bar.warp.sync", 1), ("@%p1 bra", 2)]);
}
