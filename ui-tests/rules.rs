//! One program for each rule of the types, compiled by trybuild like the package of a user, and the programs that must
//! compile.
//!
//! `tests/compiler/ui.rs` compiles the other programs of `fail/`, many in one crate, with the same snapshots.

use std::fs;
use std::process::Command;

use tilework::Rule;
use tilework::algebra::table_of_rules;

/// The programs in `fail/`, one for each message of the types.
const RULES: &[&str] = &[
    "composition_stride_divisibility",
    "composition_shape_divisibility",
    "composition_segregation",
    "logical_divide_complementability",
    "zipped_divide_evenness",
    "complement_evenness",
    "logical_divide_broadcast",
    "append_codomain",
    "zip_profile",
    "logical_divide_known_order",
    "of_tile_equal_extents",
    "mode_mode_range",
    "group_mode_range",
    "permute_permutation",
    "concatenate_codomain",
    "right_inverse_known_order",
    "complement_ext_complementability",
    "right_inverse_overlap",
    "left_inverse_digits",
    "left_inverse_divisibility",
    "logical_divide_tiler_rank",
    "coalesce_profile",
    "make_ordered_layout_profile",
    "upcast_stride",
    "upcast_factor",
    "thread_value_row_range",
    "mma_arrangement",
    "sort_codomain",
    "recast_codomain",
    "copy_alignment",
    "copy_swizzle",
    "copy_static_layout",
    "upcast_alignment_added",
    "append_overflow",
    "copy_misaligned",
    "copy_atom_torn",
    "recast_swizzle_power_of_two",
    "recast_swizzle_alignment",
    "zipped_divide_by_composed",
    "zipped_divide_power_of_two",
    "composition_codomain",
    "right_inverse_of_composed",
    "complement_of_composed",
    "complement_of_coordinates",
    "composition_with_bits",
    "upcast_of_a_function",
    "composition_before_function",
    "composition_before_composed",
    "append_of_composed",
];

/// Returns whether the compiler is the one that recorded the snapshots. Another one prints other words below the first
/// line; `tests/compiler/ui.rs` then compares the first line only.
fn compiler_of_the_snapshots() -> bool {
    let version = Command::new("rustc").arg("--version").output().expect("rustc runs").stdout;
    let version = String::from_utf8_lossy(&version);
    version.split(' ').nth(1) == Some(include_str!("TOOLCHAIN").trim())
}

#[test]
fn rules() {
    let t = trybuild::TestCases::new();
    t.pass("pass/*.rs");
    if compiler_of_the_snapshots() {
        for name in RULES {
            t.compile_fail(format!("fail/{name}.rs"));
        }
        // Programs that use a feature this package does not ask for.
        t.compile_fail("features/*.rs");
    }
}

/// The words of a message between its parameters: `a {X} b` is `["a ", " b"]`.
fn words(message: &str) -> Vec<&str> {
    message.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest)).collect()
}

/// Returns whether a line has all of the words in this order.
fn says(line: &str, words: &[&str]) -> bool {
    let mut rest = line;
    words.iter().all(|word| match rest.split_once(word) {
        Some((_, behind)) => {
            rest = behind;
            true
        }
        None => false,
    })
}

macro_rules! messages {
    (
        said {$(
            $name:literal, $rule:ident $fields:tt $numbers:tt, types $types:tt {
                $($operands:ident $of:ident $trait:ident: $message:literal $(, note $note:literal)?;)+
            }
        )*}
        named $named:tt
    ) => { [$($($message),+),*] };
}

#[test]
fn each_rule_has_its_program() {
    let lines = RULES.iter().map(|name| fs::read_to_string(format!("fail/{name}.stderr")).unwrap());
    let lines: Vec<String> = lines.map(|text| text.lines().next().unwrap().to_owned()).collect();
    // The messages of the types alone are literals there.
    let source = fs::read_to_string("../src/verdict/message.rs").unwrap();
    let literals = source.lines().filter_map(|line| line.trim().strip_prefix("\"inadmissible"));
    let literals = literals.map(|text| text.split('"').next().unwrap());
    let messages: Vec<&str> = literals.chain(table_of_rules!(messages)).collect();
    assert!(messages.len() >= 40, "{} messages are found", messages.len());
    for message in messages {
        let words = words(message);
        assert!(lines.iter().any(|line| says(line, &words)), "no program breaks: {message}");
    }
}

/// The name and the words of the value level are those of each message, whose numbers are `x` and `y`.
fn assert_alike(rule: Rule, name: &str, [x, y]: [String; 2], messages: &[&str]) {
    assert_eq!(rule.name(), name);
    for message in messages {
        let message = message.replace("{X}", &x).replace("{Y}", &y);
        let (operands, words) = message.split_once(&format!(": {name}")).unwrap();
        let words = words.strip_prefix(", mode {J}").unwrap_or(words);
        let advice = words.strip_prefix(&format!(": {rule}"));
        assert!(operands.starts_with("inadmissible"), "{message}");
        assert!(
            advice.is_some_and(|advice| ["", ";", ":"].contains(&advice.get(..1).unwrap_or(""))),
            "{rule}: {message}"
        );
    }
}
macro_rules! assert_each_alike {
    (
        said {$(
            $name:literal, $rule:ident { $($field:ident),* } [$x:expr, $y:expr], types $types:tt {
                $($operands:ident $of:ident $trait:ident: $message:literal $(, note $note:literal)?;)+
            }
        )*}
        named $named:tt
    ) => {
        let mut numbers = 2u8..;
        $(
            $(let $field = numbers.next().unwrap();)*
            let rule = Rule::$rule { $($field: $field.into()),* };
            assert_alike(rule, $name, [$x.to_string(), $y.to_string()], &[$($message),+]);
        )*
    };
}

#[test]
fn both_levels_say_the_same_words() {
    table_of_rules!(assert_each_alike);
}
