//! The value level's operations on layouts of four modes.
//!
//! `cargo bench -p tilework-benches --bench algebra`; `benches/beside_pycute.py` times the same cases in NVIDIA's
//! Python implementation.

#![allow(missing_docs)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use tilework_algebra::{
    Layout, Tiler, coalesce, complement, composition, crd2idx, logical_divide, zipped_divide,
};

fn layout(text: &str) -> Layout {
    text.parse().expect("a layout")
}

fn algebra(criterion: &mut Criterion) {
    let a = layout("(8,(6,4),10):(240,(1,6),24)");
    let four = layout("(2,3,4,5):(4,8,48,384)");
    let one = layout("6:8");
    let tile = layout("(4,2):(1,24)");
    let tiler: Tiler = "<4,<3,2>,5>".parse().expect("a tiler");
    let to_merge = layout("(2,(3,4),5):(1,(2,6),24)");
    let gaps = layout("(2,3,4,5):(2,12,72,576)");
    let coordinate = "(3,(2,1),7)".parse().expect("a coordinate");

    let mut bench = |name: &str, operation: &mut dyn FnMut()| {
        criterion.bench_function(name, |bencher| bencher.iter(&mut *operation));
    };
    bench("composition, 4 modes o 4 modes", &mut || {
        black_box(composition(black_box(&a), black_box(&four))).expect("a layout");
    });
    bench("composition, 4 modes o 1 mode", &mut || {
        black_box(composition(black_box(&a), black_box(&one))).expect("a layout");
    });
    bench("logical_divide, 4 modes by 2 modes", &mut || {
        black_box(logical_divide(black_box(&a), black_box(&tile))).expect("a layout");
    });
    bench("zipped_divide, 4 modes by a tiler", &mut || {
        black_box(zipped_divide(black_box(&a), black_box(&tiler))).expect("a layout");
    });
    bench("complement, 4 modes", &mut || {
        black_box(complement(black_box(&gaps), black_box(5760))).expect("a layout");
    });
    bench("coalesce, 4 modes", &mut || {
        black_box(coalesce(black_box(&to_merge)));
    });
    bench("crd2idx, 4 modes", &mut || {
        black_box(crd2idx(black_box(&coordinate), black_box(&a))).expect("an offset");
    });
}

criterion_group!(benches, algebra);
criterion_main!(benches);
