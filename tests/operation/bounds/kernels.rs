//! Code as the author of a kernel writes it, with one bound for each operation that it uses.

use std::array;
use std::ops::RangeFull;

use tilework::typenum::{Const, ToUInt, U, U0, U1};
use tilework::{
    AnyLayout, Error, Fragment, HList, Layout, Leaf, Static, Tensor, View, ViewMut,
    algorithm::{MatrixLayout, copy, gemm},
    bound::{
        ByMode, Column, ComplementIn, ComposeWith, HasCompact, HasCosize, HasLayoutLike, HasMode,
        HasSize, IntegerStrides, LocalPartitionBy, LocalTileBy, LogicalDivideBy, PartitionBy,
        PermuteBy, PredicatedBy, SelectBy, SliceBy, ThreadsAndValues, Unroll, UpcastBy,
        ZippedDivideBy,
    },
    generic::{IntegerLayout, Tiler, ZippedDivide},
    hlist, layout,
    operation::{ThreadValue, make_layout_like},
    result::{
        Composition, LocalPartition, LocalTile, LogicalDivide, MakeLayoutLike, Partition, Permute,
        Select, Size, ZippedDivide as Zipped,
    },
};

/// The uses for which the one bound of layouts of integers suffices: tensors of data, integral coordinates, iteration.
#[test]
fn one_bound_of_any_layout() {
    fn tile<L: IntegerLayout, T: Tiler>(data: &mut [f64], l: L, tiler: T, i: usize) -> f64 {
        let mut all = Tensor::new(data, l).unwrap();
        all[0] += 100.0;
        assert!(all.slice(..).iter().eq(all.iter()));
        all.slice_mut(0).for_each_mut(|x| *x -= 0.5);
        let first = all.at(0_u32) - all.get(1_i32).unwrap();
        let divided = all.apply(ZippedDivide::new(tiler));
        let size = all.layout().zipped_divide(tiler).tile().size();
        divided.iter().skip(i * size).take(size).sum::<f64>() + first
    }
    let (m, mut data) = (4, numbers::<24>());
    assert_eq!(
        tile(&mut data, layout!((4, 6)), layout!(<2,3>), 3),
        14.0 + 15.0 + 18.0 + 19.0 + 22.0 + 23.0 + 98.5
    );
    assert_eq!(
        tile(&mut data, layout!((m,6):row_major), layout!(<2,3>), 1),
        12.0 + 13.0 + 14.0 + 18.0 + 19.0 + 20.0 + 98.5 + 94.5
    );
}

/// A further use for which the one bound of layouts with rows and columns suffices: `pack` of a matrix in panels of
/// rows.
#[test]
fn one_bound_of_matrices() {
    fn pack<L: MatrixLayout>(t: &View<f64, L>, to: &mut [f64]) {
        let (m, n) = (t.extent::<0>(), t.extent::<1>());
        let mut packed = Tensor::new(to, layout!((n, m))).unwrap();
        for i in 0..m {
            assert_eq!(t.slice((i, ..))[n - 1], t[(i, n - 1)]);
            assert_eq!(t.slice((.., 0_u32))[i], t[[i, 0]]);
            for j in 0..n {
                packed[(j, i)] = t[(i, j)];
            }
        }
        for (i, (row, column)) in t.slices::<0>().zip(packed.slices_mut::<1>()).enumerate() {
            let mut column = column;
            column.iter_mut().zip(&row).for_each(|(to, from)| *to += *from);
            column.zip_mut_with(&column_of(t, i), |to, from| *to -= *from);
        }
        let transposed = t.transposed();
        assert!(transposed.slices::<1>().zip(t.split()).count() <= m.max(n));
        assert!(packed.iter().eq(transposed.iter()));
        assert_eq!(sum(&transposed), sum(t));
    }
    fn column_of(t: &View<f64, impl MatrixLayout>, i: usize) -> Tensor<Vec<f64>, Layout!(_:1)> {
        let row: Vec<f64> = t.slice((i, ..)).iter().copied().collect();
        let n = row.len();
        Tensor::new(row, layout!(n:1)).unwrap()
    }
    fn sum<L: MatrixLayout>(t: &View<f64, L>) -> f64 {
        t.split().map(|column| column.iter().sum::<f64>()).sum()
    }
    let (m, data, mut to) = (4, numbers::<24>(), [0.0; 24]);
    pack(&Tensor::new(&data[..], layout!((m,6):row_major)).unwrap(), &mut to);
    assert_eq!(to, data);
    pack(&Tensor::new(&data[..], layout!(((2, 2), 6))).unwrap(), &mut to);
    assert_eq!(to[..6], [0.0, 4.0, 8.0, 12.0, 16.0, 20.0]);
}

