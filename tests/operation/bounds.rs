//! Generic code: the one bound of an operation is all that it asks of a layout. Its result is a layout of which
//! everything is known that is known of any layout.

mod integer_layout;
mod kernels;

use std::collections::HashSet;

use tilework::generic_array::GenericArray;
use tilework::typenum::{Const, P1, ToUInt, U, U0, U1, U2, U3, U4, U8, U16, U32, Unsigned};
use tilework::{
    AnyLayout, Composed, Error, HList, Layout, Leaf, Static, Swizzle, Tensor, View, ViewMut,
    algebra,
    bound::{
        Agrees, AppendBy, BlockedProductBy, ByMode, CanConcatenate, CanFilter, CanFilterZeros,
        CanFlatten, CanSort, CanSqueeze, CanSqueezeZeros, Ceil, Coalesce, CoalesceBy, Column,
        Compact, ComplementIn, ComposeWith, Coordinate, DiceBy, DowncastBy, FlatDivideBy,
        FlatProductBy, GroupBy, HasCompact, HasComplementExt, HasCosize, HasIdentity, HasKnownSize,
        HasLayoutLike, HasLeftInverse, HasMode, HasRightInverse, HasSize, IntegerOffsets,
        IntegerStrides, IntoCoordinates, LocalPartitionBy, LogicalDivideBy, LogicalProductBy,
        MaxCommonWith, Natural, OfTileBy, OffsetMap, OrderedBy, PartitionBy, PermuteBy, PrependBy,
        RakedProductBy, RecastBy, Row, SelectBy, Shape, SliceBy, TakeFrom, ThreadsAndValues,
        TileTo, TiledDivideBy, TiledProductBy, TwoModes, UnflattenBy, Unroll, UpcastBy, ZipBy,
        ZippedDivideBy, ZippedProductBy,
    },
    hlist, layout, leaf,
    operation::ThreadValue,
    result::{
        ColMajor, Complement, Composition, CoordinateOf, Cosize, KnownSize, Rank, RowMajor, Size,
    },
};

/// The knowledge of generic code about any layout: size, and rank, where the constant and the type agree.
fn size_and_rank<R: AnyLayout>(result: R) -> (usize, usize) {
    assert_eq!(result.rank(), R::RANK);
    assert_eq!(R::RANK, <Rank<R>>::USIZE);
    assert_eq!(result.depth(), R::DEPTH);
    (result.size(), result.rank())
}

/// `operation [parameters] (types of the arguments) of layouts => size, rank`: one function, in which the layout has
/// one bound.
macro_rules! one_bound {
    ($($operation:ident [$l:ident: $bound:path $(, $p:ident $(: $positions:path)?)*] ($($arg:ident: $t:ty),*)
        of ($($value:expr),*) => $size:literal, $rank:literal;)*) => {$(
        #[test]
        fn $operation() {
            fn generic<$l: $bound $(, $p $(: $positions)?)*>($($arg: $t),*) -> (usize, usize) {
                let result = tilework::operation::$operation($($arg),*);
                assert_eq!(result.size(), size_and_rank(result).0);
                size_and_rank(result)
            }
            assert_eq!(generic($($value),*), ($size, $rank));
        }
    )*};
}

fn n<N>() -> Static<N> {
    Static::new()
}

