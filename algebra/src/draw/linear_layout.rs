//! Pictures of linear layouts in two views: the tensor with the owner of each element, and the hardware with the
//! coordinate of the element in each register or at each offset.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::grid::{Content, Grid};
use super::palette::Background;
use super::scene::Scene;
use super::thread_value::{By, tile};
use super::window::Window;
use crate::layout::thread_value::ThreadValue;
use crate::linear_layout::{Input, LinearLayout};
use crate::tuple::int_tuple::IntTuple;

/// A linear layout in the view of the tensor and in that of the hardware. For registers, the first has the thread and
/// the register of each element, `T5` and `V1`, and the second has registers down, lanes across, and a grid for each
/// warp. For shared memory, the first has the offset of each element, and the second the coordinate at each offset.
///
/// ```
/// use tilework_algebra::linear_layout::{Input, LinearLayout};
/// use tilework_algebra::draw;
/// let inputs = [(Input::Register, vec![vec![1, 0]]), (Input::Lane, vec![vec![0, 1]])];
/// let layout = LinearLayout::new(&[2, 2], inputs)?;
/// let picture = draw::linear_layout(&layout, draw::By::Thread, &draw::Window::default());
/// let labels: Vec<&str> = picture.cells().iter().map(|cell| &cell.label[..]).collect();
/// assert_eq!(labels[..4], ["T0\nV0", "T1\nV0", "T0\nV1", "T1\nV1"]);
/// assert_eq!(labels[4..], ["0,0", "0,1", "1,0", "1,1"]);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn linear_layout(layout: &LinearLayout, by: By, window: &Window) -> Scene {
    let shape = IntTuple::tuple(layout.shape().iter().map(|&extent| IntTuple::leaf(extent)));
    let bits = layout.to_layout();
    let tensor = match (&bits, layout.is_shared()) {
        (Ok(bits), true) => {
            let title = format!("tensor {shape}: offsets");
            let draw = &mut |i| Content::of_offset(bits, i);
            Some(Grid::new(title, bits.shape()).draw(window, draw))
        }
        (Ok(bits), false) => {
            let tv = ThreadValue::new(&shape, bits.clone()).ok();
            tv.map(|tv| tile(&tv, by, format!("tensor {shape}: threads and registers"), window))
        }
        // Elements that are not at one offset each have no picture.
        (Err(_), _) => None,
    };
    Scene::beside(tensor.into_iter().chain([hardware(layout, by, window)]), window.width())
}

/// The coordinate of a register of a lane, or at an offset.
fn hardware(layout: &LinearLayout, by: By, window: &Window) -> Scene {
    let size = |input: Input| layout.size(input);
    let (extents, title): (Vec<i64>, &str) = match layout.is_shared() {
        true => {
            // Rows as long as those of the tensor.
            let fastest = layout.bases(Input::Offset).first().cloned().unwrap_or_default();
            let dimension = fastest.iter().position(|&coordinate| coordinate != 0).unwrap_or(0);
            let across = layout.shape().get(dimension).copied().unwrap_or(1);
            let across = across.min(size(Input::Offset));
            let extents = [size(Input::Offset) / across, across, size(Input::Block)];
            (extents.into(), "hardware: coordinates at offsets, row by row")
        }
        false => {
            let warps = size(Input::Warp) * size(Input::Block);
            let extents = [size(Input::Register), size(Input::Lane), warps];
            let title = match warps {
                1 => "hardware: registers down, lanes across",
                _ => "hardware: registers down, lanes across, a grid for each warp",
            };
            (extents.into(), title)
        }
    };
    let [rows, columns, grids] = extents[..] else { return Scene::default() };
    let last = (grids > 1).then_some(grids);
    let shape = [rows, columns].into_iter().chain(last).map(IntTuple::leaf);
    Grid::new(title, IntTuple::tuple(shape)).draw(window, &mut |i| {
        let (row, column, grid) = (i % rows, i / rows % columns, i / rows / columns);
        let (at, tint) = match layout.is_shared() {
            true => (Vec::from([(Input::Offset, row * columns + column), (Input::Block, grid)]), 0),
            false => {
                let (warp, block) = (grid % size(Input::Warp), grid / size(Input::Warp));
                let at = [
                    (Input::Register, row),
                    (Input::Lane, column),
                    (Input::Warp, warp),
                    (Input::Block, block),
                ];
                let thread = column + size(Input::Lane) * grid;
                (Vec::from(at), if by == By::Thread { thread } else { row })
            }
        };
        let coordinate = layout.coordinate(&at).unwrap_or_default();
        let written =
            coordinate.iter().map(|at| format!("{at}")).collect::<Vec<String>>().join(",");
        let mut content = Content::default().labelled(written);
        for (input, value) in at {
            content = content.fact(input.name(), value);
        }
        match layout.is_shared() {
            true => content,
            false => content.filled(Background::Tint(tint.unsigned_abs())),
        }
    })
}
