//! Tuples of integers and their profiles.

pub(crate) mod congruence;
pub(crate) mod inner_product;
pub(crate) mod int_tuple;
pub(crate) mod integers;
pub(crate) mod nested;
pub(crate) mod profile;
pub(crate) mod shape_div;
