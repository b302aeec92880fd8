//! The notation as it is written: a chain of operations on layouts, with the place of every
//! token.
//!
//! ```text
//! chain   := operand { ("o" | "/" | "*") operand }
//! operand := call | tuple ":" stride | tuple | "<" operand {"," operand} ">" | "(" chain ")"
//! call    := name "(" chain {"," (operand | integer | list | order)} ")"
//! list    := "[" [integer {"," integer}] "]"
//! order   := integer | "(" [order {"," order}] ")"
//! stride  := tuple | "row_major" | "col_major"
//! tuple   := leaf | "(" [tuple {"," tuple}] ")"
//! leaf    := integer | path | "{" Rust code "}" | "_" | [leaf ["*"]] element
//! element := "e0" | "e" "(" integer {"," integer} ")" | "f5"
//! ```
//!
//! What an operand is, a layout or a tiler, depends on the side on which it stands; the
//! [evaluation](crate::evaluate) decides that.

use proc_macro2::{Delimiter, Group, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Error, Ident, Lit, Result, Token, braced, bracketed, parenthesized, token};
use tilework_algebra::{Operation, Rule, Stride as _, Xor};

/// Parentheses and angle brackets nest this deep at most, so that no recursion here exhausts
/// the stack. Types nested deeper would pass the compiler's recursion limit anyway.
const MAX_DEPTH: usize = 64;

/// An operation of the types.
pub struct Known {
    pub operation: Operation,
    /// The type that stands for the result.
    pub result: &'static str,
    /// What it has besides its left operand.
    pub parameter: Parameter,
    /// Whether dynamic leaves can make it fail, so that there is a `try_` form.
    pub fallible: bool,
}

/// What an operation has besides its left operand.
#[derive(Clone, Copy, PartialEq)]
pub enum Parameter {
    None,
    Tiler,
    Layout,
    Size,
    /// So many integers that are known while compiling, each an argument.
    Integers(usize),
    /// Such integers as one argument, `[2, 0]`.
    List,
    /// A profile, `(*,*)`, or none.
    Profile,
    /// An order, `(1,0)`; the left operand is a shape.
    Order,
    /// A shape and an order, which may be left out.
    Filled,
}

const fn known(
    operation: Operation,
    result: &'static str,
    parameter: Parameter,
    fallible: bool,
) -> Known {
    Known { operation, result, parameter, fallible }
}

