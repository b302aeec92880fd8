//! Programs that are too large fail, whatever the text is: growing values, lists, and long chains of operations.

use tilework_algebra::expression::{
    Expression, MAX_HELD, MAX_LENGTH, MAX_LIST, MAX_WORK, Names, Reason, evaluate,
};
use tilework_algebra::{Error, Rule};

/// The reason why the line has no value.
#[track_caller]
fn reason(line: &str, names: &mut Names) -> Reason {
    match evaluate(line, names) {
        Ok(value) => panic!("{line} = {value}"),
        Err(failure) => failure.reason,
    }
}

/// The functions of a composed layout count, so a name that is composed with itself can be doubled only a few times:
/// each function has at least one leaf.
#[test]
fn composed_layouts_that_grow() {
    for (first, again) in [
        ("A = Sw<1,0,1> o 1 o 4:1", "A = A o A"),
        ("A = composed((3,4):(4,1), 1, 4:1)", "A = A o A"),
        ("A = composed((3,4):(4,1), 1, 4:1)", "A = composed(A, 1, A)"),
        ("A = composed((2,2):(f1,f3), 1, (3,2):(f1,f4))", "A = composed(A, 1, A)"),
        ("A = (3,8):(8,1) o Sw<1,2,3>", "A = A o A"),
    ] {
        let mut names = Names::new();
        evaluate(first, &mut names).unwrap();
        let grown = (0..40).find_map(|_| evaluate(again, &mut names).err());
        assert_eq!(
            grown.map(|failure| failure.reason),
            Some(Reason::Length(MAX_LENGTH)),
            "{first}"
        );
    }
}

#[test]
fn lists() {
    let mut names = Names::new();
    let longer = MAX_LIST as i64 + 1;
    for line in [
        format!("offsets({longer}:1)"),
        format!("image({longer}:1)"),
        format!("image({longer}:f1)"),
        format!("cosize(composed(8:1, 1, {longer}:1))"),
        format!("is_injective(composed(8:1, 1, {longer}:1))"),
        format!("bank_conflicts({longer}:1, 4)"),
        format!("conflict_free_swizzle(4, 1, {longer}:1)"),
    ] {
        let Reason::Algebra(Error { rule, .. }) = reason(&line, &mut names) else {
            panic!("{line}")
        };
        assert_eq!(rule, Rule::ListLength { size: longer, limit: MAX_LIST as i64 }, "{line}");
    }
    // Fewer offsets are listed if there are many functions.
    let chain = format!("C = composed((3,4):(4,1), 1, 65536:1){}", " o 65536:1".repeat(200));
    evaluate(&chain, &mut names).unwrap();
    evaluate(&format!("D = {}C", "composed((3,4):(4,1), 1, ".repeat(800)), &mut names).unwrap_err();
    let deep = format!("D = {}C{}", "composed((3,4):(4,1), 1, ".repeat(800), ")".repeat(800));
    evaluate(&deep, &mut names).unwrap();
    assert!(matches!(
        reason("is_injective(D)", &mut names),
        Reason::Algebra(Error { rule: Rule::ListLength { size: 65536, .. }, .. })
    ));
    evaluate("is_injective(C)", &mut names).unwrap();
}

/// Lists that wait for their operation, and lists that have names, in one line or in several.
#[test]
fn values_at_once() {
    // Each leaf takes at least two words.
    let half = MAX_LIST / 2;
    let lists = MAX_HELD / half + 1;
    let names = &mut Names::new();
    evaluate(&format!("N0 = offsets({half}:0)"), names).unwrap();
    let line = format!("concatenate({})", vec!["N0"; lists].join(","));
    assert_eq!(reason(&line, names), Reason::Held(MAX_HELD));
    let kept = (1..lists).find(|n| evaluate(&format!("N{n} = N0"), names).is_err());
    assert!(kept.is_some_and(|kept| kept >= lists / 4), "{kept:?}");
    assert_eq!(reason("N0", names), Reason::Held(MAX_HELD));
    // Assigning another value to a name frees its room.
    for n in 0..lists {
        evaluate(&format!("N{n} = 1"), names).unwrap();
    }
    evaluate(&format!("offsets({half}:0)"), names).unwrap();
    let many = format!("[{}]", "1,".repeat(MAX_HELD / 32) + "1");
    assert_eq!(reason(&many, names), Reason::Held(MAX_HELD));
}

/// Many operations on long operands.
#[test]
fn work() {
    let mut names = Names::new();
    let long = format!("A = ({}1)", "1,".repeat(30_000));
    evaluate(&long, &mut names).unwrap();
    let often = MAX_WORK / 30_000;
    evaluate(&"rank(A);".repeat(often / 2), &mut names).unwrap();
    assert_eq!(reason(&"rank(A);".repeat(2 * often), &mut names), Reason::Work(MAX_WORK));
    // Each of these operations processes the whole chain before it.
    evaluate(&format!("C = composed(A:A, 1, 4:1); C{}", " o 4:1".repeat(16)), &mut names).unwrap();
    let chain = format!("C{}", " o 4:1".repeat(2 * often));
    assert_eq!(reason(&chain, &mut names), Reason::Work(MAX_WORK));
}

/// An evaluation stops when it is told to, with or without an explanation.
#[test]
fn stopped() {
    let expression: Expression = "A = 8:1; A o 4:2".parse().unwrap();
    let mut all = 0;
    expression
        .evaluate_while(&mut Names::new(), &mut || {
            all += 1;
            true
        })
        .unwrap();
    for most in 0..all {
        let mut names = Names::new();
        let mut done = 0;
        let mut goes_on = || {
            done += 1;
            done <= most
        };
        let stopped = expression.evaluate_while(&mut names, &mut goes_on).unwrap_err();
        assert_eq!(stopped.reason, Reason::Stopped);
        let mut done = 0;
        let mut goes_on = || {
            done += 1;
            done <= most
        };
        let (_, stopped) = expression.explain_while(&mut names, &mut goes_on);
        assert_eq!(stopped.unwrap_err().reason, Reason::Stopped);
    }
}
