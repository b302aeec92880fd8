//! Expansions compared with the notation. Types are read back into the notation, values are compared as code, and
//! errors by their text and their token.

mod notation;
mod refusals;
mod tokens;
mod values;

use self::notation::{plain, type_code, type_notation};
use self::values::{extent, integer, list, stride, value_code};
use crate::evaluate::Level;
use crate::{emit, expand_value, term};
use proc_macro2::TokenStream;
use tilework_algebra::{self as algebra, Layout, Tiler};

/// Each documented constant occurs once, with a type that is its number.
#[test]
fn constants_have_their_numbers() {
    let code = plain(crate::constants::constants());
    let mut found = std::collections::BTreeMap::new();
    for implementation in code.split("implConstant<").skip(1) {
        let (n, number) = implementation.split_once(">forConstants{typeNumber=").unwrap();
        let number = number.split_once(";}").unwrap().0;
        let value = ["By64<U", "By256<U"].iter().zip([64, 256]).find_map(|(times, factor)| {
            let number = number.strip_prefix(times)?.strip_suffix('>')?;
            Some(factor * number.parse::<u64>().unwrap())
        });
        let value = value.unwrap_or_else(|| number[1..].parse().unwrap());
        let n: u64 = n.parse().unwrap();
        assert_eq!(n, value, "{implementation}");
        assert!(found.insert(n, ()).is_none(), "{n}");
    }
    let is_power = |mut n: u64, base: u64| {
        while n > 0 && n.is_multiple_of(base) {
            n /= base;
        }
        n == 1
    };
    for n in 0..=70_000 {
        let named = n <= 1024 || is_power(n, 2) || is_power(n + 1, 2) || is_power(n, 10);
        let multiple = n <= 16384 && n.is_multiple_of(64) || n <= 65536 && n.is_multiple_of(256);
        assert_eq!(found.contains_key(&n), named || multiple, "{n}");
    }
    for n in found.keys().filter(|&&n| n > 70_000) {
        assert!(is_power(*n, 2) || is_power(n.wrapping_add(1), 2) || is_power(*n, 10), "{n}");
    }
    assert!((0..64).all(|k| found.contains_key(&(1 << k))));
    assert!((0..20).all(|k| found.contains_key(&10_u64.pow(k))));
}

#[test]
fn literal_layouts_are_emitted_as_written() {
    for text in [
        "6:2",
        "4:0",
        "1:0",
        "():()",
        "(4):(1)",
        "(4,8):(1,4)",
        "((2,3),4):((1,2),6)",
        "(2,(),(3,(4))):(1,(),(2,(6)))",
    ] {
        assert_eq!(type_notation(text), text);
        assert_eq!(value_code(text), format!("unsafe{{literal::<{}>()}}", type_code(text)));
    }
    let large = "(1000000007,1):(1,9223372036854775807)";
    assert_eq!(type_notation(large), large);
    assert!(type_code("1000000007:9223372036854775807").contains("layout:overflow:"));
}

