//! What other programs print and what people write in them, read as expressions.

use tilework_algebra::expression::{Expression, Names, Value};
use tilework_algebra::{Layout, Swizzle};

fn read(text: &str) -> (Value, Vec<String>) {
    let expression: Expression = text.parse().unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
    let value = expression.evaluate(&mut Names::new());
    let notes = expression.notes().iter().map(|note| note.to_string()).collect();
    (value.unwrap_or_else(|wrong| panic!("{text}: {wrong}")), notes)
}

/// The forms, each with a layout in our notation and the number of notes.
#[test]
fn forms_of_other_programs_are_read() {
    for (text, same, notes) in [
        ("ptr[32b](0x7f..) o (4,8):(1,4)", "(4,8):(1,4)", 1),
        ("gmem_ptr[32b](0x7f2a) o (_4,_8):(_1,_4)", "(4,8):(1,4)", 1),
        ("(4,8):(1@0,1@1)", "(4,8):(e0,e1)", 0),
        ("(4,(2,3)):(1@0,(_1@0@1,3@1@1))", "(4,(2,3)):(e0,(e(1,0),3*e(1,1)))", 0),
        ("ArithTuple(0,0) o (_64,_32):(_1@1,_1@0)", "(64,32):(e1,e0)", 1),
        ("ArithTuple(_0,_128) o (_64,_32):(_1@1,_1@0)", "(64,32):(e1,e0)", 1),
        ("Tensor<0x00007f34@gmem o (4,8):(8,1)>", "(4,8):(8,1)", 1),
        ("tensor<ptr<f32, gmem> o (4,8):(8,1)>", "(4,8):(8,1)", 1),
        ("!cute.layout<\"((2,3),4):((1,2),6)\">", "((2,3),4):((1,2),6)", 0),
        ("!cute.memref<f32, gmem, align<16>, \"(4,8):(8,1)\">", "(4,8):(8,1)", 1),
        ("Layout((16, 8), (1, 16))", "(16,8):(1,16)", 0),
        ("pycute.Layout((16, 8))", "(16,8):(1,16)", 0),
        ("Layout<Shape<_4,_8>, Stride<_1,_4>>", "(4,8):(1,4)", 0),
        (
            "cute::Layout<cute::tuple<cute::C<4>, cute::C<8> >, cute::tuple<cute::C<8>, cute::C<1> > >",
            "(4,8):(8,1)",
            0,
        ),
        ("make_layout(make_shape(4,8), make_stride(8,1))", "(4,8):(8,1)", 0),
        ("cute::make_layout(cute::make_shape(Int<4>{}, _8{}), LayoutRight{})", "(4,8):(8,1)", 0),
        (
            "make_layout(make_shape(_4{}, make_shape(_2{}, _3{})), GenColMajor{})",
            "(4,(2,3)):(1,(4,8))",
            0,
        ),
        ("cute.make_layout((4,8), stride=(8,1))", "(4,8):(8,1)", 0),
        ("cute.make_layout(shape=(4,8), stride=(8,1),)", "(4,8):(8,1)", 0),
        ("layout!((4,8):(8,1))", "(4,8):(8,1)", 0),
        ("[32:1;32:1]", "<32:1,32:1>", 0),
        (
            "zipped_divide(make_layout((8,8)), [2:1;4:1])",
            "zipped_divide((8,8):(1,8), <2:1,4:1>)",
            0,
        ),
        ("size(Layout((16, 8), (1, 16)))", "128", 0),
        ("composition(make_layout((4,8)), Layout((2,2),(1,4)))", "(4,8) o (2,2):(1,4)", 0),
        ("GMMA::Layout_K_SW128_Atom<half_t>", "Sw<3,3,3> o (8,64):(64,1)", 1),
        ("Layout_MN_SW64_Atom<float>", "Sw<2,2,3> o (16,8):(1,16)", 1),
        ("Layout_K_INTER_Atom<cutlass::bfloat16_t>", "(8,8):(8,1)", 0),
        ("Layout_K_SW32_Atom<int8_t>", "Sw<1,4,3> o (8,32):(32,1)", 1),
    ] {
        let (value, said) = read(text);
        let equal = format!("equal({value}, {same})");
        assert!(value == read(same).0 || read(&equal).0 == Value::Boolean(true), "{text}: {value}");
        assert_eq!(said.len(), notes, "{text}: {said:?}");
    }
}

