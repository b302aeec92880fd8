//! Compares packing and each kernel that the processor supports, not only the fastest one, with the definition.

use core::cell::Cell;
use std::vec::Vec;

use frunk_core::hlist::HNil;
use typenum::{P2, P3, U0, U1, U2, U4};

use super::Element;
use super::element::sealed::Sealed;
use super::multi_mode::{MultiMode, Run};
use super::pack::{Operand, Panels};
use super::place::Place;
use crate::layout;
use crate::layout::AnyLayout;
use crate::layout::modes::{Evaluate, Mode, Modes, cons};
use crate::leaf::int::Dyn;
use crate::tensor::accessor::Addressed;
use crate::{Composed, Swizzle, Tensor};

fn leaf(extent: usize, stride: usize) -> impl Modes {
    cons(Mode { shape: Dyn(extent), stride: Dyn(stride) }, HNil)
}

/// Small integers, so that every sum is exact.
fn numbers<T: Element>(len: usize, factor: usize) -> Vec<T> {
    (0..len).map(|i| T::from((i * factor % 7) as i8 - 3)).collect()
}

fn check_kernels<T: Element + core::fmt::Debug>() {
    for (m, n, k) in [(1, 1, 1), (4, 3, 2), (37, 14, 9), (64, 24, 300), (70, 50, 70), (700, 7, 3)] {
        for (order, (alpha, beta)) in
            [(1, 0), (2, 1), (-1, 3)].into_iter().cycle().take(8).enumerate()
        {
            let strides = |bit: usize, rows, columns| match order & bit {
                0 => (1, rows),
                _ => (columns, 1),
            };
            let (a_strides, b_strides) = (strides(1, m, k), strides(2, n, k));
            let c_strides = strides(4, m, n);
            let (a, b): (Vec<T>, Vec<T>) = (numbers(m * k, 5), numbers(n * k, 3));
            let old: Vec<T> = numbers(m * n, 2);
            let (alpha, beta) = (T::from(alpha), T::from(beta));
            let mut expected = old.clone();
            for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
                let mut sum = T::default();
                for p in 0..k {
                    let factor = b[j * b_strides.0 + p * b_strides.1];
                    sum = a[i * a_strides.0 + p * a_strides.1].times_plus(factor, sum);
                }
                let at = i * c_strides.0 + j * c_strides.1;
                expected[at] = alpha.times_plus(sum, beta.times(old[at]));
            }
            let kernels = <T as Sealed>::kernels();
            assert!(!kernels.is_empty());
            for kernel in kernels {
                let mut c = old.clone();
                let modes = [
                    (leaf(m, a_strides.0), leaf(k, a_strides.1)),
                    (leaf(n, b_strides.0), leaf(k, b_strides.1)),
                    (leaf(m, c_strides.0), leaf(n, c_strides.1)),
                ];
                let [(a0, a1), (b0, b1), (c0, c1)] =
                    modes.each_ref().map(|(x, y)| (MultiMode::new(x), MultiMode::new(y)));
                let product = super::Product {
                    alpha,
                    a: Operand { data: &a, place: None, across: a0, along: a1 },
                    b: Operand { data: &b, place: None, across: b0, along: b1 },
                    beta,
                    c: super::Target {
                        data: Cell::from_mut(&mut c[..]).as_slice_of_cells(),
                        place: None,
                        rows: c0,
                        columns: c1,
                    },
                };
                // SAFETY: the processor has the instructions.
                unsafe { product.compute_with(&kernel) }
                assert_eq!(c, expected, "{m} {n} {k}, {order}, {} lanes", kernel.lanes);
            }
        }
    }
}

#[test]
fn all_kernels_compute_the_product() {
    check_kernels::<f32>();
    check_kernels::<f64>();
    check_kernels::<i32>();
    check_kernels::<i64>();
}

