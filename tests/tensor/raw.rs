//! Tensors over pointers.

use tilework::{Layout, Tensor, layout, operation::zipped_divide};

/// Raw tensors have the same elements as tensors of slices if they are tiled, given to threads and sliced the same way.
#[test]
fn raw_tensors_are_as_tensors_of_slices() {
    let data: Vec<u32> = (0..4096).collect();
    let (m, n, lda) = (16_u32, 24_u32, 50_u32);
    let layout = layout!((m,n):(1,lda));
    let slices = Tensor::new(&data[..], layout).unwrap();
    // SAFETY: the layout reaches 16 + 23 * 50 elements.
    let raw = unsafe { Tensor::from_raw_parts(data.as_ptr(), layout) };
    for (i, j) in (0..18).flat_map(|i| (0..26).map(move |j| (i, j))) {
        assert_eq!(raw.get((i, j)), slices.get((i, j)).copied());
    }
    for (x, y) in (0..2).flat_map(|x| (0..3).map(move |y| (x, y))) {
        let of_raw = raw.local_tile(layout!(<8,8>), (x, y));
        let of_slices = slices.local_tile(layout!(<8,8>), (x, y));
        for thread in 0..16 {
            let of_raw = of_raw.local_partition(layout!((4, 4)), thread);
            let of_slices = of_slices.local_partition(layout!((4, 4)), thread);
            assert!(of_raw.load().iter().eq(of_slices.iter()));
            assert!(of_raw.slice((1, ..)).load().iter().eq(of_slices.slice((1, ..)).iter()));
            // SAFETY: both coordinates lie in the shape of 2 x 2.
            let at =
                unsafe { [of_raw.at((1_usize, 1_usize)).read(), of_raw.at((1_u32, 1_u32)).read()] };
            assert_eq!(at, [of_slices[(1, 1)]; 2]);
        }
    }
    assert!(std::panic::catch_unwind(|| raw.slice((16, ..))).is_err());
}

/// Threads write through their parts, and elements between the parts stay as they are.
#[test]
fn raw_tensors_are_written_by_threads() {
    let mut data = vec![0_usize; 64];
    let layout = layout!((4,8):(1,8));
    // SAFETY: the layout reaches 4 + 7 * 8 elements of `data`, which has no other use meanwhile.
    let raw = unsafe { Tensor::from_raw_parts(data.as_mut_ptr(), layout) };
    for thread in 0..8 {
        raw.local_partition(layout!((2, 4)), thread).write_each(|i| 10 * (thread + 1) + i);
    }
    assert_eq!(raw.set((3, 7), 7), Some(()));
    assert_eq!(raw.set((4, 0), 7), None);
    for (at, &x) in data.iter().enumerate() {
        let (i, j) = (at % 8, at / 8);
        let expected = 10 * (i % 2 + 2 * (j % 4) + 1) + i / 2 + 2 * (j / 4);
        assert_eq!(
            x,
            if i >= 4 {
                0
            } else if at == 3 + 7 * 8 {
                7
            } else {
                expected
            },
            "{at}"
        );
    }
}

/// A layout can be made from its dynamic leaves, whichever of its leaves these are.
#[test]
fn layouts_come_from_their_dynamic_leaves() {
    let (m, n, lda) = (64_u32, 96_u32, 128_u32);
    let divided = zipped_divide(layout!((m,n):(1,lda)), layout!(<32,8>));
    let leaves: [u32; 4] = divided.dynamic_leaves();
    assert_eq!(leaves, [2, 12, 128, 1024]);
    // SAFETY: these are the leaves of a layout of this type.
    let mut again = unsafe { Layout::from_dynamic_leaves(leaves) };
    assert_eq!(again, divided);
    again = divided;
    assert_eq!(again.to_string(), "((32,8),(2,12)):((1,128),(32,1024))");
    assert_eq!(layout!((4,8):(8,1)).dynamic_leaves::<u32, 0>(), []);
}
