//! Copies of tiles and of whole tensors.
use crate::Rows;
use std::hint::black_box;
use tilework::{Fragment, Layout, Owned, Tensor, View, ViewMut, layout};

type Columns = Layout!((_,_):(1,_));
type ByRows = Layout!((_,_):(_,1));

#[inline(never)]
fn tile8(t: &View<f32, Columns>, f: &mut Fragment<f32, Layout!((8, 8))>) {
    let tiles = t.zipped_divide(layout!(<8,8>));
    f.copy_from(&tiles.slice((.., (1, 1))));
}
#[inline(never)]
fn tile8_zip(t: &View<f32, Columns>, f: &mut Fragment<f32, Layout!((8, 8))>) {
    let tiles = t.zipped_divide(layout!(<8,8>));
    f.zip_mut_with(&tiles.slice((.., (1, 1))), |x, y| *x = *y);
}
#[inline(never)]
fn tile8_hand(t: &[f32], lda: usize, f: &mut [f32; 64]) {
    for j in 0..8 {
        let column = &t[8 + (8 + j) * lda..][..8];
        for i in 0..8 {
            f[8 * j + i] = column[i];
        }
    }
}
#[inline(never)]
fn tile4(t: &View<f32, Columns>, f: &mut Fragment<f32, Layout!((4, 4))>) {
    let tiles = t.zipped_divide(layout!(<4,4>));
    f.copy_from(&tiles.slice((.., (1, 1))));
}
#[inline(never)]
fn tile4_hand(t: &[f32], lda: usize, f: &mut [f32; 16]) {
    for j in 0..4 {
        let column = &t[4 + (4 + j) * lda..][..4];
        for i in 0..4 {
            f[4 * j + i] = column[i];
        }
    }
}
#[inline(never)]
fn tile8_rows(t: &View<f32, ByRows>, f: &mut Fragment<f32, Layout!((8, 8))>) {
    let tiles = t.zipped_divide(layout!(<8,8>));
    f.copy_from(&tiles.slice((.., (1, 1))));
}
#[inline(never)]
fn tile8_rows_hand(t: &[f32], lda: usize, f: &mut [f32; 64]) {
    for i in 0..8 {
        let row = &t[8 + (8 + i) * lda..][..8];
        for j in 0..8 {
            f[8 * j + i] = row[j];
        }
    }
}

/// The sum of all tiles, each loaded first.
#[inline(never)]
fn loads(t: &View<f32, Columns>, sums: &mut Fragment<f32, Layout!((8, 8))>) {
    let (m, n) = (t.extent::<0>(), t.extent::<1>());
    let tiles = t.predicated_divide(layout!(<8,8>));
    let mut buffer = Fragment::filled(layout!((8, 8)), 0.0_f32).unwrap();
    for (i, j) in (0..n.div_ceil(8)).flat_map(|j| (0..m.div_ceil(8)).map(move |i| (i, j))) {
        tiles.slice((.., (i, j))).load(0.0, &mut buffer).unwrap();
        sums.zip_mut_with(&buffer, |s, x| *s += x);
    }
}
#[inline(never)]
fn loads_hand(t: &[f32], m: usize, n: usize, sums: &mut [f32; 64]) {
    let mut buffer = [[0.0; 8]; 8];
    for y in (0..n).step_by(8) {
        for x in (0..m).step_by(8) {
            let (height, width) = (8.min(m - x), 8.min(n - y));
            if (height, width) == (8, 8) {
                for j in 0..8 {
                    buffer[j].copy_from_slice(&t[x + (y + j) * m..][..8]);
                }
            } else {
                buffer = [[0.0; 8]; 8];
                for j in 0..width {
                    for i in 0..height {
                        buffer[j][i] = t[x + i + (y + j) * m];
                    }
                }
            }
            for (s, x) in sums.iter_mut().zip(buffer.as_flattened()) {
                *s += x;
            }
        }
    }
}

