//! Reading the text that CuTe prints.

use crate::cases::Random;
use tilework_algebra::{ArithmeticTuple, Composed, Error, Layout, Xor};

/// Checks that the text is read as the layout that is written in the notation.
pub fn is_read(text: &str, written: &str) {
    if let Ok(layout) = written.parse::<Layout>() {
        assert_eq!(text.parse::<Layout>(), Ok(layout), "{text}");
    } else if let Ok(layout) = written.parse::<Layout<ArithmeticTuple>>() {
        assert_eq!(text.parse::<Layout<ArithmeticTuple>>(), Ok(layout), "{text}");
    } else if let Ok(layout) = written.parse::<Composed>() {
        assert_eq!(text.parse::<Composed>(), Ok(layout), "{text}");
    } else {
        // XOR strides are written as integers, after a swizzle if they need one.
        let layout: Layout<Xor> = written.parse().unwrap();
        let integers = text.parse::<Layout>().and_then(|layout| Layout::of_integers(&layout));
        let swizzled = || text.parse::<Composed>()?.to_layout();
        assert_eq!(integers.or_else(|_| swizzled()), Ok(layout), "{text}");
    }
}

/// Recorded from CuTe 4.2 (`print`, and `typeid` of g++ 12.2), CuTe DSL 4.8 and PyCuTe.
#[test]
fn what_cute_writes_is_read() {
    for (text, written) in [
        ("((_2,_3),_4):((_1,_2),_6)", "((2,3),4):((1,2),6)"),
        (
            "cute::Layout<cute::tuple<cute::tuple<cute::C<2>, cute::C<3> >, cute::C<4> >, \
             cute::tuple<cute::tuple<cute::C<1>, cute::C<2> >, cute::C<6> > >",
            "((2,3),4):((1,2),6)",
        ),
        ("cute::Layout<cute::C<8>, cute::C<1> >", "8:1"),
        ("(_4,_8):(_-1,_12)", "(4,8):(-1,12)"),
        (
            "cute::ComposedLayout<cute::Swizzle<2, 0, 3>, cute::C<4>, \
             cute::Layout<cute::tuple<cute::C<3>, cute::C<8> >, cute::tuple<cute::C<8>, cute::C<1> > > >",
            "Sw<2,0,3> o 4 o (3,8):(8,1)",
        ),
        ("Sw<2,0,3> o _4 o (_3,_8):(_8,_1)", "Sw<2,0,3> o 4 o (3,8):(8,1)"),
        ("(_4,(_2,_3)):(_1@0,(_1@0@1,_3@1@1))", "(4,(2,3)):(e0,(e(1,0),3*e(1,1)))"),
        (
            "cute::Layout<cute::tuple<cute::C<4>, cute::C<2> >, \
             cute::tuple<cute::ScaledBasis<cute::C<12>, 1>, cute::C<0> > >",
            "(4,2):(12*e1,0)",
        ),
        ("S<2,0,3> o 0 o (8,8):(8,1)", "Sw<2,0,3> o 0 o (8,8):(8,1)"),
        ("SW_2_0_3 o 4 o (3, 8):(8, 1)", "Sw<2,0,3> o 4 o (3,8):(8,1)"),
        ("((3,), (2, (2, 5))):((20,), (10, (0, 1)))", "((3),(2,(2,5))):((20),(10,(0,1)))"),
        ("(4,8):(1@0,1@1)", "(4,8):(e0,e1)"),
    ] {
        is_read(text, written);
    }
}

/// Hand-written types, as other compilers name them and as people write them.
#[test]
fn types_in_other_words_are_read() {
    for (text, written) in [
        ("Layout<Shape<_2,Int<12>>,Stride<_1,_m2>>", "(2,12):(1,-2)"),
        ("Layout<Shape<Shape<_2,_3>,_4>>", "((2,3),4)"),
        ("Layout<cute::constant<int, 8>, cute::C<(int)1>>", "8:1"),
        ("Layout<tuple<C<2>>,tuple<C<5000000000l>>>", "(2):(5000000000)"),
        ("Layout<tuple<>,tuple<>>", "():()"),
        ("Layout<_4,E<0,1>>", "4:e(0,1)"),
        ("gmem_ptr[32b](0x7f2a) o (_4,8):(_1,4)", "(4,8):(1,4)"),
        ("smem_ptr[16b](0x7f2a) o Sw<3,4,3> o _0 o (_8,_8):(_8,_1)", "Sw<3,4,3> o 0 o (8,8):(8,1)"),
        (" ( _2 , _3 ) : ( _1 , _2 ) ", "(2,3):(1,2)"),
    ] {
        is_read(text, written);
    }
}

