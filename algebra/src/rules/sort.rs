//! Sort for modes whose order the types know.

use super::facts::Known;

/// The positions of the modes sorted by stride, then by extent. Unknown numbers are never compared.
pub const fn order(mut modes: &Known) -> [u8; 128] {
    let (mut order, mut keys, mut count) = ([0; 128], [(0, 0); 128], 0);
    while let Known::Then(leaf, others) = modes
        && count < 128
    {
        let stride = if let Some(stride) = leaf.stride { stride } else { 0 };
        let shape = if let Some(shape) = leaf.shape { shape } else { 0 };
        let mut at = count;
        while at > 0
            && (keys[at - 1].0 > stride || keys[at - 1].0 == stride && keys[at - 1].1 > shape)
        {
            keys[at] = keys[at - 1];
            order[at] = order[at - 1];
            at -= 1;
        }
        keys[at] = (stride, shape);
        order[at] = count as u8;
        (modes, count) = (*others, count + 1);
    }
    order
}
