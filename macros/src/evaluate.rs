//! What a chain of the notation means: literals evaluated by the value level, everything else
//! left as operations of the type level.

mod apply;
mod in_types;
mod places;
mod semimodule;

use self::apply::{apply, apply_to_shape, by_expression, inadmissible};
use self::in_types::fits;
pub use self::in_types::of_value;
use self::places::Places;
use self::semimodule::of_other_semimodule;
use crate::notation::{self, Chain, Element, Leaf, Operand, Stride, Tuple};
use proc_macro2::{Span, TokenStream};
use syn::{Error, Result};
use tilework_algebra::expression::Value;
use tilework_algebra::{self as algebra, IntTuple, Layout, Operation, Rule};

/// Whether values or types are asked for.
#[derive(Clone, Copy, PartialEq)]
pub enum Level {
    Value,
    Type,
}

/// An evaluated chain.
pub enum Term {
    /// A layout of literals, with strides of any kind.
    Known(Box<Value>),
    /// A layout with run-time leaves.
    Layout { shape: Tuple, stride: Tuple },
    /// The compact column-major layout of a shape with run-time leaves.
    ColMajor(Tuple),
    /// The compact row-major layout of a shape with run-time leaves.
    RowMajor(Tuple),
    /// A layout or tiler by its Rust name.
    Code(TokenStream, Span),
    /// A tiler by mode.
    Modes(Vec<Term>),
    /// The tiler that keeps its mode.
    Keep,
    /// A shape, of which an operation makes a layout.
    Shape(Tuple),
    /// Operations from left to right that wait for what is not known yet.
    Operations(Box<Term>, Vec<Step>),
}

/// An operation whose left operand is everything before it.
pub struct Step {
    pub operation: Operation,
    /// The operator, or the name of the operation.
    pub span: Span,
    pub argument: Argument,
}

/// What an operation has besides its left operand.
pub enum Argument {
    None,
    Tiler(Term),
    Layout(Term),
    /// Layouts beside the left operand.
    Layouts(Vec<Term>),
    /// An integer, or a shape.
    Size(Tuple),
    Integers(Vec<Leaf>),
    List(Vec<Leaf>),
    /// Its leaves do not matter.
    Profile(Tuple),
    /// Its leaves are known while compiling.
    Order(Tuple),
    /// A shape and an order.
    Filled(Tuple, Tuple),
    /// The shape of a tile and a layout.
    Tiles(Tuple, Term),
    /// An integer and a layout.
    Offsets(Tuple, Term),
}

/// Where an operand stands.
#[derive(Clone, Copy)]
enum Side {
    /// Alone: a layout, or a tiler in angle brackets.
    Alone,
    /// Left of an operation: a layout; a shape is its compact column-major layout.
    Left,
    /// Right of an operation: a tiler, of which a layout is one.
    Right,
}

/// The meaning of the input of a macro.
pub fn evaluate(chain: Chain, level: Level) -> Result<Term> {
    let span = chain.first.span();
    let term = Evaluator { level }.chain(chain, Side::Alone)?;
    let first = match &term {
        Term::Operations(first, _) => first,
        term => term,
    };
    match first {
        Term::Known(value) => fits(value).map_err(at(span)).map(|()| term),
        _ => Ok(term),
    }
}

struct Evaluator {
    level: Level,
}

impl Evaluator {
    fn chain(&self, chain: Chain, side: Side) -> Result<Term> {
        let side = if chain.steps.is_empty() { side } else { Side::Left };
        // A literal on which an operation without an argument fails is still to be pointed at.
        let places = Places::of(&chain.first);
        let of_shape = |step: &notation::Step| {
            matches!(
                step.operation,
                Operation::Identity | Operation::MakeIdentityLayout | Operation::MakeOrderedLayout
            )
        };
        let mut left = match chain.steps.first() {
            Some(step) if of_shape(step) => self.shape(chain.first)?,
            _ => self.operand(chain.first, side)?,
        };
        let mut steps = chain.steps.into_iter().peekable();
        while let Some(step) = steps.next() {
            let between = step.operation == Operation::Composition
                && steps.peek().is_some_and(|next| next.operation == Operation::Composition);
            if between
                && may_be_swizzle(&left)
                && let Some((n, span)) = integer(&step.argument)
            {
                let text = format!(
                    "after what may be a swizzle `o {n} o` may be an offset or a shape: write \
                     `Composed::new(X, {n}, Y)` or `X o {n}:1 o Y`"
                );
                return Err(Error::new(span, text));
            }
            left = self.step(left, step, &places)?;
        }
        Ok(left)
    }

