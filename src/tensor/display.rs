//! Tensors as text.

use core::fmt::{self, Display, Write};

use super::Tensor;
use crate::layout::modes::Modes;
use crate::layout::{AnyLayout, Shape};
use crate::tensor::accessor::{Accessor, Reader};
use crate::tensor::iterate::Offsets;

/// A grid of the elements, with mode 0 downwards and mode 1 to the right. A tensor of one mode is one line. A tensor
/// of more than two modes has a grid for each coordinate of the further modes, one below the other. Width and
/// precision apply to the elements, `{:6.2}`. Columns are as wide as the widest element.
///
/// ```
/// use tilework::{Tensor, layout};
/// let matrix = Tensor::new([1, 20, 3, 4, 5, 6], layout!((2,3):row_major)).unwrap();
/// assert_eq!(matrix.to_string(), " 1 20  3\n 4  5  6");
/// assert_eq!(format!("{:.1}", matrix.slice((0, ..)).map(f64::from)), " 1.0 20.0  3.0");
/// let cube = Tensor::counting(layout!((2,2,2)));
/// assert_eq!(cube.to_string(), "(_,_,0)\n0 2\n1 3\n(_,_,1)\n4 6\n5 7");
/// ```
impl<A: Accessor<Item: Copy + Display>, L: AnyLayout> Display for Tensor<A, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (data, modes) = (self.reader(), self.layout.modes());
        let mut width = f.width().unwrap_or(0);
        for offset in Offsets::new(modes) {
            let mut length = Length(0);
            element(&mut length, data.value(offset), f.precision(), 0)?;
            width = width.max(length.0);
        }
        let extent = |mode| if mode < L::RANK { self.layout.parts().0.mode_size(mode) } else { 1 };
        // A single mode goes to the right.
        let (rows, columns) = if L::RANK == 1 { (1, extent(0)) } else { (extent(0), extent(1)) };
        for grid in 0..modes.size().checked_div(rows * columns).unwrap_or(0) {
            if grid > 0 {
                f.write_char('\n')?;
            }
            if L::RANK > 2 {
                let mut left = grid;
                f.write_str("(_,_")?;
                for mode in 2..L::RANK {
                    write!(f, ",{}", left % extent(mode))?;
                    left /= extent(mode);
                }
                f.write_str(")\n")?;
            }
            for row in 0..rows {
                for column in 0..columns {
                    f.write_str(match (row, column) {
                        (0, 0) => "",
                        (_, 0) => "\n",
                        _ => " ",
                    })?;
                    let offset = modes.offset(row + rows * (column + columns * grid));
                    element(f, data.value(offset), f.precision(), width)?;
                }
            }
        }
        Ok(())
    }
}
fn element(
    f: &mut impl Write,
    x: impl Display,
    precision: Option<usize>,
    width: usize,
) -> fmt::Result {
    match precision {
        Some(precision) => write!(f, "{x:>width$.precision$}"),
        None => write!(f, "{x:>width$}"),
    }
}
/// The number of characters written.
struct Length(usize);
impl Write for Length {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.chars().count();
        Ok(())
    }
}
