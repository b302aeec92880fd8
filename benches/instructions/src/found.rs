//! Layouts of shared memory, and loops of copies, that are found by a search: the search is counted.

use std::hint::black_box;

use tilework_algebra::{
    Cache, IntTuple, Layout, SharedAccess, SharedMemory, copy_loops, shared_layout,
};

use crate::counter::Counter;

/// All rows.
pub fn rows(counter: &mut Counter) {
    let mut row = |name: &'static str, tile: &str, element: i64, accesses: &[(&str, i64)]| {
        if !counter.wants(name) {
            return;
        }
        let tile: IntTuple = tile.parse().expect("a shape");
        let access = |&(tv, bytes): &(&str, i64)| {
            let tv: Layout = tv.parse().expect("a layout");
            SharedAccess::vectors(&tv, bytes).expect("an access")
        };
        let accesses: Vec<SharedAccess> = accesses.iter().map(access).collect();
        let ours = || {
            let memory = SharedMemory::default();
            black_box(shared_layout(&tile, element, black_box(&accesses), &memory))
                .expect("a layout");
        };
        counter.row(name, 1, vec![("tilework", Box::new(ours))]);
    };
    row(
        "found: shared, transpose of 32 x 32",
        "(32,32)",
        4,
        &[("(32,32):(1,32)", 4), ("(32,32):(32,1)", 4)],
    );
    row(
        "found: shared, 4 accesses to 2^16 elements of 2 bytes",
        "(256,256)",
        2,
        &[
            ("((32,8),(8,32)):((2048,1),(256,8))", 16),
            ("((32,8),(8,32)):((8,256),(1,2048))", 16),
            ("(256,256):(1,256)", 16),
            ("(256,256):(256,1)", 16),
        ],
    );
    row(
        "found: shared, 4 accesses to 2^16 bytes",
        "(256,256)",
        1,
        &[
            ("((16,16),(16,16)):((4096,1),(256,16))", 16),
            ("((16,16),(16,16)):((16,256),(1,4096))", 16),
            ("(256,256):(1,256)", 4),
            ("((4,8,8),(4,8,4,2)):((1024,1,4096),(8,32,256,32768))", 4),
        ],
    );
    row(
        "found: shared, 4 accesses to 240 x 250",
        "(240,250)",
        2,
        &[
            ("(240,250):(1,240)", 16),
            ("(250,240):(240,1)", 16),
            ("((30,8),(8,31)):((8,240),(1,1920))", 16),
            ("((25,8),(10,30)):((2400,1),(240,8))", 16),
        ],
    );
    let mut loops = |name: &'static str, from: &Layout, to: &Layout| {
        if !counter.wants(name) {
            return;
        }
        let ours = || {
            black_box(copy_loops(black_box(from), to, 4, &Cache::default())).expect("loops");
        };
        counter.row(name, 1, vec![("tilework", Box::new(ours))]);
    };
    // The strides of the modes are the powers of 2, in order and reversed.
    let modes = |rank: u32, stride: &dyn Fn(u32) -> i64| -> Layout {
        let strides: Vec<String> = (0..rank).map(|at| stride(at).to_string()).collect();
        let extents = vec!["2"; rank as usize].join(",");
        format!("({extents}):({})", strides.join(",")).parse().expect("a layout")
    };
    let (columns, rows) = (modes(20, &|at| 1 << at), modes(20, &|at| 1 << (19 - at)));
    loops("found: copy loops, 20 modes of 2", &columns, &rows);
    let strides = ["(1,1000003,2000081,3000073)", "(3000073,2000081,1000003,1)"];
    let [from, to] = strides.map(|of| format!("(16,16,16,16):{of}").parse().expect("a layout"));
    loops("found: copy loops, 4 modes of 16 with large strides", &from, &to);
}
