//! A C and CUDA function from coordinates to the offset.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{LayoutRef, no_form};
use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::layout::composed::Outer;
use crate::layout::swizzle::Swizzle;
use crate::mode::Mode;
use crate::stride::Stride;
use crate::stride::xor::Xor;

const NAME: &str = "C";

/// The inclusive bounds of the values of a step.
#[derive(Clone, Copy)]
struct Bounds {
    least: i128,
    most: i128,
}

impl Bounds {
    const ZERO: Bounds = Bounds { least: 0, most: 0 };

    /// All integers of `bits` bits, and their complements if there are negative ones.
    fn of_bits(bits: u32, negative: bool) -> Bounds {
        // More bits are refused, whatever their number is.
        let bits = bits.min(100);
        Bounds { least: if negative { -1 << bits } else { 0 }, most: (1 << bits) - 1 }
    }

    /// The number of bits of the values, without the sign.
    fn bits(self) -> u32 {
        let bits = |n: i128| 128 - n.leading_zeros();
        bits(self.most).max(bits(-1 - self.least.min(-1)))
    }

    fn plus(self, n: i128) -> Bounds {
        Bounds { least: self.least + n, most: self.most + n }
    }

    /// The bounds after `n` is XORed.
    fn xor(self, n: i64) -> Bounds {
        let all = Bounds { least: n.min(0).into(), most: n.max(0).into() };
        Bounds::of_bits(self.bits().max(all.bits()), self.least < 0 || n < 0)
    }
}

/// The computation of an offset: steps, each of which uses the result of the one before.
struct Function {
    /// The steps. The first uses the coordinates, the others use `x`.
    steps: Vec<Step>,
    /// The bounds after the last step.
    bounds: Bounds,
    /// The largest number that a step needs in addition to its values: a coordinate, an extent or a bit.
    largest: i128,
}

/// A step, before the width of its integers is known.
enum Step {
    /// A sum or an XOR of terms.
    Terms { xor: bool, terms: Vec<Term>, constant: i64 },
    /// A swizzle of `x`.
    Swizzle(Swizzle),
}

/// `digit * factor`, the digit of a coordinate: `variable / divisor % modulus`.
struct Term {
    variable: String,
    divisor: i64,
    modulus: Option<i64>,
    factor: i64,
}

impl Term {
    fn write(&self, suffix: &str) -> String {
        let mut text = self.variable.clone();
        if self.divisor > 1 {
            text += &format!(" / {}{suffix}", self.divisor);
        }
        if let Some(modulus) = self.modulus {
            text += &format!(" % {modulus}{suffix}");
        }
        match self.factor.unsigned_abs() {
            1 => text,
            factor => format!("{text} * {factor}{suffix}"),
        }
    }
}

/// Strides that can be written as terms.
trait Factors: Stride {
    /// True if terms are XORed.
    const XOR: bool;
    /// The factors of a digit; the offset is the sum or XOR of the products.
    fn factors(&self) -> Vec<i64>;
}
impl Factors for i64 {
    const XOR: bool = false;
    fn factors(&self) -> Vec<i64> {
        if *self == 0 { Vec::new() } else { [*self].into() }
    }
}
/// The product without carries is the XOR of the digit shifted by each bit.
impl Factors for Xor {
    const XOR: bool = true;
    fn factors(&self) -> Vec<i64> {
        let bits = self.bits();
        (0..63).map(|place| bits & 1 << place).filter(|bit| *bit != 0).collect()
    }
}

