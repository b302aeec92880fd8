//! Constants as static leaves, `const M`, and static layouts in constants.

use tilework::algorithm::MatrixLayout;
use tilework::bound::{HasCosize, ToStatic};
use tilework::generic::RankLayout;
use tilework::{AnyLayout, Const, Fragment, Layout, Tensor, View, layout};

const M: usize = 8;
const N: usize = 1 << 20;

struct Kernel;
impl Kernel {
    const COLUMNS: usize = 3;
    fn tile() -> Layout!((8,3):(1,8)) {
        layout!((const M, const Self::COLUMNS))
    }
}

#[test]
fn constants_are_static_leaves() {
    let tile: Layout!((8,4):(1,8)) = layout!((const M,4));
    let _: Layout!((8,4):(4,1)) = layout!(({const M},4):row_major);
    let _: Layout!((4,16):(1,32)) = layout!((4,const {2 * M}):(1,const {4 * M}));
    let _: Layout!((const M,4)) = tile;
    let _: Layout!(8:1) = layout!(const M);
    let _: Layout!(8:1048576) = layout!(const M:const N);
    let _: Layout!((8,4):(e0,8e1)) = layout!((const M,4):(e0,const M*e1));
    let _: Layout!((8,3):(1,8)) = Kernel::tile();
    let a = layout!((8, 32));
    let tiles: Layout!(((8,4),(1,8)):((1,8),(0,32))) = layout!(zipped_divide(a, (const M,4)));
    let _: Layout!((1,8):(0,32)) = layout!(mode(tiles, const { M - 7 }));
    assert_eq!(size_of_val(&tile), 0);
    // A dynamic integer stands beside it.
    let n = 5;
    let mixed: Layout!((8,_):(1,8)) = layout!((const M,n):(1,8));
    assert_eq!(mixed.to_string(), "(8,5):(1,8)");
    // Without `const` a name is dynamic.
    assert_eq!(size_of_val(&layout!((M, 4))), 2 * size_of::<usize>());
}

/// The widths of models, the ends of the range that the types have, and a bound of generic code.
#[test]
fn large_constants_are_static_leaves() {
    fn rows<const N: usize>() -> usize
    where
        Const<N>: ToStatic,
    {
        let rows: Layout!((4,const N):(const N,1)) = layout!((4,const N):(const N,1));
        assert_eq!(size_of_val(&rows), 0);
        assert_eq!(rows.to_string(), format!("(4,{N}):({N},1)"));
        rows.size() / 4
    }
    macro_rules! all {
        ($($n:literal)*) => {$({
            const WIDTH: usize = $n;
            let _: Layout!((4,$n):($n,1)) = layout!((4,const WIDTH):row_major);
            assert_eq!(rows::<$n>(), $n);
        })*};
    }
    all! { 1024 1088 1536 3072 4096 5120 10000 11008 13824 14336 16320 16384 16640 18944 28672 65280 65535 65536 }
    let (data, last) = (vec![1; 11008], tilework::range::<10944, 11008>());
    let row = Tensor::new(&data[..], layout!(11008:1)).unwrap();
    let last: Tensor<_, Layout!(64:1)> = row.slice(last);
    assert_eq!(last.sum(), 64);
}

/// The tile of a kernel with const generics.
type Tile<const M: usize, const N: usize> = Layout!((const M,const N):(1,const M));

fn sums<const M: usize, const N: usize>(data: &[f32]) -> Vec<f32>
where
    Const<M>: ToStatic,
    Const<N>: ToStatic,
    Tile<M, N>: HasCosize,
{
    let tile = layout!((const M,const N):(1,const M));
    let mut sums = Fragment::filled(tile, 0.0).unwrap();
    let data = Tensor::new(data, tile).unwrap();
    for i in 0..M {
        for j in 0..N {
            sums[(i, j)] += data[(i, j)];
        }
    }
    sums.data().to_vec()
}

