//! The text of results, and the words of refusals.

use tilework_algebra::expression::Value;
use tilework_algebra::{Composed, Swizzle, Xor};

use super::{FUNCTIONS, of};
use crate::{assert_value, value};

#[test]
fn written_forms() {
    for (text, expected) in [
        ("(8,8):(8,1) o Sw<3,0,3>", "(8,8):(f8,f9)"),
        ("(8,6):(6,1) o Sw<3,0,3>", "composed((8,6):(6,1), 0, (8,8):(f1,f9))"),
        ("composed((8,6):(6,1), 0, Sw<3,0,3>)", "composed((8,6):(6,1), 0, (8,8):(f1,f9))"),
        ("composed((8,6):(6,1), 3, Sw<3,0,3>)(8)", "13"),
        (
            "zipped_divide(Sw<2,0,3> o 16 o (8,8), <4,2>)",
            "Sw<2,0,3> o 16 o ((4,2),(2,4)):((1,8),(4,16))",
        ),
        ("slice(Sw<2,0,3> o 16 o (8,8), (1,_))", "Sw<2,0,3> o 17 o 8:8"),
        ("dice(Sw<2,0,3> o 16 o (8,8), (1,_))", "Sw<2,0,3> o 16 o 8:1"),
        (
            "tile_to_shape(Sw<2,0,3> o 16 o (8,4):(4,1), (16,8))",
            "Sw<2,0,3> o 16 o (16,(4,2)):(4,(1,64))",
        ),
        ("upcast(Sw<2,1,3> o 16 o (8,8), 2)", "Sw<2,0,3> o 8 o (4,8):(1,4)"),
        ("downcast(Sw<2,0,3> o 16 o (8,8), 2)", "Sw<2,1,3> o 32 o (16,8):(1,16)"),
        (
            "recast(composed(Sw<3,0,-4>, 0, (8,(4,2)):(4,(1,32))), 32, 8)",
            "Sw<3,2,-4> o 0 o (8,(16,2)):(16,(1,128))",
        ),
        ("upcast(Sw<2,1,3>, 2)", "Sw<2,0,3>"),
        ("recast(composed(Sw<2,1,3>, 16, 32:f1), 8, 16)", "composed(Sw<2,0,3>, 8, 16:f1)"),
        ("sort(Sw<2,0,3> o 3 o (3,8):(8,1))", "Sw<2,0,3> o 3 o (8,3):(1,8)"),
        ("make_layout_like(Sw<2,0,3> o 3 o (3,8):(8,1))", "(3,8):(8,1)"),
        ("Sw<1,0,3> o (Sw<1,1,3> o 5 o (3,8):(8,1))", "Sw<2,0,3> o 5 o (3,8):(8,1)"),
        (
            "Sw<1,0,3> o (Sw<1,1,4> o 5 o (3,8):(8,1))",
            "composed((8,2,2,2,2):(f1,f9,f16,f34,f64), 5, (3,8):(8,1))",
        ),
        // Modes of extent 1 stay unchanged.
        ("Sw<2,0,3> o 1 o (1,4):(5,1)", "Sw<2,0,3> o 1 o (1,4):(5,1)"),
        // Operations on offsets use the plain layout, if there is one.
        ("complement(composed(Sw<3,0,3>, 0, (8,8):(8,1)), 128)", "2:f64"),
        ("right_inverse(composed((8,4):(4,1), 0, (4,8):(8,1)))", "32:1"),
        ("stride(composed(Sw<3,0,3>, 0, (8,8):(8,1)))", "(f9,f1)"),
        ("stride(composed(4:3, 0, 4:2))", "6"),
        ("concatenate(composed(Sw<3,0,3>, 0, 8:8), 8:f1)", "(8,8):(f9,f1)"),
        ("8:f1 o composed(Sw<1,0,1>, 0, 4:1)", "(2,2):(f1,f3)"),
        // XOR strides if there are no integer strides.
        ("(8,8):(8,1) o (8,8):(f1,f9)", "(8,8):(f8,f9)"),
        ("(8,8):(8,1) o (8,8):(f1,f8)", "(8,8):(8,1)"),
    ] {
        assert_value(text, expected);
    }
    for (text, expected) in [
        (
            "right_inverse(Sw<2,0,3> o 1 o 8:1)",
            "right_inverse: added offset: a layout begins at 0, and the offset 1 is added",
        ),
        ("complement(Sw<2,0,3> o 1 o 8:1, 64)", "complement: added offset: a layout begins at 0"),
        ("stride(Sw<2,0,3> o 1 o 8:1)", "a layout is wanted, not a composed layout"),
        (
            "8:e0 o (Sw<2,0,3> o 1 o 8:1)",
            "with a composed layout, a layout with integer or XOR strides is wanted",
        ),
        (
            "zipped_divide(8:1, Sw<2,0,3> o 1 o 8:1)",
            "zipped_divide: added offset: a layout begins at 0",
        ),
        (
            "recast(Sw<3,0,-4> o (8,(4,2)):(4,(1,32)), 32, 8)",
            "unit stride, mode 2: no stride is f1, of which a swizzle may have made f17",
        ),
        (
            "concatenate(Sw<2,0,3> o 1 o 8:1, Sw<2,0,3> o 2 o 8:8)",
            "a layout under the same function is wanted, not a composed layout",
        ),
        (
            "append(Sw<2,0,3> o 1 o 8:1, Sw<2,1,3> o 1 o 8:8)",
            "a layout under the same function is wanted, not a composed layout",
        ),
    ] {
        let failure = value(text).unwrap_err().to_string();
        assert!(failure.contains(expected.split(" at ").next().unwrap()), "{text}: {failure}");
    }
}

