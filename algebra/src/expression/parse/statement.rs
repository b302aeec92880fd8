//! The beginnings of statements.

use alloc::string::ToString;

use super::frame::{Frame, Kind};
use super::{Next, Parser, What, is_reserved, types};
use crate::expression::{Failure, NamedOperation, Reason};

impl Parser<'_> {
    /// Parses the beginning of a statement, which may be `name =`.
    pub(super) fn statement(&mut self) -> Result<Next, Failure> {
        let name = self.name();
        let at = self.at;
        self.frames.push(Frame::new(Kind::Statement, at));
        if self.fact().is_some() {
            return Ok(Next::AfterOperand);
        }
        if name.is_empty() {
            return Ok(Next::Operand);
        }
        self.at += name.len();
        if self.at_equals() || !self.eat('=') {
            self.at = at;
            return Ok(Next::Operand);
        }
        if is_reserved(name) || types::is_called(name) || NamedOperation::named(name).is_some() {
            return Err(Failure::new(at, Reason::Reserved(name.to_string())));
        }
        self.assign = Some((name.to_string(), at));
        Ok(Next::Operand)
    }

    /// After `;`, expects another statement or the end.
    pub(super) fn next_statement(&mut self, at: usize) -> Result<Next, Failure> {
        self.at += 1;
        if self.peek().is_none() {
            return Ok(Next::End);
        }
        self.begin_statement(at)
    }

    /// Begins another statement, whose value replaces the one before.
    pub(super) fn begin_statement(&mut self, at: usize) -> Result<Next, Failure> {
        self.emit(at, What::Discard);
        self.frames.clear();
        self.statement()
    }
}
