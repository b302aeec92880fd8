//! Text without operations is read without the feature `expression`, including all text that layouts are written as.

use std::fmt::Display;
use std::str::FromStr;

use tilework_algebra::{
    ArithmeticTuple, Composed, Error, IntTuple, Layout, Operation, Profile, Rule, Swizzle, Tiler,
    Xor,
};

#[track_caller]
fn written<T: FromStr<Err = Error> + Display + PartialEq + std::fmt::Debug>(
    text: &str,
    again: &str,
) {
    let read: T = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(read.to_string(), again, "{text}");
    assert_eq!(again.parse::<T>(), Ok(read), "{again}");
}

#[test]
fn what_is_written_is_read() {
    written::<IntTuple>("((2, 3),-4)", "((2,3),-4)");
    written::<Profile>("((*,*), *)", "((*,*),*)");
    written::<Layout>("((2,3),4):((1,2),6)", "((2,3),4):((1,2),6)");
    written::<Layout>("(4,8)", "(4,8):(1,4)");
    written::<Layout>("(4,8):row_major", "(4,8):(8,1)");
    written::<Layout>("(4,8): col_major", "(4,8):(1,4)");
    written::<Tiler>("<4,(2,3):(1,4),_>", "<4:1,(2,3):(1,4),_>");
    written::<Layout<ArithmeticTuple>>(
        "(4,(2,8)):(e1,(6 e1, 2*e(0,1)+e1))",
        "(4,(2,8)):(e1,(6e1,2*e(0,1)+e1))",
    );
    written::<Layout<ArithmeticTuple>>("(4,3):(-e0,0)", "(4,3):(-e0,0)");
    written::<Layout<Xor>>("(8,(4,2)):(f9,(2*f1,0))", "(8,(4,2)):(f9,(f2,0))");
    written::<Swizzle>("Sw< 3, 4, -3 >", "Sw<3,4,-3>");
    written::<Composed>("Sw<3,4,3> o 16 o (8,8):(8,1)", "Sw<3,4,3> o 16 o (8,8):(8,1)");
}

/// A comma may follow the last element of a tuple, as in Rust and in the macros. It is not printed.
#[test]
fn commas_at_the_end() {
    written::<IntTuple>("(7,)", "(7)");
    written::<IntTuple>("((2,3,),(4,),)", "((2,3),(4))");
    written::<Profile>("(*,(*,),)", "(*,(*))");
    written::<Layout>("(7,):(3,)", "(7):(3)");
    written::<Layout>("(7,)", "(7):(1)");
    written::<Layout>("((4 , ),8,):((1,), 4 ,)", "((4),8):((1),4)");
    written::<Layout<Xor>>("(8,):(f9,)", "(8):(f9)");
    written::<Tiler>("<4,>", "<4:1>");
    written::<Tiler>("(4,8,)", "<4:1,8:1>");
    written::<Tiler>("((4:1),)", "4:1");
    for wrong in ["(,)", "(7,,)", "7,", "(7,):(3", "(,7)", "((),,)"] {
        assert!(wrong.parse::<Layout>().is_err(), "{wrong}");
        assert!(wrong.parse::<IntTuple>().is_err(), "{wrong}");
    }
    assert!("<4,,>".parse::<Tiler>().is_err() && "<,>".parse::<Tiler>().is_err());
}

#[test]
fn values_are_those_of_the_definition() {
    let tiles: Layout<ArithmeticTuple> = "(4,8):(e1,2e0)".parse().unwrap();
    // (3, 5) has 3 e1 + 10 e0.
    assert_eq!(tiles.offset(3 + 4 * 5).unwrap().to_string(), "(10,3)");
    let bits: Layout<Xor> = "(8,8):(f9,f1)".parse().unwrap();
    // (3, 5): 3 * 9 without carries, and 5: 0b11011 ^ 0b101.
    assert_eq!(bits.offset(3 + 8 * 5), Ok(0b11110));
    let tile: Composed = "Sw<1,0,3> o 8 o (2,2):(8,1)".parse().unwrap();
    // (0, 1): 8 + 1, whose bit 3 is added to bit 0 without carries.
    assert_eq!((tile.added(), tile.offset(2)), (8, Ok(8)));
}

#[test]
fn what_is_none_is_refused() {
    let rule = |error: Error| (error.operation, error.rule);
    let congruence = (Operation::Layout, Rule::Congruence);
    assert_eq!(
        rule("(4,8):(e0,(e1,e2))".parse::<Layout<ArithmeticTuple>>().unwrap_err()),
        congruence
    );
    assert_eq!(rule("(4,8):f1".parse::<Layout<Xor>>().unwrap_err()), congruence);
    let overflow = "4:99999999999999999999e0".parse::<Layout<ArithmeticTuple>>();
    assert_eq!(overflow.unwrap_err().rule, Rule::Overflow);
    for text in ["4:f1", "4:e", "(4,8:(e0,e1)", "4:e0+", "Sw<1,2>", "4:row"] {
        assert!(text.parse::<Layout<ArithmeticTuple>>().is_err(), "{text}");
        assert!(text.parse::<Swizzle>().is_err(), "{text}");
        assert!(text.parse::<Layout>().is_err(), "{text}");
    }
    assert!("Sw<3,4,3> o x o 8:1".parse::<Composed>().is_err());
}
