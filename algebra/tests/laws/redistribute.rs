//! Distributions and redistributions, compared with the definition by enumerating which device has which element.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use tilework_algebra::redistribute::{Pattern, Plan, Stage, Traffic, Transfer};
use tilework_algebra::{
    ArithmeticTuple, Distribution, Error, IntTuple, Layout, Mesh, Mode, Profile, Rule, redistribute,
};

use crate::definition::{value, values};

fn mesh(shape: &str) -> Mesh {
    Mesh::of_shape(&shape.parse().unwrap()).unwrap()
}

/// The coordinates, in all modes of the whole, of a layout into coordinates, from its leaves.
fn coordinates(layout: &Layout<ArithmeticTuple>, rank: usize) -> Vec<Vec<i64>> {
    let mut all = vec![vec![0; rank]];
    for mode in layout.flat_modes() {
        let before = all.clone();
        for step in 1..mode.shape {
            for mut x in before.iter().cloned() {
                for (place, scale) in mode.stride.terms() {
                    x[usize::from(place[0])] += step * scale;
                }
                all.push(x);
            }
        }
    }
    all
}

/// For each device, by its number, and each local integral coordinate, the coordinate of the whole as an integer.
fn owned(of: &Distribution) -> Vec<Vec<Option<i64>>> {
    let extents = of.whole().leaves();
    let (devices, local) = (of.layout().mode(0).unwrap(), of.layout().mode(1).unwrap());
    let (starts, parts) =
        (coordinates(&devices, extents.len()), coordinates(&local, extents.len()));
    let mut owned = vec![Vec::new(); starts.len()];
    // Place `i` has the device with this number.
    for (start, number) in starts.iter().zip(values(of.mesh().layout())) {
        owned[number as usize] = parts
            .iter()
            .map(|part| {
                let mut axes = extents.iter().enumerate().rev();
                axes.try_fold(0, |sum, (k, extent)| {
                    let x = of.begin()[k] + start[k] + part[k];
                    (0..*extent).contains(&x).then_some(sum * extent + x)
                })
            })
            .collect();
    }
    owned
}

type Memory<T> = Vec<Vec<Option<T>>>;

fn memory<T: Copy>(of: &Distribution) -> Memory<T> {
    vec![vec![None; of.local_size() as usize]; of.mesh().size() as usize]
}

/// Carries out a stage by its pieces, coordinate by coordinate; only sums may be written twice.
fn carried(stage: &Stage, from: &Memory<i64>) -> Memory<i64> {
    let mut to: Memory<i64> = memory(stage.to());
    for message in stage.messages().iter().chain(stage.kept()) {
        let mut elements = 0;
        for piece in &message.pieces {
            assert_eq!(piece.source.shape(), piece.destination.shape());
            let together = |layout: &Layout| values(layout).into_iter().eq(0..layout.size());
            assert_eq!(piece.is_contiguous_in_source(), together(&piece.source));
            assert_eq!(piece.is_contiguous_in_destination(), together(&piece.destination));
            for c in 0..piece.source.size() {
                let source = piece.source_offset + value(&piece.source, c);
                let destination = piece.destination_offset + value(&piece.destination, c);
                let element = from[message.source as usize][source as usize];
                let element = element.expect("what is sent is there");
                let place = &mut to[message.destination as usize][destination as usize];
                assert!(place.is_none() || stage.adds(), "{stage}: twice at {destination}");
                *place = Some(place.unwrap_or(0) + element);
                elements += 1;
            }
        }
        assert_eq!(elements, message.elements);
    }
    to
}

/// The value of the element at a coordinate, and the part of it that a device has if it has a summand.
fn element(x: i64) -> i64 {
    3 * x + 1
}
fn summand(device: usize, x: i64) -> i64 {
    element(x) * (device as i64 + 2)
}