/// Strides that are not integers.
#[test]
fn coordinates_and_bits_are_emitted_as_written() {
    let e = |multiple: &str, place: &str| format!("Basis({multiple},{place})");
    for (text, stride) in [
        ("4:e0", e("1", "(U0)")),
        ("4:6e1", e("6", "(U1)")),
        ("4:6*e1", e("6", "(U1)")),
        ("4:2*e(0,1)", e("2", "(U0,U1)")),
        ("4:_*e0", e("usize", "(U0)")),
        ("4:N*e(2)", e("N", "(U2)")),
        ("4:0e0", "0".to_string()),
        ("4:f5", "Xor(5)".to_string()),
        ("4:3f5", "Xor(15)".to_string()),
        ("4:3*f5", "Xor(15)".to_string()),
        ("4:u32*f1", "Xor(u32)".to_string()),
    ] {
        assert_eq!(type_notation(text), format!("4:{stride}"), "{text}");
    }
    assert_eq!(
        type_notation("(M,(4,8)):(e0,(0,2e1))"),
        "(M,(4,8)):(Basis(1,(U0)),(0,Basis(2,(U1))))"
    );
    // Sums by place, without zero terms.
    let sum = |terms: &[String]| format!("ArithmeticTuple(({}))", terms.join(","));
    for (text, terms) in [
        ("4:e0+2e1", [e("1", "(U0)"), e("2", "(U1)")]),
        ("4:N*e(1,1)+0e3+_*e(1,0)", [e("usize", "(U1,U0)"), e("N", "(U1,U1)")]),
        ("4:e2+e0+3e2", [e("1", "(U0)"), e("4", "(U2)")]),
        ("8:e0+e1 o 4:2", [e("2", "(U0)"), e("2", "(U1)")]),
    ] {
        assert_eq!(type_notation(text), format!("4:{}", sum(&terms)), "{text}");
    }
    assert_eq!(type_notation("4:0e0+2e1"), type_notation("4:2e1"));
    assert_eq!(
        value_code("m:e0+n*e1"),
        format!(
            "Layout::new({},ArithmeticTuple::new({}))",
            extent("m", 0),
            list(&[
                "<Basis<Static<U1>,HCons<U0,HNil>> as Known>::VALUE",
                &format!("Basis::<_,HCons<U1,HNil>>::new({})", stride("n"))
            ])
        )
    );
    // Swizzles, and tuples for sizes.
    assert_eq!(type_notation("Sw<3,0,3> o (8,8):(8,1)"), type_notation("(8,8):(f9,f1)"));
    assert_eq!(type_notation("Sw<2,1,-3>"), "Swizzle(U2,U1,N3)");
    assert_eq!(
        type_notation("Sw<3,4,3> o 16 o (8,8):(8,1)"),
        "Composed(Swizzle(U3,U4,P3),16,(8,8):(8,1))"
    );
    // The message about an integer after two swizzles says so.
    assert_eq!(
        type_notation("Sw<2,0,3> o Sw<2,2,3> o 3:1 o 2:1"),
        type_notation("Sw<2,0,3> o (Sw<2,2,3> o 2:1)")
    );
    assert!(
        type_notation("composed(Sw<2,0,3> o Sw<2,2,3>, 3, (2,2):(1,8))").starts_with("Composed(")
    );
    assert_eq!(type_notation("(8,8):(8,1) o 3 o 2:1"), "2:8");
    assert_eq!(
        type_notation("complement((4,8):(e0,2*e1), (8,32))"),
        type_notation("(2,(2,2)):(4e0,(e1,16e1))")
    );
    assert_eq!(
        type_notation("make_identity_layout((4,(3,2)))"),
        type_notation("(4,(3,2)):(e0,(e(1,0),e(1,1)))")
    );
    assert_eq!(type_notation("make_identity_layout((_,8))"), "MakeIdentityLayout((usize,8))");
    // An operator after a stride is an operator.
    assert_eq!(type_notation("(2,2):(1,2) * 3:1"), type_notation("((2,2),3):((1,2),4)"));
    assert_eq!(type_notation("4:f1 o 2:2"), "2:Xor(2)");
    assert_eq!(value_code("4:e0"), format!("<{} as Known>::VALUE", type_code("4:e0")));
    assert_eq!(
        value_code("m:n*e1"),
        format!("Layout::new({},Basis::<_,HCons<U1,HNil>>::new({}))", extent("m", 0), stride("n"))
    );
}

#[test]
fn integers_of_any_radix_commas_and_parentheses() {
    assert_eq!(type_notation("(0x10, 1_000,):(0b1, 0o20)"), "(16,1000):(1,16)");
    assert_eq!(type_notation("((4,8):(1,4))"), "(4,8):(1,4)");
    assert_eq!(type_notation("((((4,8)):((1,4))))"), "((4,8)):((1,4))");
}

/// Notation that CuTe prints and its users write.
#[test]
fn as_cute_writes_it() {
    assert_eq!(type_notation("(_4,_8):(_8,_1)"), "(4,8):(8,1)");
    assert_eq!(type_notation("(Int<4>{},C<8>):(_8{},_1)"), "(4,8):(8,1)");
    assert_eq!(type_notation("(_4,_):(_,_1)"), "(4,usize):(usize,1)");
    assert_eq!(type_notation("Swizzle<2,1,-3>"), "Swizzle(U2,U1,N3)");
    assert_eq!(type_notation("upcast<2>((8,4):(1,8))"), "(4,4):(1,4)");
    assert_eq!(type_code("upcast<2>(A)"), type_code("upcast(A, 2)"));
    assert_eq!(type_code("get<1>(A)"), type_code("mode(A, 1)"));
    assert_eq!(type_code("select<1,0>(A)"), type_code("select(A, [1,0])"));
    assert_eq!(value_code("layout<0,1>(a)"), value_code("mode(mode(a, 0), 1)"));
    assert_eq!(value_code("group_modes<0,2>(a)"), value_code("group(a, 0, 2)"));
}

