//! The drawing commands as their user sees them.

use std::io::Write;
use std::process::{Command, Stdio};

/// Exit status, standard output and standard error.
fn tilework(arguments: &[&str], input: &str) -> (i32, String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tilework"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Drawn by hand: 2 rows of 3 columns, row-major. Only terminals get colors.
#[test]
fn show() {
    let drawn = "\
(2,3):(3,1)\x20\x20\x20\x20
    0   1   2\x20\x20
  ┌───┬───┬───┐
0 │ 0 │ 1 │ 2 │
  ├───┼───┼───┤
1 │ 3 │ 4 │ 5 │
  └───┴───┴───┘
";
    assert_eq!(tilework(&["show", "(2,3):(3,1)"], ""), (0, drawn.into(), "".into()));
    // The shell splits the expression into words
    let (code, out, _) = tilework(&["show", "(4,4):(4,1)", "o", "(2,2):(1,8)"], "");
    assert_eq!(code, 0);
    assert!(
        out.starts_with("A = (4,4):(4,1)           B = (2,2):(1,8)   A o B = (2,2):(4,2)"),
        "{out}"
    );
    let (_, by_thread, _) = tilework(&["show", "mma.sync.m8n8k4.f64"], "");
    assert!(by_thread.contains("│  T0 │  T4 │  T8 │ T12 │"), "{by_thread}");
    // Also at the prompt and in lines, with the known names.
    let (code, out, err) = tilework(&["--batch"], "A = 4:2\nshow A\nshow x\n");
    assert_eq!((code, err.as_str()), (0, ""));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(
        lines[1],
        "4:2 | 0   1   2   3 | ┌───┬───┬───┬───┐ | │ 0 │ 2 │ 4 │ 6 │ | └───┴───┴───┴───┘"
    );
    assert_eq!(lines[2], "error: nothing has the name `x` at position 0");
}

#[test]
fn files() {
    let folder = std::env::temp_dir().join(format!("tilework-pictures-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let expression = "zipped_divide((4,8):(8,1), <2,4>)";
    for (command, start, end) in [
        ("svg", "<svg xmlns=", "</svg>\n"),
        ("latex", "\\documentclass[tikz", "\\end{document}\n"),
        ("html", "<!DOCTYPE html>", "</html>\n"),
        ("show", "A = (4,8):(8,1)", "\n"),
    ] {
        let (code, out, err) = tilework(&[command, expression], "");
        assert_eq!((code, err.as_str()), (0, ""));
        assert!(out.starts_with(start) && out.ends_with(end), "{command}: {out}");
        let file = folder.join(command);
        let name = file.to_str().unwrap();
        for arguments in [[command, expression, "-o", name], [command, "-o", name, expression]] {
            assert_eq!(tilework(&arguments, ""), (0, String::new(), String::new()));
            assert_eq!(std::fs::read_to_string(&file).unwrap(), out);
            std::fs::remove_file(&file).unwrap();
        }
    }
    std::fs::remove_dir(&folder).unwrap();
    let (code, out, err) = tilework(&["svg", "8:1", "-o", folder.to_str().unwrap()], "");
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    std::fs::remove_file(&folder).unwrap();
    // A folder that does not exist
    let nowhere = folder.join("x");
    let (code, _, err) = tilework(&["svg", "8:1", "-o", nowhere.to_str().unwrap()], "");
    assert!(
        code == 1 && err.starts_with("error: ") && err.contains(nowhere.to_str().unwrap()),
        "{err}"
    );
}

#[test]
fn options() {
    let (_, by_thread, _) = tilework(&["svg", "mma.sync.m16n8k16.f16"], "");
    let (_, by_value, _) = tilework(&["svg", "--by", "value", "mma.sync.m16n8k16.f16"], "");
    assert_ne!(by_thread, by_value);
    assert_eq!(by_thread.matches("<title>").count(), by_value.matches("<title>").count());
    let (_, cut, _) = tilework(&["show", "--rows", "3", "--columns", "4", "(9,9):(9,1)"], "");
    assert!(
        cut.contains("3 of 9 rows are drawn") && cut.contains("4 of 9 columns are drawn"),
        "{cut}"
    );
    for arguments in [
        &["show"][..],
        &["svg", "-o"],
        &["svg", "-o", "x"],
        &["html", "--by", "bank", "8:1"],
        &["show", "--rows", "many", "8:1"],
        &["latex", "--colour", "8:1"],
    ] {
        let (code, out, err) = tilework(arguments, "");
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains("Usage: tilework "), "{err}");
    }
}

/// An instruction has a picture but no value. The help lists each correctly.
#[test]
fn instructions() {
    let (code, help, _) = tilework(&["help"], "");
    assert_eq!(code, 0);
    for text in [
        "mma.sync.m16n8k16.f16",
        "wgmma.m64n64k16.f16.rs",
        "fma",
        "wgmma.m64n64.d",
        "wgmma.m64k16.f16.a",
        "ldmatrix.x4",
        "stmatrix.x4.trans",
        "load(ldmatrix.x4, 8)",
        "tcgen05.32x32b.x2",
        "TiledMma(mma.sync.m16n8k16.f16, (2,2,1), <32,32,_>)",
        "TiledCopy(vector(8), (4,32):(32,1), (4,8):(8,1))",
        "TiledCopy(load(ldmatrix.x4, 16), a(TiledMma(mma.sync.m16n8k16.f16, (2,2,1))))",
    ] {
        let word = text.split('(').next().unwrap();
        assert!(help.contains(word), "{word}: {help}");
        let (code, out, err) = tilework(&["show", text], "");
        assert_eq!((code, err.as_str()), (0, ""), "{text}");
        assert!(out.contains("T0"), "{text}: {out}");
        if text == "fma" {
            continue;
        }
        let reason = format!("error: an instruction has no value, but a picture: `show {text}`\n");
        for arguments in [&[text][..], &["explain", text]] {
            assert_eq!(tilework(arguments, ""), (1, String::new(), reason.clone()));
        }
    }
    let (_, lines, _) = tilework(&["--batch"], "r = (2,1,1)\nshow TiledMma(fma, r)\nfma\n");
    let last: Vec<&str> = lines.lines().skip(1).collect();
    assert!(last[0].starts_with("fma in a tile 2 x 1 x 1") && last[1].starts_with("error: "));
}

/// The error is the usual one, with the text and a caret.
#[test]
fn what_has_no_picture() {
    for (expression, shown) in [
        (
            "size(8:1)",
            "error: a layout or a morphism is wanted, not an integer\n  size(8:1)\n  ^\n",
        ),
        ("8:1 o", "error: expected an operand\n  8:1 o\n       ^\n"),
        (
            "mma.sync.m16n8k16.fp16",
            "error: nothing has the name `mma.sync.m16n8k16.fp16`; did you mean \
             `mma.sync.m16n8k16.f16`?\n  mma.sync.m16n8k16.fp16\n  ^\n",
        ),
    ] {
        for command in ["show", "svg", "latex", "html"] {
            assert_eq!(tilework(&[command, expression], ""), (1, String::new(), shown.into()));
        }
    }
}
