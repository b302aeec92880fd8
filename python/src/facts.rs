//! What is known of symbols, which a value with symbols takes along.

use std::collections::BTreeSet;
use std::sync::Arc;

use pyo3::prelude::*;
use tilework_algebra::expression::{self as tw, Names};

use crate::error;

/// Facts about symbols as statements, `N % 8 = 0; N >= 8`.
#[derive(Clone, Default)]
pub struct Facts(Option<Arc<str>>);

impl Facts {
    /// What is known of the symbols of these names.
    pub fn of(names: &Names) -> Facts {
        let text = names.facts();
        Facts((!text.is_empty()).then(|| text.into()))
    }

    /// The statements; empty if there are none.
    pub fn text(&self) -> &str {
        self.0.as_deref().unwrap_or_default()
    }

    /// Adds other facts.
    pub fn join(&mut self, other: &Facts) {
        match (&self.0, &other.0) {
            (_, None) => {}
            (None, _) => *self = other.clone(),
            (Some(a), Some(b)) if a == b => {}
            (Some(a), Some(b)) => {
                let known: BTreeSet<&str> = a.split("; ").collect();
                let mut text = String::from(&**a);
                for fact in b.split("; ").filter(|fact| !known.contains(fact)) {
                    text += "; ";
                    text += fact;
                }
                self.0 = Some(text.into());
            }
        }
    }

    /// Names of which nothing else is known.
    pub fn names(&self) -> PyResult<Names> {
        let mut names = Names::new();
        self.state(&mut names)?;
        Ok(names)
    }

    /// States the facts.
    pub fn state(&self, names: &mut Names) -> PyResult<()> {
        if let Some(text) = &self.0 {
            tw::evaluate(text, names).map_err(|failure| error::of_text(failure, text))?;
        }
        Ok(())
    }

    /// The text of a value which is read as it: after the facts about its symbols, if it has some.
    pub fn before(&self, value: &tw::Value) -> String {
        match &self.0 {
            Some(facts) if is_symbolic(value) && value.kind() != "a fact" => {
                format!("{facts}; {value}")
            }
            _ => value.to_string(),
        }
    }
}

/// Returns whether the value has symbols.
pub fn is_symbolic(value: &tw::Value) -> bool {
    matches!(value, tw::Value::Symbolic(_))
}