#[test]
fn a_shape_alone_is_compact() {
    assert_eq!(type_notation("8"), "8:1");
    assert_eq!(type_notation("(4,8)"), "(4,8):(1,4)");
    assert_eq!(type_notation("(4,1,8):col_major"), "(4,1,8):(1,0,4)");
    assert_eq!(type_notation("(4,8):row_major"), "(4,8):(8,1)");
    assert_eq!(type_notation("(4,8) o 2:3"), "2:3");
}

#[test]
fn run_time_leaves_in_types() {
    assert_eq!(type_notation("(usize,_):(1,u32)"), "(usize,usize):(1,u32)");
    assert_eq!(type_notation("(M,{Dyn<u16>}):(1,stride::Of)"), "(M,u16):(1,stride::Of)");
    assert_eq!(type_notation("(2,(_,1),8)"), "(2,(usize,1),8):(1,(2,0),usize)");
    assert_eq!(type_notation("(2,(u32,3),8):row_major"), "(2,(u32,3),8):(u32,(24,8),1)");
    // Only the compiler knows whether `M` is 1.
    assert_eq!(type_notation("(8,M)"), "ColMajor((8,M))");
    assert_eq!(type_notation("(M,8):row_major"), "RowMajor((M,8))");
    assert_eq!(type_notation("(_,u32)"), "ColMajor((usize,u32))");
}

#[test]
fn names_and_operations_in_types() {
    assert_eq!(type_notation("A"), "A");
    assert_eq!(type_notation("Self::A o tiles::B"), "Composition(Self::A,tiles::B)");
    assert_eq!(type_notation("A o B / (4,8)"), "LogicalDivide(Composition(A,B),(4:1,8:1))");
    assert_eq!(type_notation("A o (B / 4)"), "Composition(A,LogicalDivide(B,4:1))");
    assert_eq!(type_notation("A / <4:2, _, (2,(8))>"), "LogicalDivide(A,(4:2,_,(2:1,(8:1))))");
    assert_eq!(type_notation("A / (4,_)"), "LogicalDivide(A,(4:1,_))");
    assert_eq!(type_notation("A / <B, usize:1>"), "LogicalDivide(A,(B,usize:1))");
    assert_eq!(type_notation("A / (usize,8)"), "LogicalDivide(A,(usize:1,8:1))");
    assert_eq!(type_notation("coalesce(A o 4:2)"), "Coalesced(Composition(A,4:2))");
    assert_eq!(type_notation("complement(A, 24)"), "Complement(A,24)");
    assert_eq!(type_notation("complement_ceil(4:1, usize)"), "ComplementCeil(4:1,usize)");
    assert_eq!(type_notation("complement(A, (4,(_,N)))"), "Complement(A,(4,(usize,N)))");
    assert_eq!(type_notation("zipped_divide(A, <4,8>)"), "ZippedDivide(A,(4:1,8:1))");
    assert_eq!(type_notation("zipped_divide_ceil(A, B,)"), "ZippedDivideCeil(A,B)");
    assert_eq!(
        type_notation("logical_divide_ceil(A, B o 4)"),
        "LogicalDivideCeil(A,Composition(B,4:1))"
    );
    assert_eq!(type_notation("<4,8:2>"), "(4:1,8:2)");
    assert_eq!(type_notation("append(A, (2,4))"), "Append(A,(2,4):(1,2))");
    assert_eq!(type_notation("flatten(append(A, B o 4))"), "Flatten(Append(A,Composition(B,4:1)))");
    assert_eq!(type_code("take(A, B, 2)"), "Take<A,B,U2>");
    assert_eq!(
        type_notation("concatenate(A, B o 4, (2,4))"),
        "Concatenate((A,Composition(B,4:1),(2,4):(1,2)))"
    );
    assert_eq!(type_notation("concatenate(A)"), "Concatenate((A))");
    // All arguments are literals.
    assert_eq!(type_notation("substitute((*,(*)), [2:3, (4)])"), "(2,((4))):(3,((1)))");
    assert_eq!(
        type_notation("relative_flatten(((2,2),3):((1,2),4), (*,*))"),
        "((2,2),3):((1,2),4)"
    );
    assert_eq!(type_notation("zip(A, 2:_)"), "Zip(A,2:usize)");
    assert_eq!(type_code("mode(A, 2)"), "ModeAt<A,U2>");
    assert_eq!(type_notation("select(A, [])"), "Select(A,())");
    assert_eq!(type_notation("coalesce(A, (*,(P,2)))"), "CoalesceProfile(A,(1,(P,2)))");
    assert_eq!(type_notation("unflatten(A, (*,(P,2)))"), "Unflatten(A,(1,(P,2)))");
    assert_eq!(type_notation("domain_distribute((4,6), 6)"), "(2,3):(1,4)");
    // The name of the operation also rearranges XOR strides.
    assert_eq!(type_notation("unflatten((2,2):(f1,f2), ((*,*)))"), "((2,2)):((Xor(1),Xor(2)))");
}