type Swapped = HList![Static<U1>, Static<U0>];
/// The tile of a matrix at a row and a column of tiles.
type At = (usize, usize);

/// `0, 1, 2, ..`
fn numbers<const N: usize>() -> [f64; N] {
    array::from_fn(|i| i as f64)
}

#[test]
fn tile_by_tile() {
    fn tiled_copy<A, B, T>(from: &View<f64, A>, to: &mut ViewMut<f64, B>, tiler: T)
    where
        T: Copy + ByMode<A> + ByMode<B>,
        A: ZippedDivideBy<T>,
        B: ZippedDivideBy<T>,
    {
        copy(&from.zipped_divide(tiler), &mut to.zipped_divide_mut(tiler)).unwrap();
    }
    let (m, from, mut to) = (4, numbers::<24>(), [0.0; 24]);
    let (columns, rows) = (layout!((m, 6)), layout!((m,6):row_major));
    let from = Tensor::new(&from[..], columns).unwrap();
    tiled_copy(&from, &mut Tensor::new(&mut to[..], rows).unwrap(), layout!(<2,3>));
    assert!((0..24).all(|i| to[rows.offset(i)] == columns.offset(i) as f64));
}

#[test]
fn transposed() {
    fn transposed<'a, L: PermuteBy<Swapped>>(
        t: &'a View<f64, L>,
    ) -> View<'a, f64, Permute<L, Swapped>> {
        t.permute(hlist![Static::new(), Static::new()])
    }
    let data = numbers::<6>();
    let t = Tensor::new(&data[..], layout!((2, 3))).unwrap();
    assert!(transposed(&t).iter().eq(&[0.0, 2.0, 4.0, 1.0, 3.0, 5.0]));
}

/// The part of a thread, in registers: with the layout as it is, and in as few elements as possible.
#[test]
fn registers() {
    fn as_it_is<L: LocalPartitionBy<T>, T>(t: &View<f64, L>, threads: T) -> Vec<f64>
    where
        LocalPartition<L, T>: HasCosize,
    {
        let part = t.local_partition(threads, 1);
        let mut registers = Fragment::filled(part.layout(), 0.0).unwrap();
        copy(&part, &mut registers).unwrap();
        registers.data().to_vec()
    }
    fn compact<L: LocalPartitionBy<T>, T>(t: &View<f64, L>, threads: T) -> Vec<f64>
    where
        LocalPartition<L, T>: HasLayoutLike,
        MakeLayoutLike<LocalPartition<L, T>>: HasCosize,
    {
        let part = t.local_partition(threads, 1);
        let mut registers = Fragment::filled(make_layout_like(part.layout()), 0.0).unwrap();
        copy(&part, &mut registers).unwrap();
        registers.data().to_vec()
    }
    let data = numbers::<8>();
    let t = Tensor::new(&data[..], layout!((4, 2))).unwrap();
    let threads = layout!((2, 1));
    assert_eq!(as_it_is(&t, threads), [1.0, 0.0, 3.0, 0.0, 5.0, 0.0, 7.0]);
    assert_eq!(compact(&t, threads), [1.0, 3.0, 5.0, 7.0]);
}

/// Windows of 3 x 3 times one filter; extents and the leading dimension are leaves of any kind.
#[test]
fn convolution() {
    fn convolve<H: Leaf, W: Leaf, D: Leaf>(
        image: &[f64],
        (h, w, lda): (H, W, D),
        filter: &[f64; 9],
        to: &mut [f64],
    ) -> Result<(), Error>
    where
        Layout!(((H,W),(3,3)):((1,D),(1,D))): MatrixLayout + IntegerStrides,
        HList![HList![H, W], Static<U1>]: HasCompact<Column>,
        Layout!(((H, W), 1)): MatrixLayout + IntegerStrides,
    {
        let windows = Tensor::new(image, layout!(((h,w),(3,3)):((1,lda),(1,lda))))?;
        let filter = Tensor::new(&filter[..], layout!((1, 9)))?;
        gemm(1.0, &windows, &filter, 0.0, &mut Tensor::new(to, layout!(identity(((h, w), 1))))?)
    }
    let (image, filter, mut to) = (numbers::<42>(), numbers::<9>(), [0.0; 20]);
    let sizes = (tilework::leaf(4), Static::<U<5>>::new(), tilework::leaf(6_usize));
    convolve(&image, sizes, &filter, &mut to).unwrap();
    for (i, j) in (0..20).map(|c| (c % 4, c / 4)) {
        let window = (0..9).map(|c| image[i + c % 3 + 6 * (j + c / 3)] * filter[c]);
        assert_eq!(to[i + 4 * j], window.sum::<f64>());
    }
}