/// Checks the product of A, B and C, whose layouts are given across and along, by each kernel and by the choice of
/// `compute`. No element of the data is written that is none of C.
fn check_product<T: Element + core::fmt::Debug>(layouts: [Leaves; 6], by_function: bool) {
    let (m, n, k) = (layouts[0].size(), layouts[2].size(), layouts[1].size());
    let [a_across, a_along, b_across, b_along, rows, columns] = layouts;
    // An exchange of neighbors, so that no run of offsets is a run in memory.
    let swizzle = (Swizzle::<U1, U0, P2>::new(), 0_usize);
    let place = if by_function { Place::new(&swizzle) } else { None };
    let find = |offset: usize| if by_function { offset ^ (offset >> 2 & 1) } else { offset };
    let (a, b): (Vec<T>, Vec<T>) = (numbers(4096, 5), numbers(4096, 3));
    let old: Vec<T> = numbers(4096, 2);
    let (alpha, beta) = (T::from(2), T::from(-1));
    let modes = layouts.map(|layout| layout.modes());
    let modes = modes.each_ref().map(MultiMode::new);
    let mut expected = old.clone();
    for (x, y) in (0..m).flat_map(|x| (0..n).map(move |y| (x, y))) {
        let mut sum = T::default();
        for step in 0..k {
            let a = a[find(a_across.at(x) + a_along.at(step))];
            sum = sum + a * b[find(b_across.at(y) + b_along.at(step))];
        }
        let at = find(rows.at(x) + columns.at(y));
        expected[at] = alpha.times_plus(sum, beta.times(old[at]));
    }
    let check = |compute: &dyn Fn(super::Product<'_, T>)| {
        let mut c = old.clone();
        compute(super::Product {
            alpha,
            a: Operand { data: &a, place, across: modes[0], along: modes[1] },
            b: Operand { data: &b, place, across: modes[2], along: modes[3] },
            beta,
            c: super::Target {
                data: Cell::from_mut(&mut c[..]).as_slice_of_cells(),
                place,
                rows: modes[4],
                columns: modes[5],
            },
        });
        assert_eq!(c, expected, "{layouts:?}, {by_function}");
    };
    check(&|product| product.compute());
    for kernel in <T as Sealed>::kernels() {
        // SAFETY: the processor has the instructions.
        check(&|product| unsafe { product.compute_with(&kernel) });
    }
}

/// Two leaves.
type Leaves = crate::Layout!((_, _):(_, _));

#[test]
fn products_of_any_layouts() {
    let leaves = |(p, s): (usize, usize), (q, t): (usize, usize)| layout!((p, q):(s, t));
    let one = |extent, stride| leaves((extent, stride), (1, 0));
    let sizes = [1, 3, 7, 8, 13, 21, 33];
    let sizes = sizes.into_iter().flat_map(|m| sizes.map(|n| (m, n)));
    for by_function in [false, true] {
        let check = |layouts| {
            check_product::<f32>(layouts, by_function);
            check_product::<f64>(layouts, by_function);
        };
        for (m, n) in sizes.clone() {
            let k = (m + n) % 13 + 1;
            // Column-major, row-major, and with gaps.
            check([one(m, 1), one(k, m), one(n, 1), one(k, n), one(m, 1), one(n, m)]);
            check([one(m, k), one(k, 1), one(n, k + 5), one(k, 1), one(m, n), one(n, 1)]);
            check([one(m, 2), one(k, 70), one(n, 39), one(k, 3), one(m, 2), one(n, 67)]);
        }
        let (n, k) = (21, 13);
        // Modes of several leaves, and of one.
        check([
            leaves((11, 3), (3, 40)),
            one(k, 120),
            leaves((7, 1), (3, 100)),
            one(k, 7),
            leaves((3, 1), (11, 70)),
            leaves((7, 10), (3, 3)),
        ]);
        check([
            leaves((3, 0), (11, 1)),
            leaves((13, 20), (1, 0)),
            one(n, 0),
            one(k, 1),
            leaves((11, 1), (3, 300)),
            leaves((3, 100), (7, 12)),
        ]);
    }
}

