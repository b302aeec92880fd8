//! Parts of threads. Of layouts with random strides, exactly the injective ones are launched, and each element that a
//! thread owns is written by this thread alone: both compared with brute force.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use tilework::{Dyn, Layout, layout, try_layout};
use tilework_device::emulator::Emulator;
use tilework_device::launch::promise;
use tilework_device::*;

type N = Dyn<u32>;

/// Random numbers.
struct Random(u32);
impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) % bound
    }
    /// The usual stride, or any other below 20.
    fn stride(&mut self, usual: u32) -> u32 {
        if self.below(2) == 0 { self.below(20) } else { usual }
    }
}

/// Compares a launch with `all`, the elements and the numbers that their owners write. `run` returns what was written.
/// Returns whether the launch was refused.
fn compared(name: &str, all: &[(usize, u32)], run: impl FnOnce() -> Vec<u32>) -> bool {
    let mut owners = HashMap::new();
    let apart = all.iter().all(|&(at, number)| owners.insert(at, number).is_none());
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(written) => {
            assert!(apart, "{name} was launched");
            for (at, number) in written.into_iter().enumerate() {
                assert_eq!(number, *owners.get(&at).unwrap_or(&u32::MAX), "{name}, element {at}");
            }
            false
        }
        Err(says) => {
            let says = says.downcast_ref::<String>().expect("a message");
            assert!(!apart && says.contains("injectivity"), "{name} was refused: {says}");
            true
        }
    }
}
/// Runs 300 random cases, of which some are refused and some are not.
fn cases(mut case: impl FnMut(u64, &mut Random) -> bool) {
    let mut random = Random(1);
    let refused = (0..300).filter(|&seed| case(seed, &mut random)).count();
    assert!((30..270).contains(&refused), "{refused} of 300 were refused");
}

/// The number that a thread writes as its value `i`.
fn number(block: [u32; 3], thread: u32, i: usize) -> u32 {
    ((block[1] * 8 + block[0]) * 64 + thread) * 16 + i as u32
}
fn of_this<const THREADS: u32>(here: &Here<'_, THREADS>, i: usize) -> u32 {
    number(here.block(), here.thread(), i)
}

type Threads = Layout!(((4,2),(N,N)):((N,N),(N,N)));
#[kernel(threads = 4, blocks = to.layout().extents().1)]
fn by_threads(here: Here<4>, to: Output<u32, Threads, OfThreads>) {
    to.own(&here).write_each(|i| of_this(&here, i));
}
type Partition = Layout!((4,(2,(N,N))):(N,(N,(N,N))));
#[kernel(threads = 4, blocks = to.layout().extents().1.1)]
fn by_partition(here: Here<4>, to: Output<u32, Partition, OfPartition>) {
    to.own(&here).write_each(|i| of_this(&here, i));
}

#[test]
fn threads_and_partitions() {
    cases(|seed, random| {
        let (x, y) = (1 + random.below(3), 1 + random.below(2));
        let [s, t, u, v] = [1, 4, 8, 24].map(|usual| random.stride(usual));
        let mut all = Vec::new();
        for (j, i) in (0..y).flat_map(|j| (0..x).map(move |i| (j, i))) {
            for (thread, value) in
                (0..4).flat_map(|thread| (0..2).map(move |value| (thread, value)))
            {
                let at = s * thread + t * value + u * i + v * j;
                all.push((at as usize, number([i, j, 0], thread, value as usize)));
            }
        }
        let threads: Threads = try_layout!(((4,2),(x,y)):((s,t),(u,v))).unwrap();
        let partition: Partition = try_layout!((4,(2,(x,y))):(s,(t,(u,v)))).unwrap();
        let refused = compared(&threads.to_string(), &all, || {
            let mut emulator = Emulator::new(seed);
            let mut to = emulator.poisoned::<u32>(threads.cosize());
            emulator.run(by_threads { to: (&mut to, threads) });
            emulator.download(to)
        });
        let again = compared(&partition.to_string(), &all, || {
            let mut emulator = Emulator::new(seed);
            let mut to = emulator.poisoned::<u32>(partition.cosize());
            emulator.run(by_partition { to: (&mut to, partition) });
            emulator.download(to)
        });
        assert_eq!(refused, again);
        refused
    });
}

type ByAny = Layout!((N,N):(N,N));
#[kernel(threads = 8, blocks = blocks_for(to.layout().size() as u32, 8))]
fn by_each(here: Here<8>, to: Output<u32, ByAny, OfEach>) {
    if let Some(own) = to.own(&here) {
        own.set(of_this(&here, 0));
    }
}
/// Tiles of 4 x 2. A thread has a row of one.
type Rows = OfTiles<Layout!((4, 2)), Layout!((4,2):(1,4))>;
/// Tiles of 3 x 4, where a thread has every other element.
type Odd = OfTiles<Layout!((3, 4)), Layout!(((3,2),2):((1,6),3))>;
#[kernel(threads = 4, blocks = blocks_for(to.layout().extents(), (4, 2)))]
fn by_rows_of_tiles(here: Here<4>, to: Output<u32, ByAny, Rows>) {
    to.own(&here).write_each(|i| of_this(&here, i));
}
#[kernel(threads = 6, blocks = blocks_for(to.layout().extents(), (3, 4)))]
fn by_odd_tiles(here: Here<6>, to: Output<u32, ByAny, Odd>) {
    to.own(&here).write_each(|i| of_this(&here, i));
}
/// The first thread writes everything, by `unsafe`.
#[kernel(threads = 1, blocks = [1])]
unsafe fn by_one(to: Output<u32, ByAny>) {
    // SAFETY: there is one thread.
    let to = unsafe { to.tensor() };
    let (m, n) = to.layout().extents();
    for (i, j) in (0..n).flat_map(|j| (0..m).map(move |i| (i, j))) {
        to.set((i, j), (m * j + i) as u32);
    }
}

