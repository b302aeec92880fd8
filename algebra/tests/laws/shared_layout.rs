//! Layouts in shared memory, compared with all linear layouts, each measured by the definition.

use std::collections::{BTreeMap, BTreeSet};

use tilework_algebra::{
    Access, Certificate, IntTuple, Layout, Placed, Rule, SharedAccess, SharedLayout, SharedMemory,
    Use, Xor, bank_conflicts, shared_layout, shared_uses,
};

use crate::definition::{layout, values};

/// Memory, elements and vectors of a problem.
#[derive(Clone, Copy)]
struct Machine {
    banks: i64,
    width: i64,
    element: i64,
    vector: i64,
}

impl Machine {
    fn memory(self) -> SharedMemory {
        SharedMemory::default().banks(self.banks, self.width).unwrap()
    }

    fn access(self, vector: i64) -> Access {
        let access = Access::new(self.element).unwrap().banks(self.banks, self.width).unwrap();
        access.vector(vector).unwrap()
    }
}

/// The coordinates `[thread][value]` of a thread-value layout.
fn table(tv: &Layout) -> Vec<Vec<i64>> {
    let threads = tv.mode(0).unwrap().size();
    let all = values(tv);
    (0..threads as usize)
        .map(|thread| all.iter().skip(thread).step_by(threads as usize).copied().collect())
        .collect()
}

/// The widest vectors and the wavefronts of an access in which the element `c` has the offset `offsets[c]`. Each
/// thread's values fall into aligned vectors of consecutive offsets, with the same values in the same order for all
/// threads.
fn measured(tv: &[Vec<i64>], offsets: &[i64], machine: Machine) -> (i64, i64) {
    let at: Vec<Vec<i64>> =
        tv.iter().map(|values| values.iter().map(|&c| offsets[c as usize]).collect()).collect();
    let most = (machine.vector / machine.element).max(1);
    let mut vector = most.min(machine.banks * machine.width / machine.element);
    loop {
        let mut vectors: BTreeMap<i64, BTreeMap<i64, usize>> = BTreeMap::new();
        for (value, offset) in at[0].iter().enumerate() {
            vectors.entry(offset / vector).or_default().insert(offset % vector, value);
        }
        let whole = vectors.values().all(|values| values.len() as i64 == vector);
        let same = || {
            vectors.values().all(|values| {
                at.iter().all(|of| {
                    let begin = of[values[&0]];
                    let mut places = values.iter();
                    begin % vector == 0 && places.all(|(place, &value)| of[value] == begin + place)
                })
            })
        };
        let count: usize = vectors.values().map(BTreeMap::len).sum();
        if vector == 1 || (whole && same() && count == at[0].len()) {
            // One value after another if vectors are single elements.
            let first: Vec<usize> = match vector {
                1 => (0..at[0].len()).collect(),
                _ => vectors.values().map(|values| values[&0]).collect(),
            };
            let access = machine.access(vector);
            let together = (machine.banks * machine.width / (machine.element * vector))
                .clamp(1, machine.banks) as usize;
            let wavefronts = first.iter().map(|&value| {
                let of: Vec<i64> = at.iter().map(|values| values[value]).collect();
                of.len().div_ceil(together) as i64 + bank_conflicts(&of, &access)
            });
            return (vector, wavefronts.sum());
        }
        vector /= 2;
    }
}

/// The offsets of all linear bijections of `bits` bits.
fn linear(bits: usize) -> Vec<Vec<i64>> {
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    for _ in 0..bits {
        all = all
            .iter()
            .flat_map(|columns| {
                let spanned: BTreeSet<i64> = sums(columns).into_iter().collect();
                let free = (1..1 << bits).filter(move |column| !spanned.contains(column));
                free.map(|column| [&columns[..], &[column]].concat())
            })
            .collect();
    }
    all.iter().map(|columns| sums(columns)).collect()
}

/// The sum of the columns at the bits of each coordinate.
fn sums(columns: &[i64]) -> Vec<i64> {
    let sum = |c: usize| {
        (0..columns.len()).filter(|bit| c >> bit & 1 == 1).fold(0, |s, b| s ^ columns[b])
    };
    (0..1 << columns.len()).map(sum).collect()
}

/// The thread-value layouts that are permutations of the bits.
fn permutations(bits: usize) -> Vec<Layout> {
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..bits {
        let longer = orders.iter().flat_map(|order| {
            let free = (0..bits).filter(|bit| !order.contains(bit));
            free.map(|bit| [&order[..], &[bit]].concat())
        });
        orders = longer.collect();
    }
    orders.iter().flat_map(|order| (0..=bits).map(|threads| of_bits(order, threads))).collect()
}

