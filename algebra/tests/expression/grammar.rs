use tilework_algebra::expression::{
    Expression, MAX_DEPTH, MAX_LENGTH, Names, Reason, Value, evaluate,
};
use tilework_algebra::morphism::NestedTupleMorphism;
use tilework_algebra::{
    ArithmeticTuple, Composed, IntTuple, Layout, Profile, Rule, Slicer, Swizzle, Tiler, Xor,
};

use crate::{assert_value, value};

/// A comma may follow the last element in brackets of each kind.
#[test]
fn commas_at_the_end() {
    assert_value("(7,):(3,)", "(7):(3)");
    assert_value("<4,8,>", "<4:1,8:1>");
    assert_value("[0,1,]", "[0, 1]");
    assert_value("size((4,8,):(1,4),)", "32");
    for wrong in ["(,)", "(4,,)", "4,", "size(,)"] {
        assert!(evaluate(wrong, &mut Names::new()).is_err(), "{wrong}");
    }
}

#[test]
fn literals_of_every_kind() {
    for text in [
        "8",
        "-9223372036854775808",
        "()",
        "(8)",
        "((2,3),4)",
        "true",
        "false",
        "_",
        "(1,(_,2))",
        "*",
        "(*,(*,*))",
        "((),*)",
        "8:1",
        "(8):(1)",
        "((2,3),4):((1,-2),6)",
        "<>",
        "<4:1,<(2,3):(3,1),_>>",
        "[]",
        "[0, 1, -2]",
        "[4, (2,3):(1,2), (1,2), *, true]",
    ] {
        assert_value(text, text);
        // Blanks make no difference.
        let spaced: String = text.replace(' ', "").chars().flat_map(|c| [c, '\n']).collect();
        if !text.contains(char::is_alphabetic) && !text.contains(|c: char| c.is_ascii_digit()) {
            assert_value(&spaced, text);
        }
    }
}

#[test]
fn layouts() {
    assert_value("(4,8):row_major", "(4,8):(8,1)");
    assert_value("(4,8) : col_major", "(4,8):(1,4)");
    assert_value("size((2,3)):3", "6:3");
    assert_value("(size((2,3)),2):(1,7)", "(6,2):(1,7)");
    assert_eq!(value("(4,8):(1)").unwrap_err().at, 5);
}

/// Integers as the macros read them.
#[test]
fn integers_of_rust() {
    assert_value("(6_0,0x3f5):(1_,0b101)", "(60,1013):(1,5)");
    assert_value("0o17:-0x10", "15:-16");
    assert_value("-9_223_372_036_854_775_808", "-9223372036854775808");
    assert_value("Sw<0x2,0,-3_> o 1_6:1", "(4,4):(f9,f4)");
    for text in ["0x", "0b2", "0x8000_0000_0000_0000", "0xg"] {
        assert!(value(text).is_err(), "{text}");
    }
}

#[test]
fn operators_go_from_left_to_right() {
    // (A o B) o C is 2:5 here, A o (B o C) 2:7: 4:1 ends before 5 (004, section 3.3.3).
    assert_value("(5,3):(1,7) o 4:1 o 2:5", "2:5");
    assert_value("(5,3):(1,7) o (4:1 o 2:5)", "2:7");
    for (sign, name) in [
        ("o", "composition"),
        ("∘", "composition"),
        ("/", "logical_divide"),
        ("⊘", "logical_divide"),
        ("*", "logical_product"),
        ("⊗", "logical_product"),
    ] {
        let by_name = value(&format!("{name}(24:1, 4:2)")).unwrap();
        assert_value(&format!("24:1 {sign} 4:2"), &by_name);
        assert_value(&format!("24:1{sign} 4:2"), &by_name);
    }
    assert_value("(8,16):(20,1) o (4,8)", "(4,8):(20,1)");
    assert_value("(8,16):(20,1) o <_,8:2>", "(8,8):(20,2)");
}

