//! Constants as static leaves, `const M`, and static layouts in constants.

use tilework::bound::{HasCosize, IntegerStrides, ToStatic};
use tilework::{AnyLayout, Const, Fragment, Layout, Tensor, layout};

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
    // With integers of run time beside it.
    let n = 5;
    let mixed: Layout!((8,_):(1,8)) = layout!((const M,n):(1,8));
    assert_eq!(mixed.to_string(), "(8,5):(1,8)");
    // Without it a name is of run time.
    assert_eq!(size_of_val(&layout!((M, 4))), 2 * size_of::<usize>());
}

/// The tile of a kernel with const generics.
type Tile<const M: usize, const N: usize> = Layout!((const M,const N):(1,const M));

fn sums<const M: usize, const N: usize>(data: &[f32]) -> Vec<f32>
where
    Const<M>: ToStatic,
    Const<N>: ToStatic,
    Tile<M, N>: AnyLayout + HasCosize + IntegerStrides,
    (usize, usize): tilework::bound::Coordinate<
            usize,
            <Tile<M, N> as AnyLayout>::Shape,
            <Tile<M, N> as AnyLayout>::Stride,
        >,
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