/// The operations by name.
pub const OPERATIONS: &[Known] = &[
    known(Operation::Composition, "Composition", Parameter::Tiler, true),
    known(Operation::LogicalDivide, "LogicalDivide", Parameter::Tiler, true),
    known(Operation::LogicalDivideCeil, "LogicalDivideCeil", Parameter::Tiler, true),
    known(Operation::ZippedDivide, "ZippedDivide", Parameter::Tiler, true),
    known(Operation::ZippedDivideCeil, "ZippedDivideCeil", Parameter::Tiler, true),
    known(Operation::TiledDivide, "TiledDivide", Parameter::Tiler, true),
    known(Operation::TiledDivideCeil, "TiledDivideCeil", Parameter::Tiler, true),
    known(Operation::FlatDivide, "FlatDivide", Parameter::Tiler, true),
    known(Operation::FlatDivideCeil, "FlatDivideCeil", Parameter::Tiler, true),
    known(Operation::Coalesce, "Coalesced", Parameter::Profile, false),
    known(Operation::CoalesceProfile, "CoalesceProfile", Parameter::Profile, false),
    known(Operation::Complement, "Complement", Parameter::Size, true),
    known(Operation::ComplementCeil, "ComplementCeil", Parameter::Size, true),
    known(Operation::RightInverse, "RightInverse", Parameter::None, true),
    known(Operation::MaxCommonLayout, "MaxCommonLayout", Parameter::Layout, false),
    known(Operation::LeftInverse, "LeftInverse", Parameter::None, true),
    known(Operation::ComplementExt, "ComplementExt", Parameter::None, true),
    known(Operation::LogicalProduct, "LogicalProduct", Parameter::Tiler, true),
    known(Operation::ZippedProduct, "ZippedProduct", Parameter::Tiler, true),
    known(Operation::TiledProduct, "TiledProduct", Parameter::Tiler, true),
    known(Operation::FlatProduct, "FlatProduct", Parameter::Tiler, true),
    known(Operation::BlockedProduct, "BlockedProduct", Parameter::Layout, true),
    known(Operation::RakedProduct, "RakedProduct", Parameter::Layout, true),
    known(Operation::Flatten, "Flatten", Parameter::None, false),
    known(Operation::Unflatten, "Unflatten", Parameter::Profile, false),
    known(Operation::Group, "Group", Parameter::Integers(2), false),
    known(Operation::Take, "Take", Parameter::Integers(2), false),
    known(Operation::Select, "Select", Parameter::List, true),
    known(Operation::Permute, "Permute", Parameter::List, false),
    known(Operation::Append, "Append", Parameter::Layout, true),
    known(Operation::Prepend, "Prepend", Parameter::Layout, true),
    known(Operation::Sort, "Sort", Parameter::None, false),
    known(Operation::Filter, "Filter", Parameter::None, false),
    known(Operation::FilterZeros, "FilterZeros", Parameter::None, false),
    known(Operation::Squeeze, "Squeeze", Parameter::None, false),
    known(Operation::SqueezeZeros, "SqueezeZeros", Parameter::None, false),
    known(Operation::MakeLayoutLike, "MakeLayoutLike", Parameter::None, false),
    known(Operation::Upcast, "Upcast", Parameter::Integers(1), true),
    known(Operation::Downcast, "Downcast", Parameter::Integers(1), true),
    known(Operation::Recast, "Recast", Parameter::Integers(2), true),
    known(Operation::Identity, "ColMajor", Parameter::None, true),
    known(Operation::MakeIdentityLayout, "MakeIdentityLayout", Parameter::None, true),
    known(Operation::MakeOrderedLayout, "MakeOrderedLayout", Parameter::Order, true),
    known(Operation::TileToShape, "TileToShape", Parameter::Filled, true),
];

/// Operations from left to right.
pub struct Chain {
    pub first: Operand,
    pub steps: Vec<Step>,
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
    Tiler(Operand),
    Layout(Operand),
    Size(Leaf),
    Integers(Vec<Leaf>),
    List(Vec<Leaf>, Span),
    /// Its leaves do not matter.
    Profile(Tuple),
    /// Its leaves are known while compiling.
    Order(Tuple),
    /// A shape and an order.
    Filled(Tuple, Tuple),
}

/// A layout, a tiler or an operation in parentheses.
pub enum Operand {
    Chain(Box<Chain>, Span),
    Layout {
        shape: Tuple,
        stride: Stride,
    },
    /// A shape or a tiler; a single leaf of Rust code is a layout or tiler by its name.
    Tuple(Tuple),
    /// A tiler `<..>`.
    Modes(Vec<Operand>, Span),
}

/// The right side of a colon.
pub enum Stride {
    Tuple(Tuple),
    ColMajor(Span),
    RowMajor(Span),
}

/// An integer or a tuple of tuples.
pub enum Tuple {
    Leaf(Leaf),
    Modes(Vec<Tuple>, Span),
}

/// A leaf of a tuple.
#[derive(Clone)]
pub enum Leaf {
    Integer(i64, Span),
    /// Rust code: an expression, or a type.
    Code(TokenStream, Span),
    /// `_`
    Any(Span),
    /// A multiple of an element that is no integer.
    Multiple(Box<Leaf>, Element, Span),
}

impl Leaf {
    /// `factor * element`. Of vectors of bits literal multiples are products without carries, and
    /// others multiples of `f1`.
    fn multiple(factor: Leaf, element: Element, span: Span) -> Result<Leaf> {
        let (factor, element) = match (factor, element) {
            (Leaf::Integer(n, at), Element::Bits(bits)) => {
                let product = Xor::new(bits.cast_signed()).ok().and_then(|xor| xor.times(n));
                let overflow = tilework_algebra::Error::new(Operation::Layout, Rule::Overflow);
                let product = product.ok_or(Error::new(span, overflow))?;
                (Leaf::Integer(1, at), Element::Bits(product.bits().unsigned_abs()))
            }
            (_, Element::Bits(bits)) if bits != 1 => {
                let text = format!("a multiple of `f{bits}` is of run time: write `n*f1`");
                return Err(Error::new(span, text));
            }
            other => other,
        };
        Ok(Leaf::Multiple(Box::new(factor), element, span))
    }
}

