//! A mistake is one error, at the wrong token.

use proc_macro2::TokenStream;

use crate::evaluate::Level;
use crate::{emit, expand_type, expand_value, term};

/// Expects one error with `words` in it, at the token between `[` and `]` in `text`.
fn refused(level: Level, text: &str, words: &str) {
    let (before, rest) = text.split_once('[').unwrap();
    // The token may itself be a list.
    let end =
        if rest.starts_with('[') { rest.find("]]").map(|end| end + 1) } else { rest.find(']') };
    let (token, after) = (&rest[..end.unwrap()], &rest[end.unwrap() + 1..]);
    let code: TokenStream = format!("{before}{token}{after}").parse().unwrap();
    let Err(error) = term(code.clone(), level) else { panic!("{text} is accepted") };
    assert!(error.to_string().contains(words), "{text}: {error}");
    let start = error.span().start();
    assert_eq!((start.line, start.column), (1, before.len()), "{text}: {error}");
    if !token.is_empty() {
        assert_eq!(error.span().source_text().as_deref(), Some(token), "{text}: {error}");
    }
    let alone = format!("::core::compile_error!({:?})", error.to_string());
    let (expansion, alone) = match level {
        Level::Value => (expand_value(code, emit::value), alone),
        Level::Type => {
            (expand_type(code), format!("<[();{{{alone}}}] as ::core::iter::Iterator>::Item"))
        }
    };
    assert_eq!(expansion.to_string().replace(' ', ""), alone.replace(' ', ""));
}