/// The terms of the flat modes at a coordinate in `0..=most`, and the bounds of their sum.
fn terms<D: Factors>(modes: &[Mode<D>], variable: &str, most: i64) -> (Vec<Term>, Bounds) {
    let mut terms = Vec::new();
    let mut bounds = Bounds::ZERO;
    let mut divisor = 1i64;
    // An empty mode has no coordinate, so there is nothing to divide by.
    let modes = if most < 1 { &[] } else { modes };
    for (at, mode) in modes.iter().enumerate() {
        // The part that is left of the largest coordinate; digits beyond it are 0.
        let left = most / divisor;
        let last = at + 1 == modes.len();
        let digit = if last { left } else { left.min(mode.shape - 1) };
        if digit == 0 {
            if left == 0 {
                break;
            }
            continue;
        }
        let modulus = (!last && left >= mode.shape).then_some(mode.shape);
        for factor in mode.stride.factors() {
            let reach = i128::from(digit) * i128::from(factor);
            bounds = if D::XOR {
                let bits = Bounds { least: 0, most: reach }.bits();
                Bounds::of_bits(bounds.bits().max(bits), false)
            } else {
                Bounds { least: bounds.least + reach.min(0), most: bounds.most + reach.max(0) }
            };
            terms.push(Term { variable: variable.to_string(), divisor, modulus, factor });
        }
        match divisor.checked_mul(mode.shape) {
            Some(product) => divisor = product,
            None => break,
        }
    }
    (terms, bounds)
}

impl Function {
    /// The offset of the coordinates `i0`, `i1` and so on of the top-level modes, plus `added`.
    fn of_layout<D: Factors>(layout: &Layout<D>, added: i64) -> Function {
        let mut all = Vec::new();
        let mut bounds = Bounds::ZERO;
        let mut largest = 0;
        for (at, mode) in layout.modes().enumerate() {
            let most = mode.size() - 1;
            largest = largest.max(most.into());
            let (terms, of_mode) = terms(mode.flat_modes(), &format!("i{at}"), most);
            all.extend(terms);
            bounds = if D::XOR {
                Bounds::of_bits(bounds.bits().max(of_mode.bits()), false)
            } else {
                Bounds { least: bounds.least + of_mode.least, most: bounds.most + of_mode.most }
            };
        }
        let bounds = if D::XOR { bounds.xor(added) } else { bounds.plus(added.into()) };
        let steps = [Step::Terms { xor: D::XOR, terms: all, constant: added }].into();
        let mut function = Function { steps, bounds, largest };
        function.see(bounds);
        function
    }

    /// Records how large values become.
    fn see(&mut self, bounds: Bounds) {
        self.bounds = bounds;
        self.largest = self.largest.max(bounds.most);
    }

    /// Applies `outer` after this function.
    fn under(&mut self, outer: &Outer) -> Result<(), Error> {
        match outer {
            Outer::Swizzle(swizzle) => {
                if swizzle.bits() > 0 {
                    // The bits that the swizzle uses exist in integers with as many bits.
                    self.largest = self.largest.max((1 << swizzle.width()) - 1);
                    let bits = self.bounds.bits();
                    let bits = if swizzle.shift() < 0 { bits.max(swizzle.width()) } else { bits };
                    self.steps.push(Step::Swizzle(*swizzle));
                    self.see(Bounds::of_bits(bits, self.bounds.least < 0));
                }
            }
            Outer::Layout(layout) => self.at_integral_coordinate(layout, 0)?,
            Outer::Xor(layout) => self.at_integral_coordinate(layout, 0)?,
            Outer::Chain(chain) => {
                // The offset after a function is added to the offsets of the next one.
                let functions = chain.functions();
                for (at, (function, _)) in functions.iter().enumerate().rev() {
                    let added = if at > 0 { functions[at - 1].1 } else { 0 };
                    match function {
                        Outer::Layout(layout) => self.at_integral_coordinate(layout, added)?,
                        Outer::Xor(layout) => self.at_integral_coordinate(layout, added)?,
                        // Nothing is added to the offsets of a swizzle.
                        other => self.under(other)?,
                    }
                }
            }
        }
        Ok(())
    }