/// The first bits belong to threads, the others to values.
fn of_bits(order: &[usize], threads: usize) -> Layout {
    let mode = |bits: &[usize]| match bits {
        [] => ("1".into(), "0".into()),
        _ => {
            let strides: Vec<String> = bits.iter().map(|bit| (1u64 << bit).to_string()).collect();
            (format!("({})", vec!["2"; bits.len()].join(",")), format!("({})", strides.join(",")))
        }
    };
    let (threads, values) = order.split_at(threads);
    let ((t, dt), (v, dv)): ((String, String), (String, String)) = (mode(threads), mode(values));
    layout(&format!("({t},{v}):({dt},{dv})"))
}

fn offsets_of(placed: &Placed) -> Vec<i64> {
    (0..placed.cosize().unwrap()).map(|i| placed.offset(i).unwrap()).collect()
}

/// The layout for accesses by vectors, whose report has been checked against the definition.
fn found(bits: usize, accesses: &[&Layout], machine: Machine) -> SharedLayout {
    let of = accesses.iter().map(|tv| SharedAccess::vectors(tv, machine.vector).unwrap());
    let of: Vec<SharedAccess> = of.collect();
    let tile = (1i64 << bits).to_string().parse().unwrap();
    let found = shared_layout(&tile, machine.element, &of, &machine.memory()).unwrap();
    let offsets = offsets_of(&found.layout);
    let set: BTreeSet<i64> = offsets.iter().copied().collect();
    assert_eq!((set.len(), set.last()), (1 << bits, Some(&((1 << bits) - 1))), "{}", found.layout);
    for (tv, of) in accesses.iter().zip(&found.uses) {
        let of = of.unwrap();
        let measured = measured(&table(tv), &offsets, machine);
        assert_eq!((of.vector, of.wavefronts), measured, "{tv} in {}", found.layout);
    }
    found
}

/// The instructions and the conflicts of accesses given as tables, for any layout.
fn cost(tv: &[Vec<i64>], (vector, wavefronts): (i64, i64), machine: Machine) -> (i64, i64) {
    let size = (tv.len() * tv[0].len()) as i64;
    let together =
        (machine.banks * machine.width / (machine.element * vector)).clamp(1, machine.banks);
    let least =
        size / tv.len() as i64 / vector * (tv.len() as i64 + together - 1).div_euclid(together);
    (size / vector, wavefronts - least)
}

/// Each problem of two accesses, and some of three, compared with each linear layout.
fn against_all(
    bits: usize,
    machine: Machine,
    accesses: &[Layout],
    firsts: &[Layout],
    third: usize,
) -> usize {
    let layouts = linear(bits);
    let costs = |tv: &Layout| -> Vec<(i64, i64)> {
        let tv = table(tv);
        layouts.iter().map(|of| cost(&tv, measured(&tv, of, machine), machine)).collect()
    };
    let all: Vec<Vec<(i64, i64)>> = accesses.iter().map(costs).collect();
    let mut problems = 0;
    for first in firsts {
        let of_first = costs(first);
        for (at, second) in accesses.iter().enumerate() {
            let thirds =
                (0..accesses.len()).step_by(third.max(1)).take(if third == 0 { 0 } else { 99 });
            for other in [None].into_iter().chain(thirds.map(Some)) {
                let best = (0..layouts.len()).map(|of| {
                    let other = other.map_or((0, 0), |other| all[other][of]);
                    let (a, b) = (of_first[of], all[at][of]);
                    (a.0 + b.0 + other.0, a.1 + b.1 + other.1)
                });
                let best = best.min().unwrap();
                let mut tvs = vec![first, second];
                tvs.extend(other.map(|other| &accesses[other]));
                let found = found(bits, &tvs, machine);
                let sum = tvs.iter().zip(&found.uses).map(|(tv, of)| {
                    let of = of.unwrap();
                    cost(&table(tv), (of.vector, of.wavefronts), machine)
                });
                let sum = sum.fold((0, 0), |sum, of| (sum.0 + of.0, sum.1 + of.1));
                assert_eq!(sum, best, "{tvs:?} in {}", found.layout);
                assert!(!matches!(found.certificate, Certificate::Ended { .. }));
                problems += 1;
            }
        }
    }
    problems
}

