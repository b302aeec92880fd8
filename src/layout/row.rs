//! The innermost loop over the modes of a layout, if no order is promised.

use crate::layout::modes::Modes;

/// The work for each row. A method and no closure, since rustc 1.99 does not inline a closure that is called for many
/// rows.
pub trait EachRow {
    /// Visits a row of `extent` coordinates that begins at `at`, with the steps `step`; both are pairs, for two layouts.
    fn row(&mut self, extent: usize, at: (usize, usize), step: (usize, usize));
}

/// The mode that is a row, the innermost loop.
#[derive(Clone, Copy)]
pub enum Row {
    /// The leftmost mode.
    Leftmost,
    /// The rightmost mode.
    Rightmost,
    /// A mode of this extent and these steps, to the left.
    Of(usize, (usize, usize)),
}
impl Row {
    /// The innermost loop if no order is promised, as the types choose it; `None` if the strides decide at run time.
    pub(crate) const fn by_type<M: Modes>() -> Option<Self> {
        match (M::FIRST_STRIDE, M::LAST_STRIDE) {
            _ if M::COUNT < 2 => Some(Row::Leftmost),
            (Some(1), _) => Some(Row::Leftmost),
            _ if M::BY_ROWS => Some(Row::Rightmost),
            (Some(first), Some(last)) if M::STATIC.is_some() => {
                Some(if first <= last { Row::Leftmost } else { Row::Rightmost })
            }
            _ => None,
        }
    }

    /// The same, and the leftmost mode if the types do not choose.
    pub(crate) const fn by_type_or_leftmost<M: Modes>() -> Self {
        match Self::by_type::<M>() {
            Some(row) => row,
            None => Row::Leftmost,
        }
    }
}