#[test]
fn a_star_is_a_leaf_or_a_product_by_its_place() {
    assert_value("coalesce((2,(1,6)):(1,(6,2)) , (*,*))", "(2,6):(1,2)");
    assert_value("2:1 * 3:1", "(2,3):(1,2)");
    assert_value("coalesce(2:1 * 3:1, *)", "6:1");
    assert_eq!(value("2:1 * *").unwrap_err().at, 6);
}

#[test]
fn parentheses() {
    // Around an integer, a tuple, `_` or `*`, parentheses make a tuple.
    for text in ["(8)", "((8))", "((1,2))", "(_)", "(*)"] {
        assert_value(text, text);
    }
    // Around anything else they group.
    assert_value("(8:1)", "8:1");
    assert_value("((8:1 o 4:2))", "4:2");
    assert_value("(size(8:1))", "8");
    assert_value("(<4,8>)", "<4:1,8:1>");
    // A name behaves as its value.
    assert_value("A = 8; (A)", "(8)");
    assert_value("A = (4,8):(1,4); (A)(5)", "5");
    // Tuples of layouts are tilers.
    assert_value("(8:1,_,(4,2:3))", "<8:1,_,<4:1,2:3>>");
}

#[test]
fn layouts_are_functions() {
    let layout = "((3,2),((2,3),2)):((4,1),((2,15),100))";
    for (coordinate, expected) in [
        ("16", "20"),
        ("(1,5)", "36"),
        ("1,5", "36"),
        ("((1,0),((1,2),0))", "36"),
        ("(1,0),((1,2),0)", "36"),
        ("(1,_),((_,0),_)", "[(2,(2,2)):(1,(2,100)), 4]"),
        ("_,0", "[(3,2):(4,1), 0]"),
    ] {
        assert_value(&format!("{layout}({coordinate})"), expected);
        assert_value(&format!("L = {layout}; L({coordinate})"), expected);
    }
    assert_value("coalesce((2,3):(1,2))(5)", "5");
    assert_eq!(value("(2,3)(5)").unwrap_err().at, 0);
    assert_eq!(value("8:1(4:1)").unwrap_err().at, 4);
}

#[test]
fn names() {
    let mut names = Names::new();
    let mut run = |text: &str| evaluate(text, &mut names).map(|value| value.to_string());
    assert_eq!(run("A = (4,8):(1,4)").as_deref(), Ok("(4,8):(1,4)"));
    assert_eq!(run("n = size(A); tile_2 = n:1;").as_deref(), Ok("32:1"));
    // Assignments before a failure stay.
    assert!(run("é = A o tile_2; x = y").is_err());
    assert_eq!(run("é").as_deref(), Ok("32:1"));
    let unknown = run("size(x)").unwrap_err();
    let reason = Reason::Unknown { name: "x".to_owned(), similar: None };
    assert_eq!((unknown.at, unknown.reason), (5, reason));
    assert_eq!(names.iter().count(), 4);
    assert_eq!(names.get("n"), Some(&Value::Tuple(32.into())));
    for text in ["size = 3", "o = 3", "_ = 3", "e0 = 3", "f12 = 3", "true = 3", "row_major = 3"]
        .into_iter()
        // `E(3)` would be a stride and `Layout(3)` a layout, whatever the name is.
        .chain(["E = 4:1", "Layout = 4:1", "make_shape = 3", "BlockedLayout = 3", "blocked = 4"])
    {
        let failure = evaluate(text, &mut names).unwrap_err();
        assert!(matches!(failure.reason, Reason::Reserved(_)), "{text}: {failure}");
    }
    assert_value("e = 1; f = 2; e0x = 3; (e,f,e0x)", "(1,2,3)");
}

/// The text, with `^` before the position of the failure.
#[track_caller]
fn assert_place(marked: &str, reason: &str) {
    let text = marked.replace('^', "");
    let failure = value(&text).unwrap_err();
    assert_eq!(failure.at, marked.find('^').unwrap(), "{text}: {failure}");
    assert!(failure.reason.to_string().contains(reason), "{failure}");
}

