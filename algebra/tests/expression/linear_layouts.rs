//! Linear layouts and Triton's encodings: bases from Triton's tests, the definitions, and text in both directions.

use tilework_algebra::expression::{Expression, Names, Value};
use tilework_algebra::linear_layout::LinearLayout;

use crate::value;

mod conversions;
mod definitions;
mod text;
mod triton;

fn linear(text: &str) -> LinearLayout {
    match value(text).unwrap_or_else(|failure| panic!("{text}: {failure}")).parse_linear() {
        Some(layout) => layout,
        None => panic!("{text}: not a linear layout"),
    }
}

trait ParseLinear {
    fn parse_linear(&self) -> Option<LinearLayout>;
}
impl ParseLinear for String {
    fn parse_linear(&self) -> Option<LinearLayout> {
        let expression: Expression = self.parse().ok()?;
        match expression.evaluate(&mut Names::new()).ok()? {
            Value::Linear(layout) => Some(layout),
            _ => None,
        }
    }
}
