//! The colours of pictures.

/// The colour behind a label.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Background {
    /// None.
    #[default]
    Empty,
    /// Grey, for what is there but not meant.
    Faint,
    /// One of [`TINTS`], counted around.
    Tint(u64),
}

/// Light tints of the colours of Okabe and Ito (*Color Universal Design*, 2008), as red, green and blue. Black text is
/// legible on each, and to people who do not see red, green or blue no two of them look the same: the lightness of
/// each was chosen so.
pub const TINTS: [u32; 8] =
    [0x92CEF1, 0xEFC15A, 0xCCECE3, 0xE7A36D, 0x6AADD2, 0xF0E546, 0xE2B4CE, 0xA5A5A5];

/// The same among the 256 colours of terminals.
pub(super) const TERMINAL_TINTS: [u8; 8] = [81, 221, 195, 209, 74, 228, 218, 248];

pub(super) const FAINT: u32 = 0xEEEEEE;
pub(super) const TERMINAL_FAINT: u8 = 255;

/// Text, rules and arrows.
pub(super) const INK: u32 = 0x1A1A1A;
/// The borders of cells.
pub(super) const BORDER: u32 = 0x8C8C8C;
/// Numbers of rows and columns, and notes.
pub(super) const GREY: u32 = 0x555555;
/// The border of a cell in conflict: Okabe and Ito's vermilion.
pub(super) const ALARM: u32 = 0xC04000;

impl Background {
    /// The colour, as red, green and blue, where there is one.
    pub fn rgb(self) -> Option<u32> {
        match self {
            Background::Empty => None,
            Background::Faint => Some(FAINT),
            Background::Tint(number) => Some(TINTS[(number % 8) as usize]),
        }
    }

    /// The number of the colour among the 256 of terminals.
    pub fn terminal(self) -> Option<u8> {
        match self {
            Background::Empty => None,
            Background::Faint => Some(TERMINAL_FAINT),
            Background::Tint(number) => Some(TERMINAL_TINTS[(number % 8) as usize]),
        }
    }
}
