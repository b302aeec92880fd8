//! The program as its user sees it: arguments and lines in, text and exit status out.

use std::io::Write;
use std::process::{Command, Stdio};

/// Exit status, standard output and standard error.
fn tilework(arguments: &[&str], input: &[u8]) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tilework"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // In parallel with the reading, so that neither side waits for the other.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[track_caller]
fn assert_result(arguments: &[&str], result: &str) {
    let expected = (0, format!("{result}\n"), String::new());
    assert_eq!(tilework(arguments, b""), expected, "{arguments:?}");
}

/// The cache holds 16 lines: 8 for each side, with squares of 8 x 8. The 16 floats of a line that is read are then
/// used in two turns.
/// A linear layout as Triton prints it, in an argument of several lines, and back.
#[test]
fn linear_layouts() {
    let printed = "- register=1 -> (0, 1)\n   register=2 -> (8, 0)\n - lane=1 -> (0, 2)\n   lane=2 -> (0, 4)\n   \
        lane=4 -> (1, 0)\n   lane=8 -> (2, 0)\n   lane=16 -> (4, 0)\n - warp is a size 1 dimension\n - block is a size 1 \
        dimension\nwhere out dims are: [dim0 (size 16), dim1 (size 8)]\n";
    let (status, written, errors) = tilework(&["export", "triton", printed], b"");
    assert_eq!((status, errors.as_str()), (0, ""));
    let same = format!("{} == ((4,8),(2,2)):((32,1),(16,8))", written.trim());
    assert_eq!(tilework(&[&same], b"").1, "true\n");
    // Lines of a session: an alias, and a tensor that uses it.
    let lines = b"#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [1, 1], instrShape = [16, 8]}>\n\
        to_layout(tensor<16x8xf32, #mma>)\nexport cute tensor<16x8xf32, #mma>\nexport triton (4,8):(8,1)\n";
    let (_, answers, _) = tilework(&["--batch"], lines);
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!(answers[1], "((4,8),(2,2)):((32,1),(16,8))");
    assert!(answers[2].starts_with("make_layout(make_shape(make_shape("), "{}", answers[2]);
    assert!(answers[3].contains("write `to_linear_layout(L, (16,16))`"), "{}", answers[3]);
    let (status, picture, _) = tilework(&["show", printed], b"");
    assert_eq!(status, 0);
    assert!(picture.contains("tensor (16,8): threads and registers"), "{picture}");
    assert!(picture.contains("hardware: registers down, lanes across"), "{picture}");
}

#[test]
fn loops_are_found() {
    let (status, found, errors) =
        tilework(&["find", "copy_loops((64,64):(1,64), (64,64):(64,1), 4, 1024)"], b"");
    assert_eq!((status, errors.as_str()), (0, ""));
    for part in [
        "innermost first: mode 0 to 8, mode 1 to 64, mode 0 to 64\n",
        "read: 512 lines of 64 bytes are brought, there are 256\n",
        "written: 256 lines of 64 bytes are brought, as many as there are\n",
        "\n0 │   0 │   8 │  16 │",
        "\n7 │   7 │  15 │  23 │",
    ] {
        assert!(found.contains(part), "{part:?} is not in\n{found}");
    }
    let refused = ["explain", "copy_loops((4,9):(1,4), (6,6):(1,6), 4)"];
    assert_eq!(tilework(&refused, b"").0, 1);
}

/// 32 devices with 64 x 64 elements are too many for a picture, but not for a plan.
#[test]
fn plans_of_redistributions_are_found() {
    let large = "redistribute((32,(64,64)):(0,(e0,e1)),(32,(64,64)):(0,(e0,e1)))";
    let (status, found, errors) = tilework(&["find", large], b"");
    assert_eq!((status, errors.as_str()), (0, ""));
    for part in [
        "nothing is sent",
        "no picture: redistribute: list length: 131072 elements, of at most 65536",
    ] {
        assert!(found.contains(part), "{part:?} is not in\n{found}");
    }
    let small = "redistribute((2,(4,4)):(0,(e0,e1)),(2,(4,4)):(0,(e0,e1)))";
    assert!(tilework(&["find", small], b"").1.contains("device 1"));
    // A value that is not a layout has no picture, and the program says so.
    let (status, _, errors) = tilework(&["find", "size(8:1)"], b"");
    let said = errors.contains("a layout or a morphism is wanted, not an integer");
    assert!(status != 0 && said, "{errors}");
}