/// Checks the runs from each coordinate, and the packed data, for whole panels and the remainder.
fn check_packing(across: impl Layout, along: impl Layout) {
    let data: Vec<f32> = (0..4000_u16).map(f32::from).collect();
    let (across_modes, along_modes) = (across.modes(), along.modes());
    let operand = Operand {
        data: &data,
        place: None,
        across: MultiMode::new(&across_modes),
        along: MultiMode::new(&along_modes),
    };
    let size = operand.across.size;
    for at in 0..size {
        let Run { offset, stride, len } = operand.across.run(at);
        assert!((0..len).all(|i| across.at(at + i) == offset + i * stride));
    }
    for (panel, unit) in [(32, 16), (12, 1), (8, 4), (6, 1), (4, 1), (4, 2)] {
        let (at, p) = (size / 5, operand.along.size / 3);
        let (count, depth) = (size - at, operand.along.size - p);
        let mut to = std::vec![-1.0; count.next_multiple_of(panel) * depth];
        operand.pack((at, count), (p, depth), Panels { panel, unit }, &mut to);
        for first in (0..count).step_by(panel) {
            let width = panel.min((count - first).next_multiple_of(unit));
            for (step, x) in (0..depth).flat_map(|step| (0..width).map(move |x| (step, x))) {
                let offset = |i| across.at(at + i) + along.at(p + step);
                let expected = if first + x < count { data[offset(first + x)] } else { 0.0 };
                assert_eq!(to[first * depth + step * width + x], expected);
            }
        }
    }
}

/// A layout and its offsets.
trait Layout: AnyLayout<Modes: Sync> {
    fn at(self, i: usize) -> usize;
}
impl<L: AnyLayout<Modes: Sync + Evaluate<usize>>> Layout for L {
    fn at(self, i: usize) -> usize {
        self.modes().evaluate(0, i)
    }
}

#[test]
fn panels_hold_the_elements_of_the_definition() {
    // Contiguous elements, distant ones, and all the same one.
    check_packing(layout!(77:1), layout!(20:80));
    check_packing(layout!(77:20), layout!(20:1));
    check_packing(layout!(50:0), layout!(9:2));
    // Two leaves that merge to one, and leaves that end inside a panel.
    check_packing(layout!((7,11):(1,7)), layout!((2,10):(77,154)));
    check_packing(layout!((8,5):(1,160)), layout!(20:8));
    check_packing(layout!((16,4):(1,100)), layout!((3,4):(20,500)));
    check_packing(layout!((3,2,5):(1,50,7)), layout!((2,9):(100,1)));
    check_packing(layout!((2,30):(40,80)), layout!((8,4):(1,10)));
}

/// Returns whether the elements lie at a function of their offsets.
fn moved<A: Addressed>(accessor: &A) -> bool {
    Place::new(&accessor.address()).is_some()
}

#[test]
fn only_what_a_function_moves_is_found_by_it() {
    let mut data = std::vec![0.0_f32; 64];
    assert!(!moved(&data) && !moved(&&data[..]) && !moved(&&mut data[..]) && !moved(&[0.0_f64; 4]));
    // Sw<0,4,3> is the identity, unless a number is added.
    let identity = Swizzle::<U0, U4, P3>::new();
    let through = Tensor::through(&data[..], Composed::of(identity, layout!((8, 4)))).unwrap();
    assert!(!moved(through.parts().0));
    let through = Composed::new(identity, Dyn(4_usize), layout!((8, 4)));
    assert!(moved(Tensor::through(&data[..], through).unwrap().parts().0));
    let swizzled = Composed::of(Swizzle::<U2, U0, P3>::new(), layout!((8, 4)));
    assert!(moved(Tensor::through(&data[..], swizzled).unwrap().parts().0));
}
