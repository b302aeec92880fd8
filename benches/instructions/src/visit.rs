//! Visits of elements, beside slices and hand-written loops.

use std::hint::black_box;

use tilework::{
    Tensor,
    algorithm::{axpby, copy, fill, reduce, transform},
    layout,
};

use crate::counter::{Counter, Way};

/// Columns of 64 elements each.
const COLUMNS: usize = 64;
const SIZE: usize = 64 * COLUMNS;
/// The length of the data that holds the strided elements.
const LONG: usize = 4 * SIZE;

/// All rows.
pub fn rows(counter: &mut Counter) {
    sums(counter);
    changes(counter);
    static_ones(counter);
    stencil(counter);
    orders(counter);
    tiles(counter);
    ragged(counter);
}

/// The strides of contiguous elements, of every other element, and of columns with gaps between them.
const RUN: (usize, usize) = (1, 64);
const EVERY_OTHER: (usize, usize) = (2, 192);
const GAPS: (usize, usize) = (1, 96);

/// Calls `f` with the offsets of the layout `(64,columns):strides`.
#[inline(always)]
fn offsets((stride, step): (usize, usize), mut f: impl FnMut(usize)) {
    for j in 0..black_box(COLUMNS) {
        for i in 0..64 {
            f(i * stride + j * step);
        }
    }
}

/// Functions from tensors to numbers.
fn sums(counter: &mut Counter) {
    let data: Vec<u32> = (0..LONG as u32).collect();
    macro_rules! row {
        ($name:literal, $strides:expr, |$tensor:ident| $run:expr, |$data:ident| $by_hand:expr) => {
            if counter.wants($name) {
                let (mut ours, mut hand) = (0, 0);
                let (columns, (stride, step)) = black_box((COLUMNS, $strides));
                let ways: Vec<Way<'_>> = vec![
                    (
                        "tilework",
                        Box::new(|| {
                            let layout = layout!((64,columns):(stride,step));
                            let $tensor = Tensor::new(&data[..], layout).unwrap();
                            ours = black_box($run);
                        }),
                    ),
                    (
                        "by hand",
                        Box::new(|| {
                            let $data = &data[..];
                            hand = black_box($by_hand);
                        }),
                    ),
                ];
                counter.row($name, SIZE, ways);
                assert_eq!(ours, hand);
            }
        };
    }
    /// The sum by loops without bounds checks.
    fn sum(data: &[u32], strides: (usize, usize)) -> u32 {
        assert!(data.len() >= LONG);
        let mut sum = 0_u32;
        // SAFETY: 63 * 2 + 63 * 192 is less than the length.
        offsets(strides, |i| sum = sum.wrapping_add(unsafe { *data.get_unchecked(i) }));
        sum
    }
    fn of_slice(data: &[u32]) -> u32 {
        data[..64 * black_box(COLUMNS)].iter().fold(0, |sum, &x| sum.wrapping_add(x))
    }
    fn add(sum: u32, &x: &u32) -> u32 {
        sum.wrapping_add(x)
    }
    row!(
        "for_each, run",
        RUN,
        |tensor| {
            let mut sum = 0_u32;
            tensor.for_each(|&x| sum = sum.wrapping_add(x));
            sum
        },
        |data| of_slice(data)
    );
    row!(
        "for_each, every other",
        EVERY_OTHER,
        |tensor| {
            let mut sum = 0_u32;
            tensor.for_each(|&x| sum = sum.wrapping_add(x));
            sum
        },
        |data| sum(data, black_box(EVERY_OTHER))
    );
    row!("fold, run", RUN, |tensor| tensor.fold(0, add), |data| of_slice(data));
    row!("fold, every other", EVERY_OTHER, |tensor| tensor.fold(0, add), |data| {
        sum(data, black_box(EVERY_OTHER))
    });
    row!("iter().fold, run", RUN, |tensor| tensor.iter().fold(0, add), |data| of_slice(data));
    row!("iter().fold, every other", EVERY_OTHER, |tensor| tensor.iter().fold(0, add), |data| {
        sum(data, black_box(EVERY_OTHER))
    });
    row!("reduce, run", RUN, |tensor| reduce(&tensor, 0, u32::wrapping_add), |data| {
        of_slice(data)
    });
    row!("reduce, gaps", GAPS, |tensor| reduce(&tensor, 0, u32::wrapping_add), |data| {
        let columns = data.chunks(96).take(black_box(COLUMNS));
        columns.fold(0, |sum, column| column[..64].iter().fold(sum, add))
    });
    row!(
        "reduce, every other",
        EVERY_OTHER,
        |tensor| reduce(&tensor, 0, u32::wrapping_add),
        |data| sum(data, black_box(EVERY_OTHER))
    );
}

