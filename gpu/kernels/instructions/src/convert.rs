//! Conversions of numbers of 8 and 16 bits.

use tilework_device::*;

/// Pairs of 8-bit numbers from all pairs of f16, and from the f32 numbers of these, and back.
#[kernel]
pub unsafe fn conversions_of_8_bits(from: *const u32, to: *mut u32) {
    // SAFETY: a block of one warp; 16 words of `from` and 80 words of `to` for each thread.
    unsafe {
        let lane = thread::<32>() as usize;
        let (from, to) =
            (Global::new(from).offset(16 * lane), Global::new(to.cast_const()).offset(80 * lane));
        for i in 0..16 {
            let (pair, to) = (from.offset(i).read(), to.offset(5 * i));
            // NaN has many representations, so these are not compared.
            let is_number = pair >> 10 & 31 != 31 && pair >> 26 & 31 != 31;
            let pair = if is_number { pair } else { 0 };
            let [low, high] = F16::numbers(pair);
            to.write(E4m3::pair8(low, high).into());
            to.offset(1).write(E5m2::pair8(low, high).into());
            let of_pair = (E4m3::pair8_of_f16x2(pair), E5m2::pair8_of_f16x2(pair));
            to.offset(2).write(u32::from(of_pair.0) | u32::from(of_pair.1) << 16);
            to.offset(3).write(E4m3::f16x2(of_pair.0));
            to.offset(4).write(E5m2::f16x2(of_pair.1));
        }
    }
}

/// `to = 2 from` of elements of 16 bits, `N` of them for each thread.
#[kernel(threads = 32, instances(doubled_f16 = <F16, 2>, doubled_bf16 = <Bf16, 2>))]
pub unsafe fn doubled<E: Element + Numbers + Pair, const N: usize>(from: *const u32, to: *mut u32) {
    // SAFETY: a block of one warp; `N` elements of each for each thread.
    unsafe {
        let lane = thread::<32>() as usize;
        let [from, to] =
            [from, to.cast_const()].map(|x| Global::new(x).cast::<E>().offset(N * lane));
        for i in 0..N {
            to.offset(i).write(E::rounded(2.0 * from.offset(i).read().number()));
        }
    }
}

/// Pairs of 16-bit numbers as f32.
#[kernel]
pub unsafe fn numbers_of_16_bits(from: *const u32, to: *mut u32) {
    // SAFETY: a block of one warp; a word of `from` and 4 words of `to` for each thread.
    unsafe {
        let lane = thread::<32>() as usize;
        let (pair, to) =
            (Global::new(from).offset(lane).read(), Global::new(to.cast_const()).offset(4 * lane));
        let ([a, b], [c, d]) = (F16::numbers(pair), Bf16::numbers(pair));
        to.write(a.to_bits());
        to.offset(1).write(b.to_bits());
        to.offset(2).write(c.to_bits());
        to.offset(3).write(d.to_bits());
    }
}
