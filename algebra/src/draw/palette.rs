//! The colors of pictures.

/// The color behind a label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Background {
    /// No color.
    #[default]
    Empty,
    /// Gray, for cells that are drawn but are not the subject.
    Faint,
    /// One of [`TINTS`], by its number modulo their count.
    Tint(u64),
}

/// Light tints of the colors of Okabe and Ito (*Color Universal Design*, 2008), as red, green and blue. Black text is
/// legible on each of them. Their lightness is chosen so that people who do not see red, green or blue can also tell
/// any two of them apart.
pub const TINTS: [u32; 8] =
    [0x92CEF1, 0xEFC15A, 0xCCECE3, 0xE7A36D, 0x6AADD2, 0xF0E546, 0xE2B4CE, 0xA5A5A5];

/// The same tints among the 256 colors of terminals.
pub(super) const TERMINAL_TINTS: [u8; 8] = [81, 221, 195, 209, 74, 228, 218, 248];

pub(super) const FAINT: u32 = 0xEEEEEE;
pub(super) const TERMINAL_FAINT: u8 = 255;

/// The color of text, rules and arrows.
pub(super) const INK: u32 = 0x1A1A1A;
/// The color of the borders of cells.
pub(super) const BORDER: u32 = 0x8C8C8C;
/// The color of row and column numbers, and of notes.
pub(super) const GREY: u32 = 0x555555;
/// The color of the border of a cell in conflict: Okabe and Ito's vermilion.
pub(super) const ALARM: u32 = 0xC04000;

impl Background {
    /// The color as red, green and blue, if there is one.
    pub fn rgb(self) -> Option<u32> {
        match self {
            Background::Empty => None,
            Background::Faint => Some(FAINT),
            Background::Tint(number) => Some(TINTS[(number % 8) as usize]),
        }
    }

    /// The number of the color among the 256 colors of terminals.
    pub fn terminal(self) -> Option<u8> {
        match self {
            Background::Empty => None,
            Background::Faint => Some(TERMINAL_FAINT),
            Background::Tint(number) => Some(TERMINAL_TINTS[(number % 8) as usize]),
        }
    }
}