#[test]
fn words() {
    for (text, words) in [
        ("to_xor(Sw<3,0,3> o 64 o (8,8):(8,1))", "the offset 64 is added"),
        ("to_xor(composed(Sw<3,0,3>, -1, 8:f1))", "the offset -1 is added"),
        ("2:-f1", "multiples of bits are not negative"),
        ("2:-2*f3", "multiples of bits are not negative"),
        ("group((4,8),1,0)", "begins at 1, behind its end 0"),
        ("take((4,8):(1,4),5,1)", "begins at 5, behind its end 1"),
        ("group((4,8),1,3)", "there is no mode 2 among 2"),
        ("group((4,8),3,3)", "there is no mode 3 among 2"),
        ("conflict_free_swizzle(0,1,32:1)", "conflict_free_swizzle: positive extent"),
        ("conflict_free_swizzle(4,0,32:1)", "conflict_free_swizzle: positive extent"),
        ("bank_conflicts(32:1,0)", "bank_conflicts: positive extent"),
    ] {
        let failure = value(text).unwrap_err().to_string();
        assert!(failure.contains(words), "{text}: {failure}");
    }
}

/// Printed values are parsed as the same values.
#[test]
fn printed_values_are_read() {
    let (mut composed, mut of_bits) = (0, 0);
    for (f, _) in FUNCTIONS {
        for n in [0, 5] {
            for inner in ["(3,8):(8,1)", "((2,3),4):((1,8),2)", "(8,4):(f1,f9)"] {
                match of(&format!("composed({f}, {n}, {inner})")) {
                    Value::Composed(value) => {
                        assert_eq!(value.to_string().parse(), Ok(value));
                        composed += 1;
                    }
                    Value::ComposedXor(value) => {
                        assert_eq!(value.to_string().parse(), Ok(value));
                        of_bits += 1;
                    }
                    other => panic!("{other}"),
                }
            }
        }
    }
    assert!(composed > 10 && of_bits > 5, "{composed} {of_bits}");
    for swizzle in ["Sw<3,4,3>", "Sw<2,0,-3>"] {
        let read: Swizzle = swizzle.parse().unwrap();
        assert_eq!(read.to_string(), swizzle);
    }
    // Other values are refused.
    assert!("(8,8):(8,1)".parse::<Composed>().is_err());
    assert!("Sw<2,0,3> o (8,8):(8,1)".parse::<Swizzle>().is_err());
    assert!("Sw<2,0,3> o 4 o (3,8):(8,1)".parse::<Composed<Xor>>().is_err());
}