/// A swizzle before a pointer takes the addresses of bytes: `offset = Sw(width * L(c)) / width`.
#[test]
fn swizzles_of_pointers_count_bytes() {
    let widths = [("8b", 8), ("16b", 16), ("32b", 32), ("64b", 64), ("half_t", 16), ("float", 32)];
    for [bits, base, shift] in [[3, 4, 3], [2, 4, 3], [1, 4, 3], [0, 4, 3], [2, 5, 2]] {
        let swizzle = Swizzle::new(bits, base, shift).unwrap();
        for (name, width) in widths {
            let inner: Layout = format!("(8,{0}):({0},1)", 1024 / width).parse().unwrap();
            let pointer =
                if name.ends_with('b') { format!("[{name}]") } else { format!("<{name}*>") };
            for text in [
                format!("{swizzle} o smem_ptr{pointer}(unset) o {inner}"),
                format!("{swizzle}_smem_ptr{pointer}(0x7f00) o {inner}"),
                format!(
                    "tensor<ptr<f{width}, smem, align<1024>, S<{bits},{base},{shift}>> o {inner}>"
                ),
                format!("!cute.memref<f{width}, smem, S<{bits},{base},{shift}>, \"{inner}\">"),
            ] {
                let (value, notes) = read(&text);
                assert_eq!(notes.len(), 2, "{text}: {notes:?}");
                for at in 0..inner.size() {
                    let bytes = swizzle.apply(inner.offset(at).unwrap() * width / 8);
                    let found = read(&format!("({value})({at})")).0;
                    assert_eq!(found, Value::from(bytes * 8 / width), "{text} at {at}");
                }
            }
        }
    }
}

/// The smallest layouts of shared memory, as CuTe has them in bits: `upcast` gives those of wider elements.
#[test]
fn atoms_in_bits_are_those_of_elements() {
    for major in ["K", "MN"] {
        for swizzled in ["INTER", "SW32", "SW64", "SW128"] {
            let name = format!("Layout_{major}_{swizzled}_Atom");
            for (of, width) in [("uint8_t", 8), ("half_t", 16), ("float", 32), ("double", 64)] {
                let wide = read(&format!("upcast({name}_Bits, {width}) == {name}<{of}>")).0;
                assert_eq!(wide, Value::Boolean(true), "{name} {of}");
            }
        }
    }
    let of_32 = "upcast(Sw<3,7,3> o (1024,8):(1,1024), 32)";
    assert_eq!(read(of_32).0.to_string(), "(32,8):(f1,f36)");
    let of_bits = "upcast(Sw<3,4,3> o smem_ptr[1b](unset) o (1024,8):(1,1024), 32)";
    assert_eq!(read(of_bits).0.to_string(), "(32,8):(f1,f36)");
}

#[test]
fn what_is_not_read_says_what_to_write() {
    for (text, reason) in [
        ("(?{dix=8},32768):(1,?)", "expected `div=8`, `i32`, `i64` or `}` at position 6"),
        ("Sw<3,4,3> o smem_ptr o (8,64):(64,1)", "nothing has the name `smem_ptr` at position 12"),
        (
            "Sw<3,4,3> o smem_ptr[]() o (8,64):(64,1)",
            "expected the width of an element, as in `smem_ptr[16b]`: the swizzle counts bytes at position 12",
        ),
        (
            "Sw<1,0,3> o smem_ptr[16b](unset) o (8,64):(64,1)",
            "recast: alignment: 1 offsets stay together, not 2",
        ),
        ("smem_ptr[16b](unset) (8,64):(64,1)", "expected `o` and a layout at position 21"),
        (
            "make_layout(4,8,2)",
            "expected a shape and a stride; layouts side by side are `concatenate(A, B)` at position 0",
        ),
        (
            "!cute.layout<8:1>",
            "expected a layout in quotes, `!cute.layout<\"8:1\">` at position 12",
        ),
        ("!cute.layout<\"8:1\"", "expected one layout in the brackets at position 18"),
        (
            "Layout_K_SW128_Atom",
            "expected the type of an element, as in `Layout_K_SW128_Atom<half_t>` at position 19",
        ),
    ] {
        let value = text.parse::<Expression>().and_then(|read| read.evaluate(&mut Names::new()));
        assert_eq!(value.unwrap_err().to_string(), reason, "{text}");
    }
}

