//! Copy plans by the definition: each element is copied once, vectors are contiguous, and sectors are counted. The
//! plans are also compared with all choices of lanes.

use std::collections::{BTreeMap, BTreeSet};

use tilework_algebra::{
    Access, Copier, CopyAccess, CopyPlan, CopySide, Layout, Placed, Rule, SharedMemory, Xor,
    bank_conflicts, copy_plan, offsets,
};

use crate::definition::{flat, layout, values};

/// The copier: threads, a warp, and the bytes of elements, vectors and sectors.
#[derive(Clone, Copy, Debug)]
struct Machine {
    threads: i64,
    warp: i64,
    element: i64,
    vector: i64,
    sector: i64,
}

impl Machine {
    fn copier(self) -> Copier {
        let copier = Copier::new(self.threads, self.element).unwrap();
        let copier = copier.warp(self.warp).unwrap().vector(self.vector).unwrap();
        copier.sector(self.sector).unwrap()
    }
}

const MACHINES: [Machine; 6] = [
    Machine { threads: 8, warp: 4, element: 1, vector: 2, sector: 4 },
    Machine { threads: 4, warp: 4, element: 1, vector: 4, sector: 8 },
    Machine { threads: 8, warp: 8, element: 2, vector: 2, sector: 8 },
    Machine { threads: 1, warp: 4, element: 4, vector: 16, sector: 16 },
    Machine { threads: 16, warp: 4, element: 2, vector: 8, sector: 4 },
    Machine { threads: 64, warp: 32, element: 4, vector: 16, sector: 32 },
];

fn extents(plan: &CopyPlan) -> Vec<i64> {
    plan.from.shape().leaves().to_vec()
}

/// For each tile, the integral coordinates of `[thread][value]`; `None` past the extents.
fn tiles(plan: &CopyPlan, access: &CopyAccess) -> Vec<Vec<Vec<Option<i64>>>> {
    let (extents, tile) = (extents(plan), plan.tile.leaves());
    let counts: Vec<i64> = extents.iter().zip(tile).map(|(e, t)| (e + t - 1) / t).collect();
    let threads = access.tv.mode(0).unwrap().size() as usize;
    let of = values(&access.tv);
    let split = |mut i: i64, shape: &[i64]| -> Vec<i64> {
        let digits = shape.iter().map(|s| {
            let digit = i % s;
            i /= s;
            digit
        });
        digits.collect()
    };
    let at = |number: i64, i: i64| {
        let (begin, inner) = (split(number, &counts), split(i, tile));
        let (mut all, mut size) = (0, 1);
        for k in 0..extents.len() {
            let c = begin[k] * tile[k] + inner[k];
            if c >= extents[k] {
                return None;
            }
            all += c * size;
            size *= extents[k];
        }
        Some(all)
    };
    let number = counts.iter().product::<i64>();
    assert_eq!(number, plan.tiles());
    let of_tile = |number| {
        let of_thread = |thread| of.iter().skip(thread).step_by(threads).map(|&i| at(number, i));
        (0..threads).map(|thread| of_thread(thread).collect()).collect()
    };
    (0..number).map(of_tile).collect()
}

/// The sectors that a set of vectors touches.
fn sectors(begins: impl Iterator<Item = i64>, vector: i64, machine: Machine) -> i64 {
    let all = begins.flat_map(|begin| {
        let bytes = begin * machine.element..(begin + vector) * machine.element;
        bytes.map(|byte| byte.div_euclid(machine.sector))
    });
    all.collect::<BTreeSet<i64>>().len() as i64
}

/// Checks the law of one side, whose element `i` has the offset `offsets[i]`. `instruction` counts the sectors that an
/// instruction touches, and their least number.
fn side(
    plan: &CopyPlan,
    access: &CopyAccess,
    at: &[i64],
    warp: i64,
    instruction: &dyn Fn(&[Option<i64>]) -> i64,
    least: &dyn Fn(i64) -> i64,
) {
    let mut copied = vec![0; at.len()];
    let vector = access.vector as usize;
    for (number, tile) in tiles(plan, access).iter().enumerate() {
        let (mut touched, mut fewest) = (0, 0);
        for threads in tile.chunks(warp as usize) {
            for first in (0..threads[0].len()).step_by(vector) {
                let begins: Vec<Option<i64>> = threads
                    .iter()
                    .map(|values| {
                        let values = &values[first..first + vector];
                        values.iter().flatten().for_each(|&i| copied[i as usize] += 1);
                        let begin = at[values[0]? as usize];
                        assert_eq!(begin.rem_euclid(access.vector), 0, "{plan}");
                        for (i, place) in values.iter().zip(begin..) {
                            assert_eq!(i.map(|i| at[i as usize]), Some(place), "{plan}");
                        }
                        Some(begin)
                    })
                    .collect();
                let active = begins.iter().flatten().count() as i64;
                if active > 0 {
                    touched += instruction(&begins);
                    fewest += least(active);
                }
            }
        }
        if number == 0 {
            assert_eq!((access.sectors, access.least), (touched, fewest), "{plan}");
        }
    }
    assert!(copied.iter().all(|&times| times == 1), "{plan}: {copied:?}");
}

