//! Redistributions by threads of the CPU, against the definition: who has what, coordinate by coordinate.

use tilework::algebra::redistribute::{DeviceMemory, Plan, Schedule, Transfer};
use tilework::algebra::{Distribution, IntTuple, Layout, Mesh, redistribute};
use tilework_device::many::threads;

/// What the element at a coordinate is; no two are the same.
fn element(x: &[i64]) -> i64 {
    x.iter().fold(7, |sum, x| 13 * sum + x + 1)
}

/// The memory of a device, and what no element is in predicated places.
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

/// Whether a device has this coordinate.
fn has(of: &Distribution, device: i64, x: &[i64]) -> bool {
    (0..of.local().size()).any(|l| of.coordinate(device, l).as_deref() == Some(x))
}

/// All distributions of a whole over a mesh by its modes, in blocks, with halos, by columns and by rows, and of these layouts.
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

/// How often transfers of each kind were.
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

/// That packing goes on while others are sent: what is packed or received is written once, and nothing that is sent is written later.
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

/// That a plan brings each element to where it belongs, and predicated places stay.
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

/// Even parts that lie together need no packing: the collective operations are called as they are.
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
    // What is sent lies together, and what a device keeps goes with it.
    let blocks: IntTuple = "(4,4,8)".parse().unwrap();
    let of_blocks =
        |axis| Distribution::sharded(&mesh, &blocks, &[Some(axis)]).unwrap().by_rows().unwrap();
    let (turned, _) = first(&of_blocks(0), &of_blocks(1));
    assert!(matches!(&turned.rounds[0].transfer, Transfer::Exchange { sends, receives }
        if [sends, receives].iter().all(|all| all.len() == 4
            && all.iter().any(|(peer, part)| (*peer, part.elements) == (1, 8)))));
    assert!(turned.kept.is_empty() && (turned.sent, turned.received) == (0, 0));
    // Columns do not lie together: messages, which are unpacked.
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
