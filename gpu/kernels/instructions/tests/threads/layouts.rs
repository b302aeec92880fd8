//! Tensors with layouts of several dynamic modes.

use tilework::try_layout;
use tilework_device::emulator::Emulator;
use tilework_device::launch::promise;
use tilework_instructions::{input, layouts};

/// The number of elements of each buffer.
const ELEMENTS: usize = 4096;

/// Checks that the elements at these offsets are copied, and no others.
#[track_caller]
fn check(words: &[u32], to: &[u32], mut offsets: Vec<usize>, unwritten: &[usize]) {
    assert!(offsets.iter().all(|&offset| to[offset] == words[offset]));
    offsets.extend(unwritten);
    offsets.sort_unstable();
    assert!(offsets.into_iter().eq(0..ELEMENTS));
}

macro_rules! copies {
    ($($name:ident $grid:expr, ($($extent:literal)*) ($($stride:tt)*) [$($first:literal)*];)*) => {$(
        #[test]
        fn $name() {
            let words = input::bits(ELEMENTS);
            let mut emulator = Emulator::new(3);
            let (from, mut to) = (emulator.upload(&words), emulator.poisoned::<u32>(ELEMENTS));
            let layout = try_layout!(($({$extent}),*):($($stride),*)).unwrap();
            let grid: [u32; 3] = $grid;
            // SAFETY: there is a block for each coordinate.
            let with = unsafe { promise(layouts::$name { from: (&from, layout), to: (&mut to, layout) }) };
            emulator.run_in(1, grid, 32, 0, with);
            // The offsets from the definition: the inner product of the coordinate and the strides.
            let strides = [$($stride as u32),*];
            let first: &[u32] = &[$($first),*];
            let offset = |i: u32| {
                let (i, k) = (i / 37, i % 37);
                let of_block = [i % grid[0], i / grid[0] % grid[1], i / grid[0] / grid[1]];
                let blocks = of_block[..strides.len() - 1 - first.len()].iter().rev();
                let at = first.iter().chain(blocks).copied().chain([k]);
                at.zip(strides).map(|(i, d)| i * d).sum::<u32>() as usize
            };
            let offsets = (0..grid.iter().product::<u32>() * 37).map(offset).collect();
            check(&words, &emulator.download(to), offsets, &emulator.unwritten(to));
        }
    )*};
}
copies! {
    rows_of_3_modes [2, 3, 1], (3_u32 2_u32 37_u32) ({74_u32} {37_u32} 1) [];
    rows_of_4_modes [2, 3, 4], (4_u32 3_u32 2_u32 37_u32) ({222_u32} {74_u32} {37_u32} 1) [];
    rows_of_5_modes [2, 3, 4], (2_u32 4_u32 3_u32 2_u32 37_u32) ({888_u32} {222_u32} {74_u32} {37_u32} 1) [1];
    strides_of_4_modes [2, 3, 4], (4_u32 3_u32 2_u32 37_u32) ({1_u32} {4_u32} {13_u32} {27_u32}) [];
    strides_of_5_modes [2, 3, 4],
        (2_u32 4_u32 3_u32 2_u32 37_u32) ({1900_u32} {1_u32} {4_u32} {13_u32} {27_u32}) [1];
    strides_of_6_modes [2, 3, 4],
        (2_u32 2_u32 4_u32 3_u32 2_u32 37_u32) ({2000_u32} {1000_u32} {1_u32} {4_u32} {13_u32} {27_u32}) [0 1];
}

#[test]
fn layout_of_4_modes() {
    let words = input::bits(ELEMENTS);
    let mut emulator = Emulator::new(5);
    let (from, mut to) = (emulator.upload(&words), emulator.poisoned::<u32>(ELEMENTS));
    let layout =
        try_layout!(({4_u32},{3_u32},{2_u32},{37_u32}):({1_u32},{4_u32},{13_u32},{27_u32}))
            .unwrap();
    // SAFETY: there is a block for each coordinate.
    let with = unsafe { promise(layouts::layout_of_4_modes { from: &from, to: &mut to, layout }) };
    emulator.run_in(1, [2, 3, 4], 32, 0, with);
    let offsets = (0..24 * 37).map(|i| i % 4 + 4 * (i / 4 % 3) + 13 * (i / 12 % 2) + 27 * (i / 24));
    check(&words, &emulator.download(to), offsets.collect(), &emulator.unwritten(to));
}