#[test]
fn shapes_and_orders() {
    assert_eq!(type_notation("identity((usize,8))"), "ColMajor((usize,8))");
    assert_eq!(type_notation("identity(S) / 4"), "LogicalDivide(ColMajor(S),4:1)");
    assert_eq!(
        type_notation("make_ordered_layout((M,(usize,2)), (1,(2,0)))"),
        "MakeOrderedLayout((M,(usize,2)),(1,(2,0)))"
    );
    assert_eq!(
        type_notation("tile_to_shape(A, (usize,8), (1,0))"),
        "TileToShape(A,(usize,8),(1,0))"
    );
    assert_eq!(type_notation("tile_to_shape(A, (8,(2,N)))"), "TileToShape(A,(8,(2,N)),(0,1))");
    assert_eq!(
        type_notation("partition(A, (_,8), B o 4)"),
        "Partition(A,(usize,8),Composition(B,4:1))"
    );
    assert_eq!(
        value_code("partition(a, (m,8), tv)"),
        format!(
            "partition(a,{},tv)",
            list(&[&extent("m", 0).replace("Layout", "Partition"), &integer(8)])
        )
    );
    assert_eq!(type_notation("composed(F, _, B)"), "Composed(F,usize,B)");
    assert_eq!(type_notation("composed(F, 0, (2,4))"), "Composed(F,0,(2,4):(1,2))");
    assert_eq!(value_code("composed(f, n, b)"), format!("Composed::new(f,{},b)", stride("n")));
    assert_eq!(type_notation("composed((2,2):(1,9), 2, 4:1)"), "Composed((2,2):(1,9),2,4:1)");
    assert_eq!(type_code("make_ordered_layout(8, K)"), "MakeOrderedLayout<Static<U8>,Static<K>>");
    assert_eq!(
        value_code("make_ordered_layout((m,8), (K,0))"),
        format!(
            "make_ordered_layout({},{})",
            list(&[&extent("m", 0).replace("Layout", "MakeOrderedLayout"), &integer(8)]),
            list(&["known_integer(K)", &integer(0)])
        )
    );
    assert_eq!(
        value_code("tile_to_shape(a, (m,8))"),
        format!(
            "tile_to_shape(a,{},{})",
            list(&[&extent("m", 0).replace("Layout", "TileToShape"), &integer(8)]),
            list(&[&integer(0), &integer(1)])
        )
    );
    // 004, section 3.4.4, in a smaller memory: columns by 1, lanes by 128.
    assert_eq!(type_notation("locate((8,4):(128,1), (2,8):(1,128))"), "(2,8):(8,1)");
    // Thread `t` has the rows `t` and `t + 2` of each column, by the definitions.
    assert_eq!(
        type_notation("partition((4,6):(6,1), (4,1), (2,2):(1,2))"),
        "(2,(2,(1,6))):(6,(12,(0,1)))"
    );
    // Products of the extents with smaller numbers; copies of a tile.
    assert_eq!(type_notation("identity((3,(4,2)))"), "(3,(4,2)):(1,(3,12))");
    assert_eq!(type_notation("make_ordered_layout((2,3,5), (2,0,1))"), "(2,3,5):(15,1,3)");
    let tiled = "((2,2),(4,2)):((4,16),(1,8))";
    assert_eq!(type_notation("tile_to_shape((2,4):(4,1), (4,8), (1,0))"), tiled);
    assert_eq!(type_notation("tile_to_shape((2,2):(2,1), (2,6))"), "(2,(2,3)):(2,(1,4))");
}

#[test]
fn the_tilers_of_the_notation_are_equal() {
    for left in ["A", "(16,64):(1,16)", "(8,8)"] {
        let tiled = type_code(&format!("{left} / <4:1,8:1>"));
        assert_eq!(type_code(&format!("{left} / (4,8)")), tiled);
        assert_eq!(type_code(&format!("{left} / <4,8>")), tiled);
        assert_eq!(type_code(&format!("logical_divide({left}, <4,8:1>)")), tiled);
        assert_eq!(type_code(&format!("{left} o 4")), type_code(&format!("{left} o 4:1")));
    }
}

