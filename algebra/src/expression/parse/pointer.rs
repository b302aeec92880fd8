//! Parsing of tensors as CuTe prints them. The pointer is dropped, and a swizzle that counts bytes becomes one that
//! counts elements.

use alloc::format;
use alloc::string::String;

use super::{Kind, NamedOperation, Next, Parser, What, Written};
use crate::expression::{Failure, Note, Reason};
use crate::layout::swizzle::Swizzle;

/// The layouts of shared memory that CuTe names, as they are in bits, with the bits of their swizzle.
const ATOMS: [(&str, i64, [i64; 2], [i64; 2]); 8] = [
    ("Layout_MN_INTER_Atom", 0, [128, 8], [1, 128]),
    ("Layout_MN_SW32_Atom", 1, [256, 8], [1, 256]),
    ("Layout_MN_SW64_Atom", 2, [512, 8], [1, 512]),
    ("Layout_MN_SW128_Atom", 3, [1024, 8], [1, 1024]),
    ("Layout_K_INTER_Atom", 0, [8, 128], [128, 1]),
    ("Layout_K_SW32_Atom", 1, [8, 256], [256, 1]),
    ("Layout_K_SW64_Atom", 2, [8, 512], [512, 1]),
    ("Layout_K_SW128_Atom", 3, [8, 1024], [1024, 1]),
];

/// The number of bits of an element of this type, in C++, Python or MLIR.
fn bits(name: &str) -> Option<i64> {
    let name = name.trim().trim_end_matches(['*', '&']).trim();
    let name = name.rsplit(['.', ':', ' ']).next().unwrap_or(name);
    Some(match name {
        "half" | "__half" | "half_t" | "bfloat16" | "bfloat16_t" => 16,
        "float" | "tf32" | "tfloat32" | "tfloat32_t" | "TFloat32" | "int" => 32,
        "double" => 64,
        "char" | "bool" | "byte" => 8,
        _ => {
            let from = name.find(|c: char| c.is_ascii_digit())?;
            let digits = &name[from..];
            let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
            digits[..end].parse().ok().filter(|bits| (1..=128).contains(bits))?
        }
    })
}

/// The text up to the bracket that closes the first one, which `text` begins with.
fn bracketed(text: &str) -> Option<&str> {
    if !text.starts_with(['(', '<', '[']) {
        return None;
    }
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '<' | '[' => depth += 1,
            ')' | '>' | ']' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(&text[..=at]);
        }
    }
    None
}

/// A pointer that has been read.
struct Pointer {
    /// The bits of an element, if the text has them.
    bits: Option<i64>,
    /// The swizzle of addresses that MLIR and Python write as part of the pointer's type.
    swizzle: Option<[i64; 3]>,
}

