//! Errors that the build reports and `cargo check` does not: a generic function that is called with layouts that break
//! a rule, and arrays that do not fit the stack.

use crate::compiler::{Library, scratch};

const KERNEL: &str = "
use tilework::{AnyLayout, generic::IntegerLayout, layout};
fn rests<A: IntegerLayout, T: IntegerLayout>(a: A, tile: T) -> usize {
    a.logical_divide(tile).rest().size()
}
fn zipped<A: IntegerLayout, T: tilework::generic::Tiler>(a: A, tiler: T) -> usize {
    a.zipped_divide(tiler).rest().size()
}
fn composed<A: IntegerLayout, B: IntegerLayout>(a: A, b: B) -> usize {
    a.composition(b).size()
}
fn main() {
    println!(\"{}\", CALLED);
}
";

/// The compiler's output for a call of the kernel with these arguments.
fn built(name: &str, arguments: &str) -> (bool, String) {
    program(name, &KERNEL.replace("CALLED", arguments))
}

/// The compiler's output for a program.
fn program(name: &str, text: &str) -> (bool, String) {
    let folder = scratch("generic");
    let source = folder.join(name).with_extension("rs");
    std::fs::write(&source, text).unwrap();
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
    let (success, said) = built("even", "rests(layout!(12:1), layout!(4:1))");
    assert!(success, "{said}");
    let (success, said) = built("uneven", "rests(layout!(10:1), layout!(4:1))");
    assert!(!success);
    let words = "evaluation panicked: logical_divide: evenness: the size 10 is not a multiple of the span 4";
    assert_eq!(said.matches(words).count(), 1, "{said}");
    // It points into the kernel, at the operation.
    assert!(said.contains("    a.logical_divide(tile).rest().size()"), "{said}");
}

#[test]
fn the_error_of_the_build_names_the_rule_the_numbers_and_the_mode() {
    for (name, call, words) in [
        (
            "of_a_mode",
            "zipped(layout!((8,10):(1,8)), layout!(<4,3>))",
            "zipped_divide: evenness, mode 1: the size 10 is not a multiple of the span 3",
        ),
        (
            "nested",
            "zipped(layout!((8,(4,6)):(1,(8,32))), layout!(<4,<2,4>>))",
            "zipped_divide: evenness, mode 1: the size 6 is not a multiple of the span 4",
        ),
        (
            "of_a_leaf",
            "composed(layout!((4,6,8):(2,3,5)), layout!((2,6):(0,3)))",
            "composition: stride divisibility, mode 1: the remaining stride 3 and the extent 4 do not divide each other",
        ),
        (
            "of_run_time",
            "{ let m: usize = 4; composed(layout!((4,8):(1,m)), layout!((3,4):(1,2))) }",
            "composition: segregation, mode 0: the modes of the right side carry into each other: one spans 3, past the stride 2 of another",
        ),
    ] {
        let (success, said) = built(name, call);
        assert!(!success, "{said}");
        assert_eq!(said.matches(&format!("evaluation panicked: {words}\n")).count(), 1, "{said}");
    }
}

#[test]
fn a_deferred_tiler_that_does_not_divide_is_an_error_of_the_build() {
    for (name, shape, called, words) in [
        ("deferred_even", "(8,12):row_major", "tiles", ""),
        (
            "deferred",
            "(8,10):row_major",
            "tiles",
            "zipped_divide: evenness, mode 1: the size 10 is not a multiple of the span 3",
        ),
        (
            "deferred_again",
            "(8,12):row_major",
            "twice",
            "zipped_divide: evenness, mode 0: the size 4 is not a multiple of the span 3",
        ),
        ("deferred_nested", "((4,2),12):row_major", "tiles", ""),
        (
            "deferred_ceil",
            "((2,4),12):row_major",
            "predicated",
            "zipped_divide_ceil: shape divisibility, mode 0: ",
        ),
    ] {
        let text = format!(
            "use tilework::{{Tensor, View, algorithm::MatrixLayout, generic::Deferred, layout}};
            fn tiles(t: &View<i32, impl MatrixLayout>) -> usize {{
                t.tiles(Deferred(layout!(<4,3>))).map(|tile| tile.size()).sum()
            }}
            fn twice(t: &View<i32, impl MatrixLayout>) -> usize {{
                let tiles = t.tiles(Deferred(layout!(<4,3>)));
                tiles.map(|tile| tile.tiles(Deferred(layout!(<3,3>))).len()).sum()
            }}
            fn predicated(t: &View<i32, impl MatrixLayout>) -> usize {{
                t.predicated_tiles(Deferred(layout!(<3,3>))).len()
            }}
            fn main() {{
                {called}(&Tensor::new(&[0; 96][..], layout!({shape})).unwrap());
            }}"
        );
        let (success, said) = program(name, &text);
        assert_eq!(success, words.is_empty(), "{name} {said}");
        assert_eq!(said.matches("evaluation panicked: ").count(), usize::from(!success), "{said}");
        assert!(said.contains(words), "{name} {said}");
    }
}

/// Generic code needs no bound to go through tensors in lockstep, so the build compares their extents.
#[test]
fn tensors_of_other_extents_in_lockstep_do_not_build() {
    let repeated = "a stride of 0 repeats: `v.compose(layout!((m,n):(0,1)))` is the vector `v` in each of `m` rows, `(1,0)` in each of `n` columns";
    let ranks = |m, n| format!("equal extents: the one tensor has {m}, the other {n}; {repeated}");
    for (name, to, from, words) in [
        ("same", "layout!((8,8))", "layout!((8,8):row_major)", String::new()),
        ("nested", "layout!((8,(2,4)))", "layout!(((8),(2,4)):row_major)", String::new()),
        ("rank", "layout!((8,8))", "layout!((8,2,4))", ranks("2 modes", 3)),
        ("vector", "layout!((8,8))", "layout!(64:1)", ranks("2 modes", 1)),
        ("dynamic", "layout!((8,{8},1))", "layout!((8,{8}))", ranks("3 modes", 2)),
        (
            "exchanged",
            "layout!((4,16))",
            "layout!((16,4))",
            "equal extents, mode 0: the extents 4 and 16 differ; `t.transposed()` of the one has those of the other"
                .to_owned(),
        ),
        (
            "extents",
            "layout!((8,8))",
            "layout!((4,16))",
            format!("equal extents, mode 0: the extents 8 and 4 differ; {repeated}"),
        ),
        (
            "leaves",
            "layout!((8,8))",
            "layout!(((2,4),8))",
            "zip: equal extents: a mode has other leaves in one tensor than in another, such as `(2,4)` beside `8`: \
             `algorithm::transform(&u, &mut t, f)` goes through both"
                .to_owned(),
        ),
    ] {
        let text = format!(
            "use tilework::{{AnyLayout, Tensor, View, ViewMut, layout}};
            fn add<L: AnyLayout, M: AnyLayout>(to: &mut ViewMut<i32, L>, from: &View<i32, M>) {{
                to.zip_mut_with(from, |to, from| *to += from);
            }}
            fn main() {{
                let (mut to, from) = ([0; 64], [1; 64]);
                let from = Tensor::new(&from[..], {from}).unwrap();
                add(&mut Tensor::new(&mut to[..], {to}).unwrap(), &from);
            }}"
        );
        let (success, said) = program(&format!("zip_{name}"), &text);
        assert_eq!(success, words.is_empty(), "{said}");
        let panicked = said.matches("evaluation panicked: ").count();
        assert_eq!(panicked, usize::from(!success), "{said}");
        assert!(said.contains(&words), "{said}");
    }
}

/// `tests/tensor/manners.rs` makes the largest arrays.
#[test]
fn arrays_that_are_too_large_for_the_stack_do_not_build() {
    const LOADED: &str = "unsafe { Tensor::from_raw_parts([0_f64; 1].as_ptr(), layout!(8193:1)) }";
    type Case<'a> = (&'a str, &'a str, &'a str);
    let heap = "write `Owned::from_fn(layout, |i| x)`, whose elements are on the heap";
    let slices = "load slices of the tensor one after the other";
    let (load, load_by) = (format!("{LOADED}.load()"), format!("{LOADED}.load_by(|_| 0_u64)"));
    let cases: [Case<'_>; 5] = [
        ("filled", "Fragment::filled(layout!((1024,1024)), 1_f32)", "fragment: stack: 4194304"),
        ("full", "Fragment::<f32, Layout!((128,129))>::full(1.0)", "fragment: stack: 66048"),
        ("default", "Fragment::<u8, Layout!(2:65536)>::default()", "fragment: stack: 65537"),
        ("load", &load, "load: stack: 65544"),
        ("load_by", &load_by, "load_by: stack: 65544"),
    ];
    for (name, call, words) in cases {
        let uses = "use tilework::{Fragment, Layout, Tensor, layout};";
        let text = format!("#![allow(unused)]\n{uses}\nfn main() {{ let _ = {call}; }}\n");
        let (success, said) = program(name, &text);
        assert!(!success, "{text}");
        let instead = if name.starts_with("load") { slices } else { heap };
        let words = format!(
            "evaluation panicked: {words} bytes, and an array on the stack has at most 65536: {instead}\n"
        );
        assert_eq!(said.matches(&words).count(), 1, "{said}");
    }
}
