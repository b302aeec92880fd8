//! Searches end. Each call has one budget of steps, which `docs/rules/budgets.md` lists, and all parts of a call together spend no
//! more than that.
//!
//! The steps of all calls of a program are counted together, so one test makes all calls. Without the budgets it would
//! not end.

use tilework_algebra::budget::{SEARCHES, Search};
use tilework_algebra::expression::{Names, Reason, evaluate};
use tilework_algebra::morphism::{OrderedFactorization, morphism_of_permutation};
use tilework_algebra::{
    Access, ArithmeticTuple, Cache, Composed, Copier, CopyLoop, CopySide, Distribution, Error,
    IntTuple, Layout, Mesh, Rule, SharedAccess, SharedMemory, Stride, Tiler, Xor, composition,
    conflict_free_swizzle, copy_lines, copy_loops, copy_plan, is_injective, left_inverse, locate,
    logical_divide, max_common_layout, max_common_vector, offsets, partition, redistribute,
    right_inverse, shared_layout, shared_uses, zipped_divide_ceil,
};

/// Carries over 4 and over 2^26, whose bends cancel, occur at every fourth coordinate of `16777216:16777217`. The same
/// holds for `3145728:8388609` over 4 and 2^25, which takes three fourths of the steps.
const CARRIES: &str = "(4,16777216,16777217):(1,0,4)";
const SOME: &str = "(4,8388608,1):(1,0,4)";
const SOME_MODES: &str = "((4,8388608,1),(4,8388608,1)):((1,0,4),(1,0,4))";
/// Modes whose steps carry into the next mode, and a mode that moves nothing.
const OVERLAPPING: &str = "(3,1000000000000,5,7):(1,0,2,9)";
/// Equations over F2[x] for many chains of extents.
const EQUATIONS: &str = "(12,12):(f6,f68719476737)";

/// The layout of these modes.
fn flat(modes: impl Iterator<Item = (i64, i64)>) -> Layout {
    let (extents, strides): (Vec<String>, Vec<String>) =
        modes.map(|(extent, stride)| (extent.to_string(), stride.to_string())).unzip();
    layout(&format!("({}):({})", extents.join(","), strides.join(",")))
}
/// A compact layout, row-major or column-major.
fn compact(rank: u32, extent: i64, rows: bool) -> Layout {
    flat((0..rank).map(|at| (extent, extent.pow(if rows { rank - 1 - at } else { at }))))
}
/// Sums of strides that are nearly equal, so that no sum equals another for a long time.
fn alike() -> Layout {
    flat((0..40).map(|at: i64| (2, 1_000_000_000_000_000 + at.pow(5) * 7919)))
}

fn layout(text: &str) -> Layout {
    text.parse().unwrap()
}
fn xor(text: &str) -> Layout<Xor> {
    text.parse().unwrap()
}
fn places(text: &str) -> Layout<ArithmeticTuple> {
    text.parse().unwrap()
}
fn tiler(text: &str) -> Tiler {
    text.parse().unwrap()
}
fn shape(text: &str) -> IntTuple {
    text.parse().unwrap()
}
fn composed<D: Stride>(a: &Layout<D>, b: &str) -> End {
    composition(a, &tiler(b)).map(|_| ())
}
fn shared(tile: &str, accesses: &[&str], space: i64) -> End {
    let access = |tv: &&str| SharedAccess::vectors(&layout(tv), 16).unwrap();
    let accesses: Vec<SharedAccess> = accesses.iter().map(access).collect();
    let memory = SharedMemory::default().space(space);
    shared_layout(&shape(tile), 1, &accesses, &memory).map(|_| ())
}
fn distribution(devices: &str, local: &str, whole: &str) -> Result<Distribution, Error> {
    let layout = places(&format!("(64,{local}):({devices},(e0,e1,e2,e3))"));
    Distribution::new(&Mesh::of_shape(&shape("64"))?, &shape(whole), &layout)
}
/// The value of an expression, whose operation has the budget.
fn of_text(text: &str) -> End {
    match evaluate(text, &mut Names::new()).map_err(|failure| failure.reason) {
        Ok(_) => Ok(()),
        Err(Reason::Algebra(error)) => Err(error),
        Err(other) => panic!("{text}: {other:?}"),
    }
}

