//! Pictures of redistributions, compared with the definition of distributions.

use tilework_algebra::draw::{self, Background, Window};
use tilework_algebra::{Distribution, Mesh, redistribute};

use crate::{draw, fact, panel};

/// Each cell of a device says where its element comes from, and the coordinate there is its own.
#[test]
fn elements_come_from_where_they_are() {
    for (shape, whole, from, to, halo) in [
        ("2", "(4,6)", [Some(0)], [Some(1)], 0),
        ("3", "(7,5)", [Some(0)], [None], 0),
        ("4", "(7,5)", [Some(1)], [Some(0)], 1),
    ] {
        let mesh = Mesh::of_shape(&shape.parse().unwrap()).unwrap();
        let whole = whole.parse().unwrap();
        let of = |axes: &[Option<usize>]| Distribution::sharded(&mesh, &whole, axes).unwrap();
        let from = of(&from).by_rows().unwrap();
        let to = of(&to).with_halo(&[halo, 0]).unwrap();
        let plan = redistribute(&from, &to).unwrap();
        let scene = draw::redistribution(&plan, &Window::default()).unwrap();
        assert_eq!(scene.panels().len() as i64, 1 + mesh.size());
        let owner = |x: &str| {
            let has = |p: i64| {
                (0..from.local().size()).any(|l| {
                    from.coordinate(p, l).is_some_and(|of| format!("({},{})", of[0], of[1]) == x)
                })
            };
            (0..mesh.size()).find(|&p| has(p)).unwrap()
        };
        for cell in panel(&scene, 0) {
            assert_eq!(cell.label, format!("D{}", owner(fact(cell, "coordinate").unwrap())));
        }
        let (mut placed, mut predicated) = (0, 0);
        for device in 0..mesh.size() {
            for cell in panel(&scene, 1 + device as usize) {
                let x = fact(cell, "coordinate").unwrap();
                if x == "none" {
                    assert_eq!((&*cell.label, cell.fill), ("", Background::Faint));
                    predicated += 1;
                    continue;
                }
                let (source, offset) = cell.label.split_once('\n').unwrap();
                let source: i64 = source.strip_prefix('D').unwrap().parse().unwrap();
                let at = |l: &i64| from.memory().offset(*l).unwrap().to_string() == offset;
                let l = (0..from.local().size()).find(at).unwrap();
                assert_eq!(format!("{:?}", from.coordinate(source, l).unwrap()), x);
                placed += 1;
            }
        }
        assert!(placed > 20 && (predicated > 0) == (halo > 0), "{placed} {predicated}");
    }
}

#[test]
fn expressions_of_plans_are_drawn() {
    let scene = draw("redistribute((2,4):(4e0,e0), (2,7):(0,e0), 7)");
    let titles = ["before: (2,4):(4e0,e0)", "device 0: 7:1", "device 1: 7:1"];
    assert_eq!(scene.panels(), titles);
    // If there are more devices, the first ones are drawn.
    let scene = draw("redistribute((16,2):(2e0,e0), (16,32):(0,e0))");
    assert_eq!(scene.panels().len(), 9);
    assert!(scene.to_terminal(false).contains("8 of 16 devices are drawn"));
}