#[test]
fn elements_tiles_and_whole_outputs() {
    cases(|seed, random| {
        let (m, n) = (random.below(9), random.below(9));
        let (by_rows, usual) = (random.below(2) == 0, random.below(3) + 1);
        let (s, t) = if by_rows { (n * usual, usual) } else { (usual, m * usual) };
        let (s, t) = (random.stride(s), random.stride(t));
        let matrix: ByAny = try_layout!((m,n):(s,t)).unwrap();
        let each = || (0..n).flat_map(|j| (0..m).map(move |i| (i, j)));
        let place = |(i, j): (u32, u32)| (s * i + t * j) as usize;
        let name = matrix.to_string();
        let run = |f: &dyn Fn(&mut Emulator, &mut emulator::Buffer<u32>)| {
            let mut emulator = Emulator::new(seed);
            let mut to = emulator.poisoned::<u32>(matrix.cosize());
            f(&mut emulator, &mut to);
            emulator.download(to)
        };

        let all: Vec<_> = each().map(|at| (place(at), m * at.1 + at.0)).collect();
        let refused = compared(&name, &all, || {
            // SAFETY: the kernel accepts any output.
            run(&|emulator, to| emulator.run(unsafe { promise(by_one { to: (to, matrix) }) }))
        });

        let of_each = |(i, j): (u32, u32)| {
            let at = m * j + i;
            number([at / 8, 0, 0], at % 8, 0)
        };
        let all: Vec<_> = each().map(|at| (place(at), of_each(at))).collect();
        let again = compared(&name, &all, || {
            run(&|emulator, to| emulator.run(by_each { to: (to, matrix) }))
        });
        assert_eq!(refused, again);

        let of_rows = |(i, j): (u32, u32)| number([i / 4, j / 2, 0], i % 4, j as usize % 2);
        let all: Vec<_> = each().map(|at| (place(at), of_rows(at))).collect();
        let again = compared(&name, &all, || {
            run(&|emulator, to| emulator.run(by_rows_of_tiles { to: (to, matrix) }))
        });
        assert_eq!(refused, again);

        let of_odd = |(i, j): (u32, u32)| {
            let thread = i % 3 + 3 * (j % 4 / 2);
            number([i / 3, j / 4, 0], thread, j as usize % 2)
        };
        let all: Vec<_> = each().map(|at| (place(at), of_odd(at))).collect();
        let again = compared(&name, &all, || {
            run(&|emulator, to| emulator.run(by_odd_tiles { to: (to, matrix) }))
        });
        assert_eq!(refused, again);
        refused
    });
}

/// What a launch in a grid of its own says.
fn refused_in(grid: [u32; 3], run: impl FnOnce(&mut Emulator, [u32; 3])) -> String {
    let mut emulator = Emulator::new(1);
    let says = catch_unwind(AssertUnwindSafe(|| run(&mut emulator, grid)));
    says.expect_err("it is refused").downcast_ref::<String>().expect("a message").clone()
}
#[test]
fn grids_with_more_blocks_than_parts_are_refused() {
    let (m, n, one) = (8_u32, 4_u32, 1_u32);
    let matrix: ByAny = layout!((m,n):(one,m));
    for (grid, says) in [
        ([3, 2, 1], "`to`: the layout has parts for 2 x 2 x 1 blocks, and the grid has 3 x 2 x 1"),
        ([2, 2, 2], "has parts for 2 x 2 x 1 blocks, and the grid has 2 x 2 x 2"),
    ] {
        let found = refused_in(grid, |emulator, grid| {
            let mut to = emulator.poisoned::<u32>(32);
            emulator.run_in(1, grid, 4, 0, by_rows_of_tiles { to: (&mut to, matrix) });
        });
        assert!(found.contains(says), "{found}");
    }
    let found = refused_in([4, 2, 1], |emulator, grid| {
        let mut to = emulator.poisoned::<u32>(32);
        emulator.run_in(1, grid, 8, 0, by_each { to: (&mut to, matrix) });
    });
    assert!(
        found.contains("has parts for any number x 1 x 1 blocks, and the grid has 4 x 2 x 1"),
        "{found}"
    );
}
#[test]
#[should_panic(expected = "the kernel is for blocks of 4 threads")]
fn blocks_of_other_threads_are_refused() {
    let mut emulator = Emulator::new(1);
    let (mut to, m, n, one) = (emulator.poisoned::<u32>(32), 8_u32, 4_u32, 1_u32);
    let matrix: ByAny = layout!((m,n):(one,m));
    emulator.run_in(1, [1, 1, 1], 8, 0, by_rows_of_tiles { to: (&mut to, matrix) });
}
#[test]
#[should_panic(
    expected = "by_one: `to`: injectivity: by the layout (64,64):(0,0) the coordinates (0,0) and (1,0) have the same element, 0: what a kernel writes has each element once"
)]
fn an_output_with_one_element_for_all_threads_is_refused() {
    let mut emulator = Emulator::new(1);
    let (mut to, n, zero) = (emulator.poisoned::<u32>(1), 64_u32, 0_u32);
    let one: ByAny = try_layout!((n,n):(zero,zero)).unwrap();
    // SAFETY: the kernel accepts any output.
    emulator.run(unsafe { promise(by_one { to: (&mut to, one) }) });
}