one_bound! {
    coalesce [L: Coalesce] (l: L) of (layout!((2,(1,6)):(1,(7,2)))) => 12, 1;
    filter [L: CanFilter] (l: L) of (layout!((2,(12,3),4):(0,(1,0),24))) => 48, 2;
    filter_zeros [L: CanFilterZeros] (l: L) of (layout!((2,(12,3),4):(0,(1,0),12))) => 48, 3;
    squeeze [L: CanSqueeze] (l: L) of (layout!((64,(64,1),32,1):(2048,(32,0),1,0))) => 131072, 3;
    squeeze_zeros [L: CanSqueezeZeros] (l: L) of (layout!((64,8,8,128):(8,1,0,512))) => 65536, 3;
    flatten [L: CanFlatten] (l: L) of (layout!((5,(2,2)):(16,(80,4)))) => 20, 3;
    unflatten [L: UnflattenBy<P>, P] (l: L, p: P)
        of (layout!((2,5,4):(1,8,2)), layout!((1,(1,1))).shape()) => 40, 2;
    coalesce_profile [L: CoalesceBy<P>, P] (l: L, p: P)
        of (layout!(((2,2),(3,4)):((1,2),(8,24))), layout!((1,1)).shape()) => 48, 2;
    group [L: GroupBy<B, E>, B, E] (l: L, b: Static<B>, e: Static<E>)
        of (layout!((2,3,4)), n::<U1>(), n::<U3>()) => 24, 2;
    take [L: TakeFrom<B, E>, B, E] (l: L, b: Static<B>, e: Static<E>)
        of (layout!((2,3,4)), n::<U1>(), n::<U3>()) => 12, 2;
    select [L: SelectBy<P>, P] (l: L, p: P)
        of (layout!((2,3,4)), hlist![n::<U2>(), n::<U0>()]) => 8, 2;
    mode [L: HasMode<K>, K] (l: L, k: Static<K>) of (layout!((2,(3,4))), n::<U1>()) => 12, 2;
    concatenate [T: CanConcatenate] (t: T) of (hlist![layout!((2,3)), layout!(4:6)]) => 24, 2;
    zip [A: ZipBy<B>, B] (a: A, b: B) of (layout!((2,3)), layout!((4,5))) => 120, 2;
    permute [L: PermuteBy<P>, P] (l: L, p: P)
        of (layout!((2,3,4)), hlist![n::<U2>(), n::<U0>(), n::<U1>()]) => 24, 3;
    append [L: AppendBy<M>, M] (l: L, m: M) of (layout!((2,3)), layout!(4:6)) => 24, 3;
    prepend [L: PrependBy<M>, M] (l: L, m: M) of (layout!((2,3)), layout!(4:6)) => 24, 3;
    sort [L: CanSort] (l: L) of (layout!((32,(5,8)):(40,(1,5)))) => 1280, 3;
    make_layout_like [L: HasLayoutLike] (l: L) of (layout!((4,(2,3)):(30,(0,4)))) => 24, 2;
    make_ordered_layout [S: OrderedBy<K>, K] (s: S, k: K)
        of (layout!((2,(3,3),5)).shape(), hlist![n::<U2>(), n::<U0>(), n::<U1>()]) => 90, 3;
    identity [S: HasCompact<Column>] (s: S) of (layout!((3,(5,2))).shape()) => 30, 2;
    make_identity_layout [S: HasIdentity] (s: S) of (layout!((3,(5,2))).shape()) => 30, 2;
    composition [A: ComposeWith<B>, B] (a: A, b: B)
        of (layout!((4,8):(8,1)), layout!((2,4):(2,4))) => 8, 2;
    complement [L: ComplementIn<N>, N] (l: L, n: N) of (layout!((2,2):(1,8)), n::<U32>()) => 8, 2;
    complement_ceil [L: ComplementIn<N, Ceil>, N] (l: L, n: N)
        of (layout!(4:1), n::<U16>()) => 4, 1;
    complement_ext [L: HasComplementExt] (l: L) of (layout!((2,2):(1,4))) => 2, 2;
    right_inverse [L: HasRightInverse] (l: L) of (layout!((4,8):(8,1))) => 32, 2;
    left_inverse [L: HasLeftInverse] (l: L) of (layout!((4,8):(8,1))) => 32, 2;
    max_common_layout [A: MaxCommonWith<B>, B] (a: A, b: B)
        of (layout!((8,6):(1,10)), layout!((8,6):(1,12))) => 8, 1;
    logical_divide [A: LogicalDivideBy<T>, T] (a: A, t: T)
        of (layout!((8,6)), layout!(<4,3>)) => 48, 2;
    logical_divide_ceil [A: LogicalDivideBy<T, Ceil>, T] (a: A, t: T)
        of (layout!((7,6)), layout!(<4,3>)) => 48, 2;
    zipped_divide [A: ZippedDivideBy<T>, T] (a: A, t: T)
        of (layout!((8,6)), layout!(<4,3>)) => 48, 2;
    zipped_divide_ceil [A: ZippedDivideBy<T, Ceil>, T] (a: A, t: T)
        of (layout!((7,6)), layout!(<4,3>)) => 48, 2;
    tiled_divide [A: TiledDivideBy<T>, T] (a: A, t: T)
        of (layout!((8,6)), layout!(<4,3>)) => 48, 3;
    tiled_divide_ceil [A: TiledDivideBy<T, Ceil>, T] (a: A, t: T)
        of (layout!((7,6)), layout!(<4,3>)) => 48, 3;
    flat_divide [A: FlatDivideBy<T>, T] (a: A, t: T)
        of (layout!((8,6)), layout!(<4,3>)) => 48, 4;
    flat_divide_ceil [A: FlatDivideBy<T, Ceil>, T] (a: A, t: T)
        of (layout!((7,6)), layout!(<4,3>)) => 48, 4;
    logical_product [A: LogicalProductBy<B>, B] (a: A, b: B)
        of (layout!((2,2)), layout!((3,4))) => 48, 2;
    zipped_product [A: ZippedProductBy<B>, B] (a: A, b: B)
        of (layout!((2,2)), layout!((3,4))) => 48, 2;
    tiled_product [A: TiledProductBy<B>, B] (a: A, b: B)
        of (layout!((2,2)), layout!((3,4))) => 48, 3;
    flat_product [A: FlatProductBy<B>, B] (a: A, b: B)
        of (layout!((2,2)), layout!((3,4))) => 48, 4;
    blocked_product [A: BlockedProductBy<B>, B] (a: A, b: B)
        of (layout!((2,2)), layout!((3,4))) => 48, 2;
    raked_product [A: RakedProductBy<B>, B] (a: A, b: B)
        of (layout!((2,2)), layout!((3,4))) => 48, 2;
    upcast [L: UpcastBy<N>, N] (l: L, n: Static<N>) of (layout!((8,4)), n::<U4>()) => 8, 2;
    downcast [L: DowncastBy<N>, N] (l: L, n: Static<N>) of (layout!((2,4)), n::<U4>()) => 32, 2;
    recast [L: RecastBy<Old, New>, Old, New] (l: L, old: Static<Old>, new: Static<New>)
        of (layout!((8,4)), n::<U8>(), n::<U16>()) => 16, 2;
    tile_to_shape [T: TileTo<S, K>, S, K] (t: T, s: S, k: K)
        of (layout!((2,4)), layout!((8,8)).shape(), hlist![n::<U1>(), n::<U0>()]) => 64, 2;
}

