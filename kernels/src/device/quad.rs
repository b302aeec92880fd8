//! Quads: the 4 threads that have a row of the accumulators of a multiplication.

/// What the thread whose index differs by `distance` bits has in this register.
///
/// # Safety
/// All threads of the warp come here.
#[inline(always)]
unsafe fn of_other(x: u32, distance: u32) -> u32 {
    on! {
        gpu {
            let other;
            // SAFETY: as promised.
            unsafe {
                asm!(
                    "shfl.sync.bfly.b32 {}, {}, {}, 0x1f, 0xffffffff;",
                    out(reg32) other, in(reg32) x, in(reg32) distance,
                );
            }
            other
        }
        cpu { host::shuffle(x, distance) }
    }
}

/// The numbers of the threads of a quad, combined.
///
/// # Safety
/// All threads of the warp come here.
#[inline(always)]
pub unsafe fn over_quad(mut x: f32, combine: impl Fn(f32, f32) -> f32) -> f32 {
    for distance in [1_u32, 2] {
        let other: f32 = on! {
            gpu {
                let other;
                // SAFETY: as promised.
                unsafe {
                    asm!(
                        "shfl.sync.bfly.b32 {}, {}, {}, 0x1f, 0xffffffff;",
                        out(reg32) other, in(reg32) x, in(reg32) distance,
                    );
                }
                other
            }
            cpu { f32::from_bits(host::shuffle(x.to_bits(), distance)) }
        };
        x = combine(x, other);
    }
    x
}

/// The transpose of 4 x 4 registers: the thread `q` of a quad has, of each thread, the register `q`.
///
/// # Safety
/// All threads of the warp come here.
#[inline(always)]
pub unsafe fn transpose_quad(x: [u32; 4], q: u32) -> [u32; 4] {
    // Of each 2 x 2 the registers beside the diagonal change places: first of neighbours, then of pairs of these.
    let exchange = |low: u32, up: u32, bit: u32| {
        let high = q >> bit & 1 == 1;
        // SAFETY: as promised.
        let other = unsafe { of_other(if high { low } else { up }, 1 << bit) };
        if high { (other, up) } else { (low, other) }
    };
    let [a, b, c, d] = x;
    let ((a, b), (c, d)) = (exchange(a, b, 0), exchange(c, d, 0));
    let ((a, c), (b, d)) = (exchange(a, c, 1), exchange(b, d, 1));
    [a, b, c, d]
}
