//! Layouts that fit the target: layouts whose size, cosize and strides are numbers of `usize`, of 32 bits or of 64, and
//! of `i64`. The expected values are computed in 128 bits. `.ci/narrow` runs this for 32 bits.

use tilework::typenum::{P3, U0, U3, U4, Z0};
use tilework::{Error, Rule, Swizzle, Tensor, layout, range, try_layout};

/// The largest size, cosize and stride.
const LARGEST: u128 =
    if (usize::MAX as u128) < i64::MAX as u128 { usize::MAX as u128 } else { i64::MAX as u128 };

/// Numbers near those at which something overflows, if this target has them.
fn edges() -> Vec<usize> {
    let of_32 =
        [0, 1, 2, 3, 65535, 65536, 65537, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff];
    let of_64 = [
        1 << 32,
        (1 << 32) + 1,
        (1 << 62) - 1,
        1 << 62,
        i64::MAX as u64 - 1,
        i64::MAX as u64,
        1 << 63,
        u64::MAX,
    ];
    let all: Vec<usize> =
        of_32.into_iter().chain(of_64).filter_map(|n| usize::try_from(n).ok()).collect();
    if cfg!(miri) { [1, 2, 65536, 0x8000_0000, 0xffff_ffff].to_vec() } else { all }
}

/// Size and largest offset, with extents of 0 counted as 1; `None` if they do not fit.
fn expected(modes: [(usize, usize); 2]) -> Option<(u128, u128)> {
    let (mut size, mut reach) = (1_u128, 0_u128);
    for (extent, stride) in modes {
        let (extent, stride) = (extent.max(1) as u128, stride as u128);
        size = size.checked_mul(extent)?;
        // The product of two numbers of 64 bits fits 128 bits.
        reach = reach.checked_add((extent - 1) * stride)?;
        if stride > LARGEST {
            return None;
        }
    }
    (size <= LARGEST && reach < LARGEST).then_some((size, reach))
}

fn is_overflow<T>(result: Result<T, Error>) -> bool {
    matches!(result, Err(Error { rule: Rule::Overflow, .. }))
}

#[test]
fn layouts_of_run_time() {
    let data = [7_u8; 8];
    for (m, d) in edges().into_iter().flat_map(|m| edges().into_iter().map(move |d| (m, d))) {
        for (n, e) in edges().into_iter().flat_map(|n| edges().into_iter().map(move |e| (n, e))) {
            let result = try_layout!((m,n):(d,e));
            let Some((size, reach)) = expected([(m, d), (n, e)]) else {
                assert!(is_overflow(result), "({m},{n}):({d},{e})");
                continue;
            };
            let l = result.unwrap_or_else(|error| panic!("({m},{n}):({d},{e}): {error}"));
            let is_empty = m == 0 || n == 0;
            if is_empty {
                assert_eq!((l.size(), l.cosize()), (0, 0));
            } else {
                assert_eq!((l.size() as u128, l.cosize() as u128), (size, reach + 1));
                assert_eq!(l.offset((m - 1, n - 1)) as u128, reach);
                assert_eq!(l.offset(l.size() - 1) as u128, reach);
            }
            let tensor = Tensor::new(&data[..], l);
            assert_eq!(tensor.is_ok(), is_empty || reach < 8, "{l}");
            if let Ok(tensor) = tensor
                && !is_empty
            {
                assert_eq!(tensor.get((m - 1, n - 1)), Some(&7), "{l}");
                assert_eq!(tensor.get((m, 0)), None);
            }
        }
    }
}

/// Some of the extents and strides are static.
#[test]
fn layouts_known_in_part() {
    for (n, d) in edges().into_iter().flat_map(|n| edges().into_iter().map(move |d| (n, d))) {
        macro_rules! check {
            ($($extent:literal $stride:literal;)*) => {$(
                let of = [($extent, $stride), (n, d)];
                let (a, b) = (try_layout!(($extent,n):($stride,d)), try_layout!((n,$extent):(d,$stride)));
                assert_eq!(a.is_ok(), b.is_ok());
                match expected(of) {
                    None => assert!(is_overflow(a) && is_overflow(b), "{of:?}"),
                    Some((_, reach)) if n > 0 => {
                        assert_eq!(a.unwrap().cosize() as u128, reach + 1, "{of:?}");
                        assert_eq!(b.unwrap().cosize() as u128, reach + 1, "{of:?}");
                    }
                    Some(_) => assert!(a.is_ok_and(|l| l.is_empty()) && b.is_ok_and(|l| l.is_empty())),
                }
            )*};
        }
        check! {
            2 1;
            65536 65536;
            3 2147483647;
            2 4294967294;
        }
    }
}

