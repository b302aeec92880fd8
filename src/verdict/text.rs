//! The messages of rules as text.

use crate::leaf::text::Text;

impl Text {
    const fn then_number(self, number: Option<u64>, otherwise: &str) -> Self {
        match number {
            Some(n) => self.number(n),
            None => self.then(otherwise),
        }
    }

    /// This text followed by the `message` of a rule. `mode`, `x` and `y` take the places of `{J}`, `{X}` and `{Y}`.
    pub const fn then_message(
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
                        b'J' => self.then_number(mode, "of the complement"),
                        b'X' => self.then_number(x, "(dynamic)"),
                        _ => self.then_number(y, "(dynamic)"),
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