impl Parser<'_> {
    pub(super) fn note(&mut self, at: usize, text: String) {
        self.notes.push(Note { at, text });
    }

    /// Moves past a pointer, whose first name comes next, if it is one.
    fn pointer(&mut self) -> Option<Pointer> {
        let (name, at, rest) = (self.name(), self.at, self.rest());
        let of = ["", "gmem_", "smem_", "rmem_", "tmem_"];
        let is_pointer = of.iter().any(|of| name.strip_prefix(of) == Some("ptr"))
            || name.starts_with("smem_ptr_flag");
        let mut length = name.len();
        let (mut bits_of, mut swizzle) = (None, None);
        if is_pointer {
            if name == "smem_ptr_flag" {
                bits_of = Some(1);
            } else {
                let inside = bracketed(&rest[length..])?;
                if !inside.starts_with(['[', '<']) {
                    return None;
                }
                length += inside.len();
                let inside = &inside[1..inside.len() - 1];
                let first = inside.split(',').next().unwrap_or(inside);
                bits_of = bits(first);
                swizzle = inside.find("S<").and_then(|from| numbers(&inside[from + 2..]));
            }
            if rest[length..].starts_with('(') {
                length += bracketed(&rest[length..])?.len();
            }
        } else if rest.starts_with("0x") {
            // The address and the memory of a tensor in Python, `0x7f..@gmem`.
            length = rest.find(|c: char| !c.is_ascii_hexdigit() && c != 'x' && c != '.')?;
            if !rest[length..].starts_with('@') {
                return None;
            }
            let memory = rest[length + 1..].find(|c: char| !c.is_alphanumeric());
            length += 1 + memory?;
        } else {
            return None;
        }
        self.at += length;
        self.note(at, format!("the pointer `{}` is dropped", &rest[..length]));
        Some(Pointer { bits: bits_of, swizzle })
    }

    /// Moves past a pointer and the `o` after it, if they come next. A swizzle before them counts bytes.
    pub(super) fn tensor(&mut self) -> Result<Option<Next>, Failure> {
        let at = self.at;
        let Some(pointer) = self.pointer() else { return Ok(None) };
        let composes = |operation: &NamedOperation| operation.name == "composition";
        let frame = self.frame();
        let (operator, inside) = (frame.operator, frame.kind);
        let before = operator.is_some_and(|(operation, _)| composes(operation))
            || matches!(inside, Kind::Named(super::Named::Composed, _)) && frame.items == 1;
        if before && let Some(What::Swizzle(swizzle)) = self.code.last().map(|step| &step.what) {
            let swizzle = self.of_elements(*swizzle, pointer.bits, at)?;
            self.frame().cast = None;
            if let Some(step) = self.code.last_mut() {
                step.what = What::Swizzle(swizzle);
            }
        }
        if matches!(inside, Kind::Named(super::Named::Composed, _)) {
            self.emit(at, What::Integer(0));
            self.frame().written = Written::Plain;
            return Ok(Some(Next::AfterOperand));
        }
        if let Some([bits, base, shift]) = pointer.swizzle {
            let swizzle = Swizzle::new(bits, base, shift);
            let swizzle = swizzle.map_err(|error| Failure::new(at, error.into()))?;
            let swizzle = self.of_elements(swizzle, pointer.bits, at)?;
            self.emit(at, What::Swizzle(swizzle));
            self.frame().written = Written::Expression;
            return Ok(Some(Next::AfterOperand));
        }
        self.after_pointer()
    }

    fn after_pointer(&mut self) -> Result<Option<Next>, Failure> {
        match self.eat('o') || self.eat('∘') {
            true => Ok(Some(Next::Operand)),
            false => self.fail(Reason::Expected("`o` and a layout")),
        }
    }

    /// Moves past the pointer that CuTe attaches to a swizzle of addresses, `Sw<3,4,3>_smem_ptr[16b](0x7f..)`.
    pub(super) fn attached(&mut self, swizzle: Swizzle) -> Result<Swizzle, Failure> {
        let at = self.at;
        let attached = ["_ptr", "_smem_ptr", "_gmem_ptr", "_rmem_ptr", "_tmem_ptr"];
        if !attached.iter().any(|name| self.rest().starts_with(name)) {
            return Ok(swizzle);
        }
        self.at += 1;
        match self.pointer() {
            Some(pointer) => self.of_elements(swizzle, pointer.bits, at),
            None => self.fail(Reason::Expected("a pointer, `smem_ptr[16b](0x7f00)`")),
        }
    }

    /// The swizzle of elements of so many bits that is this swizzle of bytes.
    fn of_elements(
        &mut self,
        swizzle: Swizzle,
        bits: Option<i64>,
        at: usize,
    ) -> Result<Swizzle, Failure> {
        let Some(bits) = bits else {
            let expected =
                "the width of an element, as in `smem_ptr[16b]`: the swizzle counts bytes";
            return Err(Failure::new(at, Reason::Expected(expected)));
        };
        let elements = swizzle.recast(8, bits);
        let elements = elements.map_err(|error| Failure::new(at, error.into()))?;
        self.note(
            at,
            format!(
                "`{swizzle}` counts bytes: with elements of {bits} bit{} it is `{elements}`",
                if bits == 1 { "" } else { "s" }
            ),
        );
        Ok(elements)
    }

    /// Remembers a swizzle with which the argument of a cast begins, if its numbers are those that CuTe counts bytes with.
    pub(super) fn cast_of(&mut self, swizzle: Swizzle, at: usize) {
        let frame = self.frame();
        let casts = matches!(frame.kind, Kind::Call(operation)
            if matches!(operation.name, "upcast" | "downcast" | "recast"));
        let begins = frame.items == 0 && frame.operator.is_none();
        if casts && begins && (swizzle.base(), swizzle.shift()) == (4, 3) {
            frame.cast = Some((swizzle, at));
        }
    }

    /// Notes that the swizzle of a cast counts elements, if there is a layout under it and no pointer between.
    pub(super) fn cast_in_elements(&mut self, (swizzle, at): (Swizzle, usize)) {
        let mut code = self.code.iter().rev();
        let argument = code.find(|step| !matches!(step.what, What::Integer(_)));
        let composed = matches!(argument.map(|step| &step.what), Some(What::Call(operation, 2))
            if operation.name == "composition");
        if composed {
            let text = format!(
                "`{swizzle}` counts elements here; CuTe's counts bytes, as in `{swizzle} o smem_ptr[1b](0) o ..` before a \
                 layout in bits"
            );
            self.note(at, text);
        }
    }

    /// Moves past the start `ArithTuple(0,0)` of a tensor of coordinates and the `o` after it, if they come next. The
    /// name has been read.
    pub(super) fn start(&mut self, name: &str, at: usize) -> Result<Option<Next>, Failure> {
        if name != "ArithTuple" || !self.rest().starts_with('(') {
            return Ok(None);
        }
        let Some(inside) = bracketed(self.rest()) else {
            return self.fail(Reason::Expected("`)`"));
        };
        self.at += inside.len();
        let zero = !inside.contains(|c: char| c.is_ascii_digit() && c != '0');
        let is = if zero { "which is 0," } else { "which the layout does not have," };
        self.note(at, format!("the start `{name}{inside}`, {is} is dropped"));
        self.after_pointer()
    }

    /// Opens the bracket of a tensor in Python, of a layout in MLIR or of a macro of Rust, whose name at `at` has been
    /// read, if it is one: `tensor<ptr<f32> o ..>`, `!cute.layout<"..">`, `layout!(..)`.
    pub(super) fn open_tensor(&mut self, name: &str, at: usize) -> Result<Option<Next>, Failure> {
        if matches!(name, "layout" | "Layout") && self.rest().starts_with("!(") {
            self.at += 2;
            return self.open(Kind::Group(')'), at).map(Some);
        }
        let mlir = self.text[..at].ends_with("!cute.");
        let named = matches!(name, "tensor" | "Tensor" | "memdesc");
        if !(mlir || named) || !self.rest().starts_with('<') {
            return Ok(None);
        }
        if !mlir {
            self.at += 1;
            if let Some(next) = self.open_shaped(at)? {
                return Ok(Some(next));
            }
            return self.open(Kind::Group('>'), at).map(Some);
        }
        // What is before the text of the layout is the type of the pointer.
        let Some(quote) = self.rest().find('"') else {
            return self.fail(Reason::Expected("a layout in quotes, `!cute.layout<\"8:1\">`"));
        };
        let before = self.rest()[1..quote].trim().trim_end_matches(',').trim();
        let start = self.at + 1;
        self.at += quote + 1;
        self.open(Kind::Quoted, at)?;
        if before.is_empty() {
            return Ok(Some(Next::Operand));
        }
        self.note(start, format!("the pointer `{before}` is dropped"));
        let Some(swizzle) = before.find("S<").and_then(|from| numbers(&before[from + 2..])) else {
            return Ok(Some(Next::Operand));
        };
        let [b, m, s] = swizzle;
        let swizzle = Swizzle::new(b, m, s).map_err(|error| Failure::new(start, error.into()))?;
        let width = bits(before.split(',').next().unwrap_or(before));
        let swizzle = self.of_elements(swizzle, width, start)?;
        self.emit(start, What::Swizzle(swizzle));
        let composition = NamedOperation::named("composition");
        self.frame().operator = composition.map(|composition| (composition, start));
        Ok(Some(Next::Operand))
    }

    /// The layout of shared memory that CuTe names, `Layout_K_SW128_Atom<half_t>` or `Layout_K_SW128_Atom_Bits`, whose
    /// name at `at` has been read, if it is one.
    pub(super) fn atom(&mut self, name: &str, at: usize) -> Result<bool, Failure> {
        let plain = name.strip_suffix("_Bits").unwrap_or(name);
        let Some((_, swizzled, shape, stride)) = ATOMS.iter().find(|(atom, ..)| *atom == plain)
        else {
            return Ok(false);
        };
        let width = if plain.len() < name.len() {
            Some(1)
        } else {
            let inside = bracketed(self.rest()).filter(|inside| inside.starts_with('<'));
            self.at += inside.map_or(0, str::len);
            inside.and_then(|inside| bits(&inside[1..inside.len() - 1]))
        };
        let Some(width) = width.filter(|width| 128 % width == 0) else {
            let expected = "the type of an element, as in `Layout_K_SW128_Atom<half_t>`";
            return Err(Failure::new(self.at, Reason::Expected(expected)));
        };
        let wider = |number: i64| if number == 1 { 1 } else { number / width };
        let fastest = usize::from(stride[1] == 1);
        if *swizzled > 0 {
            let bytes = Swizzle::new(*swizzled, 4, 3);
            let bytes = bytes.map_err(|error| Failure::new(at, error.into()))?;
            let swizzle = self.of_elements(bytes, Some(width), at)?;
            self.emit(at, What::Swizzle(swizzle));
        }
        for (mode, &of) in shape.iter().enumerate() {
            self.emit(at, What::Integer(if mode == fastest { of / width } else { of }));
        }
        self.emit(at, What::Tuple(2));
        stride.iter().for_each(|&stride| self.emit(at, What::Integer(wider(stride))));
        self.emit(at, What::Tuple(2));
        self.emit(at, What::Layout);
        if let Some(composition) = NamedOperation::named("composition").filter(|_| *swizzled > 0) {
            self.emit(at, What::Call(composition, 2));
        }
        let frame = self.frame();
        (frame.layout, frame.written) = (true, Written::Expression);
        Ok(true)
    }

    /// Reads `SW_3_4_3`, whose name has been read, if it is one.
    pub(super) fn underscored(&self, name: &str, at: usize) -> Result<Option<Swizzle>, Failure> {
        let Some(numbers) = name.strip_prefix("SW_").and_then(numbers) else { return Ok(None) };
        let [bits, base, shift] = numbers;
        let swizzle = Swizzle::new(bits, base, shift);
        swizzle.map(Some).map_err(|error| Failure::new(at, error.into()))
    }
}

/// The three numbers that the text begins with, of which the third ends it or is before a `>`.
fn numbers(text: &str) -> Option<[i64; 3]> {
    let text = text.split('>').next()?;
    let mut numbers = text.split([',', '_']).map(|number| number.trim().parse().ok());
    let three = [numbers.next()??, numbers.next()??, numbers.next()??];
    numbers.next().is_none().then_some(three)
}
