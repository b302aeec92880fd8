//! The two views of a linear layout, linked by their elements.

use tilework_algebra::draw::Cell;
use tilework_algebra::expression::{Names, Value, evaluate};
use tilework_algebra::linear_layout::Input;

use super::draw;

fn fact(cell: &Cell, wanted: &str) -> Option<i64> {
    let found = cell.facts.iter().find(|(name, _)| *name == wanted);
    found.map(|(_, fact)| fact.parse().unwrap())
}

/// A register of the hardware is linked with the one cell of the tensor that has its coordinate, and both say the same
/// thread, lane, warp and register, if it is the first to have the element.
#[test]
fn views_of_registers_are_linked() {
    for (text, warps) in [
        ("blocked([1,4], [8,4], [1,1], [1,0])(16,16)", 1),
        ("nvidia_mma(2, 0, [2,2], [16,8])(32,32)", 4),
        ("blocked([2,1], [4,8], [4,2], [0,1])(16,8)", 8),
        ("slice_encoding(0, blocked([1,4], [8,4], [2,1], [1,0]))(16)", 2),
    ] {
        let value = evaluate(text, &mut Names::new()).unwrap();
        let Value::Linear(layout) = value else { panic!("{text}") };
        let scene = draw(text);
        let (tensor, hardware): (Vec<_>, Vec<_>) =
            scene.cells().iter().partition(|cell| cell.panel == 0);
        let mut firsts = 0;
        for cell in &hardware {
            let of = |name| fact(cell, name).unwrap_or(0);
            let (register, lane, warp) = (of("register"), of("lane"), of("warp"));
            assert_eq!(of("thread"), lane + layout.size(Input::Lane) * warp, "{text}");
            let at = [(Input::Register, register), (Input::Lane, lane), (Input::Warp, warp)];
            let coordinate = layout.coordinate(&at).unwrap();
            let place = coordinate.iter().zip(layout.shape()).rev();
            let place = place.fold(0, |place, (at, extent)| place * extent + at);
            assert_eq!(cell.links, [place as u64], "{text}");
            let linked: Vec<_> = tensor.iter().filter(|other| other.links == cell.links).collect();
            let [other] = linked[..] else { panic!("{text}: {} cells", linked.len()) };
            if fact(other, "thread") == fact(cell, "thread")
                && fact(other, "register") == Some(register)
            {
                assert_eq!(fact(other, "lane").unwrap_or(0), lane, "{text}");
                assert_eq!(fact(other, "warp").unwrap_or(0), warp, "{text}");
                firsts += 1;
            }
        }
        assert_eq!(layout.size(Input::Warp), warps, "{text}");
        assert_eq!(firsts, tensor.len(), "{text}");
    }
}

/// The offset that the tensor has is the one at which the hardware has the element.
#[test]
fn views_of_offsets_are_linked() {
    for text in ["swizzled_shared(2, 1, 4, [1,0])(4,8)", "nvmma_shared(32, false, 16)(8,16)"] {
        let scene = draw(text);
        let (tensor, hardware): (Vec<_>, Vec<_>) =
            scene.cells().iter().partition(|cell| cell.panel == 0);
        assert_eq!(tensor.len(), hardware.len(), "{text}");
        for cell in &tensor {
            let linked: Vec<_> = hardware.iter().filter(|it| it.links == cell.links).collect();
            let [other] = linked[..] else { panic!("{text}: {} cells", linked.len()) };
            assert_eq!(fact(cell, "offset"), fact(other, "offset"), "{text}");
        }
    }
}
