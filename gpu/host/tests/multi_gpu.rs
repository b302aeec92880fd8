//! Redistributions by threads of the CPU, compared with the definition, coordinate by coordinate.

use tilework::algebra::redistribute::{DeviceMemory, Plan, Schedule, Transfer};
use tilework::algebra::{Distribution, IntTuple, Layout, Mesh, redistribute};
use tilework::{Tensor, layout};
use tilework_host::multi_gpu::threads;

#[path = "../examples/multi_gpu/grid.rs"]
mod grid;
use grid::{Grid, Operand};

/// The element at a coordinate; all elements differ.
fn element(x: &[i64]) -> i64 {
    x.iter().fold(7, |sum, x| 13 * sum + x + 1)
}

/// The memory of a device. Predicated places have a value that no element has.
fn memory(of: &Distribution, device: i64, element: impl Fn(&[i64]) -> i64) -> Vec<i64> {
    let mut all = vec![0; of.local_size() as usize];
    for l in 0..of.local().size() {
        let at = of.memory().offset(l).unwrap() as usize;
        if let Some(x) = of.coordinate(device, l) {
            all[at] = element(&x);
        }
    }
    all
}

fn memories(of: &Distribution, element: impl Fn(i64, &[i64]) -> i64) -> Vec<Vec<i64>> {
    (0..of.mesh().size()).map(|p| memory(of, p, |x| element(p, x))).collect()
}

/// Returns whether a device has this coordinate.
fn has(of: &Distribution, device: i64, x: &[i64]) -> bool {
    (0..of.local().size()).any(|l| of.coordinate(device, l).as_deref() == Some(x))
}

/// All distributions of a whole over the modes of a mesh: in blocks, with halos, column-major and row-major, and with
/// these layouts.
fn all(mesh: &Mesh, whole: &IntTuple, layouts: &[&str]) -> Vec<Distribution> {
    let (rank, modes) = (whole.leaves().len(), mesh.layout().length());
    let mut placements: Vec<Vec<Option<usize>>> = vec![Vec::new()];
    for _ in 0..modes {
        let axes = (0..rank).map(Some).chain([None]);
        let more =
            axes.flat_map(|axis| placements.iter().map(move |it| [&it[..], &[axis]].concat()));
        placements = more.collect();
    }
    let mut made = Vec::new();
    for placement in &placements {
        for block in [0, 2] {
            let of =
                Distribution::block_cyclic(mesh, whole, placement, &vec![block; rank]).unwrap();
            if block == 0 {
                made.push(of.with_halo(&vec![1; rank]).unwrap());
                made.push(of.clone());
            }
            made.push(of.by_rows().unwrap());
        }
    }
    made.extend(
        layouts.iter().map(|it| Distribution::new(mesh, whole, &it.parse().unwrap()).unwrap()),
    );
    made
}

/// The number of transfers of each kind.
#[derive(Debug, Default)]
struct Seen {
    plans: usize,
    exchanges: usize,
    all_gathers: usize,
    reduce_scatters: usize,
    broadcasts: usize,
    rounds: usize,
}
impl Seen {
    fn see(&mut self, plan: &Plan, at_a_time: i64) {
        self.plans += 1;
        for stage in plan.stages() {
            let schedules = stage.schedules(at_a_time);
            let rounds: Vec<usize> = schedules.iter().map(|it| it.rounds.len()).collect();
            self.rounds = self.rounds.max(rounds[0]);
            for schedule in &schedules {
                is_asynchronous(schedule);
                match schedule.rounds.first().map(|round| &round.transfer) {
                    None => {}
                    Some(Transfer::Exchange { .. }) => {
                        self.exchanges += 1;
                        assert!(rounds.iter().all(|count| *count == rounds[0]));
                    }
                    Some(Transfer::AllGather { .. }) => self.all_gathers += 1,
                    Some(Transfer::ReduceScatter { .. }) => self.reduce_scatters += 1,
                    Some(Transfer::Broadcast { .. }) => self.broadcasts += 1,
                }
            }
        }
    }
}