#[test]
fn swizzles() {
    let nothing = Swizzle::<U0, U0, Z0>::new();
    assert_eq!((nothing.apply(usize::MAX), nothing.block()), (usize::MAX, 1));
    // The largest power of 2 that is an offset.
    assert!(nothing.alignment().is_power_of_two());
    assert!(nothing.alignment() as u128 <= LARGEST && 2 * nothing.alignment() as u128 > LARGEST);
    let swizzle = Swizzle::<U3, U4, P3>::new();
    for x in edges() {
        assert_eq!(swizzle.apply(x), x ^ ((x >> 7 & 7) << 4));
        assert_eq!(swizzle.apply(swizzle.apply(x)), x);
    }
}

/// Slices with steps, and ranges near the end of the integers.
#[test]
fn long_modes() {
    let data = [1, 2, 3];
    let long = usize::try_from(LARGEST - 1).unwrap();
    assert!(is_overflow(try_layout!((3,long):(1,0))));
    let long = long / 3;
    let t = Tensor::new(&data[..], layout!((3,long):(1,0))).unwrap();
    assert_eq!(t.size(), 3 * long);
    assert_eq!(t.slice((1, long - 2..)).size(), 2);
    assert_eq!(t.slice((1, (0..).step_by(long - 1))).size(), 2);
    assert!(t.try_slice((.., long..=usize::MAX)).is_err());
    assert_eq!(t.slice((range::<1, 3>(), 0)).iter().sum::<i32>(), 5);
}

/// The XOR of the multiples, in 128 bits.
fn of_bits(modes: [(usize, usize); 2], coordinates: (usize, usize)) -> u128 {
    let times = |c: usize, stride: usize| {
        (0..usize::BITS).filter(|k| c >> k & 1 == 1).fold(0, |sum, k| sum ^ (stride as u128) << k)
    };
    times(coordinates.0, modes[0].1) ^ times(coordinates.1, modes[1].1)
}

/// XOR strides with dynamic extents: a layout has its offsets, and a refused one has an offset that does not fit.
#[test]
fn layouts_of_bits() {
    let places = (0..usize::BITS.min(63)).rev().step_by(if cfg!(miri) { 6 } else { 1 });
    let extents = places.map(|k| 1_usize << k);
    let (mut made, mut refused) = (0, 0);
    for (m, n) in extents.clone().flat_map(|m| extents.clone().map(move |n| (m, n))) {
        macro_rules! check {
            ($($s:ident $t:ident $d:literal $e:literal;)*) => {$(
                let modes = [(m, $d), (n, $e)];
                // Whatever its other bits are, an offset with the highest bit of its mode occurs.
                let last = of_bits([(m, $d), (1, 0)], (m / 2, 0)) | of_bits(modes, (0, n / 2));
                match try_layout!((m,n):($s,$t)) {
                    Ok(l) => {
                        made += 1;
                        assert!(last < LARGEST, "{l}");
                        for coordinates in [(m / 2, n / 2), (m - 1, n - 1), (m / 3, n / 3)] {
                            let expected = of_bits(modes, coordinates);
                            assert_eq!(l.offset(coordinates) as u128, expected, "{l}");
                            assert!(expected < l.cosize() as u128, "{l}");
                        }
                    }
                    Err(error) => {
                        refused += 1;
                        assert!(is_overflow::<()>(Err(error)));
                        let size = m as u128 * n as u128;
                        assert!(size > LARGEST || last > LARGEST / 2, "({m},{n})");
                    }
                }
            )*};
        }
        check! {
            f1 f3 1 3;
            f65536 f1 65536 1;
            f1073741824 f5 1073741824 5;
        }
    }
    assert!(made > 10 && refused > 10);
}
