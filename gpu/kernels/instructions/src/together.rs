//! Instructions that all threads of a warp execute together, between two branches on one condition: an optimizer might
//! copy them into both branches.

use tilework_device::*;

/// Half a warp takes another branch before `stmatrix` and after it.
#[kernel]
pub unsafe fn matrices_between_branches(from: *const u32, to: *mut u32) {
    // SAFETY: a block of one warp, a word of `from` and 4 of `to` for each thread, and shared memory for 32 rows of 16
    // bytes.
    unsafe {
        let lane = thread::<32>() as usize;
        let (from, to) = (Global::new(from), Global::new(to.cast_const()));
        let row = shared!([u32; 128]).offset(4 * lane);
        let x = from.offset(lane).read();
        if lane < 16 {
            to.offset(4 * lane).write(x);
        }
        stmatrix_x4(row, [x, x + 1, x + 2, x + 3]);
        if lane < 16 {
            to.offset(4 * lane + 1).write(x);
        } else {
            to.offset(4 * lane + 2).write(x);
        }
        warp_barrier();
        to.offset(4 * lane + 3).write(row.read());
    }
}

/// Reductions of numbers of each type, over a warp and over a block of one warp.
#[kernel]
pub unsafe fn reduced(from: *const u32, to: *mut u32) {
    // SAFETY: a block of one warp, a word of `from` and 8 of `to` for each thread.
    unsafe {
        let lane = thread::<32>();
        let x = Global::new(from).offset(lane as usize).read();
        let to = Global::new(to.cast_const()).offset(8 * lane as usize);
        let wide = u64::from(x) << 20 | u64::from(lane);
        to.write(over_warp(x, u32::wrapping_add));
        to.offset(1).write(over_warp(x as i32, i32::min) as u32);
        to.offset(2).cast().write(over_warp(wide, u64::max));
        to.offset(4).cast().write(over_block::<32, _>(
            lane,
            wide as i64,
            shared!([i64; 1]),
            i64::min,
        ));
        // A sum of integers below 2^53 is exact.
        to.offset(6).cast().write(over_block::<32, _>(
            lane,
            f64::from(x),
            shared!([f64; 1]),
            |x, y| x + y,
        ));
    }
}

/// Sums over warps and quads, and vectors of which a part is written, in a loop with a count that the compiler does not
/// know.
#[kernel]
pub unsafe fn in_a_loop(from: *const u32, to: *mut u32) {
    // SAFETY: a block of one warp, and 512 words of `from`, 64 + 512 of `to`.
    unsafe {
        let lane = thread::<32>() as usize;
        let (from, to) = (Global::new(from), Global::new(to.cast_const()));
        let steps = redux_add(u32::from(lane < 3)) as usize;
        let (mut of_warps, mut of_quads, mut step) = (0_u32, 0_u32, 0);
        while step < steps {
            let own = from.offset(128 * step);
            let x = own.offset(lane).read();
            of_warps = of_warps.wrapping_add(over_warp(x, u32::wrapping_add));
            of_quads = of_quads.wrapping_add(over_quad(x, u32::wrapping_add));
            let place = to.offset(64 + 128 * step).cast::<Bits128>().offset(lane);
            let vector = own.cast::<Bits128>().offset(lane);
            place.write_first(vector.read(), own.read() as usize % 9);
            // Less of it again, in words.
            place.cast::<F32x4>().write_first(vector.cast().read(), own.read() as usize % 3);
            step += 1;
        }
        to.offset(2 * lane).write(of_warps);
        to.offset(2 * lane + 1).write(of_quads);
    }
}

/// Scans over a warp and over a block of 4 warps, and exchanges of 16 bytes.
#[kernel]
pub unsafe fn scanned(from: *const u32, to: *mut u32) {
    // SAFETY: a block of 4 warps, 2 words of `from` and 10 of `to` for each thread.
    unsafe {
        let t = thread::<128>();
        let from = Global::new(from);
        let (x, wide) =
            (from.offset(t as usize).read(), from.cast::<u64>().offset(t as usize).read());
        let to = Global::new(to.cast_const()).offset(10 * t as usize);
        to.write(inclusive_over_warp(t % 32, x, u32::wrapping_add));
        to.offset(1).write(exclusive_over_warp(t % 32, x, 0, u32::max));
        let of_block =
            inclusive_over_block::<128, _>(t, wide, shared!([u64; 4]), u64::wrapping_add);
        to.offset(2).cast::<u64>().write(of_block.0);
        to.offset(4).cast::<u64>().write(of_block.1);
        let pair = U64x2::of([wide, wide << 1]);
        let pair = pair.shuffled_idx(t % 32 / 2);
        to.offset(6).cast::<u64>().write(pair.0[0]);
        to.offset(8).cast::<u64>().write(pair.0[1]);
    }
}
