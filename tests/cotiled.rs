//! Tiled copies by the offsets that threads access, on types: as the value level, and by these offsets.

use tilework::algebra::{Rule, atom as value};
use tilework::atom::*;
use tilework::typenum::{U1, U2, U4, U8, U16};
use tilework::{Layout, Tensor, algorithm::copy, layout};

/// The same partitions at both levels; value `v` of thread `t` in the first tile is at the offset `tv(t, v)`.
macro_rules! same_as_values {
    ($($atom:expr, $value:expr, $tv:tt $data:tt;)*) => {$({
        let (tv, data) = (layout!$tv, layout!$data);
        let of_types = TiledCopy::cotiled($atom, tv, data);
        let of_values =
            value::TiledCopy::cotiled($value, &tv.to_value(), &data.to_value()).unwrap();
        assert_eq!(of_types.threads() as i64, of_values.thread_value().threads());
        let parts = [
            (of_types.partition_s(data).to_string(), of_values.partition_s(&data.to_value())),
            (of_types.partition_d(data).to_string(), of_values.partition_d(&data.to_value())),
        ];
        for (types, values) in parts {
            assert_eq!(types, values.unwrap().to_string());
        }
        let parts = of_types.partition_d(data);
        assert!((0..tv.size()).all(|i| parts.offset(i) == tv.offset(i)), "{tv} in {data}: {parts}");
    })*};
}

fn vector(n: i64) -> value::CopyAtom {
    value::CopyAtom::vector(n).unwrap()
}

#[test]
fn partitions_are_those_of_values() {
    same_as_values! {
        Vector::<U8>::new(), vector(8), ((128,8):(8,1)) ((64,64):(1,64));
        Vector::<U4>::new(), vector(4), ((32,4):(4,1)) ((8,64):(64,1));
        Vector::<U2>::new(), vector(2), ((6,(2,4)):(8,(1,2))) ((6,8):(8,1));
        // Rows with gaps, of which every other one is copied.
        Vector::<U4>::new(), vector(4), (((4,3),(4,2)):((8,256),(1,4))) ((6,32):(128,1));
        // Threads with the same elements.
        Vector::<U1>::new(), vector(1), (((4,2),4):((4,0),1)) ((4,4):(4,1));
        Vector::<U1>::new(), vector(1), ((4,2):(2,1)) (8:1);
        // Modes that are tuples.
        Vector::<U2>::new(), vector(2), (((4,2),2):((4,32),1)) (((2,4),(4,2)):((2,4),(16,1)));
        LoadOf::<LdmatrixX4, U16>::new(), value::CopyAtom::load(LdmatrixX4::VALUE, 16).unwrap(),
            (((4,8),(2,4)):((2,64),(1,512))) ((32,64):(64,1));
    }
    // What instructions of tensor memory access.
    macro_rules! tensor_memory {
        ($($atom:ty)*) => {$({
            let (tv, data) = (thread_value_of(<$atom>::new()), layout!((128,64):(65536,1)));
            let of_types = TiledCopy::cotiled(Vector::<U1>::new(), tv, data);
            let of_values =
                value::TiledCopy::cotiled(vector(1), &tv.to_value(), &data.to_value()).unwrap();
            let parts = of_types.partition_s(data);
            assert_eq!(parts.to_string(), of_values.partition_s(&data.to_value()).unwrap().to_string());
            assert!((0..tv.size()).all(|i| parts.offset(i) == tv.offset(i)));
        })*};
    }
    fn thread_value_of<T: Tmem>(_: T) -> T::ThreadValue {
        tilework::bound::Known::VALUE
    }
    tensor_memory! {
        Tcgen05_32x32b<U4> Tcgen05_16x64b<U4> Tcgen05_16x128b<U2> Tcgen05_16x256b<U1> Tcgen05_16x32bx2<U8>
    }
}

/// All threads copy all elements, of data of run time too.
#[test]
fn threads_copy_everything() {
    let threads =
        TiledCopy::cotiled(Vector::<U4>::new(), layout!((8,4):(4,1)), layout!((4,8):(8,1)));
    let (m, n) = (12, 40);
    let from: Vec<usize> = (0..m * n).collect();
    let mut to = vec![0; m * n];
    let source = Tensor::new(&from[..], layout!((m,n):(n,1))).unwrap();
    let mut destination = Tensor::new(&mut to[..], layout!((m,n):(n,1))).unwrap();
    for index in 0..threads.threads() {
        let thread = threads.thread(index);
        copy(&thread.partition_s(&source), &mut thread.partition_d(&mut destination)).unwrap();
    }
    assert_eq!(to, from);
    // Vectors that do not lie together in other data.
    let m: usize = 13;
    let error = threads.try_partition_s(layout!((m,8):(8,1))).map(drop).unwrap_err();
    assert_eq!((error.mode, error.rule), (Some(0), Rule::Evenness { size: 13, span: 4 }));
    let ld = 9;
    let error = threads.try_partition_s(layout!((4,8):(ld,1))).map(drop).unwrap_err();
    assert_eq!((error.mode, error.rule), (Some(0), Rule::Alignment { together: 1, wanted: 4 }));
    let twice = TiledCopy::try_cotiled(Vector::<U1>::new(), layout!((4, 1)), layout!((4,2):(1,0)));
    assert_eq!(twice.map(drop).unwrap_err().rule, Rule::Injectivity { first: 0, second: 4 });
    // A fragment of four values and two tiles.
    let fragment: Layout!(((4,1),2,1):((1,0),4,0)) = threads.retile(layout!((4, 2, 1)));
    assert_eq!(fragment.size(), 8);
}