/// `C += A B` for the tiles of B that exist.
#[inline(never)]
fn sparse(
    a: &View<f32, Columns>,
    b: &View<f32, Columns>,
    there: &[bool],
    c: &mut ViewMut<f32, Columns>,
) {
    let (m, k, n) = (a.extent::<0>(), a.extent::<1>(), b.extent::<1>());
    let (at, bt) = (a.predicated_divide(layout!(<8,8>)), b.predicated_divide(layout!(<8,8>)));
    let mut ct = c.predicated_divide_mut(layout!(<8,8>));
    for y in 0..n / 8 {
        for x in 0..m / 8 {
            let mut sums = Fragment::filled(layout!((8, 8)), 0.0_f32).unwrap();
            for z in 0..k / 8 {
                if !there[z + k / 8 * y] {
                    continue;
                }
                let (a, b) = (at.slice((.., (x, z))), bt.slice((.., (z, y))));
                if let (Some(a), Some(b)) = (a.whole(), b.whole()) {
                    for p in 0..8 {
                        for j in 0..8 {
                            let factor = b[(p, j)];
                            sums.slice_mut((.., j))
                                .zip_mut_with(&a.slice((.., p)), |s, a| *s += a * factor);
                        }
                    }
                }
            }
            let mut c = ct.slice_mut((.., (x, y)));
            if let Some(mut c) = c.whole_mut() {
                c.zip_mut_with(&sums, |c, s| *c += s);
            }
        }
    }
}
#[inline(never)]
fn sparse_hand(a: &[f32], b: &[f32], there: &[bool], c: &mut [f32], m: usize, n: usize, k: usize) {
    for y in 0..n / 8 {
        for x in 0..m / 8 {
            let mut sums = [[0.0_f32; 8]; 8];
            for z in 0..k / 8 {
                if !there[z + k / 8 * y] {
                    continue;
                }
                for p in 0..8 {
                    let column: &[f32; 8] = a[(8 * z + p) * m + 8 * x..][..8].try_into().unwrap();
                    for j in 0..8 {
                        let factor = b[(8 * y + j) * k + 8 * z + p];
                        for i in 0..8 {
                            sums[j][i] += column[i] * factor;
                        }
                    }
                }
            }
            for j in 0..8 {
                for i in 0..8 {
                    c[(8 * y + j) * m + 8 * x + i] += sums[j][i];
                }
            }
        }
    }
}

type Bits = Layout!((2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2));
type Reversed = Layout!((2,2,2,2,2,2,2,2,2,2,2,2):(2048,1024,512,256,128,64,32,16,8,4,2,1));
#[inline(never)]
fn bits(from: &View<f32, Bits>, to: &mut ViewMut<f32, Reversed>) {
    to.copy_from(from);
}
#[inline(never)]
fn bits_hand(from: &[f32; 4096], to: &mut [f32; 4096]) {
    for i in 0..4096_u32 {
        to[i as usize] = from[(i.reverse_bits() >> 20) as usize];
    }
}

/// A channel of an image of bytes as floats.
#[inline(never)]
fn channel(t: &View<u8, Layout!((_,_,_):(_,_,1))>, c: usize, to: &mut ViewMut<f32, ByRows>) {
    to.copy_from(&t.slice((.., .., c)).map(|x| x as f32 / 255.0));
}
#[inline(never)]
fn channel_hand(t: &[u8], h: usize, w: usize, channels: usize, c: usize, to: &mut [f32]) {
    for i in 0..h {
        for j in 0..w {
            to[i * w + j] = t[(i * w + j) * channels + c] as f32 / 255.0;
        }
    }
}

#[inline(never)]
fn from_function(m: usize, n: usize) -> Owned<f32, Layout!((_,_):(_,1))> {
    Owned::from_fn(layout!((m,n):row_major), |(i, j)| (i * 3 + j) as f32)
}
#[inline(never)]
fn from_function_hand(m: usize, n: usize) -> Vec<f32> {
    let mut all = Vec::with_capacity(m * n);
    for i in 0..m {
        for j in 0..n {
            all.push((i * 3 + j) as f32);
        }
    }
    all
}