    fn operand(&self, operand: Operand, side: Side) -> Result<Term> {
        match (operand, side) {
            (Operand::Chain(chain, _), _) => self.chain(*chain, side),
            (Operand::Layout { shape, stride }, _) => self.layout(shape, stride),
            (Operand::Swizzle(swizzle, _), _) => Ok(Term::Known(Box::new(swizzle.into()))),
            (Operand::Tuple(Tuple::Leaf(Leaf::Code(code, span))), _) => Ok(Term::Code(code, span)),
            (Operand::Tuple(tuple), Side::Right) => self.tiler(tuple),
            (Operand::Tuple(shape), _) => {
                let span = shape.span();
                self.layout(shape, Stride::ColMajor(span))
            }
            (Operand::Modes(_, span), Side::Left) => {
                Err(Error::new(span, "a tiler stands to the right of `o`, `/` or `*`"))
            }
            (Operand::Modes(modes, _), _) => {
                let modes = modes.into_iter().map(|mode| self.operand(mode, Side::Right));
                Ok(Term::Modes(modes.collect::<Result<_>>()?))
            }
        }
    }

    fn layouts(&self, operands: Vec<Operand>) -> Result<Vec<Term>> {
        operands.into_iter().map(|operand| self.operand(operand, Side::Left)).collect()
    }

    fn shape(&self, operand: Operand) -> Result<Term> {
        let Operand::Tuple(shape) = operand else {
            return Err(Error::new(operand.span(), "expected a shape"));
        };
        self.check_leaves(&shape)?;
        check_size(&shape)?;
        Ok(Term::Shape(shape))
    }

    fn layout(&self, shape: Tuple, stride: Stride) -> Result<Term> {
        self.check_leaves(&shape)?;
        let span = shape.span();
        check_size(&shape)?;
        let known = literal(&shape);
        let in_layout = |error: algebra::Error| at(span)(error.during(Operation::Layout));
        match (stride, known) {
            (Stride::Tuple(stride), known) => {
                self.check_leaves(&stride)?;
                if let Some(span) = incongruence(&shape, &stride) {
                    let error = algebra::Error::new(Operation::Layout, Rule::Congruence);
                    // One name for the stride of a tuple may be meant for an order.
                    let orders = match stride {
                        Tuple::Leaf(Leaf::Code(..)) => "; orders are `row_major` and `col_major`",
                        _ => "",
                    };
                    return Err(Error::new(span, format!("{error}{orders}")));
                }
                match (known, literal(&stride), strides(&stride)) {
                    (Some(shape), Some(stride), _) => known_layout(&shape, &stride, span),
                    (Some(shape), None, Some(strides)) => {
                        match by_expression(format!("{shape}:{strides}")) {
                            Some((Ok(value), _)) => of_value(value, span),
                            Some((Err(error), _)) => Err(Error::new(span, error)),
                            None => Err(Error::new(span, "not a layout")),
                        }
                    }
                    _ => match of_other_semimodule(&stride) {
                        Some(leaf) => {
                            let error = algebra::Error::new(Operation::Layout, Rule::Codomain);
                            Err(Error::new(leaf.span(), error))
                        }
                        None => Ok(Term::Layout { shape, stride }),
                    },
                }
            }
            (Stride::ColMajor(_), None) => Ok(Term::ColMajor(shape)),
            (Stride::RowMajor(_), None) => Ok(Term::RowMajor(shape)),
            (Stride::ColMajor(_), Some(shape)) => {
                let stride = algebra::compact_col_major(&shape).map_err(in_layout)?;
                known_layout(&shape, &stride, span)
            }
            (Stride::RowMajor(_), Some(shape)) => {
                let stride = algebra::compact_row_major(&shape).map_err(in_layout)?;
                known_layout(&shape, &stride, span)
            }
        }
    }

    /// A tuple without strides as a tiler: `n` is `n:1`, `_` keeps the mode.
    fn tiler(&self, tuple: Tuple) -> Result<Term> {
        match tuple {
            Tuple::Leaf(Leaf::Any(_)) => Ok(Term::Keep),
            Tuple::Leaf(shape) => {
                let stride = Tuple::Leaf(Leaf::Integer(1, shape.span()));
                self.layout(Tuple::Leaf(shape), Stride::Tuple(stride))
            }
            Tuple::Modes(modes, _) => {
                let modes = modes.into_iter().map(|mode| self.tiler(mode));
                Ok(Term::Modes(modes.collect::<Result<_>>()?))
            }
        }
    }