/// What a stride is a multiple of.
#[derive(Clone)]
pub enum Element {
    /// The basis element of a place.
    Basis(Vec<u64>),
    /// A vector of bits.
    Bits(u64),
}

impl Leaf {
    pub fn span(&self) -> Span {
        match *self {
            Leaf::Integer(_, span)
            | Leaf::Code(_, span)
            | Leaf::Any(span)
            | Leaf::Multiple(_, _, span) => span,
        }
    }
}

impl Tuple {
    pub fn span(&self) -> Span {
        match self {
            Tuple::Leaf(leaf) => leaf.span(),
            Tuple::Modes(_, span) => *span,
        }
    }

    /// The leaves from left to right.
    pub fn leaves(&self) -> Vec<&Leaf> {
        match self {
            Tuple::Leaf(leaf) => vec![leaf],
            Tuple::Modes(modes, _) => modes.iter().flat_map(Tuple::leaves).collect(),
        }
    }
}

impl Operand {
    /// The first token of a layout, all of anything else.
    pub fn span(&self) -> Span {
        match self {
            Operand::Chain(_, span) | Operand::Modes(_, span) => *span,
            Operand::Layout { shape: tuple, .. } | Operand::Tuple(tuple) => tuple.span(),
        }
    }
}

/// The place of a tuple, as far as its literals are concerned.
#[derive(Clone, Copy, PartialEq)]
enum Role {
    /// A shape, a tiler or a size.
    Extent,
    Stride,
    /// The position of a mode, or a factor.
    Count,
}

/// Reads the whole input of a macro.
pub fn parse(input: TokenStream) -> Result<Chain> {
    // What is missing at the end is missing at the last token, not everywhere.
    let last = input.clone().into_iter().last();
    let mut whole = Group::new(Delimiter::Parenthesis, input);
    whole.set_span(last.map_or_else(Span::call_site, |token| token.span()));
    let parser = |input: ParseStream| {
        let inside;
        parenthesized!(inside in input);
        parse_all(&inside, |input| chain(input, 0))
    };
    parser.parse2(TokenTree::Group(whole).into())
}

/// `parser` on the whole of `input`.
fn parse_all<T>(input: ParseStream, parser: impl FnOnce(ParseStream) -> Result<T>) -> Result<T> {
    let value = parser(input)?;
    if input.is_empty() { Ok(value) } else { Err(input.error("expected `o`, `/`, `*` or the end")) }
}

fn chain(input: ParseStream, depth: usize) -> Result<Chain> {
    let first = operand(input, depth)?;
    let mut steps = Vec::new();
    while let Some((operation, span)) = operator(input)? {
        steps.push(Step { operation, span, argument: Argument::Tiler(operand(input, depth)?) });
    }
    Ok(Chain { first, steps })
}

fn operator(input: ParseStream) -> Result<Option<(Operation, Span)>> {
    if input.peek(Token![/]) {
        let slash: Token![/] = input.parse()?;
        return Ok(Some((Operation::LogicalDivide, slash.span)));
    }
    if input.peek(Token![*]) {
        let star: Token![*] = input.parse()?;
        return Ok(Some((Operation::LogicalProduct, star.span)));
    }
    if input.peek(Ident) && input.fork().parse::<Ident>()? == "o" {
        return Ok(Some((Operation::Composition, input.parse::<Ident>()?.span())));
    }
    Ok(None)
}