/// Functions from tensors to tensors: `x` and `z` are read, `y` is written.
fn changes(counter: &mut Counter) {
    let x: Vec<f32> = (0..LONG).map(|i| i as f32).collect();
    let z: Vec<f32> = (0..LONG).map(|i| (LONG - i) as f32).collect();
    macro_rules! row {
        ($name:literal, $strides:expr, |$x:ident, $y:ident, $z:ident| $run:expr, $by_hand:expr) => {
            if counter.wants($name) {
                let (mut ours, mut hand) = (vec![1.0; LONG], vec![1.0; LONG]);
                let (columns, (stride, step)) = black_box((COLUMNS, $strides));
                let by_hand: fn(&[f32], &mut [f32], &[f32]) = $by_hand;
                let ways: Vec<Way<'_>> = vec![
                    (
                        "tilework",
                        Box::new(|| {
                            let layout = layout!((64,columns):(stride,step));
                            let $x = Tensor::new(&x[..], layout).unwrap();
                            let $z = Tensor::new(&z[..], layout).unwrap();
                            let mut $y = Tensor::new(&mut ours[..], layout).unwrap();
                            $run;
                        }),
                    ),
                    ("by hand", Box::new(|| by_hand(&x, &mut hand, &z))),
                ];
                counter.row($name, SIZE, ways);
                assert!(ours == hand);
            }
        };
    }
    /// `f` on the elements that are written and read, by loops without bounds checks.
    #[inline(always)]
    fn each(
        strides: (usize, usize),
        (x, y, z): (&[f32], &mut [f32], &[f32]),
        f: impl Fn(&mut f32, f32, f32),
    ) {
        assert!(x.len() >= LONG && y.len() >= LONG && z.len() >= LONG);
        offsets(strides, |i| {
            // SAFETY: 63 * 2 + 63 * 192 is less than the length.
            unsafe { f(y.get_unchecked_mut(i), *x.get_unchecked(i), *z.get_unchecked(i)) }
        });
    }
    /// The same with slices.
    #[inline(always)]
    fn zipped((x, y, z): (&[f32], &mut [f32], &[f32]), f: impl Fn(&mut f32, f32, f32)) {
        let n = 64 * black_box(COLUMNS);
        y[..n].iter_mut().zip(&x[..n]).zip(&z[..n]).for_each(|((y, x), z)| f(y, *x, *z));
    }
    row!(
        "zip_mut_with, run",
        RUN,
        |x, y, _z| y.zip_mut_with(&x, |y, x| *y += 2.0 * x),
        |x, y, z| {
            zipped((x, y, z), |y, x, _| *y += 2.0 * x);
        }
    );
    row!(
        "zip_mut_with, every other",
        EVERY_OTHER,
        |x, y, _z| y.zip_mut_with(&x, |y, x| *y += 2.0 * x),
        |x, y, z| each(black_box(EVERY_OTHER), (x, y, z), |y, x, _| *y += 2.0 * x)
    );
    row!(
        "zip_mut_with of two others, run",
        RUN,
        |x, y, z| y.zip_mut_with((&x, &z), |y, (x, z)| *y += z * x),
        |x, y, z| zipped((x, y, z), |y, x, z| *y += z * x)
    );
    row!(
        "zip_mut_with of two others, every other",
        EVERY_OTHER,
        |x, y, z| y.zip_mut_with((&x, &z), |y, (x, z)| *y += z * x),
        |x, y, z| each(black_box(EVERY_OTHER), (x, y, z), |y, x, z| *y += z * x)
    );
    row!(
        "transform, run",
        RUN,
        |x, y, _z| transform(&x, &mut y, |y, x| *y = x + 1.0).unwrap(),
        |x, y, z| zipped((x, y, z), |y, x, _| *y = x + 1.0)
    );
    row!(
        "transform, gaps",
        GAPS,
        |x, y, _z| transform(&x, &mut y, |y, x| *y = x + 1.0).unwrap(),
        |x, y, z| each(black_box(GAPS), (x, y, z), |y, x, _| *y = x + 1.0)
    );
    row!("axpby, run", RUN, |x, y, _z| axpby(2.0, &x, 0.5, &mut y).unwrap(), |x, y, z| {
        zipped((x, y, z), |y, x, _| *y = 2.0 * x + 0.5 * *y);
    });
    row!("copy, run", RUN, |x, y, _z| copy(&x, &mut y).unwrap(), |x, y, _| {
        let n = 64 * black_box(COLUMNS);
        y[..n].copy_from_slice(&x[..n]);
    });
    row!("copy, gaps", GAPS, |x, y, _z| copy(&x, &mut y).unwrap(), |x, y, _| {
        let columns = y.chunks_mut(96).zip(x.chunks(96)).take(black_box(COLUMNS));
        columns.for_each(|(y, x)| y[..64].copy_from_slice(&x[..64]));
    });
    row!("copy, every other", EVERY_OTHER, |x, y, _z| copy(&x, &mut y).unwrap(), |x, y, z| {
        each(black_box(EVERY_OTHER), (x, y, z), |y, x, _| *y = x);
    });
    row!("fill, run", RUN, |_x, y, _z| fill(&mut y, 3.0), |_, y, _| {
        y[..64 * black_box(COLUMNS)].fill(3.0);
    });
    row!("fill, gaps", GAPS, |_x, y, _z| fill(&mut y, 3.0), |_, y, _| {
        y.chunks_mut(96).take(black_box(COLUMNS)).for_each(|y| y[..64].fill(3.0));
    });
}

