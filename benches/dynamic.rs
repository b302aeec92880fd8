//! The algebra on layouts whose leaves are all dynamic, with the checks that are due at run time, and on static ones,
//! where nothing is left to do.
//!
//! `cargo bench -p tilework-benches --bench dynamic`. CuTe C++ 4.7.0 (g++ -O3, without checks) takes 59 ns for the
//! composition of 4 modes with 4, 15 ns with one, 46 ns for the logical divide by one mode, 8.5 ns for the zipped
//! divide by 4 integers and 4.9 ns for the offset of a coordinate.

#![allow(missing_docs)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use tilework::{
    Layout, layout, leaf,
    operation::{try_composition, try_logical_divide, try_zipped_divide},
};

type Four = Layout!((_,_,_,_):(_,_,_,_));

fn four(shape: [usize; 4], stride: [usize; 4]) -> Four {
    let [a, b, c, d] = shape;
    let [e, f, g, h] = stride;
    layout!((a,b,c,d):(e,f,g,h))
}

fn dynamic(criterion: &mut Criterion) {
    let a = four([8, 6, 4, 10], [240, 1, 6, 24]);
    let b = four([2, 3, 4, 5], [4, 8, 48, 384]);
    let one = {
        let (n, d) = (6, 8);
        layout!(n:d)
    };

    let mut bench = |name: &str, operation: &mut dyn FnMut()| {
        criterion.bench_function(name, |bencher| bencher.iter(&mut *operation));
    };
    bench("composition, 4 modes o 4 modes", &mut || {
        black_box(try_composition(black_box(a), black_box(b))).expect("a layout");
    });
    bench("composition, 4 modes o 1 mode", &mut || {
        black_box(try_composition(black_box(a), black_box(one))).expect("a layout");
    });
    bench("logical_divide, 4 modes by 1 mode", &mut || {
        black_box(try_logical_divide(black_box(a), black_box(one))).expect("a layout");
    });
    bench("zipped_divide, 4 modes by 4 integers", &mut || {
        let [s, t, u, v] = black_box([4, 3, 2, 5_usize]).map(leaf);
        let tiler = layout!(<s:1, t:1, u:1, v:1>);
        black_box(try_zipped_divide(black_box(a), tiler)).expect("a layout");
    });
    bench("zipped_divide, 4 modes by 4 static integers", &mut || {
        black_box(try_zipped_divide(black_box(a), layout!(<4,3,2,5>))).expect("a layout");
    });
    bench("offset, 4 modes", &mut || {
        black_box(black_box(a).offset(black_box((3, 5, 2, 7))));
    });
    bench("composition, static", &mut || {
        let a = layout!((8,6,4,10):(240,1,6,24));
        black_box(try_composition(black_box(a), layout!((2,3,4,5):(4,8,48,384))))
            .expect("a layout");
    });
    bench("nothing", &mut || {
        black_box(black_box(0));
    });
}

criterion_group!(benches, dynamic);
criterion_main!(benches);
