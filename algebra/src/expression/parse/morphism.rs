//! Parsing of morphisms: whole ones, `(2,8)--(1,0)-->(2,4)`, and arrows between two tuples of any other form.

#[cfg(feature = "morphism")]
use alloc::boxed::Box;
use alloc::vec::Vec;

use super::Parser;
#[cfg(feature = "morphism")]
use super::{Kind, What, Written};
#[cfg(feature = "morphism")]
use crate::expression::MAX_DEPTH;
use crate::expression::{Failure, Reason};
#[cfg(feature = "morphism")]
use crate::morphism::NestedTupleMorphism;

impl Parser<'_> {
    /// Moves past a morphism of plain decimal numbers, if one comes next. Any other morphism, including one with
    /// mistakes, is parsed step by step.
    #[cfg(feature = "morphism")]
    pub(super) fn whole_morphism(&mut self, at: usize) -> bool {
        // Within parentheses each part would be scanned again.
        let frame = self.frame();
        if matches!(frame.kind, Kind::Parentheses) || frame.colon.is_some() || frame.arrow.is_some()
        {
            return false;
        }
        let Some(length) = extent(self.rest()) else { return false };
        let Ok(f) = NestedTupleMorphism::of_literal(&self.rest()[..length]) else { return false };
        self.at += length;
        self.emit(at, What::Morphism(Box::new(f)));
        let frame = self.frame();
        (frame.layout, frame.written) = (true, Written::Expression);
        true
    }

    /// Returns whether the arrow of a morphism comes next.
    pub(super) fn at_arrow(&self) -> bool {
        self.rest().starts_with("--")
    }

    /// Returns whether the operand before is a tuple without a stride or an arrow.
    pub(super) fn takes_arrow(&mut self) -> bool {
        let frame = self.frame();
        frame.colon.is_none() && frame.arrow.is_none() && !frame.layout
    }

    /// The images in an arrow, which comes next. They are returned as written, with 0 for `*`.
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

/// The largest extent of a morphism at the beginning of the text: up to a comma, semicolon or closing bracket that is
/// not its own, or the end. The result is `None` if it contains other characters than a morphism does, or no arrow.
#[cfg(feature = "morphism")]
fn extent(text: &str) -> Option<usize> {
    let (mut open, mut arrow) = (0, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' if open == MAX_DEPTH / 2 => return None,
            b'(' => open += 1,
            b')' if open > 0 => open -= 1,
            b',' if open > 0 => {}
            b')' | b']' | b',' | b';' => return arrow.then_some(at),
            b'-' => arrow = true,
            b'*' if arrow && open > 0 => {}
            b'>' if arrow => {}
            b'0'..=b'9' | b' ' => {}
            _ => return None,
        }
    }
    arrow.then_some(text.len())
}
