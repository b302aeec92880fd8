//! Thread-value layouts in the types, against 004 and against the value level.

use tilework::algebra::{self, Rule};
use tilework::typenum::U8;
use tilework::{
    HList, Layout, Static, Tensor, layout, leaf,
    operation::{ThreadValue, assert_same, partition, try_partition},
    result::{OfTile, Partition},
    try_layout,
};

use std::hint::black_box;

/// The fragment `C` of figure 6 of 004.
type C = Layout!(((4,8),2):((16,1),8));
type Tile = HList![Static<U8>, Static<U8>];

fn c() -> ThreadValue<Tile, C> {
    ThreadValue::new(layout!((8, 8)).shape(), layout!(((4,8),2):((16,1),8)))
}

/// All rows of table 4 of 004, as types.
#[test]
fn table_4() {
    type Row<L> = OfTile<L, Tile, C>;
    assert_same::<Row<Layout!((8,8):(1,8))>, Layout!(((4,8),2):((16,1),8))>();
    assert_same::<Row<Layout!((8,8):(8,1))>, Layout!(((4,8),2):((2,8),1))>();
    assert_same::<Row<Layout!((8,8):(1,9))>, Layout!(((4,8),2):((18,1),9))>();
    assert_same::<Row<Layout!(((4,2),(2,4)):((2,16),(1,8)))>, Layout!(((4,(4,2)),2):((8,(2,16)),1))>(
    );
    assert_same::<Row<Layout!((8,8):(f1,f9))>, Layout!(((4,8),2):((f18,f1),f9))>();
    assert_same::<Row<Layout!((8,8):(e0,e1))>, Layout!(((4,8),2):((2e1,e0),e1))>();
    // And as values of these types.
    assert_eq!(c().of_tile(layout!((8,8):(8,1))).to_string(), "((4,8),2):((2,8),1)");
    // The same with dynamic strides.
    let (one, ld) = (1, 9);
    let padded: Layout!(((4,8),2):((_,_),_)) = c().of_tile(layout!((8,8):(one,ld)));
    assert_eq!(padded.to_string(), "((4,8),2):((18,1),9)");
}

/// One tile in the middle of a static, a mixed and a dynamic matrix is the same as the tile alone.
#[test]
fn partitions_of_larger_data() {
    type Of<L> = Partition<L, Tile, C>;
    assert_same::<Of<Layout!((16,32):(32,1))>, Layout!(((4,8),(2,(2,4))):((2,32),(1,(256,8))))>();
    // The tiles are static, and their number is not.
    assert_same::<Of<Layout!((_,_,_):(_,1,_))>, Layout!(((4,8),(2,(_,_,_))):((2,_),(1,(_,8,_))))>();
}

/// All numbers dynamic, against the value level and the definition.
#[test]
fn dynamic_data() {
    let tile = "(8,8)".parse().unwrap();
    let tv: algebra::Layout = "((4,8),2):((16,1),8)".parse().unwrap();
    for (m, n, d0, d1) in [(8, 8, 1, 8), (16, 24, 24, 1), (40, 8, 3, 200), (64, 64, 0, 5)] {
        let dynamic = c().partition(layout!((m,n):(d0,d1)));
        let data = algebra::Layout::new(
            &algebra::IntTuple::tuple([m, n].map(|n: usize| (n as i64).into())),
            &algebra::IntTuple::tuple([d0, d1].map(|n: usize| (n as i64).into())),
        );
        let expected = algebra::partition(&data.unwrap(), &tile, &tv).unwrap();
        assert_eq!(dynamic.size(), m * n);
        for index in 0..m * n {
            assert_eq!(dynamic.offset(index) as i64, expected.offset(index as i64).unwrap());
            // Thread, value and tile, by the definition.
            let (t, v, rest) = (index % 32, index / 32 % 2, index / 64);
            let (i, j) = (t / 4 + rest % (m / 8) * 8, t % 4 * 2 + v + rest / (m / 8) * 8);
            assert_eq!(dynamic.offset(index), i * d0 + j * d1);
        }
    }
    let m: usize = 12;
    let error = c().try_partition(layout!((m, 8))).unwrap_err();
    assert_eq!(error.rule, Rule::Evenness { size: 12, span: 8 });
    assert_eq!(
        error.to_string(),
        "partition: evenness, mode 0: the size 12 is not a multiple of the span 8"
    );
    let error = c().try_of_tile(layout!((m, 8))).unwrap_err();
    assert_eq!(error.rule, Rule::EqualExtents { left: 64, right: 96 });
    // Also if the sizes are dynamic, and the result is not.
    let tv = ThreadValue::new(leaf(100), layout!((2,1):(50,0)));
    let error = tv.try_of_tile(layout!(8:1)).unwrap_err();
    assert_eq!(error.rule, Rule::EqualExtents { left: 100, right: 8 });
    // A dynamic thread-value layout.
    let (threads, by) = (4, 16);
    let rows = layout!((threads,2):(by,8));
    assert!(ThreadValue::try_new(layout!((8, 8)).shape(), rows).is_ok());
    let by = 24;
    let outside = ThreadValue::try_new(layout!((8, 8)).shape(), layout!((threads,2):(by,8)));
    assert_eq!(outside.unwrap_err().rule, Rule::CoordinateOutside);
    assert!(try_partition(layout!((8, 8)), layout!((8, 8)).shape(), rows).is_ok());
}

