//! The meaning of an expression of the notation. The value level evaluates literals, and everything else becomes
//! operations of the type level.

mod arguments;
mod in_types;
mod layout;
mod places;
mod semimodule;

use self::in_types::{fits, in_types, is_layout};
use self::places::Places;
use self::semimodule::{multiple, sum};
use crate::error::{Error, Result};
use crate::operation::Known;
use crate::scan::{Foreign, RUST, Scan};
use crate::tuple::{Leaf, Tuple};
use proc_macro2::{Span, TokenStream};
use std::cell::Cell;
use tilework_algebra::expression::{Failure, NamedOperation, Operand, Reason, Step, Value, What};
use tilework_algebra::{self as algebra, Operation};

/// The kind of result of a macro produces: a value or a type.
#[derive(Clone, Copy, PartialEq)]
pub enum Level {
    Value,
    Type,
}

/// The meaning of an expression.
pub enum Term {
    /// A layout of literals, with strides of any kind.
    Known(Box<Operand>),
    /// A layout with dynamic leaves.
    Layout { shape: Tuple, stride: Tuple },
    /// The compact column-major layout of a shape with dynamic leaves.
    ColMajor(Tuple),
    /// The compact row-major layout of a shape with dynamic leaves.
    RowMajor(Tuple),
    /// A layout or tiler by its Rust name.
    Code(TokenStream, Span),
    /// A tiler by mode.
    Modes(Vec<Term>),
    /// The tiler that keeps a mode.
    Keep,
    /// Operations from left to right that wait for dynamic operands.
    Operations(Box<Argument>, Vec<Applied>),
}

/// An operation whose first argument is everything before it.
pub struct Applied {
    pub known: &'static Known,
    /// The operator, or the name of the operation.
    pub span: Span,
    pub arguments: Vec<Argument>,
}

/// An argument of an operation.
pub enum Argument {
    Term(Term),
    Shape(Tuple),
    /// An integer, or a shape whose modes errors do not name.
    Size(Tuple),
    /// A profile, or an integer that is added.
    Tuple(Tuple),
    /// Its leaves are static.
    Order(Tuple),
    Integer(Leaf),
    List(Vec<Leaf>),
}

/// A parsed item and its place.
struct Item {
    what: Meant,
    /// Its first position in the text.
    at: usize,
    span: Span,
    places: Places,
}

/// The meaning of an item before an operation decides what it is.
enum Meant {
    Tuple(Tuple),
    List(Vec<Item>),
    Term(Term),
}

/// The part of a layout after the colon.
enum AfterColon {
    Tuple(Tuple),
    ColMajor,
    RowMajor,
}

/// The meaning of the input of a macro.
pub fn evaluate(scan: &Scan, level: Level) -> Result<Term> {
    let evaluator = Evaluator { scan, level, negative: Cell::new(None) };
    let expression = scan.parse()?;
    let mut items: Vec<Item> = Vec::new();
    for step in expression.steps() {
        let operands = items.split_off(items.len().saturating_sub(step.operands()));
        items.push(evaluator.step(step, operands)?);
    }
    let Some(item) = items.pop() else { return Err(Error::new(scan.span(0), "expected a layout")) };
    let term = evaluator.alone(item)?;
    let of_leaves = matches!(term, Term::Layout { .. } | Term::ColMajor(_) | Term::RowMajor(_));
    match scan.variable() {
        Some(error) if level == Level::Type && of_leaves => Err(error),
        _ => Ok(term),
    }
}

struct Evaluator<'a> {
    scan: &'a Scan,
    level: Level,
    /// The first negative stride of a literal.
    negative: Cell<Option<Span>>,
}