const MACHINES: [Machine; 5] = [
    Machine { banks: 2, width: 4, element: 4, vector: 4 },
    Machine { banks: 4, width: 4, element: 4, vector: 8 },
    Machine { banks: 2, width: 4, element: 2, vector: 4 },
    Machine { banks: 2, width: 4, element: 1, vector: 2 },
    Machine { banks: 4, width: 2, element: 2, vector: 16 },
];

#[test]
fn all_layouts_of_8() {
    assert_eq!(linear(3).len(), 168);
    let accesses = permutations(3);
    assert_eq!(accesses.len(), 24);
    let firsts: Vec<Layout> = (0..=3).map(|threads| of_bits(&[0, 1, 2], threads)).collect();
    let of = MACHINES.map(|machine| against_all(3, machine, &accesses, &firsts, 1));
    // Two accesses, and each of these pairs with a third access.
    assert_eq!(of, [4 * 24 * 25; 5]);
}

#[test]
fn all_layouts_of_16() {
    assert_eq!(linear(4).len(), 20160);
    let accesses: Vec<Layout> = permutations(4).into_iter().step_by(4).collect();
    let firsts: Vec<Layout> = (1..=3).map(|threads| of_bits(&[0, 1, 2, 3], threads)).collect();
    let of = [1, 2].map(|at| against_all(4, MACHINES[at], &accesses, &firsts, 0));
    assert_eq!(of, [90; 2]);
}

/// Two accesses with single elements: every problem of up to 8 bits, up to renaming the bits. There are no conflicts,
/// as `docs/rules/shared_layout.md` proves for elements as wide as a bank.
#[test]
fn two_accesses_of_up_to_256() {
    let mut problems = 0;
    for bits in 1..=8usize {
        for first in 0..=bits.min(5) {
            let order: Vec<usize> = (0..bits).collect();
            let a = of_bits(&order, first);
            // The threads of the second access have bits of the threads of the first, in any order, and the lowest
            // other bits of its values.
            for second in 0..=bits.min(5) {
                let mut lanes: Vec<Vec<usize>> = vec![Vec::new()];
                for _ in 0..second {
                    lanes = lanes
                        .iter()
                        .flat_map(|lane| {
                            let next = (first..bits).find(|bit| !lane.contains(bit));
                            let free = (0..first).filter(|bit| !lane.contains(bit)).chain(next);
                            free.map(|bit| [&lane[..], &[bit]].concat()).collect::<Vec<_>>()
                        })
                        .collect();
                }
                for lane in lanes {
                    let rest = (0..bits).filter(|bit| !lane.contains(bit));
                    let order: Vec<usize> = lane.iter().copied().chain(rest).collect();
                    let b = of_bits(&order, second);
                    for machine in [
                        Machine { banks: 32, width: 4, element: 4, vector: 4 },
                        Machine { banks: 8, width: 4, element: 2, vector: 2 },
                    ] {
                        let found = found(bits, &[&a, &b], machine);
                        assert_eq!(found.certificate, Certificate::LowerBound);
                        let conflicts =
                            found.uses.iter().flatten().map(|of| of.wavefronts - of.least);
                        assert_eq!(conflicts.sum::<i64>(), 0, "{a} and {b}: {}", found.layout);
                        problems += 1;
                    }
                }
            }
        }
    }
    assert!(problems > 10_000, "{problems}");
}

/// Three lines of a plane have no common complement over two elements: with two banks, one of three accesses waits.
#[test]
fn three_accesses() {
    let machine = Machine { banks: 2, width: 4, element: 4, vector: 4 };
    let accesses = ["(2,2):(1,2)", "(2,2):(2,1)"].map(layout);
    let diagonal: Layout<tilework_algebra::Xor> = "(2,2):(f3,f1)".parse().unwrap();
    let mut of: Vec<SharedAccess> =
        accesses.iter().map(|tv| SharedAccess::vectors(tv, machine.vector).unwrap()).collect();
    of.push(SharedAccess::vectors(&diagonal, 4).unwrap());
    let found = shared_layout(&"(2,2)".parse().unwrap(), 4, &of, &machine.memory()).unwrap();
    assert_eq!(found.certificate, Certificate::Searched);
    let conflicts = found.uses.iter().flatten().map(|of| of.wavefronts - of.least).sum::<i64>();
    assert_eq!(conflicts, 2);
}

