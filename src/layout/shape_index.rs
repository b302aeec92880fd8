//! `shape[0]`, which does not compile: a shape is an hlist. The error names the method that has the number.

use core::ops::Index;

use frunk_core::hlist::HCons;

/// The only index of an hlist, so that rustc expects it in the place of a number. Nothing makes one.
#[doc(hidden)]
#[allow(non_camel_case_types)]
pub enum write_t_extent_0 {}

#[doc(hidden)]
impl<H, T> Index<write_t_extent_0> for HCons<H, T> {
    type Output = usize;
    fn index(&self, index: write_t_extent_0) -> &usize {
        match index {}
    }
}