    /// A run-time leaf without a name has a type, but no value; and types of Rust's integers have names that
    /// are no leaves, but for two.
    fn check_leaves(&self, tuple: &Tuple) -> Result<()> {
        fn find<'a>(leaf: &'a Leaf, is: &dyn Fn(&Leaf) -> bool) -> Option<&'a Leaf> {
            match leaf {
                Leaf::Multiple(factor, ..) => find(factor, is),
                Leaf::Sum(terms, _) => terms.iter().find_map(|term| find(term, is)),
                leaf => is(leaf).then_some(leaf),
            }
        }
        let first = |is: &dyn Fn(&Leaf) -> bool| {
            tuple.leaves().into_iter().find(|leaf| find(leaf, is).is_some())
        };
        match self.level {
            Level::Value => match first(&|leaf| matches!(leaf, Leaf::Any(_))) {
                Some(leaf) => Err(Error::new(
                    leaf.span(),
                    "`_` is a run-time leaf in `Layout!` and keeps a mode in a tiler; a value here \
                     needs an integer, a name or `{..}`",
                )),
                None => Ok(()),
            },
            Level::Type => match first(&is_no_leaf) {
                Some(leaf) => Err(Error::new(
                    leaf.span(),
                    "no leaf: integers of run time are `_`, which is `usize`, or `u32`",
                )),
                None => Ok(()),
            },
        }
    }

    fn step(&self, left: Term, step: notation::Step, left_places: &Places) -> Result<Term> {
        let notation::Step { operation, span, argument } = step;
        let (argument, places) = match argument {
            notation::Argument::None => (Argument::None, None),
            notation::Argument::Tiler(operand) => {
                let places = Places::of(&operand);
                (Argument::Tiler(self.operand(operand, Side::Right)?), Some(places))
            }
            notation::Argument::Layout(operand) => {
                (Argument::Layout(self.operand(operand, Side::Left)?), None)
            }
            notation::Argument::Layouts(operands) => {
                (Argument::Layouts(self.layouts(operands)?), None)
            }
            notation::Argument::Size(size) => {
                self.check_leaves(&size)?;
                (Argument::Size(size), None)
            }
            notation::Argument::Integers(integers) => (Argument::Integers(integers), None),
            notation::Argument::List(list, span) => {
                (Argument::List(list), Some(Places::Modes(Vec::new(), span)))
            }
            notation::Argument::Profile(profile) => {
                let places = Places::Modes(Vec::new(), profile.span());
                (Argument::Profile(profile), Some(places))
            }
            notation::Argument::Order(order) => {
                let places = Places::Modes(Vec::new(), order.span());
                (Argument::Order(order), Some(places))
            }
            notation::Argument::Filled(shape, order) => {
                self.check_leaves(&shape)?;
                check_size(&shape)?;
                let places = Places::of_tuple(&shape);
                (Argument::Filled(shape, order), Some(places))
            }
            notation::Argument::Tiles(tile, threads) => {
                self.check_leaves(&tile)?;
                check_size(&tile)?;
                let places = Places::of_tuple(&tile);
                (Argument::Tiles(tile, self.operand(threads, Side::Left)?), Some(places))
            }
            notation::Argument::Offsets(added, inner) => {
                self.check_leaves(&added)?;
                (Argument::Offsets(added, self.operand(inner, Side::Left)?), None)
            }
        };
        let applied = match &left {
            Term::Known(a) => apply(operation, a, &argument),
            Term::Shape(shape) => apply_to_shape(operation, shape, &argument),
            _ => None,
        };
        if let Some((result, text)) = applied {
            return result.map_or_else(
                |error| {
                    let span = match (&argument, error.rule) {
                        (Argument::Size(size), Rule::Evenness { .. }) => size.span(),
                        (
                            Argument::Integers(integers),
                            Rule::ModeRange { .. } | Rule::ReversedRange { .. },
                        ) => integers.last().map_or(span, Leaf::span),
                        (Argument::Filled(_, order), Rule::Profile) => order.span(),
                        (
                            Argument::Filled(..),
                            Rule::Complementability { .. } | Rule::Broadcast { .. },
                        ) => left_places.blame(&error).unwrap_or(span),
                        _ => places.as_ref().unwrap_or(left_places).blame(&error).unwrap_or(span),
                    };
                    Err(Error::new(span, inadmissible(&text, &error)))
                },
                |value| of_value(value, span),
            );
        }
        let (first, mut steps) = match left {
            Term::Operations(first, steps) => (first, steps),
            left => (Box::new(left), Vec::new()),
        };
        steps.push(Step { operation, span, argument });
        Ok(Term::Operations(first, steps))
    }
}

