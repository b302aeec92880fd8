//! Parsing: text to steps, in which operands come before the operation that takes them.
//!
//! Open brackets are kept on an explicit stack, so that deep nesting needs no recursion.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

mod cute;
mod frame;
mod leaf;
mod morphism;
mod pointer;
mod statement;
mod symbol;
mod triton;
mod types;

use self::frame::{Frame, Kind, Written};
use self::types::Named;
use super::{Failure, MAX_DEPTH, NamedOperation, Note, Reason, Step, What};
use crate::layout::swizzle::Swizzle;

/// The expected token in place of a dynamic integer of CuTe.
pub(crate) const DYNAMIC: &str = "a number in place of `?`, which is known only at run time";

/// The expected token between two `*`; nothing is multiplied by a profile.
const BETWEEN_LEAVES: &str = "`,` between the leaves of a profile, `(*,*)`";

/// The next kind of token.
enum Next {
    Operand,
    AfterOperand,
    End,
}

/// Parses the text to steps, and to notes on what was dropped. If `foreign`, the text may contain `{0}` and so on.
pub(super) fn parse(text: &str, foreign: bool) -> Result<(Vec<Step>, Vec<Note>), Failure> {
    let (code, frames) = (Vec::with_capacity(8), Vec::with_capacity(4));
    let notes = Vec::new();
    let mut parser =
        Parser { text, foreign, at: 0, code, notes, frames, assign: None, first_dynamic: None };
    let mut next = parser.statement()?;
    loop {
        next = match next {
            Next::Operand => parser.operand()?,
            Next::AfterOperand => parser.after_operand()?,
            Next::End => return Ok((parser.code, parser.notes)),
        }
    }
}