#[test]
fn mistakes_are_located() {
    let operand = "expected an operand";
    for marked in ["^", "8:1 o ^", "(1,^,2)", "4:^)", "coalesce(^:1)", "^)"] {
        assert_place(marked, operand);
    }
    assert_place("(4,8^", "expected an operator, `,` or `)`");
    assert_place("<4,8^)", "expected an operator, `,` or `>`");
    assert_place("[4:1^)", "expected an operator, `,` or `]`");
    assert_place("4:1^:2", "expected an operator or the end");
    assert_place("4 ^8", "expected an operator or the end");
    assert_place("A = 3 ^= 4", "expected an operator");
    assert_place("coalesce ^", "expected `(`");
    assert_place("^e0 = 4", "`e0` belongs to the notation: choose another name");
    assert_place("8:1 o ^o", "`o` belongs to the notation: choose another name");
    assert_place("^row_major", "`row_major` belongs to the notation: choose another name");
    assert_place("(4,^9223372036854775808)", "does not fit");
    assert_place("^nothing(3)", "nothing has the name `nothing`");
    assert_place(
        "^compositon(8:1, 4:1)",
        "nothing has the name `compositon`; did you mean `composition`?",
    );
    assert_place("8:1 o ^coalesce(4,5,6)", "3 arguments given to coalesce(L, [P])");
    assert_place("^concatenate()", "0 arguments given to concatenate(L...)");
    assert_place("size(^[1, 2])", "a layout is wanted, not a list");
    assert_place("(4,8) o ^true", "a tiler is wanted, not a truth value");
    assert_place("(*,^3)", "a profile is wanted, not an integer");
    assert_place("[1,^[2]]", "not a list");
    assert_place("(1,2):^true", "a tuple of integers is wanted");
    assert_place("take(8:1,^-1,2)", "the number of a mode, from 0, is wanted, not a negative");
    assert_place(
        "select(8:1,^[0,-1])",
        "numbers of modes, from 0, is wanted, not one with a negative",
    );
    assert_place("^idx2crd(-1, (4,8))", "the coordinate -1 is negative");
    assert_place("8:1 o ^Sw<3,4,2>", "swizzle: disjoint bits: 3 bits from bit 4 on");
    assert_place("^complement(8:1)", "1 argument given to complement(L, N), which takes 2");
    assert_place(
        "^bank_conflicts(32:1, 4, 1, 32, 4, 32, 0, 1, 1)",
        "9 arguments given to bank_conflicts(L, bytes, [vector=1], [banks=32], [width=4], [lanes=0], [machine=0], [store=0]), which takes 2 to 8",
    );
    assert_place("^concatenate()", "concatenate(L...), which takes at least 1");
    // The operation that has no result
    assert_place("(4,6,8):(2,3,5) ^o 6:3", "stride divisibility, mode 0");
    assert_place("10:1 o ^complement(4:1,10)", "evenness");
    assert_place("(4,-1)^:(1,4)", "an extent must be at least 0, not -1");
}

#[test]
fn the_caret() {
    let shown = |text: &str| value(text).unwrap_err().show(text);
    assert_eq!(
        shown("8:1 ∘ 4:\n x"),
        "error: nothing has the name `x`\n  8:1 ∘ 4:  x\n            ^"
    );
    assert_eq!(shown("(4,"), "error: expected an operand\n  (4,\n     ^");
    assert_eq!(value("(4,").unwrap_err().to_string(), "expected an operand at position 3");
    // A long text is cut to the part near the position.
    let far = format!("8{}x{}", " ".repeat(100_000), " + 1".repeat(50));
    let (before, after) = (" ".repeat(100), " + 1".repeat(25));
    let near = format!("  ..{before}x{}..\n  {}^", &after[..99], " ".repeat(102));
    assert!(shown(&far).ends_with(&near), "{}", shown(&far));
}