fn operand(input: ParseStream, depth: usize) -> Result<Operand> {
    if input.peek(Token![<]) {
        return modes(input, depth);
    }
    if next_is_substituted(input) {
        return layout_or_tuple(input, depth);
    }
    if input.peek(Ident) && input.peek2(token::Paren) {
        return call(input, depth);
    }
    if input.peek(token::Paren) && is_chain(&content(input)?) {
        let inside;
        let paren = parenthesized!(inside in input);
        let span = paren.span.join();
        let chain = chain(&inside, deeper(depth, span)?)?;
        if !inside.is_empty() {
            return Err(inside.error("expected `o`, `/`, `*` or the closing parenthesis"));
        }
        return Ok(Operand::Chain(Box::new(chain), span));
    }
    layout_or_tuple(input, depth)
}

/// `shape:stride`, or a tuple alone
fn layout_or_tuple(input: ParseStream, depth: usize) -> Result<Operand> {
    let shape = tuple(input, Role::Extent, depth)?;
    if !input.peek(Token![:]) {
        return Ok(Operand::Tuple(shape));
    }
    input.parse::<Token![:]>()?;
    let stride = stride(input, depth)?;
    Ok(Operand::Layout { shape, stride })
}

/// The content of the parentheses that come next.
fn content(input: ParseStream) -> Result<TokenStream> {
    let fork = input.fork();
    let inside;
    parenthesized!(inside in fork);
    inside.parse()
}

/// Whether what parentheses hold is an operand, not the modes of a tuple: something with a
/// colon or operator, a tiler or a call, and no comma outside of angle brackets.
fn is_chain(content: &TokenStream) -> bool {
    let mut tokens: Vec<TokenTree> = content.clone().into_iter().collect();
    // Parentheses around such parentheses
    while let [TokenTree::Group(group)] = tokens.as_slice()
        && group.delimiter() == Delimiter::Parenthesis
    {
        tokens = group.stream().into_iter().collect();
    }
    let is_punct =
        |i: usize, c: char| matches!(tokens.get(i), Some(TokenTree::Punct(p)) if p.as_char() == c);
    let is_call = matches!(
        tokens.as_slice(),
        [TokenTree::Ident(_), TokenTree::Group(g), ..] if g.delimiter() == Delimiter::Parenthesis
    );
    let mut found = is_call || is_punct(0, '<');
    let (mut i, mut angles) = (0, 0usize);
    while let Some(token) = tokens.get(i) {
        match token {
            TokenTree::Punct(punct) => match punct.as_char() {
                ',' if angles == 0 => return false,
                '<' => angles += 1,
                '>' => angles = angles.saturating_sub(1),
                // `::` is part of a path.
                ':' if punct.spacing() == Spacing::Joint && is_punct(i + 1, ':') => i += 1,
                ':' | '/' | '*' => found = true,
                _ => {}
            },
            TokenTree::Ident(ident) if *ident == "o" => found = true,
            _ => {}
        }
        i += 1;
    }
    found
}

fn deeper(depth: usize, span: Span) -> Result<usize> {
    if depth < MAX_DEPTH {
        Ok(depth + 1)
    } else {
        Err(Error::new(span, format!("nested deeper than {MAX_DEPTH}")))
    }
}

/// `<4:1, 8:2>`
fn modes(input: ParseStream, depth: usize) -> Result<Operand> {
    let span = input.parse::<Token![<]>()?.span;
    let depth = deeper(depth, span)?;
    let mut items = vec![operand(input, depth)?];
    loop {
        if input.peek(Token![,]) {
            input.parse::<Token![,]>()?;
        } else if !input.peek(Token![>]) {
            return Err(input.error("expected `,` or `>`"));
        }
        if input.peek(Token![>]) {
            input.parse::<Token![>]>()?;
            return Ok(Operand::Modes(items, span));
        }
        items.push(operand(input, depth)?);
    }
}

