//! Parsing of Triton's layouts: attributes of MLIR, `#ttg.blocked<{..}>`, classes of Gluon, `gl.BlockedLayout(..)`,
//! tensors with an encoding, `tensor<64x64xf16, #ttg.blocked<{..}>>`, and printed linear layouts.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::frame::{Frame, Kind, Written};
use super::{Next, Parser, Step, What};
use crate::expression::{Failure, NamedOperation, Reason};
use crate::linear_layout::Input;

/// The deepest nesting of attributes. They are moved once for each level.
const MAX_ATTRIBUTES: usize = 8;

/// The most dimensions of a printed tensor.
const MAX_DIMENSIONS: usize = 32;

/// An attribute of MLIR or a class of Gluon.
#[derive(Debug)]
pub(super) struct Attribute {
    /// The name of the attribute after `#ttg.`, or of the class.
    pub(super) name: &'static str,
    operation: &'static str,
    /// The parameters of the operation in the order of the class; attributes have names for all.
    order: &'static [&'static str],
}

const fn attribute(name: &'static str, operation: &'static str) -> Attribute {
    Attribute { name, operation, order: &[] }
}

static ATTRIBUTES: [Attribute; 10] = [
    attribute("blocked", "blocked"),
    attribute("linear", "linear"),
    attribute("nvidia_mma", "nvidia_mma"),
    attribute("amd_mfma", "amd_mfma"),
    attribute("amd_wmma", "amd_wmma"),
    attribute("dot_op", "dot_op"),
    attribute("slice", "slice_encoding"),
    attribute("swizzled_shared", "swizzled_shared"),
    attribute("nvmma_shared", "nvmma_shared"),
    attribute("shared_linear", "shared_linear"),
];

pub(super) static CLASSES: [Attribute; 10] = [
    Attribute {
        name: "BlockedLayout",
        operation: "blocked",
        order: &["sizePerThread", "threadsPerWarp", "warpsPerCTA", "order", "CGALayout"],
    },
    Attribute {
        name: "DistributedLinearLayout",
        operation: "linear_layout",
        order: &["register", "lane", "warp", "block", "shape"],
    },
    Attribute {
        name: "NVMMADistributedLayout",
        operation: "nvidia_mma",
        order: &["versionMajor", "warpsPerCTA", "instrShape", "CGALayout"],
    },
    Attribute {
        name: "AMDMFMALayout",
        operation: "amd_mfma",
        order: &[
            "version",
            "instrShape",
            "isTransposed",
            "warpsPerCTA",
            "elementBitWidth",
            "tilesPerWarp",
            "CGALayout",
        ],
    },
    Attribute {
        name: "DotOperandLayout",
        operation: "dot_op",
        order: &["opIdx", "parent", "kWidth"],
    },
    Attribute { name: "SliceLayout", operation: "slice_encoding", order: &["dim", "parent"] },
    Attribute {
        name: "SwizzledSharedLayout",
        operation: "swizzled_shared",
        order: &["vec", "perPhase", "maxPhase", "order", "CGALayout"],
    },
    Attribute {
        name: "NVMMASharedLayout",
        operation: "nvmma_shared",
        order: &[
            "swizzlingByteWidth",
            "elementBitWidth",
            "rank",
            "transposed",
            "fp4Padded",
            "CGALayout",
        ],
    },
    Attribute {
        name: "SharedLinearLayout",
        operation: "shared_linear",
        order: &["offset", "block", "alignment"],
    },
    // As it is written about Triton.
    Attribute {
        name: "LinearLayout",
        operation: "linear_layout",
        order: &["register", "lane", "warp", "block", "shape"],
    },
];

/// Names of Gluon that are not those of MLIR in another spelling.
const ALIASES: [(&str, &str); 9] = [
    ("regbases", "register"),
    ("lanebases", "lane"),
    ("warpbases", "warp"),
    ("blockbases", "block"),
    ("offsetbases", "offset"),
    ("operandindex", "opidx"),
    ("swizzlebytewidth", "swizzlingbytewidth"),
    ("version", "versionmajor"),
    ("transposed", "istransposed"),
];

/// The name in lower case and without underscores, so that `size_per_thread` is `sizePerThread`.
fn folded(name: &str) -> alloc::string::String {
    name.chars().filter(|&c| c != '_').flat_map(char::to_lowercase).collect()
}

impl Attribute {
    fn operation(&self) -> Option<&'static NamedOperation> {
        NamedOperation::named(self.operation)
    }

    /// The place of the parameter with this name.
    fn parameter(&self, name: &str) -> Option<usize> {
        let parameters = self.operation()?.parameters;
        let place = |name: &str| {
            parameters.iter().position(|of| folded(super::types::parameter(of).0) == name)
        };
        let name = folded(name);
        let alias = ALIASES.iter().find(|(alias, _)| *alias == name);
        place(&name).or_else(|| place(alias?.1))
    }
}

