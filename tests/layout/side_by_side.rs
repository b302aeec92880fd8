//! Layouts side by side whose size does not fit: the errors at run time are those of the value level.

use tilework::algebra::{self, Layout as Value};
use tilework::{
    Error, Rule, hlist, layout,
    operation::{try_concatenate, try_zip},
    try_layout,
};

#[test]
fn sizes_that_do_not_fit() {
    let n = 1_usize << 32;
    let (a, b) = (layout!((n,3):(0,1)), layout!((n,5):(0,0)));
    let (left, right): (Value, Value) = (a.to_value(), b.to_value());
    let told = |error: Error| (error.operation.name(), error.rule);
    let concatenated = [
        try_concatenate(hlist![a, b]).unwrap_err(),
        try_layout!(concatenate(a, b)).unwrap_err(),
        Value::concatenate([left.clone(), right.clone()]).unwrap_err(),
    ];
    assert!(concatenated.map(told) == [("concatenate", Rule::Overflow); 3]);
    let zipped = [
        try_zip(a, b).unwrap_err(),
        try_layout!(zip(a, b)).unwrap_err(),
        algebra::zip(&left, &right).unwrap_err(),
    ];
    assert!(zipped.map(told) == [("zip", Rule::Overflow); 3]);
}

#[test]
#[should_panic(expected = "zip: overflow")]
fn the_plain_form_panics_with_the_text() {
    let n = 1_usize << 32;
    tilework::operation::zip(layout!((n,3):(0,1)), layout!((n,5):(0,0)));
}