/// `name(operand)`, `name(operand, argument)`
fn call(input: ParseStream, depth: usize) -> Result<Operand> {
    let name: Ident = input.parse()?;
    let known = OPERATIONS.iter().find(|known| name == known.operation.name());
    let Some(&Known { mut operation, parameter, .. }) = known else {
        reserved(&name)?;
        let names: Vec<&str> = OPERATIONS.iter().map(|known| known.operation.name()).collect();
        let text = format!("no operation `{name}`; there are {}", names.join(", "));
        return Err(Error::new(name.span(), text));
    };
    let arguments = match parameter {
        Parameter::None => 1,
        Parameter::Integers(integers) => 1 + integers,
        Parameter::Filled => 3,
        _ => 2,
    };
    let optional = matches!(operation, Operation::Coalesce | Operation::TileToShape);
    let least = if optional { format!("{} or ", arguments - 1) } else { String::new() };
    let count = || Error::new(name.span(), format!("`{name}` has {least}{arguments} argument(s)"));

    let inside;
    parenthesized!(inside in input);
    let depth = deeper(depth, name.span())?;
    if inside.is_empty() {
        return Err(count());
    }
    let left = chain(&inside, depth)?;
    let comma = inside.peek(Token![,]);
    if comma {
        inside.parse::<Token![,]>()?;
    } else if !inside.is_empty() {
        return Err(inside.error("expected `o`, `/`, `*`, `,` or the closing parenthesis"));
    }
    let others = arguments - 1;
    let enough = if inside.is_empty() { others <= usize::from(optional) } else { others > 0 };
    if !enough {
        return Err(count());
    }
    let argument = match parameter {
        Parameter::None => Argument::None,
        Parameter::Profile if inside.is_empty() => Argument::None,
        Parameter::Profile => {
            if operation == Operation::Coalesce {
                operation = Operation::CoalesceProfile;
            }
            Argument::Profile(profile(&inside, depth)?)
        }
        Parameter::Size if inside.peek(token::Paren) => {
            return Err(inside.error("expected a size"));
        }
        Parameter::Size => match leaf_or_substituted(&inside, Role::Extent, depth)? {
            Tuple::Leaf(size) => Argument::Size(size),
            Tuple::Modes(_, span) => return Err(Error::new(span, "expected a size")),
        },
        Parameter::Tiler => Argument::Tiler(right_operand(&inside, depth)?),
        Parameter::Layout => Argument::Layout(right_operand(&inside, depth)?),
        Parameter::Integers(integers) => {
            let mut leaves = vec![known_integer(&inside, depth)?];
            while leaves.len() < integers && inside.peek(Token![,]) {
                inside.parse::<Token![,]>()?;
                leaves.push(known_integer(&inside, depth)?);
            }
            if leaves.len() < integers {
                return Err(count());
            }
            Argument::Integers(leaves)
        }
        Parameter::List => list(&inside, depth)?,
        Parameter::Order => Argument::Order(order(&inside, depth)?),
        Parameter::Filled => {
            let shape = tuple(&inside, Role::Extent, depth)?;
            if inside.peek(Token![,]) {
                inside.parse::<Token![,]>()?;
            }
            let order = match inside.is_empty() {
                true => colexicographic(&shape),
                false => order(&inside, depth)?,
            };
            Argument::Filled(shape, order)
        }
    };
    if inside.peek(Token![,]) {
        inside.parse::<Token![,]>()?;
    }
    if !inside.is_empty() {
        return Err(inside.error("expected the closing parenthesis"));
    }
    let span = name.span();
    let first =
        if left.steps.is_empty() { left.first } else { Operand::Chain(Box::new(left), span) };
    let steps = vec![Step { operation, span, argument }];
    Ok(Operand::Chain(Box::new(Chain { first, steps }), span))
}

/// An operand, or a chain in parentheses of its own.
fn right_operand(input: ParseStream, depth: usize) -> Result<Operand> {
    let right = chain(input, depth)?;
    if right.steps.is_empty() {
        return Ok(right.first);
    }
    let span = right.first.span();
    Ok(Operand::Chain(Box::new(right), span))
}

/// An integer that is known while compiling, or the name of one.
fn known_integer(input: ParseStream, depth: usize) -> Result<Leaf> {
    if input.peek(token::Paren) {
        return Err(input.error("expected an integer"));
    }
    match leaf_or_substituted(input, Role::Count, depth)? {
        Tuple::Leaf(leaf @ (Leaf::Integer(..) | Leaf::Code(..))) => Ok(leaf),
        other => Err(Error::new(other.span(), "expected an integer")),
    }
}