type Operation = fn(&Layout, &Tiler) -> Result<Layout, algebra::Error>;

#[test]
fn literal_operations_are_those_of_the_value_level() {
    let operations: [(&str, Operation); 5] = [
        ("composition", |a, t| algebra::composition(a, t)),
        ("logical_divide", |a, t| algebra::logical_divide(a, t)),
        ("logical_divide_ceil", |a, t| algebra::logical_divide_ceil(a, t)),
        ("zipped_divide", |a, t| algebra::zipped_divide(a, t)),
        ("zipped_divide_ceil", |a, t| algebra::zipped_divide_ceil(a, t)),
    ];
    let layouts = ["20:2", "(4,8):(8,1)", "((2,4),8):((4,8),1)", "(10,8):(18,59)", "(6,7)"];
    let tilers = ["4", "3:2", "(2,4)", "<2:1,4:2>", "(2,2):(8,4)", "((2,2),4)", "(3,4,5)", "12:0"];
    let mut results = 0;
    let mut errors = 0;
    for (name, operation) in operations {
        for a in layouts {
            for tiler in tilers {
                let text = format!("{name}({a}, {tiler})");
                let code = text.parse::<TokenStream>().unwrap();
                match operation(&a.parse().unwrap(), &tiler.parse().unwrap()) {
                    Ok(result) => {
                        assert_eq!(type_notation(&text), result.to_string(), "{text}");
                        results += 1;
                    }
                    Err(error) => {
                        let message = term(code, Level::Type).err().unwrap().to_string();
                        assert!(message.contains(&error.rule.to_string()), "{text}: {message}");
                        assert!(message.starts_with(&format!("inadmissible {name}")), "{message}");
                        errors += 1;
                    }
                }
            }
        }
    }
    assert!(results > 50 && errors > 20, "{results} results, {errors} errors");
}

#[test]
fn literal_operations_in_the_notation() {
    // Computed by hand: offsets 0,24,2,26,.. 8,.. ; 12 consecutive offsets; the gaps 0,2,4 and 12.
    assert_eq!(type_notation("(6,2):(8,2) o (4,3):(3,1)"), "((2,2),3):((24,2),8)");
    assert_eq!(type_notation("coalesce((2,(1,6)):(1,(6,2)))"), "12:1");
    assert_eq!(type_notation("complement((2,2):(1,6), 24)"), "(3,2):(2,12)");
    // Operators associate to the left.
    assert_eq!(type_notation("(4,8) / (2,4) o 2"), type_notation("((4,8) / (2,4)) o 2"));
    assert_eq!(type_notation("64 / 8 / 2"), type_notation("logical_divide(64 / 8, 2)"));
}

/// Names of operations in the calculator are names of Rust without an argument.
#[test]
fn names_of_operations_are_names_of_rust() {
    assert_eq!(value_code("domain o codomain"), "composition(domain,codomain)");
    assert_eq!(value_code("flatten(size o codomain)"), "flatten(composition(size,codomain))");
    assert_eq!(type_notation("domain"), "domain");
    assert_eq!(type_notation("mode o (2,2)"), "Composition(mode,(2:1,2:1))");
    assert_eq!(
        type_notation("layout_of((4,6)--(2,1)-->(6,4)) o domain"),
        "Composition((4,6):(6,1),domain)"
    );
}

#[test]
fn swizzles_among_names() {
    let swizzle = value_code("Sw<3,0,3>");
    assert_eq!(value_code("Sw<3,0,3> o d"), format!("composition({swizzle},d)"));
    assert_eq!(value_code("d o Sw<3,0,3>"), format!("composition(d,{swizzle})"));
    assert_eq!(
        value_code("coalesce(Sw<3,0,3> o d)"),
        format!("coalesce(composition({swizzle},d))")
    );
    let down = value_code("Sw<2,1,-3>");
    assert_eq!(
        value_code("d / <Sw<2,1,-3>,_>"),
        format!("logical_divide(d,{})", list(&[&down, "Keep"]))
    );
    assert_eq!(type_code("Sw<3,0,3> o D"), format!("Composition<{},D>", type_code("Sw<3,0,3>")));
    // Known operands are evaluated first.
    let rows = value_code("(8,8):(f9,f1)");
    assert_eq!(value_code("Sw<3,0,3> o (8,8):(8,1) o d"), format!("composition({rows},d)"));
}

