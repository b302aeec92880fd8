//! Encodings and fragments by their definitions.

use tilework_algebra::atom::MMA_SYNC;
use tilework_algebra::linear_layout::Input;

use super::linear;
use crate::value;

/// The accumulators and operands of `mma.sync`, from the tables of the PTX ISA.
#[test]
fn fragments_of_mma_sync() {
    let mut checked = 0;
    for mma in MMA_SYNC {
        let [m, n, k] = mma.shape;
        let mma_encoding = format!("nvidia_mma(2,0,[1,1],[{m},{n}])");
        if (m, n) != (16, 8) {
            continue;
        }
        let c = format!("same_function({mma_encoding}({m},{n}), {})", mma.c);
        assert_eq!(value(&c).unwrap(), "true", "{c}");
        // The operands of a product of 16 and 8 bits, whose B is (N,K) in the table and (K,N) in Triton.
        let width = match mma.name.rsplit('.').next() {
            Some("f16" | "bf16") if k == 16 => 2,
            Some("s8" | "u8" | "e4m3" | "e5m2") if k == 32 => 4,
            _ => continue,
        };
        let a = format!("same_function(dot_op(0,{mma_encoding},{width})({m},{k}), {})", mma.a);
        assert_eq!(value(&a).unwrap(), "true", "{}: {a}", mma.name);
        let transposed = format!("({n},{k}):({k},1)");
        let b = format!(
            "same_function(dot_op(1,{mma_encoding},{width})({k},{n}), {transposed} o ({}))",
            mma.b
        );
        assert_eq!(value(&b).unwrap(), "true", "{}: {b}", mma.name);
        checked += 1;
    }
    assert!(checked >= 3, "{checked}");
}

/// The element of register `r` of lane `l` of warp `w` of a blocked encoding, by its definition.
#[test]
fn blocked_by_definition() {
    let mut seed = 7_u64;
    let mut below = |n: u64| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) % n
    };
    for _ in 0..200 {
        let [size, lanes, warps] = [0, 1, 2].map(|_| [1 << below(3), 1 << below(3), 1 << below(2)]);
        let order: [usize; 3] = [[0, 1, 2], [2, 1, 0], [1, 0, 2], [2, 0, 1]][below(4) as usize];
        let whole: Vec<i64> = (0..3).map(|at| size[at] * lanes[at] * warps[at]).collect();
        let encoding = format!("blocked({size:?}, {lanes:?}, {warps:?}, {order:?})");
        let layout = linear(&format!("{encoding}({}, {}, {})", whole[0], whole[1], whole[2]));
        let digits = |mut i: i64, extents: [i64; 3]| {
            let mut place = [0; 3];
            for &at in &order {
                place[at] = i % extents[at];
                i /= extents[at];
            }
            place
        };
        for (register, lane, warp) in (0..4).map(|_| {
            let number = |n: [i64; 3], i: u64| (i % n.iter().product::<i64>() as u64) as i64;
            (number(size, below(64)), number(lanes, below(64)), number(warps, below(64)))
        }) {
            let [r, l, w] =
                [(register, size), (lane, lanes), (warp, warps)].map(|(i, n)| digits(i, n));
            let expected: Vec<i64> =
                (0..3).map(|at| r[at] + size[at] * (l[at] + lanes[at] * w[at])).collect();
            let at = [(Input::Register, register), (Input::Lane, lane), (Input::Warp, warp)];
            assert_eq!(layout.coordinate(&at).unwrap(), expected, "{encoding}");
        }
    }
}

/// The element at an offset of swizzled rows, by the definition in Triton's documentation: the column is XORed by
/// `vec` times the phase of the row.
#[test]
fn swizzled_by_definition() {
    for (vec, per_phase, max_phase) in [(1, 1, 1), (8, 1, 8), (4, 2, 4), (2, 4, 2), (8, 2, 4)] {
        let (rows, columns) = (32, 64);
        let text =
            format!("swizzled_shared({vec},{per_phase},{max_phase},[1,0])({rows},{columns})");
        let layout = linear(&text);
        for offset in 0..rows * columns {
            let (row, column) = (offset / columns, offset % columns);
            let phase = row / per_phase % max_phase;
            let expected = [row, ((column / vec) ^ phase) * vec + column % vec];
            assert_eq!(layout.coordinate(&[(Input::Offset, offset)]).unwrap(), expected, "{text}");
            let back = value(&format!("({text})({},{})", expected[0], expected[1])).unwrap();
            assert_eq!(back, offset.to_string());
        }
    }
}
