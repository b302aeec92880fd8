//! Layouts cost nothing: compares the machine code of `examples/zero_cost.rs`, function by function.

use std::collections::HashMap;
use std::path::Path;

use crate::compiler::{Library, scratch};

/// The instructions of each function of the example, by its name, with anonymous labels.
fn functions() -> HashMap<String, Vec<String>> {
    let file = scratch("zero_cost").join("zero_cost.s");
    let output = Library::of_release()
        .rustc(Path::new("examples/zero_cost.rs"), "bin")
        .args(["-Copt-level=3", "-Ccodegen-units=1", "--emit=asm", "-o"])
        .arg(&file)
        .output()
        .expect("rustc runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let assembly = std::fs::read_to_string(file).expect("a readable file");

    let mut functions = HashMap::new();
    let mut name = None;
    for line in assembly.lines() {
        let instruction = line.trim();
        if let Some(label) = line.strip_suffix(':').filter(|label| !label.starts_with('.')) {
            name = [
                "gather", "swizzle", "sum", "index", "element", "row", "tile", "names", "deferred",
            ]
            .iter()
            .flat_map(|what| [format!("{what}_by_layout"), format!("{what}_by_hand")])
            .find(|function| label.contains(function.as_str()));
        } else if let Some(name) = &name
            && line.starts_with('\t')
            && !instruction.starts_with(['.', '#'])
        {
            let words = instruction.split_whitespace();
            let words = words.map(|word| if word.starts_with(".L") { ".L" } else { word });
            let code: &mut Vec<String> = functions.entry(name.clone()).or_default();
            code.push(words.collect::<Vec<_>>().join(" "));
        }
    }
    functions
}

#[test]
fn layouts_compile_to_the_instructions_of_hand_written_code() {
    let functions = functions();
    let code = |name: String| functions.get(&name);
    for what in ["sum", "index", "element", "row", "tile", "names", "deferred"] {
        let (layout, hand) = (code(format!("{what}_by_layout")), code(format!("{what}_by_hand")));
        // The compiler keeps one of two functions with the same code.
        match (layout, hand) {
            (None, None) => panic!("{what} is gone"),
            (Some(layout), Some(hand)) => assert_eq!(layout, hand, "{what}"),
            _ => {}
        }
    }
    // Coordinates of 32 bits have offsets of 32 bits: no instruction is one of 64 bits.
    let element = code("element_by_layout".into()).or(code("element_by_hand".into())).unwrap();
    if cfg!(target_arch = "x86_64") {
        let in_64_bits = |line: &&String| {
            line.split(' ')
                .next()
                .is_some_and(|word| word.ends_with('q') && !word.starts_with("ret"))
        };
        assert_eq!(element.iter().find(in_64_bits), None, "{element:#?}");
    }
    let (layout, hand) = (&functions["gather_by_layout"], &functions["gather_by_hand"]);
    println!("gather: {} instructions by layout, {} by hand", layout.len(), hand.len());
    assert!(layout.len() <= hand.len(), "{layout:#?}\n{hand:#?}");
    // Completely unrolled: no jump is left.
    assert!(layout.iter().all(|instruction| !instruction.starts_with('j')), "{layout:#?}");
    // Each element is read and written, and no address is computed.
    let swizzle = &functions["swizzle_by_layout"];
    assert!(swizzle.len() <= 2 * 64 + 1, "{swizzle:#?}");
}