struct Parser<'a> {
    text: &'a str,
    /// True if `{0}` is allowed.
    foreign: bool,
    at: usize,
    code: Vec<Step>,
    notes: Vec<Note>,
    /// The statement and its open brackets.
    frames: Vec<Frame>,
    /// The name that the statement assigns to.
    assign: Option<(String, usize)>,
    /// The number of the first symbol of `?`, once there is one.
    first_dynamic: Option<usize>,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The next character that is not blank.
    fn peek(&mut self) -> Option<char> {
        self.at = self.text.len() - self.rest().trim_start().len();
        self.rest().chars().next()
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    /// The name that comes next, possibly `_`. The parser does not move past it.
    fn name(&mut self) -> &'a str {
        let starts = |c: char| c.is_alphabetic() || c == '_';
        self.peek();
        let rest = self.rest();
        // An alias of MLIR begins with `#`.
        let sign = usize::from(rest.starts_with('#'));
        if !rest[sign..].starts_with(starts) {
            return "";
        }
        let length = rest[sign..].find(|c: char| !c.is_alphanumeric() && c != '_');
        &rest[..length.map_or(rest.len(), |length| sign + length)]
    }

    fn fail<T>(&self, reason: Reason) -> Result<T, Failure> {
        Err(Failure::new(self.at, reason))
    }

    fn emit(&mut self, at: usize, what: What) {
        self.code.push(Step { at, what });
    }

    /// The innermost open bracket, or the statement.
    fn frame(&mut self) -> &mut Frame {
        let innermost = self.frames.len() - 1;
        &mut self.frames[innermost]
    }

    /// Handles an opening bracket that has been read.
    fn open(&mut self, kind: Kind, at: usize) -> Result<Next, Failure> {
        if self.frames.len() > MAX_DEPTH {
            return Err(Failure::new(at, Reason::Depth(MAX_DEPTH)));
        }
        self.frames.push(Frame::new(kind, at));
        if kind.closing().is_some_and(|closing| self.eat(closing)) {
            self.close()?;
            return Ok(Next::AfterOperand);
        }
        Ok(Next::Operand)
    }

    fn operand(&mut self) -> Result<Next, Failure> {
        self.keyword()?;
        let first = self.peek();
        let at = self.at;
        if first == Some('-') && self.printed()? {
            return Ok(Next::AfterOperand);
        }
        #[cfg(feature = "morphism")]
        if self.whole_morphism(at) {
            return Ok(Next::AfterOperand);
        }
        if let Some(next) = self.tensor()? {
            return Ok(next);
        }
        let after_colon = self.frame().colon.is_some();
        if self.stride()? {
            return Ok(Next::AfterOperand);
        }
        match first {
            Some('{') if self.foreign => {
                let leaf = self.foreign()?;
                return Ok(self.plain(at, leaf));
            }
            Some('(') => self.at += 1,
            Some('<') => {
                self.at += 1;
                return self.open(Kind::Angles, at);
            }
            Some('[') => {
                self.at += 1;
                return self.open(Kind::Brackets, at);
            }
            Some('*') => {
                self.at += 1;
                return Ok(self.plain(at, What::Leaf));
            }
            Some('-' | '0'..='9') => {
                let integer = self.integer()?;
                if self.multiple_of_symbol(integer, at) {
                    return Ok(Next::AfterOperand);
                }
                return match self.multiple(integer, at)? {
                    true => Ok(Next::AfterOperand),
                    false => Ok(self.plain(at, What::Integer(integer))),
                };
            }
            Some('?') => return self.dynamic(at),
            _ => {
                if self.rest().starts_with("!cute.") || self.rest().starts_with("!ttg.") {
                    self.at += 1;
                }
                self.namespace();
                let (name, at) = (self.name(), self.at);
                self.at += name.len();
                let angle = matches!(name, "Sw" | "S" | "Swizzle") && self.rest().starts_with('<');
                let call =
                    matches!(name, "make_swizzle" | "Swizzle") && self.rest().starts_with('(');
                if angle || call {
                    let swizzle = self.swizzle(at)?;
                    let notes = self.notes.len();
                    let swizzle = self.attached(swizzle)?;
                    self.empty_braces();
                    if self.notes.len() == notes {
                        self.cast_of(swizzle, at);
                    }
                    return Ok(self.swizzled(at, swizzle));
                }
                if let Some(swizzle) = self.underscored(name, at)? {
                    return Ok(self.swizzled(at, swizzle));
                }
                if let Some(integer) = self.static_integer(name, at)? {
                    if let Some(next) = self.printed_offset(integer, at) {
                        return Ok(next);
                    }
                    return match self.multiple(integer, at)? {
                        true => Ok(Next::AfterOperand),
                        false => Ok(self.plain(at, What::Integer(integer))),
                    };
                }
                if self.basis(name, at)? || self.atom(name, at)? {
                    return Ok(Next::AfterOperand);
                }
                let mut opened = self.open_attribute(name, at)?;
                if opened.is_none() {
                    opened = self.open_named(name, at)?;
                }
                if opened.is_none() {
                    opened = self.open_tensor(name, at)?;
                }
                if let Some(next) =
                    opened.map_or_else(|| self.start(name, at), |next| Ok(Some(next)))?
                {
                    return Ok(next);
                }
                if let Some((operation, template)) = self.template(name, at)? {
                    let next = self.open(Kind::Call(operation), at)?;
                    if let Next::Operand = next {
                        self.frame().template = Some(template);
                    }
                    return Ok(next);
                }
                return match name {
                    "" => self.fail(Reason::Expected("an operand")),
                    "_" => Ok(self.plain(at, What::Open)),
                    "true" | "false" => Ok(self.plain(at, What::Boolean(name == "true"))),
                    "True" | "False" if self.frame().given.is_some() => {
                        Ok(self.plain(at, What::Boolean(name == "True")))
                    }
                    "None" if self.frame().given.is_some() => Ok(self.plain(at, What::Integer(0))),
                    "row_major" | "col_major" if after_colon => {
                        let row = name == "row_major";
                        self.emit(at, if row { What::RowMajor } else { What::ColMajor });
                        let frame = self.frame();
                        (frame.colon, frame.layout) = (None, true);
                        frame.written = Written::Expression;
                        Ok(Next::AfterOperand)
                    }
                    _ if is_reserved(name) => {
                        Err(Failure::new(at, Reason::Reserved(name.to_string())))
                    }
                    _ => match NamedOperation::named(name) {
                        Some(operation) if self.eat('(') => self.open(Kind::Call(operation), at),
                        Some(_) => self.fail(Reason::Expected("`(` after an operation")),
                        // A type has the values of its static integers only.
                        None if matches!(self.frame().kind, Kind::Named(_, '>')) => {
                            let expected = "a static integer, `_8` or `Int<8>`,";
                            Err(Failure::new(at, Reason::Expected(expected)))
                        }
                        None => Ok(self.named(name, at)),
                    },
                };
            }
        }
        self.open(Kind::Parentheses, at)
    }

    fn swizzled(&mut self, at: usize, swizzle: Swizzle) -> Next {
        self.emit(at, What::Swizzle(swizzle));
        self.frame().written = Written::Expression;
        Next::AfterOperand
    }

    fn plain(&mut self, at: usize, what: What) -> Next {
        self.emit(at, what);
        self.frame().written = Written::Plain;
        Next::AfterOperand
    }

    fn after_operand(&mut self) -> Result<Next, Failure> {
        let next = self.peek();
        let at = self.at;
        match next {
            Some('(') => {
                self.finish_layout();
                self.at += 1;
                return self.open(Kind::Apply, at);
            }
            Some(':') if self.takes_arrow() => {
                self.at += 1;
                self.frame().colon = Some(at);
                return Ok(Next::Operand);
            }
            Some('-') if self.at_arrow() && self.takes_arrow() => {
                let images = self.arrow()?;
                self.frame().arrow = Some((at, images));
                return Ok(Next::Operand);
            }
            _ => {}
        }
        if next == Some('*') && matches!(self.code.last(), Some(Step { what: What::Leaf, .. })) {
            return self.fail(Reason::Expected(BETWEEN_LEAVES));
        }
        self.finish_operand();
        if self.at_equals() {
            self.finish_sum();
            let frame = self.frame();
            if frame.equals.replace(at).is_some() {
                return self.fail(Reason::Expected("one `==`"));
            }
            frame.layout = false;
            self.at += 2;
            return Ok(Next::Operand);
        }
        if let Some(operation) = self.operator() {
            let frame = self.frame();
            (frame.operator, frame.layout) = (Some((operation, at)), false);
            return Ok(Next::Operand);
        }
        self.finish_sum();
        if let Some(sign) = self.at_sum() {
            let frame = self.frame();
            (frame.sum, frame.layout) = (Some((sign, at)), false);
            return Ok(Next::Operand);
        }
        self.finish_equals();
        let kind = self.frame().kind;
        if let Kind::Statement = kind {
            let line = self.at_line();
            let ends = line || matches!(next, None | Some(';'));
            if let Some((name, at)) = self.assign.take_if(|_| ends) {
                self.emit(at, What::Assign(name));
            }
            return match next {
                None => Ok(Next::End),
                _ if line => self.begin_statement(at),
                Some(';') => self.next_statement(at),
                Some('%' | '<' | '>' | '!') => self.fail(Reason::Expected(symbol::FACT)),
                _ => self.fail(Reason::Expected(kind.expected())),
            };
        }
        if kind.closing() == next {
            self.at += 1;
            self.frame().items += 1;
            self.close()?;
            return Ok(Next::AfterOperand);
        }
        let semicolon = matches!(kind, Kind::Brackets) && next == Some(';');
        self.frame().semicolons |= semicolon;
        if matches!(kind, Kind::Shaped) && next == Some(',') {
            self.at += 1;
            self.after_encoding(at)?;
            return self.after_operand();
        }
        if next != Some(',') && !semicolon {
            return self.fail(Reason::Expected(kind.expected()));
        }
        self.at += 1;
        let last = kind.closing().is_some() && kind.closing() == self.peek();
        let frame = self.frame();
        frame.items += 1;
        frame.layout = false;
        // A comma may follow the last item. `(M*N,)` is a tuple, as in Python, and `(M*N)` is not.
        if last {
            if frame.items == 1 {
                frame.written = Written::Plain;
            }
            self.at += 1;
            self.close()?;
            return Ok(Next::AfterOperand);
        }
        if self.major() {
            if !self.eat(kind.closing().unwrap_or(')')) {
                return self.fail(Reason::Expected(kind.expected()));
            }
            self.close()?;
            return Ok(Next::AfterOperand);
        }
        Ok(Next::Operand)
    }

    /// The operator that comes next.
    fn operator(&mut self) -> Option<&'static NamedOperation> {
        let name = match self.peek()? {
            'o' if self.name() == "o" => "composition",
            '∘' => "composition",
            '/' | '⊘' => "logical_divide",
            '*' | '⊗' => "logical_product",
            _ => return None,
        };
        self.at += self.peek()?.len_utf8();
        NamedOperation::named(name)
    }

    /// Combines shape and stride, or the tuples of a morphism.
    fn finish_layout(&mut self) {
        if let Some((at, images)) = self.frame().arrow.take() {
            self.emit(at, What::Arrow(images));
            let frame = self.frame();
            (frame.layout, frame.written) = (true, Written::Expression);
        }
        if let Some(at) = self.frame().colon.take() {
            self.emit(at, What::Layout);
            let frame = self.frame();
            (frame.layout, frame.written) = (true, Written::Expression);
        }
    }

    /// Combines shape and stride, and applies the operator before them.
    fn finish_operand(&mut self) {
        self.finish_layout();
        if let Some((operation, at)) = self.frame().operator.take() {
            // An operand between two compositions may be an offset.
            let next = self.at;
            let between = operation.name == "composition"
                && self.operator().is_some_and(|next| next.name == operation.name);
            self.at = next;
            // An offset that CuTe prints has been read.
            let operands = if operation.name == "composed" { 3 } else { 2 };
            let offset =
                if between { What::Offset(operation) } else { What::Call(operation, operands) };
            self.emit(at, offset);
            self.frame().written = Written::Expression;
        }
    }

    /// Closes the innermost bracket, whose closing character has been read.
    fn close(&mut self) -> Result<(), Failure> {
        let Some(mut frame) = self.frames.pop() else { return Ok(()) };
        let template = frame.template.take();
        if let Some(cast) = frame.cast {
            self.cast_in_elements(cast);
        }
        if matches!(frame.kind, Kind::Attribute(_) | Kind::Shaped) {
            return self.close_encoding(frame);
        }
        let Frame { kind, at, items, written, .. } = frame;
        let (what, written) = match kind {
            Kind::Statement => return Ok(()),
            Kind::Parentheses => match (items, written) {
                (1, Written::Expression) => (None, Written::Expression),
                (1, Written::Name) => (Some(What::Parentheses), Written::Name),
                _ => (Some(What::Tuple(items)), Written::Plain),
            },
            Kind::Angles => (Some(What::Modes(items)), Written::Expression),
            Kind::Brackets if frame.semicolons => (Some(What::Modes(items)), Written::Expression),
            Kind::Brackets => (Some(What::List(items)), Written::Expression),
            Kind::Named(named, _) => {
                self.close_named(named, &frame)?;
                match named {
                    Named::Tuple => (None, Written::Plain),
                    _ => (None, Written::Expression),
                }
            }
            Kind::Group(_) | Kind::Quoted => {
                if items != 1 || matches!(kind, Kind::Quoted) && !self.eat('>') {
                    return self.fail(Reason::Expected("one layout in the brackets"));
                }
                (None, written)
            }
            Kind::Call(operation) => match template {
                None => (Some(What::Call(operation, items)), Written::Expression),
                Some(template) => {
                    self.finish_template(operation, template, items, at);
                    (None, Written::Expression)
                }
            },
            Kind::Apply => (Some(What::Apply(items)), Written::Expression),
            Kind::Attribute(_) | Kind::Shaped => return Ok(()),
        };
        if let Some(what) = what {
            self.emit(at, what);
        }
        self.frame().written = written;
        Ok(())
    }
}

/// Returns whether the name is reserved by the notation; `e0` and `f5` are strides.
fn is_reserved(name: &str) -> bool {
    let digits = name.strip_prefix(['e', 'f']).unwrap_or("");
    matches!(name, "_" | "o" | "true" | "false" | "row_major" | "col_major")
        || cute::static_digits(name).is_some()
        || !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