/// The fewest sectors that `threads` vectors of a side touch: the fullest ones.
fn fewest(at: &[i64], vector: i64, threads: i64, machine: Machine) -> i64 {
    let mut by_sector: BTreeMap<i64, i64> = BTreeMap::new();
    let unit = machine.sector.max(vector * machine.element);
    for begin in at.iter().filter(|at| at.rem_euclid(vector) == 0) {
        *by_sector.entry((begin * machine.element).div_euclid(unit)).or_default() += 1;
    }
    let mut full: Vec<i64> = by_sector.into_values().collect();
    full.sort_unstable();
    let (mut left, mut units) = (threads, 0);
    while left > 0 {
        left -= full.pop().unwrap();
        units += 1;
    }
    units * (unit / machine.sector)
}

/// The plan of two layouts in global memory, after its laws have been checked.
fn found(from: &Layout, to: &Layout, machine: Machine) -> CopyPlan {
    found_by(from, to, machine, machine.copier())
}

fn found_by(from: &Layout, to: &Layout, machine: Machine, copier: Copier) -> CopyPlan {
    let sides = [from, to].map(CopySide::global);
    let plan = copy_plan(&sides[0], &sides[1], &copier).unwrap();
    let ats = [values(from), values(to)];
    let warp = machine.warp.min(machine.threads);
    for (access, at) in [&plan.read, &plan.write].into_iter().zip(&ats) {
        let of = |begins: &[Option<i64>]| {
            sectors(begins.iter().flatten().copied(), access.vector, machine)
        };
        side(&plan, access, at, warp, &of, &|n| fewest(at, access.vector, n, machine));
    }
    for (placed, at) in [&plan.from, &plan.to].into_iter().zip(&ats) {
        assert!((0..).zip(at).all(|(i, &at)| placed.offset(i).unwrap() == at), "{placed}");
    }
    let [read, write] = [&plan.read, &plan.write].map(|access| tiles(&plan, access));
    assert_eq!(read[0].len() as i64, machine.threads);
    for (read, write) in read.iter().zip(&write) {
        let set = |of: &Vec<Option<i64>>| of.iter().copied().collect::<BTreeSet<_>>();
        match &plan.shared {
            None => assert!(read.iter().zip(write).all(|(r, w)| set(r) == set(w)), "{plan}"),
            Some(shared) => {
                assert_eq!(set(&read.concat()), set(&write.concat()), "{plan}");
                assert_eq!(shared.uses.len(), 2);
            }
        }
    }
    plan
}

/// The widest vectors of a side whose extents are powers of 2: its offsets are runs of that length, at multiples of it.
fn widest(at: &[i64], machine: Machine) -> i64 {
    let set: BTreeSet<i64> = at.iter().copied().collect();
    let most = (machine.vector / machine.element).max(1);
    let whole = |vector: i64| {
        let begin = |at: &i64| at.div_euclid(vector) * vector;
        set.iter().all(|at| (begin(at)..begin(at) + vector).all(|at| set.contains(&at)))
    };
    let widths = std::iter::successors(Some(most), |vector| Some(vector / 2));
    widths.take_while(|&vector| vector >= 1).find(|&vector| whole(vector)).unwrap()
}

/// The compact layout with these extents, in this order.
fn compact(extents: &[i64], order: &[usize], pad: i64) -> Layout {
    let mut strides = vec![0; extents.len()];
    let mut stride = 1;
    for (place, &at) in order.iter().enumerate() {
        strides[at] = stride;
        stride = stride * extents[at] + if place == 0 { pad } else { 0 };
    }
    flat(&extents.iter().copied().zip(strides).collect::<Vec<_>>())
}

fn orders(rank: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for at in 0..rank {
        orders = orders
            .iter()
            .flat_map(|order: &Vec<usize>| {
                (0..=order.len()).map(|place| {
                    let mut order = order.clone();
                    order.insert(place, at);
                    order
                })
            })
            .collect();
    }
    orders
}

