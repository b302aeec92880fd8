//! Plain forms of functions. They panic with the text of the error that their `try_` forms return.

use core::fmt::Debug;

use tilework_algebra::Error;

/// The value of a `try_` form, or a panic with its error.
#[inline(always)]
#[track_caller]
pub fn plain<T>(result: Result<T, Error>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{error}"),
    }
}

/// The same as [`plain`], with the layout of the tensor in the message.
#[inline(always)]
#[track_caller]
pub fn plain_in<T>(layout: impl Debug, result: Result<T, Error>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{error}, in {layout:?}"),
    }
}

/// The same as [`plain`], with the layouts of two tensors in the message.
#[inline(always)]
#[track_caller]
pub(crate) fn plain_of_two<T>(left: impl Debug, right: impl Debug, result: Result<T, Error>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{error}, in {left:?} and {right:?}"),
    }
}
