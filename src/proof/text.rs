//! Text that is composed at compile time: the message of a proof that fails.

/// Some text.
pub(crate) struct Text {
    bytes: [u8; 320],
    length: usize,
}
impl Text {
    pub(crate) const fn new(text: &str) -> Self {
        Text { bytes: [0; 320], length: 0 }.then(text)
    }

    /// Appends text. Text that does not fit is omitted.
    pub(crate) const fn then(mut self, text: &str) -> Self {
        let (text, mut at) = (text.as_bytes(), 0);
        while at < text.len() && self.length < self.bytes.len() {
            self.bytes[self.length] = text[at];
            self.length += 1;
            at += 1;
        }
        self
    }

    /// Appends a number of things: `1 stage`, `2 stages`.
    pub(crate) const fn count(self, n: usize, thing: &str) -> Self {
        let text = self.number(n as u64).then(" ").then(thing);
        if n == 1 { text } else { text.then("s") }
    }

    /// Appends a number in decimal.
    pub(crate) const fn number(self, n: u64) -> Self {
        let text = if n >= 10 { self.number(n / 10) } else { self };
        let digit = [b'0' + (n % 10) as u8];
        match core::str::from_utf8(&digit) {
            Ok(digit) => text.then(digit),
            Err(_) => text,
        }
    }

    pub(crate) const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "the message of a proof is ASCII",
        }
    }
}
