//! Emits terms as Rust code: as types here, and in `values` as values, with or without errors as `Result`.

mod compact;
mod values;

use self::compact::compact_stride;
use crate::error::Error;
use crate::evaluate::{Applied, Argument, Term};
use crate::front::{Tilework, quote_at_site as quote, site};
use crate::operation::Parameter;
use crate::tuple::{Leaf, Tuple};
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote_spanned};
use tilework_algebra::expression::{AnyStride, Value};
use tilework_algebra::{ArithmeticTuple, IntTuple, Layout, Operation, Outer, Stride, Swizzle, Xor};

pub use values::{try_value, value};

/// One compile error where an expression is expected.
pub fn value_error(error: &Error) -> TokenStream {
    let text = error.to_string();
    quote_spanned!(error.span()=> ::core::compile_error!(#text))
}

/// One compile error where a type is expected.
///
/// `compile_error!` alone stands for the type `()`, and its users would then fail too. rustc does not report again an
/// associated type whose resolution needs a constant that failed.
pub fn type_error(error: &Error) -> TokenStream {
    let error = value_error(error);
    quote!(<[(); { #error }] as ::core::iter::Iterator>::Item)
}

/// The type of a term.
pub fn type_of(term: &Term) -> TokenStream {
    match term {
        Term::Known(known) => known_layout_type(&known.value),
        Term::Layout { shape, stride } => {
            let (shape, stride) = (tuple_type(shape), tuple_type(stride));
            quote!(#Tilework::Layout<#shape, #stride>)
        }
        Term::ColMajor(shape) => compact_type(shape, false),
        Term::RowMajor(shape) => compact_type(shape, true),
        Term::Code(code, _) => code.clone(),
        Term::Modes(modes) => list_type(modes.iter().map(type_of)),
        Term::Keep => quote!(#Tilework::Keep),
        Term::Operations(first, steps) => {
            steps.iter().fold(argument_type(first), |left, Applied { known, span, arguments }| {
                let name = format_ident!("{}", known.result, span = place(*span));
                let arguments = arguments.iter().map(argument_type);
                let arguments: Vec<TokenStream> = [left].into_iter().chain(arguments).collect();
                let arguments = match known.parameters {
                    [Parameter::Layouts] => vec![list_type(arguments.into_iter())],
                    _ => arguments,
                };
                let of = match known.operation {
                    Operation::Composed => quote!(),
                    _ => quote!(result::),
                };
                quote_spanned!(place(*span)=> #Tilework::#of #name<#(#arguments),*>)
            })
        }
    }
}

fn argument_type(argument: &Argument) -> TokenStream {
    match argument {
        Argument::Term(term) => type_of(term),
        Argument::Shape(tuple) | Argument::Size(tuple) | Argument::Tuple(tuple) => {
            tuple_type(tuple)
        }
        Argument::Order(order) => order_type(order),
        Argument::Integer(integer) => integer_type(integer),
        Argument::List(integers) => list_type(integers.iter().map(known_leaf_type)),
    }
}

/// A compact layout: column-major, or row-major with `reversed`.
fn compact_type(shape: &Tuple, reversed: bool) -> TokenStream {
    let stride = compact_stride(shape, reversed);
    let shape = tuple_type(shape);
    match (stride, reversed) {
        (Some(stride), _) => {
            let stride = tuple_type(&stride);
            quote!(#Tilework::Layout<#shape, #stride>)
        }
        (None, false) => quote!(#Tilework::result::ColMajor<#shape>),
        (None, true) => quote!(#Tilework::result::RowMajor<#shape>),
    }
}

/// `span` as a place of the macro's own code, where the compiler reports errors in it.
fn place(span: Span) -> Span {
    site().located_at(span)
}

/// The typenum integer of a constant.
fn constant_type(code: &TokenStream) -> TokenStream {
    quote!(<#Tilework::Const<{ #code }> as #Tilework::bound::ToStatic>::Number)
}

/// A typenum integer.
fn integer_type(leaf: &Leaf) -> TokenStream {
    match leaf {
        Leaf::Integer(value) => number(value.unsigned_abs()),
        Leaf::Constant(code, _) => constant_type(code),
        _ => leaf_type(leaf),
    }
}

/// A static leaf, from a number or the name of a typenum integer.
fn known_leaf_type(leaf: &Leaf) -> TokenStream {
    let integer = integer_type(leaf);
    quote!(#Tilework::Static<#integer>)
}

fn order_type(order: &Tuple) -> TokenStream {
    match order {
        Tuple::Leaf(leaf, _) => known_leaf_type(leaf),
        Tuple::Modes(modes, _) => list_type(modes.iter().map(order_type)),
    }
}

fn known_layout_type(value: &Value) -> TokenStream {
    match value {
        Value::Layout(layout) => layout_type(layout, |stride| static_type(*stride)),
        Value::Coordinates(layout) => layout_type(layout, coordinate_type),
        Value::Xor(layout) => layout_type(layout, |stride| bits_type(*stride)),
        Value::Swizzle(swizzle) => swizzle_type(*swizzle),
        Value::Composed(composed) => {
            let inner = Value::Layout(composed.inner().clone());
            composed_type(composed.outer(), composed.added(), &inner)
        }
        Value::ComposedXor(composed) => {
            let inner = Value::Xor(composed.inner().clone());
            composed_type(composed.outer(), composed.added(), &inner)
        }
        // Evaluation refuses others.
        _ => quote!(#Tilework::expansion::hlist::HNil),
    }
}

fn composed_type(outer: &Outer, added: i64, inner: &Value) -> TokenStream {
    let (outer, added, inner) = (outer_type(outer), static_type(added), known_layout_type(inner));
    quote!(#Tilework::Composed<#outer, #added, #inner>)
}

fn outer_type(outer: &Outer) -> TokenStream {
    match outer {
        Outer::Swizzle(swizzle) => swizzle_type(*swizzle),
        Outer::Layout(layout) => known_layout_type(&Value::Layout(layout.clone())),
        Outer::Xor(layout) => known_layout_type(&Value::Xor(layout.clone())),
        Outer::Chain(chain) => {
            let types = chain.functions().iter().map(|(function, _)| outer_type(function));
            let mut added = chain.functions().iter().map(|(_, added)| static_type(*added));
            let chained = types.reduce(|outer, inner| {
                let added = added.next();
                quote!(#Tilework::Composed<#outer, #added, #inner>)
            });
            chained.unwrap_or_default()
        }
    }
}

fn swizzle_type(swizzle: Swizzle) -> TokenStream {
    let (bits, base) = (number(swizzle.bits().into()), number(swizzle.base().into()));
    let sign = match swizzle.shift() {
        0 => "Z",
        1.. => "P",
        _ => "N",
    };
    let shift = format_ident!("{sign}{}", swizzle.shift().unsigned_abs());
    quote!(#Tilework::Swizzle<#bits, #base, #Tilework::typenum::#shift>)
}

fn layout_type<D: Stride>(layout: &Layout<D>, stride: impl Fn(&D) -> TokenStream) -> TokenStream {
    let mut strides = layout.flat_modes().iter().map(|mode| stride(&mode.stride));
    let shape = layout.shape();
    let stride = filled(&shape, &mut strides);
    let shape = known_type(&shape);
    quote!(#Tilework::Layout<#shape, #stride>)
}

fn known_type(tuple: &IntTuple) -> TokenStream {
    let mut leaves = tuple.leaves().iter().map(|leaf| static_type(*leaf));
    filled(tuple, &mut leaves)
}

/// The tuple with these types as leaves.
fn filled(tuple: &IntTuple, leaves: &mut dyn Iterator<Item = TokenStream>) -> TokenStream {
    match tuple.as_leaf() {
        // There is one type for each leaf.
        Some(_) => leaves.next().unwrap_or_default(),
        None => {
            let modes: Vec<TokenStream> = tuple.modes().map(|mode| filled(&mode, leaves)).collect();
            list_type(modes.into_iter())
        }
    }
}

/// A multiple of one basis element, a sum of such multiples, or 0.
fn coordinate_type(stride: &ArithmeticTuple) -> TokenStream {
    let term = |(place, multiple): (&[u8], i64)| {
        basis_type(&static_type(multiple), place.iter().map(|&mode| mode.into()))
    };
    let mut terms: Vec<TokenStream> = stride.terms().map(term).collect();
    match terms.len() {
        0 => static_type(0),
        1 => terms.remove(0),
        _ => sum_type(terms.into_iter()),
    }
}

fn sum_type(terms: impl Iterator<Item = TokenStream>) -> TokenStream {
    let terms = list_type(terms);
    quote!(#Tilework::ArithmeticTuple<#terms>)
}

fn basis_type(multiple: &TokenStream, place: impl Iterator<Item = u64>) -> TokenStream {
    let place = list_type(place.map(number));
    quote!(#Tilework::Basis<#multiple, #place>)
}

fn bits_type(stride: Xor) -> TokenStream {
    match stride.bits() {
        0 => static_type(0),
        bits => xor_type(&static_type(bits)),
    }
}

fn xor_type(bits: &TokenStream) -> TokenStream {
    quote!(#Tilework::Xor<#bits>)
}

fn tuple_type(tuple: &Tuple) -> TokenStream {
    match tuple {
        Tuple::Leaf(leaf, _) => leaf_type(leaf),
        Tuple::Modes(modes, _) => list_type(modes.iter().map(tuple_type)),
    }
}

fn leaf_type(leaf: &Leaf) -> TokenStream {
    match leaf {
        Leaf::Integer(value) | Leaf::Stride(AnyStride::Integer(value)) => static_type(*value),
        Leaf::Stride(AnyStride::Coordinate(stride)) => coordinate_type(stride),
        Leaf::Stride(AnyStride::Xor(stride)) => bits_type(*stride),
        Leaf::Star => static_type(1),
        Leaf::Any => quote!(#Tilework::Dyn<usize>),
        Leaf::Constant(..) => known_leaf_type(leaf),
        Leaf::Code(code, _) => match code.to_string().as_str() {
            "usize" | "u32" => quote!(#Tilework::Dyn<#code>),
            _ => code.clone(),
        },
        Leaf::Bits(factor) => xor_type(&leaf_type(factor)),
        Leaf::Multiples(multiples) => {
            let multiple = |(place, factor): &(Vec<u8>, Leaf)| {
                basis_type(&leaf_type(factor), place.iter().map(|&mode| mode.into()))
            };
            match &multiples[..] {
                [one] => multiple(one),
                _ => sum_type(multiples.iter().map(multiple)),
            }
        }
    }
}

fn list_type(modes: impl Iterator<Item = TokenStream>) -> TokenStream {
    let modes: Vec<TokenStream> = modes.collect();
    modes.into_iter().rfold(
        quote!(#Tilework::expansion::hlist::HNil),
        |tail, head| quote!(#Tilework::expansion::hlist::HCons<#head, #tail>),
    )
}

/// Literals are natural numbers, and operations on them preserve this.
fn static_type(value: i64) -> TokenStream {
    let number = number(value.unsigned_abs());
    quote!(#Tilework::Static<#number>)
}

/// `value` as a typenum integer: by its name up to 1023, and beyond that by hexadecimal digits.
fn number(value: u64) -> TokenStream {
    if value < 1024 {
        let name = format_ident!("U{value}");
        return quote!(#Tilework::typenum::#name);
    }
    let (high, digit) = (number(value >> 4), format_ident!("X{}", value & 15));
    quote!(#Tilework::expansion::digits::#digit<#high>)
}