impl Evaluator<'_> {
    fn step(&self, step: &Step, mut operands: Vec<Item>) -> Result<Item> {
        let span = self.scan.span(step.at);
        let leaf = |leaf: Leaf| {
            let places = Places::Modes(vec![span], span);
            Ok(Item { what: Meant::Tuple(Tuple::Leaf(leaf, span)), at: step.at, span, places })
        };
        let is_tuple = |item: &Item| matches!(item.what, Meant::Tuple(_));
        match &step.what {
            What::Integer(value) => leaf(Leaf::Integer(*value)),
            What::Stride(stride) => leaf(Leaf::Stride(stride.clone())),
            What::Open => leaf(Leaf::Any),
            What::Leaf => leaf(Leaf::Star),
            What::Foreign(which) => {
                let Foreign { code, span, constant, .. } = self.scan.foreign[*which].clone();
                leaf(if constant { Leaf::Constant(code, span) } else { Leaf::Code(code, span) })
            }
            What::Times | What::Plus => {
                let operands = operands.into_iter().filter_map(|item| item.what.into_tuple());
                let stride = match (&step.what, &operands.collect::<Vec<_>>()[..]) {
                    (What::Times, [factor, element]) => multiple(factor, element)?,
                    (_, [left, right]) => sum(left, right)?,
                    _ => return Err(Error::new(span, RUST)),
                };
                let (span, places) = (stride.span(), Places::of_tuple(&stride));
                Ok(Item { what: Meant::Tuple(stride), at: step.at, span, places })
            }
            What::Tuple(_) if operands.iter().all(is_tuple) => {
                let modes = operands.into_iter().filter_map(|item| item.what.into_tuple());
                let tuple = Tuple::Modes(modes.collect(), span);
                let places = Places::of_tuple(&tuple);
                Ok(Item { what: Meant::Tuple(tuple), at: step.at, span, places })
            }
            What::List(_) => {
                let places = Places::Modes(Vec::new(), span);
                Ok(Item { what: Meant::List(operands), at: step.at, span, places })
            }
            What::Modes(_) => {
                let places = Places::Modes(operands.iter().map(|item| item.span).collect(), span);
                let modes: Result<_> = operands.into_iter().map(|item| self.tiler(item)).collect();
                let what = Meant::Term(Term::Modes(modes?));
                Ok(Item { what, at: step.at, span, places })
            }
            What::Layout if operands.iter().all(is_tuple) => {
                let stride = operands.pop().and_then(|item| item.what.into_tuple());
                self.written(operands, stride.map_or(AfterColon::ColMajor, AfterColon::Tuple), span)
            }
            What::ColMajor if operands.iter().all(is_tuple) => {
                self.written(operands, AfterColon::ColMajor, span)
            }
            What::RowMajor if operands.iter().all(is_tuple) => {
                self.written(operands, AfterColon::RowMajor, span)
            }
            What::Call(operation, _) => self.call(operation, step.at, operands),
            What::Offset(operation) => self.between(operation, step, operands),
            What::Apply(_) if operands.iter().any(|item| item.operand().is_none()) => {
                Err(Error::new(span, "expected `o`, `/`, `*` or the end"))
            }
            What::Tuple(_) if operands.iter().any(Item::has_colon) => {
                Err(not_a_tuple(&operands, span))
            }
            What::Arrow(_) if operands.iter().any(|item| item.operand().is_none()) => {
                let unknown = operands.iter().find(|item| item.operand().is_none());
                let unknown = unknown.map_or(span, |item| item.foreign().unwrap_or(item.span));
                Err(Error::new(unknown, MORPHISM))
            }
            _ => match self.known(step, &operands) {
                Some(Ok(item)) => Ok(item),
                Some(Err(failure)) => Err(self.scan.error(failure)),
                None => Err(not_a_tuple(&operands, span)),
            },
        }
    }

    /// `o x` before another `o`. After a swizzle an integer here is an offset.
    fn between(
        &self,
        operation: &'static NamedOperation,
        step: &Step,
        operands: Vec<Item>,
    ) -> Result<Item> {
        if let [left, right] = &operands[..]
            && let Meant::Tuple(tuple) = &right.what
            && let [(Leaf::Integer(n), span)] = tuple.leaves()[..]
        {
            let (n, places) = (*n, Places::Offset(*n, span));
            match self.known(step, &operands) {
                Some(Ok(item)) if item.awaits_layout() => return Ok(Item { places, ..item }),
                Some(Err(Failure { reason: reason @ Reason::OffsetOrShape(_), .. })) => {
                    return Err(Error::new(span, reason));
                }
                _ if left.may_be_swizzle() => return Err(offset_or_shape(n, span)),
                _ => {}
            }
        }
        self.call(operation, step.at, operands)
    }

    /// The result of the value level for the items, if all of them are known.
    fn known(&self, step: &Step, operands: &[Item]) -> Option<std::result::Result<Item, Failure>> {
        let operands: Vec<Operand> = operands.iter().map(Item::operand).collect::<Option<_>>()?;
        Some(step.evaluate(&operands).map(|mut value| {
            value.at = operands.first().map_or(step.at, |first| first.at.min(step.at));
            self.item(value)
        }))
    }

    fn item(&self, value: Operand) -> Item {
        let (at, span) = (value.at, self.scan.span(value.at));
        let what = Meant::Term(Term::Known(Box::new(value)));
        Item { what, at, span, places: Places::Elsewhere }
    }

    /// The result of the macro: a layout, or a tiler in angle brackets.
    fn alone(&self, item: Item) -> Result<Term> {
        let span = item.span;
        let term = match item.what {
            Meant::Term(term @ Term::Modes(_)) => term,
            _ => self.layout_of(item)?,
        };
        let term = self.in_types(term, span)?;
        let first = match &term {
            Term::Operations(first, _) => match &**first {
                Argument::Term(first) => first,
                _ => return Ok(term),
            },
            term => term,
        };
        match first {
            Term::Known(known) => fits(&known.value).map_err(at(span)).map(|()| term),
            _ => Ok(term),
        }
    }

    /// Checks that the types can hold the known values in the term.
    fn in_types(&self, term: Term, span: Span) -> Result<Term> {
        match term {
            Term::Known(mut known) => {
                let negative = self.negative.get().filter(|_| is_layout(&known.value));
                known.value = in_types(known.value).map_err(|text| match negative {
                    Some(negative) => Error::new(negative, NEGATIVE),
                    None => Error::new(span, text),
                })?;
                Ok(Term::Known(known))
            }
            Term::Modes(modes) => {
                let modes = modes.into_iter().map(|mode| self.in_types(mode, span));
                Ok(Term::Modes(modes.collect::<Result<_>>()?))
            }
            term => Ok(term),
        }
    }

    /// The item as a layout. A shape becomes its compact column-major layout.
    fn layout_of(&self, item: Item) -> Result<Term> {
        match item.what {
            Meant::Term(Term::Modes(_)) => {
                Err(Error::new(item.span, "a tiler stands to the right of `o`, `/` or `*`"))
            }
            Meant::Term(term) => Ok(term),
            Meant::Tuple(Tuple::Leaf(Leaf::Code(code, span), _)) => Ok(Term::Code(code, span)),
            Meant::Tuple(shape) => self.layout(shape, AfterColon::ColMajor, item.at),
            Meant::List(_) => Err(Error::new(
                item.span,
                "the expression is a list, not a layout; a shape is in parentheses, `(6,8)`",
            )),
        }
    }

    /// The item as a tiler. A single name is a layout or a tiler.
    fn tiler(&self, item: Item) -> Result<Term> {
        match item.what {
            Meant::Term(term) => Ok(term),
            Meant::Tuple(Tuple::Leaf(Leaf::Code(code, span), _)) => Ok(Term::Code(code, span)),
            Meant::Tuple(tuple) => self.tiler_of(tuple, item.at),
            Meant::List(_) => self.layout_of(item),
        }
    }

    /// A tuple without strides as a tiler: `n` is `n:1`, and `_` keeps the mode.
    fn tiler_of(&self, tuple: Tuple, at: usize) -> Result<Term> {
        match tuple {
            Tuple::Leaf(Leaf::Any, _) => Ok(Term::Keep),
            Tuple::Leaf(shape, span) => {
                let stride = Tuple::Leaf(Leaf::Integer(1), span);
                self.layout(Tuple::Leaf(shape, span), AfterColon::Tuple(stride), at)
            }
            Tuple::Modes(modes, _) => {
                let modes = modes.into_iter().map(|mode| self.tiler_of(mode, at));
                Ok(Term::Modes(modes.collect::<Result<_>>()?))
            }
        }
    }

    /// The layout whose shape is the single item.
    fn written(&self, shape: Vec<Item>, stride: AfterColon, colon: Span) -> Result<Item> {
        let Some(Item { what: Meant::Tuple(shape), at, span, .. }) = shape.into_iter().next()
        else {
            return Err(Error::new(colon, "expected a shape"));
        };
        let leaves = Places::leaves(&shape);
        let strides = match &stride {
            AfterColon::Tuple(stride) => Places::leaves(stride),
            AfterColon::ColMajor | AfterColon::RowMajor => vec![colon; leaves.len()],
        };
        let places = Places::Layout { shape: leaves, stride: strides, colon };
        let what = Meant::Term(self.layout(shape, stride, at)?);
        Ok(Item { what, at, span, places })
    }
}