/// Static layouts, beside loops with static bounds.
fn static_ones(counter: &mut Counter) {
    let x: Vec<f32> = (0..LONG).map(|i| i as f32).collect();
    macro_rules! row {
        ($name:literal, $layout:expr, $strides:expr, |$x:ident, $y:ident| $run:expr) => {
            if counter.wants($name) {
                let (mut ours, mut hand) = (vec![1.0; LONG], vec![1.0; LONG]);
                let ways: Vec<Way<'_>> = vec![
                    (
                        "tilework",
                        Box::new(|| {
                            let $x = Tensor::new(&x[..], $layout).unwrap();
                            let mut $y = Tensor::new(&mut ours[..], $layout).unwrap();
                            $run;
                        }),
                    ),
                    (
                        "by hand",
                        Box::new(|| {
                            let ((stride, step), x, y) = ($strides, &x[..], &mut hand[..]);
                            assert!(x.len() >= LONG && y.len() >= LONG);
                            for j in 0..COLUMNS {
                                for i in 0..64 {
                                    let at = i * stride + j * step;
                                    // SAFETY: as above.
                                    unsafe { *y.get_unchecked_mut(at) = *x.get_unchecked(at) };
                                }
                            }
                        }),
                    ),
                ];
                counter.row($name, SIZE, ways);
                assert!(ours == hand);
            }
        };
    }
    row!("copy, gaps, static", layout!((64,64):(1,96)), GAPS, |x, y| copy(&x, &mut y).unwrap());
    row!("copy, every other, static", layout!((64,64):(2,192)), EVERY_OTHER, |x, y| {
        copy(&x, &mut y).unwrap();
    });
    row!("zip_mut_with, gaps, static", layout!((64,64):(1,96)), GAPS, |x, y| {
        y.zip_mut_with(&x, |y, x| *y = *x);
    });
    row!("zip_mut_with, every other, static", layout!((64,64):(2,192)), EVERY_OTHER, |x, y| {
        y.zip_mut_with(&x, |y, x| *y = *x);
    });
    // The loops are exchanged; otherwise vectors would have gaps of 96 between their elements.
    let (rows, columns) = black_box((COLUMNS, 64_usize));
    row!("zip_mut_with, rows", layout!((rows,columns):(96,1)), GAPS, |x, y| {
        y.zip_mut_with(&x, |y, x| *y = *x);
    });
}

