//! Distributions as types: layouts from a device and a local coordinate to coordinates of the whole, static and with
//! dynamic extents. They are compared with the definition, and with [`Distribution`], to which they convert.

use tilework::algebra::{Distribution, Error, IntTuple, Mesh, Rule};
use tilework::{Layout, Tensor, layout, modes};

fn mesh(shape: &str) -> Mesh {
    Mesh::of_shape(&shape.parse().unwrap()).unwrap()
}

fn whole(shape: &str) -> IntTuple {
    shape.parse().unwrap()
}

/// A coordinate, unless it is predicated off.
fn within(x: [i64; 2], whole: &IntTuple) -> Option<Vec<i64>> {
    let inside = x.iter().zip(whole.leaves()).all(|(x, extent)| (0..*extent).contains(x));
    inside.then(|| x.to_vec())
}

/// Each of these layouts has `right(place, l)` at the place of a device and a local coordinate, and so do its slices at
/// places. The distribution made from its value is this one. Returns how many coordinates are in the whole, for all
/// layouts.
macro_rules! has {
    ($of:expr, $from:expr, $right:expr, $($layout:expr),+) => {{
        let of: &Distribution = &$of;
        let (from, right): ([i64; 2], fn(i64, i64) -> [i64; 2]) = ($from, $right);
        let mut there = 0;
        $({
            let layout = $layout;
            let value = layout.to_value();
            let made = Distribution::beginning(of.mesh(), of.whole(), &value, from.to_vec()).unwrap();
            assert_eq!((made.layout(), made.begin()), (of.layout(), of.begin()));
            for place in 0..of.mesh().size() {
                let device = of.mesh().layout().offset(place).unwrap();
                let (local, begin) = layout.slice((place as usize, ..));
                assert_eq!(local.size() as i64, of.local().size());
                for l in 0..local.size() {
                    let x = layout.coordinate((place as usize, l));
                    let x = [from[0] + x.head as i64, from[1] + x.tail.head as i64];
                    let step = local.coordinate(l);
                    let sliced = [begin.head + step.head, begin.tail.head + step.tail.head];
                    let sliced = [from[0] + sliced[0] as i64, from[1] + sliced[1] as i64];
                    assert_eq!((x, sliced), (right(place, l as i64), x), "{value}: {device}, {l}");
                    let found = within(x, of.whole());
                    there += i32::from(found.is_some());
                    for value in [of, &made] {
                        assert_eq!(value.coordinate(device, l as i64), found, "{value}: {device}, {l}");
                    }
                }
            }
        })+
        there
    }};
}

#[test]
fn even_ragged_and_replicated() {
    let (m, n, four): (usize, usize, usize) = (8, 6, 4);
    let rows: Layout!((4,(2,6)):(2e0,(e0,e1))) = layout!((4,(2,6)):(2e0,(e0,e1)));
    let right = |p: i64, l: i64| [2 * p + l % 2, l / 2];
    let even = Distribution::sharded(&mesh("4"), &whole("(8,6)"), &[Some(0)]).unwrap();
    let height = m / four;
    let at_run_time = layout!((four,(height,n)):(height*e0,(e0,e1)));
    assert_eq!(has!(even, [0, 0], right, rows, at_run_time), 2 * 48);
    // The last row of device 3 belongs to nobody.
    let ragged = Distribution::sharded(&mesh("4"), &whole("(7,6)"), &[Some(0)]).unwrap();
    let height = (m - 1).div_ceil(four);
    let at_run_time = layout!((4,(height,n)):(height*e0,(e0,e1)));
    assert_eq!(has!(ragged, [0, 0], right, rows, at_run_time), 2 * 42);
    let replicated = Distribution::sharded(&mesh("4"), &whole("(8,6)"), &[None]).unwrap();
    let copies: Layout!((4,(8,6)):(0,(e0,e1))) = layout!((4,(8,6)):(0,(e0,e1)));
    let there =
        has!(replicated, [0, 0], |_, l| [l % 8, l / 8], copies, layout!((four,(m,n)):(0,(e0,e1))));
    assert_eq!(there, 2 * 4 * 48);
}

#[test]
fn block_cyclic_with_halos_and_in_two_modes() {
    let (m, n, two): (usize, usize, usize) = (8, 6, 2);
    let turns =
        Distribution::block_cyclic(&mesh("2"), &whole("(8,6)"), &[Some(0)], &[2, 6]).unwrap();
    let right = |p: i64, l: i64| [2 * p + l % 2 + 4 * (l / 2 % 2), l / 4];
    let cyclic = layout!((2,((2,2),(6,1))):(2e0,((e0,4e0),(e1,6e1))));
    let block = 2_usize;
    let step = block * two;
    let rounds = m / step;
    let at_run_time = layout!((two,((block,rounds),(n,1))):(block*e0,((e0,step*e0),(e1,6e1))));
    assert_eq!(has!(turns, [0, 0], right, cyclic, at_run_time), 2 * 48);
    // Windows have the row before and the row after; at the first and the last device one is missing.
    let rows = Distribution::sharded(&mesh("4"), &whole("(8,6)"), &[Some(0)]).unwrap();
    let windows = rows.with_halo(&[1, 0]).unwrap();
    let right = |p: i64, l: i64| [2 * p + l % 4 - 1, l / 4];
    let height = m / 4;
    let wider = height + 2;
    let at_run_time = layout!((4,(wider,n)):(height*e0,(e0,e1)));
    let there = has!(windows, [-1, 0], right, layout!((4,(4,6)):(2e0,(e0,e1))), at_run_time);
    assert_eq!(there, 2 * (4 * 4 - 2) * 6);
    let tiles =
        Distribution::sharded(&mesh("(2,2)"), &whole("(8,6)"), &[Some(0), Some(1)]).unwrap();
    let right = |p: i64, l: i64| [4 * (p % 2) + l % 4, 3 * (p / 2) + l / 4];
    let (high, wide) = (m / two, n / two);
    let at_run_time = layout!(((two,two),(high,wide)):((high*e0,wide*e1),(e0,e1)));
    let there = has!(tiles, [0, 0], right, layout!(((2,2),(4,3)):((4e0,3e1),(e0,e1))), at_run_time);
    assert_eq!(there, 2 * 48);
}

/// One division makes a distribution from the coordinates of a whole, and from a tensor it makes a tensor of devices,
/// each of which has what the distribution says.
#[test]
fn a_tensor_of_devices() {
    let all: Vec<i64> = (0..48).collect();
    let divided = layout!(zipped_divide((8,6):(e0,e1), <2,6>));
    let rows = divided.permute(modes![1, 0]);
    let of = Distribution::new(&mesh("4"), &whole("(8,6)"), &rows.to_value()).unwrap();
    let tensor = Tensor::new(&all[..], layout!((8,6):(6,1))).unwrap();
    let of_devices = layout!(zipped_divide((8,6):(6,1), <2,6>));
    let devices = Tensor::new(&all[..], of_devices).unwrap();
    for device in 0..4_usize {
        let mine = devices.slice((.., device));
        for l in 0..12_i64 {
            let x = of.coordinate(device as i64, l).unwrap();
            assert_eq!(mine[l as usize], tensor[(x[0] as usize, x[1] as usize)]);
        }
    }
}

#[test]
fn a_layout_that_leaves_a_row_out_is_refused() {
    let short = layout!((4,(1,6)):(2e0,(e0,e1)));
    let wrong = Distribution::new(&mesh("4"), &whole("(8,6)"), &short.to_value());
    assert!(matches!(wrong, Err(Error { rule: Rule::Coverage { coordinate: 1, extent: 8 }, .. })));
}