const NEGATIVE: &str =
    "strides in the types are natural numbers; negative strides are at the value level";

const MORPHISM: &str = "the entries of a morphism are integers written out, `(2,8)--(1,0)-->(2,4)`; \
                        with names write its layout, `(m,8):(1,n)`";

impl Meant {
    fn into_tuple(self) -> Option<Tuple> {
        match self {
            Meant::Tuple(tuple) => Some(tuple),
            _ => None,
        }
    }
}

impl Item {
    /// The item as an operand of the value level, if all of it is known.
    fn operand(&self) -> Option<Operand> {
        match &self.what {
            Meant::Term(term) => operand_of(term, self.at),
            Meant::Tuple(tuple) => Some(Operand::new(self.at, value_of(tuple)?)),
            Meant::List(items) => {
                let items: Option<Vec<Operand>> = items.iter().map(Item::operand).collect();
                of_values(What::List, items?, self.at)
            }
        }
    }

    /// The place of the first Rust code in a tuple.
    fn foreign(&self) -> Option<Span> {
        match &self.what {
            Meant::Tuple(tuple) => {
                tuple.find(&|leaf| matches!(leaf, Leaf::Code(..) | Leaf::Constant(..)))
            }
            _ => None,
        }
    }

    /// Returns whether it is written as a layout.
    fn has_colon(&self) -> bool {
        matches!(self.places, Places::Layout { .. })
    }