#[test]
fn results() {
    for (expression, result) in [
        ("(6,2):(8,2) o (4,3):(3,1)", "((2,2),3):((24,2),8)"),
        ("composition((6,2):(8,2), <3,_>)", "(3,2):(8,2)"),
        ("coalesce((2,(1,6)):(1,(6,2)), (*,*))", "(2,6):(1,2)"),
        ("zipped_divide((8,16):(20,1), <4:1,8:2>)", "((4,8),(2,2)):((20,2),(80,1))"),
        ("offsets((2,3):(3,1))", "[0, 3, 1, 4, 2, 5]"),
        ("congruent((4,(2,4)), (7,(3,2)))", "true"),
        ("A = (3,(2,3)):(3,(12,1)); A(1,5)", "17"),
        ("-5", "-5"),
    ] {
        assert_result(&[expression], result);
    }
    // The shell splits the expression into words
    assert_result(&["8:1", "o", "4:2"], "4:2");
}

#[test]
fn an_expression_without_a_value() {
    for (expression, shown) in [
        (
            "(4,6,8):(2,3,5) o 6:3",
            "error: composition: stride divisibility, mode 0: \
             the remaining stride 3 and the extent 4 do not divide each other\n  \
             (4,6,8):(2,3,5) o 6:3\n                  ^\n",
        ),
        (
            "coalesce(4:1",
            "error: expected an operator, `,` or `)`\n  coalesce(4:1\n              ^\n",
        ),
        (
            "bank_conflicts(32:4611686018427387904, 4)",
            "error: bank_conflicts: overflow: the exact result does not fit the integers used\n  \
             bank_conflicts(32:4611686018427387904, 4)\n                 ^\n",
        ),
        ("8:1 ∘ é", "error: nothing has the name `é`\n  8:1 ∘ é\n        ^\n"),
        ("", "error: expected an operand\n  \n  ^\n"),
        ("help nothing", "error: there is no operation `nothing`\n"),
        ("help coalese", "error: there is no operation `coalese`; did you mean `coalesce`?\n"),
        ("explain 8:1 o", "error: expected an operand\n  8:1 o\n       ^\n"),
        ("explain size(x)", "error: nothing has the name `x`\n  size(x)\n       ^\n"),
    ] {
        assert_eq!(tilework(&[expression], b""), (1, String::new(), shown.to_owned()));
    }
}

/// An error in a long line shows only the part near the mistake.
#[test]
fn a_long_line() {
    let line = format!("{}8:1 o x{}", "4:1 o ".repeat(1000), " o 4:1".repeat(1000));
    let (code, out, err) = tilework(&[&line], b"");
    assert_eq!((code, out.as_str()), (1, ""));
    let [error, shown, caret] = err.lines().collect::<Vec<_>>()[..] else { panic!("{err}") };
    assert_eq!(error, "error: nothing has the name `x`");
    assert!(shown.len() < 220 && shown.contains("4:1 o 8:1 o x o 4:1 o 4:1"), "{shown}");
    assert_eq!(&shown[caret.len() - 1..][..1], "x", "{err}");
}

#[test]
fn explanations() {
    let (code, out, err) = tilework(&["explain", "complement(4:2, 24)"], b"");
    assert_eq!((code, err.as_str()), (0, ""));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "complement(4:2, 24)");
    assert_eq!(lines[lines.len() - 1], "  = (2,3):(1,8)");
    // `explain` also explains why there is no result.
    for (expression, line) in [
        ("(4,6,8):(2,3,5) o 6:3", "    mode 0, 4:2: stride divisibility"),
        ("complement(4:2, 10)", "  the span 8 does not go into 10"),
        ("select(2, [2,0])", "  no result: select"),
    ] {
        let (code, out, err) = tilework(&["explain", expression], b"");
        assert_eq!((code, err.as_str()), (1, ""), "{expression}");
        assert!(out.lines().any(|found| found.starts_with(line)), "{out}");
        assert!(out.lines().last().unwrap().starts_with("  no result: "), "{out}");
    }
    // A value without any operation
    assert_result(&["explain", "8:1"], "8:1");
}