/// Checks that the plan brings each element once to its place, and nothing else. As few elements as possible go between
/// devices, in one message for each pair.
fn is_redistribution(plan: &Plan, from: &Distribution, to: &Distribution) {
    let (have, want) = (owned(from), owned(to));
    let mut data: Memory<i64> = memory(from);
    for (p, of_device) in have.iter().enumerate() {
        for (l, x) in of_device.iter().enumerate() {
            let Some(x) = *x else { continue };
            let place = value(from.memory(), l as i64) as usize;
            data[p][place] = Some(if from.is_summands() { summand(p, x) } else { element(x) });
        }
    }
    for stage in plan.stages() {
        data = carried(stage, &data);
        for at_a_time in [1, 3, i64::MAX] {
            let rounds = stage.schedules(at_a_time).into_iter().map(|it| it.rounds.len());
            assert_eq!(rounds.collect::<BTreeSet<_>>().len(), 1, "{stage}: as many on each device");
        }
        let pairs: BTreeSet<_> =
            stage.messages().iter().map(|it| (it.source, it.destination)).collect();
        assert_eq!(pairs.len(), stage.messages().len(), "{stage}");
        assert!(stage.messages().iter().all(|it| it.source != it.destination && it.elements > 0));
        assert!(stage.least().messages <= stage.traffic().messages);
        assert_eq!(stage.least().elements, stage.traffic().elements, "{stage}");
    }
    let sets: Vec<BTreeSet<i64>> =
        have.iter().map(|it| it.iter().flatten().copied().collect()).collect();
    let mut least = 0;
    for (q, of_device) in want.iter().enumerate() {
        let mut written = 0;
        for (m, x) in of_device.iter().enumerate() {
            let place = value(to.memory(), m as i64) as usize;
            let Some(x) = *x else {
                assert_eq!(data[q][place], None, "{plan}: predicated");
                continue;
            };
            let holders = (0..sets.len()).filter(|&p| sets[p].contains(&x));
            let right = match from.is_summands() {
                true => holders.clone().map(|p| summand(p, x)).sum(),
                false => element(x),
            };
            assert_eq!(data[q][place], Some(right), "{plan}: device {q}, coordinate {x}");
            written += 1;
            least += match from.is_summands() {
                true => holders.filter(|&p| p != q).count() as i64,
                false => i64::from(!sets[q].contains(&x)),
            };
        }
        assert_eq!(data[q].iter().flatten().count(), written, "{plan}: nothing else");
    }
    if from.is_summands() {
        assert!(plan.traffic().elements <= least, "{plan}");
    } else {
        assert_eq!(plan.traffic().elements, least, "{plan}");
    }
}

/// All distributions of a whole over a mesh by its modes, in blocks of these sizes, with these halos, column-major and
/// row-major; and some by layouts that no mode of the mesh gives.
fn all(mesh: &Mesh, whole: &IntTuple, layouts: &[&str]) -> Vec<Distribution> {
    let (rank, modes) = (whole.leaves().len(), mesh.layout().length());
    let mut placements: Vec<Vec<Option<usize>>> = vec![Vec::new()];
    for _ in 0..modes {
        let axes = (0..rank).map(Some).chain([None]);
        placements = axes
            .flat_map(|axis| placements.iter().map(move |it| [&it[..], &[axis]].concat()))
            .collect();
    }
    let mut made = Vec::new();
    for placement in &placements {
        for block in [0, 1, 2] {
            let blocks = vec![block; rank];
            let of = Distribution::block_cyclic(mesh, whole, placement, &blocks).unwrap();
            assert_eq!(of.whole(), whole);
            if block == 0 {
                for halo in [vec![1; rank], (0..rank as i64).collect()] {
                    made.push(of.with_halo(&halo).unwrap());
                }
            }
            made.push(of.clone().by_rows().unwrap());
            made.push(of);
        }
    }
    for layout in layouts {
        made.push(Distribution::new(mesh, whole, &layout.parse().unwrap()).unwrap());
    }
    made
}

fn all_pairs(shape: &str, whole: &str, layouts: &[&str]) -> usize {
    let all = all(&mesh(shape), &whole.parse().unwrap(), layouts);
    let mut count = 0;
    for from in &all {
        for to in &all {
            is_redistribution(&redistribute(from, to).unwrap(), from, to);
            count += 1;
        }
        let summands = from.clone().as_summands();
        for to in all.iter().step_by(3) {
            is_redistribution(&redistribute(&summands, to).unwrap(), &summands, to);
            count += 1;
        }
    }
    count
}

