//! Emits terms as values, with or without errors as `Result`.

use super::{basis_type, known_layout_type, leaf_type, list_type, number, place};
use crate::evaluate::{Applied, Argument, Term};
use crate::front::{Tilework, hidden, quote_at_site as quote};
use crate::operation::Parameter;
use crate::tuple::{Leaf, Tuple};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote_spanned};
use tilework_algebra::Operation;
use tilework_algebra::expression::Value;

/// The value of a term.
pub fn value(term: &Term) -> TokenStream {
    Values { fallible: false, code: Vec::new(), names: Vec::new() }.term(term)
}

/// The value of a term as a `Result`.
///
/// The caller's code is evaluated outside of the closure, so that `?` and `return` in it act on the function around the
/// macro.
pub fn try_value(term: &Term) -> TokenStream {
    let mut values = Values { fallible: true, code: Vec::new(), names: Vec::new() };
    let value = values.term(term);
    let (names, code): (Vec<Ident>, Vec<TokenStream>) = values.code.into_iter().unzip();
    let result = Ident::new("layout", hidden());
    let error = Ident::new("error", hidden());
    // One arm for each error. With `?`, rustc would first have to choose the type of a plain integer.
    let errors = (0..names.len()).map(|failed| {
        let others = (0..names.len()).map(|i| {
            if i == failed { quote!(::core::result::Result::Err(#error)) } else { quote!(_) }
        });
        quote!((#(#others,)*) => ::core::result::Result::Err(#error),)
    });
    quote! {
        match (#(#code,)*) {
            (#(::core::result::Result::Ok(#names),)*) => {
                (|| -> ::core::result::Result<_, #Tilework::Error> {
                    let #result = #value;
                    ::core::result::Result::Ok(#result)
                })()
            }
            #(#errors)*
        }
    }
}

/// The state of emitting values.
struct Values {
    /// True if errors are returned through `?`.
    fallible: bool,
    /// The caller's code so far, if it is evaluated beforehand: each piece is a `Result` with a name for its value that
    /// the caller does not see.
    code: Vec<(Ident, TokenStream)>,
    /// The names of leaves so far.
    names: Vec<Ident>,
}

impl Values {
    fn term(&mut self, term: &Term) -> TokenStream {
        match term {
            Term::Known(known) if is_sound(&known.value) => {
                let layout = known_layout_type(&known.value);
                quote!(unsafe { #Tilework::expansion::literal::<#layout>() })
            }
            Term::Known(known) => known_value(&known_layout_type(&known.value)),
            // Made of constants alone, so that it is a constant itself: errors in its numbers are build errors.
            Term::Layout { shape, stride }
                if !self.fallible && is_known(shape) && is_known(stride) =>
            {
                let run =
                    matches!((shape, stride), (Tuple::Leaf(..), Tuple::Leaf(Leaf::Integer(1), _)));
                let (shape, stride) = (self.tuple(shape), self.tuple(stride));
                match run {
                    true => quote!(#Tilework::expansion::known_run(#shape)),
                    false => quote!(#Tilework::expansion::known(#shape, #stride)),
                }
            }
            Term::ColMajor(shape) if !self.fallible && is_known(shape) => {
                let shape = self.tuple(shape);
                quote!(#Tilework::expansion::known_col_major(#shape))
            }
            Term::RowMajor(shape) if !self.fallible && is_known(shape) => {
                let shape = self.tuple(shape);
                quote!(#Tilework::expansion::known_row_major(#shape))
            }
            Term::Layout {
                shape: shape @ Tuple::Leaf(Leaf::Code(..) | Leaf::Constant(..), _),
                stride: Tuple::Leaf(Leaf::Integer(1), _),
            } => {
                let (name, shape) = (self.name("run"), self.shape(shape, Operation::Layout));
                self.checked(quote!(#Tilework::expansion::#name(#shape)))
            }
            Term::Layout { shape, stride } => {
                let shape = self.shape(shape, Operation::Layout);
                let stride = self.tuple(stride);
                let new = if self.fallible { quote!(try_new) } else { quote!(new) };
                self.checked(quote!(#Tilework::Layout::#new(#shape, #stride)))
            }
            Term::ColMajor(shape) => self.compact("col_major", shape),
            Term::RowMajor(shape) => self.compact("row_major", shape),
            Term::Code(code, span) => self.code(code, *span),
            Term::Modes(modes) => {
                let modes = modes.iter().map(|mode| self.term(mode)).collect();
                list_value(modes)
            }
            Term::Keep => quote!(#Tilework::Keep),
            Term::Operations(first, steps) => {
                let of = steps.first().map_or(Operation::Layout, |step| step.known.operation);
                let mut value = self.argument(first, of);
                for Applied { known, span, arguments } in steps {
                    let arguments = arguments.iter();
                    let arguments = arguments.map(|other| self.argument(other, known.operation));
                    let mut arguments: Vec<_> = [value].into_iter().chain(arguments).collect();
                    if let [Parameter::Layouts] = known.parameters {
                        arguments = vec![list_value(arguments)];
                    }
                    // A type instead of the result of a function.
                    let (of, name) = match known.operation {
                        Operation::Composed => (quote!(Composed::), "new"),
                        operation => (quote!(operation::), operation.name()),
                    };
                    let mut name = match known.fallible {
                        true => self.name(name),
                        false => format_ident!("{name}"),
                    };
                    name.set_span(place(*span));
                    let call = quote_spanned!(place(*span)=>
                        #Tilework::#of #name(#(#arguments),*)
                    );
                    value = if known.fallible { self.checked(call) } else { call };
                }
                value
            }
        }
    }

    fn argument(&mut self, argument: &Argument, operation: Operation) -> TokenStream {
        match argument {
            Argument::Term(term) => self.term(term),
            Argument::Shape(shape) => self.shape(shape, operation),
            Argument::Size(size) => self.size(size, operation),
            Argument::Tuple(tuple) => self.tuple(tuple),
            Argument::Order(order) => self.order(order),
            Argument::Integer(integer) => self.known_integer(integer),
            Argument::List(integers) => {
                list_value(integers.iter().map(|n| self.known_integer(n)).collect())
            }
        }
    }

    fn compact(&mut self, order: &str, shape: &Tuple) -> TokenStream {
        let (name, shape) = (self.name(order), self.shape(shape, Operation::Layout));
        self.checked(quote!(#Tilework::Layout::#name(#shape)))
    }

    fn tuple(&mut self, tuple: &Tuple) -> TokenStream {
        match tuple {
            Tuple::Leaf(leaf, _) => self.leaf(leaf),
            Tuple::Modes(modes, _) => {
                let modes = modes.iter().map(|mode| self.tuple(mode)).collect();
                list_value(modes)
            }
        }
    }

    /// A shape of an operand of `operation`.
    fn shape(&mut self, shape: &Tuple, operation: Operation) -> TokenStream {
        self.extents(shape, operation, Some(&mut 0))
    }

    /// The size of an operand of `operation`. It is a shape whose modes errors do not name.
    fn size(&mut self, size: &Tuple, operation: Operation) -> TokenStream {
        self.extents(size, operation, None)
    }

    /// A shape whose first extent has the index `at`.
    fn extents(
        &mut self,
        shape: &Tuple,
        operation: Operation,
        mut at: Option<&mut usize>,
    ) -> TokenStream {
        match shape {
            Tuple::Leaf(leaf, _) => {
                let position = some(at.as_deref().map(|at| quote!(#at)));
                if let Some(at) = at {
                    *at += 1;
                }
                let Leaf::Code(code, span) = leaf else { return self.leaf(leaf) };
                let operation = format_ident!("{operation:?}");
                let operation = some(Some(quote!(#Tilework::Operation::#operation)));
                self.integer(code, *span, operation, position)
            }
            Tuple::Modes(modes, _) => {
                let modes = modes.iter();
                let modes =
                    modes.map(|mode| self.extents(mode, operation, at.as_deref_mut())).collect();
                list_value(modes)
            }
        }
    }

    /// A leaf of the caller's code: an extent of an operation at a mode, or a stride.
    fn integer(
        &mut self,
        code: &TokenStream,
        span: Span,
        extent: TokenStream,
        at: TokenStream,
    ) -> TokenStream {
        let (span, code) = self.first(expression(code, span), span);
        let name = self.name("leaf_of");
        let leaf = quote_spanned!(place(span)=> #Tilework::expansion::#name(#code, #extent, #at));
        if self.fallible { self.before(leaf, span) } else { leaf }
    }

    fn leaf(&mut self, leaf: &Leaf) -> TokenStream {
        match leaf {
            Leaf::Integer(_) | Leaf::Stride(_) | Leaf::Star => known_value(&leaf_type(leaf)),
            Leaf::Constant(code, span) => {
                quote_spanned!(place(*span)=> #Tilework::expansion::constant::<{ #code }, _>())
            }
            // Evaluation refuses `_` in values.
            Leaf::Any => quote!(#Tilework::Keep),
            Leaf::Bits(factor) => {
                let factor = self.leaf(factor);
                quote!(#Tilework::Xor(#factor))
            }
            Leaf::Multiples(multiples) => {
                let multiples = multiples.iter();
                let mut terms: Vec<TokenStream> =
                    multiples.map(|(place, factor)| self.multiple(place, factor)).collect();
                if let [one] = &mut terms[..] {
                    return std::mem::take(one);
                }
                let terms = list_value(terms);
                quote!(#Tilework::ArithmeticTuple::new(#terms))
            }
            Leaf::Code(code, span) => self.integer(code, *span, some(None), some(None)),
        }
    }

    /// A multiple of a basis element.
    fn multiple(&mut self, place: &[u8], factor: &Leaf) -> TokenStream {
        let places = place.iter().map(|&mode| mode.into());
        if let Leaf::Integer(_) = factor {
            return known_value(&basis_type(&leaf_type(factor), places));
        }
        let place = list_type(places.map(number));
        let factor = self.leaf(factor);
        quote!(#Tilework::Basis::<_, #place>::new(#factor))
    }

    /// A tuple of static integers.
    fn order(&mut self, order: &Tuple) -> TokenStream {
        match order {
            Tuple::Leaf(leaf, _) => self.known_integer(leaf),
            Tuple::Modes(modes, _) => {
                let modes = modes.iter().map(|mode| self.order(mode)).collect();
                list_value(modes)
            }
        }
    }

    /// A static integer.
    fn known_integer(&mut self, leaf: &Leaf) -> TokenStream {
        match leaf {
            Leaf::Code(code, span) => {
                let code = self.code(code, *span);
                quote_spanned!(place(*span)=> #Tilework::expansion::known_integer(#code))
            }
            _ => self.leaf(leaf),
        }
    }

    /// The caller's code.
    fn code(&mut self, code: &TokenStream, span: Span) -> TokenStream {
        let code = expression(code, span);
        if self.fallible {
            let ok = quote!(::core::result::Result::<_, #Tilework::Error>::Ok(#code));
            self.before(ok, span)
        } else {
            code
        }
    }

    /// A name at the place of its first occurrence, so that the compiler reports an error in it once.
    fn first(&mut self, code: TokenStream, span: Span) -> (Span, TokenStream) {
        let mut tokens = code.clone().into_iter();
        let (Some(TokenTree::Ident(mut name)), None) = (tokens.next(), tokens.next()) else {
            return (span, code);
        };
        let text = name.to_string();
        let Some(first) = self.names.iter().find(|first| **first == text) else {
            self.names.push(name);
            return (span, code);
        };
        name.set_span(name.span().located_at(first.span()));
        (first.span(), quote!(#name))
    }

    /// The name of the value of `result`, which is evaluated beforehand.
    fn before(&mut self, result: TokenStream, span: Span) -> TokenStream {
        let name = format!("code{}", self.code.len());
        let name = Ident::new(&name, hidden().located_at(span));
        self.code.push((name.clone(), result));
        quote!(#name)
    }

    /// The name of a function, `try_..` if it returns a `Result`.
    fn name(&self, name: &str) -> Ident {
        if self.fallible { format_ident!("try_{name}") } else { format_ident!("{name}") }
    }

    /// The value of a call that may fail.
    fn checked(&self, call: TokenStream) -> TokenStream {
        if self.fallible { quote!(#call?) } else { call }
    }
}

/// The caller's code as one expression.
fn expression(code: &TokenStream, span: Span) -> TokenStream {
    let mut tokens = code.clone().into_iter();
    if tokens.next().is_some() && tokens.next().is_none() {
        return code.clone();
    }
    // At a place of the macro's own code, so that the compiler does not call the braces superfluous.
    let mut block = Group::new(Delimiter::Brace, code.clone());
    block.set_span(hidden().located_at(span));
    TokenTree::Group(block).into()
}

/// Returns whether all leaves are static.
fn is_known(tuple: &Tuple) -> bool {
    fn is_known_leaf(leaf: &Leaf) -> bool {
        match leaf {
            Leaf::Integer(_) | Leaf::Constant(..) | Leaf::Stride(_) => true,
            Leaf::Bits(factor) => is_known_leaf(factor),
            Leaf::Multiples(multiples) => multiples.iter().all(|(_, factor)| is_known_leaf(factor)),
            _ => false,
        }
    }
    match tuple {
        Tuple::Leaf(leaf, _) => is_known_leaf(leaf),
        Tuple::Modes(modes, _) => modes.iter().all(is_known),
    }
}

/// An `Option`.
fn some(value: Option<TokenStream>) -> TokenStream {
    match value {
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
    }
}

/// Returns whether the value is a layout that the types accept without proof, as `tilework::expansion::literal`
/// requires.
fn is_sound(value: &Value) -> bool {
    let Value::Layout(layout) = value else { return false };
    // A number of 32 bits fits a `usize` of every target. rustc decides about larger numbers, since it knows the
    // target.
    let fits = |n: i64| u32::try_from(n).is_ok();
    let cosize = layout.cosize();
    // Congruence and the size make a value a layout. The types have no empty layout.
    layout.flat_modes().iter().all(|mode| fits(mode.stride))
        && fits(layout.size())
        && cosize.is_ok_and(fits)
}

fn known_value(known: &TokenStream) -> TokenStream {
    quote!(<#known as #Tilework::bound::Known>::VALUE)
}

fn list_value(modes: Vec<TokenStream>) -> TokenStream {
    modes.into_iter().rfold(
        quote!(#Tilework::expansion::hlist::HNil),
        |tail, head| quote!(#Tilework::expansion::hlist::HCons { head: #head, tail: #tail }),
    )
}