/// The arguments of an attribute or class: the place of each parameter, and where its code begins.
pub(super) struct Given {
    attribute: &'static Attribute,
    arguments: Vec<(usize, usize)>,
}

impl Parser<'_> {
    /// Opens `#ttg.blocked<{`, whose `#ttg` at `at` has been read, or `gl.BlockedLayout(`, whose name has been read.
    pub(super) fn open_attribute(
        &mut self,
        name: &str,
        at: usize,
    ) -> Result<Option<Next>, Failure> {
        let mlir = matches!(name, "#ttg" | "#triton_gpu") && self.rest().starts_with('.');
        let (attribute, closing) = if mlir {
            self.at += 1;
            let name = self.name();
            let Some(attribute) = ATTRIBUTES.iter().find(|attribute| attribute.name == name) else {
                return self.fail(Reason::Expected(
                    "an attribute with a linear layout: `blocked`, `linear`, `nvidia_mma`, `dot_op`, `slice`, \
                     `swizzled_shared`, `nvmma_shared`, `shared_linear`, `amd_mfma` or `amd_wmma`",
                ));
            };
            self.at += name.len();
            if !(self.eat('<') && self.eat('{')) {
                return self.fail(Reason::Expected("`<{`"));
            }
            (attribute, '}')
        } else {
            let class = CLASSES.iter().find(|class| class.name == name);
            let Some(class) = class.filter(|_| self.rest().starts_with('(')) else {
                return Ok(None);
            };
            self.at += 1;
            (class, ')')
        };
        let nested = self.frames.iter().filter(|frame| frame.given.is_some()).count();
        if nested >= MAX_ATTRIBUTES {
            return Err(Failure::new(at, Reason::Depth(MAX_ATTRIBUTES)));
        }
        self.frames.push(Frame::new(Kind::Attribute(closing), at));
        self.frame().given = Some(Given { attribute, arguments: Vec::new() });
        if self.eat(closing) {
            self.close()?;
            return Ok(Some(Next::AfterOperand));
        }
        Ok(Some(Next::Operand))
    }

    /// Moves past `order =` before an argument of an attribute, and notes which one it is.
    pub(super) fn argument(&mut self) -> Result<(), Failure> {
        let (name, at, start) = (self.name(), self.at, self.code.len());
        let after = self.rest()[name.len()..].trim_start();
        let named = !name.is_empty() && after.starts_with('=') && !after.starts_with("==");
        let frame = self.frame();
        let items = frame.items;
        let Some(given) = &mut frame.given else { return Ok(()) };
        if given.arguments.len() > items {
            return Ok(());
        }
        let place = match named {
            true => given.attribute.parameter(name),
            false => given.attribute.order.get(items).and_then(|of| given.attribute.parameter(of)),
        };
        let Some(place) = place.filter(|place| given.arguments.iter().all(|(of, _)| of != place))
        else {
            let expected = match given.attribute.order {
                [] => "the name of an argument of this attribute, once, and `=`",
                _ => "an argument of this class, once",
            };
            return Err(Failure::new(at, Reason::Expected(expected)));
        };
        given.arguments.push((place, start));
        if named {
            self.at += name.len();
            self.eat('=');
        }
        Ok(())
    }

    /// Closes an attribute or class, or a tensor with an encoding.
    pub(super) fn close_encoding(&mut self, frame: Frame) -> Result<(), Failure> {
        match frame.kind {
            Kind::Shaped => self.close_shaped(&frame)?,
            _ => self.close_attribute(frame)?,
        }
        self.frame().written = Written::Expression;
        Ok(())
    }

    /// Closes an attribute or class: its arguments in the order of the operation, and the call.
    fn close_attribute(&mut self, frame: Frame) -> Result<(), Failure> {
        let Frame { kind, at, given: Some(given), .. } = frame else { return Ok(()) };
        if matches!(kind, Kind::Attribute('}')) {
            if self.eat(',') {
                self.after_attribute()?;
            }
            if !self.eat('>') {
                return self.fail(Reason::Expected("`>`"));
            }
        }
        let Some(operation) = given.attribute.operation() else { return Ok(()) };
        let count = given.arguments.iter().map(|(place, _)| place + 1).max().unwrap_or(0);
        let start = given.arguments.first().map_or(self.code.len(), |&(_, start)| start);
        let mut code = self.code.split_off(start);
        let mut parts: Vec<Vec<Step>> = (0..count).map(|_| Vec::new()).collect();
        for &(place, from) in given.arguments.iter().rev() {
            parts[place] = code.split_off(from - start);
        }
        for (place, part) in parts.into_iter().enumerate() {
            if !part.is_empty() {
                self.code.extend(part);
            } else if let Some(default) = super::types::parameter(operation.parameters[place]).1 {
                self.emit(at, What::Integer(default));
            } else if given.attribute.name == "NVMMADistributedLayout" {
                // The version is one list.
                self.emit(at, What::Integer(0));
            } else {
                let (usage, given) = (operation.usage(), given.arguments.len());
                return Err(Failure::new(at, Reason::Arguments { usage, given }));
            }
        }
        operation.check(count).map_err(|reason| Failure::new(at, reason))?;
        self.emit(at, What::Call(operation, count));
        Ok(())
    }

    /// Moves past what follows the braces of an attribute, `alignment = 16`.
    fn after_attribute(&mut self) -> Result<(), Failure> {
        self.peek();
        let (rest, at) = (self.rest(), self.at);
        let end = rest.find('>').unwrap_or(rest.len());
        let dropped = rest[..end].trim_end();
        if !dropped.starts_with("alignment") || dropped.contains('<') {
            return self.fail(Reason::Expected("`alignment = 16` or `>`"));
        }
        self.at += end;
        self.note(at, format!("`{dropped:.40}` is dropped"));
        Ok(())
    }

    /// Opens `tensor<64x64xf16, ` or `!ttg.memdesc<64x64xf16, `, whose name at `at` and `<` have been read, if it is
    /// one.
    pub(super) fn open_shaped(&mut self, at: usize) -> Result<Option<Next>, Failure> {
        let start = self.at;
        self.peek();
        let mut shape = vec![];
        loop {
            let rest = self.rest();
            let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            // `0x7f00` is an address.
            if digits == 0 || rest.starts_with('0') || !rest[digits..].starts_with('x') {
                break;
            }
            let extent = rest[..digits].parse().map_err(|_| Failure::new(self.at, Reason::Integer));
            if shape.len() == MAX_DIMENSIONS {
                return self.fail(Reason::Expected("at most 32 dimensions"));
            }
            shape.push(extent?);
            self.at += digits + 1;
        }
        if shape.is_empty() {
            self.at = start;
            return Ok(None);
        }
        // The type of an element, which may be a pointer with commas.
        let mut depth = 0_usize;
        let end = self.rest().char_indices().find(|&(_, c)| {
            match c {
                '<' => depth += 1,
                '>' if depth > 0 => depth -= 1,
                ',' | '>' if depth == 0 => return true,
                _ => {}
            }
            false
        });
        self.at += end.map_or(self.rest().len(), |(end, _)| end);
        if !self.eat(',') {
            return self.fail(Reason::Expected("`,` and the encoding of the tensor"));
        }
        self.frames.push(Frame::new(Kind::Shaped, at));
        self.frame().shape = shape;
        Ok(Some(Next::Operand))
    }

    /// Returns whether a line of MLIR comes next, `#alias = ..` or a tensor, which is a statement of its own.
    pub(super) fn at_line(&mut self) -> bool {
        self.peek();
        let lines = ["#", "tensor<", "!ttg."];
        lines.iter().any(|line| self.rest().starts_with(line))
    }

    /// Moves past what follows the encoding of a tensor in shared memory, `, #smem, mutable`.
    pub(super) fn after_encoding(&mut self, at: usize) -> Result<(), Failure> {
        let rest = self.rest();
        let Some(end) = rest.find('>') else { return self.fail(Reason::Expected("`>`")) };
        self.note(at, format!("`{:.60}` is dropped", rest[..end].trim()));
        self.at += end;
        Ok(())
    }

    /// Closes a tensor with an encoding, which is applied to its shape.
    fn close_shaped(&mut self, frame: &Frame) -> Result<(), Failure> {
        if frame.items != 1 {
            return self.fail(Reason::Expected("one encoding of the tensor"));
        }
        frame.shape.iter().for_each(|&extent| self.emit(frame.at, What::Integer(extent)));
        self.emit(frame.at, What::Apply(frame.shape.len()));
        Ok(())
    }

    /// Reads a linear layout as Triton prints it, ` - register=1 -> (0, 1)` and so on, if it is next.
    pub(super) fn printed(&mut self) -> Result<bool, Failure> {
        let at = self.at;
        if self.next_input().is_none() {
            self.at = at;
            return Ok(false);
        }
        self.at = at;
        let mut inputs: Vec<(Input, Vec<Vec<i64>>)> = Vec::new();
        while let Some(input) = self.next_input() {
            let place = self.at;
            let first = match inputs.iter().position(|(of, _)| *of == input) {
                Some(first) => first,
                None => {
                    inputs.push((input, Vec::new()));
                    inputs.len() - 1
                }
            };
            if !self.eat('=') {
                self.words("is a size 1 dimension")?;
                continue;
            }
            self.peek();
            let bit = self.integer()?;
            let bases = &mut inputs[first].1;
            if bases.len() >= 62 || bit != 1 << bases.len() {
                let expected = "the powers of 2 of each input in order: 1, 2, 4";
                return Err(Failure::new(place, Reason::Expected(expected)));
            }
            self.words("->")?;
            self.peek();
            if !self.rest().starts_with('(') {
                return self.fail(Reason::Expected("a coordinate in parentheses"));
            }
            let basis = self.coordinates()?;
            inputs[first].1.push(basis);
        }
        self.words("where out dims are: [")?;
        let mut outputs: Vec<(usize, i64)> = Vec::new();
        while !self.eat(']') {
            self.words("dim")?;
            let dimension = self.integer()?;
            self.words("(size")?;
            self.peek();
            let size = self.integer()?;
            self.words(")")?;
            self.eat(',');
            outputs.push((usize::try_from(dimension).unwrap_or(usize::MAX), size));
            if outputs.len() > MAX_DIMENSIONS {
                return self.fail(Reason::Expected("at most 32 dimensions"));
            }
        }
        self.finish_printed(at, &inputs, &outputs)
    }

    fn finish_printed(
        &mut self,
        at: usize,
        inputs: &[(Input, Vec<Vec<i64>>)],
        outputs: &[(usize, i64)],
    ) -> Result<bool, Failure> {
        let rank = outputs.len();
        let places: Option<Vec<usize>> =
            (0..rank).map(|dim| outputs.iter().position(|of| of.0 == dim)).collect();
        let shared = inputs.iter().any(|(input, _)| *input == Input::Offset);
        let right = inputs.iter().flat_map(|(_, bases)| bases).all(|basis| basis.len() == rank);
        let (Some(places), true) = (places, right) else {
            let expected = "coordinates of the dimensions dim0, dim1 and so on";
            return Err(Failure::new(at, Reason::Expected(expected)));
        };
        let (order, name): (&[Input], _) = match shared {
            true => (&Input::SHARED, "shared_linear_layout"),
            false => (&Input::REGISTERS, "linear_layout"),
        };
        if let Some((other, _)) = inputs.iter().find(|(input, _)| !order.contains(input)) {
            let expected = match other {
                Input::Offset => "no offset beside registers",
                _ => "no register, lane or warp beside offsets",
            };
            return Err(Failure::new(at, Reason::Expected(expected)));
        }
        for input in order {
            let bases = inputs.iter().find(|(of, _)| of == input);
            let bases = bases.map_or(&[][..], |(_, bases)| bases);
            for basis in bases {
                places.iter().for_each(|&place| self.emit(at, What::Integer(basis[place])));
                self.emit(at, What::List(rank));
            }
            self.emit(at, What::List(bases.len()));
        }
        places.iter().for_each(|&place| self.emit(at, What::Integer(outputs[place].1)));
        self.emit(at, What::Tuple(rank));
        if let Some(operation) = NamedOperation::named(name) {
            self.emit(at, What::Call(operation, order.len() + 1));
        }
        self.frame().written = Written::Expression;
        Ok(true)
    }

    /// The name of an input, possibly after `-`. The parser moves past it.
    fn next_input(&mut self) -> Option<Input> {
        let at = self.at;
        self.eat('-');
        let name = self.name();
        let after = self.rest().get(name.len()..).unwrap_or("").trim_start();
        let is_input = after.starts_with("is a size") || after.starts_with('=') && name != "where";
        let input = Input::named(name).filter(|_| is_input);
        // ` - register` begins with a blank line or with a sign.
        match input {
            Some(_) => self.at += name.len(),
            None => self.at = at,
        }
        input
    }

    /// Moves past these words, whatever blanks are between them.
    fn words(&mut self, words: &'static str) -> Result<(), Failure> {
        for word in words.split(' ') {
            self.peek();
            if !self.rest().starts_with(word) {
                return self.fail(Reason::Expected(words));
            }
            self.at += word.len();
        }
        Ok(())
    }

    /// `(0, 1)`
    fn coordinates(&mut self) -> Result<Vec<i64>, Failure> {
        self.eat('(');
        let mut coordinates = Vec::new();
        loop {
            self.peek();
            coordinates.push(self.integer()?);
            if self.eat(')') {
                return Ok(coordinates);
            }
            if !self.eat(',') || coordinates.len() >= MAX_DIMENSIONS {
                return self.fail(Reason::Expected("`,` or `)`"));
            }
        }
    }
}
