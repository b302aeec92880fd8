//! Texts of results, which are read again, and what is said of facts and names.

use tilework_algebra::expression::{Names, evaluate};

/// The text of a result is read as the same value by the names that wrote it.
#[test]
fn texts_are_read_again() {
    for facts in ["N > 0", "N % 12 = 0; M % 8 = 0", "N % 24 = 0; N*M % 5 = 0; P >= 0"] {
        for text in [
            "(16,N):(1,16)",
            "(N,M):row_major",
            "16N:1",
            "(N*M):1",
            "(N*N*N):(N*M)",
            "(N/1):1",
            "cosize((N,M):(M,3))",
            "size((N,M,3))",
            "16N-3*N*M+2",
            "1-N",
            "3-5N*M",
            "(N,M,(2,N*M))",
            "<N:1,_,4>",
            "(M,N):(N,1) / 4",
            "zipped_divide((M,N):(N,1), <4,12>)",
            "complement(4:N, 8*N*M)",
            "N % 5 = 0",
            "N != M",
            "2N = 3M",
            "1*N = M",
            "1*N = 24",
            "16 % N = 0; N > 1",
            "take((N*M,2):(1,M), 0, 1)",
            "take((M,2):(1,3N), 0, 1)",
            "shape(take((N*M,2):(1,M), 0, 1))",
            "((M*N,),2)",
            "(M+1,)",
            "(M/4,)",
            "M*N <= 1000; N <= 30",
        ] {
            let mut names = Names::new();
            evaluate(facts, &mut names).unwrap();
            evaluate("M > 0; N > 0", &mut names).unwrap();
            let Ok(value) = evaluate(text, &mut names) else { continue };
            let written = value.to_string();
            if value.kind() == "an answer by cases" {
                continue;
            }
            let again = evaluate(&written, &mut names).map_err(|failure| failure.show(&written));
            assert_eq!(
                again.unwrap_or_else(|shown| panic!("{facts}; {text}: {shown}")),
                value,
                "{facts}; {text}"
            );
        }
    }
}

/// The text of each case is read as its value after its conditions.
#[test]
fn cases_are_read_after_their_conditions() {
    let mut all = 0;
    for text in [
        "zipped_divide((M,N):(N,1), <4,12>)",
        "(N,M):(1,40) o 12:1",
        "complement(4:N, M)",
        "(N,M):(M,1) o N:2",
        "(N,3):(1,40) o 6:1",
    ] {
        let mut names = Names::new();
        evaluate("M > 0; N > 0", &mut names).unwrap();
        let answer = evaluate(text, &mut names).unwrap().to_string();
        for case in answer.split("; ") {
            let (conditions, result) =
                case.split_once(": ").unwrap_or_else(|| panic!("{text}: {answer}"));
            if result.starts_with("no") || conditions == "otherwise" {
                continue;
            }
            all += 1;
            let mut names = Names::new();
            evaluate("M > 0; N > 0", &mut names).unwrap();
            for condition in conditions.split(", ") {
                evaluate(condition, &mut names)
                    .unwrap_or_else(|failure| panic!("{condition}: {failure}"));
            }
            let given = evaluate(text, &mut names)
                .unwrap_or_else(|failure| panic!("{conditions}: {failure}"));
            let read =
                evaluate(result, &mut names).unwrap_or_else(|failure| panic!("{case}: {failure}"));
            assert_eq!(given, read, "{case}");
        }
    }
    assert!(all >= 5);
}

/// What is said of names, facts and operands.
#[test]
fn what_is_said() {
    #[track_caller]
    fn assert_said(text: &str, expected: &str) {
        let said = match evaluate(text, &mut Names::new()) {
            Ok(value) => value.to_string(),
            Err(failure) => failure.reason.to_string(),
        };
        assert_eq!(said, expected, "{text}");
    }
    assert_said("size(N)", "nothing has the name `N`");
    assert_said("8:1 o N", "nothing has the name `N`");
    assert_said("N > 0; size(N)", "N");
    assert_said(
        "(4,N/4):(1,4)",
        "N/4 is an integer only if N % 4 = 0: write the fact before it, `N % 4 = 0; ...`",
    );
    assert_said("N % 4 = 0; (4,N/4):(1,4)", "(4,N/4):(1,4)");
    assert_said(
        "N >= 0; (4,N):(1,4)",
        "N may be 0: write `> 0` for the symbols of extents and strides",
    );
    assert_said("(N*M)", "M*N");
    assert_said("(N*M,)", "(M*N,)");
    assert_said("(N*M,):(1)", "(M*N,):(1)");
    let fact = "expected an operator or the end, or one fact between `;` such as `N % 8 = 0`, `N >= 16` or `N != M`,";
    for text in ["N % 8 = 1", "N % 8 = 0, M % 8 = 0", "N >= M + 1", "5 <= N <= 9"] {
        assert_said(text, fact);
    }
    assert_said("N > 5; N < 3", "no number satisfies this, since N >= 6");
    assert_said("N % 6 = 0; N % 4 = 0; N < 40", "N % 12 = 0; N <= 36; N >= 12");
    assert_said("N = 32; N % 4 = 0", "a fact is about a symbol, but this one is about numbers");
    assert_said("N = 4M; M % 2 = 0; (16,N):(1,16)", "nothing has the name `M`");
    assert_said("M % 2 = 0; N = 4M; (16,N/8):(1,16)", "(16,M/2):(1,16)");
    assert_said(
        "(4,N-1):(1,4)",
        "an extent or stride is a product of symbols and numbers, not a sum",
    );
    assert_said(
        "(4,N):(1,4) / 8",
        "N % 2 = 0: (8,N/2):(1,8); otherwise: no result: complement: evenness: 4N is not a multiple of 8",
    );
    assert_said(
        "A = (4,N):(1,4) / 8; size(A)",
        "the operand depends on its symbols: write a fact before it, such as `N % 2 = 0`",
    );
    assert_said("(N,4):(1,N) == (N,4):(1,6)", "N = 6: true; otherwise: false");
    assert_said("i >= 0; (M,K):(K,1)(i,3)", "K*i+3");
    assert_said("i >= 0; i < 16; (16,N):(1,M)(i)", "i");
    assert_said("(16,N):(1,M)(16N)", "M*N");
}

/// What CuTe prints for integers that are known only at run time.
#[test]
fn dynamic_integers() {
    let mut names = Names::new();
    let first = evaluate("(?,32768):(?{i64 div=8},?{div=4})", &mut names).unwrap();
    assert_eq!(first.to_string(), "(d0,32768):(d1,d2)");
    let notes: Vec<String> = names.take_notes().into_iter().map(|note| note.text).collect();
    assert_eq!(
        notes,
        [
            "`?` is the symbol `d0`: any integer from 1",
            "`?{div=8}` is the symbol `d1`, with `d1 % 8 = 0`",
            "`?{div=4}` is the symbol `d2`, with `d2 % 4 = 0`",
        ]
    );
    // Another one is another symbol, whatever names the text has.
    assert_eq!(evaluate("(?,d7):(?,d3)", &mut names).unwrap().to_string(), "(d8,d7):(d9,d3)");
    assert_eq!(
        evaluate("(?{div=8},4):(4,1) / <8>", &mut names).unwrap().to_string(),
        "((8,d4/8),4):((4,32),1)"
    );
}
