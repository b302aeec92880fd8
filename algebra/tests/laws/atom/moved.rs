//! The bits that `ldmatrix` and `stmatrix` move, for elements of all widths.

use std::collections::BTreeMap;

use tilework_algebra::atom::{CopyAtom, LDMATRIX, Load, TMEM};
use tilework_algebra::{Layout, Operation, Rule, crd2idx};

/// A moved bit: its number among those of the matrices, and the thread and bit on either side.
struct Bit {
    memory: (i64, i64),
    registers: (i64, i64),
}

/// PTX ISA, ldmatrix: row `r` of matrix `m` is 16 bytes at the address of thread `8 m + r`, in units of 16 bits. For
/// each matrix a thread receives a register: the units `2 (t % 4)` and `2 (t % 4) + 1` of row `t / 4`. With `.trans`,
/// rows and units are exchanged.
fn bits(load: &Load) -> Vec<Bit> {
    let transposed = load.name.ends_with(".trans");
    let matrices = match load.name.split('.').nth(1).unwrap() {
        "x1" => 1,
        "x2" => 2,
        "x4" => 4,
        other => panic!("{other}"),
    };
    let mut bits = Vec::new();
    for (matrix, row) in (0..matrices).flat_map(|m| (0..8).map(move |r| (m, r))) {
        for (unit, bit) in (0..8).flat_map(|unit| (0..16).map(move |bit| (unit, bit))) {
            let (across, along) = if transposed { (unit, row) } else { (row, unit) };
            let thread = 4 * across + along / 2;
            bits.push(Bit {
                memory: (8 * matrix + row, 16 * unit + bit),
                registers: (thread, 32 * matrix + along % 2 * 16 + bit),
            });
        }
    }
    bits
}

/// The thread of an element with these bits, and the number of the element in that thread; `None` if the element is
/// torn.
fn whole(bits: &[(i64, i64)]) -> Option<(i64, i64)> {
    let (thread, first) = bits[0];
    let width = bits.len() as i64;
    let in_order = bits.iter().zip(first..).all(|(bit, at)| *bit == (thread, at));
    (in_order && first % width == 0).then_some((thread, first / width))
}

/// The places of all elements on one side.
fn elements(bits: &[Bit], width: usize, side: fn(&Bit) -> (i64, i64)) -> Option<Vec<(i64, i64)>> {
    let exact = bits.chunks_exact(width);
    if !exact.remainder().is_empty() {
        return None;
    }
    exact.map(|element| whole(&element.iter().map(side).collect::<Vec<_>>())).collect()
}

/// Checks that thread and value map to the elements at these places.
fn check(layout: &Layout, places: &[(i64, i64)]) {
    for (element, (thread, value)) in places.iter().enumerate() {
        let coordinate = format!("({thread},{value})").parse().unwrap();
        assert_eq!(crd2idx(&coordinate, layout), Ok(element as i64), "{layout}");
    }
}

