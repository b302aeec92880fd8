//! Loops that types or strides choose, against the definition: each element of what is written is that at its coordinate.

use tilework::{
    Owned, Tensor,
    algorithm::{transform, transpose},
    layout,
};

/// Strides of matrices: by columns, by rows, with gaps, and each with every other element.
fn strides(m: usize, n: usize) -> [(usize, usize); 6] {
    [(1, m), (n, 1), (1, m + 3), (n + 5, 1), (2, 2 * m), (2 * n, 2)]
}

/// Matrices of all small sizes, and of some across which tiles end, between all orders.
#[test]
fn matrices() {
    let few = (0..=9).flat_map(|m| (0..=9).map(move |n| (m, n)));
    let some = [(1, 200), (200, 1), (64, 1), (8, 8), (17, 13), (33, 70), (3, 300), (300, 5)];
    for (m, n) in few.chain(some) {
        for (a, b) in strides(m, n) {
            let from = layout!((m,n):(a,b));
            let data: Vec<u32> = (0..from.cosize() as u32 + 1).map(|i| i * 7 + 1).collect();
            let from = Tensor::new(&data[..], from).unwrap();
            for (c, d) in strides(m, n) {
                let layout = layout!((m,n):(c,d));
                let size = layout.cosize() + 1;
                let expected = |f: &dyn Fn(usize, usize) -> u32| {
                    let mut all = vec![0; size];
                    for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
                        all[i * c + j * d] = f(i, j);
                    }
                    all
                };
                let x = |i: usize, j: usize| data[i * a + j * b];
                let mut to = vec![0; size];
                let mut t = Tensor::new(&mut to[..], layout).unwrap();
                t.copy_from(&from);
                t.map_inplace(|x| *x += 1);
                t.zip_mut_with(&from, |t, x| *t = 2 * *t + x);
                t.zip_mut_with((&from, &from), |t, (x, y)| *t += x + y);
                assert_eq!(
                    to,
                    expected(&|i, j| 5 * x(i, j) + 2),
                    "({m},{n}):({a},{b}) to ({c},{d})"
                );
            }
            for (c, d) in strides(n, m) {
                let layout = layout!((n,m):(c,d));
                let mut to = vec![0; layout.cosize() + 1];
                let mut expected = to.clone();
                transpose(&from, &mut Tensor::new(&mut to[..], layout).unwrap()).unwrap();
                for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
                    expected[j * c + i * d] = data[i * a + j * b];
                }
                assert_eq!(to, expected, "({m},{n}):({a},{b}) turned to ({c},{d})");
            }
        }
    }
}

/// Few planes put side by side and taken apart, of all widths of elements.
#[test]
fn planes() {
    fn check<T: Copy + PartialEq + std::fmt::Debug>(f: impl Fn(usize) -> T) {
        for k in 1..=17 {
            for n in [4, 8, 12, 60, 63, 64, 65, 127, 130, 200] {
                // Where the planes lie one after another, and where there are gaps.
                for (plane, pixel) in [(n, k), (n + 3, k), (n, k + 2)] {
                    let data: Vec<T> = (0..(k - 1) * plane + n).map(&f).collect();
                    let planes = Tensor::new(&data[..], layout!((k,n):(plane,1))).unwrap();
                    let layout = layout!((k,n):(1,pixel));
                    let mut to = vec![f(0); layout.cosize()];
                    Tensor::new(&mut to[..], layout).unwrap().copy_from(&planes);
                    for (i, j) in (0..n).flat_map(|j| (0..k).map(move |i| (i, j))) {
                        assert_eq!(to[i + j * pixel], data[i * plane + j], "{k} planes of {n}");
                    }
                    let pixels = Tensor::new(&to[..], layout).unwrap();
                    let mut back = vec![f(1); data.len()];
                    let mut apart = Tensor::new(&mut back[..], layout!((k,n):(plane,1))).unwrap();
                    apart.copy_from(&pixels);
                    assert!(apart.iter().eq(planes.iter()), "{k} planes of {n}");
                }
            }
        }
    }
    check(|i| (i % 251) as u8);
    check(|i| i as u16);
    check(|i| i as f32);
    check(|i| i as f64);
}