#[inline(never)]
fn planes(
    from: &Tensor<&[f32], Layout!((_,_):(_,1))>,
    to: &mut ViewMut<f32, Layout!((_,_):(1,_))>,
) {
    to.copy_from(from);
}
#[inline(never)]
fn planes_hand<const K: usize>(from: &[f32], n: usize, to: &mut [f32]) {
    let planes: [&[f32]; K] = core::array::from_fn(|k| &from[k * n..][..n]);
    let (to, _) = to.as_chunks_mut::<K>();
    for i in 0..n {
        for k in 0..K {
            to[i][k] = planes[k][i];
        }
    }
}
fn planes_row<const K: usize>(to_rows: &mut impl Rows) {
    let n = black_box(16384);
    let from: Vec<f32> = (0..K * n).map(|i| i as f32).collect();
    let (mut to, mut hand, mut other) = (vec![0.0; K * n], vec![0.0; K * n], vec![0.0; K * n]);
    planes(
        &Tensor::new(&from[..], layout!((K,n):(n,1))).unwrap(),
        &mut Tensor::new(&mut to[..], layout!((K,n):(1,K))).unwrap(),
    );
    planes_hand::<K>(&from, n, &mut hand);
    assert_eq!(to, hand);
    let from = &from;
    to_rows.row(
        &format!("copies: {K} planes interleaved"),
        K * n,
        vec![
            (
                "tilework",
                Box::new(move || {
                    planes(
                        &Tensor::new(&from[..], layout!((K,n):(n,1))).unwrap(),
                        &mut Tensor::new(&mut to[..], layout!((K,n):(1,K))).unwrap(),
                    )
                }),
            ),
            ("zipped by hand", Box::new(move || planes_hand::<K>(from, n, &mut hand))),
            ("transpose", Box::new(move || transpose::transpose(from, &mut other, n, K))),
        ],
    );
}

