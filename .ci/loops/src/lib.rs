//! A function for each loop, found in the assembly by its name.
#![no_std]

use tilework::algorithm::{copy, dot, transform};
use tilework::{Tensor, layout};

#[unsafe(no_mangle)]
pub fn dot_f32(x: &[f32], y: &[f32]) -> f32 {
    let n = x.len();
    let (x, y) = (Tensor::new(x, layout!(n:1)), Tensor::new(y, layout!(n:1)));
    dot(&x.expect("a vector"), &y.expect("a vector")).expect("the same length")
}

/// Matrices stored by rows and by columns.
macro_rules! turned {
    ($name:ident $t:ident, $from:ident $to:ident => $loop:expr) => {
        #[unsafe(no_mangle)]
        pub fn $name(m: usize, n: usize, from: &[$t], to: &mut [$t]) {
            let $from = Tensor::new(from, layout!((m,n):(n,1))).expect("a matrix");
            let mut $to = Tensor::new(to, layout!((m,n):(1,m))).expect("a matrix");
            $loop.expect("the same extents");
        }
    };
}
turned!(copied_u8 u8, from to => copy(&from, &mut to));
turned!(copied_u16 u16, from to => copy(&from, &mut to));
turned!(copied_f32 f32, from to => copy(&from, &mut to));
turned!(copied_f64 f64, from to => copy(&from, &mut to));
turned!(doubled_f32 f32, from to => transform(&from, &mut to, |y, x| *y = 2.0 * x));
turned!(doubled_f64 f64, from to => transform(&from, &mut to, |y, x| *y = 2.0 * x));
