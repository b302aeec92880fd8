//! Pictures of instructions, by their names in [`atom`](crate::atom), and of copies and multiplications that repeat
//! them.
//!
//! ```text
//! picture   := name | TiledMma | copy
//!            | "TiledCopy" "(" copy "," threads "," values ")"
//!            | "TiledCopy" "(" copy "," operand ")"
//! TiledMma  := "TiledMma" "(" name "," arrangement [ "," tiles ] ")"
//! operand   := ( "a" | "b" | "c" ) "(" ( name | TiledMma ) ")"
//! copy      := "vector" "(" elements ")" | ( "load" | "store" ) "(" name "," bits ")"
//! ```
//!
//! CuTe's names of instructions and LLVM's are read too, as [`of_cute`] and [`of_llvm`] do. The words are those of [`TiledMma`], [`TiledCopy`] and [`CopyAtom`]; arguments that are not names are expressions.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::scene::Scene;
use super::thread_value::By;
use super::window::Window;
use super::{fragment, load, mma, store, tiled_copy, tiled_mma, tmem};
use crate::atom::{
    CopyAtom, FMA, LDMATRIX, Load, Mma, TMEM, TiledCopy, TiledMma, Tmem, WGMMA_A,
    WGMMA_ACCUMULATORS, of_cute, of_llvm,
};
use crate::error::Error;
use crate::expression::{Expression, Failure, Names, Reason, Value, similar};
use crate::layout::Layout;
use crate::layout::thread_value::ThreadValue;
use crate::layout::tiler::Tiler;

const TILED_MMA: &str = "TiledMma(multiplication, arrangement, [tiles])";
const TILED_COPY: &str = "TiledCopy(copy, threads, values)";

/// The stores that are the reverse of the loads.
static STMATRIX: [&str; 6] = [
    "stmatrix.x1",
    "stmatrix.x2",
    "stmatrix.x4",
    "stmatrix.x1.trans",
    "stmatrix.x2.trans",
    "stmatrix.x4.trans",
];

/// The beginnings of the texts of pictures. No expression begins with one of them.
const BEGINNINGS: [&str; 12] = [
    "mma.",
    "wgmma.",
    "v_mfma_",
    "v_wmma_",
    "dpas.",
    "ldmatrix.",
    "stmatrix.",
    "tcgen05.",
    "TiledMma(",
    "TiledCopy(",
    "load(ldmatrix.",
    "store(ldmatrix.",
];

/// Returns whether a text names an instruction or repeats one, so that it has a picture but no value. Only the
/// beginning of the text is checked.
///
/// ```
/// use tilework_algebra::draw::is_instruction;
/// assert!(is_instruction("ldmatrix.x4") && is_instruction("TiledMma(fma, (2,2,1))"));
/// assert!(!is_instruction("(4,8):(8,1)"));
/// ```
pub fn is_instruction(text: &str) -> bool {
    let text = text.trim();
    text == FMA.name
        || BEGINNINGS.iter().any(|beginning| text.starts_with(beginning))
        || own_name(text).is_some()
}

/// The name in [`atom`](crate::atom) of an instruction that CuTe or LLVM names so.
fn own_name(text: &str) -> Option<String> {
    of_cute(text).or_else(|| of_llvm(text))
}

/// Evaluates the arguments that are expressions.
pub(super) struct Reader<'a> {
    pub names: &'a mut Names,
    pub goes_on: &'a mut dyn FnMut() -> bool,
}

/// A part of a text, with its position in the whole.
#[derive(Clone, Copy)]
struct Part<'a> {
    at: usize,
    text: &'a str,
}

impl<'a> Part<'a> {
    fn new(at: usize, text: &'a str) -> Self {
        let start = text.len() - text.trim_start().len();
        Part { at: at + start, text: text.trim() }
    }

    fn fail<T>(self, reason: impl Into<Reason>) -> Result<T, Failure> {
        Err(Failure { at: self.at, reason: reason.into() })
    }

    /// The word and the arguments of `word(argument, ..)`.
    fn call(self) -> Option<(&'a str, Vec<Part<'a>>)> {
        let (word, rest) = self.text.split_once('(')?;
        let inside = rest.strip_suffix(')')?;
        let first = self.at + word.len() + 1;
        let (mut arguments, mut depth, mut start) = (Vec::new(), 0_usize, 0);
        for (at, letter) in inside.char_indices() {
            match letter {
                '(' | '<' | '[' => depth += 1,
                ')' | '>' | ']' => depth = depth.checked_sub(1)?,
                ',' if depth == 0 => {
                    arguments.push(Part::new(first + start, &inside[start..at]));
                    start = at + 1;
                }
                _ => {}
            }
        }
        arguments.push(Part::new(first + start, &inside[start..]));
        (depth == 0).then(|| (word.trim_end(), arguments))
    }

