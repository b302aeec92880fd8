//! Single calls: making and slicing tensors, elements and their offsets, beside hand-written arithmetic.

use std::hint::black_box;

use tilework::{Layout, Tensor, layout};

use crate::counter::{Counter, Way};

const CALLS: usize = 1000;

/// Calls `f` many times, and tells the compiler nothing about its inputs.
#[inline(always)]
fn calls<T>(mut f: impl FnMut() -> T) {
    for _ in 0..CALLS {
        black_box(f());
    }
}

/// All rows.
pub fn rows(counter: &mut Counter) {
    single_calls(counter);
    loops(counter);
}

/// Loops over elements by index, with extents known at run time.
fn loops(counter: &mut Counter) {
    const BINS: usize = 100;
    let values: Vec<u8> = (0..4096_usize).map(|i| (i * 37 % BINS) as u8).collect();
    macro_rules! row {
        ($name:literal, $length:expr, |$t:ident, $m:ident| $tensor:expr, $ours:expr, |$h:ident, $n:ident| $by_hand:expr) => {
            if counter.wants($name) {
                let (mut ours, mut hand) = (vec![0_u32; $length], vec![0_u32; $length]);
                let ways: Vec<Way<'_>> = vec![
                    (
                        "tilework",
                        Box::new(|| {
                            let $m = black_box(BINS);
                            #[allow(unused_mut)]
                            let mut $t = Tensor::new(&mut ours[..], $tensor).unwrap();
                            black_box($ours);
                        }),
                    ),
                    (
                        "by hand",
                        Box::new(|| {
                            let $n = black_box(BINS);
                            let $h = &mut hand[..$length];
                            black_box($by_hand);
                        }),
                    ),
                ];
                counter.row($name, values.len(), ways);
                assert!(ours == hand);
            }
        };
    }
    row!(
        "histogram by index, dynamic",
        BINS,
        |t, n| layout!(n:1),
        for &v in &values {
            t[v as usize] += 1;
        },
        |h, n| {
            let h = &mut h[..n];
            for &v in &values {
                h[v as usize] += 1;
            }
        }
    );
    row!(
        "histogram by index, two modes, dynamic",
        4 * BINS,
        |t, n| layout!((n,4):(4,1)),
        for (i, &v) in values.iter().enumerate() {
            t[(v as usize, i % 4)] += 1;
        },
        |h, n| {
            for (i, &v) in values.iter().enumerate() {
                assert!((v as usize) < n);
                h[v as usize * 4 + i % 4] += 1;
            }
        }
    );
    row!(
        "read by index, two modes, dynamic",
        4 * BINS,
        |t, n| layout!((n,4):(4,1)),
        values.iter().fold(0, |sum, &v| t[(v as usize, 1)] + sum),
        |h, n| values.iter().fold(0, |sum, &v| {
            assert!((v as usize) < n);
            h[v as usize * 4 + 1] + sum
        })
    );
}

