//! Plans for 8 and 512 devices, and the simulation of carrying them out.

use tilework_algebra::redistribute::{Link, Pattern, Plan, Simulation, Traffic};
use tilework_algebra::{Distribution, Mesh, redistribute};

use crate::definition::values;

/// Rows, columns, replicated, device 0 alone, cyclic rows, rows with a halo of one, and summands of everything, for a
/// matrix.
struct All {
    rows: Distribution,
    columns: Distribution,
    copies: Distribution,
    one: Distribution,
    by_turns: Distribution,
    halo: Distribution,
}

impl All {
    fn of(devices: i64, [m, n]: [i64; 2], block: i64) -> All {
        let mesh = Mesh::of_shape(&devices.into()).unwrap();
        let whole = format!("({m},{n})").parse().unwrap();
        let of = |axis| Distribution::sharded(&mesh, &whole, &[axis]).unwrap();
        let one = format!("({devices},({m},{n})):({m}*e0,(e0,e1))").parse().unwrap();
        let one = Distribution::new(&mesh, &whole, &one).unwrap();
        let by_turns = Distribution::block_cyclic(&mesh, &whole, &[Some(0)], &[block, 1]).unwrap();
        let halo = of(Some(0)).with_halo(&[1, 0]).unwrap();
        let by_rows = |of: Distribution| of.by_rows().unwrap();
        All {
            rows: by_rows(of(Some(0))),
            columns: by_rows(of(Some(1))),
            copies: by_rows(of(None)),
            one: by_rows(one),
            by_turns: by_rows(by_turns),
            halo: by_rows(halo),
        }
    }