/// `(*,(*,*))`, or any tuple of that profile
fn profile(input: ParseStream, depth: usize) -> Result<Tuple> {
    if input.peek(Token![*]) {
        let star: Token![*] = input.parse()?;
        return Ok(Tuple::Leaf(Leaf::Integer(1, star.span)));
    }
    if !input.peek(token::Paren) || next_is_substituted(input) {
        return leaf_or_substituted(input, Role::Count, depth);
    }
    let inside;
    let span = parenthesized!(inside in input).span.join();
    let depth = deeper(depth, span)?;
    let mut modes = Vec::new();
    while !inside.is_empty() {
        modes.push(profile(&inside, depth)?);
        if inside.peek(Token![,]) {
            inside.parse::<Token![,]>()?;
        } else if !inside.is_empty() {
            return Err(inside.error("expected `,` or the closing parenthesis"));
        }
    }
    Ok(Tuple::Modes(modes, span))
}

/// `(2,(0,1))`, a tuple of integers that are known while compiling
fn order(input: ParseStream, depth: usize) -> Result<Tuple> {
    let order = tuple(input, Role::Count, depth)?;
    match order.leaves().into_iter().find(|leaf| matches!(leaf, Leaf::Any(_))) {
        Some(any) => Err(Error::new(any.span(), "expected an integer")),
        None => Ok(order),
    }
}

/// The order `(0,1,...)` of the modes of a shape.
fn colexicographic(shape: &Tuple) -> Tuple {
    let number = |(k, mode): (usize, &Tuple)| Tuple::Leaf(Leaf::Integer(k as i64, mode.span()));
    match shape {
        Tuple::Leaf(_) => number((0, shape)),
        Tuple::Modes(modes, span) => {
            Tuple::Modes(modes.iter().enumerate().map(number).collect(), *span)
        }
    }
}

/// `[2, 0]`
fn list(input: ParseStream, depth: usize) -> Result<Argument> {
    if !input.peek(token::Bracket) {
        return Err(input.error("expected a list of integers, `[2, 0]`"));
    }
    let inside;
    let span = bracketed!(inside in input).span.join();
    let mut leaves = Vec::new();
    while !inside.is_empty() {
        leaves.push(known_integer(&inside, depth)?);
        if inside.peek(Token![,]) {
            inside.parse::<Token![,]>()?;
        } else if !inside.is_empty() {
            return Err(inside.error("expected `,` or `]`"));
        }
    }
    Ok(Argument::List(leaves, span))
}

fn stride(input: ParseStream, depth: usize) -> Result<Stride> {
    if input.peek(Ident) && !input.peek2(Token![::]) {
        let name = input.fork().parse::<Ident>()?;
        if name == "col_major" || name == "row_major" {
            let span = input.parse::<Ident>()?.span();
            let order = if name == "col_major" { Stride::ColMajor } else { Stride::RowMajor };
            return Ok(order(span));
        }
    }
    tuple(input, Role::Stride, depth).map(Stride::Tuple)
}

fn tuple(input: ParseStream, role: Role, depth: usize) -> Result<Tuple> {
    if !input.peek(token::Paren) || next_is_substituted(input) {
        return leaf_or_substituted(input, role, depth);
    }
    let inside;
    let span = parenthesized!(inside in input).span.join();
    let depth = deeper(depth, span)?;
    let mut modes = Vec::new();
    while !inside.is_empty() {
        modes.push(tuple(&inside, role, depth)?);
        if inside.peek(Token![,]) {
            inside.parse::<Token![,]>()?;
        } else if inside.peek(Token![:]) {
            return Err(inside.error(
                "a mode of a tuple is an integer or a tuple; layouts by mode are a tiler `<..>`, \
                 a layout has the shape and the stride apart, as in `(4,8):(1,4)`",
            ));
        } else if !inside.is_empty() {
            return Err(inside.error("expected `,` or the closing parenthesis"));
        }
    }
    Ok(Tuple::Modes(modes, span))
}