/// Six accesses to 2^20 bytes, each by an invertible bit matrix. There are too many functions to try them all, and
/// about one choice in some thousands has no conflicts.
#[test]
fn six_accesses_to_the_largest_tile() {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as usize
    };
    let bits = 20;
    for _ in 0..4 {
        let accesses: Vec<SharedAccess> = (0..6)
            .map(|_| {
                let mut columns: Vec<i64> = (0..bits).map(|place| 1 << place).collect();
                for _ in 0..8 * bits {
                    let (a, b) = (random() % bits, random() % bits);
                    if a != b {
                        columns[a] ^= columns[b];
                    }
                }
                let list = |of: &[String]| format!("({})", of.join(","));
                let part = |of: &[i64]| {
                    let strides: Vec<String> = of.iter().map(|by| format!("f{by}")).collect();
                    (list(&vec!["2".into(); of.len()]), list(&strides))
                };
                let ((t, dt), (v, dv)) = (part(&columns[..5]), part(&columns[5..]));
                let tv: Layout<Xor> = format!("({t},{v}):({dt},{dv})").parse().unwrap();
                SharedAccess::vectors(&tv, 16).unwrap()
            })
            .collect();
        let memory = SharedMemory::default().space(1 << 20);
        let tile: IntTuple = "1048576".parse().unwrap();
        let found = shared_layout(&tile, 1, &accesses, &memory).unwrap();
        assert!(found.uses.iter().flatten().all(|of| of.wavefronts == of.least), "{found:?}");
        // One of them by the definition, with all elements.
        let offsets: Vec<i64> = (0..1 << bits).map(|i| found.layout.offset(i).unwrap()).collect();
        let used = shared_uses(&tile, 1, &accesses[..1], &offsets, &memory).unwrap();
        assert_eq!(used[0], found.uses[0]);
    }
}

fn by_text(
    tile: &str,
    element: i64,
    accesses: &[SharedAccess],
) -> Result<SharedLayout, tilework_algebra::Error> {
    shared_layout(&tile.parse().unwrap(), element, accesses, &SharedMemory::default())
}

/// The result is the layout that CuTe's f16 GEMMs and hand-written transposes use: 128 bytes of a row swizzled with 8
/// rows.
#[test]
fn as_people_picked() {
    let write = SharedAccess::vectors(&layout("((8,16),(8,4)):((512,1),(64,16))"), 16).unwrap();
    let registers = layout("((4,8,4),(2,2,2,4)):((128,1,16),(64,8,512,1024))");
    let read = SharedAccess::ldmatrix(&registers, 4, false).unwrap();
    let found = by_text("(64,64)", 2, &[write.clone(), read]).unwrap();
    // GMMA::Layout_K_SW128_Atom of 16-bit elements, `Sw<3,3,3> o (8,64):(64,1)`, repeated along M.
    assert_eq!(found.layout.to_string(), "((8,8),64):((f72,f512),f1)");
    assert!(found.uses.iter().flatten().all(|of| of.vector == 8 && of.wavefronts == of.least));
    // The instructions that fix the layout accept the same one.
    for fixed in [SharedAccess::tma(1).unwrap(), SharedAccess::wgmma(1).unwrap()] {
        let fixed = by_text("(64,64)", 2, &[fixed, write.clone()]).unwrap();
        assert_eq!(fixed.layout, found.layout);
        assert_eq!(fixed.uses[0], None);
    }
}

#[test]
fn padded() {
    // The tile of a transpose whose extents are not powers of 2, accessed along columns and along rows.
    let (columns, rows) = (layout("(32,33):(1,32)"), layout("(33,32):(32,1)"));
    let of = [columns, rows].map(|tv| SharedAccess::vectors(&tv, 4).unwrap());
    let found = by_text("(32,33)", 4, &of).unwrap();
    // 1056 elements; columns of 33 would take 1088.
    assert_eq!(found.layout.to_string(), "(32,33):(33,1)");
    assert!(found.uses.iter().flatten().all(|of| of.wavefronts == of.least));
    assert_eq!(found.certificate, Certificate::Padded { layouts: 64 });
}