/// CuTe's `complement(tile, size(a))`: static if the extents of `a` are, for any strides.
#[test]
fn complement_in_the_size() {
    fn rest<T: ComplementIn<Size<A>>, A: HasSize>(tile: T, a: A) -> Complement<T, Size<A>> {
        tilework::operation::complement(tile, tilework::operation::size(a))
    }
    let (m, lda) = (6, 10);
    let known: Layout!((2,4):(1,8)) = rest(layout!(4:2), layout!((4,8):(1,lda)));
    assert_eq!(known.size(), 8);
    assert_eq!(rest(layout!(4:1), layout!((4,m):(1,lda))), layout!(m:4));
}

#[test]
fn compact_layouts() {
    fn columns<S: HasCompact<Column>>(shape: S) -> String {
        Layout::col_major(shape).shape();
        ColMajor::<S>::to_string(&tilework::operation::identity(shape))
    }
    fn rows<S: HasCompact<Row>>(shape: S) -> Result<(usize, usize), Error> {
        Layout::try_row_major(shape)?;
        Ok(size_and_rank::<RowMajor<S>>(shape.try_compact_layout()?))
    }
    fn named<S: HasCompact<Column> + HasCompact<Row>>(
        shape: S,
    ) -> Result<(ColMajor<S>, RowMajor<S>), Error> {
        Ok((Layout::try_col_major(shape)?, Layout::row_major(shape)))
    }
    let m = 5;
    let (columns_of, rows_of) = named(layout!((m, 4)).shape()).unwrap();
    assert_eq!((columns_of, rows_of), (layout!((m, 4)), layout!((m,4):row_major)));
    assert_eq!(columns(layout!((m, (1, 4))).shape()), "(5,(1,4)):(1,(0,5))");
    assert_eq!(rows(layout!((m, (1, 4))).shape()), Ok((20, 2)));
}

#[test]
fn max_common_vector() {
    fn generic<A: MaxCommonWith<B>, B>(a: A, b: B) -> usize {
        tilework::operation::max_common_vector(a, b).get()
    }
    assert_eq!(generic(layout!((8,6):(1,10)), layout!((8,6):(1,12))), 8);
}