#[test]
fn sums_along_a_mode() {
    fn by_modes<L: HasMode<U0> + HasMode<U1>>(data: &[f64], l: L) -> Vec<f64> {
        let (rows, columns) = (layout!(mode(l, 0)), layout!(mode(l, 1)));
        let row = |i| (0..columns.size()).map(move |j| data[rows.offset(i) + columns.offset(j)]);
        (0..rows.size()).map(|i| row(i).sum()).collect()
    }
    fn by_slices<L: SliceBy<(usize, RangeFull)>>(t: &View<f64, L>, rows: usize) -> Vec<f64> {
        (0..rows).map(|i| t.slice((i, ..)).fold(0.0, |sum, x| sum + x)).collect()
    }
    let (m, data) = (3, numbers::<12>());
    let l = layout!((m,(2,2)):(4,(1,2)));
    // Rows of 4.
    assert_eq!(by_modes(&data, l), [6.0, 22.0, 38.0]);
    assert_eq!(by_slices(&Tensor::new(&data[..], l).unwrap(), m), [6.0, 22.0, 38.0]);
}

/// Panels one after another, in compact memory.
#[test]
fn packing() {
    fn pack<L: ZippedDivideBy<T>, T: ByMode<L>>(t: &View<f64, L>, tiler: T, to: &mut [f64])
    where
        <Zipped<L, T> as AnyLayout>::Shape: HasCompact<Column, Layout: IntegerStrides>,
    {
        let panels = t.zipped_divide(tiler);
        let packed = tilework::operation::identity(panels.layout().shape());
        copy(&panels, &mut Tensor::new(to, packed).unwrap()).unwrap();
    }
    let (m, data, mut to) = (4, numbers::<12>(), [0.0; 12]);
    let t = Tensor::new(&data[..], layout!((m,3):row_major)).unwrap();
    pack(&t, layout!(<2,3>), &mut to);
    assert_eq!(to, [0.0, 3.0, 1.0, 4.0, 2.0, 5.0, 6.0, 9.0, 7.0, 10.0, 8.0, 11.0]);
}

#[test]
fn product_by_blocks() {
    /// `c += a b^T` by tiles; `tiles` has the numbers of rows, columns and summands in tiles.
    fn product<LA, LB, LC, TA, TB, TC>(
        (a, of_a): (&View<f64, LA>, TA),
        (b, of_b): (&View<f64, LB>, TB),
        (c, of_c): (&mut ViewMut<f64, LC>, TC),
        tiles: [usize; 3],
    ) -> Result<(), Error>
    where
        TA: Copy + ByMode<LA>,
        TB: Copy + ByMode<LB>,
        TC: Copy + ByMode<LC>,
        LA: LocalTileBy<TA, At>,
        LB: LocalTileBy<TB, At>,
        LC: LocalTileBy<TC, At>,
        LocalTile<LA, TA, At>: MatrixLayout,
        LocalTile<LB, TB, At>: MatrixLayout,
        LocalTile<LC, TC, At>: MatrixLayout,
    {
        for (i, j) in (0..tiles[0]).flat_map(|i| (0..tiles[1]).map(move |j| (i, j))) {
            let mut c = c.local_tile_mut(of_c, (i, j));
            for p in 0..tiles[2] {
                gemm(1.0, &a.local_tile(of_a, (i, p)), &b.local_tile(of_b, (j, p)), 1.0, &mut c)?;
            }
        }
        Ok(())
    }
    let (m, a, b, mut c) = (4, numbers::<24>(), numbers::<12>(), [1.0; 8]);
    let left = Tensor::new(&a[..], layout!((m,6):row_major)).unwrap();
    let right = Tensor::new(&b[..], layout!((2, 6))).unwrap();
    let mut sums = Tensor::new(&mut c[..], layout!((m, 2))).unwrap();
    let tilers = (layout!(<2,3>), layout!(<1,3>), layout!(<2,1>));
    product((&left, tilers.0), (&right, tilers.1), (&mut sums, tilers.2), [2, 2, 2]).unwrap();
    for (i, j) in (0..8).map(|at| (at % 4, at / 4)) {
        let sum: f64 = (0..6).map(|p| a[6 * i + p] * b[j + 2 * p]).sum();
        assert_eq!(c[i + 4 * j], 1.0 + sum);
    }
}

/// The tile of a block, and in it the part of a thread.
#[test]
fn block_and_thread() {
    fn part<L: LocalTileBy<T, At>, T: ByMode<L>, V>(
        t: &View<f64, L>,
        tiler: T,
        threads: V,
    ) -> Vec<f64>
    where
        LocalTile<L, T, At>: LocalPartitionBy<V>,
    {
        t.local_tile(tiler, (1, 0)).local_partition(threads, 1).iter().copied().collect()
    }
    let data = numbers::<32>();
    let t = Tensor::new(&data[..], layout!((8, 4))).unwrap();
    // Rows 4 to 7 of the columns 0 and 1, and of these the rows 5 and 7.
    assert_eq!(part(&t, layout!(<4,2>), layout!((2, 1))), [5.0, 7.0, 13.0, 15.0]);
}

