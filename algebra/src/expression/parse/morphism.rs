//! Reading what stands between the tuples of a morphism: `--(1,0,3)-->`.

use alloc::vec::Vec;

use super::Parser;
use crate::expression::{Failure, Reason};

impl Parser<'_> {
    /// Whether the arrow of a morphism comes next.
    pub(super) fn at_arrow(&self) -> bool {
        self.rest().starts_with("--")
    }

    /// Whether the operand before is a tuple without a stride or an arrow.
    pub(super) fn takes_arrow(&mut self) -> bool {
        let frame = self.frame();
        frame.colon.is_none() && frame.arrow.is_none() && !frame.layout
    }

    /// The images in an arrow, whose beginning comes next: as they are written, 0 for `*`.
    pub(super) fn arrow(&mut self) -> Result<Vec<usize>, Failure> {
        self.at += 2;
        let mut images = Vec::new();
        if !self.eat('(') {
            return self.fail(Reason::Expected("`(`"));
        }
        while !self.eat(')') {
            if !images.is_empty() && !self.eat(',') {
                return self.fail(Reason::Expected("`,` or `)`"));
            }
            images.push(if self.eat('*') { 0 } else { self.image()? });
        }
        self.peek();
        if !self.rest().starts_with("-->") {
            return self.fail(Reason::Expected("`-->`"));
        }
        self.at += 3;
        Ok(images)
    }

    fn image(&mut self) -> Result<usize, Failure> {
        self.peek();
        let rest = self.rest();
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if digits == 0 {
            return self.fail(Reason::Expected("an image or `*`"));
        }
        match rest[..digits].parse() {
            Ok(image) => {
                self.at += digits;
                Ok(image)
            }
            Err(_) => self.fail(Reason::Integer),
        }
    }
}
