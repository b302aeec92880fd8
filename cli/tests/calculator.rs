//! The program as its user meets it: arguments in, text and exit status out.

use std::process::Command;

/// Exit status, standard output and standard error.
fn tilework(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_tilework")).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[track_caller]
fn assert_result(arguments: &[&str], result: &str) {
    let expected = (0, format!("{result}\n"), String::new());
    assert_eq!(tilework(arguments), expected, "{arguments:?}");
}

/// Every operation once, on operands small enough to check the result by hand.
#[test]
fn results() {
    assert_result(&["composition", "(6,2):(8,2)", "(4,3):(3,1)"], "((2,2),3):((24,2),8)");
    assert_result(&["composition", "(6,2):(8,2)", "<3,_>"], "(3,2):(8,2)");
    assert_result(&["coalesce", "(2,(1,6)):(1,(6,2))"], "12:1");
    assert_result(&["complement", "4:2", "24"], "(2,3):(1,8)");
    assert_result(&["complement_ceil", "4:2", "19"], "(2,3):(1,8)");
    assert_result(&["logical_divide", "24", "4:2"], "(4,(2,3)):(2,(1,8))");
    assert_result(&["logical_divide_ceil", "10:1", "3"], "(3,4):(1,3)");
    assert_result(
        &["zipped_divide", "(8,16):(20,1)", "<4:1,8:2>"],
        "((4,8),(2,2)):((20,2),(80,1))",
    );
    assert_result(&["zipped_divide_ceil", "(10,7)", "(4,4)"], "((4,4),(3,2)):((1,10),(4,40))");
    assert_result(&["size", "((2,3),4):((1,2),6)"], "24");
    assert_result(&["cosize", "(4,8):(1,10)"], "74");
    assert_result(&["rank", "((2,3),4)"], "2");
    assert_result(&["depth", "((2,3),4)"], "2");
    assert_result(&["crd2idx", "(1,5)", "(3,(2,3)):(3,(12,1))"], "17");
    assert_result(&["idx2crd", "9", "(3,(2,3))"], "(0,(1,1))");
    assert_result(&["compact_col_major", "((2,3),1,4)"], "((1,2),0,6)");
    assert_result(&["compact_row_major", "((2,3),1,4)"], "((12,4),0,1)");
    assert_result(&["congruent", "(4,(2,4))", "(7,(3,2))"], "true");
    assert_result(&["weakly_congruent", "(1,2)", "(0,(0,1))"], "true");
    assert_result(&["compatible", "(2,15)", "(6,5)"], "false");
}

#[test]
fn an_operation_without_a_result() {
    let (code, out, err) = tilework(&["composition", "(4,6,8):(2,3,5)", "6:3"]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert_eq!(
        err,
        "error: composition: stride divisibility, mode 0: \
         the remaining stride 3 and the extent 4 do not divide each other\n"
    );
}

#[test]
fn a_caret_under_a_syntax_error() {
    let caret = |arguments: &[&str]| {
        let (code, out, err) = tilework(arguments);
        assert_eq!((code, out.as_str()), (1, ""), "{arguments:?}");
        let lines: Vec<&str> = err.lines().collect();
        let [head, operand, caret] = lines[..] else { panic!("not three lines: {err}") };
        assert!(head.starts_with("error: parse: syntax: expected "), "{head}");
        assert_eq!(caret.trim_start(), "^");
        let column = caret.chars().count() - 1;
        operand.chars().skip(column).collect::<String>()
    };
    // What the caret points at, to the end of the line.
    assert_eq!(caret(&["coalesce", "(4,x):(1,2)"]), "x):(1,2)");
    assert_eq!(caret(&["composition", "8:1", "<4:1;2>"]), ";2>");
    assert_eq!(caret(&["congruent", "(4,2)", "(4,2):(1,4)"]), ":(1,4)");
    assert_eq!(caret(&["coalesce", "(4,2"]), "");
    assert_eq!(caret(&["complement", "4:2", "(24)"]), "(24)");
    assert_eq!(caret(&["coalesce", "4\n: é"]), "é");
}

#[test]
fn an_operand_that_is_no_layout() {
    let (code, _, err) = tilework(&["size", "(4,0):(1,4)"]);
    assert_eq!(code, 1);
    assert!(err.contains("positive extent, mode 1"), "{err}");
    assert!(err.contains("in operand 1: (4,0):(1,4)"), "{err}");
}

#[test]
fn wrong_usage() {
    for arguments in [&[][..], &["compose", "4", "2"], &["coalesce"], &["size", "4", "2"]] {
        let (code, out, err) = tilework(arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains("Usage: tilework "), "{err}");
    }
}

#[test]
fn help_and_version() {
    let (code, out, err) = tilework(&["--help"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("  logical_divide_ceil A T "), "{out}");
    let version = concat!("tilework ", env!("CARGO_PKG_VERSION"));
    assert_result(&["--version"], version);
}