/// The five-point stencil of `examples/stencil.rs`, in one pass.
fn stencil(counter: &mut Counter) {
    const NAME: &str = "stencil of five points";
    if !counter.wants(NAME) {
        return;
    }
    let (w, h) = black_box((126_usize, 66_usize));
    let x: Vec<f32> = (0..w * h).map(|i| (i % 17) as f32).collect();
    let (mut ours, mut hand) = (x.clone(), x.clone());
    let ways: Vec<Way<'_>> = vec![
        (
            "tilework",
            Box::new(|| {
                let from = Tensor::new(&x[..], layout!((w,h):(1,w))).unwrap();
                let mut to = Tensor::new(&mut ours[..], layout!((w,h):(1,w))).unwrap();
                let inside = |i, j| from.slice((i..w - 2 + i, j..h - 2 + j));
                let (l, r, u, d) = (inside(0, 1), inside(2, 1), inside(1, 0), inside(1, 2));
                to.slice_mut((1..w - 1, 1..h - 1))
                    .zip_mut_with((&l, &r, &u, &d), |x, (l, r, u, d)| {
                        *x += 0.2 * (l + r + u + d - 4.0 * *x)
                    });
            }),
        ),
        (
            "by hand",
            Box::new(|| {
                for at in (1..h - 1).map(|j| j * w) {
                    let row = |at: usize| &x[at..at + w - 2];
                    let (l, r, u, d) = (row(at), row(at + 2), row(at + 1 - w), row(at + 1 + w));
                    let y = &mut hand[at + 1..at + w - 1];
                    for i in 0..w - 2 {
                        y[i] += 0.2 * (l[i] + r[i] + u[i] + d[i] - 4.0 * y[i]);
                    }
                }
            }),
        ),
    ];
    counter.row(NAME, (w - 2) * (h - 2), ways);
    assert!(ours == hand);
}

/// Tensors of three modes with dynamic strides, any of which may be the innermost.
fn orders(counter: &mut Counter) {
    let (l, m, n) = black_box((12_usize, 20_usize, 16_usize));
    let size = l * m * n;
    let x: Vec<f32> = (0..size).map(|i| (i % 17) as f32).collect();
    for (name, (d, e, f)) in [
        ("zip_mut_with, three modes, the first innermost", (1, l + 4, (l + 4) * m)),
        ("zip_mut_with, three modes, the second innermost", (m + 4, 1, l * (m + 4))),
        ("zip_mut_with, three modes, the third innermost", (n + 4, (n + 4) * l, 1)),
    ] {
        if !counter.wants(name) {
            continue;
        }
        let (d, e, f): (usize, usize, usize) = black_box((d, e, f));
        let mut axes = [(l, d), (m, e), (n, f)];
        axes.sort_by_key(|axis| axis.1);
        let [(p, _), (q, d1), (r, d2)] = black_box(axes);
        let reach = (p - 1) + (q - 1) * d1 + (r - 1) * d2 + 1;
        let x: Vec<f32> = x.iter().cycle().take(reach).copied().collect();
        let (mut ours, mut hand) = (vec![0.0_f32; reach], vec![0.0_f32; reach]);
        let ways: Vec<Way<'_>> = vec![
            (
                "tilework",
                Box::new(|| {
                    let layout = layout!((l,m,n):(d,e,f));
                    let x = Tensor::new(&x[..], layout).unwrap();
                    let mut y = Tensor::new(&mut ours[..], layout).unwrap();
                    y.zip_mut_with(&x, |y, x| *y += 2.0 * x);
                }),
            ),
            (
                "by hand",
                Box::new(|| {
                    for k in 0..r {
                        for j in 0..q {
                            let at = j * d1 + k * d2;
                            let (x, y) = (&x[at..at + p], &mut hand[at..at + p]);
                            y.iter_mut().zip(x).for_each(|(y, x)| *y += 2.0 * x);
                        }
                    }
                }),
            ),
        ];
        counter.row(name, size, ways);
        assert!(ours == hand);
    }
}