#[test]
fn slice() {
    fn generic<L: SliceBy<C>, C: Copy>(l: L, c: C) -> (usize, usize) {
        assert_eq!(tilework::operation::slice(l, c).0.to_string(), l.slice_by(c).0.to_string());
        size_and_rank(l.slice_by(c).0)
    }
    assert_eq!(generic(layout!((4, (2, 3))), (2, ..)), (6, 2));
}

#[test]
fn dice() {
    fn generic<L: DiceBy<C>, C>(l: L, c: C) -> (usize, usize) {
        size_and_rank(tilework::operation::dice(l, c).0)
    }
    assert_eq!(generic(layout!((4, (2, 3))), (2, (.., 1))), (12, 2));
}

#[test]
fn coordinates() {
    fn moved<S, T, D>(from: S, to: T, i: usize) -> Result<T::Coordinate, Error>
    where
        S: Shape + Compact<Static<U1>, Column, Stride = D> + Agrees<T>,
        T: Natural<usize> + Agrees<S>,
        Layout<S, D>: AnyLayout<Shape = S, Stride = D>,
        usize: Coordinate<usize, S, D>,
    {
        // An integral coordinate belongs to both shapes.
        let coordinate = tilework::operation::coord_map(from, to, i)?;
        tilework::operation::idx2crd(i, to)?;
        Ok(coordinate)
    }
    let (m, fine) = (8, layout!(((2, 2), (4, 2))).shape());
    assert_eq!(moved(fine, layout!((4, m)).shape(), 22), Ok(hlist![2_usize, 5_usize]));
    assert!(moved(fine, layout!((m, 4)).shape(), 22).is_err());
}

/// For one tile, the thread-value layout has its own bound, and the data has one that depends on it: 4 threads of 2
/// values in tiles of 4 x 2. All tiles need only the bound of the data.
#[test]
fn threads_and_values() {
    fn tile<V: ThreadsAndValues<T>, T: Copy, L: OfTileBy<T, V>>(
        l: L,
        t: T,
        v: V,
    ) -> (usize, usize) {
        size_and_rank(ThreadValue::new(t, v).of_tile(l))
    }
    fn tiles<L: PartitionBy<T, V>, T, V>(l: L, t: T, v: V) -> (usize, usize) {
        size_and_rank(tilework::operation::partition(l, t, v))
    }
    let (shape, tv) = (layout!((4, 2)).shape(), layout!((4,2):(1,4)));
    assert_eq!(tile(layout!((4,2):(2,1)), shape, tv), (8, 2));
    assert_eq!(tiles(layout!((8,4):(4,1)), shape, tv), (32, 2));
}

/// A composed layout needs an inner layout whose offsets are integers, such as the layout of data.
#[test]
fn composed_layouts() {
    fn of<F: OffsetMap, L: IntegerOffsets>(f: F, l: L) -> String {
        Composed::of(f, l).to_string()
    }
    fn through<F: OffsetMap, L: IntegerStrides>(f: F, l: L, data: &[usize]) -> Vec<usize> {
        Tensor::through(data, Composed::of(f, l)).unwrap().iter().copied().collect()
    }
    let pairs = Swizzle::<U1, U0, P1>::new();
    assert_eq!(of(pairs, layout!((4,2):(2,1))), "Sw<1,0,1> o 0 o (4,2):(2,1)");
    assert_eq!(of(pairs, layout!((4,2):(f3,f8))), "composed(Sw<1,0,1>, 0, (4,2):(f3,f8))");
    assert_eq!(through(pairs, layout!((2,2):(2,1)), &[0, 10, 20, 30]), [0, 30, 10, 20]);
}