    /// Applies the layout, on its extended domain, to the value of the last step.
    fn at_integral_coordinate<D: Factors>(
        &mut self,
        layout: &Layout<D>,
        added: i64,
    ) -> Result<(), Error> {
        let Bounds { least, most } = self.bounds;
        if least < 0 {
            let coordinate = i64::try_from(least).unwrap_or(i64::MIN);
            let rule = Rule::CoordinateRange { coordinate, extent: layout.size() };
            return Err(Error::new(Operation::Export, rule));
        }
        layout.positive_but_last(Operation::Export)?;
        let most = i64::try_from(most).map_err(|_| OVERFLOW)?;
        let (terms, bounds) = terms(layout.flat_modes(), "x", most);
        let bounds = if D::XOR { bounds.xor(added) } else { bounds.plus(added.into()) };
        self.steps.push(Step::Terms { xor: D::XOR, terms, constant: added });
        self.see(bounds);
        Ok(())
    }
}

const OVERFLOW: Error = Error::new(Operation::Export, Rule::Overflow);

/// Terms and a constant as an expression of unsigned integers.
fn sum(xor: bool, terms: &[Term], constant: i64, suffix: &str) -> String {
    let mut text = String::new();
    let mut push = |negative: bool, term: String| {
        let operator = match (text.is_empty(), xor, negative) {
            (true, _, false) => "",
            (true, _, true) => "0u - ",
            (_, true, _) => " ^ ",
            (_, _, false) => " + ",
            (_, _, true) => " - ",
        };
        text += operator;
        text += &term;
    };
    for term in terms {
        push(term.factor < 0, term.write(suffix));
    }
    if constant != 0 || terms.is_empty() {
        if xor && constant < 0 {
            push(false, format!("~{}{suffix}", !constant));
        } else {
            push(constant < 0, format!("{}{suffix}", constant.unsigned_abs()));
        }
    }
    text
}

/// The layout as a C, C++ and CUDA function with the name `name`. It maps a coordinate for each top-level mode, `i0`,
/// `i1` and so on, to the offset in elements.
///
/// The coordinate of a nested mode is an integral coordinate, `i0 < size(mode 0)`. ([`group`](crate::group()) makes one
/// mode of all modes, and so gives a function of the integral coordinate.) The result outside the domain has no
/// meaning.
///
/// The function computes in unsigned integers, so no overflow is undefined. They have 32 bits if all coordinates,
/// offsets and intermediate values fit them, and otherwise 64 bits. If a layout has negative offsets, the result is
/// `int32_t` or `int64_t`.
///
/// # Errors
/// [`Rule::Form`] for strides that are coordinates; [`Rule::Overflow`] if offsets, or bounds of intermediate values, do
/// not fit 64 bits; [`Rule::CoordinateRange`] if a function of offsets may be given a negative one; [`Rule::Extent`]
/// for a function with an extent of 0 before the last; [`Rule::Syntax`] for a name that is not a C identifier.
///
/// ```
/// use tilework_algebra::{Composed, Layout, export::c_function};
/// let layout: Layout = "((2,3),4):((12,1),3)".parse()?;
/// assert_eq!(
///     c_function("tile", &layout)?,
///     "\
/// #include <stdint.h>
///
/// /* ((2,3),4):((12,1),3), for i0 < 6, i1 < 4. */
/// #ifdef __CUDACC__
/// __host__ __device__
/// #endif
/// static inline uint32_t tile(uint32_t i0, uint32_t i1)
/// {
///     return i0 % 2u * 12u + i0 / 2u + i1 * 3u;
/// }
/// ",
/// );
/// let swizzled: Composed = "Sw<3,0,3> o 0 o (8,8):(8,1)".parse()?;
/// assert!(c_function("swizzled", &swizzled)?.contains("x = x ^ (x >> 3 & 7u);"));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn c_function<'a>(name: &str, layout: impl Into<LayoutRef<'a>>) -> Result<String, Error> {
    let first = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    let is_name =
        name.bytes().enumerate().all(|(at, byte)| first(byte) || at > 0 && byte.is_ascii_digit());
    if !is_name || name.is_empty() {
        let rule = Rule::Syntax { at: 0, expected: "a name of C" };
        return Err(Error::new(Operation::Export, rule));
    }
    let layout = layout.into();
    match layout {
        LayoutRef::Layout(inner) => function(name, inner, inner, &Function::of_layout(inner, 0)),
        LayoutRef::Xor(inner) => function(name, inner, inner, &Function::of_layout(inner, 0)),
        LayoutRef::Composed(composed) => {
            let mut steps = Function::of_layout(composed.inner(), composed.added());
            steps.under(composed.outer())?;
            function(name, composed, composed.inner(), &steps)
        }
        LayoutRef::ComposedXor(composed) => {
            let mut steps = Function::of_layout(composed.inner(), composed.added());
            steps.under(composed.outer())?;
            function(name, composed, composed.inner(), &steps)
        }
        LayoutRef::Coordinates(_) => Err(no_form(NAME, "strides that are coordinates")),
        LayoutRef::Linear(linear) => c_function(name, &linear.to_layout()?),
    }
}

