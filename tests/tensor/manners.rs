//! The properties that one expects of a container: equality, text, defaults, folds along a mode, and names for nested
//! data.

use proptest::prelude::*;
use tilework::{Error, Fragment, Layout, Rule, Tensor, layout};

#[derive(Debug, Default, PartialEq)]
struct Registers {
    sums: Fragment<f32, Layout!((2, 3))>,
}

#[test]
fn fragments_in_structs() {
    let mut registers = Registers::default();
    assert_eq!(registers, Registers { sums: Fragment::full(0.0) });
    registers.sums[(1, 2)] = 1.5;
    assert_ne!(registers, Registers::default());
    assert_eq!(registers.sums.to_string(), "  0   0   0\n  0   0 1.5");
    registers.sums.fill(2.0);
    assert_eq!(registers, Registers { sums: Fragment::full(2.0) });
    assert_eq!(registers.sums, Tensor::counting(layout!((2,3):(0,0))).map(|_| 2.0));
}

#[test]
#[should_panic(expected = "tensor: injectivity: the coordinates 0 and 1 have the same offset")]
fn fragments_have_an_element_for_each_coordinate() {
    Fragment::<u8, Layout!((2,3):(0,1))>::full(1);
}

/// The largest arrays that are allowed on the stack, on half the stack of a Rust thread, without optimization.
#[test]
#[cfg_attr(
    target_arch = "x86",
    ignore = "x86 keeps more copies on the stack than 64-bit processors"
)]
fn the_largest_arrays_on_the_stack() {
    type Square = Layout!((128, 128));
    fn on_half_a_stack(made: impl FnOnce() -> f64 + Send + 'static) -> f64 {
        std::thread::Builder::new().stack_size(1 << 20).spawn(made).unwrap().join().unwrap()
    }
    let element = on_half_a_stack(|| {
        let fragment = Fragment::filled(layout!((128, 128)), 2_f32).unwrap();
        assert_eq!(size_of_val(&fragment), 1 << 16);
        fragment[(127, 127)].into()
    });
    assert_eq!(element, 2.0);
    let sum = on_half_a_stack(|| Fragment::<f32, Square>::full(3.0).sum().into());
    assert_eq!(sum, 3.0 * 16384.0);
    assert_eq!(on_half_a_stack(|| Fragment::<f32, Square>::default().sum().into()), 0.0);
    let sum = on_half_a_stack(|| {
        let data = vec![1_f64; 8192];
        let tensor = Tensor::new(&data[..], layout!(8192:1)).unwrap();
        // SAFETY: the layout reaches 8192 elements.
        let tensor = unsafe { Tensor::from_raw_parts(tensor.data().as_ptr(), layout!((64, 128))) };
        // SAFETY: the pointer is to an element.
        let pairs = tensor.load_by(|element| unsafe { *element });
        tensor.load().iter().zip(&pairs).map(|(x, y)| x + y).sum()
    });
    assert_eq!(sum, 2.0 * 8192.0);
}

/// Rows are mode 0, and there is one grid for each coordinate of the modes after the second.
#[test]
fn tensors_as_grids() {
    let data = [1, -20, 3, 4, 5, 6];
    let matrix = Tensor::new(&data[..], layout!((2, 3))).unwrap();
    assert_eq!(matrix.to_string(), "  1   3   5\n-20   4   6");
    assert_eq!(matrix.transposed().to_string(), "  1 -20\n  3   4\n  5   6");
    assert_eq!(matrix.slice((.., 0)).to_string(), "  1 -20");
    assert_eq!(matrix.slice((1, 2)).to_string(), "6");
    assert_eq!(format!("{:5.1}", matrix.slice((0, ..)).map(f64::from)), "  1.0   3.0   5.0");
    // The inside of a mode continues as its integral coordinate does.
    let nested = Tensor::counting(layout!(((2,2),2):((1,4),2)));
    assert_eq!(nested.to_string(), "0 2\n1 3\n4 6\n5 7");
    let cube = Tensor::counting(layout!((1, 2, 2, 2)));
    let grids = ["(_,_,0,0)\n0 1", "(_,_,1,0)\n2 3", "(_,_,0,1)\n4 5", "(_,_,1,1)\n6 7"];
    assert_eq!(cube.to_string(), grids.join("\n"));
}