/// Calls whose results are not used.
fn single_calls(counter: &mut Counter) {
    let data = vec![1.0_f32; 1 << 16];
    let mut written = data.clone();
    macro_rules! row {
        ($name:literal, $ours:expr $(, $by_hand:expr)?) => {
            if counter.wants($name) {
                let ways: Vec<Way<'_>> = vec![
                    ("tilework", Box::new(|| calls(|| $ours))),
                    $(("by hand", Box::new(|| calls(|| $by_hand))),)?
                ];
                counter.row($name, CALLS, ways);
            }
        };
    }
    let slice = || black_box(&data[..]);
    let numbers = || black_box((128_usize, 64_usize, 130_usize));

    row!(
        "Tensor::new, static",
        Tensor::new(slice(), layout!((8,16):(1,12))).unwrap().data().as_ptr(),
        slice().get(..7 + 15 * 12 + 1).unwrap().as_ptr()
    );
    let dynamic = |(m, n, lda): (usize, usize, usize)| layout!((m,n):(1,lda));
    // With the checks of the layout: that offsets fit.
    row!(
        "layout! and Tensor::new, dynamic",
        Tensor::new(slice(), dynamic(numbers())).unwrap().data().as_ptr(),
        {
            let (m, n, lda) = numbers();
            let reach = (n - 1).checked_mul(lda).and_then(|x| x.checked_add(m - 1)).unwrap();
            assert!(m > 0 && n > 0 && reach < slice().len());
            slice().as_ptr()
        }
    );
    row!("layout! and Tensor::new, dynamic, for writing", {
        let tensor = Tensor::new(black_box(&mut written[..]), dynamic(numbers()));
        tensor.unwrap().data().as_ptr()
    });

    let of_static = Tensor::new(&data[..], layout!((8,16):(1,12))).unwrap();
    row!("slice, static", black_box(&of_static).slice((.., black_box(5))).data().as_ptr(), {
        let j = black_box(5);
        assert!(j < 16);
        slice()[12 * j..].as_ptr()
    });
    let of_dynamic = Tensor::new(&data[..], dynamic(numbers())).unwrap();
    row!("slice, dynamic", black_box(&of_dynamic).slice((.., black_box(5))).data().as_ptr(), {
        let ((_, n, lda), j) = (numbers(), black_box(5));
        assert!(j < n);
        slice()[lda * j..].as_ptr()
    });
    row!("zipped_divide and slice, dynamic", {
        let tiles = black_box(&of_dynamic).zipped_divide(layout!(<8,8>));
        tiles.slice((.., (black_box(3), black_box(2)))).data().as_ptr()
    });
    row!("zipped_divide and slice, dynamic tiles", {
        let (s, t) = black_box((8_usize, 4_usize));
        let tiles = black_box(&of_dynamic).zipped_divide(layout!(<s:1, t:1>));
        tiles.slice((.., (black_box(3), black_box(2)))).data().as_ptr()
    });
    row!("index, dynamic", black_box(&of_dynamic)[black_box((7_usize, 9_usize))], {
        let ((m, n, lda), (i, j)) = (numbers(), black_box((7, 9)));
        assert!(i < m && j < n);
        slice()[i + lda * j]
    });

    row!("offset, static", layout!(((2,4),(4,2)):((1,16),(2,8))).offset(black_box(37_usize)), {
        let i = black_box(37_usize);
        (i % 2) + (i / 2 % 4) * 16 + (i / 8 % 4) * 2 + (i / 32) * 8
    });
    row!(
        "offset, static, natural coordinate",
        layout!(((2,4),(4,2)):((1,16),(2,8)))
            .offset(black_box(((1_usize, 3_usize), (2_usize, 1_usize)))),
        {
            let ((i, j), (k, l)) = black_box(((1_usize, 3_usize), (2_usize, 1_usize)));
            i + 16 * j + 2 * k + 8 * l
        }
    );
    type Four = Layout!((_,_,_,_):(_,_,_,_));
    let [a, b, c, d, e, f, g, h] = black_box([8, 6, 4, 10, 240, 1, 6, 24]);
    let four: Four = layout!((a,b,c,d):(e,f,g,h));
    let by_hand = ([a, b, c, d], [e, f, g, h]);
    row!(
        "offset, dynamic, natural coordinate",
        black_box(four).offset(black_box((3_usize, 5_usize, 2_usize, 7_usize))),
        {
            let ((_, d), c) = (black_box(by_hand), black_box((3, 5, 2, 7)));
            c.0 * d[0] + c.1 * d[1] + c.2 * d[2] + c.3 * d[3]
        }
    );
    // In 32 bits, by the type of the coordinate.
    type Narrow = Layout!((128,64):(u32,1));
    let narrow: Narrow = layout!((128,64):({black_box(100_u32)},1));
    row!("offset, in 32 bits", black_box(narrow).offset(black_box((7_u32, 9_u32))), {
        let (d, (i, j)) = (black_box(100_u32), black_box((7_u32, 9_u32)));
        (i * d + j) as usize
    });
    row!("offset, dynamic", black_box(four).offset(black_box(1234_usize)), {
        let ((s, d), mut i) = (black_box(by_hand), black_box(1234_usize));
        let mut offset = 0;
        for k in 0..3 {
            offset += i % s[k] * d[k];
            i /= s[k];
        }
        offset + i * d[3]
    });
}
