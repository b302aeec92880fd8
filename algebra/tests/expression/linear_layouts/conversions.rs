//! Linear layouts as layouts, and back.

use tilework_algebra::linear_layout::{Input, LinearLayout};

use super::linear;
use super::triton::TRITON;

/// The layout of a linear layout has its function, and the linear layout of that layout is the same.
#[test]
fn layouts_and_back() {
    for (_, text, _) in TRITON {
        let layout = linear(text);
        if layout.is_shared() {
            continue;
        }
        let bits = layout.to_layout().unwrap();
        let [lanes, warps] = [Input::Lane, Input::Warp].map(|input| layout.size(input));
        let back = LinearLayout::of_layout(&bits, layout.shape(), lanes, warps).unwrap();
        assert_eq!(back, layout, "{text}");
        let shape = format!("{:?}", layout.shape()).replace('[', "(").replace(']', ")");
        let again = format!("to_linear_layout({text}, {shape}, {lanes}, {warps})");
        assert_eq!(linear(&again), layout, "{again}");
        // The function, element by element.
        let threads = [Input::Lane, Input::Warp, Input::Block];
        let count: i64 = threads.iter().map(|&input| layout.size(input)).product();
        let registers = layout.size(Input::Register);
        for i in (0..count * registers).step_by(1 + (count * registers) as usize / 512) {
            let (mut thread, register) = (i % count, i / count);
            let mut at = vec![(Input::Register, register)];
            for input in threads {
                at.push((input, thread % layout.size(input)));
                thread /= layout.size(input);
            }
            let coordinate = layout.coordinate(&at).unwrap();
            let (mut index, mut stride) = (0, 1);
            for (coordinate, extent) in coordinate.iter().zip(layout.shape()) {
                index += coordinate * stride;
                stride *= extent;
            }
            assert_eq!(bits.offset(i).unwrap(), index, "{text}");
        }
    }
}

/// Random linear layouts as layouts and back, and random ones of shared memory as layouts from coordinates to offsets.
#[test]
fn random_layouts_and_back() {
    let mut seed = 3_u64;
    let mut below = |n: u64| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) % n
    };
    let (mut in_memory, mut others) = (0, 0);
    for _ in 0..3000 {
        let rank = 1 + below(3) as usize;
        let shape: Vec<i64> = (0..rank).map(|_| 1 << below(4)).collect();
        let size: i64 = shape.iter().product();
        let mut bases = |count: u64| -> Vec<Vec<i64>> {
            let basis = |_| shape.iter().map(|&extent| below(extent as u64) as i64).collect();
            (0..count).map(basis).collect()
        };
        let inputs: Vec<_> = Input::REGISTERS
            .iter()
            .enumerate()
            .map(|(at, input)| (*input, bases(at as u64)))
            .collect();
        let layout = LinearLayout::new(&shape, inputs).unwrap();
        let bits = layout.to_layout().unwrap();
        let [lanes, warps] = [Input::Lane, Input::Warp].map(|input| layout.size(input));
        assert_eq!(LinearLayout::of_layout(&bits, &shape, lanes, warps).unwrap(), layout, "{bits}");

        let inputs = [(Input::Offset, bases(size.ilog2().into()))];
        let layout = LinearLayout::new(&shape, inputs).unwrap();
        let all = |offset| layout.coordinate(&[(Input::Offset, offset)]).unwrap();
        let distinct: std::collections::BTreeSet<_> = (0..size).map(all).collect();
        assert_eq!(distinct.len() as i64 == size, layout.is_surjective());
        let again = layout.to_layout().and_then(|bits| LinearLayout::of_memory(&bits));
        assert!(again.is_err() || again == Ok(layout.clone()), "{layout}");
        let Ok(memory) = layout.to_layout() else {
            assert!(!layout.is_surjective(), "{layout}");
            others += 1;
            continue;
        };
        in_memory += 1;
        for offset in 0..size {
            let (mut index, mut stride) = (0, 1);
            for (coordinate, extent) in all(offset).iter().zip(&shape) {
                index += coordinate * stride;
                stride *= extent;
            }
            assert_eq!(memory.offset(index).unwrap(), offset, "{layout}");
        }
    }
    assert!(in_memory > 300 && others > 300, "{in_memory} {others}");
}