/// The operations by name in the macros, with names and with literals.
#[test]
fn in_macros() {
    type Data = Layout!((_,8):(8,1));
    type Threads = Layout!(((4,8),2):((16,1),8));
    let (m, threads) = (16, Threads::default());
    let data: Data = layout!((m,8):(8,1));
    let parts: Layout!(partition(Data, (8, 8), Threads)) =
        layout!(partition(data, (8, 8), threads));
    assert_eq!(parts, partition(data, layout!((8, 8)).shape(), threads));
    let literal = layout!(partition((16,8):(8,1), (8,8), ((4,8),2):((16,1),8)));
    assert_eq!(parts.to_string(), literal.to_string());
    let m = 12;
    let uneven = layout!((m,8):(8,1));
    let error = try_layout!(partition(uneven, (8, 8), threads)).unwrap_err();
    assert_eq!(error, try_partition(uneven, layout!((8, 8)).shape(), threads).unwrap_err());
}

/// The fragments of all threads are all elements, once.
#[test]
fn fragments() {
    let (m, n) = (16, 24);
    let mut data = vec![0; m * n];
    let mut matrix = Tensor::new(&mut data[..], layout!((m,n):(n,1))).unwrap();
    let mut parts = matrix.partition_mut(c());
    for thread in 0..32 {
        parts.slice_mut((thread, ..)).for_each_mut(|x| *x += 1 + thread);
    }
    for (i, row) in data.chunks(n).enumerate() {
        for (j, &x) in row.iter().enumerate() {
            assert_eq!(x, 1 + i % 8 * 4 + j % 8 / 2);
        }
    }
    // Threads that share elements may read them but not write them.
    let broadcast = ThreadValue::new(layout!((8, 8)).shape(), layout!(((4,2),8):((1,0),8)));
    let mut matrix = Tensor::new(&mut data[..], layout!((m, n))).unwrap();
    assert_eq!(matrix.partition(broadcast).size(), 8 * 8 * 6);
    let error = matrix.try_partition_mut(broadcast).unwrap_err();
    assert!(matches!(error.rule, Rule::Injectivity { .. }), "{error}");
}

/// Data of every kind, and literals into coordinates of the tile, as values.
#[test]
fn of_every_kind() {
    let tile = layout!((8, 8)).shape();
    macro_rules! cases {
        ($($data:expr, $tv:tt;)*) => {$(
            let (data, tv) = ($data, layout!$tv);
            let of_types = partition(data, tile, tv);
            let of_values = algebra::partition(&data.to_value(), &"(8,8)".parse().unwrap(), &tv.to_value());
            assert_eq!(of_types.to_string(), of_values.unwrap().to_string(), "{data} {tv}");
        )*};
    }
    let (m, n) = (black_box(16), black_box(24));
    cases! {
        layout!((16,24):(1,16)), (((4,8),2):((16,1),8));
        layout!((m,n):(n,1)), (((4,8),2):((16,1),8));
        layout!((16,8):(e0,e1)), (((4,8),2):((16,1),8));
        layout!((16,8):(f9,f128)), (((4,8),2):((16,1),8));
    }
    macro_rules! literals {
        ($($data:literal: $of_types:expr;)*) => {$(
            let of_values = tilework::algebra::expression::evaluate($data, &mut tilework::algebra::expression::Names::new());
            assert_eq!($of_types.to_string(), of_values.unwrap().to_string(), "{}", $data);
        )*};
    }
    literals! {
        "partition((16,24):(1,16), (8,8), ((4,8),2):((2e1,e0),e1))":
            layout!(partition((16,24):(1,16), (8,8), ((4,8),2):((2e1,e0),e1)));
        "partition((16,8):(9,1), (8,8), (8,8):(e0,e1))":
            layout!(partition((16,8):(9,1), (8,8), (8,8):(e0,e1)));
        "partition((16,8):(e0,e1), (8,8), ((4,8),2):((2e1,e0),e1))":
            layout!(partition((16,8):(e0,e1), (8,8), ((4,8),2):((2e1,e0),e1)));
        "partition((16,8):(1,16), (8,8), (8,2):(e0+e1,0))":
            layout!(partition((16,8):(1,16), (8,8), (8,2):(e0+e1,0)));
    }
    let tv = c();
    // For writing, each element belongs to one thread.
    let mut data = vec![0; 16 * 16];
    let mut matrix = Tensor::new(&mut data[..], layout!((16, 16))).unwrap();
    let mut parts = matrix.partition_mut(tv);
    for thread in 0..32 {
        parts.slice_mut((thread, ..)).for_each_mut(|x| *x += 1 + thread);
    }
    for (at, &x) in data.iter().enumerate() {
        let (i, j) = (at % 16, at / 16);
        assert_eq!(x, 1 + i % 8 * 4 + j % 8 / 2);
    }
}