#[test]
fn every_pair_of_distributions_on_small_meshes_is_redistributed() {
    let count =
        all_pairs("2", "8", &["(2,8):(8*e0,e0)", "(2,6):(2*e0,e0)", "(2,(2,4)):(4*e0,(e0,e0))"])
            + all_pairs(
                "3",
                "(4,5)",
                &["(3,(2,2,5)):(e0,(2*e0,e0,e1))", "(3,(5,4)):(4*e0,(e1,e0))"],
            )
            + all_pairs("4", "(6,4)", &["(4,((2,3),2)):(e1,((3*e0,e0),2*e1))"])
            + all_pairs("(2,2)", "(4,6)", &["((2,2),(2,(3,2))):((e1,2*e0),(e0,(2*e1,0)))"])
            + all_pairs("(2,3)", "(3,2,2)", &[]);
    assert!(count > 5000, "{count}");
}

#[test]
fn the_first_coordinate_that_is_nobodys_is_named() {
    let strategy = (
        prop::collection::vec(1i64..5, 1..4),
        prop::collection::vec((1i64..4, 0usize..3, 0i64..5), 1..3),
        prop::collection::vec((1i64..4, 0usize..3, 0i64..5), 1..5),
        prop::collection::vec(-2i64..3, 3),
    );
    let seen = std::cell::RefCell::new([0; 2]);
    proptest!(ProptestConfig::with_cases(3000), |((whole, devices, local, begin) in strategy)| {
        let rank = whole.len();
        let modes = |list: &[(i64, usize, i64)]| {
            let modes = list.iter().map(|&(shape, axis, scale)| {
                let mut stride = format!("{scale}*e{}", axis % rank);
                if scale == 0 { stride = "0".into() }
                format!("{shape}:{stride}").parse::<Layout<ArithmeticTuple>>().unwrap().flat_modes()[0].clone()
            });
            Layout::of_modes(modes.collect::<Vec<Mode<ArithmeticTuple>>>(), Profile::flat(list.len())).unwrap()
        };
        let (devices, local) = (modes(&devices), modes(&local));
        let begin = begin[..rank].to_vec();
        let shape = IntTuple::new(whole.iter().copied(), Profile::flat(rank)).unwrap();
        let layout = Layout::concatenate([&devices, &local]).unwrap();
        let mesh = Mesh::of_shape(&IntTuple::leaf(devices.size())).unwrap();
        let made = Distribution::beginning(&mesh, &shape, &layout, begin.clone());
        let mut have = BTreeSet::new();
        for d in coordinates(&devices, rank) {
            for l in coordinates(&local, rank) {
                have.insert((0..rank).rev().map(|k| begin[k] + d[k] + l[k]).collect::<Vec<_>>());
            }
        }
        let mut free = None;
        for i in (0..whole.iter().product::<i64>()).rev() {
            let mut rest = i;
            let mut x: Vec<i64> = whole.iter().map(|n| { let c = rest % n; rest /= n; c }).collect();
            x.reverse();
            if !have.contains(&x) { free = Some(i) }
        }
        match free {
            None => { prop_assert!(made.is_ok(), "{made:?}"); seen.borrow_mut()[0] += 1; }
            Some(coordinate) => {
                let extent = whole[0];
                let rule = Rule::Coverage { coordinate, extent };
                prop_assert_eq!(made.unwrap_err().rule, rule);
                seen.borrow_mut()[1] += 1;
            }
        }
    });
    let seen = seen.into_inner();
    assert!(seen[0] > 50 && seen[1] > 50, "{seen:?}");
}

#[test]
fn what_is_no_distribution_is_refused() {
    let (two, whole) = (mesh("2"), "(4,6)".parse().unwrap());
    let refused = |layout: &str| {
        Distribution::new(&two, &whole, &layout.parse().unwrap())
            .map_err(|error| (error.rule, error.mode))
    };
    assert_eq!(
        refused("(3,(2,6)):(2*e0,(e0,e1))"),
        Err((Rule::EqualExtents { left: 3, right: 2 }, Some(0)))
    );
    assert_eq!(
        refused("(2,(2,6)):(2*e0,(e0,e2))"),
        Err((Rule::ModeRange { mode: 2, rank: 2 }, Some(2)))
    );
    assert_eq!(refused("(2,(4,6)):(0,(e0+e1,e1))"), Err((Rule::ScaledBasis, Some(1))));
    assert_eq!(
        refused("(2,(2,6)):(2*e0,(-1*e0,e1))"),
        Err((Rule::NaturalStride { stride: -1 }, Some(1)))
    );
    // A device may step along several modes at once.
    assert!(refused("(2,(4,6)):(e0+e1,(e0,e1))").is_ok());
    let made = Distribution::sharded(&two, &whole, &[Some(0)]).unwrap();
    let memory =
        |text: &str| made.clone().with_memory(&text.parse().unwrap()).map_err(|error| error.rule);
    assert!(memory("(2,6):(7,1)").is_ok());
    assert_eq!(memory("(2,6):(5,1)"), Err(Rule::Injectivity { first: 1, second: 10 }));
    assert_eq!(memory("(3,6):(6,1)"), Err(Rule::EqualExtents { left: 3, right: 2 }));
    let mesh_of = |text: &str| Mesh::new(&text.parse().unwrap()).map_err(|error| error.rule);
    assert_eq!(mesh_of("(2,4):(1,4)"), Err(Rule::Compactness));
    let other = Distribution::sharded(&two, &"(6,4)".parse().unwrap(), &[Some(0)]).unwrap();
    assert_eq!(
        redistribute(&made, &other).map_err(|error: Error| error.rule),
        Err(Rule::EqualExtents { left: 4, right: 6 })
    );
}