/// The fewest sectors of both sides together that one warp of threads with these vectors touches, over all choices of
/// the digits of its lanes.
fn fewest_of_all_lanes(ats: &[Vec<i64>; 2], widths: [i64; 2], lanes: u32, machine: Machine) -> i64 {
    let bits = ats[0].len().trailing_zeros();
    // The vectors of a side consist of the digits with steps below its width.
    let inside = |digit: &u32| {
        let step = |side: usize| ats[side][1 << digit];
        (0..2).any(|side| (1..widths[side]).contains(&step(side)))
    };
    let own: Vec<u32> = (0..bits).filter(inside).collect();
    let rest: Vec<u32> = (0..bits).filter(|digit| !inside(digit)).collect();
    let spread = |digits: &[u32], number: usize| -> usize {
        digits.iter().enumerate().map(|(at, digit)| (number >> at & 1) << digit).sum()
    };
    let mut best = i64::MAX;
    for mask in 0..1u32 << rest.len() {
        if mask.count_ones() != lanes {
            continue;
        }
        let of_lanes: Vec<u32> =
            (0..rest.len()).filter(|at| mask >> at & 1 == 1).map(|at| rest[at]).collect();
        let mut sum = 0;
        for side in 0..2 {
            let mut by_vector: BTreeMap<usize, Vec<i64>> = BTreeMap::new();
            for value in 0..1usize << own.len() {
                let value = spread(&own, value);
                if ats[side][value] % widths[side] == 0 {
                    let of =
                        (0..1usize << lanes).map(|lane| ats[side][spread(&of_lanes, lane) + value]);
                    by_vector.insert(value, of.collect());
                }
            }
            sum += by_vector
                .into_values()
                .map(|begins| sectors(begins.into_iter(), widths[side], machine))
                .sum::<i64>();
        }
        best = best.min(sum);
    }
    best
}

#[test]
fn all_permutations() {
    let (mut direct, mut through) = (0, 0);
    let shapes: [&[i64]; 5] = [&[64], &[8, 8], &[2, 4, 8], &[4, 4, 4], &[2, 2, 2, 4]];
    for extents in shapes {
        for (a, b) in pairs(&orders(extents.len())) {
            let [from, to] = [a, b].map(|order| compact(extents, order, 0));
            for machine in MACHINES {
                let plan = found(&from, &to, machine);
                let ats = [values(&from), values(&to)];
                let widths = ats.each_ref().map(|at| widest(at, machine));
                assert_eq!([plan.read.vector, plan.write.vector], widths, "{from} to {to}");
                let lanes = machine.warp.min(machine.threads).ilog2();
                let inside = plan.read.tv.mode(1).unwrap().size();
                if plan.shared.is_some() {
                    // A plan through shared memory touches no unnecessary sector.
                    through += 1;
                    let (read, write) = (&plan.read, &plan.write);
                    assert_eq!((read.sectors, write.sectors), (read.least, write.least), "{plan}");
                } else if inside << lanes <= from.size() {
                    direct += 1;
                    let fewest = fewest_of_all_lanes(&ats, widths, lanes, machine);
                    let warps = (machine.threads / machine.warp).max(1);
                    if inside * machine.threads <= from.size() {
                        assert_eq!(
                            plan.read.sectors + plan.write.sectors,
                            fewest * warps,
                            "{plan}"
                        );
                    }
                }
            }
        }
    }
    assert!(direct > 500 && through > 50, "{direct}, {through}");
}

fn pairs(orders: &[Vec<usize>]) -> impl Iterator<Item = (&Vec<usize>, &Vec<usize>)> {
    orders.iter().flat_map(move |a| orders.iter().map(move |b| (a, b)))
}

/// Extents of any kind, padded rows, and more threads than elements.
#[test]
fn any_extents() {
    let mut narrow = 0;
    let shapes: [&[i64]; 8] =
        [&[1], &[7], &[12, 5], &[6, 10], &[33, 31], &[24, 40], &[3, 4, 6], &[16, 1, 9]];
    for extents in shapes {
        for (a, b) in pairs(&orders(extents.len())) {
            for pad in [0, 1, 4] {
                let (from, to) = (compact(extents, a, pad), compact(extents, b, 0));
                for machine in MACHINES {
                    let plan = found(&from, &to, machine);
                    narrow += usize::from(plan.read.vector < plan.write.vector);
                }
            }
        }
    }
    assert!(narrow > 50, "{narrow}");
}

#[test]
fn broadcast_and_backwards() {
    for (from, to) in [
        ("(8,8):(0,1)", "(8,8):(1,8)"),
        ("(8,8):(1,0)", "(8,8):(8,1)"),
        ("(16,4):(0,0)", "(16,4):(4,1)"),
        ("(8,8):(-1,8)", "(8,8):(1,8)"),
        ("(8,8):(1,-8)", "(8,8):(8,1)"),
        ("(4,(2,8)):(2,(1,8))", "((2,2),16):((32,1),2)"),
    ] {
        for machine in MACHINES {
            found(&layout(from), &layout(to), machine);
        }
    }
}