#[test]
fn values_of_a_thread() {
    fn values<L: PartitionBy<T, V>, T, V>(t: &View<f64, L>, tile: T, tv: V) -> Vec<f64>
    where
        T: Copy,
        V: ThreadsAndValues<T>,
        Partition<L, T, V>: SliceBy<(usize, RangeFull)>,
    {
        t.partition(ThreadValue::new(tile, tv)).slice((1, ..)).iter().copied().collect()
    }
    let data = numbers::<16>();
    let t = Tensor::new(&data[..], layout!((4, 4))).unwrap();
    // A thread has a row of each tile of 4 x 2.
    let row = values(&t, layout!((4, 2)).shape(), layout!((4,2):(1,4)));
    assert_eq!(row, [1.0, 5.0, 9.0, 13.0]);
}

#[test]
fn vectors() {
    fn first_lanes<const N: usize, L: UpcastBy<U<N>>>(t: &View<f64, L>) -> Vec<f64>
    where
        Const<N>: ToUInt,
    {
        t.upcast::<N>().iter().map(|vector| vector[0]).collect()
    }
    let data = numbers::<16>();
    let t = Tensor::new(&data[..], layout!((8, 2))).unwrap();
    assert_eq!(first_lanes::<4, _>(&t), [0.0, 4.0, 8.0, 12.0]);
}

/// One number for each row, at every column.
#[test]
fn broadcast() {
    fn add<L, M: Leaf, N: Leaf>(t: &mut ViewMut<f64, L>, bias: &[f64], m: M, n: N)
    where
        Layout!((M,N):(1,0)): IntegerStrides,
        L: AnyLayout,
    {
        let bias = Tensor::new(bias, layout!((m,n):(1,0))).unwrap();
        t.zip_mut_with(&bias, |t, bias| *t += bias);
    }
    let (mut data, m) = (numbers::<6>(), 2);
    let mut t = Tensor::new(&mut data[..], layout!((m, 3))).unwrap();
    add(&mut t, &[10.0, 20.0], tilework::leaf(m), Static::<U<3>>::new());
    assert_eq!(data, [10.0, 21.0, 12.0, 23.0, 14.0, 25.0]);
}

/// Blocks in cyclic order, with the number of the block first.
#[test]
fn cyclic() {
    fn cyclic<L: LogicalDivideBy<T>, T>(l: L, block: T) -> Select<LogicalDivide<L, T>, Swapped>
    where
        LogicalDivide<L, T>: SelectBy<Swapped>,
    {
        layout!(select({ tilework::operation::logical_divide(l, block) }, [1, 0]))
    }
    let blocks: Layout!((3,4):(4,1)) = cyclic(layout!(12:1), layout!(4:1));
    assert_eq!(blocks.offset((1, 2)), 6);
}

/// Predicated tiles have the elements that exist.
#[test]
fn ragged() {
    fn sum<L: PredicatedBy<T>, T: ByMode<L>>(t: &View<f64, L>, tiler: T) -> f64 {
        let mut sum = 0.0;
        t.predicated_divide(tiler).for_each(|x| sum += x);
        sum
    }
    let (m, data) = (5, numbers::<15>());
    assert_eq!(sum(&Tensor::new(&data[..], layout!((m, 3))).unwrap(), layout!(<4,2>)), 105.0);
}

/// The rest of a layout beside a tile, and tile and rest as one.
#[test]
fn rest_of_a_tile() {
    fn offsets<A: ComposeWith<T> + HasSize, T: ComplementIn<Size<A>> + Copy>(
        a: A,
        tile: T,
    ) -> [usize; 2] {
        let rest = tilework::operation::complement(tile, tilework::operation::size(a));
        [tilework::operation::composition(a, tile).size(), rest.size()]
    }
    let m = 6;
    assert_eq!(offsets(layout!((4,m):(1,8)), layout!(2:1)), [2, 12]);
}

#[test]
fn unrolled() {
    fn of_thread<L: ComposeWith<V>, V>(l: L, v: V) -> Vec<(usize, usize)>
    where
        Composition<L, V>: Unroll,
    {
        let mut seen = Vec::new();
        tilework::operation::composition(l, v).unroll(|i, offset| seen.push((i, offset)));
        seen
    }
    // Every other row of the second column.
    let seen = of_thread(layout!((4,2):(1,10)), layout!((2,1):(2,0)));
    assert_eq!(seen, [(0, 0), (1, 2)]);
}