/// Starts that differ in each of four modes: different devices have 64^4 parts of the whole.
#[test]
fn parts_that_are_too_many_are_refused() {
    let (mesh, whole) = (mesh("64"), "(80,80,80,80)".parse().unwrap());
    let of = |devices: &str| {
        let layout = format!("(64,(80,80,80,80)):({devices},(e0,e1,e2,e3))").parse().unwrap();
        Distribution::new(&mesh, &whole, &layout)
    };
    let (from, to) = (of("e0+e1+e2+e3").unwrap(), of("0").unwrap());
    let error = redistribute(&from, &to).unwrap_err();
    assert_eq!(error.rule, Rule::Undecided { steps: 1 << 32 });
}

fn traffic(plan: &Plan) -> (Pattern, usize, Traffic) {
    let collective = plan.stages()[0].collective();
    (collective.pattern, collective.groups.len(), plan.traffic())
}

/// Computed by hand: each element moves as often as in MPI's operation of the same name.
#[test]
fn collective_operations_are_recognized() {
    let (line, grid, whole) = (mesh("4"), mesh("(2,4)"), "(8,16)".parse().unwrap());
    let of =
        |mesh: &Mesh, axes: &[Option<usize>]| Distribution::sharded(mesh, &whole, axes).unwrap();
    let pattern =
        |from: &Distribution, to: &Distribution| traffic(&redistribute(from, to).unwrap());
    let (rows, columns, copies) =
        (of(&line, &[Some(0)]), of(&line, &[Some(1)]), of(&line, &[None]));
    let sent = |elements, messages| Traffic { elements, messages };
    assert_eq!(pattern(&rows, &copies), (Pattern::AllGather, 1, sent(3 * 128, 12)));
    assert_eq!(pattern(&rows, &columns), (Pattern::AllToAll, 1, sent(96, 12)));
    assert_eq!(pattern(&copies, &rows), (Pattern::Local, 0, sent(0, 0)));
    assert_eq!(pattern(&rows, &rows.clone().by_rows().unwrap()), (Pattern::Local, 0, sent(0, 0)));
    let summands = copies.clone().as_summands();
    assert_eq!(pattern(&summands, &rows), (Pattern::ReduceScatter, 1, sent(96 * 4, 12)));
    // An all-reduce is a reduce-scatter followed by an all-gather.
    let all_reduce = redistribute(&summands, &copies).unwrap();
    let patterns: Vec<_> = all_reduce.stages().iter().map(|it| it.collective().pattern).collect();
    assert_eq!(patterns, [Pattern::ReduceScatter, Pattern::AllGather]);
    assert_eq!(all_reduce.traffic(), sent(2 * 3 * 128, 24));
    // Device 0 has everything; the others begin after the whole.
    let one: Layout<ArithmeticTuple> = "(4,(8,16)):(8*e0,(e0,e1))".parse().unwrap();
    let one = Distribution::new(&line, &whole, &one).unwrap();
    assert_eq!(pattern(&one, &copies), (Pattern::Broadcast, 1, sent(3 * 128, 3)));
    assert_eq!(pattern(&one, &rows), (Pattern::SendReceive, 1, sent(96, 3)));
    // A halo of one row from each neighbor.
    assert_eq!(
        pattern(&rows, &rows.with_halo(&[1, 0]).unwrap()),
        (Pattern::SendReceive, 1, sent(6 * 16, 6))
    );
    // Within each host, and between hosts.
    let tiles = of(&grid, &[Some(0), Some(1)]);
    assert_eq!(
        pattern(&tiles, &of(&grid, &[Some(0), None])),
        (Pattern::AllGather, 2, sent(8 * 3 * 16, 24))
    );
    assert_eq!(
        pattern(&tiles, &of(&grid, &[None, Some(1)])),
        (Pattern::AllGather, 4, sent(8 * 16, 8))
    );
    // Each device takes elements that both hosts have from its own host. It wants 32 elements and has 8 of them.
    let plan = redistribute(&of(&grid, &[None, Some(0)]), &of(&grid, &[None, Some(1)])).unwrap();
    assert_eq!(traffic(&plan), (Pattern::AllToAll, 2, sent(8 * 24, 24)));
    // On two devices, rows to columns is not an all-gather.
    let pair = mesh("2");
    let plan = redistribute(&of(&pair, &[Some(0)]), &of(&pair, &[Some(1)])).unwrap();
    assert_eq!(plan.stages()[0].collective().pattern, Pattern::AllToAll);
}