#[test]
fn a_line_for_each_line() {
    let input = b"A = (4,8):(1,4)\n\
        A o\n\
        \n\
        size(A) \r\n\
        \xff\xfe\n\
        A o size(x)\n\
        explain complement(2:1, 4)\n\
        ((((\n\
        \x00\n\
        10 / 3\n\
        A(5)";
    let expected = [
        "(4,8):(1,4)",
        "error: expected an operand at position 3",
        "error: expected an operand at position 0",
        "32",
        "error: the line is not UTF-8",
        "error: nothing has the name `x` at position 9",
        "complement(2:1, 4) | modes of extent above 1 by stride: 2:1 | the span 1 goes 1 times \
         into the stride 1: gap 1:1; the span is now 2 * 1 = 2 | the span 2 goes 2 times into 4: 2:2 | \
         = 2:2",
        "error: expected an operand at position 4",
        "error: expected an operand at position 0",
        "error: logical_divide: evenness: the size 10 is not a multiple of the span 3; one layout divides all modes together, `<8,8>` each mode; \
         `.._ceil` forms pad, and of a tensor `predicated_divide`",
        "5",
    ];
    // Standard input that is not a terminal is read the same way without the option.
    for arguments in [&["--batch"][..], &[]] {
        let (code, out, err) = tilework(arguments, input);
        assert_eq!((code, err.as_str()), (0, ""));
        assert_eq!(out.lines().collect::<Vec<_>>(), expected);
    }
    assert_eq!(tilework(&["--batch"], b""), (0, String::new(), String::new()));
    assert_eq!(tilework(&["--batch"], b"8\n"), (0, "8\n".to_owned(), String::new()));
}

#[test]
fn many_lines() {
    let lines = "(4,6,8):(2,3,5) o (2,12):(2,4)\nlogical_divide(10,3)\nnonsense\n";
    let (code, out, err) = tilework(&["--batch"], lines.repeat(20_000).as_bytes());
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out.lines().count(), 60_000);
    assert!(out.lines().step_by(3).all(|line| line == "(2,(6,2)):(4,(3,5))"));
}

/// Neither long lines nor growing names stop it.
#[test]
fn what_is_too_much_is_an_error() {
    let depth = 100_000;
    let deep = format!("{}1{}\n", "(".repeat(depth), ")".repeat(depth));
    let grow = format!("A = (1,1)\n{}", "A = (A,A)\n".repeat(100));
    let (code, out, _) = tilework(&["--batch"], (deep + &grow + "size(8)\n").as_bytes());
    assert_eq!(code, 0);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines.len(), 103);
    assert_eq!(lines[0], "error: nested more than 1024 deep at position 1024");
    assert_eq!(lines[101], "error: more than 65536 leaves and brackets at position 4");
    assert_eq!(lines[102], "8");
}

#[test]
fn wrong_usage() {
    for arguments in [&["--no-such-option"][..], &["--batch", "8:1"], &["-x"]] {
        let (code, out, err) = tilework(arguments, b"");
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains("Usage: tilework "), "{err}");
    }
}

#[test]
fn help_and_version() {
    let (code, out, err) = tilework(&["--help"], b"");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(
        out.contains("Usage: tilework ") && out.contains("\n  logical_divide_ceil(A, T) "),
        "{out}"
    );
    let (code, out, _) = tilework(&["help"], b"");
    assert_eq!(code, 0);
    assert!(out.contains("\n  coalesce(L, [P]) "), "{out}");
    let (_, out, _) = tilework(&["help", "size"], b"");
    assert!(out.starts_with("size(X) ") && out.lines().count() == 1, "{out}");
    let version = concat!("tilework ", env!("CARGO_PKG_VERSION"));
    assert_result(&["--version"], version);
}