/// Whether a fragment that `macro_rules!` substituted comes next.
fn next_is_substituted(input: ParseStream) -> bool {
    input.cursor().group(Delimiter::None).is_some()
}

/// A leaf. A fragment substituted by `macro_rules!` is read as a tuple where it is one, as Rust
/// code otherwise.
fn leaf_or_substituted(input: ParseStream, role: Role, depth: usize) -> Result<Tuple> {
    if !next_is_substituted(input) {
        return leaf(input, role).map(Tuple::Leaf);
    }
    let (content, span) = input.step(|cursor| match cursor.group(Delimiter::None) {
        Some((inside, span, rest)) => Ok(((inside.token_stream(), span.join()), rest)),
        None => Err(cursor.error("expected a fragment")),
    })?;
    let depth = deeper(depth, span)?;
    let whole = |input: ParseStream| parse_all(input, |input| tuple(input, role, depth));
    whole.parse2(content.clone()).or_else(|error| {
        if syn::parse2::<Lit>(content.clone()).is_ok() {
            return Err(error);
        }
        Ok(Tuple::Leaf(Leaf::Code(content, span)))
    })
}

fn leaf(input: ParseStream, role: Role) -> Result<Leaf> {
    if role == Role::Stride {
        if let Some(leaf) = multiple_in_one_token(input)? {
            return Ok(leaf);
        }
        if next_is_element(input) {
            let one = Leaf::Integer(1, input.span());
            return multiple(one, input);
        }
    }
    let leaf = single_leaf(input, role)?;
    if role == Role::Stride && input.peek(Token![*]) {
        let ahead = input.fork();
        ahead.parse::<Token![*]>()?;
        if next_is_element(&ahead) {
            input.parse::<Token![*]>()?;
            return multiple(leaf, input);
        }
    }
    Ok(leaf)
}

/// `6e1` or `3f5`, which Rust reads as one literal.
fn multiple_in_one_token(input: ParseStream) -> Result<Option<Leaf>> {
    let Ok(literal) = input.fork().parse::<Lit>() else { return Ok(None) };
    let text = literal.to_token_stream().to_string();
    let element = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let factor = &text[..text.len() - element.len()];
    let is_element = element.starts_with(['e', 'f'])
        && element.len() > 1
        && element[1..].bytes().all(|digit| digit.is_ascii_digit());
    if factor.is_empty() || !is_element {
        return Ok(None);
    }
    input.parse::<Lit>()?;
    let span = literal.span();
    let factor = Leaf::Integer(integer_of(factor, span)?, span);
    Leaf::multiple(factor, element_of(element, span)?, span).map(Some)
}

/// Whether `e0`, `e(0,1)` or `f5` comes next.
fn next_is_element(input: ParseStream) -> bool {
    input
        .fork()
        .parse::<Ident>()
        .is_ok_and(|name| is_element(&name.to_string()) || name == "e" && input.peek2(token::Paren))
}

/// The element that comes next, times `factor`.
fn multiple(factor: Leaf, input: ParseStream) -> Result<Leaf> {
    let name: Ident = input.parse()?;
    let span = name.span();
    if name != "e" {
        return Leaf::multiple(factor, element_of(&name.to_string(), span)?, span);
    }
    let inside;
    parenthesized!(inside in input);
    let mut place = Vec::new();
    while !inside.is_empty() {
        place.push(inside.parse::<syn::LitInt>()?.base10_parse()?);
        if inside.peek(Token![,]) {
            inside.parse::<Token![,]>()?;
        } else if !inside.is_empty() {
            return Err(inside.error("expected `,` or the closing parenthesis"));
        }
    }
    if place.is_empty() {
        return Err(Error::new(span, "expected the position of a mode, `e(0,1)`"));
    }
    Leaf::multiple(factor, Element::Basis(place), span)
}

/// `e0` or `f5`
fn element_of(text: &str, span: Span) -> Result<Element> {
    let number = integer_of(&text[1..], span)?.unsigned_abs();
    Ok(if text.starts_with('e') { Element::Basis(vec![number]) } else { Element::Bits(number) })
}

