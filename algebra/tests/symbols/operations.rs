//! Each operation on small layouts, for each of the facts.

use crate::{Count, FACTS, all_values, compare};

fn extents() -> [&'static str; 5] {
    ["2", "3", "6", "N", "M"]
}

/// Composition of two modes and one leaf.
#[test]
fn compositions() {
    let values = all_values(&["N", "M"], 6);
    let mut count = Count::default();
    for fact in FACTS {
        for n in extents() {
            for right in [
                "2:1", "4:1", "6:1", "3:2", "4:3", "N:1", "M:2", "4:N", "2N:1", "N:M", "2:2N",
                "4M:1",
            ] {
                for left in ["M", "3", "N"] {
                    for strides in ["1,7", "N,1", "1,2N", "M,0", "1,M"] {
                        let text = format!("({n},{left}):({strides}) o {right}");
                        compare(fact, &text, &values, &mut count);
                    }
                }
            }
        }
    }
    println!("{count:?}");
    assert!(count.results > count.open, "{count:?}");
}

/// Composition with right sides of two leaves, which may carry, and by mode.
#[test]
fn compositions_of_several_leaves() {
    let values = all_values(&["N", "M"], 6);
    let mut count = Count::default();
    for fact in FACTS {
        for left in
            ["(N,M):(1,40)", "(4,N):(N,1)", "(2N,3):(1,50)", "(6,M):(M,1)", "(N,2,M):(1,60,7)"]
        {
            for right in [
                "(2,2):(1,2)",
                "(2,N):(1,2)",
                "(2,M):(N,1)",
                "(M,2):(1,M)",
                "(2,2):(2,1)",
                "(N,M):(1,N)",
                "(2,3):(1,1)",
            ] {
                compare(fact, &format!("{left} o {right}"), &values, &mut count);
            }
            for right in ["<2,3>", "<N,_>", "<2:2>", "<M,2>", "<(2,2):(1,2),N>", "(2,3)"] {
                compare(fact, &format!("composition({left}, {right})"), &values, &mut count);
            }
        }
    }
    println!("{count:?}");
}

#[test]
fn complements_and_divides() {
    let values = all_values(&["N", "M"], 6);
    let mut count = Count::default();
    for fact in FACTS {
        for tile in [
            "2:1",
            "N:1",
            "2:2",
            "N:2",
            "2:N",
            "N:M",
            "(2,2):(1,4)",
            "(2,N):(1,4)",
            "(N,2):(1,M)",
            "(2,M):(N,1)",
            "(N,M):(1,N)",
            "(2,N):(0,1)",
            "(N,2):(0,1)",
        ] {
            for n in ["12", "N", "4N", "2M", "8*N*M", "24"] {
                // The numbers of products are not written with `*`.
                if !n.contains('*') {
                    compare(fact, &format!("complement({tile}, {n})"), &values, &mut count);
                }
            }
            for a in
                ["(N,M):(M,1)", "(4,N):(1,4)", "(2N,M):(1,70)", "(4,6):(M,1)", "(N,4,M):(1,0,30)"]
            {
                compare(fact, &format!("logical_divide({a}, {tile})"), &values, &mut count);
            }
        }
        for a in ["(N,M):(M,1)", "(2N,4):(4,1)", "(6,(2,N)):(1,(6,12))"] {
            for tiler in ["<2,2>", "<N,2>", "<2>", "<_,2>", "<2:2,M>", "(2,2)", "<6,2>"] {
                for operation in ["logical_divide", "zipped_divide", "tiled_divide", "flat_divide"]
                {
                    compare(fact, &format!("{operation}({a}, {tiler})"), &values, &mut count);
                }
            }
        }
    }
    println!("{count:?}");
    assert!(count.results > count.open, "{count:?}");
}

#[test]
fn the_same_functions_sizes_and_offsets() {
    let values = all_values(&["N", "M"], 6);
    let mut count = Count::default();
    let layouts = [
        "(4,N):(1,4)",
        "(4,N):(1,M)",
        "4N:1",
        "(N,M):(1,N)",
        "(N,M):(M,1)",
        "(2,2,N):(1,2,4)",
        "(N,4):(4,1)",
        "M:1",
        "4:1",
        "(M,N):(1,M)",
        "(2,(M,N)):(3,(1,M))",
    ];
    for fact in FACTS {
        for a in layouts {
            for operation in [
                "coalesce", "size", "cosize", "rank", "depth", "shape", "stride", "flatten",
                "length",
            ] {
                compare(fact, &format!("{operation}({a})"), &values, &mut count);
            }
            for i in ["0", "1", "3", "(1,0)", "(0,2)", "(1,(1,1))", "N", "(1,N)", "4N"] {
                // The operation on numbers has no such coordinate either.
                compare(fact, &format!("crd2idx({i}, {a})"), &values, &mut count);
            }
            for b in layouts {
                compare(fact, &format!("same_function({a}, {b})"), &values, &mut count);
                compare(fact, &format!("{a} == {b}"), &values, &mut count);
            }
        }
    }
    println!("{count:?}");
    assert!(count.results > count.open, "{count:?}");
}

#[test]
fn products_and_shapes() {
    let values = all_values(&["N", "M"], 6);
    let mut count = Count::default();
    for fact in FACTS {
        for a in [
            "(N,M):(1,N)",
            "(2,2):(1,N)",
            "N:M",
            "(2,N):(1,6)",
            "(N,M):(0,1)",
            "4:1",
            "(2,3):(N,1)",
        ] {
            for b in ["4:1", "N:1", "(2,2):(2,1)", "(N,2):(1,N)", "M:2", "3:0", "2:1"] {
                compare(fact, &format!("logical_product({a}, {b})"), &values, &mut count);
            }
        }
        let shapes = ["(N,M)", "N", "4", "(2,N)", "((N,2),M)", "(N,(2,M))", "2N", "(4,M)", "(4,2)"];
        for x in shapes {
            for y in shapes {
                for operation in ["compatible", "congruent", "equal"] {
                    compare(fact, &format!("{operation}({x}, {y})"), &values, &mut count);
                }
                for operation in ["append", "prepend"] {
                    compare(fact, &format!("{operation}({x}:col_major, {y})"), &values, &mut count);
                }
            }
        }
        for a in ["(N,M,4):(1,N,60)", "((N,2),M):((1,70),N)"] {
            for text in [
                "mode(A, 1)",
                "take(A, 0, 1)",
                "select(A, [1,0])",
                "group(A, 0, 2)",
                "A(_,1)",
                "A(_,N)",
                "A(2,_)",
            ] {
                compare(fact, &text.replace('A', &format!("({a})")), &values, &mut count);
            }
        }
    }
    println!("{count:?}");
    assert!(count.results > count.open, "{count:?}");
}