/// Predicated tiles that are whole, beside tiles.
fn tiles(counter: &mut Counter) {
    const NAME: &str = "for_each_mut of predicated tiles, whole";
    if !counter.wants(NAME) {
        return;
    }
    let (m, n) = black_box((128_usize, 64_usize));
    let (mut ours, mut hand) = (vec![1.0_f32; m * n], vec![1.0_f32; m * n]);
    let ways: Vec<Way<'_>> = vec![
        (
            "tilework",
            Box::new(|| {
                let mut t = Tensor::new(&mut ours[..], layout!((m,n):(1,m))).unwrap();
                for mut tile in t.predicated_tiles_mut(layout!(<16,16>)) {
                    tile.for_each_mut(|x| *x += 1.0);
                }
            }),
        ),
        (
            "by hand",
            Box::new(|| {
                for (j, i) in (0..n / 16).flat_map(|j| (0..m / 16).map(move |i| (j, i))) {
                    for column in 0..16 {
                        let at = 16 * i + m * (16 * j + column);
                        hand[at..at + 16].iter_mut().for_each(|x| *x += 1.0);
                    }
                }
            }),
        ),
    ];
    counter.row(NAME, m * n, ways);
    assert!(ours == hand);
}

/// Predicated tiles that are all ragged, beside hand-written loops: a tile of 16 by 16 on 15 by 15 elements, and tiles
/// of 4 on a mode of 3.
fn ragged(counter: &mut Counter) {
    const SQUARE: &str = "for_each_mut of ragged tiles, 15 of 16 x 15 of 16";
    const THREE: &str = "load of ragged tiles, 3 of 4 x 16";
    let n = black_box(15_usize);
    if counter.wants(SQUARE) {
        let (mut ours, mut hand) = (vec![1.0_f32; n * n], vec![1.0_f32; n * n]);
        let ways: Vec<Way<'_>> = vec![
            (
                "tilework",
                Box::new(|| {
                    let mut t = Tensor::new(&mut ours[..], layout!((n,n):(1,n))).unwrap();
                    for mut tile in t.predicated_tiles_mut(layout!(<16,16>)) {
                        tile.for_each_mut(|x| *x += 1.0);
                    }
                }),
            ),
            (
                "by hand",
                Box::new(|| {
                    for row in hand.chunks_exact_mut(n) {
                        row[..n].iter_mut().for_each(|x| *x += 1.0);
                    }
                }),
            ),
        ];
        counter.row(SQUARE, n * n, ways);
        assert!(ours == hand);
    }
    if counter.wants(THREE) {
        let (c, n) = black_box((3_usize, 256_usize));
        let x: Vec<f32> = (0..c * n).map(|i| i as f32).collect();
        let (mut ours, mut hand) = (vec![1.0_f32; 4 * n], vec![1.0_f32; 4 * n]);
        let ways: Vec<Way<'_>> = vec![
            (
                "tilework",
                Box::new(|| {
                    let x = Tensor::new(&x[..], layout!((c,n):(1,c))).unwrap();
                    let mut to = Tensor::new(&mut ours[..], layout!((4, n))).unwrap();
                    let to = to.tiles_mut(layout!(<4,16>));
                    for (tile, mut to) in x.predicated_tiles(layout!(<4,16>)).zip(to) {
                        tile.load(0.0, &mut to).unwrap();
                    }
                }),
            ),
            (
                "by hand",
                Box::new(|| {
                    for (to, x) in hand.chunks_exact_mut(4).zip(x.chunks_exact(c)) {
                        to[..c].copy_from_slice(x);
                        to[c..].fill(0.0);
                    }
                }),
            ),
        ];
        counter.row(THREE, 4 * n, ways);
        assert!(ours == hand);
    }
}