#[test]
fn a_mistake_is_one_error_on_its_token() {
    for level in [Level::Value, Level::Type] {
        for (text, words) in [
            // Swizzles
            ("[Sw]<3,0,1> o d", ": 3 bits from bit 0 on cannot be XORed"),
            ("Sw<3,0[>] o d", "expected `,`"),
            ("Sw<3,[m],3> o d", "expected an integer"),
            // Shape and stride
            ("(2,3):[4]", "profile; there is a stride for each mode, `(6,8):(8,1)`"),
            ("(m,3):[row_mayor]", "profile; orders are `row_major` and `col_major`"),
            ("4:[(1,2)]", "do not have the same profile"),
            ("(2,3):[(1)]", "profile; the shape has 2 modes, the stride 1: `(6,8):(8,1)`"),
            ("(2,3):(1,2,[6])", "do not have the same profile"),
            ("((2,3),4):([1],(2,6))", "do not have the same profile"),
            ("((m,3),4):((1,2),[(6)])", "do not have the same profile"),
            // Numbers
            ("(2,[0]):(1,2)", "a static extent must be at least 1, not 0"),
            ("[0]", "a static extent must be at least 1, not 0"),
            ("<[0],8>", "a static extent must be at least 1, not 0"),
            ("complement(4:1,[0])", "a static extent must be at least 1, not 0"),
            ("A / (4,[0])", "a static extent must be at least 1, not 0"),
            ("([-]3,2)", "a static extent must be at least 1, not -3"),
            ("(2,3):(1,[-]2)", "strides in the types are natural numbers"),
            ("[9223372036854775808]:1", "number too large: 9223372036854775808 is above"),
            ("4:[99999999999999999999999]", "number too large"),
            ("[(4294967296,4294967296)]", "overflow"),
            ("[(4294967296,(m,4294967296))]:(1,(m,2))", "overflow"),
            ("[2]:f9223372036854775807", "overflow"),
            ("[(2,2)]:(f4611686018427387904,f4611686018427387903)", "overflow"),
            ("[(2,2)]:(4611686018427387904*e0,4611686018427387904*e1)", "overflow"),
            ("[4usize]:1", "no suffix `usize`"),
            ("(8:[1o4])", "no suffix `o4`"),
            ("[1.5]:1", "expected an integer"),
            ("([\"4\"],2)", "expected an integer"),
            // Morphisms
            ("([{m}],8)--(1,0)-->(2,4)", "the entries of a morphism are integers written out"),
            ("layout_of((2,8)--(1,0)-->([m],4))", "with names write its layout, `(m,8):(1,n)`"),
            ("layout_of((2,8)[-]-(1,0)-->(4,4))", "equal entries"),
            ("coalesce(A, (* [*]))", "expected `,` between the leaves of a profile, `(*,*)`"),
            // Constants
            ("(const [8],2)", "expected the name of a constant, `const M`"),
            ("([const],2)", "or an expression of constants, `const {2 * M}`"),
            // Names of Rust that are strides
            ("(8,8):([f0],f1)", "`{f0}` and `{f1}` for names of Rust"),
            ("4:[f0]", "write `0`"),
            // CuTe
            ("[make_layout]((4,8), (8,1))", "a layout is written `S:D`"),
            ("[local_tile](A, 4, 0)", "tensors have `local_tile`"),
            ("(4,8) [=]= A", "`layout!(..) == layout!(..)`"),
            ("upcast<[m]>(A)", "expected an integer"),
            // Names
            ("([o],2):(1,2)", "`o` is reserved"),
            ("A o [e0]", "`e0` is reserved"),
            ("[f15]:4", "`f15` is reserved"),
            ("m:n*[f15]", "only multiples of `f1` are dynamic, `n*f1`"),
            ("(m,8,2):(0,e0,[n])", "codomain"),
            ("(m,8,2):(f1,{n}*[e0],0)", "codomain"),
            ("(m,8):([2]*e(),1)", "expected the position of a mode"),
            ("[(4,8)]:(e0,1)", "codomain"),
            ("(m,8):(e0+n*[e](0,1),0)", "codomain"),
            ("(m,8):(e0+e1,[1])", "codomain"),
            ("(m,8):(e0,[e](0,1))", "codomain"),
            ("(m,8,2):(n*e(0,1),e1,[e0])", "codomain"),
            ("(m,8):(e1+e(0,1),[e](1,0)+e2)", "codomain"),
            ("[(4,8)]:(e0+e1,e(0,1))", "codomain"),
            ("4:e0+[3]", "expected a multiple of a basis element"),
            ("4:[f1]+f2", "a sum is one of multiples of basis elements"),
            ("4:n*e0+[e0]", "this place is in the sum already"),
            ("[(4,8)]:(e0,e(0,1))", "codomain"),
            ("[multiply](A, B)", "no operation `multiply`; there are composition, "),
            ("[ziped_divide](A, B)", "no operation `ziped_divide`; did you mean `zipped_divide`?"),
            (
                "[to_xor](A)",
                "no operation `to_xor` of names; of values and literals `to_xor(L)` is the layout ",
            ),
            (
                "coalesce([nullspace](A))",
                "no operation `nullspace` of names; of values and literals `nullspace(L)` is ",
            ),
            (
                "[locate](A, B)",
                "no operation `locate` of names; of values and literals `locate(A, B)` is ",
            ),
            ("complement([slice](A, (_,1)), 8)", "`slice(L, C)` is [layout, offset]"),
            ("[to_xor]((4,8), 2)", "2 arguments given to to_xor(L)"),
            ("[composition](A)", "1 argument given to composition(F, T)"),
            ("[coalesce]()", "0 arguments given to coalesce(L, [P])"),
            ("coalesce(A, ([*]:*))", "`*` is a leaf of a profile, not an extent"),
            ("[coalesce_profile](A)", "no operation `coalesce_profile`; there are composition, "),
            ("complement(A, ([0],8))", "a static extent must be at least 1"),
            ("[group](A, 1)", "2 arguments given to group(X, b, e)"),
            ("group(A, 1, [(2,3)])", "expected an integer"),
            ("take(A, 1, 2 [3])", "expected `o`, `/`, `*`, `,` or the closing parenthesis"),
            ("take(A, [-]1, 2)", "expected a natural number"),
            ("select(A, [2])", "expected a list of integers, `[2, 0]`"),
            ("identity([A] o B)", "expected a shape"),
            ("make_ordered_layout([4]:1, 0)", "expected a shape"),
            ("[make_ordered_layout]((4,8))", "1 argument given to make_ordered_layout(S, order)"),
            ("make_ordered_layout((4,A), (1,[_]))", "expected an integer"),
            ("[tile_to_shape](A)", "1 argument given to tile_to_shape(A, S, [order])"),
            ("[partition](A, (8,8))", "2 arguments given to partition(L, S, B)"),
            ("partition(A, [8]:1, B)", "expected a shape, `(8,8)`"),
            ("[locate](A)", "1 argument given to locate(A, B)"),
            ("[composed](F, 4)", "2 arguments given to composed(F, n, B)"),
            ("composed(F, [4]:1, B)", "what is added is an integer"),
            ("[identity](A, 4)", "2 arguments given to identity(S)"),
            // Form
            ("[]", "unexpected end of input, expected an integer, a name"),
            ("A [B]", "expected `o`, `/`, `*` or the end"),
            ("(4 [8]):1", "expected `o`, `/`, `*`, `,` or the closing parenthesis"),
            ("(4,8)[,](1,4)", "stride follows after a colon"),
            ("6[,]8", "in parentheses, `(6,8)`"),
            ("(m,m[*]2)", "an expression of Rust goes in braces, `({2 * m},8)`"),
            ("(p[.]m,8):(1,2)", "an expression of Rust goes in braces"),
            ("(m,8):(1,f[(m)])", "an expression of Rust goes in braces"),
            ("(Dyn[<]u32>,8)", "goes in braces, `({Dyn<u32>},8)`"),
            ("A [<]4,8>", "before a tiler there is `o`, `/` or `*`"),
            ("(4[:]1,8:2)", "layouts by mode are a tiler"),
            ("[<]4,8> o A", "a tiler stands to the right"),
            ("A / <4 [8]>", "expected `o`, `/`, `*`, `,` or `>`"),
            ("(A [B] o C)", "expected `o`, `/`, `*`, `,` or the closing parenthesis"),
            ("coalesce(A [B])", "expected `o`, `/`, `*`, `,` or the closing parenthesis"),
            ("complement(A, 4 [B])", "expected `o`, `/`, `*`, `,` or the closing parenthesis"),
            ("([{}],2)", "expected Rust code in the braces"),
            ("([if],2)", "expected identifier, found keyword `if`"),
        ] {
            refused(level, text, words);
        }
    }
    // Input that ends too early is an error at its last token.
    for text in ["(4,8):", "A o", "A /", "A / <4", "A / <4,"] {
        let error = term(text.parse().unwrap(), Level::Type).err().unwrap();
        assert!(error.to_string().starts_with("unexpected end of input"), "{text}: {error}");
        assert_eq!(error.span().end().column, text.len(), "{text}");
    }
    refused(Level::Value, "(m,[_]):(1,8)", "`_` is a run-time leaf in `Layout!`");
    refused(Level::Value, "complement(4:1, [_])", "`_` is a run-time leaf in `Layout!`");
    for text in [
        "([i32],8)",
        "(_,8):(1,[i64])",
        "(4,[bool]):(1,4)",
        "([isize],8):row_major",
        "A / ([u64],8)",
    ] {
        refused(Level::Type, text, "no leaf: dynamic integers are `_`");
    }
}

