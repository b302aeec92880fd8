//! Reads types back into the notation.

use proc_macro2::TokenStream;

use crate::expand_type;

/// The code without spaces and without the paths of the crate.
pub(super) fn plain(code: TokenStream) -> String {
    let mut text = code.to_string().replace(' ', "");
    for path in [
        "::tilework::expansion::hlist::",
        "::tilework::typenum::",
        "::tilework::bound::",
        "::tilework::expansion::",
        "::tilework::operation::",
        "::tilework::result::",
        "::tilework::",
        "::core::result::",
        "::core::option::",
    ] {
        text = text.replace(path, "");
    }
    text
}

pub(super) fn type_code(text: &str) -> String {
    plain(expand_type(text.parse().unwrap()))
}

/// A type as a name with arguments.
#[derive(Debug)]
struct Type {
    name: String,
    arguments: Vec<Type>,
}

impl Type {
    /// Reads a type and returns the text after it.
    fn read(text: &str) -> (Type, &str) {
        let end = text.find(['<', '>', ',']).unwrap_or(text.len());
        let (name, mut rest) = text.split_at(end);
        let mut arguments = Vec::new();
        if rest.starts_with('<') {
            while !rest.starts_with('>') {
                let (argument, after) = Type::read(&rest[1..]);
                arguments.push(argument);
                rest = after;
            }
            rest = &rest[1..];
        }
        (Type { name: name.to_string(), arguments }, rest)
    }

    /// The value of a typenum integer: `U12`, or `X3<high>` for `16 high + 3`.
    fn integer(&self) -> u64 {
        let name = self.name.strip_prefix("digits::").unwrap_or(&self.name);
        let (kind, digits) = name.split_at(1);
        match (kind, digits.parse(), self.arguments.as_slice()) {
            ("U", Ok(value @ 0..1024), []) => value,
            ("X", Ok(digit @ 0..16), [high]) => 16 * high.integer() + digit,
            _ => panic!("not an integer: {self:?}"),
        }
    }

    /// The modes of a list.
    fn modes(&self) -> Vec<String> {
        match (self.name.as_str(), self.arguments.as_slice()) {
            ("HNil", []) => Vec::new(),
            ("HCons", [head, tail]) => [vec![head.notation()], tail.modes()].concat(),
            _ => panic!("not a list: {self:?}"),
        }
    }

    /// The type in the notation: a dynamic leaf by its integer type, an operation as a call.
    fn notation(&self) -> String {
        let arguments: Vec<String> = match self.name.as_str() {
            "HCons" | "HNil" => return format!("({})", self.modes().join(",")),
            "Static" => return self.arguments[0].integer().to_string(),
            _ => self.arguments.iter().map(Type::notation).collect(),
        };
        match (self.name.as_str(), arguments.as_slice()) {
            ("Layout", [shape, stride]) => format!("{shape}:{stride}"),
            ("Dyn", [integer]) => integer.clone(),
            ("Keep", []) => "_".to_string(),
            (name, []) => name.to_string(),
            (name, arguments) => format!("{name}({})", arguments.join(",")),
        }
    }
}

/// The expansion of `Layout!(text)` in the notation.
pub(super) fn type_notation(text: &str) -> String {
    let code = type_code(text);
    let (of, rest) = Type::read(&code);
    assert_eq!(rest, "", "{code}");
    of.notation()
}