#[test]
fn nested_data_is_refused_with_the_line_to_write() {
    let rows = vec![vec![0.0; 4]; 3];
    let error = Tensor::new(&rows, layout!((3,4):row_major)).map(|_| ()).unwrap_err();
    assert_eq!(error.rule, Rule::NestedData { cosize: 12, len: 3 });
    assert_eq!(
        error.to_string(),
        "tensor: nested data: the layout reaches 12 elements, the data has 3, each an array or a vector: one run of \
         elements is `data.as_flattened()`, of vectors `data.concat()`",
    );
    assert!(Tensor::new(rows.concat(), layout!((3,4):row_major)).is_ok());
    let rows = [[0; 4]; 3];
    assert!(Tensor::new(&rows, layout!((3,4):row_major)).is_err());
    assert!(Tensor::new(rows.as_flattened(), layout!((3,4):row_major)).is_ok());
}

/// The rank is in the type, and the integers are in the text.
#[test]
fn tensors_over_layouts_in_text() -> Result<(), Error> {
    let data: Vec<u32> = (0..24).collect();
    for (text, at) in [("(4,6):(6,1)", 6 + 2), ("(4,6)", 1 + 8), ("(4,6):row_major", 8)] {
        let layout: Layout!((_,_):(_,_)) = text.parse()?;
        assert_eq!(Tensor::new(&data[..], layout)?[(1, 2)], at);
    }
    let tiled: Layout!(((2,_),_):((1,_),_)) = "((2,2),6):((1,12),2)".parse()?;
    assert_eq!(Tensor::new(&data[..], tiled)?[((1, 1), 5)], 1 + 12 + 10);
    assert!("(4,6):(6,1".parse::<Layout!((_,_):(_,_))>().is_err());
    let error = "(4,6):(6,1)".parse::<Layout!((_,8):(_,1))>().unwrap_err();
    assert_eq!(error.rule, Rule::StaticLeaf { value: 6, expected: 8 });
    Ok(())
}

#[test]
#[should_panic(expected = "the coordinate (2, 0) is outside of (2,2):(1,2)")]
fn computed_elements_outside() {
    Tensor::counting(layout!((2, 2))).map(|x| x * x).at((2, 0));
}

#[test]
fn copies_by_methods() -> Result<(), Error> {
    let (m, n) = (3_usize, 4_usize);
    let from = Tensor::new((0..m * n).collect::<Vec<_>>(), layout!((m,n):row_major))?;
    let mut to = Tensor::new(vec![0; m * n], layout!((m, n)))?;
    to.copy_from(&from);
    assert_eq!(to, from);
    assert!(to.try_copy_from(&from.slice((.., 1..3))).is_err());
    to.slice_mut((1..3, 2)).copy_from(&from.slice((..2, 0)));
    assert_eq!((to[(1, 2)], to[(2, 2)]), (0, 4));
    Ok(())
}