#[test]
fn an_inadmissible_operation_is_an_error_where_it_fails() {
    let stride = "inadmissible composition (4,6,8):(2,3,5) o 6:3: stride divisibility, mode 0: \
                  the remaining stride 3 and the extent 4 do not divide each other";
    refused(Level::Type, "(4,6,8):(2,3,5) o 6:[3]", stride);
    refused(Level::Value, "((4,6,8):(2,3,5)) o (6:[3])", stride);
    refused(Level::Type, "(4,6,8):(2,3,5) [o] coalesce(6:3)", stride);
    refused(Level::Type, "(10,8):(18,59) o (2,2):([8],4)", "stride divisibility, mode 0: ");
    refused(Level::Type, "(4,8):(1,100) o ([3],2):(1,2)", "segregation, mode 0: ");
    refused(
        Level::Type,
        "(4,6):(1,5) o [3]:2",
        "shape divisibility, mode 0: the remaining extent 3",
    );
    refused(Level::Type, "(4,8) / [(2,4,2)]", "tiler rank");
    refused(Level::Type, "(4,(4,6)):(1,(4,20)) o <2,[3]:2>", "shape divisibility, mode 1: ");
    refused(Level::Type, "complement((2,2):(1,[3]), 24)", "complementability");
    refused(Level::Type, "complement(4:1, [6])", "inadmissible complement(4:1, 6): evenness");
    refused(
        Level::Type,
        "group((2,3), 1, [5])",
        "inadmissible group((2,3):(1,2), 1, 5): mode range: there is no mode 4 among 2",
    );
    refused(Level::Value, "take((2,3), 0, [3])", "mode range: there is no mode 2 among 2");
    refused(Level::Type, "group((2,3), 1, [0])", "begins at 1, behind its end 0");
    refused(Level::Type, "select((2,3), [[0,2]])", "mode range: there is no mode 2 among 2");
    refused(Level::Type, "make_ordered_layout((2,3), [(0,1,2)])", "profile");
    refused(Level::Type, "tile_to_shape((2,4), (4,[6]))", "evenness, mode 1: the size 6");
    refused(Level::Type, "tile_to_shape((2,4), (4,8), [(0,1,2)])", "profile");
    refused(Level::Type, "permute((2,3), [[0,0]])", "permutation: not each mode is taken once");
}