#[test]
fn what_is_wrong_has_its_place() {
    let says = |text: &str| text.parse::<Layout>().unwrap_err().to_string();
    for (text, error) in [
        ("", "parse: syntax: expected an integer or `(` at position 0"),
        ("Layout<Shape<_2,_3>", "parse: syntax: expected an operator, `,` or `>` at position 19"),
        (
            "Layout<Shape<_2,_3>,Stride<_1>>",
            "layout: congruence: shape and stride do not have the same profile",
        ),
        ("Layout<-1,_1>", "layout: natural extent, mode 0: an extent must be at least 0, not -1"),
        (
            "Layout<tuple<int,_3>,tuple<_1,int>>",
            "parse: syntax: expected a static integer, `_8` or `Int<8>`, at position 13",
        ),
        ("(_2;_3):(_1,_2)", "parse: syntax: expected an operator, `,` or `)` at position 3"),
        ("(_2,_3):(_1,_2))", "parse: syntax: expected an operator or the end at position 15"),
        (
            "(?,_3):(_1,?)",
            "parse: syntax: expected a number in place of `?`, which is known only at run time at position 1",
        ),
        (
            "Layout<_99999999999999999999,_1>",
            "parse: overflow: the exact result does not fit the integers used",
        ),
        (
            "ptr[32b](0x7f) (_2,_3):(_1,_2)",
            "parse: syntax: expected `o` and a layout at position 15",
        ),
    ] {
        assert_eq!(says(text), error, "{text}");
    }
    // A layout of another kind.
    let other: Result<Layout, Error> = "Sw<2,0,3> o _4 o (_3,_8):(_8,_1)".parse();
    assert!(other.is_err());
}

/// Nesting needs no recursion, and has the limit of expressions.
#[test]
fn deep_types_are_read() {
    let nested = |depth: usize| {
        let of = |leaf: &str| "tuple<".repeat(depth) + leaf + &">".repeat(depth);
        format!("Layout<{},{}>", of("_2"), of("_1")).parse::<Layout>()
    };
    assert_eq!(nested(1000).unwrap().depth(), 1000);
    assert_eq!(
        nested(50_000).unwrap_err().to_string(),
        "parse: syntax: expected brackets that nest at most 1024 deep at position 6145"
    );
}

/// Text with random mistakes is read or refused, and text that is read gives a layout.
#[test]
fn any_text_is_read_or_refused() {
    let texts = [
        "cute::ComposedLayout<cute::Swizzle<2, 0, 3>, cute::C<4>, cute::Layout<cute::tuple<_3>, tuple<Int<12>> > >",
        "gmem_ptr[32b](0x7f) o Sw<2,0,3> o _4 o ((_3,),(8)):((_8),(cute::_1))",
        "cute::Layout<Shape<_3, _2>, Stride<E<0,1>,ScaledBasis<C<2>,1>>>",
    ];
    let mut random = Random::new(3);
    let mut read = 0;
    for _ in 0..20_000 {
        let mut text = texts[random.below(3) as usize].as_bytes().to_vec();
        for _ in 0..1 + random.below(4) {
            if text.is_empty() {
                break;
            }
            let at = random.below(text.len() as u64) as usize;
            match random.below(3) {
                0 => drop(text.remove(at)),
                1 => text[at] = b"<>(),:_@0o\xC3 "[random.below(12) as usize],
                _ => text.truncate(at + 1),
            }
        }
        let text = String::from_utf8_lossy(&text);
        let layout = (text.parse::<Layout>().map(|layout| layout.size()))
            .or_else(|_| text.parse::<Composed>().map(|layout| layout.inner().size()))
            .or_else(|_| text.parse::<Layout<ArithmeticTuple>>().map(|layout| layout.size()));
        read += usize::from(layout.is_ok_and(|size| size >= 1));
    }
    assert!(read > 100 && read < 19_900, "{read}");
}
