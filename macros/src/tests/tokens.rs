//! Single tokens.

use crate::token::Integer;

/// The integer that the compiler has for a literal is what is read, with its digits in decimal.
#[test]
#[expect(
    clippy::mixed_case_hex_literals,
    clippy::inconsistent_digit_grouping,
    reason = "whatever Rust reads is read"
)]
fn integers_are_those_of_rust() {
    macro_rules! same {
        ($($literal:literal)*) => {$({
            let read = Integer::of(stringify!($literal)).expect(stringify!($literal));
            assert_eq!(read.value, Some($literal as u128), "{}", stringify!($literal));
            assert_eq!(read.digits, ($literal as u128).to_string());
        })*};
    }
    same!(0 7 1_024 0_0 0x400 0xff_FF 0b1011 0o17 0b_1 1__0_ 18446744073709551616u128 0xE1 0x1e3);
    same!(5u8 6_usize 0x7fu32 0b1i64 0o7_i8);
    let suffixes = ["5", "5u8", "6_usize", "0x7fu32", "0b1i64", "1o4", "1f32", "3e"];
    let read = suffixes.map(|text| Integer::of(text).unwrap().suffix);
    assert_eq!(read, ["", "u8", "usize", "u32", "i64", "o4", "f32", "e"]);
    for text in ["1.5", "1e5", "1E+5", "2.", "1e_3", "\"4\"", "'4'", "b'4'", "0x", "x1"] {
        assert!(Integer::of(text).is_none(), "{text}");
    }
    // 2^128 does not fit.
    let large = Integer::of("340282366920938463463374607431768211456").unwrap();
    assert_eq!((large.value, &large.digits[..6]), (None, "340282"));
}