/// An integer after one swizzle is an offset, and after a layout it is a layout.
#[test]
fn an_offset_or_a_shape() {
    for level in [Level::Value, Level::Type] {
        for text in [
            "Sw<3,0,3> o Sw<3,0,3> o [3] o (2,2):(1,8)",
            "Sw<2,0,3> o Sw<2,2,3> o [3] o (2,2):(1,8)",
            "(8,6):(6,1) o Sw<3,0,3> o [3] o (2,2):(1,8)",
        ] {
            refused(level, text, "write `composed(X, 3, Y)` or `X o 3:1 o Y`");
        }
        // The macro does not know what a name stands for.
        for text in [
            "w o [3] o l",
            "w o [3] o (8,8):(8,1)",
            "w o ([3]) o l",
            "(8,8):(8,1) o w o [3] o l",
            "w o (v o w) o [3] o l",
            "right_inverse(w) o [3] o l",
            "Sw<3,0,3> o [3] o l",
            "(8,8) / (w o [3] o l)",
        ] {
            refused(level, text, "write `Composed::new(X, 3, Y)` or `X o 3:1 o Y`");
        }
        for text in
            ["w o 3:1 o l", "w o (8,8):(8,1) o 3 o l", "(8,8):(8,1) o 3 o w", "w / 3 o l", "w o 3"]
        {
            assert!(term(text.parse().unwrap(), level).is_ok(), "{text}");
        }
    }
}

#[test]
fn a_variable_among_types() {
    let words = "is no type; a number known at run time is `_`, as in `Layout!((_,_):row_major)`, a constant `const ";
    for text in [
        "([m],n):row_major",
        "([m],8)",
        "(M,[n])",
        "(8,[rows]):(rows,1)",
        "(M,(8,[n])):(n,(1,8))",
        "[n]:1",
    ] {
        refused(Level::Type, text, words);
        let value = text.replace(['[', ']'], "");
        assert!(term(value.parse().unwrap(), Level::Value).is_ok(), "{value}");
    }
    // Types, constants, and any type in braces.
    for text in [
        "(M,N):row_major",
        "(usize,u32):(1,2)",
        "(const m,8)",
        "({m},{n}):row_major",
        "domain o codomain",
    ] {
        assert!(term(text.parse().unwrap(), Level::Type).is_ok(), "{text}");
    }
}
