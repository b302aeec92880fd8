//! Reads the notation.

use proc_macro2::{Delimiter, Group, Spacing, Span, TokenStream, TokenTree};
use syn::parse::{ParseStream, Parser};
use syn::{Error, Ident, Lit, LitInt, Result, Token, bracketed, parenthesized, token};
use tilework_algebra::expression::{Operation as OfLiterals, similar};
use tilework_algebra::{Operation, Swizzle};

use super::leaf::{Role, leaf, reserved};
use super::{Argument, Chain, Leaf, Operand, Step, Stride, Tuple};
use crate::operation::{Known, OPERATIONS, Parameter};

/// Parentheses and angle brackets nest this deep at most, so that no recursion here exhausts
/// the stack. Types nested deeper would pass the compiler's recursion limit anyway.
const MAX_DEPTH: usize = 64;

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
    if input.peek(Token![,]) {
        return Err(input.error(
            "a stride follows its shape after a colon, `(4,8):(1,4)`; layouts by mode are a tiler `<..>`",
        ));
    }
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
    if input.peek(Ident) && input.peek2(Token![<]) && input.fork().parse::<Ident>()? == "Sw" {
        return swizzle(input);
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

/// `Sw<3,4,3>`
fn swizzle(input: ParseStream) -> Result<Operand> {
    let span = input.parse::<Ident>()?.span();
    input.parse::<Token![<]>()?;
    let mut numbers = [0; 3];
    for (at, number) in numbers.iter_mut().enumerate() {
        if at > 0 {
            input.parse::<Token![,]>()?;
        }
        let sign = if input.parse::<Option<Token![-]>>()?.is_some() { -1 } else { 1 };
        *number = sign * input.parse::<LitInt>()?.base10_parse::<i64>()?;
    }
    input.parse::<Token![>]>()?;
    let [bits, base, shift] = numbers;
    let swizzle = Swizzle::new(bits, base, shift).map_err(|error| Error::new(span, error))?;
    Ok(Operand::Swizzle(swizzle, span))
}

/// `name(operand)`, `name(operand, argument)`
fn call(input: ParseStream, depth: usize) -> Result<Operand> {
    let name: Ident = input.parse()?;
    let known = OPERATIONS.iter().find(|known| name == known.operation.name());
    let Some(&Known { mut operation, parameter, .. }) = known else {
        reserved(&name)?;
        let names: Vec<&str> = OPERATIONS.iter().map(|known| known.operation.name()).collect();
        let text = name.to_string();
        let text = match (OfLiterals::named(&text), similar(&text, names.iter().copied())) {
            (Some(known), _) => {
                let (usage, meaning) = (known.usage(), known.meaning);
                format!(
                    "no operation `{name}` of names; of values and literals `{usage}` is {meaning}"
                )
            }
            (None, Some(similar)) => format!("no operation `{name}`; did you mean `{similar}`?"),
            (None, None) => format!("no operation `{name}`; there are {}", names.join(", ")),
        };
        return Err(Error::new(name.span(), text));
    };
    let arguments = match parameter {
        Parameter::None | Parameter::Layouts => 1,
        Parameter::Integers(integers) => 1 + integers,
        Parameter::Filled | Parameter::Tiles | Parameter::Offsets => 3,
        _ => 2,
    };
    let optional = matches!(operation, Operation::Coalesce | Operation::TileToShape);
    let more = parameter == Parameter::Layouts;
    let least = if optional { format!("{} or ", arguments - 1) } else { String::new() };
    let most = if more { " or more" } else { "" };
    let count =
        || Error::new(name.span(), format!("`{name}` has {least}{arguments}{most} argument(s)"));

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
    let enough =
        if inside.is_empty() { others <= usize::from(optional) } else { others > 0 || more };
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
        Parameter::Size => Argument::Size(tuple(&inside, Role::Extent, depth)?),
        Parameter::Tiler => Argument::Tiler(right_operand(&inside, depth)?),
        Parameter::Layout => Argument::Layout(right_operand(&inside, depth)?),
        Parameter::Layouts => Argument::Layouts(operands(&inside, depth)?),
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
        Parameter::Tiles => {
            let tile = tuple(&inside, Role::Extent, depth)?;
            if inside.peek(Token![:]) {
                return Err(inside.error("the tile is a shape, `(8,8)`"));
            }
            inside.parse::<Option<Token![,]>>()?;
            if inside.is_empty() {
                return Err(count());
            }
            Argument::Tiles(tile, right_operand(&inside, depth)?)
        }
        Parameter::Offsets => {
            let added = leaf_or_substituted(&inside, Role::Count, depth)?;
            if inside.peek(Token![:]) {
                return Err(inside.error("what is added is an integer"));
            }
            inside.parse::<Option<Token![,]>>()?;
            if inside.is_empty() {
                return Err(count());
            }
            Argument::Offsets(added, right_operand(&inside, depth)?)
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

/// All that is left, operands with commas between them.
fn operands(input: ParseStream, depth: usize) -> Result<Vec<Operand>> {
    let mut operands = Vec::new();
    while !input.is_empty() {
        operands.push(right_operand(input, depth)?);
        if input.peek(Token![,]) {
            input.parse::<Token![,]>()?;
        } else if !input.is_empty() {
            return Err(input.error("expected `,` or `)`"));
        }
    }
    Ok(operands)
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
        } else if is_rust(&inside, modes.last()) {
            return Err(inside.error("an expression of Rust goes in braces, `({2 * m},8)`"));
        } else if !inside.is_empty() {
            return Err(inside.error("expected `,` or the closing parenthesis"));
        }
    }
    Ok(Tuple::Modes(modes, span))
}

/// Whether what comes after a mode looks as if both were an expression of Rust.
fn is_rust(input: ParseStream, mode: Option<&Tuple>) -> bool {
    let named = matches!(mode, Some(Tuple::Leaf(Leaf::Code(..))));
    input.peek(Token![+])
        || input.peek(Token![-])
        || input.peek(Token![*])
        || input.peek(Token![/])
        || input.peek(Token![%])
        || input.peek(Token![.])
        || input.peek(Token![as])
        || named && (input.peek(token::Paren) || input.peek(token::Bracket))
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
