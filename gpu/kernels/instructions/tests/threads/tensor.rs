//! 9.7.8.24, tensor copies: elements are in the order of their coordinates, the first mode first. Elements outside are
//! read as 0 and not written.

use tilework_device::Tile;
use tilework_device::emulator::Emulator;
use tilework_device::launch::promise;
use tilework_instructions::tensor::{
    self, Boxes, EXTENTS, EXTENTS_OF_BYTES, FROM, FROM_OF_BYTES, OfBytes, STRIDES,
    STRIDES_OF_BYTES, TO, WORDS, modes,
};
use tilework_instructions::{each_tensor_kernel, input};

/// Checks the tensor after the kernel against the right one.
fn check(name: &str, shape: &[u32], found: &[u32], combine: fn(u32, u32) -> u32) {
    let words = input::bits(2 * WORDS);
    let (from, mut right) = (&words[..WORDS], words[WORDS..].to_vec());
    // The address of a coordinate, if it is in the tensor.
    let place = |corner: &[u32; 5], at: &[u32]| {
        let coordinate = |mode: usize| i64::from(corner[mode] as i32) + i64::from(at[mode]);
        let mut modes = 0..at.len();
        let inside = modes.all(|mode| (0..i64::from(EXTENTS[mode])).contains(&coordinate(mode)));
        let sum = (0..at.len()).map(|mode| coordinate(mode) * STRIDES[mode] as i64).sum::<i64>();
        inside.then_some(sum as usize)
    };
    let mut changed = 0;
    for index in 0..shape.iter().product::<u32>() {
        let mut rest = index;
        let digit = |extent: &u32| {
            let digit = rest % extent;
            rest /= extent;
            digit
        };
        let at: Vec<u32> = shape.iter().map(digit).collect();
        let x = place(&FROM, &at).map_or(0, |place| from[place]);
        if let Some(place) = place(&TO, &at) {
            right[place] = combine(right[place], x);
            changed += 1;
        }
    }
    assert!(changed > 0 && changed < shape.iter().product::<u32>());
    assert!(found == right, "{name}");
}

#[test]
fn boxes_of_all_ranks() {
    let combine = |name: &str| -> fn(u32, u32) -> u32 {
        match name.rsplit('_').next() {
            Some("stored") => |_, y| y,
            Some("and") => |x, y| x & y,
            Some("or") => |x, y| x | y,
            Some("xor") => |x, y| x ^ y,
            Some("add") => u32::wrapping_add,
            Some("min") => Ord::min,
            Some("max") => Ord::max,
            _ => panic!("{name}"),
        }
    };
    macro_rules! run {
        ($($name:ident $rank:literal $shared:literal;)*) => {$(
            for seed in 0..4 {
                let words = input::bits(2 * WORDS);
                let mut emulator = Emulator::new(seed);
                let (from, to) = (emulator.upload(&words[..WORDS]), emulator.upload(&words[WORDS..]));
                let maps = [from, to].map(|data| {
                    emulator.tensor_map_strided::<Boxes<$rank>, $rank>(data, modes(EXTENTS), modes(STRIDES))
                });
                // SAFETY: the maps are of tensors as the kernel requires.
                let with = unsafe { promise(tensor::$name { from: &maps[0], to: &maps[1] }) };
                emulator.run_in(1, [1, 1, 1], 32, $shared, with);
                let (name, shape) = (stringify!($name), <Boxes<$rank> as Tile<$rank>>::BOX);
                check(name, &shape, &emulator.download(to), combine(name));
            }
        )*};
    }
    each_tensor_kernel!(run);
}

/// Elements of 8 bits.
#[test]
fn a_box_of_bytes() {
    let mut emulator = Emulator::new(7);
    let bytes: Vec<u8> = input::bits(9 * 12).iter().flat_map(|word| word.to_le_bytes()).collect();
    let (from, mut to) = (emulator.upload(&bytes), emulator.poisoned::<u32>(64));
    let map = emulator.tensor_map_strided::<OfBytes, 2>(from, EXTENTS_OF_BYTES, STRIDES_OF_BYTES);
    // SAFETY: the map is of such a matrix.
    emulator.run(unsafe { promise(tensor::tma_2d_of_bytes { from: &map, to: &mut to }) });
    let found = emulator.written(to).into_iter().flat_map(u32::to_le_bytes);
    for (index, byte) in (0..).zip(found) {
        let [x, y] = [FROM_OF_BYTES[0] + index % 32, FROM_OF_BYTES[1] + index / 32];
        let right = if x < 40 && y < 9 { bytes[(x + 48 * y) as usize] } else { 0 };
        assert_eq!(byte, right, "({x}, {y})");
    }
}
