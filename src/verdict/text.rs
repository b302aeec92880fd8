//! The messages of rules as text, for build errors that no trait bound reports.

/// A text of at most 512 bytes.
pub struct Text {
    bytes: [u8; 512],
    length: usize,
}
impl Text {
    /// No text.
    pub const fn new() -> Self {
        Text { bytes: [0; 512], length: 0 }
    }
    /// The text.
    pub const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "no text",
        }
    }
    const fn byte(mut self, byte: u8) -> Self {
        if self.length < self.bytes.len() {
            self.bytes[self.length] = byte;
            self.length += 1;
        }
        self
    }
    /// This text followed by `text`.
    pub const fn and(mut self, text: &str) -> Self {
        let (bytes, mut i) = (text.as_bytes(), 0);
        while i < bytes.len() {
            self = self.byte(bytes[i]);
            i += 1;
        }
        self
    }
    const fn and_number(self, number: Option<u64>, otherwise: &str) -> Self {
        match number {
            None => self.and(otherwise),
            Some(n) if n < 10 => self.byte(b'0' + n as u8),
            Some(n) => self.and_number(Some(n / 10), "").byte(b'0' + (n % 10) as u8),
        }
    }
    /// This text followed by the `message` of a rule. `mode`, `x` and `y` take the places of `{J}`, `{X}` and `{Y}`.
    pub const fn and_message(
        mut self,
        message: &str,
        mode: Option<u64>,
        [x, y]: [Option<u64>; 2],
    ) -> Self {
        let (bytes, mut i) = (message.as_bytes(), 0);
        while i < bytes.len() {
            let skipped = match bytes.split_at(i).1 {
                [b'{', name, b'}', ..] => {
                    self = match name {
                        b'J' => self.and_number(mode, "of the complement"),
                        b'X' => self.and_number(x, "(dynamic)"),
                        _ => self.and_number(y, "(dynamic)"),
                    };
                    3
                }
                [byte, ..] => {
                    self = self.byte(*byte);
                    1
                }
                [] => 1,
            };
            i += skipped;
        }
        self
    }
}