/// All rows.
pub fn rows(rows: &mut impl Rows) {
    let (m, n) = black_box((64, 64));
    let data: Vec<f32> = (0..m * n).map(|i| i as f32).collect();
    let data = &data;
    let t = Tensor::new(&data[..], layout!((m,n):(1,m))).unwrap();
    let by_rows = Tensor::new(&data[..], layout!((m,n):(n,1))).unwrap();
    let mut f = Fragment::filled(layout!((8, 8)), 0.0_f32).unwrap();
    let mut g = f.clone();
    let mut hand = [0.0; 64];
    rows.row(
        "copies: fragment.copy_from(&tile), 8 x 8",
        64,
        vec![
            ("tilework", Box::new(|| tile8(&t, black_box(&mut f)))),
            ("zip_mut_with", Box::new(|| tile8_zip(&t, black_box(&mut g)))),
            ("by hand", Box::new(|| tile8_hand(data, m, black_box(&mut hand)))),
        ],
    );
    let mut f = Fragment::filled(layout!((8, 8)), 0.0_f32).unwrap();
    rows.row(
        "copies: fragment.copy_from(&tile), 8 x 8 by rows",
        64,
        vec![
            ("tilework", Box::new(|| tile8_rows(&by_rows, black_box(&mut f)))),
            ("by hand", Box::new(|| tile8_rows_hand(data, n, black_box(&mut hand)))),
        ],
    );
    let mut f4 = Fragment::filled(layout!((4, 4)), 0.0_f32).unwrap();
    let mut hand4 = [0.0; 16];
    rows.row(
        "copies: fragment.copy_from(&tile), 4 x 4",
        16,
        vec![
            ("tilework", Box::new(|| tile4(&t, black_box(&mut f4)))),
            ("by hand", Box::new(|| tile4_hand(data, m, black_box(&mut hand4)))),
        ],
    );
    let mut f = Fragment::filled(layout!((8, 8)), 0.0_f32).unwrap();
    rows.row(
        "copies: load of whole predicated tiles",
        m * n,
        vec![
            ("tilework", Box::new(|| loads(&t, black_box(&mut f)))),
            ("by hand", Box::new(|| loads_hand(data, m, n, black_box(&mut hand)))),
        ],
    );
    let there: Vec<bool> = (0..64).map(|i| i % 3 == 0).collect();
    let (mut c, mut d) = (vec![0.0; m * n], vec![0.0; m * n]);
    sparse(&t, &t, &there, &mut Tensor::new(&mut c[..], layout!((m,n):(1,m))).unwrap());
    sparse_hand(data, data, &there, &mut d, m, n, m);
    assert_eq!(c, d);
    rows.row(
        "copies: block-sparse product by predicated tiles",
        m * n * m / 3,
        vec![
            (
                "tilework",
                Box::new(|| {
                    sparse(
                        &t,
                        &t,
                        &there,
                        &mut Tensor::new(&mut c[..], layout!((m,n):(1,m))).unwrap(),
                    )
                }),
            ),
            ("by hand", Box::new(|| sparse_hand(data, data, &there, &mut d, m, n, m))),
        ],
    );
    let from: Vec<f32> = (0..4096).map(|i| i as f32).collect();
    let (mut to, mut hand) = (vec![0.0; 4096], vec![0.0; 4096]);
    let v = Tensor::new(&from[..], layout!((2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2))).unwrap();
    bits(&v, &mut Tensor::new(&mut to[..], Reversed::default()).unwrap());
    bits_hand(from[..].try_into().unwrap(), (&mut hand[..]).try_into().unwrap());
    assert_eq!(to, hand);
    rows.row(
        "copies: bit reversal, 12 modes of 2",
        4096,
        vec![
            (
                "tilework",
                Box::new(|| bits(&v, &mut Tensor::new(&mut to[..], Reversed::default()).unwrap())),
            ),
            (
                "by hand",
                Box::new(|| {
                    bits_hand(from[..].try_into().unwrap(), (&mut hand[..]).try_into().unwrap())
                }),
            ),
        ],
    );
    let (h, w, channels) = black_box((120, 160, 3));
    let image: Vec<u8> = (0..h * w * channels).map(|i| i as u8).collect();
    let (mut to, mut hand) = (vec![0.0; h * w], vec![0.0; h * w]);
    let v = Tensor::new(&image[..], layout!((h,w,channels):({w * channels},channels,1))).unwrap();
    channel(&v, 1, &mut Tensor::new(&mut to[..], layout!((h,w):(w,1))).unwrap());
    channel_hand(&image, h, w, channels, 1, &mut hand);
    assert_eq!(to, hand);
    rows.row(
        "copies: a channel, mapped",
        h * w,
        vec![
            (
                "tilework",
                Box::new(|| {
                    channel(&v, 1, &mut Tensor::new(&mut to[..], layout!((h,w):(w,1))).unwrap())
                }),
            ),
            ("by hand", Box::new(|| channel_hand(&image, h, w, channels, 1, &mut hand))),
        ],
    );
    let (m, n) = black_box((100, 103));
    assert_eq!(from_function(m, n).data()[..], from_function_hand(m, n));
    rows.row(
        "copies: Owned::from_fn by rows, 100 x 103",
        m * n,
        vec![
            (
                "tilework",
                Box::new(|| {
                    black_box(from_function(m, n));
                }),
            ),
            (
                "by hand",
                Box::new(|| {
                    black_box(from_function_hand(m, n));
                }),
            ),
        ],
    );
    planes_row::<2>(rows);
    planes_row::<3>(rows);
    planes_row::<4>(rows);
    planes_row::<5>(rows);
    planes_row::<7>(rows);
}