#[test]
fn deep_nesting_is_read_or_refused() {
    let nested = |open: &str, depth: usize, close: &str| {
        format!("{}1{}", open.repeat(depth), close.repeat(depth))
    };
    let deepest = nested("(", MAX_DEPTH, ")");
    assert_value(&deepest, &deepest);
    assert_value(&format!("depth({})", nested("(", MAX_DEPTH - 1, ")")), "1023");
    for (open, close) in [("(", ")"), ("<", ">"), ("[", "]"), ("size(", ")"), ("1:1(", ")")] {
        for depth in [10_000, 1_000_000] {
            let failure = value(&nested(open, depth, close)).unwrap_err();
            assert_eq!(failure.reason, Reason::Depth(MAX_DEPTH), "{open}");
        }
    }
    // Literals have no limit.
    let text = nested("(", 10_000, ")");
    assert_eq!(text.parse::<IntTuple>().map(|tuple| tuple.depth()), Ok(10_000));
    let tiler = value(&nested("<", Tiler::MAX_DEPTH + 1, ">")).unwrap_err();
    let Reason::Algebra(error) = tiler.reason else { panic!("{tiler}") };
    assert_eq!(error.rule, Rule::Depth { limit: Tiler::MAX_DEPTH });
    // Long chains do not nest.
    let chain = ["8:1"; 10_000].join(" o ");
    assert_value(&chain, "8:1");
}

#[test]
fn values_do_not_grow_without_bound() {
    let mut names = Names::new();
    evaluate("A = (1,1)", &mut names).unwrap();
    let twice: Expression = "A = (A,A)".parse().unwrap();
    let grown = (0..100).map(|_| twice.evaluate(&mut names)).find_map(Result::err).unwrap();
    assert_eq!(grown.reason, Reason::Length(MAX_LENGTH));
    let selected = evaluate("select(A, offsets(65536:0))", &mut names).unwrap_err();
    assert!(matches!(selected.reason, Reason::Length(_)), "{selected}");
    let coordinates = evaluate("coordinates((65536,65536,65536))", &mut names).unwrap_err();
    assert!(matches!(coordinates.reason, Reason::Length(_)), "{coordinates}");
}

/// The types parse every expression that writes a value.
#[test]
fn from_str_reads_what_is_written() {
    assert_eq!("(8,4):row_major".parse::<Layout>(), "(8,4):(4,1)".parse());
    assert_eq!("(_8,_4):(_4,_1)".parse::<Layout>(), "(8,4):(4,1)".parse());
    assert_eq!("(8:2)".parse::<Tiler>(), "8:2".parse());
    assert_eq!("((8:2),<4>)".parse::<Tiler>(), "<8:2,<4>>".parse());
    let tile = "Sw<1,0,2> o 0 o (4,2):(2,1)";
    for text in [tile, &format!("({tile})"), &format!("composed({tile}, 0, 8:1)")] {
        assert_eq!(text.parse::<Composed>().map(|tile| tile.inner().size()), Ok(8), "{text}");
    }
    // A text that is not a value of the type is not one of its literals.
    for text in ["8:1", "(*,*)", "x"] {
        assert!(matches!(text.parse::<IntTuple>().unwrap_err().rule, Rule::Syntax { .. }));
    }
    // If the value itself is wrong, that is the error.
    assert!(matches!("(4,8):(e0,f1)".parse::<Tiler>().unwrap_err().rule, Rule::Codomain));
}