/// A tensor is visited with any layout; its other methods have the bound of what they do.
#[test]
fn tensors() {
    fn sum<L: AnyLayout>(t: &View<usize, L>) -> [usize; 3] {
        let mut sum = 0;
        t.for_each(|x| sum += x);
        [sum, t.fold(0, |sum, x| sum + x), t.iter().skip(1).sum()]
    }
    fn columns<L: TwoModes>(t: &mut ViewMut<usize, L>) {
        t.split_mut().enumerate().for_each(|(i, mut column)| column.for_each_mut(|x| *x = i));
    }
    fn tiles<L: ZippedDivideBy<T>, T: ByMode<L>>(t: &mut ViewMut<usize, L>, tiler: T) {
        t.tiles_mut(tiler).enumerate().for_each(|(i, mut tile)| tile.for_each_mut(|x| *x = i));
    }
    fn of_thread<L: LocalPartitionBy<T>, T>(t: &View<usize, L>, threads: T) -> Vec<usize> {
        t.local_partition(threads, 2).iter().copied().collect()
    }
    fn threads<L: LocalPartitionBy<T>, T>(t: &mut ViewMut<usize, L>, threads: T) {
        t.partitions_mut(threads)
            .enumerate()
            .for_each(|(i, mut part)| part.for_each_mut(|x| *x = i));
    }
    fn add<L: AnyLayout, A: AnyLayout, B: AnyLayout>(
        t: &mut ViewMut<usize, L>,
        a: &View<usize, A>,
        b: &View<usize, B>,
    ) {
        t.zip_mut_with((a, b), |t, (a, b)| *t = a + 10 * b);
    }
    let (m, offsets) = (2, [0, 1, 2, 3, 4, 5, 6, 7]);
    let (matrix, rows) = (layout!((m, 4)), layout!((2,4):row_major));
    let from = Tensor::new(&offsets[..], matrix).unwrap();
    assert_eq!(sum(&from), [28; 3]);
    // Threads in row-major order: thread 2 has the coordinate (1,0) of each tile.
    assert_eq!(of_thread(&from, layout!((2,2):row_major)), [1, 5]);

    let mut data = [9; 8];
    let mut to = Tensor::new(&mut data[..], matrix).unwrap();
    columns(&mut to);
    assert_eq!(to.data(), [0, 0, 1, 1, 2, 2, 3, 3]);
    tiles(&mut to, layout!(<2,2>));
    assert_eq!(to.data(), [0, 0, 0, 0, 1, 1, 1, 1]);
    threads(&mut to, layout!((2,2):row_major));
    assert_eq!(to.data(), [0, 2, 1, 3, 0, 2, 1, 3]);
    add(&mut to, &from, &Tensor::new(&offsets[..], rows).unwrap());
    assert_eq!(to.data(), [0, 41, 12, 53, 24, 65, 36, 77]);
}

/// Properties of any layout, also one that is known only as a layout.
#[test]
fn any_layout() {
    fn tiles<A: ZippedDivideBy<T>, T>(a: A, tiler: T) -> impl AnyLayout {
        tilework::operation::zipped_divide(a, tiler)
    }
    fn parts<L: AnyLayout>(l: L) -> (L::Shape, L::Stride) {
        (l.shape(), l.stride())
    }
    fn value<L: AnyLayout + Into<algebra::Layout>>(l: L) -> algebra::Layout {
        l.into()
    }
    let m = 6;
    let a = layout!((m,8):(1,m));
    assert_eq!(parts(a), (a.shape(), a.stride()));
    assert_eq!(value(a), "(6,8):(1,6)".parse().unwrap());
    let tiles = tiles(a, layout!(<3,4>));
    assert_eq!(tiles.to_string(), "((3,4),(2,2)):((1,6),(3,24))");
    assert_eq!([tiles.rank(), tiles.depth(), tiles.length()], [2, 2, 4]);
    assert_eq!([tiles.size(), tiles.cosize(), tiles.offset(47)], [48, 48, 47]);
}

/// Leaves as parameters: a layout made of them has the bound of the operation on it.
#[test]
fn leaves() {
    fn rows<M: Leaf, D: Leaf>(m: M, lda: D) -> Layout!((M,8):(D,1))
    where
        Layout!((M,8):(D,1)): AnyLayout,
    {
        layout!((m,8):(lda,1))
    }
    fn columns<M: Leaf>(m: M) -> Layout!((M, 8))
    where
        HList![M, Static<U8>]: HasCompact<Column>,
    {
        layout!(identity((m, 8)))
    }
    fn composed<M: Leaf, B>(m: M, b: B) -> usize
    where
        Layout!((M,8):(8,1)): ComposeWith<B>,
    {
        layout!((m,8):(8,1) o b).cosize()
    }
    fn constant<const N: usize>() -> usize
    where
        Const<N>: ToUInt,
        Static<U<N>>: Leaf,
        Layout!(({Static<U<N>>},8):(8,1)): AnyLayout,
    {
        let n = Static::<U<N>>::new();
        layout!((n,8):(8,1)).cosize()
    }
    fn zeros<S: HasCompact<Row>>(shape: S) -> Vec<u8>
    where
        RowMajor<S>: IntegerStrides,
    {
        let layout = shape.try_compact_layout().unwrap();
        let mut data = vec![1; layout.size()];
        Tensor::new(&mut data[..], layout).unwrap().for_each_mut(|x| *x = 0);
        data
    }
    let m = 4;
    assert_eq!(rows(leaf(m), n::<U16>()), layout!((m,8):(16,1)));
    assert_eq!(columns(leaf(m)), layout!((m, 8)));
    assert_eq!(columns(n::<U4>()), layout!((4, 8)));
    assert_eq!(composed(leaf(m), layout!((2,2):(1,4))), 8 + 2);
    assert_eq!(constant::<4>(), 32);
    assert_eq!(zeros(layout!((m, 2)).shape()), [0; 8]);
}

