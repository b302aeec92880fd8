//! The panicking forms of functions: they panic with the text of the error that their `try_` forms return.

use core::fmt::Debug;

use tilework_algebra::Error;

/// Unwraps the result of a `try_` form.
#[inline(always)]
#[track_caller]
pub(crate) fn plain<T>(result: Result<T, Error>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{error}"),
    }
}

/// Unwraps the result of a `try_` form on a tensor with this layout.
#[inline(always)]
#[track_caller]
pub(crate) fn plain_in<T>(layout: impl Debug, result: Result<T, Error>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{error}, in {layout:?}"),
    }
}

/// Unwraps the result of a `try_` form on two tensors with these layouts.
#[inline(always)]
#[track_caller]
pub(crate) fn plain_of_two<T>(left: impl Debug, right: impl Debug, result: Result<T, Error>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{error}, in {left:?} and {right:?}"),
    }
}