#[test]
fn fragments_of_macro_rules_are_leaves_or_code() {
    let substituted = |text: &str| {
        let content = text.parse().unwrap();
        let group = proc_macro2::Group::new(proc_macro2::Delimiter::None, content);
        let tokens: TokenStream = [proc_macro2::TokenTree::Group(group)].into_iter().collect();
        quote::quote!((#tokens, 2):(1, 8))
    };
    let value = |text| plain(expand_value(substituted(text), emit::value));
    assert_eq!(value("8"), plain(expand_value(quote::quote!((8, 2):(1, 8)), emit::value)));
    assert!(value("m").contains("head:leaf_of(m,"));
    assert!(value("m * 2").contains("head:leaf_of({m*2},"));
    assert!(value("(1 + n) * 2").contains("head:leaf_of({(1+n)*2},"));
    let zero = term(substituted("0"), Level::Value).err().unwrap();
    assert_eq!(zero.to_string(), "a static extent must be at least 1, not 0");
}

#[test]
fn nesting_is_bounded() {
    let nested = |depth| format!("{}4{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(type_notation(&format!("{0}:{0}", nested(64))), format!("{0}:{0}", nested(64)));
    for text in [nested(65), format!("A / {}4{}", "<".repeat(65), ">".repeat(65))] {
        let error = term(text.parse().unwrap(), Level::Type).err().unwrap();
        assert_eq!(error.to_string(), "nested deeper than 64");
    }
    // A chain of operations is read and written without recursion.
    let long = "A".to_string() + &" o B".repeat(10_000);
    assert!(term(long.parse().unwrap(), Level::Type).is_ok());
    assert_eq!(type_notation(&("64".to_string() + &" o 64".repeat(1000))), "64:1");
}

#[test]
fn decimal_names_are_the_integers() {
    let code = plain(crate::decimal_names::decimal_names(150));
    // Looks a number up by its bits: `Entry<name, twice the number, twice the number plus one>`.
    fn find<'a>(table: &'a str, bits: &str) -> Option<&'a str> {
        let (name, rest) = table.strip_prefix("Entry<")?.split_once([',', '>'])?;
        let Some(bit) = bits.chars().next() else { return Some(name) };
        let mut depth = 0;
        let comma = rest.find(|c| {
            depth += i32::from(c == '<') - i32::from(c == '>');
            depth == 0 && c == ',' || depth < 0
        })?;
        let (even, odd) = rest.split_at(comma);
        find(if bit == '0' { even } else { odd.strip_prefix(',')? }, &bits[1..])
    }
    for (table, name, last) in [
        ("Names", (|value| format!("_{value}")) as fn(u32) -> String, 150),
        ("PaddedNames", |value| format!("_{value:03}"), 99),
    ] {
        let (_, entry) = code.split_once(&format!("type{table}=")).unwrap();
        let entry = entry.split(';').next().unwrap();
        for value in 0..=last {
            assert!(code.contains(&format!("pubenum{}{{}}", name(value))));
            let bits = if value == 0 { String::new() } else { format!("{value:b}") };
            assert_eq!(find(entry, &bits), Some(&*name(value)));
        }
        for value in last + 1..300 {
            assert_eq!(find(entry, &format!("{value:b}")), None);
        }
        assert_eq!(find(entry, "0"), None);
    }
    assert_eq!(code.matches("enum").count(), 151 + 100);
}

/// Literals also have operations that the types do not compute.
#[test]
fn literals_have_all_operations_of_the_value_level() {
    let known = |text: &str| match term(text.parse().unwrap(), Level::Type) {
        Ok(crate::Term::Known(layout)) => layout.value.to_string(),
        Ok(_) => panic!("{text} is not evaluated"),
        Err(error) => panic!("{text}: {error}"),
    };
    // 004, section 3.5.1, and table 5, row 1.
    assert_eq!(known("blocked_product((3,4):(4,1), (2,5):(1,2))"), "((3,2),(4,5)):((4,12),(1,24))");
    assert_eq!(known("right_inverse((4,8):(1,4))"), "32:1");
    assert_eq!(known("(2,2):(1,2) * 3:1"), known("logical_product((2,2):(1,2), 3:1)"));

    let refused = |text: &str| term(text.parse().unwrap(), Level::Type).err().unwrap().to_string();
    assert_eq!(refused("size((4,8))"), "the expression is an integer, not a layout");
    assert!(refused("image((4,2):(1,2))").contains("a list"));
    assert!(refused("image(n)").contains("no operation"));
}