proptest! {
    /// Tensors are equal if and only if extents and elements are.
    #[test]
    fn equality_is_by_coordinate(
        (m, n) in (1_usize..4, 1_usize..4),
        (p, q) in (1_usize..4, 1_usize..4),
        other in 0_usize..9,
    ) {
        let x = Tensor::counting(layout!((m,n):(1,4))).map(|x| x % 4 + 10 * (x / 4));
        let y = Tensor::counting(layout!((p,q):(4,1))).map(|x| x / 4 + 10 * (x % 4));
        prop_assert_eq!(x == y, (m, n) == (p, q));
        let mut values: Vec<usize> = (0..m * n).collect();
        let unchanged = Tensor::new(values.clone(), layout!((m,n))).unwrap();
        if let Some(value) = values.get_mut(other) {
            *value += 1;
        }
        let changed = Tensor::new(values, layout!((m,n))).unwrap();
        prop_assert_eq!(changed == unchanged, other >= m * n);
    }

    /// Folds along each mode, and slices at each coordinate of it, against loops.
    #[test]
    fn along_each_mode(
        (l, m, n) in (1_usize..4, 1_usize..4, 1_usize..4),
        (d, e, f) in (0_usize..7, 0_usize..7, 0_usize..7),
    ) {
        let tensor = Tensor::counting(layout!((l,m,n):(d,e,f)));
        let digits = |number: usize, x: usize| 10 * number + x % 10;
        macro_rules! check {
            ($k:literal, ($a:ident, $b:ident), ($x:ident, $y:ident), $z:ident < $c:ident => $at:expr) => {
                let folded = tensor.along::<$k>().fold(1, digits);
                prop_assert_eq!(folded.extents(), ($a, $b));
                prop_assert_eq!(tensor.slices::<$k>().len(), $c);
                for $y in 0..$b {
                    for $x in 0..$a {
                        let expected = (0..$c).fold(1, |number, $z| {
                            let (i, j, k) = $at;
                            digits(number, i * d + j * e + k * f)
                        });
                        prop_assert_eq!(folded.get(($x, $y)), Some(expected));
                        prop_assert_eq!(folded.slice(($x, ..)).get($y), Some(expected));
                        for ($z, slice) in tensor.slices::<$k>().with_coordinates() {
                            prop_assert_eq!(slice.get(($x, $y)), tensor.get($at));
                        }
                    }
                }
            };
        }
        check!(0, (m, n), (x, y), z < l => (z, x, y));
        check!(1, (l, n), (x, y), z < m => (x, z, y));
        check!(2, (l, m), (x, y), z < n => (x, y, z));
    }

    /// Slices for writing: each element once.
    #[test]
    fn slices_are_written((m, n) in (1_usize..5, 1_usize..5)) {
        let mut data = vec![0; m * n];
        let mut matrix = Tensor::new(&mut data[..], layout!((m,n))).unwrap();
        let mut rows: Vec<_> = matrix.slices_mut::<0>().collect();
        for (i, row) in rows.iter_mut().enumerate().rev() {
            row.for_each_mut(|x| *x += 1 + i);
        }
        drop(rows);
        for (j, mut column) in matrix.slices_mut::<1>().with_coordinates() {
            column.for_each_mut(|x| *x += 10 * j);
        }
        for (at, &x) in data.iter().enumerate() {
            prop_assert_eq!(x, 1 + at % m + 10 * (at / m));
        }
    }
}

/// A row-major destination is visited row by row, in lockstep with tensors of any other order, each coordinate once.
#[test]
fn lockstep_by_rows() {
    let data: Vec<usize> = (0..3 * 4 * 5).collect();
    for (m, n, k) in [(3, 4, 5), (1, 4, 5), (3, 1, 5), (3, 4, 1), (1, 1, 1)] {
        let by_columns = Tensor::new(&data[..], layout!((m, n, k))).unwrap();
        let repeated = Tensor::new(&data[..], layout!((m,n,k):(0,1,0))).unwrap();
        let mut written = vec![0; m * n * k];
        let mut by_rows = Tensor::new(&mut written[..], layout!((m,n,k):row_major)).unwrap();
        let mut order = Vec::new();
        by_rows.zip_mut_with(&by_columns, |to, from| {
            *to += from;
            order.push(*from);
        });
        by_rows
            .zip_mut_with((&by_columns, &repeated), |to, (from, j)| *to += 100 * (from + 60 * j));
        let all = || (0..m).flat_map(|i| (0..n).flat_map(move |j| (0..k).map(move |p| (i, j, p))));
        assert!(all().all(|(i, j, p)| {
            let from = i + m * (j + n * p);
            by_rows[(i, j, p)] == from + 100 * (from + 60 * j)
        }));
        assert!(order.into_iter().eq(all().map(|(i, j, p)| i + m * (j + n * p))));
    }
}
