//! Pictures of linear layouts in two views: the tensor with the owner of each element, and the hardware with the
//! coordinate of the element in each register or at each offset.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::grid::{Content, Grid};
use super::palette::Background;
use super::scene::{Cell, Scene};
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
            let draw = &mut |i: i64| Content::of_offset(bits, i).linked([i.unsigned_abs()]);
            Some(Grid::new(title, bits.shape()).draw(window, draw))
        }
        (Ok(bits), false) => {
            let tv = ThreadValue::new(&shape, bits.clone()).ok();
            tv.map(|tv| {
                let title = format!("tensor {shape}: threads and registers");
                let mut tile = tile(&tv, by, title, window);
                tile.cells_mut().iter_mut().for_each(|cell| in_hardware(layout, cell));
                tile
            })
        }
        // Elements that are not at one offset each have no picture.
        (Err(_), _) => None,
    };
    Scene::beside(tensor.into_iter().chain([hardware(layout, by, window)]), window.width())
}

/// Says of an element of the tensor which register of which lane and warp has it, as the view of the hardware does. Both
/// are linked by the element, not by the thread.
fn in_hardware(layout: &LinearLayout, cell: &mut Cell) {
    let mut thread = None;
    for (name, fact) in &mut cell.facts {
        match *name {
            "thread" => thread = fact.parse::<i64>().ok(),
            "value" => *name = Input::Register.name(),
            _ => {}
        }
    }
    let element = cell.facts.iter().find(|(name, _)| *name == "coordinate");
    let element = element.and_then(|(_, coordinate)| coordinate.parse::<IntTuple>().ok());
    cell.links = element.map(|element| link(layout, element.leaves())).into_iter().collect();
    let Some(thread) = thread else { return };
    let (lanes, warps) = (layout.size(Input::Lane), layout.size(Input::Warp));
    let all = [
        (Input::Lane, thread % lanes),
        (Input::Warp, thread / lanes % warps),
        (Input::Block, thread / lanes / warps),
    ];
    let several = all.into_iter().filter(|&(input, _)| layout.size(input) > 1);
    cell.facts.extend(several.map(|(input, at)| (input.name(), at.to_string())));
}

/// The number of an element, dimension 0 fastest.
fn link(layout: &LinearLayout, coordinate: &[i64]) -> u64 {
    let dimensions = coordinate.iter().zip(layout.shape()).rev();
    let number = dimensions
        .fold(0, |number: i64, (at, extent)| number.wrapping_mul(*extent).wrapping_add(*at));
    number as u64
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
        let element = IntTuple::tuple(coordinate.iter().map(|&at| IntTuple::leaf(at)));
        let mut content = Content::default()
            .labelled(written)
            .fact("coordinate", element)
            .linked([link(layout, &coordinate)]);
        if !layout.is_shared() {
            content = content.fact("thread", column + size(Input::Lane) * grid);
        }
        for (input, value) in at {
            if layout.size(input) > 1 || input == Input::Register || input == Input::Offset {
                content = content.fact(input.name(), value);
            }
        }
        match layout.is_shared() {
            true => content,
            false => content.filled(Background::Tint(tint.unsigned_abs())),
        }
    })
}
