//! The forms that CuTe prints and its users write.

use crate::{assert_value, value};
use tilework_algebra::{Layout, Tiler};

#[track_caller]
fn assert_failure(text: &str, at: usize, words: &str) {
    let failure = value(text).unwrap_err();
    assert!(failure.reason.to_string().contains(words), "{text}: {failure}");
    assert_eq!(failure.at, at, "{text}: {failure}");
}

/// The output of CuTe, and the messages of the types.
#[test]
fn static_integers_as_cute_prints_them() {
    assert_value("(_4,_8):(_8,_1)", "(4,8):(8,1)");
    assert_value("((_2,_4),(_8,3)):((_1,_16),(_2,100))", "((2,4),(8,3)):((1,16),(2,100))");
    assert_value("_4 o _2:_2", "2:2");
    assert_value("(Int<4>{},Int<8>):(C<8>{}, _1{})", "(4,8):(8,1)");
    assert_value("Swizzle<3,3,3>", "Sw<3,3,3>");
    assert_value("Swizzle<2,0,3> o _0 o (_8,_8):(_8,_1) == Sw<2,0,3> o 0 o (8,8):(8,1)", "true");
    assert_eq!("(_4,_8):(_8,_1)".parse::<Layout>(), "(4,8):(8,1)".parse());
    assert_eq!("<_4:_1,_>".parse::<Tiler>(), "<4:1,_>".parse());
    assert_failure("_99999999999999999999", 0, "64 bits");
    assert_failure("_4 = 8:1", 0, "`_4` belongs to the notation: choose another name");
    assert_failure("Int<4,8>", 0, "expected one integer in `<..>`");
}

#[test]
fn integers_between_an_operation_and_its_arguments() {
    let l = "((2,3),4):((1,2),6)";
    for (call, same) in [
        ("size<1>(L)", "size(mode(L, 1))"),
        ("size<0,1>(L)", "size(mode(mode(L, 0), 1))"),
        ("size<_0>(L)", "size(mode(L, 0))"),
        ("rank<0>(L)", "2"),
        ("depth<1>(L)", "0"),
        ("cosize<0>(L)", "cosize(mode(L, 0))"),
        ("shape<0>(L)", "(2,3)"),
        ("stride<0,1>(L)", "stride(2:2)"),
        ("get<0>(L)", "(2,3):(1,2)"),
        ("layout<0,1>(L)", "3:2"),
        ("mode<1>(L)", "4:6"),
        ("upcast<2>(L)", "upcast(L, 2)"),
        ("downcast<2>(L)", "downcast(L, 2)"),
        ("recast<16,32>(L)", "recast(L, 16, 32)"),
        ("select<1,0>(L)", "select(L, [1,0])"),
        ("group<0,2>(L)", "group(L, 0, 2)"),
        ("group_modes<0,2>(L)", "group(L, 0, 2)"),
        ("take<0,1>(L)", "take(L, 0, 1)"),
    ] {
        assert_value(&format!("L = {l}; {call} == {same}"), "true");
    }
    assert_failure("size<1>", 7, "expected `(` after an operation");
    assert_failure("size<>(4)", 5, "an integer");
    assert_failure("size<1>()", 0, "size(X)");
    assert_failure("size<7>((4,8))", 0, "no mode 7 among 2");
}

#[test]
fn equality() {
    assert_value("(4,8) == (4,8):(1,4)", "true");
    assert_value("(4,8):(1,4) == (4,8)", "true");
    assert_value("(4,8):(8,1) == (4,8)", "false");
    assert_value("(4,8) == (4,8)", "true");
    assert_value("A = (4,8):(8,1); B = 4:8; A o 4 == B o 4", "true");
    assert_value("[1 == 1, size((4,8)) == 31]", "[true, false]");
    assert_value("(2,2):(f1,f2) == (2,2):(1,2)", "false");
    assert_failure("1 == 2 == 3", 7, "expected one `==`");
    assert_failure("1 ==", 4, "expected an operand");
}

/// Forms that are not parsed get a hint with the right spelling.
#[test]
fn other_spellings() {
    for (text, spelling) in [
        ("local_tile(8:1, 4, 0)", "`zipped_divide(L, T)((_, c))` is the tile at `c`"),
        ("print_layout((4,8))", "write the layout alone"),
        ("LayoutRight", "`S:row_major`"),
    ] {
        assert_failure(text, 0, spelling);
    }
    // These are parsed.
    assert_value("make_layout((4,8), (8,1))", "(4,8):(8,1)");
    assert_value("make_tile(4, 8)", "(4,8)");
    assert_value("zipped_divide((8,8), <4,4>)((_, (1,0)))", "[(4,4):(1,8), 4]");
    assert_value("crd2idx((1,2), (4,8):(8,1))", "10");
}