/// The text of a function with the domain of `inner`.
fn function(
    name: &str,
    written: &dyn core::fmt::Display,
    inner: &Layout<impl Stride>,
    function: &Function,
) -> Result<String, Error> {
    let Function { steps, bounds, largest } = function;
    let signed = bounds.least < 0;
    let fits = |least: i128, most: i128| bounds.least >= least && *largest <= most;
    // If the result is signed, the largest value must fit the signed integer too.
    let narrow = if signed { i128::from(i32::MAX) } else { u32::MAX.into() };
    let (bits, suffix) = if fits(i32::MIN.into(), narrow) { (32, "u") } else { (64, "ull") };
    if !fits(i64::MIN.into(), i64::MAX.into()) {
        return Err(OVERFLOW);
    }
    let unsigned = format!("uint{bits}_t");
    let result = if signed { format!("int{bits}_t") } else { unsigned.clone() };

    let coordinates = 0..inner.rank();
    let parameters: Vec<String> = coordinates.clone().map(|i| format!("{unsigned} i{i}")).collect();
    let domain: Vec<String> =
        inner.modes().enumerate().map(|(i, mode)| format!("i{i} < {}", mode.size())).collect();
    let parameters = if parameters.is_empty() { "void".into() } else { parameters.join(", ") };
    let domain =
        if domain.is_empty() { String::new() } else { format!(", for {}", domain.join(", ")) };
    let mut text = format!(
        "#include <stdint.h>\n\n/* {written}{domain}. */\n\
         #ifdef __CUDACC__\n__host__ __device__\n#endif\n\
         static inline {result} {name}({parameters})\n{{\n"
    );
    let used = |i: usize| match &steps[0] {
        Step::Terms { terms, .. } => terms.iter().any(|term| term.variable == format!("i{i}")),
        Step::Swizzle(_) => false,
    };
    for i in coordinates.filter(|&i| !used(i)) {
        text += &format!("    (void)i{i};\n");
    }
    let result = |value: &str| if signed { format!("({result})({value})") } else { value.into() };
    let written: Vec<String> = steps
        .iter()
        .map(|step| match step {
            Step::Terms { xor, terms, constant } => sum(*xor, terms, *constant, suffix),
            Step::Swizzle(swizzle) => {
                let (base, by) = (swizzle.base(), swizzle.shift().unsigned_abs());
                let mask = (1u64 << swizzle.bits()) - 1;
                let (from, to) =
                    if swizzle.shift() < 0 { (base, base + by) } else { (base + by, base) };
                let taken = if from == 0 { "x".to_string() } else { format!("x >> {from}") };
                match to {
                    0 => format!("x ^ ({taken} & {mask}{suffix})"),
                    _ => format!("x ^ ({taken} & {mask}{suffix}) << {to}"),
                }
            }
        })
        .collect();
    match &written[..] {
        [one] => text += &format!("    return {};\n", result(one)),
        [first, others @ ..] => {
            text += &format!("    {unsigned} x = {first};\n");
            for step in others {
                text += &format!("    x = {step};\n");
            }
            text += &format!("    return {};\n", result("x"));
        }
        [] => {}
    }
    text += "}\n";
    Ok(text)
}