fn integer_of(digits: &str, span: Span) -> Result<i64> {
    digits.parse().map_err(|_| {
        let text = format!("number too large: {digits} is above {}", i64::MAX);
        Error::new(span, text)
    })
}

fn single_leaf(input: ParseStream, role: Role) -> Result<Leaf> {
    if input.peek(Token![_]) {
        return Ok(Leaf::Any(input.parse::<Token![_]>()?.span));
    }
    if input.peek(token::Brace) {
        let inside;
        let span = braced!(inside in input).span.join();
        let code: TokenStream = inside.parse()?;
        if code.is_empty() {
            return Err(Error::new(span, "expected Rust code in the braces"));
        }
        return Ok(Leaf::Code(code, span));
    }
    if input.peek(Token![-]) {
        return Err(negative(input, role));
    }
    if input.peek(Lit) {
        return integer(input, role);
    }
    if input.peek(Ident::peek_any) || input.peek(Token![::]) {
        return path(input);
    }
    Err(input.error("expected an integer, a name, `{..}` or a tuple"))
}

/// The error for a minus sign.
fn negative(input: ParseStream, role: Role) -> Error {
    let text = match role {
        Role::Stride => "strides in the types are natural numbers; negative strides are at the \
                         value level"
            .to_string(),
        Role::Extent => match input.fork().parse::<syn::LitInt>() {
            Ok(literal) => extent(literal.base10_parse().unwrap_or(-1)),
            Err(_) => extent(-1),
        },
        Role::Count => "expected a natural number".to_string(),
    };
    input.error(text)
}

/// The value level's words for an extent below 1.
fn extent(extent: i64) -> String {
    Rule::Extent { extent }.to_string()
}

fn integer(input: ParseStream, role: Role) -> Result<Leaf> {
    let literal = input.parse::<Lit>()?;
    let span = literal.span();
    let Lit::Int(integer) = literal else {
        return Err(Error::new(span, "expected an integer"));
    };
    if !integer.suffix().is_empty() {
        let text = format!("an integer here has no suffix `{}`", integer.suffix());
        return Err(Error::new(span, text));
    }
    let Ok(value) = integer.base10_parse() else {
        let digits = integer.base10_digits();
        let text = format!("number too large: {digits} is above {}", i64::MAX);
        return Err(Error::new(span, text));
    };
    if role == Role::Extent && value < 1 {
        return Err(Error::new(span, extent(value)));
    }
    Ok(Leaf::Integer(value, span))
}

/// `name`, `module::NAME`, `Self::NAME`
fn path(input: ParseStream) -> Result<Leaf> {
    let mut code = TokenStream::new();
    let leading: Option<Token![::]> = input.parse()?;
    ToTokens::to_tokens(&leading, &mut code);
    let mut segment = path_segment(input)?;
    let span = segment.span();
    if leading.is_none() && !input.peek(Token![::]) {
        reserved(&segment)?;
    }
    loop {
        ToTokens::to_tokens(&segment, &mut code);
        if !input.peek(Token![::]) {
            return Ok(Leaf::Code(code, span));
        }
        ToTokens::to_tokens(&input.parse::<Token![::]>()?, &mut code);
        segment = path_segment(input)?;
    }
}

fn path_segment(input: ParseStream) -> Result<Ident> {
    let start = input.peek(Token![self]) || input.peek(Token![Self]) || input.peek(Token![super]);
    if start || input.peek(Token![crate]) { input.call(Ident::parse_any) } else { input.parse() }
}

/// Whether it is `e0`, `f5` or the like.
pub fn is_element(name: &str) -> bool {
    let digits = name.strip_prefix(['e', 'f']).unwrap_or("");
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// `o`, `e0`, `f5` and the like belong to the notation.
fn reserved(name: &Ident) -> Result<()> {
    let text = name.to_string();
    if text == "o" || is_element(&text) {
        let text =
            format!("`{text}` is reserved for the notation; rename it or write `{{{text}}}`");
        return Err(Error::new(name.span(), text));
    }
    Ok(())
}