    /// The entry with this name in a table.
    fn named<T>(
        self,
        all: impl Iterator<Item = &'static T> + Clone,
        name: fn(&T) -> &'static str,
    ) -> Result<&'static T, Failure> {
        let own = own_name(self.text);
        let text = own.as_deref().unwrap_or(self.text);
        match all.clone().find(|one| name(one) == text) {
            Some(found) => Ok(found),
            None => {
                // A longer name that begins so: `_w32` or `_w64` may be missing.
                let longer = |of: &&str| {
                    of.strip_prefix(text).is_some_and(|end| end.starts_with(['_', '.']))
                };
                let begins = all.clone().map(name).find(longer);
                let similar = begins.or_else(|| similar(self.text, all.map(name)));
                self.fail(Reason::Unknown { name: self.text.into(), similar })
            }
        }
    }

    fn multiplication(self) -> Result<&'static Mma, Failure> {
        self.named(Mma::all(), |mma| mma.name)
    }

    fn load(self) -> Result<&'static Load, Failure> {
        self.named(LDMATRIX.iter(), |load| load.name)
    }

    /// A shape of tensor memory and its repeats: `tcgen05.16x64b.x4.pack::16b`.
    fn tmem(self) -> Result<(&'static Tmem, i64), Failure> {
        let repeats = |word: &str| word.strip_prefix('x').and_then(|n| n.parse::<i64>().ok());
        let mut words = self.text.split('.');
        let name: Vec<&str> = words.clone().filter(|word| repeats(word).is_none()).collect();
        let name = name.join(".");
        let shape = Part { at: self.at, text: &name }.named(TMEM.iter(), |shape| shape.name)?;
        Ok((shape, words.find_map(repeats).unwrap_or(1)))
    }
}