/// Without registers for exchanges and without shared memory, vectors are narrower.
#[test]
fn neither_registers_nor_shared_memory() {
    let (from, to) = (layout("(64,64):(1,64)"), layout("(64,64):(64,1)"));
    let machine = Machine { threads: 256, warp: 32, element: 1, vector: 16, sector: 32 };
    let none = SharedMemory::default().space(0);
    let plan = found_by(&from, &to, machine, machine.copier().memory(none));
    // 128 bytes in registers: 16 x 8.
    assert_eq!((plan.read.vector, plan.write.vector, plan.shared.is_some()), (8, 16, false));
    let plan = found_by(&from, &to, machine, machine.copier().memory(none).registers(16));
    assert_eq!((plan.read.vector, plan.write.vector), (4, 4));
}

/// Sides in shared memory: vectors follow from the strides, deliveries from the banks.
#[test]
fn to_shared_memory() {
    // 64 x 64 elements of 16 bits in rows, to `Sw<3,3,3>` of rows of 64.
    let from = layout("(64,64):(512,1)");
    let to: Layout<Xor> = "((8,8),64):((f72,f512),f1)".parse().unwrap();
    let copier = Copier::new(128, 2).unwrap();
    let plan = copy_plan(&CopySide::global(&from), &CopySide::shared(to.clone()), &copier).unwrap();
    assert_eq!((plan.bytes(), plan.shared.is_none()), ((16, 16), true));
    let at = offsets(&to).unwrap();
    let bank = |begins: &[Option<i64>]| {
        let access = Access::new(2).unwrap().vector(8).unwrap();
        let phases = begins.chunks(8).map(|phase| {
            1 + bank_conflicts(&phase.iter().flatten().copied().collect::<Vec<i64>>(), &access)
        });
        phases.sum()
    };
    side(&plan, &plan.write, &at, 32, &bank, &|_| 4);
    assert_eq!(plan.write.sectors, plan.write.least);
    assert_eq!(plan.read.sectors, plan.read.least);
    // In the other direction, and with padded integer strides.
    let padded = layout("(64,64):(72,1)");
    for tile in [Placed::from(to), Placed::from(padded)] {
        let plan = copy_plan(&CopySide::shared(tile), &CopySide::global(&from), &copier).unwrap();
        assert_eq!((plan.bytes(), plan.read.sectors), ((16, 16), plan.read.least));
    }
}

#[test]
fn refused() {
    let copier = Copier::new(256, 4).unwrap();
    let rule = |from: &str, to: &str| {
        let [from, to] = [from, to].map(|text| CopySide::global(&layout(text)));
        copy_plan(&from, &to, &copier).unwrap_err().rule
    };
    assert_eq!(rule("(4,4):(1,4)", "(4,5):(1,4)"), Rule::EqualExtents { left: 16, right: 20 });
    assert_eq!(rule("(4,9):(1,4)", "(6,6):(1,6)"), Rule::Divisibility { left: 4, right: 6 });
    assert_eq!(rule("(4,4):(1,4)", "(4,4):(1,0)"), Rule::Injectivity { first: 0, second: 4 });
    assert_eq!(rule("(4,0):(1,4)", "(4,0):(1,4)"), Rule::Extent { extent: 0 });
    assert!(matches!(rule("(2,2):(9223372036854775807,1)", "(2,2):(1,2)"), Rule::Overflow));
    let odd: Layout<Xor> = "(3,4):(f5,f1)".parse().unwrap();
    let odd = copy_plan(&CopySide::global(&layout("(3,4):(4,1)")), &CopySide::shared(odd), &copier);
    assert_eq!(odd.unwrap_err().rule, Rule::PowerOfTwo { extent: 3 });
    assert_eq!(Copier::new(96, 4).unwrap_err().rule, Rule::PowerOfTwo { extent: 96 });
    assert_eq!(Copier::new(128, 3).unwrap_err().rule, Rule::PowerOfTwo { extent: 3 });
}

/// Strides as large as integers are, and as many loops as fit.
#[test]
fn large() {
    let modes = |strides: &dyn Fn(u32) -> i64| -> Layout {
        flat(&(0..62).map(|k| (2, strides(k))).collect::<Vec<_>>())
    };
    let (forward, backward) = (modes(&|k| 1 << k), modes(&|k| 1 << (61 - k)));
    let copier = Copier::new(1024, 1).unwrap();
    let plan =
        copy_plan(&CopySide::global(&forward), &CopySide::global(&backward), &copier).unwrap();
    assert_eq!((plan.bytes(), plan.shared.is_some()), ((16, 16), true));
    assert_eq!((plan.read.sectors, plan.write.sectors), (plan.read.least, plan.write.least));
}