/// Unrolled loops, for integers and for coordinates.
#[test]
fn unrolled() {
    fn offsets<L: Unroll>(l: L) -> Vec<(usize, usize)> {
        let mut seen = Vec::new();
        l.unroll(|i, offset| seen.push((i, offset)));
        seen
    }
    fn coordinates<L: IntoCoordinates + Unroll<CoordinateOf<L>>>(l: L) -> Vec<CoordinateOf<L>> {
        let mut seen = Vec::new();
        l.unroll(|_, coordinate| seen.push(coordinate));
        seen
    }
    let m = 3;
    let l = layout!((2,(2,m)):(1,(8,2)));
    assert!(offsets(l).into_iter().eq((0..12).map(|i| (i, l.offset(i)))));
    assert_eq!(
        coordinates(layout!((2,2):(e1,2*e0))),
        [(0, 0), (0, 1), (2, 0), (2, 1)].map(|(i, j)| hlist![i, j])
    );
}

/// Results of operations on static layouts have one value, and can be keys.
#[test]
fn default_and_hash() {
    #[derive(Default, Debug, PartialEq, Eq, Hash)]
    struct Tiled<A>(A);
    let known = layout!((4,(2,3)):(6,(0,2)));
    assert_eq!(Tiled::default(), Tiled(known));
    let keys = HashSet::from([3, 3, 4].map(|n| Tiled(layout!((n,8):(1,n)))));
    assert_eq!(keys.len(), 2);
}

#[test]
fn static_numbers() {
    fn generic<A: ComposeWith<B>, B>(_: A, _: B) -> (bool, usize) {
        (Composition::<A, B>::IS_STATIC, <Rank<Composition<A, B>>>::USIZE)
    }
    let lda = 10;
    assert_eq!(generic(layout!((4,8):(1,lda)), layout!((2,4):(2,4))), (false, 2));
    assert_eq!(generic(layout!((4,8):(1,10)), layout!((2,4):(2,4))), (true, 2));
    assert_eq!(generic(layout!((4,8):(1,10)), layout!(2:2)), (true, 1));

    fn memory<L: AnyLayout + HasCosize>(_: L) -> GenericArray<u8, Cosize<L>> {
        GenericArray::default()
    }
    assert_eq!(memory(layout!((4,8):(1,10))).len(), 3 + 70 + 1);
    fn elements<L: AnyLayout + HasKnownSize>(_: L) -> GenericArray<u8, KnownSize<L>> {
        GenericArray::default()
    }
    assert_eq!(elements(layout!((4,8):(1,lda))).len(), 32);
}

/// A tiler in notation with leaves that generic code does not know needs only the bound of the operation.
#[test]
fn tilers_of_leaves() {
    fn tiles<M: Leaf, A: ZippedDivideBy<Layout!(<M:1,8>)>>(a: A, m: M) -> (usize, usize) {
        size_and_rank(layout!(zipped_divide(a, (m, 8))))
    }
    assert_eq!(tiles(layout!((6, 8)), leaf(3)), (48, 2));
    let of = |m: usize| tilework::try_layout!(m:1);
    assert!(of(0).unwrap().is_empty());
    let of_none = |m: usize| of(m).unwrap_err().to_string();
    assert_eq!(
        of_none(1 << 63),
        "layout: overflow, mode 0: the exact result does not fit the integers used"
    );
}