/// Tiles of a matrix one after another: squares of registers where they are large enough, and of few elements too.
#[test]
fn packed_tiles() {
    fn check<T: Copy + PartialEq + std::fmt::Debug>(f: impl Fn(usize) -> T) {
        for (m, n) in [(1, 1), (1, 3), (3, 2), (5, 7)] {
            macro_rules! tiles {
                ($($tiler:tt $p:literal $q:literal;)*) => {$({
                    let (p, q) = ($p, $q);
                    let (rows, columns) = (p * m, q * n);
                    let data: Vec<T> = (0..rows * columns).map(&f).collect();
                    let matrix = Tensor::new(&data[..], layout!((rows,columns):row_major)).unwrap();
                    let mut packed = vec![f(0); rows * columns];
                    let mut to = Tensor::new(&mut packed[..], layout!((($p,$q),(m,n)))).unwrap();
                    to.copy_from(&matrix.zipped_divide(layout!($tiler)));
                    for (at, x) in packed.into_iter().enumerate() {
                        let (tile, i) = (at / (p * q), at % (p * q));
                        let (row, column) = (tile % m * p + i % p, tile / m * q + i / p);
                        assert_eq!(x, data[row * columns + column]);
                    }
                })*};
            }
            tiles! {
                (<2,2>) 2 2;
                (<4,4>) 4 4;
                (<4,8>) 4 8;
                (<8,4>) 8 4;
                (<8,8>) 8 8;
                (<12,4>) 12 4;
                (<16,8>) 16 8;
            }
        }
    }
    check(|i| (i % 251) as u8);
    check(|i| i as u16);
    check(|i| i as f32);
    check(|i| i as u64);
}

/// Small static shapes with strides that are static, or known at run time; one refines the other, or neither does.
#[test]
fn small_shapes() {
    /// Copies, maps and sums between two layouts, and in place.
    macro_rules! check {
        ($($left:expr, $right:expr;)*) => {$(
            check!(@one $left, $right);
            check!(@one $right, $left);
        )*};
        (@one $from:expr, $to:expr) => {{
            let (from, to) = ($from, $to);
            let data: Vec<usize> = (0..from.cosize()).map(|i| 3 * i + 1).collect();
            let read = Tensor::new(&data[..], from).unwrap();
            let mut written = vec![0; to.cosize()];
            let mut expected = written.clone();
            let mut t = Tensor::new(&mut written[..], to).unwrap();
            t.copy_from(&read);
            t.copy_from(&read.map(|x| x + 5));
            transform(&read, &mut t, |t, x| *t = 2 * *t + x).unwrap();
            t.map_inplace(|x| *x += 7);
            for i in 0..to.size() {
                expected[to.offset(i)] = 2 * (data[from.offset(i)] + 5) + data[from.offset(i)] + 7;
            }
            assert_eq!(written, expected, "{from} to {to}");
        }};
    }
    let (one, two, five, thirty) = (1, 2, 5, 30);
    check! {
        layout!((8, 8)), layout!((8,8):(one,thirty));
        layout!((8,8):(thirty,one)), layout!((8,8):(one,thirty));
        layout!((8,8):(thirty,1)), layout!((8,8):(8,1));
        layout!((4, 6)), layout!(((2,2),(3,2)):((thirty,{2 * thirty}),(one,five)));
        layout!((4, 6)), layout!(((2, 2), (2, 3)):((1, 30), (7, 60)));
        layout!((2, (2, 3))), layout!((2,(3,2)):(thirty,(two,{2 * five})));
        layout!((1, 7)), layout!((1,7):(five,two));
        layout!((7, 1)), layout!((7,1):(two,five));
        layout!((2,2,2,2):(8,4,2,1)), layout!((2,2,2,2):(1,2,4,8));
        layout!((16, 3)), layout!((16,3):(thirty,five));
        layout!((300, 2)), layout!((300,2):(two,1));
    }
}

/// `from_fn` calls the function once for each coordinate, in the order that it says.
#[test]
fn from_functions() {
    for (a, b, c) in (0..4).flat_map(|a| (0..4).flat_map(move |b| (0..4).map(move |c| (a, b, c)))) {
        let mut calls = Vec::new();
        let mut seen = |at| {
            calls.push(at);
            at
        };
        let rows = Owned::from_fn(layout!((a,(b,c)):row_major), &mut seen);
        let columns = Owned::from_fn(layout!((a, (b, c))), &mut seen);
        let all = |f: &dyn Fn(usize) -> (usize, (usize, usize))| {
            (0..a * b * c).map(f).collect::<Vec<_>>()
        };
        let by_rows = all(&|i| (i / (b * c), (i / c % b, i % c)));
        let by_columns = all(&|i| (i % a, (i / a % b, i / (a * b))));
        assert_eq!((rows.data(), columns.data()), (&by_rows[..], &by_columns[..]));
        assert_eq!(calls, [by_rows, by_columns].concat());
    }
}