#[test]
fn a_kernel_with_const_generics() {
    assert_eq!(sums::<2, 3>(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
}

const TILE: Layout!(((2,4),(4,2)):((1,16),(2,8))) = layout!(((2,4),(4,2)):((1,16),(2,8)));
const OFFSETS: [usize; 64] = TILE.offsets();
const SWIZZLED: [usize; 64] = layout!((8,8):(f9,f1)).offsets();
static TABLE: Fragment<u32, Layout!((2,3):(3,1))> =
    Fragment::from_array(layout!((2,3):(3,1)), [1, 2, 3, 4, 5, 6]);

/// Layouts of constants are constants, also in const generics, and so are their numbers.
#[test]
fn layouts_of_constants_in_constants() {
    const ROWS: Layout!((const M,4):(4,1)) = layout!((const M,4):(4,1));
    const COLUMNS: Layout!((8,4):(1,8)) = layout!((const M,4));
    const REVERSED: Layout!((8,(2,4)):(8,(4,1))) = layout!((const M,(2,4)):row_major);
    const RUN: Layout!(8:1) = layout!(const M);
    const BITS: Layout!((8,8):(f1,8f1)) = layout!((8,8):(f1,const M*f1));
    static BUFFER: [u8; <Layout!((const M,4):(1,10))>::COSIZE] = [1; 38];
    assert_eq!((ROWS.to_string(), RUN.size()), ("(8,4):(4,1)".into(), 8));
    assert_eq!((COLUMNS.cosize(), REVERSED.offset((1, (1, 2)))), (32, 8 + 4 + 2));
    const OFFSETS: [usize; <Layout!((8,8):(f1,8f1))>::SIZE] = BITS.offsets();
    assert!((0..64).all(|i| OFFSETS[i] == BITS.offset(i)));
    assert_eq!(BUFFER.len(), 7 + 3 * 10 + 1);

    trait Tiled {
        type Tile: AnyLayout;
        const ELEMENTS: usize = Self::Tile::SIZE;
    }
    struct Of<const N: usize>;
    impl<const N: usize> Tiled for Of<N>
    where
        Const<N>: ToStatic,
    {
        type Tile = Layout!((const N,4):(4,1));
    }
    assert_eq!([Of::<6>::ELEMENTS, <Of<3> as Tiled>::Tile::COSIZE], [24, 12]);
}

#[test]
fn static_layouts_in_constants() {
    assert!((0..64).all(|i| OFFSETS[i] == TILE.offset(i)));
    let swizzled = layout!((8,8):(f9,f1));
    assert!((0..64).all(|i| SWIZZLED[i] == swizzled.offset(i)));
    const ONE: [usize; 1] = layout!((1,1):(5,7)).offsets();
    const NONE: [usize; 1] = layout!(():()).offsets();
    const REPEATED: [usize; 6] = layout!((2,1,3):(0,9,4)).offsets();
    assert_eq!((ONE, NONE, REPEATED), ([0], [0], [0, 0, 4, 4, 8, 8]));
    // A const fn, and the length of an array.
    const fn last<const N: usize>(offsets: [usize; N]) -> usize {
        offsets[N - 1]
    }
    assert_eq!([0; last(OFFSETS)].len(), TILE.cosize() - 1);
    assert_eq!((TABLE[(0, 2)], TABLE[(1, 0)]), (3, 4));
}

/// One bound for tensors whose layouts are written with a constant.
#[test]
fn tensors_with_const_generics() {
    type Rows<const S: usize> = Layout!((_,const S):(const S,1));
    struct Image<'a, const S: usize>
    where
        Const<S>: ToStatic,
    {
        view: View<'a, i64, Rows<S>>,
    }
    impl<'a, const S: usize> Image<'a, S>
    where
        Const<S>: ToStatic,
    {
        fn new(data: &'a [i64]) -> Self {
            let rows = data.len() / S;
            let view = Tensor::new(data, layout!((rows,const S):(const S,1))).unwrap();
            Image { view }
        }
        fn sums(&self) -> Vec<i64> {
            let [rows, columns] = self.view.sizes();
            assert_eq!(columns, S);
            let by_elements = |i| (0..columns).map(|j| self.view[(i, j)]).sum();
            let sums: Vec<i64> = self.view.slices::<0>().map(|row| row.sum()).collect();
            assert_eq!(sums, (0..rows).map(by_elements).collect::<Vec<i64>>());
            assert_eq!(matrix(&self.view), sums.iter().sum());
            assert_eq!(matrix(&self.view.transposed()), sums.iter().sum());
            sums
        }
    }
    fn matrix(t: &View<i64, impl MatrixLayout>) -> i64 {
        t.sum()
    }
    fn channels<const C: usize>(data: &[i64], m: usize, n: usize) -> Vec<i64>
    where
        Const<C>: ToStatic,
    {
        let layout = layout!((m,n,const C):({n * C},const C,1));
        of_channels(&Tensor::new(data, layout).unwrap())
    }
    fn of_channels(t: &View<i64, impl RankLayout<3>>) -> Vec<i64> {
        t.slices::<2>().map(|channel| matrix(&channel)).collect()
    }
    let data: Vec<i64> = (0..12).collect();
    assert_eq!(Image::<4>::new(&data).sums(), [6, 22, 38]);
    assert_eq!(Image::<1>::new(&data).sums(), data);
    assert_eq!(channels::<3>(&data, 2, 2), [18, 22, 26]);
}
