//! Linear layouts as Triton writes them: attributes of MLIR, and Gluon.

use alloc::format;
use alloc::string::String;

use super::{LayoutRef, no_form};
use crate::error::Error;
use crate::linear_layout::{Input, LinearLayout, write_bases};

/// The linear layout.
fn linear<'a>(layout: LayoutRef<'a>) -> Result<&'a LinearLayout, Error> {
    match layout {
        LayoutRef::Linear(layout) => Ok(layout),
        _ => Err(no_form(
            "Triton",
            "a layout without the shape of its tensor: write `to_linear_layout(L, (16,16))`, or \
             `to_shared_linear_layout(L)` of one in memory",
        )),
    }
}

/// The bases of an input as a list of lists.
fn bases(layout: &LinearLayout, input: Input) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write_bases(&mut text, &layout.bases(input), ", ");
    text
}

/// The linear layout as an attribute of MLIR, `#ttg.linear<{register = .., lane = .., warp = .., block = ..}>`, or
/// `#ttg.shared_linear<{offset = .., block = ..}, alignment = 16>`. [Expressions](crate::expression) read both.
///
/// The attribute has no shape, since Triton takes the smallest one.
///
/// # Errors
/// [`Rule::Form`](crate::Rule::Form) for a layout that is not linear, and for one whose tensor has elements that no
/// register or offset has, or that has no basis.
///
/// ```
/// use tilework_algebra::export::triton;
/// use tilework_algebra::linear_layout::{Input, LinearLayout};
/// let inputs = vec![(Input::Lane, vec![vec![0, 1], vec![1, 0]])];
/// let layout = LinearLayout::new(&[2, 2], inputs)?;
/// assert_eq!(triton(&layout)?,
///     "#ttg.linear<{register = [], lane = [[0, 1], [1, 0]], warp = [], block = []}>");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn triton<'a>(layout: impl Into<LayoutRef<'a>>) -> Result<String, Error> {
    let layout = linear(layout.into())?;
    if !layout.is_surjective() {
        return Err(no_form("Triton", "elements that no register or offset has; Gluon has one"));
    }
    if layout.inputs().iter().all(|&input| layout.size(input) == 1) {
        return Err(no_form("Triton", "a linear layout without bases; Gluon has one"));
    }
    let inputs = layout.inputs().iter();
    let inputs = inputs.map(|&input| format!("{} = {}", input.name(), bases(layout, input)));
    let inputs = inputs.collect::<alloc::vec::Vec<_>>().join(", ");
    Ok(match layout.is_shared() {
        true => format!("#ttg.shared_linear<{{{inputs}}}, alignment = 16>"),
        false => format!("#ttg.linear<{{{inputs}}}>"),
    })
}

/// The linear layout as an expression of Gluon, `gl.DistributedLinearLayout(..)` with the shape of the tensor, or
/// `gl.SharedLinearLayout(..)`. [Expressions](crate::expression) read both.
///
/// # Errors
/// [`Rule::Form`](crate::Rule::Form) for a layout that is not linear. In shared memory, each element must be somewhere,
/// as Gluon has no shape there.
///
/// ```
/// use tilework_algebra::export::gluon;
/// use tilework_algebra::linear_layout::{Input, LinearLayout};
/// let inputs = vec![(Input::Lane, vec![vec![1], vec![2]])];
/// let layout = LinearLayout::new(&[4], inputs)?;
/// assert_eq!(gluon(&layout)?, "gl.DistributedLinearLayout(\
///     reg_bases=[], lane_bases=[[1], [2]], warp_bases=[], block_bases=[], shape=[4])");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn gluon<'a>(layout: impl Into<LayoutRef<'a>>) -> Result<String, Error> {
    let layout = linear(layout.into())?;
    if layout.is_shared() {
        if !layout.is_surjective() || layout.size(Input::Offset) == 1 {
            return Err(no_form(
                "Gluon",
                "shared memory without offsets, or without some elements",
            ));
        }
        let [offset, block] = [Input::Offset, Input::Block].map(|input| bases(layout, input));
        return Ok(format!(
            "gl.SharedLinearLayout(offset_bases={offset}, block_bases={block}, alignment=16)"
        ));
    }
    let [register, lane, warp, block] = Input::REGISTERS.map(|input| bases(layout, input));
    let shape = layout.shape();
    Ok(format!(
        "gl.DistributedLinearLayout(reg_bases={register}, lane_bases={lane}, warp_bases={warp}, \
         block_bases={block}, shape={shape:?})"
    ))
}
