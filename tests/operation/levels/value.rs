//! The operations of the value level on text.

use tilework::algebra::{self, Error, Layout, Tiler};

pub fn layout(text: &str) -> Layout {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn tiler(text: &str) -> Tiler {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub fn coalesce(a: &str) -> Result<Layout, Error> {
    Ok(algebra::coalesce(&layout(a)))
}

pub fn composition(a: &str, b: &str) -> Result<Layout, Error> {
    algebra::composition(&layout(a), &tiler(b))
}

pub fn complement(a: &str, n: &str) -> Result<Layout, Error> {
    algebra::complement(&layout(a), n.parse().unwrap())
}

pub fn complement_ceil(a: &str, n: &str) -> Result<Layout, Error> {
    algebra::complement_ceil(&layout(a), n.parse().unwrap())
}

pub fn logical_divide(a: &str, b: &str) -> Result<Layout, Error> {
    algebra::logical_divide(&layout(a), &tiler(b))
}

pub fn logical_divide_ceil(a: &str, b: &str) -> Result<Layout, Error> {
    algebra::logical_divide_ceil(&layout(a), &tiler(b))
}

pub fn zipped_divide(a: &str, b: &str) -> Result<Layout, Error> {
    algebra::zipped_divide(&layout(a), &tiler(b))
}

pub fn zipped_divide_ceil(a: &str, b: &str) -> Result<Layout, Error> {
    algebra::zipped_divide_ceil(&layout(a), &tiler(b))
}

pub fn right_inverse(a: &str) -> Result<Layout, Error> {
    algebra::right_inverse(&layout(a))
}

pub fn left_inverse(a: &str) -> Result<Layout, Error> {
    algebra::left_inverse(&layout(a))
}

pub fn complement_ext(a: &str) -> Result<Layout, Error> {
    algebra::complement_ext(&layout(a))
}

pub fn logical_product(a: &str, b: &str) -> Result<Layout, Error> {
    algebra::logical_product(&layout(a), &tiler(b))
}

pub fn zipped_product(a: &str, b: &str) -> Result<Layout, Error> {
    algebra::zipped_product(&layout(a), &tiler(b))
}

pub fn tiled_product(a: &str, b: &str) -> Result<Layout, Error> {
    algebra::tiled_product(&layout(a), &tiler(b))
}

pub fn flat_product(a: &str, b: &str) -> Result<Layout, Error> {
    algebra::flat_product(&layout(a), &tiler(b))
}

pub fn blocked_product(a: &str, b: &str) -> Result<Layout, Error> {
    algebra::blocked_product(&layout(a), &layout(b))
}

pub fn raked_product(a: &str, b: &str) -> Result<Layout, Error> {
    algebra::raked_product(&layout(a), &layout(b))
}

pub fn tiled_divide(a: &str, b: &str) -> Result<Layout, Error> {
    algebra::tiled_divide(&layout(a), &tiler(b))
}

pub fn tiled_divide_ceil(a: &str, b: &str) -> Result<Layout, Error> {
    algebra::tiled_divide_ceil(&layout(a), &tiler(b))
}

pub fn flat_divide(a: &str, b: &str) -> Result<Layout, Error> {
    algebra::flat_divide(&layout(a), &tiler(b))
}

pub fn flat_divide_ceil(a: &str, b: &str) -> Result<Layout, Error> {
    algebra::flat_divide_ceil(&layout(a), &tiler(b))
}