impl Reader<'_> {
    /// The picture of a text for which [`is_instruction`] holds.
    pub fn draw(&mut self, text: &str, by: By, window: &Window) -> Result<Scene, Failure> {
        let own = own_name(text);
        let part = Part::new(0, own.as_deref().unwrap_or(text));
        let failed = |error: Error| Failure { at: part.at, reason: error.into() };
        let family = part.text.split(['.', '(']).next().unwrap_or("");
        let scene = match family {
            "TiledMma" => tiled_mma(&self.tiled_mma(part)?, by, window),
            "TiledCopy" => tiled_copy(&self.tiled_copy(part)?, by, window),
            "load" | "store" => {
                let (name, bits) = self.load(part)?;
                if family == "load" {
                    load(name, bits, by, window)
                } else {
                    store(name, bits, by, window)
                }
            }
            "ldmatrix" => load(part.load()?, 16, by, window),
            "stmatrix" => {
                let name = part.named(STMATRIX.iter(), |name| name)?;
                let of = name.replacen("stmatrix", "ldmatrix", 1);
                store(Part { at: part.at, text: &of }.load()?, 16, by, window)
            }
            "tcgen05" => {
                let (shape, repeats) = part.tmem()?;
                tmem(shape, repeats, by, window)
            }
            _ => {
                let fragments = || WGMMA_A.iter().chain(WGMMA_ACCUMULATORS);
                match fragments().find(|fragment| fragment.name == part.text) {
                    Some(found) => fragment(found, by, window),
                    None => mma(part.multiplication()?, by, window),
                }
            }
        };
        scene.map_err(failed)
    }

    fn tiled_mma(&mut self, part: Part<'_>) -> Result<TiledMma, Failure> {
        let Some((_, arguments)) = part.call() else { return part.fail(not_closed()) };
        let (atom, arrangement, tiles) = match arguments[..] {
            [atom, arrangement] => (atom, arrangement, None),
            [atom, arrangement, tiles] => (atom, arrangement, Some(tiles)),
            _ => return part.fail(usage(TILED_MMA, &arguments)),
        };
        let atom = atom.multiplication()?;
        let arranged = self.layout(arrangement)?;
        let mma = TiledMma::new(atom, &arranged).or_else(|error| arrangement.fail(error))?;
        let Some(part) = tiles else { return Ok(mma) };
        let tilers = self.value(part, Value::to_tiler)?;
        let own = mma.tilers();
        let three = match &tilers {
            Tiler::Modes(modes) => <&[Tiler; 3]>::try_from(&modes[..]).ok(),
            _ => None,
        };
        let Some(three) = three else {
            return part.fail(Reason::Expected("a tiler of three layouts, in M, N and K"));
        };
        let mut layouts = own.clone();
        for (layout, tiler) in layouts.iter_mut().zip(three) {
            match tiler {
                Tiler::Layout(of_mode) => *layout = of_mode.clone(),
                Tiler::Keep => {}
                _ => {
                    let wanted = "a layout of integers for each of M, N and K, `(2,2):(1,4)` in place of a tuple `(2,2)`";
                    return part.fail(Reason::Expected(wanted));
                }
            }
        }
        mma.permuted(layouts).or_else(|error| part.fail(error))
    }

    fn tiled_copy(&mut self, part: Part<'_>) -> Result<TiledCopy, Failure> {
        let Some((_, arguments)) = part.call() else { return part.fail(not_closed()) };
        let copy = match arguments[..] {
            [atom, operand] => TiledCopy::of(self.copy_atom(atom)?, self.operand(operand)?),
            [atom, threads, values] => {
                let atom = self.copy_atom(atom)?;
                TiledCopy::new(atom, &self.layout(threads)?, &self.layout(values)?)
            }
            _ => return part.fail(usage(TILED_COPY, &arguments)),
        };
        copy.or_else(|error| part.fail(error))
    }

    /// The thread-value layout of an operand of a multiplication.
    fn operand(&mut self, part: Part<'_>) -> Result<ThreadValue, Failure> {
        let wanted = Reason::Expected("an operand of a multiplication: `a(TiledMma(..))`");
        let Some((word @ ("a" | "b" | "c"), arguments)) = part.call() else {
            return part.fail(wanted);
        };
        let [of] = arguments[..] else { return part.fail(wanted) };
        let tv = if of.text.starts_with("TiledMma(") {
            let mma = self.tiled_mma(of)?;
            match word {
                "a" => mma.a(),
                "b" => mma.b(),
                _ => mma.c(),
            }
        } else {
            let mma = of.multiplication()?;
            match word {
                "a" => mma.a(),
                "b" => mma.b(),
                _ => mma.c(),
            }
        };
        tv.or_else(|error| part.fail(error))
    }

    fn copy_atom(&mut self, part: Part<'_>) -> Result<CopyAtom, Failure> {
        let atom = match part.call() {
            Some(("vector", arguments)) if arguments.len() == 1 => {
                CopyAtom::vector(self.integer(arguments[0])?)
            }
            Some(("load", _)) => self.load(part).map(|(name, bits)| CopyAtom::load(name, bits))?,
            Some(("store", _)) => {
                self.load(part).map(|(name, bits)| CopyAtom::store(name, bits))?
            }
            _ => {
                let wanted =
                    "a copy: `vector(8)`, `load(ldmatrix.x4, 16)` or `store(ldmatrix.x4, 16)`";
                return part.fail(Reason::Expected(wanted));
            }
        };
        atom.or_else(|error| part.fail(error))
    }

    /// The arguments of `load(name, bits)` or `store(name, bits)`.
    fn load(&mut self, part: Part<'_>) -> Result<(&'static Load, i64), Failure> {
        let Some((word, arguments)) = part.call() else { return part.fail(not_closed()) };
        match arguments[..] {
            [name, bits] => Ok((name.load()?, self.integer(bits)?)),
            _ => part.fail(usage(&format!("{word}(ldmatrix, bits)"), &arguments)),
        }
    }

    fn layout(&mut self, part: Part<'_>) -> Result<Layout, Failure> {
        self.value(part, Value::to_layout)
    }

    fn integer(&mut self, part: Part<'_>) -> Result<i64, Failure> {
        self.value(part, Value::to_integer)
    }

    /// The value of an expression, converted by `read`.
    fn value<T>(
        &mut self,
        part: Part<'_>,
        read: impl FnOnce(&Value) -> Result<T, Reason>,
    ) -> Result<T, Failure> {
        let value = part
            .text
            .parse::<Expression>()
            .and_then(|expression| expression.evaluate_while(self.names, self.goes_on));
        let moved = |failure: Failure| Failure { at: part.at + failure.at, ..failure };
        read(&value.map_err(moved)?).or_else(|reason| part.fail(reason))
    }
}

fn usage(usage: &str, arguments: &[Part<'_>]) -> Reason {
    Reason::Arguments { usage: usage.to_string(), given: arguments.len() }
}

fn not_closed() -> Reason {
    Reason::Expected("`)` at the end")
}