/// Checks that packing can overlap with sending: packed or received data is written once, and sent data is never
/// overwritten.
fn is_asynchronous(schedule: &Schedule) {
    let mut packed = vec![0; schedule.sent as usize];
    let mut came = vec![0; schedule.received as usize];
    for round in &schedule.rounds {
        for copy in &round.packs {
            assert_eq!(
                (copy.from, copy.to, copy.adds),
                (DeviceMemory::From, DeviceMemory::Sent, false)
            );
            for c in 0..copy.piece.elements() {
                let at = copy.piece.destination_offset + copy.piece.destination.offset(c).unwrap();
                packed[at as usize] += 1;
            }
        }
        for copy in &round.unpacks {
            assert_eq!((copy.from, copy.to), (DeviceMemory::Received, DeviceMemory::To));
            for c in 0..copy.piece.elements() {
                let at = copy.piece.source_offset + copy.piece.source.offset(c).unwrap();
                came[at as usize] += 1;
            }
        }
    }
    assert!(packed.iter().chain(&came).all(|count| *count == 1), "{schedule:?}");
}

/// Checks that a plan moves each element to its destination, and leaves predicated places alone.
fn is_carried(from: &Distribution, to: &Distribution, at_a_time: i64, seen: &mut Seen) {
    let plan = redistribute(from, to).unwrap();
    seen.see(&plan, at_a_time);
    let summand =
        |p: i64, x: &[i64]| if from.is_summands() { element(x) * (p + 2) } else { element(x) };
    let after = threads::redistribute(&plan, &memories(from, summand), at_a_time).unwrap();
    let right = memories(to, |_, x| match from.is_summands() {
        false => element(x),
        true => (0..from.mesh().size()).filter(|p| has(from, *p, x)).map(|p| summand(p, x)).sum(),
    });
    assert_eq!(after, right, "{plan}");
}

fn all_pairs(shape: &str, whole: &str, layouts: &[&str], seen: &mut Seen) {
    let mesh = Mesh::of_shape(&shape.parse().unwrap()).unwrap();
    let all = all(&mesh, &whole.parse().unwrap(), layouts);
    for (i, from) in all.iter().enumerate() {
        for (j, to) in all.iter().enumerate() {
            let at_a_time = [i64::MAX, 1, 2, 5][(i + 3 * j) % 4];
            is_carried(from, to, at_a_time, seen);
            if (i + j) % 3 == 0 {
                is_carried(&from.clone().as_summands(), to, at_a_time, seen);
            }
        }
    }
}

#[test]
fn threads_carry_out_every_plan_on_small_meshes() {
    let mut seen = Seen::default();
    all_pairs("2", "8", &["(2,8):(8*e0,e0)", "(2,6):(2*e0,e0)"], &mut seen);
    all_pairs(
        "3",
        "(4,5)",
        &["(3,(2,2,5)):(e0,(2*e0,e0,e1))", "(3,(4,5)):(4*e0,(e0,e1))"],
        &mut seen,
    );
    all_pairs("4", "(6,4)", &["(4,((2,3),2)):(e1,((3*e0,e0),2*e1))"], &mut seen);
    all_pairs("(2,2)", "(4,6)", &[], &mut seen);
    println!("{seen:?}");
    assert!(seen.plans > 900 && seen.rounds > 4, "{seen:?}");
    let kinds = [seen.exchanges, seen.all_gathers, seen.reduce_scatters, seen.broadcasts];
    assert!(kinds.iter().all(|count| *count > 0), "{seen:?}");
}