/// Of all orders of the modes and all paddings, none has fewer instructions, then fewer conflicts, then less space,
/// counted by the definition. Threads and values go along the modes, across their ends, along both at once, and over
/// the same elements twice.
#[test]
fn least_of_all_padded() {
    let memory = SharedMemory::default().banks(4, 4).unwrap();
    let cases: [(&[i64], &[&str]); 8] = [
        (&[6, 10], &["(6,10):(1,6)", "(10,6):(6,1)"]),
        (&[6, 10], &["((3,5),(2,2)):((2,6),(1,30))", "(10,6):(6,1)"]),
        (&[12, 7], &["(16,5):(1,16)", "(7,12):(12,1)"]),
        (&[12, 7], &["((4,7),3):((3,12),1)", "(12,7):(1,12)"]),
        (&[9, 12], &["(27,4):(4,1)", "((3,4),(3,3)):((3,9),(1,36))"]),
        (&[9, 12], &["((9,2),(2,3)):((1,0),(9,18))", "(12,9):(9,1)"]),
        (&[6, 5, 4], &["((6,4),5):((1,30),6)", "((5,3),(4,2)):((6,2),(30,1))"]),
        (&[6, 5, 4], &["(24,5):(5,1)", "(8,(3,5)):(15,(5,1))"]),
    ];
    let mut kinds = BTreeMap::<bool, usize>::new();
    for (extents, tvs) in cases {
        for (element, bytes) in [(1, 4), (2, 8), (4, 8), (4, 16), (8, 16)] {
            let access = |tv: &&str| SharedAccess::vectors(&layout(tv), bytes).unwrap();
            let accesses: Vec<SharedAccess> = tvs.iter().map(access).collect();
            let list = |of: &[i64]| {
                let all: Vec<String> = of.iter().map(i64::to_string).collect();
                format!("({})", all.join(","))
            };
            let tile: IntTuple = list(extents).parse().unwrap();
            let found = shared_layout(&tile, element, &accesses, &memory).unwrap();
            let key = |offsets: &[i64], uses: &[Option<Use>]| {
                let each = uses
                    .iter()
                    .flatten()
                    .zip(tvs)
                    .map(|(of, tv)| (layout(tv).size() / of.vector, of.wavefronts - of.least));
                let sum = each.fold((0, 0), |sum, of| (sum.0 + of.0, sum.1 + of.1));
                (sum.0, sum.1, offsets.iter().max().unwrap() + 1)
            };
            let size = extents.iter().product();
            let offsets: Vec<i64> = (0..size).map(|i| found.layout.offset(i).unwrap()).collect();
            let uses = shared_uses(&tile, element, &accesses, &offsets, &memory).unwrap();
            assert_eq!(uses, found.uses, "{tvs:?} in {}", found.layout);
            let best = key(&offsets, &uses);
            for order in permutations_of(extents.len()) {
                for padding in 0..16 / element {
                    let (mut strides, mut stride) = (vec![0; extents.len()], 1);
                    for (place, &mode) in order.iter().enumerate() {
                        strides[mode] = stride;
                        stride = stride * extents[mode] + if place == 0 { padding } else { 0 };
                    }
                    let all = layout(&format!("{}:{}", list(extents), list(&strides)));
                    let offsets: Vec<i64> =
                        (0..all.size()).map(|i| all.offset(i).unwrap()).collect();
                    let uses = shared_uses(&tile, element, &accesses, &offsets, &memory).unwrap();
                    let other = key(&offsets, &uses);
                    assert!(
                        best <= other,
                        "{tvs:?}, {element}: {} {best:?}, {all} {other:?}",
                        found.layout
                    );
                    *kinds.entry(best == other).or_default() += 1;
                }
            }
        }
    }
    assert!(kinds[&true] >= 20 && kinds[&false] > 200, "{kinds:?}");
}

/// All orders of `count` items.
fn permutations_of(count: usize) -> Vec<Vec<usize>> {
    match count {
        0 => vec![vec![]],
        _ => permutations_of(count - 1)
            .into_iter()
            .flat_map(|of| {
                (0..count).map(move |at| {
                    let mut of = of.clone();
                    of.insert(at, count - 1);
                    of
                })
            })
            .collect(),
    }
}

