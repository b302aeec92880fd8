//! Parsing of layouts and tuples as C++ types and as calls of CuTe and PyCuTe: `Layout<Shape<_4,_8>,Stride<_1,_4>>`,
//! `make_layout(make_shape(4, 8), make_stride(1, 4))` and `Layout((4, 8), stride=(1, 4))`.

use alloc::format;
use alloc::vec::Vec;

use super::frame::{Frame, Kind, Written};
use super::{Next, Parser, What};
use crate::expression::{Failure, NamedOperation, Reason, Step};
use crate::notation::stride::AnyStride;
use crate::stride::Stride;
use crate::stride::arithmetic_tuple::ArithmeticTuple;

/// A bracket that CuTe opens with a name before it.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Named {
    /// `Shape<..>`, `make_shape(..)`
    Tuple,
    /// `Layout<..>`, `make_layout(..)`
    Layout,
    /// `ComposedLayout<..>`
    Composed,
}

/// The order of compact strides that a layout is made with.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Major {
    Column,
    Row,
}

const TUPLES: &[&str] = &["tuple", "Shape", "Stride", "Coord", "Step", "Tile"];
const CALLS: &[&str] =
    &["make_tuple", "make_shape", "make_stride", "make_coord", "make_step", "make_tile"];

/// The name of a parameter and the value that it has if it is left out: those of `[vector=1]`.
pub(super) fn parameter(text: &str) -> (&str, Option<i64>) {
    let text = text.trim_start_matches('[').trim_end_matches(']');
    match text.split_once('=') {
        Some((name, default)) => (name, default.parse().ok()),
        None => (text, None),
    }
}

/// Returns whether the notation calls the name, `Layout(..)`, so that a definition of it would not be used.
pub(super) fn is_called(name: &str) -> bool {
    let named =
        ["E", "ScaledBasis", "Layout", "make_layout", "ComposedLayout", "make_composed_layout"];
    named.contains(&name)
        || CALLS.contains(&name)
        || super::triton::CLASSES.iter().any(|class| class.name == name)
}