/// Contiguous parts of equal size need no packing: the collective operations are called directly.
#[test]
fn collectives_are_called_where_their_order_is_that_of_memory() {
    let mesh = Mesh::of_shape(&"4".parse().unwrap()).unwrap();
    let whole: IntTuple = "(8,8)".parse().unwrap();
    let of = |axis| Distribution::sharded(&mesh, &whole, &[axis]).unwrap().by_rows().unwrap();
    let (rows, columns, copies) = (of(Some(0)), of(Some(1)), of(None));
    let first = |from: &Distribution, to: &Distribution| {
        let plan = redistribute(from, to).unwrap();
        let stage = &plan.stages()[0];
        let [_, second, ..] = &stage.schedules(i64::MAX)[..] else { panic!() };
        (second.clone(), plan.stages().len())
    };
    let (gather, _) = first(&rows, &copies);
    assert!(matches!(&gather.rounds[0].transfer, Transfer::AllGather { group, from, to }
        if group.len() == 4 && (from.place, from.elements) == (DeviceMemory::From, 16)
            && (to.place, to.offset, to.elements) == (DeviceMemory::To, 0, 64)));
    assert!(gather.kept.is_empty() && (gather.sent, gather.received) == (0, 0));
    // Sent data is contiguous, and what a device keeps goes with it.
    let blocks: IntTuple = "(4,4,8)".parse().unwrap();
    let of_blocks =
        |axis| Distribution::sharded(&mesh, &blocks, &[Some(axis)]).unwrap().by_rows().unwrap();
    let (turned, _) = first(&of_blocks(0), &of_blocks(1));
    assert!(matches!(&turned.rounds[0].transfer, Transfer::Exchange { sends, receives }
        if [sends, receives].iter().all(|all| all.len() == 4
            && all.iter().any(|(peer, part)| (*peer, part.elements) == (1, 8)))));
    assert!(turned.kept.is_empty() && (turned.sent, turned.received) == (0, 0));
    // Columns are not contiguous: they are sent as messages, which are unpacked.
    let (gather, _) = first(&columns, &copies);
    assert!(
        matches!(&gather.rounds[0].transfer, Transfer::Exchange { sends, .. } if sends.len() == 3)
    );
    assert_eq!((gather.sent, gather.received), (0, 48));
    let (scatter, stages) = first(&copies.clone().as_summands(), &copies);
    assert!(
        matches!(&scatter.rounds[0].transfer, Transfer::ReduceScatter { from, to, .. }
        if (from.place, from.elements, to.elements) == (DeviceMemory::From, 64, 16))
            && stages == 2
    );
    let scatter = first(&copies.clone().as_summands(), &columns).0;
    assert!(matches!(&scatter.rounds[0].transfer, Transfer::ReduceScatter { from, to, .. }
        if (from.place, from.elements, to.place) == (DeviceMemory::Sent, 64, DeviceMemory::To)));
    let one: Layout<_> = "(4,(8,8)):(8*e0,(e0,e1))".parse().unwrap();
    let one = Distribution::new(&mesh, &whole, &one).unwrap().by_rows().unwrap();
    let broadcast = first(&one, &copies).0;
    assert!(matches!(&broadcast.rounds[0].transfer, Transfer::Broadcast { root: 0, part, .. }
        if (part.place, part.elements) == (DeviceMemory::To, 64)));
}

#[test]
fn memories_of_another_size_are_refused() {
    let mesh = Mesh::of_shape(&"2".parse().unwrap()).unwrap();
    let whole = "8".parse().unwrap();
    let of = |axis| Distribution::sharded(&mesh, &whole, &[axis]).unwrap();
    let plan = redistribute(&of(Some(0)), &of(None)).unwrap();
    let says =
        |before: &[Vec<i64>]| threads::redistribute(&plan, before, 4).unwrap_err().to_string();
    assert_eq!(says(&[vec![1; 4]]), "2 devices have 1 memories");
    assert_eq!(says(&[vec![1; 4], vec![1; 5]]), "a device has 5 elements, and not 4");
}

/// Layouts of types are distributions: a plan between two of them gives a device its slice of a tensor of devices.
#[test]
fn layouts_of_types_are_distributions() {
    let mesh = Mesh::of_shape(&"4".parse().unwrap()).unwrap();
    let whole = "(8,12)".parse().unwrap();
    let rows = layout!((4,(2,12)):(2e0,(e0,e1)));
    let columns = layout!((4,(8,3)):(3e1,(e0,e1)));
    let [from, to] = [rows.to_value(), columns.to_value()]
        .map(|layout| Distribution::new(&mesh, &whole, &layout).unwrap());
    let all: Vec<i64> = (0..96).collect();
    let before = Tensor::new(&all[..], layout!((4,(2,12)):(2,(1,8)))).unwrap();
    let right = Tensor::new(&all[..], layout!((4,(8,3)):(24,(1,8)))).unwrap();
    let before: Vec<Vec<i64>> =
        (0..4).map(|p| before.slice((p, ..)).iter().copied().collect()).collect();
    let right: Vec<Vec<i64>> =
        (0..4).map(|p| right.slice((p, ..)).iter().copied().collect()).collect();
    let plan = redistribute(&from, &to).unwrap();
    assert_eq!(threads::redistribute(&plan, &before, 4).unwrap(), right);
}

/// A value that the operands do not contain.
const POISON: i64 = i64::MIN;