/// Devices whose parts lie after the whole are in no group: they exchange nothing while others gather, reduce or
/// broadcast.
#[test]
fn devices_that_are_left_out_have_as_many_rounds() {
    let (grid, whole) = (mesh("(2,3)"), "6".parse().unwrap());
    let of = |layout: &str| Distribution::new(&grid, &whole, &layout.parse().unwrap()).unwrap();
    let (one, parts, copies) = (
        of("((2,3),6):((6e0,6e0),e0)"),
        of("((2,3),2):((6e0,2e0),e0)"),
        of("((2,3),6):((6e0,0),e0)"),
    );
    let summands = copies.clone().as_summands();
    for (from, to, pattern) in [
        (&one, &copies, Pattern::Broadcast),
        (&parts, &copies, Pattern::AllGather),
        (&summands, &parts, Pattern::ReduceScatter),
    ] {
        let plan = redistribute(from, to).unwrap();
        is_redistribution(&plan, from, to);
        let [stage] = plan.stages() else { panic!("{plan}") };
        assert_eq!(stage.collective().pattern, pattern);
        // The devices `(0,b)`, numbered in row-major order.
        assert_eq!(stage.collective().groups, [[0, 1, 2]]);
        for (device, schedule) in stage.schedules(i64::MAX).iter().enumerate() {
            let [round] = &schedule.rounds[..] else { panic!("{pattern}: {schedule:?}") };
            let nothing = Transfer::Exchange { sends: vec![], receives: vec![] };
            assert_eq!(round.transfer == nothing, device >= 3, "{pattern}: {schedule:?}");
            assert!(device < 3 || round.packs.is_empty() && round.unpacks.is_empty());
        }
    }
}

/// Each block of a matrix is one piece, whatever its memory is; ragged blocks too.
#[test]
fn pieces_are_few() {
    let (eight, whole) = (mesh("8"), "(1000,1000)".parse().unwrap());
    let rows = Distribution::sharded(&eight, &whole, &[Some(0)]).unwrap().by_rows().unwrap();
    let columns = Distribution::sharded(&eight, &whole, &[Some(1)]).unwrap();
    let cyclic = Distribution::block_cyclic(&eight, &whole, &[Some(0)], &[5, 0]).unwrap();
    for (from, to, most) in
        [(&rows, &columns, 1), (&columns, &rows, 1), (&rows, &cyclic, 4), (&cyclic, &columns, 1)]
    {
        let plan = redistribute(from, to).unwrap();
        let pieces = plan.stages()[0].messages().iter().map(|it| it.pieces.len()).max();
        assert!(pieces <= Some(most), "{pieces:?} of {most}: {from} to {to}");
        assert_eq!(plan.traffic(), plan.least());
    }
    let plan = redistribute(&rows, &columns).unwrap();
    let by_source: BTreeMap<i64, usize> =
        plan.stages()[0].messages().iter().fold(BTreeMap::new(), |mut sum, it| {
            *sum.entry(it.source).or_default() += 1;
            sum
        });
    assert!(by_source.len() == 8 && by_source.values().all(|&count| count == 7));
}
