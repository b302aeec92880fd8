//! Texts that write a value and compute nothing, which `FromStr` reads.

use super::step::{Step, What};
use super::{
    DYNAMIC, Expression, Failure, NamedOperation, Names, Operand, Reason, Value, evaluate,
};

impl Expression {
    /// The value, if the text is one that writes a value: a tuple, a layout with strides of any kind, a tiler, a
    /// swizzle, a morphism, or a layout under these functions, such as `Sw<B,M,S> o n o L` or `composed(F, n, L)`. The
    /// time of each step is proportional to the length of its operands, which is limited, so no text takes long.
    ///
    /// # Errors
    /// The errors of [`Expression::evaluate`]; [`Reason::Stopped`](super::Reason::Stopped) at the first step that is an
    /// operation or assigns to a name.
    pub(crate) fn written(&self) -> Result<Value, Failure> {
        if let Some(reason) = self.code.iter().find_map(|step| Some((step.at, step.symbolic()?))) {
            return Err(Failure::new(reason.0, reason.1));
        }
        evaluate::evaluate(&self.code, &mut Names::new(), None, &mut Step::writes)
    }
}

impl Step {
    /// Why the step has no value of numbers, if it has a symbol.
    pub(super) fn symbolic(&self) -> Option<Reason> {
        match &self.what {
            What::Dynamic { .. } => Some(Reason::Expected(DYNAMIC)),
            What::Symbol(name) => Some(NamedOperation::unknown(name)),
            What::Fact(_) => Some(Reason::Stopped),
            _ => None,
        }
    }

    /// Returns whether the step only builds a value as written.
    fn writes(&self, operands: &[Operand]) -> bool {
        let composed =
            |operand: &Operand| matches!(operand.value, Value::Composed(_) | Value::ComposedXor(_));
        let swizzle = |operand: &Operand| matches!(operand.value, Value::Swizzle(_));
        match (&self.what, operands) {
            (What::Offset(_), [left, right]) => swizzle(left) && right.value.as_offset().is_some(),
            (What::Call(operation, _), [left, right]) if operation.name == "composition" => {
                (swizzle(left) || left.awaits_layout) && !composed(right) && !swizzle(right)
            }
            (What::Call(operation, _), [_, _, inner]) if operation.name == "composed" => {
                !composed(inner)
            }
            (What::Call(..) | What::Apply(_) | What::List(_) | What::Arithmetic(_), _) => false,
            (What::Assign(_) | What::Discard, _) => false,
            // For a composed layout, the plain layout would have to be searched.
            (_, operands) => !operands.iter().any(composed),
        }
    }
}