type End = Result<(), Error>;
/// A call with its description.
type Call = (&'static str, fn() -> End);

/// Calls that are made to take long, grouped by the operations that share a budget. The first call of each group spends
/// the whole budget, except for shared layouts, whose searches end with the best result so far.
const HOSTILE: &[(&str, &[Call])] = &[
    (
        "composition, divides, products, to_layout",
        &[
            ("carries", || composed(&layout(CARRIES), "16777216:16777217")),
            ("modes", || {
                // Each of them alone is decided.
                composed(&layout(SOME), "3145728:8388609").unwrap();
                composed(&layout(SOME_MODES), "<3145728:8388609,_>").unwrap();
                composed(&layout(SOME_MODES), "<_,3145728:8388609>").unwrap();
                spent();
                composed(&layout(SOME_MODES), "<3145728:8388609,3145728:8388609>")
            }),
            ("places", || composed(&layout(SOME_MODES), "(3145728,3145728):(8388609e0,8388609e1)")),
            ("values", || composed(&xor("(4,16,4):(f1,0,f4)"), "(2097152,2,2):(64,12,8)")),
            ("values of modes", || {
                let modes = xor("((4,16,4),(4,16,4)):((f1,0,f4),(f1,0,f4))");
                composed(&modes, "<(131072,2,2):(64,12,8),_>").unwrap();
                spent();
                composed(&modes, "<(131072,2,2):(64,12,8),(131072,2,2):(64,12,8)>")
            }),
            ("XOR strides", || composed(&layout("(3,4):(1,3)"), "(2,1048576,2):(f1,f4,f3)")),
            ("to_layout", || {
                let (outer, inner) = (layout("(5,65537):(1,5)"), xor("(2,65536,2):(f1,f4,f3)"));
                Composed::of(outer, inner).to_layout().map(|_| ())
            }),
            ("divide", || {
                logical_divide(&layout(CARRIES), &tiler("16777216:16777217")).map(|_| ())
            }),
            ("padded divide by mode", || {
                let a = layout("(2,(4,16777216,64)):(1,(2,0,8))");
                zipped_divide_ceil(&a, &tiler("<1,16777216:16777217>")).map(|_| ())
            }),
        ],
    ),
    (
        "partition",
        &[
            ("carries", || {
                let data = layout("(4,16777216,4194304):(1,0,4)");
                let tv = layout("(16777216,1):(16777217,0)");
                partition(&data, &shape("281474976710656"), &tv).map(|_| ())
            }),
            ("values", || {
                let data = xor("(4,16,1048576):(f1,0,f4)");
                let tv = layout("(262144,(2,2)):(64,(12,8))");
                partition(&data, &shape("67108864"), &tv).map(|_| ())
            }),
        ],
    ),
    ("is_injective, collision", &[("nearly alike", || is_injective(&alike()).map(|_| ()))]),
    (
        "right_inverse, max_common_layout, max_common_vector",
        &[
            ("a mode that moves nothing", || right_inverse(&layout(OVERLAPPING)).map(|_| ())),
            ("long modes", || {
                right_inverse(&layout("(99991,99989,1000003):(1,7,99990)")).map(|_| ())
            }),
            ("places", || {
                let strides: Vec<String> = (0..7).map(|at| format!("e{at},2e{at}")).collect();
                let strides = format!("{},0,e0", strides.join(","));
                let extents = "5,7,".repeat(7) + "3,1000000";
                right_inverse(&places(&format!("({extents}):({strides})"))).map(|_| ())
            }),
            ("XOR strides", || {
                right_inverse(&xor("(3,3,3,3,3,3,3):(f1,f2,f3,f4,f5,f6,f7)")).map(|_| ())
            }),
            ("common offsets", || {
                max_common_layout(&layout(OVERLAPPING), &layout(OVERLAPPING)).map(|_| ())
            }),
            ("common offsets of long modes", || {
                let b = layout("(16777216,2):(1,16777216)");
                max_common_vector(&layout(CARRIES), &b).map(|_| ())
            }),
        ],
    ),
    (
        "left_inverse",
        &[
            ("equations", || left_inverse(&xor(EQUATIONS)).map(|_| ())),
            ("equations of integers", || {
                left_inverse(&layout("(5,7,12):(3,1048577,1000)")).map(|_| ())
            }),
            ("radices", || left_inverse(&layout("(3,127):(31,65536)")).map(|_| ())),
            ("places", || {
                let strides = "(e0+e1,2e0+3e1,e2+e3,e0+e2,7e1+e3,e4)";
                left_inverse(&places(&format!("(4,4,4,4,4,4):{strides}"))).map(|_| ())
            }),
            ("composed", || {
                Composed::of(xor(EQUATIONS), layout("144:1")).left_inverse().map(|_| ())
            }),
        ],
    ),
    (
        "locate",
        &[
            ("radices", || {
                locate(&layout("(3,127):(31,65536)"), &compact(20, 2, false)).map(|_| ())
            }),
            ("equations", || {
                let instruction = xor("(12,12,1000):(f6,f68719476737,f1099511627776)");
                locate(&xor(EQUATIONS), &instruction).map(|_| ())
            }),
        ],
    ),
    (
        "copy_loops, copy_lines",
        &[
            ("turns", || {
                let side = |rows| {
                    flat((0..9).map(move |at| (67, 3 * 69_i64.pow(if rows { 8 - at } else { at }))))
                };
                copy_loops(&side(false), &side(true), 1, &Cache::new(1 << 40, 1 << 10)?).map(|_| ())
            }),
            ("modes in a line", || {
                let from = flat((0..30).map(|_| (2, 1)));
                copy_loops(&from, &compact(30, 2, true), 1, &Cache::default()).map(|_| ())
            }),
            ("62 modes of 2", || {
                let [from, to] = [false, true].map(|rows| compact(62, 2, rows));
                copy_loops(&from, &to, 1, &Cache::default()).map(|_| ())
            }),
            ("38 modes of 3", || {
                let [from, to] = [false, true].map(|rows| compact(38, 3, rows));
                copy_loops(&from, &to, 1, &Cache::default()).map(|_| ())
            }),
            ("large strides", || {
                let from = layout("(32,32,32,32):(1,1000003,2000081,3000073)");
                let to = layout("(32,32,32,32):(3000073,2000081,1000003,1)");
                copy_loops(&from, &to, 4, &Cache::default()).map(|_| ())
            }),
            ("lines of blocks", || {
                let side = layout("(2,32,32,32,32):(1,10007,20011,30011,40009)");
                let ends = (1..=32).flat_map(|end| (1..5).map(move |mode| CopyLoop { mode, end }));
                let loops: Vec<CopyLoop> = ends.collect();
                copy_lines(&side, &side, &loops, 1, &Cache::new(1 << 40, 1 << 10)?).map(|_| ())
            }),
        ],
    ),
    (
        "copy_plan",
        &[
            ("lanes", || {
                let [from, to] = [false, true].map(|rows| CopySide::global(&compact(40, 2, rows)));
                let copier = Copier::new(1024, 1)?.warp(1024)?.registers(1 << 10);
                copy_plan(&from, &to, &copier).map(|_| ())
            }),
            ("collision", || {
                let [from, to] =
                    [compact(40, 2, false), alike()].map(|side| CopySide::global(&side));
                copy_plan(&from, &to, &Copier::new(256, 4)?).map(|_| ())
            }),
        ],
    ),
    (
        "shared_layout, shared_uses",
        &[
            ("uses", || {
                let access = SharedAccess::vectors(&layout("((1000,4),1001):((1001,0),1)"), 16)?;
                let all: Vec<i64> = (0..1_001_000).collect();
                let accesses = vec![access; 9];
                shared_uses(&shape("(1000,1001)"), 1, &accesses, &all, &SharedMemory::default())
                    .map(|_| ())
            }),
            ("six accesses", || {
                let columns = ["(32,4096):(4096,1)", "(128,1024):(1024,1)", "(1024,128):(1,1024)"];
                let others = [
                    "(32,4096):(1,32)",
                    "((4,8),(8,4,128)):((1,32),(4,256,1024))",
                    "((8,4),(2,2,8,128)):((64,2),(1,512,8,1024))",
                ];
                shared("(1024,128)", &[columns, others].concat(), 1 << 20)
            }),
            ("six accesses that carry", || {
                let threads = ["((1000,4),1001):((1001,0),1)", "((1001,4),1000):((1,0),1001)"];
                shared("(1000,1001)", &[threads; 3].concat(), 1 << 20)
            }),
        ],
    ),
    (
        "Distribution",
        &[
            ("runs", || {
                let layout = places("(2,(1000000,1000000)):(e0,(2e0,4000000e0))");
                let mesh = Mesh::of_shape(&shape("2"))?;
                Distribution::new(&mesh, &shape("8000000000000"), &layout).map(|_| ())
            }),
            ("starts", || {
                distribution("e0+e1+e2+e3", "(17,17,17,17)", "(80,80,80,80)").map(|_| ())
            }),
        ],
    ),
    (
        "redistribute",
        &[("starts", || {
            let of = |devices| distribution(devices, "(80,80,80,80)", "(80,80,80,80)");
            let (from, to) = (of("e0+e1+e2+e3")?, of("0")?);
            spent();
            redistribute(&from, &to).map(|_| ())
        })],
    ),
    (
        "redistribute in expressions",
        &[
            ("starts", || {
                of_text(
                    "redistribute((64,(80,80,80,80)):(e0+e1+e2+e3,(e0,e1,e2,e3)), (64,(80,80,80,80)):(0,(e0,e1,e2,e3)), (80,80,80,80))",
                )
            }),
            ("pieces", || {
                of_text("redistribute((256,1024):(1024e0,e0), (256,(256,4)):(e0,(256e0,65536e0)))")
            }),
        ],
    ),
    (
        "ordered factorizations, layout permutations",
        &[
            ("two primes", || OrderedFactorization::of(4_194_319 * 4_194_329).map(|_| ())),
            ("three primes", || OrderedFactorization::new([2_199_023_255_531; 3]).map(|_| ())),
            ("a permutation", || {
                morphism_of_permutation(&(0..65_537).collect::<Vec<_>>()).map(|_| ())
            }),
        ],
    ),
    (
        "conflict_free_swizzle",
        &[("many threads", || {
            let access = Access::new(2)?.vector(8)?;
            let (row, tile) = (layout("1048576:1"), xor("(2,1024,3):(f64,f1442,f8)"));
            let (row, tile) = (offsets(&row)?, offsets(&tile)?);
            conflict_free_swizzle(&[(&row, access), (&tile, access)]).map(|_| ())
        })],
    ),
];

/// The number of steps spent since the last call, if they are counted.
fn spent() -> Option<u64> {
    #[cfg(all(debug_assertions, target_has_atomic = "ptr"))]
    return Some(tilework_algebra::budget::meter::take() as u64);
    #[cfg(not(all(debug_assertions, target_has_atomic = "ptr")))]
    None
}

#[test]
fn a_call_has_one() {
    for Search { operations, steps: limit, .. } in SEARCHES {
        let row = HOSTILE.iter().find(|(of, _)| of == operations);
        let (_, calls) = row.unwrap_or_else(|| panic!("no call is hostile to {operations}"));
        for (at, (name, call)) in calls.iter().enumerate() {
            spent();
            let result = call();
            let spent = spent();
            println!("{operations}: {name}: {result:?}, steps: {spent:?}");
            // All parts of the call together.
            assert!(spent.is_none_or(|steps| steps <= *limit), "{operations}: {name}: {spent:?}");
            let rule = result.as_ref().err().map(|error| error.rule);
            if let Some(Rule::Undecided { steps }) = rule {
                // The steps of the call, or of a part of it with a smaller budget.
                assert!(steps <= *limit, "{operations}: {name}: {steps}");
            }
            let undecided = matches!(rule, Some(Rule::Undecided { .. }));
            assert!(at > 0 || undecided, "{operations}: {name}: {result:?}");
        }
    }
    assert_eq!(HOSTILE.len(), SEARCHES.len());
}

/// `docs/rules/budgets.md` has a row with the number of steps for each.
#[test]
fn rules_list_them() {
    let rules = include_str!("../../docs/rules/budgets.md");
    let rows =
        rules.lines().skip_while(|line| *line != "| a call of | a step is | steps |").skip(2);
    let rows: Vec<&str> = rows.take_while(|line| line.starts_with('|')).collect();
    let expected = SEARCHES.iter().map(|Search { operations, step, steps }| {
        assert!(steps.is_power_of_two());
        format!("| {operations} | {step} | 2^{} |", steps.ilog2())
    });
    assert_eq!(rows, expected.collect::<Vec<_>>());
}
