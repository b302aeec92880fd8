//! Parsing of the forms that CuTe prints and its users write: static integers, `_8` and `Int<8>`; integers between an
//! operation and its arguments, `size<1>(L)`; and `==`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{NamedOperation, Parser, What, Written};
use crate::expression::cute::spelling;
use crate::expression::{Failure, Reason};

/// The integers in `<..>` between an operation and its arguments, and their place among the arguments.
pub(super) struct Template {
    integers: Vec<i64>,
    of: OfTemplate,
}

#[derive(Clone, Copy)]
enum OfTemplate {
    /// The mode of the argument, or the mode of a mode and so on, `size<1>(L)`.
    Mode,
    /// The last arguments, `upcast<2>(L)`.
    Arguments,
    /// A list as the last argument, `select<1,0>(L)`.
    List,
}

/// The digits of `_16`, with `-` for the `m` of `_m16`.
pub(super) fn static_digits(name: &str) -> Option<String> {
    let rest = name.strip_prefix('_')?;
    let (sign, digits) = rest.strip_prefix('m').map_or(("", rest), |digits| ("-", digits));
    let all = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    all.then(|| format!("{sign}{digits}"))
}

impl Parser<'_> {
    /// The integer of `_16`, `Int<16>`, `C<16>` or `constant<int, 16>`, whose name at `at` has been read.
    pub(super) fn static_integer(&mut self, name: &str, at: usize) -> Result<Option<i64>, Failure> {
        let integer = if let Some(digits) = static_digits(name) {
            digits.parse().map_err(|_| Failure::new(at, Reason::Integer))?
        } else if name == "_" && self.rest().starts_with('-') && !self.rest().starts_with("--") {
            self.integer()?
        } else if matches!(name, "Int" | "C" | "constant" | "integral_constant")
            && self.rest().starts_with('<')
        {
            if !matches!(name, "Int" | "C") {
                self.at += self.rest().find(',').unwrap_or(0);
            }
            let mut integers = self.integers()?;
            match (integers.pop(), integers.is_empty()) {
                (Some(integer), true) => integer,
                _ => return Err(Failure::new(at, Reason::Expected("one integer in `<..>`"))),
            }
        } else {
            return Ok(None);
        };
        self.empty_braces();
        Ok(Some(integer))
    }

    /// The operation of a name that is followed by `<..>(`, and the integers in it. The parser moves past them.
    pub(super) fn template(
        &mut self,
        name: &str,
        at: usize,
    ) -> Result<Option<(&'static NamedOperation, Template)>, Failure> {
        if !self.rest().starts_with('<') {
            return Ok(None);
        }
        let (name, of) = match name {
            "size" | "rank" | "depth" | "length" | "cosize" | "shape" | "stride" | "profile"
            | "mode" => (name, OfTemplate::Mode),
            "get" | "layout" => ("mode", OfTemplate::Mode),
            "upcast" | "downcast" | "recast" | "group" | "take" => (name, OfTemplate::Arguments),
            "group_modes" => ("group", OfTemplate::Arguments),
            "select" | "permute" => (name, OfTemplate::List),
            _ if spelling(name).is_some() => {
                let reason = Reason::Unknown { name: name.into(), similar: None };
                return Err(Failure::new(at, reason));
            }
            _ => return Ok(None),
        };
        let Some(operation) = NamedOperation::named(name) else { return Ok(None) };
        let integers = self.integers()?;
        match self.eat('(') {
            true => Ok(Some((operation, Template { integers, of }))),
            false => self.fail(Reason::Expected("`(` after an operation")),
        }
    }

    /// `<1,0>`, or the same in parentheses
    pub(super) fn integers(&mut self) -> Result<Vec<i64>, Failure> {
        let call = self.rest().starts_with('(');
        let (close, expected) = if call { (')', "`,` or `)`") } else { ('>', "`,` or `>`") };
        self.at += 1;
        let mut integers = Vec::new();
        loop {
            integers.push(self.template_integer()?);
            if self.eat(close) {
                return Ok(integers);
            }
            if !self.eat(',') {
                return self.fail(Reason::Expected(expected));
            }
        }
    }

    /// An integer in `<..>`: `8`, `_8`, `cute::C<8>`, `(int)8` or `8l`.
    fn template_integer(&mut self) -> Result<i64, Failure> {
        self.peek();
        self.namespace();
        let (name, at) = (self.name(), self.at);
        let digits = static_digits(name);
        if digits.is_some() || matches!(name, "C" | "Int") {
            self.at += name.len();
            if let Some(digits) = digits {
                return digits.parse().map_err(|_| Failure::new(at, Reason::Integer));
            }
            // Types nest no deeper, so this does not recurse further.
            if !self.eat('<') {
                return self.fail(Reason::Expected("`<`"));
            }
            let integer = self.number()?;
            return match self.eat('>') {
                true => Ok(integer),
                false => self.fail(Reason::Expected("`>`")),
            };
        }
        self.number()
    }

    /// A number of C++: `8`, `(int)8` or `8l`.
    fn number(&mut self) -> Result<i64, Failure> {
        if self.eat('(') {
            self.at += self.rest().find(')').map_or(0, |close| close + 1);
        }
        self.peek();
        let integer = self.integer()?;
        let suffix = self.rest().find(|c| !matches!(c, 'l' | 'L' | 'u' | 'U'));
        self.at += suffix.unwrap_or(self.rest().len());
        Ok(integer)
    }

    /// Finishes the call of an operation with `<..>` before its arguments, which have been read.
    pub(super) fn finish_template(
        &mut self,
        operation: &'static NamedOperation,
        template: Template,
        items: usize,
        at: usize,
    ) {
        let Template { integers, of } = template;
        let mode = NamedOperation::named("mode").unwrap_or(operation);
        let count = integers.len();
        for integer in integers {
            self.emit(at, What::Integer(integer));
            if let OfTemplate::Mode = of {
                self.emit(at, What::Call(mode, items + 1));
            }
        }
        match of {
            OfTemplate::Mode if operation.name == mode.name => {}
            OfTemplate::Mode => self.emit(at, What::Call(operation, 1)),
            OfTemplate::Arguments => self.emit(at, What::Call(operation, items + count)),
            OfTemplate::List => {
                self.emit(at, What::List(count));
                self.emit(at, What::Call(operation, items + 1));
            }
        }
    }

    /// Returns whether `==` comes next.
    pub(super) fn at_equals(&mut self) -> bool {
        self.peek();
        self.rest().starts_with("==")
    }

    /// Compares the two sides of `==`.
    pub(super) fn finish_equals(&mut self) {
        let equals = self.frame().equals.take();
        if let (Some(at), Some(equal)) = (equals, NamedOperation::named("equal")) {
            self.emit(at, What::Call(equal, 2));
            self.frame().written = Written::Expression;
        }
    }
}