/// CuTe prints the offset between the parts of a composed layout as a static integer, and a layout as `_3:_1`.
#[test]
fn offsets_between_layouts() {
    for (text, same, notes) in [
        ("(_4,_6):(_7,_1) o _3 o (_2,_5):(_2,_3)", "composed((4,6):(7,1), 3, (2,5):(2,3))", 1),
        ("(_8,_8):(_8,_1) o _0 o _8:_2", "composed((8,8):(8,1), 0, 8:2)", 1),
        ("(_8,_8):(_8,_1) o _3 o _8:_2 o _2:_4", "composed((8,8):(8,1), 3, 8:2) o 2:4", 1),
        (
            "Sw<1,0,3> o _0 o (_8,_8):(_8,_1) o _3 o _8:_2 o _1 o _2",
            "composed(composed(Sw<1,0,3> o 0 o (8,8):(8,1), 3, 8:2), 1, 2)",
            2,
        ),
        // After a swizzle, and as an integer of the notation.
        ("Sw<2,0,3> o _8 o (_8,_8):(_8,_1)", "Sw<2,0,3> o 8 o (8,8):(8,1)", 0),
        ("(4,6):(7,1) o 3 o 2", "(4,6):(7,1) o 3:1 o 2:1", 0),
        ("(4,6):(7,1) o _3", "(4,6):(7,1) o 3:1", 0),
        ("[8:1, _3 o 2]", "[8:1, 3:1 o 2:1]", 0),
    ] {
        let (value, said) = read(text);
        assert_eq!(value, read(same).0, "{text}");
        assert_eq!(said.len(), notes, "{text}: {said:?}");
    }
    // The function, by its definition.
    let (value, said) = read("offsets((4,6):(7,1) o _3 o (2,5):(2,3))");
    let a = |i: i64| i % 4 * 7 + i / 4;
    let offsets = (0..10).map(|i| a(3 + i % 2 * 2 + i / 2 * 3)).collect();
    assert_eq!(value, Value::Integers(offsets));
    assert_eq!(said, ["`_3` between two `o` is an offset, as CuTe prints it: `composed(X, 3, Y)`"]);
}

/// A swizzle in a cast that CuTe would write in bytes.
#[test]
fn swizzles_of_casts() {
    let note = "`Sw<3,4,3>` counts elements here; CuTe's counts bytes, as in `Sw<3,4,3> o smem_ptr[1b](0) o ..` before a \
                layout in bits";
    for (text, same, noted) in [
        ("upcast(Sw<3,4,3> o (1024,8):(1,1024), 16)", "((8,8),8):((f1,f9),f64)", true),
        ("upcast<16>(Sw<3,4,3> o (1024,8):(1,1024))", "((8,8),8):((f1,f9),f64)", true),
        ("recast(Sw<2,4,3> o (64,8):(1,64), 16, 8)", "(128,8):(1,128)", true),
        ("upcast(Sw<3,4,3> o smem_ptr[1b](0) o (1024,8):(1,1024), 32)", "(32,8):(f1,f36)", false),
        ("upcast(Sw<3,7,3> o (1024,8):(1,1024), 32)", "(32,8):(f1,f36)", false),
        ("upcast(Layout_MN_SW128_Atom<int8_t>, 2)", "Sw<3,3,3> o (64,8):(1,64)", false),
        ("upcast((1024,8):(1,1024), 32)", "(32,8):(1,32)", false),
        ("upcast(Sw<3,4,3>, 2)", "Sw<3,3,3>", false),
        ("offsets(Sw<3,4,3> o 4:128)", "[0, 144, 288, 432]", false),
    ] {
        let (value, said) = read(text);
        if !text.contains("Sw<2") {
            let equal = format!("equal({value}, {same})");
            assert!(
                value == read(same).0 || read(&equal).0 == Value::Boolean(true),
                "{text}: {value}"
            );
        }
        let counts = said.iter().filter(|note| note.contains("counts elements here")).count();
        assert_eq!(counts, usize::from(noted), "{text}: {said:?}");
        if text.starts_with("upcast(") && noted {
            assert_eq!(said, [note], "{text}");
        }
    }
    // The note is there also if there is no result.
    let refused: Expression = "upcast(Sw<3,4,3> o (1024,8):(1,1024), 32)".parse().unwrap();
    assert!(refused.evaluate(&mut Names::new()).is_err());
    assert_eq!(refused.notes().len(), 1);
}