    fn plans(&self) -> [(&'static str, Distribution, &Distribution); 7] {
        let All { rows, columns, copies, one, by_turns, halo } = self;
        let sums = copies.clone().as_summands();
        [
            ("rows to columns", rows.clone(), columns),
            ("rows to all", rows.clone(), copies),
            ("sums to rows", sums.clone(), rows),
            ("sums to all", sums, copies),
            ("one to all", one.clone(), copies),
            ("rows to rows by turns", rows.clone(), by_turns),
            ("rows to rows with a halo", rows.clone(), halo),
        ]
    }
}

/// Checks that messages come from the place of the element, and that each wanted element arrives once, or for summands
/// once from each device, by enumeration.
fn is_complete(plan: &Plan) -> usize {
    let mut wanted = 0;
    for stage in plan.stages() {
        let (from, to) = (stage.from(), stage.to());
        let devices = from.mesh().size();
        // The coordinate, as a number, at each place of a memory.
        let placed = |of: &Distribution, device: i64| {
            let mut memory = vec![None; of.local_size() as usize];
            for (l, at) in values(of.memory()).into_iter().enumerate() {
                let x = of.coordinate(device, l as i64);
                memory[at as usize] = x.map(|x| x[0] * of.whole().leaves()[1] + x[1]);
            }
            memory
        };
        let have: Vec<Vec<Option<i64>>> = (0..devices).map(|p| placed(from, p)).collect();
        let mut times: Vec<Vec<i64>> =
            (0..devices).map(|_| vec![0; to.local_size() as usize]).collect();
        let want: Vec<Vec<Option<i64>>> = (0..devices).map(|q| placed(to, q)).collect();
        for message in stage.messages().iter().chain(stage.kept()) {
            let (p, q) = (message.source as usize, message.destination as usize);
            for piece in &message.pieces {
                for (s, d) in values(&piece.source).into_iter().zip(values(&piece.destination)) {
                    let (s, d) = (s + piece.source_offset, d + piece.destination_offset);
                    let x = have[p][s as usize];
                    assert!(x.is_some() && x == want[q][d as usize], "{p} to {q}");
                    times[q][d as usize] += 1;
                }
            }
        }
        let each = if stage.adds() { devices } else { 1 };
        for (times, want) in times.iter().flatten().zip(want.iter().flatten()) {
            assert_eq!(*times, if want.is_some() { each } else { 0 });
            wanted += 1;
        }
    }
    wanted
}

/// Checks that the simulation matches the plan, and takes at least as long as the device with most to send or receive.
fn is_simulated(plan: &Plan, link: &Link) -> Simulation {
    let simulated = plan.simulate(link, 2);
    assert_eq!(simulated.traffic(), plan.traffic());
    let received = simulated.received.iter().fold(Traffic::default(), |sum, &one| sum.plus(one));
    assert_eq!(received, plan.traffic());
    let broadcast = plan.stages().iter().any(|it| it.collective().pattern == Pattern::Broadcast);
    let bound = plan.seconds(link, 2);
    assert!(broadcast || simulated.seconds >= bound * (1.0 - 1e-12));
    simulated
}

#[test]
fn plans_for_8_and_512_devices_are_complete() {
    let link = Link { latency: 1.0, bandwidth: 1.0 };
    // 512 devices with rows of 2, or none: 100 rows are on 100 devices.
    for (devices, extents, block) in
        [(8, [64, 48], 2), (8, [13, 9], 1), (512, [1024, 512], 1), (512, [100, 3], 1)]
    {
        let all = All::of(devices, extents, block);
        for (name, from, to) in all.plans() {
            // The stages of sums to all are these, and the large plans take most of the time.
            if devices > 8 && matches!(name, "rows to all" | "sums to rows") {
                continue;
            }
            // 2^28 replicated elements are too many; their plans are those of smaller wholes.
            let replicated = from.local_size().max(to.local_size()) * devices;
            let plan = redistribute(&from, to).unwrap();
            is_simulated(&plan, &link);
            assert_eq!(plan.traffic().elements, plan.least().elements, "{name}");
            if replicated < 1 << 22 {
                assert!(is_complete(&plan) > 0, "{name}");
            }
        }
    }
}

/// Computed by hand: `n` devices together have `b` bytes.
#[test]
fn devices_take_as_long_as_the_model_says() {
    let link = Link { latency: 3.0, bandwidth: 2.0 };
    for n in [8, 512] {
        let of = All::of(n, [n, n], 1);
        let seconds = |from: &Distribution, to: &Distribution| {
            let plan = redistribute(from, to).unwrap();
            is_simulated(&plan, &link).seconds
        };
        let (each, n) = ((n - 1) as f64, n as f64);
        // A message of one element of 2 bytes; of a row; from one device to the next.
        assert_eq!(seconds(&of.rows, &of.columns), each * (3.0 + 1.0));
        assert_eq!(seconds(&of.rows, &of.copies), each * (3.0 + n));
        assert_eq!(seconds(&of.one, &of.copies), each * 3.0 + n * n);
        let sums = of.copies.clone().as_summands();
        assert_eq!(seconds(&sums, &of.copies), 2.0 * each * (3.0 + n));
    }
}

/// Device 0 has half of the elements that device 2 wants, device 1 the other half; device 2 has nothing.
#[test]
fn a_device_receives_one_message_at_a_time() {
    let mesh = Mesh::of_shape(&3.into()).unwrap();
    let whole = "6".parse().unwrap();
    let of = |text: &str| Distribution::new(&mesh, &whole, &text.parse().unwrap()).unwrap();
    let plan = redistribute(&of("(3,3):(3*e0,e0)"), &of("(3,6):(0,e0)")).unwrap();
    let simulated = is_simulated(&plan, &Link { latency: 1.0, bandwidth: 6.0 });
    assert_eq!((simulated.seconds, simulated.most()), (4.0, Traffic { elements: 6, messages: 2 }));
    assert_eq!(simulated.sent[0], Traffic { elements: 6, messages: 2 });
}

/// The link between two H200 with NVLink, measured with NCCL's all-to-all. 1 GiB per rank is sent at 330 GB/s, and
/// 2 MiB take 15 us longer than their bytes alone.
const LINK: Link = Link { latency: 15e-6, bandwidth: 330e9 };

/// The table of the guide, of bf16.
#[test]
fn the_table_of_the_guide_is_simulated() {
    let all = [2, 8, 512].map(|devices| (devices, All::of(devices, [32768, 32768], 16)));
    let mut table = String::new();
    for (at, (name, ..)) in all[0].1.plans().iter().enumerate() {
        for (devices, all) in &all {
            let (_, from, to) = &all.plans()[at];
            let plan = redistribute(from, to).unwrap();
            let simulated = is_simulated(&plan, &LINK);
            let (sent, most) = (simulated.traffic(), simulated.most());
            let (ms, messages) = (1e3 * simulated.seconds, sent.messages);
            let [sent, most] = [sent, most].map(|traffic| 2e-6 * traffic.elements as f64);
            table.push_str(&format!(
                "| {name} | {devices} | {messages} | {sent:.1} | {most:.1} | {ms:.2} |\n"
            ));
        }
    }
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../src/guide/devices.md");
    let guide = std::fs::read_to_string(guide).unwrap();
    assert!(guide.contains(&table), "{table}");
    let link = format!("{} us a message and {} GB/s", LINK.latency * 1e6, LINK.bandwidth * 1e-9);
    assert!(guide.contains(&link), "{link}");
}
