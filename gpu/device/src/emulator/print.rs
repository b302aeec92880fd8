//! `printf` with arguments of 64 bits.

use std::ffi::CStr;

/// The text that a format and its arguments print.
///
/// # Panics
/// If the format has another number of arguments, or a conversion that is not of 64 bits.
pub(crate) fn printed(format: &CStr, arguments: &[u64]) -> String {
    let format = format.to_string_lossy();
    let mut arguments = arguments.iter();
    let mut parts = format.split('%');
    let mut text = parts.next().unwrap_or_default().to_owned();
    while let Some(part) = parts.next() {
        if part.is_empty() {
            // `%%` and the text after it.
            text.push('%');
            text += parts.next().unwrap_or_default();
            continue;
        }
        let kinds = ["lld", "llu", "llx", "f", "e", "g"];
        let kind = kinds.iter().find(|kind| part.starts_with(**kind));
        let kind = *kind.unwrap_or_else(|| panic!("printf: %{part} is no argument of 64 bits"));
        let bits = *arguments.next().expect("printf: the format has more arguments");
        text += &match kind {
            "lld" => (bits as i64).to_string(),
            "llu" => bits.to_string(),
            "llx" => format!("{bits:x}"),
            "f" => format!("{:.6}", f64::from_bits(bits)),
            "e" => format!("{:e}", f64::from_bits(bits)),
            _ => f64::from_bits(bits).to_string(),
        };
        text += &part[kind.len()..];
    }
    assert!(arguments.next().is_none(), "printf: the format has fewer arguments");
    text
}

#[cfg(test)]
mod tests {
    use super::printed;

    #[test]
    fn a_format_has_its_arguments() {
        let half = 0.5_f64.to_bits();
        assert_eq!(printed(c"%llu: %f, 5%% of %llx\n", &[3, half, 255]), "3: 0.500000, 5% of ff\n");
        assert_eq!(printed(c"%lld%lld", &[-1_i64 as u64, 2]), "-12");
        assert_eq!(printed(c"none", &[]), "none");
    }
    #[test]
    #[should_panic(expected = "fewer arguments")]
    fn an_argument_too_many() {
        printed(c"%f", &[1, 2]);
    }
    #[test]
    #[should_panic(expected = "%d is no argument of 64 bits")]
    fn an_argument_of_32_bits() {
        printed(c"%d", &[1]);
    }
}
