//! Windows: the part of a layout that is drawn.

/// The part of a layout that is drawn. If there are more rows or columns than the limit, the first ones and the last
/// one are drawn with an ellipsis between them, and a line below says how many there are. So the size of a picture is
/// limited, however large the layout is.
///
/// ```
/// use tilework_algebra::{Layout, draw};
/// let large: Layout = "(4,1000000000):(1,4)".parse()?;
/// let picture = draw::layout(&large, &draw::Window::new(8, 4));
/// let labels: Vec<&str> = picture.cells()[..4].iter().map(|cell| &cell.label[..]).collect();
/// assert_eq!(labels, ["0", "4", "8", "3999999996"]);
/// assert!(picture.to_terminal(false).contains("4 of 1000000000 columns are drawn"));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    rows: usize,
    columns: usize,
    width: usize,
}

impl Default for Window {
    /// 64 rows and columns in a width of 400.
    fn default() -> Self {
        Window::new(64, 64).within(400)
    }
}

impl Window {
    /// At most this number of rows and columns for each panel; both numbers are clamped to the range from 3 to 128.
    pub fn new(rows: usize, columns: usize) -> Self {
        Window { rows: rows.clamp(3, 128), columns: columns.clamp(3, 128), width: 1 << 12 }
    }

    /// 256 rows and columns for each panel, 65,536 cells, for a picture in which the reader moves and zooms.
    ///
    /// ```
    /// use tilework_algebra::{Layout, draw};
    /// let large: Layout = "(256,256):(256,1)".parse()?;
    /// assert_eq!(draw::layout(&large, &draw::Window::on_screen()).cells().len(), 65_536);
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn on_screen() -> Self {
        Window { rows: 256, columns: 256, width: 1 << 12 }
    }

    /// Limits the width of the picture, in characters, unless 3 columns of each panel are wider. To fit, panels have
    /// fewer columns and are arranged below one another.
    pub fn within(self, width: usize) -> Self {
        Window { width: width.min(1 << 12), ..self }
    }

    /// The largest number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The largest number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The width, in characters.
    pub fn width(&self) -> usize {
        self.width
    }
}
