//! The algebra at run time: on values, and on layouts with dynamic leaves.

use std::hint::black_box;

use tilework::algebra::{
    self as value, Layout as Value, Tiler, coalesce, complement, logical_product, right_inverse,
};
use tilework::{
    Layout, layout, leaf,
    operation::{
        try_complement, try_composition, try_left_inverse, try_logical_divide, try_right_inverse,
        try_zipped_divide,
    },
};

use crate::counter::Counter;

const CALLS: usize = 100;

/// All rows.
pub fn rows(counter: &mut Counter) {
    macro_rules! row {
        ($name:literal, $run:expr) => {
            if counter.wants($name) {
                let ours = || {
                    for _ in 0..CALLS {
                        black_box($run).expect("a layout");
                    }
                };
                counter.row($name, CALLS, vec![("tilework", Box::new(ours))]);
            }
        };
    }
    let value = |text: &str| -> Value { text.parse().expect("a layout") };
    let (a, b, one) =
        (value("(8,6,4,10):(240,1,6,24)"), value("(2,3,4,5):(4,8,48,384)"), value("6:8"));
    let tiler: Tiler = "<4,3,2,5>".parse().expect("a tiler");
    row!("values: composition, 4 modes o 4 modes", value::composition(black_box(&a), &b));
    row!("values: composition, 4 modes o 1 mode", value::composition(black_box(&a), &one));
    row!("values: logical_divide, 4 modes by 1 mode", value::logical_divide(black_box(&a), &one));
    row!("values: zipped_divide, 4 modes by 4 integers", {
        value::zipped_divide(black_box(&a), &tiler)
    });
    row!("values: complement, 4 modes", complement(black_box(&b), 3840));
    row!("values: logical_product, 1 mode by 1 mode", logical_product(black_box(&one), &one));
    row!("values: right_inverse, 4 modes", right_inverse(black_box(&a)));
    row!("values: coalesce, 4 modes", Some(coalesce(black_box(&a))));
    row!("values: parse, 4 modes", black_box("(8,6,4,10):(240,1,6,24)").parse::<Value>());

    type Four = Layout!((_,_,_,_):(_,_,_,_));
    let four = |[a, b, c, d]: [usize; 4], [e, f, g, h]: [usize; 4]| -> Four {
        layout!((a,b,c,d):(e,f,g,h))
    };
    let a = four([8, 6, 4, 10], [240, 1, 6, 24]);
    let b = four([2, 3, 4, 5], [4, 8, 48, 384]);
    let (n, d) = (6, 8);
    let one = layout!(n:d);
    row!("dynamic: composition, 4 modes o 4 modes", try_composition(black_box(a), black_box(b)));
    row!("dynamic: composition, 4 modes o 1 mode", {
        try_composition(black_box(a), black_box(one))
    });
    row!("dynamic: logical_divide, 4 modes by 1 mode", {
        try_logical_divide(black_box(a), black_box(one))
    });
    row!("dynamic: zipped_divide, 4 modes by 4 integers", {
        let [s, t, u, v] = black_box([4, 3, 2, 5_usize]).map(leaf);
        try_zipped_divide(black_box(a), layout!(<s:1, t:1, u:1, v:1>))
    });
    row!("dynamic: zipped_divide, 4 modes by 4 static integers", {
        try_zipped_divide(black_box(a), layout!(<4,3,2,5>))
    });
    row!("dynamic: complement, 1 mode", try_complement(black_box(one), leaf(black_box(480_usize))));
    row!("dynamic: right_inverse, 4 modes of static strides", {
        let [s, t, u, v] = black_box([8, 6, 4, 10_usize]);
        try_right_inverse(layout!((s,t,u,v):(1,8,48,192)))
    });
    row!("dynamic: left_inverse, 4 modes of static strides", {
        let [s, t, u, v] = black_box([8, 6, 4, 10_usize]);
        try_left_inverse(layout!((s,t,u,v):(1,8,48,192)))
    });
    row!("static: composition, 4 modes o 4 modes", {
        let a = layout!((8,6,4,10):(240,1,6,24));
        try_composition(black_box(a), layout!((2,3,4,5):(4,8,48,384)))
    });
}