    fn awaits_layout(&self) -> bool {
        matches!(&self.what, Meant::Term(Term::Known(known)) if known.awaits_layout())
    }

    /// Returns whether it is a name that may stand for a swizzle, or ends in one.
    fn may_be_swizzle(&self) -> bool {
        match &self.what {
            Meant::Term(term) => may_be_swizzle(term),
            Meant::Tuple(tuple) => matches!(tuple, Tuple::Leaf(Leaf::Code(..), _)),
            Meant::List(_) => false,
        }
    }
}

/// The result of a step of the value level that takes all these values.
fn of_values(what: fn(usize) -> What, operands: Vec<Operand>, at: usize) -> Option<Operand> {
    Step { at, what: what(operands.len()) }.evaluate(&operands).ok()
}

/// A known term as an operand of the value level.
fn operand_of(term: &Term, at: usize) -> Option<Operand> {
    match term {
        Term::Known(known) => Some((**known).clone()),
        Term::Keep => Step { at, what: What::Open }.evaluate(&[]).ok(),
        Term::Modes(modes) => {
            let modes: Option<Vec<Operand>> =
                modes.iter().map(|mode| operand_of(mode, at)).collect();
            of_values(What::Modes, modes?, at)
        }
        _ => None,
    }
}

/// The value of a tuple without dynamic leaves.
fn value_of(tuple: &Tuple) -> Option<Value> {
    if let Some(literal) = tuple.literal() {
        return Some(literal.into());
    }
    let leaf = |what: What| Some(Step { at: 0, what }.evaluate(&[]).ok()?.value);
    match tuple {
        Tuple::Leaf(Leaf::Stride(stride), _) => leaf(What::Stride(stride.clone())),
        Tuple::Leaf(Leaf::Any, _) => leaf(What::Open),
        Tuple::Leaf(Leaf::Star, _) => leaf(What::Leaf),
        Tuple::Leaf(..) => None,
        Tuple::Modes(modes, _) => {
            let modes = modes.iter().map(|mode| Some(Operand::new(0, value_of(mode)?)));
            Some(of_values(What::Tuple, modes.collect::<Option<_>>()?, 0)?.value)
        }
    }
}

/// Returns whether an integer after it may be meant as an offset that is added to a swizzle's offsets. The macro does
/// not know what a name stands for.
fn may_be_swizzle(term: &Term) -> bool {
    match term {
        Term::Code(..) => true,
        Term::Known(known) => matches!(known.value, Value::Swizzle(_)),
        Term::Operations(first, steps) => match steps.last() {
            Some(Applied { known, arguments, .. }) => match (known.operation, &arguments[..]) {
                (Operation::Composition, [Argument::Term(last)]) => may_be_swizzle(last),
                (Operation::LeftInverse | Operation::RightInverse, _) => {
                    matches!(&**first, Argument::Term(first) if may_be_swizzle(first))
                }
                _ => false,
            },
            None => false,
        },
        _ => false,
    }
}

fn offset_or_shape(n: i64, span: Span) -> Error {
    let text = format!(
        "after what may be a swizzle `o {n} o` may be an offset or a shape: write \
         `Composed::new(X, {n}, Y)` or `X o {n}:1 o Y`"
    );
    Error::new(span, text)
}

/// The error for items that do not form a tuple or a layout.
fn not_a_tuple(items: &[Item], span: Span) -> Error {
    for item in items {
        match (&item.places, &item.what) {
            (Places::Layout { colon, .. }, _) => {
                let text = "a mode of a tuple is an integer or a tuple; layouts by mode are a tiler \
                            `<..>`, a layout has the shape and the stride apart, as in `(4,8):(1,4)`";
                return Error::new(*colon, text);
            }
            (_, Meant::Term(Term::Operations(_, steps))) => {
                return Error::new(steps.last().map_or(span, |step| step.span), RUST);
            }
            _ => {}
        }
    }
    Error::new(span, RUST)
}

fn at(span: Span) -> impl Fn(algebra::Error) -> Error {
    move |error| Error::new(span, error)
}