/// Runs the turns of a product, in which data arrives at the end of a turn. Checks that `C` is the product, that each
/// element is computed once, and that every turn with arrivals except the first also multiplies. Returns the number of
/// turns.
fn is_product(grid: &Grid, unit: usize, head: usize, beside: usize) -> usize {
    let k = grid.extents[2];
    let number = |of: Operand, x: &[i64]| (7 * x[0] + 5 * x[1] + 3 * of as i64) % 11 - 5;
    let both = [Operand::A, Operand::B];
    let own = both.map(|of| {
        let [from, _] = grid.operand(of, grid.rows(of)).unwrap();
        memories(&from, |_, x| number(of, x))
    });
    let mut there = own.clone();
    for of in both.into_iter().filter(|of| grid.comes(*of)) {
        there[of as usize].iter_mut().for_each(|all| *all = vec![POISON; grid.rows(of) * k]);
    }
    let product = grid.product().unwrap();
    let (height, width) = (grid.rows(Operand::A), grid.rows(Operand::B));
    let mut c = vec![vec![POISON; height * width]; product.mesh().size() as usize];
    let turns = grid.turns(unit, head, beside);
    for (number, turn) in turns.iter().enumerate() {
        for (device, c) in c.iter_mut().enumerate() {
            for [of_a, of_b] in &turn.multiplied {
                for (i, j) in of_a.clone().flat_map(|i| of_b.clone().map(move |j| (i, j))) {
                    let row = |of: Operand, row: usize| {
                        let row = &there[of as usize][device][row * k..(row + 1) * k];
                        assert!(!row.contains(&POISON), "{turns:?}");
                        row
                    };
                    let sum =
                        row(Operand::A, i).iter().zip(row(Operand::B, j)).map(|(a, b)| a * b).sum();
                    assert_eq!(std::mem::replace(&mut c[i * width + j], sum), POISON, "{turns:?}");
                }
            }
        }
        assert_eq!(turn.multiplied.is_empty(), number == 0 && !turn.comes.is_empty(), "{turns:?}");
        for (of, rows) in &turn.comes {
            let plan = grid.plan(*of, rows.len()).unwrap();
            let wide = plan.stages()[0].from().local_size() as usize / rows.len();
            let before: Vec<Vec<i64>> = own[*of as usize]
                .iter()
                .map(|own| own[rows.start * wide..rows.end * wide].to_vec())
                .collect();
            for (device, came) in
                threads::redistribute(&plan, &before, 8).unwrap().iter().enumerate()
            {
                there[*of as usize][device][rows.start * k..rows.end * k].copy_from_slice(came);
            }
        }
    }
    let right = |_: i64, x: &[i64]| {
        let k = 0..k as i64;
        k.map(|p| number(Operand::A, &[x[0], p]) * number(Operand::B, &[x[1], p])).sum()
    };
    assert_eq!(c, memories(&product, right), "{grid:?}");
    turns.len()
}

#[test]
fn products_over_meshes() {
    for mesh in [[2, 2], [4, 1], [1, 4], [2, 3], [1, 1]] {
        for extents in [[12, 12, 12], [24, 12, 36], [12, 48, 12]] {
            for (unit, head, beside) in [(1, 1, 4), (2, 2, 2), (1, 3, 1), (4, 100, 1), (2, 2, 1000)]
            {
                is_product(&Grid { mesh, extents }, unit, head, beside);
            }
        }
    }
    // A corner of 2 x 2. Beside it two rows of A arrive, beside these two columns of B, and so on: half as many as
    // elements are computed. Beside the last four rows, eight elements are computed.
    let square = Grid { mesh: [2, 2], extents: [24, 24, 4] };
    let turns = square.turns(2, 2, 2);
    let ranges: Vec<_> = turns.iter().map(|turn| (&turn.comes[..], &turn.multiplied[..])).collect();
    assert_eq!(
        ranges,
        [
            (&[(Operand::A, 0..2), (Operand::B, 0..2)][..], &[][..]),
            (&[(Operand::A, 2..4)], &[[0..2, 0..2]]),
            (&[(Operand::B, 2..4)], &[[2..4, 0..2]]),
            (&[(Operand::A, 4..8)], &[[0..4, 2..4]]),
            (&[(Operand::B, 4..12)], &[[4..8, 0..4]]),
            (&[(Operand::A, 8..12)], &[[0..8, 4..6]]),
            (&[], &[[0..8, 6..12], [8..12, 0..12]]),
        ]
    );
}
