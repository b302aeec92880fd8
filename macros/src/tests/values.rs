//! The code of values: calls into the crate, with the caller's code as arguments.

use super::notation::plain;
use crate::{emit, expand_value};

pub(super) fn value_code(text: &str) -> String {
    // One space is part of `<.. as Known>`.
    plain(expand_value(text.parse().unwrap(), emit::value)).replace("asKnown", " as Known")
}

/// The code for an hlist of values.
pub(super) fn list(modes: &[&str]) -> String {
    modes
        .iter()
        .rev()
        .fold("HNil".to_string(), |tail, head| format!("HCons{{head:{head},tail:{tail}}}"))
}

/// The code for the extent `code` of a layout at the mode `at`.
pub(super) fn extent(code: &str, at: usize) -> String {
    format!("leaf_of({code},Option::Some(Operation::Layout),Option::Some({at}usize))")
}

/// The code for the stride `code`.
pub(super) fn stride(code: &str) -> String {
    format!("leaf_of({code},Option::None,Option::None)")
}

/// The code for a static integer below 1024.
pub(super) fn integer(value: u64) -> String {
    format!("<Static<U{value}> as Known>::VALUE")
}

#[test]
fn run_time_leaves_in_values() {
    let (one, eight) = (&integer(1), &integer(8));
    let shape = list(&[&extent("m", 0), &extent("{Self::K}", 1)]);
    let stride = list(&[one, &stride("lda")]);
    assert_eq!(value_code("(m,Self::K):(1,lda)"), format!("Layout::new({shape},{stride})"));
    assert_eq!(value_code("{m}:2"), format!("Layout::new({},{})", extent("m", 0), integer(2)));
    assert_eq!(value_code("{m}:1"), format!("run({})", extent("m", 0)));
    assert_eq!(value_code("{m * 2}:1"), format!("run({})", extent("{m*2}", 0)));
    assert_eq!(
        value_code("(m,8)"),
        format!("Layout::col_major({})", list(&[&extent("m", 0), eight]))
    );
    let nested = list(&[&extent("m", 0), &list(&[eight])]);
    assert_eq!(value_code("(m,(8)):row_major"), format!("Layout::row_major({nested})"));
}

#[test]
fn names_and_operations_in_values() {
    let tile = value_code("4:1");
    assert_eq!(value_code("a"), "a");
    assert_eq!(value_code("{self.a} o b"), "composition({self.a},b)");
    assert_eq!(value_code("a / (4,_)"), format!("logical_divide(a,{})", list(&[&tile, "Keep"])));
    assert_eq!(
        value_code("complement(a, n)"),
        "complement(a,leaf_of(n,Option::Some(Operation::Complement),Option::None))"
    );
    assert_eq!(value_code("coalesce(a / b)"), "coalesce(logical_divide(a,b))");
    let mixed = list(&[&format!("run({})", extent("m", 0)), &tile]);
    assert_eq!(
        value_code("zipped_divide_ceil(a, (m,4))"),
        format!("zipped_divide_ceil(a,{mixed})")
    );
    // The right side of a product is a tiler, and for products that pair modes a layout.
    let (two, grid) = (value_code("2:1"), value_code("(2,2):(1,2)"));
    assert_eq!(value_code("a * (2,_)"), format!("logical_product(a,{})", list(&[&two, "Keep"])));
    assert_eq!(value_code("blocked_product(a, (2,2))"), format!("blocked_product(a,{grid})"));
    assert_eq!(value_code("right_inverse(a) * b"), "logical_product(right_inverse(a),b)");
    // Known operands are evaluated first.
    assert_eq!(value_code("(4,8) o 4 o b"), format!("composition({tile},b)"));
}

#[test]
fn results_evaluate_the_callers_code_outside_the_closure() {
    let code = |text: &str| plain(expand_value(text.parse().unwrap(), emit::try_value));
    let expected = |code: [&str; 2], value: &str| {
        format!(
            "match({},{},){{(Result::Ok(code0),Result::Ok(code1),)=>{{\
             (||->Result<_,Error>{{letlayout={value};Result::Ok(layout)}})()}}\
             (Result::Err(error),_,)=>Result::Err(error),\
             (_,Result::Err(error),)=>Result::Err(error),}}",
            code[0], code[1]
        )
    };
    assert_eq!(
        code("{f()?}:lda"),
        expected(
            [&format!("try_{}", extent("{f()?}", 0)), &format!("try_{}", stride("lda"))],
            "Layout::try_new(code0,code1)?"
        )
    );
    assert_eq!(
        code("a o b"),
        expected(
            ["Result::<_,Error>::Ok(a)", "Result::<_,Error>::Ok(b)"],
            "try_composition(code0,code1)?"
        )
    );
    assert_eq!(
        code("({m},n)"),
        expected(
            [&format!("try_{}", extent("m", 0)), &format!("try_{}", extent("n", 1))],
            &format!("Layout::try_col_major({})?", list(&["code0", "code1"]))
        )
    );
}
