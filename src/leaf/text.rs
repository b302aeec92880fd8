//! Text that is composed at compile time: the messages of build errors that no trait bound reports.

/// A text of at most 512 bytes.
pub struct Text {
    bytes: [u8; 512],
    length: usize,
}
impl Text {
    /// The text `text`.
    pub const fn new(text: &str) -> Self {
        Text { bytes: [0; 512], length: 0 }.then(text)
    }

    /// Appends text. Text that does not fit is omitted.
    pub const fn then(mut self, text: &str) -> Self {
        let (text, mut at) = (text.as_bytes(), 0);
        while at < text.len() {
            self = self.byte(text[at]);
            at += 1;
        }
        self
    }

    /// Appends a byte of ASCII.
    pub const fn byte(mut self, byte: u8) -> Self {
        if self.length < self.bytes.len() {
            self.bytes[self.length] = byte;
            self.length += 1;
        }
        self
    }

    /// Appends a number of things: `1 stage`, `2 stages`.
    pub const fn count(self, n: usize, thing: &str) -> Self {
        let text = self.number(n as u64).then(" ").then(thing);
        if n == 1 { text } else { text.then("s") }
    }

    /// Appends a number in decimal.
    pub const fn number(self, n: u64) -> Self {
        let text = if n >= 10 { self.number(n / 10) } else { self };
        text.byte(b'0' + (n % 10) as u8)
    }

    /// The text.
    pub const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "the message is ASCII",
        }
    }
}
