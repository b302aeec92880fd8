//! Explanations of compositions by morphisms: the algorithm of [003](crate::papers), section 4.1, step by step.

use super::Steps;
use crate::error::Error;
use crate::expression::Value;
use crate::expression::arguments::Arguments;
use crate::morphism::{
    MutualRefinement, NestedTupleMorphism, Refinement, layout_of, morphism_of, mutual_refinement,
};
use crate::operation::coalesce::coalesce;
use crate::tuple::int_tuple::IntTuple;

impl Steps<'_> {
    /// Explains an operation that works with morphisms; returns `false` for any other operation.
    pub(super) fn by_morphisms(&mut self, name: &str, of: &Arguments<'_>) -> bool {
        // An error in a step is the error of the operation, which follows the steps.
        let _ = match (name, of.0) {
            ("mutual_refinement", [t, u]) => match (&t.value, &u.value) {
                (Value::Tuple(t), Value::Tuple(u)) => self.mutual_refinement(t, u).map(|_| ()),
                _ => return false,
            },
            ("weak_composite", [f, g]) => match (&f.value, &g.value) {
                (Value::Morphism(f), Value::Morphism(g)) => self.weak_composite(f, g),
                _ => return false,
            },
            ("compose_tractable_layouts", [_, _]) => match (of.layout(0), of.layout(1)) {
                (Ok(a), Ok(b)) => morphism_of(&a).and_then(|f| {
                    self.line(format_args!("f encodes {a}: {f}"));
                    let b = coalesce(&b);
                    let g = morphism_of(&b)?;
                    self.line(format_args!("g encodes {b}: {g}"));
                    self.weak_composite(&f, &g)
                }),
                _ => return false,
            },
            _ => return false,
        };
        true
    }

    fn weak_composite(
        &mut self,
        f: &NestedTupleMorphism,
        g: &NestedTupleMorphism,
    ) -> Result<(), Error> {
        let (t, u) = (f.codomain(), g.domain());
        self.line(format_args!("mutual refinement of {t} and {u}"));
        self.indent += 1;
        let both = self.mutual_refinement(&t, &u);
        self.indent -= 1;
        let both = both?;
        let pulled = f.pullback_along(both.first())?.then(&both.inclusion())?;
        self.line(format_args!("f pulled back, into the second: {pulled}"));
        let pushed = g.pushforward_along(both.second())?;
        self.line(format_args!("g pushed forward: {pushed}"));
        let composite = pulled.then(&pushed)?;
        self.line(format_args!("g after f: {composite}, which encodes {}", layout_of(&composite)));
        Ok(())
    }

    fn mutual_refinement(&mut self, t: &IntTuple, u: &IntTuple) -> Result<MutualRefinement, Error> {
        let both = mutual_refinement(t, u)?;
        let mut parts = |which: &str, along: &Refinement| {
            for (entry, part) in along.coarser().leaves().iter().zip(along.relative_modes()) {
                self.line(format_args!("{which}: {entry} as {part}"));
            }
        };
        parts("first", both.first());
        parts("second", both.second());
        Ok(both)
    }
}
