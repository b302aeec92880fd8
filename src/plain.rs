//! Plain forms of functions: they panic with the text of the error that their `try_` forms return.

use core::fmt::Debug;

use tilework_algebra::Error;

/// What a `try_` form gives.
#[inline(always)]
#[track_caller]
pub(crate) fn plain<T>(result: Result<T, Error>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{error}"),
    }
}

/// What a `try_` form of a tensor with this layout gives.
#[inline(always)]
#[track_caller]
pub(crate) fn plain_in<T>(layout: impl Debug, result: Result<T, Error>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{error}, in {layout:?}"),
    }
}

/// What a `try_` form of two tensors with these layouts gives.
#[inline(always)]
#[track_caller]
pub(crate) fn plain_of_two<T>(left: impl Debug, right: impl Debug, result: Result<T, Error>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{error}, in {left:?} and {right:?}"),
    }
}