impl Parser<'_> {
    /// Moves past the namespace of the name that comes next: `cute::` of C++, and `cute.` of Python.
    pub(super) fn namespace(&mut self) {
        loop {
            let name = self.name();
            let after = &self.rest()[name.len()..];
            let python = ["cute", "pycute", "gl", "ttgl", "gluon", "amd", "ttg"].contains(&name)
                && after.starts_with('.');
            match () {
                () if !name.is_empty() && after.starts_with("::") => self.at += name.len() + 2,
                () if python => self.at += name.len() + 1,
                () => return,
            }
        }
    }

    /// Moves past `{}` or `()` after a type, if they come next.
    pub(super) fn empty_braces(&mut self) {
        if ["{}", "()"].iter().any(|both| self.rest().starts_with(both)) {
            self.at += 2;
        }
    }

    /// Opens the bracket of a tuple or a layout, whose name at `at` has been read, if it is one.
    pub(super) fn open_named(&mut self, name: &str, at: usize) -> Result<Option<Next>, Failure> {
        let angle = self.rest().starts_with('<');
        let named = match name {
            _ if angle && TUPLES.contains(&name) => Named::Tuple,
            _ if !angle && CALLS.contains(&name) => Named::Tuple,
            "Layout" => Named::Layout,
            "make_layout" if !angle => Named::Layout,
            "ComposedLayout" => Named::Composed,
            "make_composed_layout" if !angle => Named::Composed,
            _ => return Ok(None),
        };
        let closing = if angle { '>' } else { ')' };
        if !self.eat(if angle { '<' } else { '(' }) {
            return Ok(None);
        }
        self.open(Kind::Named(named, closing), at).map(Some)
    }

    /// Moves past `stride=` before an argument of a layout, and past `banks=` before the parameter of an operation. The
    /// parameters before it that are left out get the values that their names give, `[vector=1]`.
    pub(super) fn keyword(&mut self) -> Result<(), Failure> {
        let frame = self.frame();
        let (kind, items) = (frame.kind, frame.items);
        if frame.operator.is_some() || frame.colon.is_some() || frame.equals.is_some() {
            return Ok(());
        }
        if let Kind::Attribute(_) = kind {
            return self.argument();
        }
        let (name, at) = (self.name(), self.at);
        let after = self.rest()[name.len()..].trim_start();
        if name.is_empty() || !after.starts_with('=') || after.starts_with("==") {
            return Ok(());
        }
        match kind {
            Kind::Named(Named::Layout, ')') if ["shape", "stride"].contains(&name) => {}
            Kind::Call(operation) => {
                let place = operation.parameters.iter().position(|of| parameter(of).0 == name);
                let Some(place) = place.filter(|&place| place >= items) else {
                    let expected = "the name of a parameter, in the order of the parameters,";
                    return Err(Failure::new(at, Reason::Expected(expected)));
                };
                for skipped in items..place {
                    let Some(default) = parameter(operation.parameters[skipped]).1 else {
                        let expected = "the arguments before this one";
                        return Err(Failure::new(at, Reason::Expected(expected)));
                    };
                    self.emit(at, What::Integer(default));
                }
                self.frame().items = place;
            }
            _ => return Ok(()),
        }
        self.at += name.len();
        self.eat('=');
        Ok(())
    }

    /// Moves past `LayoutLeft{}` and similar words, if the last argument of a layout is one.
    pub(super) fn major(&mut self) -> bool {
        if !matches!(self.frame().kind, Kind::Named(Named::Layout, _)) || self.frame().items != 1 {
            return false;
        }
        self.namespace();
        let name = self.name();
        let major = match name {
            "LayoutLeft" | "GenColMajor" => Major::Column,
            "LayoutRight" | "GenRowMajor" => Major::Row,
            _ => return false,
        };
        self.at += name.len();
        self.empty_braces();
        self.frame().major = Some(major);
        true
    }

    /// Closes the bracket of a tuple or a layout.
    pub(super) fn close_named(&mut self, named: Named, frame: &Frame) -> Result<(), Failure> {
        let (at, items) = (frame.at, frame.items);
        let what = match (named, items, frame.major) {
            (Named::Tuple, ..) => What::Tuple(items),
            (Named::Layout, _, Some(Major::Row)) => What::RowMajor,
            (Named::Layout, 1, _) | (Named::Layout, _, Some(Major::Column)) => What::ColMajor,
            (Named::Layout, 2, None) => What::Layout,
            (Named::Layout, ..) => {
                let expected = "a shape and a stride; layouts side by side are `concatenate(A, B)`";
                return Err(Failure::new(at, Reason::Expected(expected)));
            }
            (Named::Composed, ..) => match (items, NamedOperation::named("composed")) {
                (3, Some(composed)) => What::Call(composed, 3),
                _ => {
                    let expected = "a function, an offset and a layout";
                    return Err(Failure::new(at, Reason::Expected(expected)));
                }
            },
        };
        self.emit(at, what);
        Ok(())
    }

    /// The stride of `E<0,1>` or `ScaledBasis<_2,0,1>`, whose name at `at` has been read, if it is one.
    pub(super) fn basis(&mut self, name: &str, at: usize) -> Result<bool, Failure> {
        if !matches!(name, "E" | "ScaledBasis") || !self.rest().starts_with(['<', '(']) {
            return Ok(false);
        }
        let mut integers = self.integers()?;
        let scale = if name == "E" { 1 } else { integers.remove(0) };
        self.emit_basis(scale, &integers, at)?;
        Ok(true)
    }

    /// The multiple `6@0@1`, with the place in the innermost mode first, or `Int<6>{} * E<1,0>{}`, of which the integer
    /// at `at` has been read.
    pub(super) fn multiple(&mut self, scale: i64, at: usize) -> Result<bool, Failure> {
        let after_integer = self.at;
        if self.eat('*') {
            self.peek();
            self.namespace();
            if self.name() == "E" && self.rest()[1..].starts_with(['<', '(']) {
                self.at += 1;
                let places = self.integers()?;
                self.emit_basis(scale, &places, at)?;
                return Ok(true);
            }
            self.at = after_integer;
        }
        let mut places = Vec::new();
        while self.eat('@') {
            self.peek();
            places.push(self.integer()?);
        }
        places.reverse();
        if !places.is_empty() {
            self.emit_basis(scale, &places, at)?;
        }
        Ok(!places.is_empty())
    }

    fn emit_basis(&mut self, scale: i64, places: &[i64], at: usize) -> Result<(), Failure> {
        let places: Option<Vec<usize>> =
            places.iter().map(|&place| usize::try_from(place).ok()).collect();
        let places = places.filter(|places| !places.is_empty());
        let Some(places) = places else {
            return Err(Failure::new(at, Reason::Expected("the position of a mode")));
        };
        let basis = ArithmeticTuple::basis(&places);
        let basis = basis.map_err(|error| Failure::new(at, error.into()))?;
        let scaled = basis.times(scale).ok_or(Failure::new(at, Reason::Integer))?;
        self.emit(at, What::Stride(AnyStride::Coordinate(scaled)));
        self.empty_braces();
        self.frame().written = Written::Plain;
        Ok(())
    }

    /// Reads `_3 o` in `A o _3 o B`, where `A` is a layout or a composition: CuTe prints the offset between the two parts
    /// of a composed layout like this, and a layout as `_3:_1`. After a swizzle, any integer is an offset.
    pub(super) fn printed_offset(&mut self, offset: i64, at: usize) -> Option<Next> {
        let is_composition = |operation: &NamedOperation| operation.name == "composition";
        let is_layout =
            |step: &Step| matches!(step.what, What::Layout | What::ColMajor | What::RowMajor);
        let after_layout = match &self.code[..] {
            // A layout between two operators.
            [.., right, Step { what: What::Offset(_), .. }] => is_layout(right),
            [.., Step { what: What::Call(operation, _), .. }] => {
                is_composition(operation) || operation.name == "composed"
            }
            [.., last] => is_layout(last),
            [] => false,
        };
        let (operator, _) = self.frame().operator?;
        let printed = self.text[at..].starts_with('_') && is_composition(operator);
        let composed = NamedOperation::named("composed")?;
        let end = self.at;
        let between = self.operator().is_some_and(is_composition);
        if !(printed && after_layout && between) {
            self.at = end;
            return None;
        }
        self.note(
            at,
            format!("`_{offset}` between two `o` is an offset, as CuTe prints it: `composed(X, {offset}, Y)`"),
        );
        self.emit(at, What::Integer(offset));
        self.frame().operator = Some((composed, at));
        Some(Next::Operand)
    }
}