/// Whether an integer after it may be meant for what a swizzle has added to its offsets: what a name stands
/// for is not known here.
fn may_be_swizzle(term: &Term) -> bool {
    match term {
        Term::Code(..) => true,
        Term::Known(value) => matches!(**value, Value::Swizzle(_)),
        Term::Operations(first, steps) => match steps.last() {
            Some(Step { argument: Argument::Tiler(last), operation, .. }) => {
                *operation == Operation::Composition && may_be_swizzle(last)
            }
            Some(Step { operation: Operation::LeftInverse | Operation::RightInverse, .. }) => {
                may_be_swizzle(first)
            }
            _ => false,
        },
        _ => false,
    }
}

/// The integer that an argument is, also in parentheses.
fn integer(argument: &notation::Argument) -> Option<(i64, Span)> {
    let notation::Argument::Tiler(Operand::Tuple(tuple)) = argument else { return None };
    match tuple.leaves()[..] {
        [Leaf::Integer(n, span)] => Some((*n, *span)),
        _ => None,
    }
}

fn literal(tuple: &Tuple) -> Option<IntTuple> {
    match tuple {
        Tuple::Leaf(Leaf::Integer(value, _)) => Some(IntTuple::leaf(*value)),
        Tuple::Leaf(_) => None,
        Tuple::Modes(modes, _) => {
            let modes: Option<Vec<IntTuple>> = modes.iter().map(literal).collect();
            modes.map(IntTuple::tuple)
        }
    }
}

/// Strides of literals as they are written, with their multiples.
fn strides(tuple: &Tuple) -> Option<String> {
    match tuple {
        Tuple::Leaf(Leaf::Integer(value, _)) => Some(value.to_string()),
        Tuple::Leaf(leaf @ Leaf::Multiple(..)) => multiple(leaf),
        Tuple::Leaf(Leaf::Sum(terms, _)) => {
            let terms: Option<Vec<String>> = terms.iter().map(multiple).collect();
            Some(terms?.join("+"))
        }
        Tuple::Leaf(_) => None,
        Tuple::Modes(modes, _) => {
            let modes: Option<Vec<String>> = modes.iter().map(strides).collect();
            Some(format!("({})", modes?.join(",")))
        }
    }
}

/// A literal multiple of an element as it is written.
fn multiple(leaf: &Leaf) -> Option<String> {
    let Leaf::Multiple(factor, element, _) = leaf else { return None };
    match (&**factor, element) {
        (Leaf::Integer(factor, _), Element::Basis(place)) => {
            let place: Vec<String> = place.iter().map(u64::to_string).collect();
            Some(format!("{factor}*e({})", place.join(",")))
        }
        (Leaf::Integer(_, _), Element::Bits(bits)) => Some(format!("f{bits}")),
        _ => None,
    }
}

/// Checks that the literal extents alone do not make a shape too large.
fn check_size(shape: &Tuple) -> Result<()> {
    let extents = shape.leaves().into_iter().map(|leaf| match leaf {
        Leaf::Integer(extent, _) => IntTuple::leaf(*extent),
        _ => IntTuple::leaf(1),
    });
    IntTuple::tuple(extents).size().map(drop).map_err(at(shape.span()))
}

fn known_layout(shape: &IntTuple, stride: &IntTuple, span: Span) -> Result<Term> {
    let known = Layout::new(shape, stride).map_err(at(span))?;
    Ok(Term::Known(Box::new(Value::Layout(known))))
}

fn at(span: Span) -> impl Fn(algebra::Error) -> Error {
    move |error| Error::new(span, error)
}

/// The first place at which a stride does not have the profile of the shape.
fn incongruence(shape: &Tuple, stride: &Tuple) -> Option<Span> {
    match (shape, stride) {
        (Tuple::Leaf(_), Tuple::Leaf(_)) => None,
        (Tuple::Modes(shapes, _), Tuple::Modes(strides, span)) => {
            let inside = shapes.iter().zip(strides).find_map(|(s, d)| incongruence(s, d));
            let beyond = || strides.get(shapes.len()).map(Tuple::span);
            let missing = || (strides.len() < shapes.len()).then_some(*span);
            inside.or_else(beyond).or_else(missing)
        }
        _ => Some(stride.span()),
    }
}

/// Whether a leaf is a type of Rust's own that layouts do not count in.
fn is_no_leaf(leaf: &Leaf) -> bool {
    const OTHERS: [&str; 13] = [
        "bool", "char", "str", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u64",
        "u128",
    ];
    matches!(leaf, Leaf::Code(code, _) if OTHERS.contains(&code.to_string().as_str()))
}
