//! Rotary embedding: each head of each token is turned by the angles of the token.

use tilework::{Dyn, Error, Layout, try_layout};
use tilework_device::*;

/// A dynamic integer.
type N = Dyn<u32>;
/// `(vector, head, token)`: 128 numbers of each head in vectors of 4.
pub type Heads = Layout!((32,N,N):(1,32,N));
/// The same for the 64 angles of a token, which all heads have in common: their stride is 0.
pub type Angles = Layout!((16,N,N):(1,0,16));
/// Tiles of 4 heads of 16 tokens. A thread has a vector of the first half of 4 heads, and one of their second half.
pub type Halves = OfTiles<Layout!((32, 4, 16)), Layout!(((16,16),(2,4)):((1,128),(16,32)))>;
/// The angles of a thread: one vector.
pub type OfHalves = OfTiles<Layout!((16, 4, 16)), Layout!(((16,16),1):((1,64),0))>;

/// The layout of `heads` heads of `tokens` tokens, one after another.
///
/// # Errors
/// If there are more vectors than fit 32 bits.
pub fn heads(heads: u32, tokens: u32) -> Result<Heads, Error> {
    try_layout!((32,heads,tokens):(1,32,{32 * heads}))
}
/// The layout of the angles of `tokens` tokens.
///
/// # Errors
/// If there are more vectors than fit 32 bits.
pub fn angles(heads: u32, tokens: u32) -> Result<Angles, Error> {
    try_layout!((16,heads,tokens):(1,0,16))
}

/// With `x` and `y` the numbers `i` and `i + 64` of a head, and `cos` and `sin` those of the angle `i` of the token, they
/// become `x cos - y sin` and `y cos + x sin`.
#[kernel(threads = 256, blocks = blocks_for(to.layout().extents(), (32, 4, 16)))]
pub fn rotary(
    here: Here<256>,
    from: Input<F32x4, Heads, Halves>,
    cos: Input<F32x4, Angles, OfHalves>,
    sin: Input<F32x4, Angles, OfHalves>,
    to: Output<F32x4, Heads, Halves>,
) {
    let none = F32x4::of([0.0; 4]);
    let x = from.own(&here).or(none).load();
    let (cos, sin) = (cos.own(&here).or(none).load()[0].0, sin.own(&here).or(none).load()[0].0);
    to.own(&here).write_each(|i| {
        let (x, y) = (x[i / 2 * 2].0, x[i / 2 * 2 + 1].0);
        F32x4::of([0, 1, 2, 3].map(|j| match i % 2 {
            0 => mul_add(x[j], cos[j], -(y[j] * sin[j])),
            _ => mul_add(y[j], cos[j], x[j] * sin[j]),
        }))
    });
}