/// Parsing does not run programs, however short: each operation would take time, without a common limit.
#[test]
fn from_str_computes_nothing() {
    fn refused<T: std::str::FromStr<Err = tilework_algebra::Error>>(text: &str, place: usize) {
        let error = text.parse::<T>().err().unwrap_or_else(|| panic!("{text:.100} is read"));
        let Rule::Syntax { at, expected } = error.rule else { panic!("{text:.100}: {error}") };
        assert_eq!((at, expected), (place, "what is written without operations"), "{text:.100}");
    }
    let program = "A=offsets(4194304:1); ".repeat(100) + "4:1";
    refused::<Layout>(&program, 2);
    refused::<IntTuple>(&program, 2);
    refused::<Profile>(&program, 2);
    refused::<Slicer>(&program, 2);
    refused::<Layout<ArithmeticTuple>>(&program, 2);
    refused::<Layout<Xor>>(&program, 2);
    refused::<Swizzle>(&program, 2);
    refused::<Composed>(&program, 2);
    refused::<Composed<Xor>>(&program, 2);
    refused::<Tiler>(&program, 2);
    refused::<NestedTupleMorphism>(&program, 2);
    // Names and statements, lists, applications, and comparisons.
    for (text, place) in
        [("A = 8:1", 0), ("8:1; 4:1", 3), ("[1, 2]", 0), ("8:1(2)", 3), ("8:1 == 8:1", 4)]
    {
        refused::<Layout>(text, place);
    }
    // Operations, and compositions that do not write one layout.
    for (text, place) in [
        ("(4,6,8):(2,3,5) o 6:3", 16),
        ("8:1 / 4:1", 4),
        ("Sw<1,0,1> o Sw<1,0,1>", 10),
        ("(Sw<1,0,1> o 4:1) o 4:1", 18),
        ("4:1 o 2 o 4:1", 4),
        ("composed(8:1, 0, composed(8:1, 0, 4:1))", 0),
        ("<composed(8:1, 0, 4:1)>", 0),
        ("(size(8:1),_)", 1),
    ] {
        refused::<Composed>(text, place);
        refused::<Tiler>(text, place);
    }
}

/// A stride of many terms is summed at once.
#[test]
fn long_sums_are_read() {
    let term = |at: usize| format!("e({},{})", at / 256, at % 256);
    let terms: Vec<String> = (0..1 << 15).rev().map(term).collect();
    let layout: Layout<ArithmeticTuple> = format!("2:{}", terms.join("+")).parse().unwrap();
    let ones = layout.offset(1).unwrap();
    assert_eq!((ones.leaves().len(), ones.size()), (1 << 15, Ok(1)));
    // Only the sum has to be a coordinate.
    assert_eq!("2:e0+e(0,1)-e0".parse::<Layout<ArithmeticTuple>>(), "2:e(0,1)".parse());
    let both = "2:e0+e(0,1)".parse::<Layout<ArithmeticTuple>>().unwrap_err();
    assert_eq!(both.rule, Rule::Codomain);
}

/// Values of another language are read at leaves, and have no value here.
#[test]
fn foreign_leaves() {
    let read = |text| Expression::with_foreign(text).unwrap();
    let whats = |text| -> Vec<String> {
        read(text).steps().iter().map(|step| format!("{:?}", step.what)).collect()
    };
    assert_eq!(whats("{1}:{0}"), ["Foreign(1)", "Foreign(0)", "Layout"]);
    // A product, since the next token is not an element; one multiple, and a sum.
    assert_eq!(whats("{0} * 2").len(), 3);
    assert_eq!(whats("{0}*e1").last().unwrap(), "Times");
    assert_eq!(whats("e0 + {0}*e(0,1)").last().unwrap(), "Plus");
    assert!(Expression::with_foreign("e0 + 3").is_err());
    assert!("{0}".parse::<Expression>().is_err());
    for text in ["{0}", "{0}*e1", "e0+{0}*e1", "4:{0}"] {
        assert!(read(text).evaluate(&mut Names::new()).is_err(), "{text}");
    }
    // A step with too few operands fails.
    for step in read("(4,8):(1,4) o 2:1").steps() {
        assert_eq!(step.evaluate(&[]).is_err(), step.operands() > 0);
    }
}

/// The stride 0 is of every kind, and its text is read as the same value.
#[test]
fn strides_that_are_0() {
    for text in
        ["f0 == 0", "0e0 == 0", "e0-e0 == 0", "(f0,0e0) == (0,0)", "(4,8):(f0,f1) == (4,8):(0,f1)"]
    {
        assert_eq!(crate::value(text).unwrap(), "true", "{text}");
    }
    for (text, read) in
        [("stride((2,2):(f1,f0))", "(f1,0)"), ("stride((2,(2,2)):(e1,(0,0e1)))", "(e1,(0,0))")]
    {
        let names = &mut Names::new();
        assert_eq!(evaluate(text, names), evaluate(read, names), "{text}");
    }
}
