//! Linear layouts as the layouts that operations take.

use super::Value;
use crate::error::Error;
use crate::linear_layout::Encoding;

impl Value {
    /// Returns whether it is a linear layout, which operations take as a layout.
    pub(in crate::expression) fn is_linear(&self) -> bool {
        matches!(self, Value::Linear(_) | Value::Encoding(Encoding::Linear(_)))
    }

    /// The layout that operations take for a linear layout.
    pub(in crate::expression) fn unlinear(&self) -> Option<Result<Value, Error>> {
        match self {
            Value::Linear(linear) | Value::Encoding(Encoding::Linear(linear)) => {
                let layout = linear.to_layout();
                Some(layout.map(|layout| match layout.to_integers() {
                    Ok(integers) => integers.into(),
                    Err(_) => layout.into(),
                }))
            }
            _ => None,
        }
    }
}
