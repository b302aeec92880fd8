//! Exported texts, evaluated by their targets.

use std::fmt::{Display, Write};
use std::fs;
use std::process::Command;

use tilework_algebra::export::{
    LayoutRef, c_function, cute_dsl, cute_expression, cute_type, pycute,
};
use tilework_algebra::{Composed, Error, Layout, Stride, Xor, group, offsets};

use crate::peer::{folder, missing, peer};
use crate::{cases, import};

/// The offsets, separated by blanks.
fn joined<D: Display>(offsets: Vec<D>) -> String {
    offsets.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// A text for a peer, and the offsets by the definition.
struct Case {
    written: String,
    line: String,
    offsets: String,
}

impl Case {
    /// The offsets of the first coordinates.
    fn new(written: &dyn Display, size: i64, offset: impl Fn(i64) -> String, text: String) -> Case {
        let size = size.min(300);
        let offsets: Vec<String> = (0..size).map(offset).collect();
        Case {
            written: written.to_string(),
            line: format!("{size}\t{text}"),
            offsets: joined(offsets),
        }
    }
}

fn layout<D: Stride>(layout: &Layout<D>, text: Result<String, Error>) -> Case {
    let text = text.unwrap_or_else(|error| panic!("{layout}: {error}"));
    Case::new(layout, layout.size(), |i| layout.offset(i).unwrap().to_string(), text)
}

fn composed(layout: &Composed, text: Result<String, Error>) -> Case {
    let text = text.unwrap_or_else(|error| panic!("{layout}: {error}"));
    Case::new(layout, layout.inner().size(), |i| layout.offset(i).unwrap().to_string(), text)
}

/// All cases of a target; `coordinates` includes layouts into coordinates.
fn all(target: fn(LayoutRef<'_>) -> Result<String, Error>, coordinates: bool) -> Vec<Case> {
    let mut all: Vec<Case> = cases::layouts().iter().map(|l| layout(l, target(l.into()))).collect();
    all.extend(cases::composed().iter().map(|l| composed(l, target(l.into()))));
    all.extend(cases::swizzled().iter().map(|l| layout(l, target(l.into()))));
    if coordinates {
        all.extend(cases::coordinates().iter().map(|l| layout(l, target(l.into()))));
    }
    all
}

fn compare(cases: &[Case], made: &[String]) {
    for (case, made) in cases.iter().zip(made) {
        let offsets = made.split('\t').next().unwrap();
        assert_eq!(offsets, case.offsets, "{}: {}", case.written, case.line);
    }
}

fn lines(cases: &[Case]) -> Vec<String> {
    cases.iter().map(|case| case.line.clone()).collect()
}

#[test]
fn pycute_has_the_offsets() {
    let cases = all(|layout| pycute(layout), false);
    if let Some(made) = peer("pycute", &lines(&cases)) {
        compare(&cases, &made);
    }
}

#[test]
fn cute_dsl_has_the_offsets() {
    let cases = all(|layout| cute_dsl(layout), true);
    if let Some(made) = peer("cute_dsl", &lines(&cases)) {
        compare(&cases, &made);
    }
}

#[test]
fn cute_has_the_offsets_and_the_types() {
    let text =
        |layout: LayoutRef<'_>| Ok(format!("{}\t{}", cute_expression(layout)?, cute_type(layout)?));
    let cases = all(text, true);
    let Some(made) = peer("cute", &lines(&cases)) else { return };
    compare(&cases, &made);
    // The output of CuTe and the type that the compiler names are imported again.
    for (case, made) in cases.iter().zip(&made) {
        for text in made.split('\t').skip(1) {
            import::is_read(text, &case.written);
        }
    }
}

/// A program of functions that prints their results, one per line.
#[derive(Default)]
struct Program {
    functions: String,
    calls: String,
    expected: Vec<String>,
}

impl Program {
    /// Adds the function of the coordinates, and the function of the integral coordinate.
    fn add<'a>(&mut self, layout: impl Into<LayoutRef<'a>>, sizes: &[i64], offsets: Vec<i64>) {
        let name = format!("offset{}", self.expected.len());
        self.functions += &c_function(&name, layout).unwrap();
        let mut arguments = String::new();
        for (at, size) in sizes.iter().enumerate() {
            let before: i64 = sizes[..at].iter().product();
            let comma = if at > 0 { ", " } else { "" };
            write!(arguments, "{comma}i / {before} % {size}").unwrap();
        }
        let size = offsets.len();
        writeln!(
            self.calls,
            "    for (unsigned i = 0; i < {size}; ++i) printf(\"%lld \", (long long){name}({arguments}));\n    \
             printf(\"\\n\");"
        )
        .unwrap();
        self.expected.push(joined(offsets));
    }
}

fn sizes<D: Stride>(layout: &Layout<D>) -> Vec<i64> {
    layout.modes().map(|mode| mode.size()).collect()
}

#[test]
fn c_has_the_offsets() {
    let mut program = Program::default();
    let small = |layout: &Layout| layout.size() <= 4096;
    for layout in cases::layouts().iter().filter(|layout| small(layout)) {
        program.add(layout, &sizes(layout), offsets(layout).unwrap());
        let one = group(layout, 0..layout.rank()).unwrap();
        program.add(&one, &[one.size()], offsets(layout).unwrap());
    }
    let (xor, composed, bits) = cases::only_in_c();
    for layout in cases::swizzled().iter().chain(&xor) {
        program.add(layout, &sizes(layout), offsets(layout).unwrap());
    }
    for layout in cases::composed().iter().chain(&composed) {
        program.add(layout, &sizes(layout.inner()), layout.offsets().unwrap());
    }
    for layout in &bits {
        program.add(layout, &sizes(layout.inner()), layout.offsets().unwrap());
    }
    // Offsets beyond 32 bits.
    let wide: Layout = "(3,2,2):(3000000000,-1,9000000000000000000)".parse().unwrap();
    program.add(&wide, &[3, 2, 2], offsets(&wide).unwrap());
    let wide: Layout = "(3,2):(2000000000,1)".parse().unwrap();
    program.add(&wide, &[3, 2], offsets(&wide).unwrap());
    let wide: Layout = "(2,2):(2147483647,-1)".parse().unwrap();
    program.add(&wide, &[2, 2], offsets(&wide).unwrap());

    let Program { functions, calls, expected } = &program;
    let folder = folder("c");
    let (source, binary) = (folder.join("offsets.c"), folder.join("offsets"));
    let text =
        format!("#include <stdio.h>\n{functions}\nint main(void)\n{{\n{calls}    return 0;\n}}\n");
    fs::write(&source, text).unwrap();
    let mut cc = Command::new("cc");
    cc.args(["-std=c99", "-Wall", "-Wextra", "-Werror"]).arg(&source).arg("-o").arg(&binary);
    let Ok(output) = cc.output() else { return missing("C", "no program cc") };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let made = Command::new(&binary).output().unwrap();
    let made = String::from_utf8(made.stdout).unwrap();
    let made: Vec<&str> = made.lines().map(str::trim_end).collect();
    assert_eq!(made.len(), expected.len());
    for (at, (made, expected)) in made.iter().zip(expected).enumerate() {
        assert_eq!(made, expected, "offset{at} in {}", source.display());
    }
}

/// The smallest integers in which nothing is lost.
#[test]
fn c_takes_32_bits_where_these_are_enough() {
    let written = |text: &str| c_function("f", &text.parse::<Layout>().unwrap()).unwrap();
    assert!(!written("(2,3):(4294967290,1)").contains("uint64_t"));
    assert!(written("(2,8):(4294967290,1)").contains("uint64_t f(uint64_t i0, uint64_t i1)"));
    assert!(written("(2,3):(-2147483646,-1)").contains("int32_t f(uint32_t i0, uint32_t i1)"));
    assert!(written("(2,4):(-2147483646,-1)").contains("int64_t f(uint64_t i0, uint64_t i1)"));
    assert!(written("(8589934592,2):(0,1)").contains("uint64_t f(uint64_t i0, uint64_t i1)"));
}

#[test]
fn what_has_no_form_is_an_error() {
    let xor: Layout<Xor> = "(3,5,4):(f5,f3,f9)".parse().unwrap();
    let says = |result: Result<String, Error>| result.unwrap_err().to_string();
    assert_eq!(
        says(pycute(&xor)),
        "export: form: PyCuTe has no form for XOR strides that no swizzle makes of integers"
    );
    let tiles: Layout<tilework_algebra::ArithmeticTuple> = "(4,8):(e0,e1)".parse().unwrap();
    assert_eq!(
        says(pycute(&tiles)),
        "export: form: PyCuTe has no form for strides that are coordinates"
    );
    assert_eq!(
        says(c_function("f", &tiles)),
        "export: form: C has no form for strides that are coordinates"
    );
    let diagonal: Layout<tilework_algebra::ArithmeticTuple> = "(4,8):(e0,e0+e1)".parse().unwrap();
    assert_eq!(
        says(cute_type(&diagonal)),
        "export: scaled basis, mode 1: the stride is a sum of several basis elements"
    );
    let huge: Layout = "(2,2,2):(9223372036854775807,1,1)".parse().unwrap();
    assert_eq!(
        says(c_function("f", &huge)),
        "export: overflow: the exact result does not fit the integers used"
    );
    let negative: Composed = "composed((4,6):(7,1), 3, (2,5):(-2,-3))".parse().unwrap();
    assert_eq!(
        says(c_function("f", &negative)),
        "export: coordinate range: the coordinate -11 is negative"
    );
    assert_eq!(
        says(c_function("2x", &"8:1".parse::<Layout>().unwrap())),
        "export: syntax: expected a name of C at position 0"
    );
    let smallest: Layout = "1:-9223372036854775808".parse().unwrap();
    assert!(says(cute_type(&smallest)).starts_with("export: overflow, mode 0: "));
}

/// What is written in each form is read as the layout that was written; C is not read, and Triton's forms are those of
/// linear layouts.
#[test]
fn what_is_written_is_read() {
    use tilework_algebra::export::Form;
    use tilework_algebra::expression::{Names, evaluate};
    let mut random = cases::Random::new(5);
    let mut counts = [0; Form::ALL.len()];
    for _ in 0..2000 {
        let leaf = |random: &mut cases::Random| match random.below(4) {
            0 => ("2".to_owned(), format!("{}", random.below(9))),
            1 => ("(2,3)".to_owned(), format!("({},{})", random.below(30), 1 + random.below(5))),
            2 => ("(4)".to_owned(), format!("({})", 1 << random.below(4))),
            _ => (format!("{}", 1 << random.below(4)), "1".to_owned()),
        };
        let (a, b) = (leaf(&mut random), leaf(&mut random));
        let plain = format!("({},{}):({},{})", a.0, b.0, a.1, b.1);
        let text = match random.below(4) {
            0 => format!("composed(Sw<2,1,3>, {}, {plain})", random.below(20)),
            1 => "Sw<2,0,3> o (8,8):(8,1)".to_owned(),
            2 => "(4,(2,8)):(e0,(6e1,e(1,1)))".replace("e(1,1)", "2e1"),
            _ => plain,
        };
        let value = evaluate(&text, &mut Names::new()).unwrap();
        for (at, form) in Form::ALL.into_iter().enumerate() {
            if form == Form::C {
                continue;
            }
            let Ok(written) = form.write(value.as_layout().unwrap()) else { continue };
            let read = evaluate(&written, &mut Names::new());
            let read = read.unwrap_or_else(|failure| panic!("{}", failure.show(&written)));
            counts[at] += 1;
            let same = format!("equal({read}, {value})");
            let same = evaluate(&same, &mut Names::new()).unwrap().to_string();
            assert_eq!(same, "true", "{text} is written as {written}, read as {read}");
        }
    }
    for (form, count) in Form::ALL.into_iter().zip(counts) {
        let others = matches!(form, Form::C | Form::Triton | Form::Gluon);
        assert!(others || count > 400, "{form:?}: {count}");
    }
}