#[test]
fn elements_of_all_widths() {
    for load in LDMATRIX {
        let bits = bits(load);
        assert_eq!(bits.len() as i64, load.bits);
        let mut right = Vec::new();
        for width in (1..=512).chain([1024, 2048, 4096, 8192]) {
            let memory = elements(&bits, width, |bit| bit.memory);
            let registers = elements(&bits, width, |bit| bit.registers);
            let atoms = [CopyAtom::load(load, width as i64), CopyAtom::store(load, width as i64)];
            let (Some(memory), Some(registers)) = (memory, registers) else {
                for atom in atoms {
                    let error = atom.expect_err(&format!("{} of {width} bits is torn", load.name));
                    let torn = matches!(error.rule, Rule::WholeElements { bits, .. } if bits == width as i64);
                    assert!(torn && error.operation == Operation::CopyAtom, "{error}");
                }
                continue;
            };
            right.push(width);
            let [load, store] = atoms.map(Result::unwrap);
            for (of_memory, of_registers) in
                [(load.source(), load.destination()), (store.destination(), store.source())]
            {
                check(of_memory, &memory);
                check(of_registers, &registers);
                let of_thread = |layout: &Layout| layout.mode(1).unwrap().size();
                assert_eq!(of_thread(of_memory) * width as i64, 128);
                assert_eq!(of_thread(of_registers) * width as i64 * 32, bits.len() as i64);
                assert_eq!(of_registers.mode(0).unwrap().size(), 32);
            }
            let row = 128 / width as i64;
            assert_eq!(
                (load.reads(), load.writes(), store.reads(), store.writes()),
                (row, 1, 1, row)
            );
        }
        let expected: &[usize] =
            if load.name.ends_with(".trans") { &[1, 2, 4, 8, 16] } else { &[1, 2, 4, 8, 16, 32] };
        assert_eq!(right, expected, "{}", load.name);
        for none in [0, -1, -16, i64::MIN] {
            assert_eq!(CopyAtom::load(load, none).unwrap_err().rule, Rule::Extent { extent: none });
        }
        assert!(CopyAtom::load(load, i64::MAX).is_err());
    }
}

/// Tensor memory: register `i` of a thread is at the address of `thread_value`, which is a column of 32 bits;
/// `.pack::16b` takes its lower half. (Tests of `thread_value` have the places of the PTX ISA.) Elements are those of
/// all columns.
#[test]
fn elements_of_tensor_memory() {
    let (mut right, mut torn) = (0, 0);
    for shape in TMEM {
        for repeats in [1, 2, 4] {
            let tv = shape.thread_value(repeats).unwrap();
            let registers = tv.mode(1).unwrap().size();
            let mut bits = BTreeMap::new();
            for (t, i) in (0..128).flat_map(|t| (0..registers).map(move |i| (t, i))) {
                for bit in 0..shape.bits {
                    let memory = 32 * tv.offset(t + 128 * i).unwrap() + bit;
                    assert_eq!(bits.insert(memory, (t, shape.bits * i + bit)), None);
                }
            }
            for width in (1..=34).chain([48, 64, 96, 128, 256]) {
                let mut by_element: BTreeMap<i64, Vec<(i64, i64)>> = BTreeMap::new();
                for (memory, register) in &bits {
                    by_element.entry(memory / width).or_default().push(*register);
                }
                let places: Option<Vec<(i64, (i64, i64))>> = by_element
                    .iter()
                    .map(|(element, bits)| {
                        let all = bits.len() as i64 == width;
                        Some((*element, whole(bits).filter(|_| all)?))
                    })
                    .collect();
                let found = shape.thread_value_of(repeats, width);
                let what = format!("{} x{repeats} of {width} bits", shape.name);
                let Some(places) = places else {
                    let error = found.expect_err(&what);
                    assert!(matches!(error.rule, Rule::WholeElements { .. }), "{what}: {error}");
                    torn += 1;
                    continue;
                };
                let found = found.unwrap_or_else(|error| panic!("{what}: {error}"));
                assert_eq!(found.size(), places.len() as i64, "{what}: {found}");
                for (element, (thread, value)) in places {
                    assert_eq!(found.offset(thread + 128 * value), Ok(element), "{what}: {found}");
                }
                right += 1;
            }
        }
        assert_eq!(shape.thread_value_of(1, 0).unwrap_err().rule, Rule::Extent { extent: 0 });
    }
    assert!(right > 150 && torn > 500, "{right}, {torn}");
}

/// A thread copies its elements unchanged, at any width: `UniversalCopy`.
#[test]
fn vectors_are_whole() {
    for n in 1..=64 {
        let atom = CopyAtom::vector(n).unwrap();
        for side in [atom.source(), atom.destination(), atom.reference()] {
            let places: Vec<_> = (0..n).map(|value| (0, value)).collect();
            check(side, &places);
            assert_eq!(side.size(), n);
        }
        assert_eq!((atom.reads(), atom.writes()), (n, n));
    }
}