/// Extents `4 a` and `8 b`: the part of 4 x 8 is repeated, if all accesses repeat it. Reports equal the definition, no
/// two elements share an offset, and there are no more instructions and conflicts than for the same layout of the part,
/// repeated.
#[test]
fn repeated() {
    let memory = SharedMemory::default().banks(4, 4).unwrap();
    let mut kinds = BTreeMap::<String, usize>::new();
    for (a, b) in [(1, 3), (3, 1), (3, 3), (5, 3), (3, 7)] {
        let of = |a: i64, b: i64| {
            let (row, all) = (4 * a, 32 * a);
            [
                format!("(4,({a},8,{b})):(1,(4,{row},{all}))"),
                format!("((8,{b}),(4,{a})):(({row},{all}),(1,4))"),
                format!("((4,2,{a}),(4,{b})):((1,{},4),({row},{all}))", 4 * row),
                format!("((2,2),(2,{a},4,{b})):((2,{row}),(1,4,{},{all}))", 2 * row),
            ]
        };
        let (tvs, parts) = (of(a, b), of(1, 1));
        for (first, second) in (0..4).flat_map(|first| (0..4).map(move |second| (first, second))) {
            for element in [2, 4] {
                let find = |a: i64, b: i64, tvs: &[String; 4]| {
                    let access = |at: usize| SharedAccess::vectors(&layout(&tvs[at]), 8).unwrap();
                    let accesses = [access(first), access(second)];
                    let tile = format!("({},{})", 4 * a, 8 * b).parse().unwrap();
                    let found = shared_layout(&tile, element, &accesses, &memory).unwrap();
                    let offsets: Vec<i64> =
                        (0..32 * a * b).map(|i| found.layout.offset(i).unwrap()).collect();
                    let distinct: BTreeSet<i64> = offsets.iter().copied().collect();
                    assert_eq!(distinct.len(), offsets.len(), "{}", found.layout);
                    let uses = shared_uses(&tile, element, &accesses, &offsets, &memory).unwrap();
                    assert_eq!(uses, found.uses, "{accesses:?} in {}", found.layout);
                    let sizes = [first, second].map(|at| layout(&tvs[at]).size());
                    let of = sizes.iter().zip(&uses).map(|(size, of)| {
                        let of = of.unwrap();
                        (size / of.vector, of.wavefronts - of.least)
                    });
                    (of.fold((0, 0), |sum, of| (sum.0 + of.0, sum.1 + of.1)), found.certificate)
                };
                let ((instructions, conflicts), certificate) = find(a, b, &tvs);
                let (part, _) = find(1, 1, &parts);
                assert!((instructions, conflicts) <= (a * b * part.0, a * b * part.1));
                let kind = format!("{certificate:?}");
                *kinds.entry(kind.split(' ').next().unwrap().into()).or_default() += 1;
            }
        }
    }
    let repeated = kinds["LowerBound"] + kinds["Repeated"];
    assert!(repeated > kinds["Padded"], "{kinds:?}");
}

#[test]
fn refused() {
    let tv = layout("(32,32):(1,32)");
    let of = |bytes| SharedAccess::vectors(&tv, bytes);
    for number in [3, 0, -4, 32] {
        let rule = Rule::PowerOfTwoUpTo { number, most: 16 };
        assert_eq!(of(number).unwrap_err().rule, rule);
        assert!(
            rule.to_string().starts_with(&format!("{number} is not a power of 2 from 1 to 16"))
        );
    }
    for number in [0, 3, 8] {
        let matrices = SharedAccess::ldmatrix(&tv, number, false);
        assert_eq!(matrices.unwrap_err().rule, Rule::PowerOfTwoUpTo { number, most: 4 });
    }
    let rule = |tile, element, accesses: &[SharedAccess]| {
        by_text(tile, element, accesses).unwrap_err().rule
    };
    let access = of(4).unwrap();
    for number in [3, 32] {
        let odd = rule("(32,32)", number, std::slice::from_ref(&access));
        assert_eq!(odd, Rule::PowerOfTwoUpTo { number, most: 16 });
    }
    assert_eq!(rule("(32,16)", 4, std::slice::from_ref(&access)), Rule::CoordinateOutside);
    assert_eq!(rule("(512,512)", 4, &[]), Rule::Space { bytes: 1 << 20, space: 227 << 10 });
    let many = vec![access.clone(); 7];
    assert_eq!(rule("(32,32)", 4, &many), Rule::ListLength { size: 7, limit: 6 });
    // Rows of both operands at once: 16 bytes along either mode.
    let registers = layout("((4,8),(2,2,2,4)):((128,1),(64,8,512,1024))");
    let other = layout("((4,8),(2,2,2,4)):((2,64),(1,512,8,16))");
    let both = [registers, other].map(|tv| SharedAccess::ldmatrix(&tv, 4, false).unwrap());
    assert_eq!(rule("(64,64)", 2, &both), Rule::RowsApart { access: 0 });
    let contrary = [SharedAccess::wgmma(0).unwrap(), SharedAccess::wgmma(1).unwrap()];
    assert_eq!(rule("(64,64)", 2, &contrary), Rule::FixedLayout { common: 0 });
}
