//! Functions of offsets: swizzles, layouts at integral coordinates, and chains of these.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::{Composed, MODES, POINTS};
use crate::budget::Budget;
use crate::error::{Error, Operation, Rule};
use crate::layout::swizzle::Swizzle;
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::operation::composition::by_values::in_bits;
use crate::operation::composition::composition_within;
use crate::operation::together::Together;
use crate::stride::Stride;
use crate::stride::xor::Xor;

/// The function that is applied to the offsets of the inner layout of a [`Composed`] layout.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Outer {
    /// A swizzle.
    Swizzle(Swizzle),
    /// A layout, on its extended domain.
    Layout(Layout),
    /// A layout with XOR strides, on its extended domain.
    Xor(Layout<Xor>),
    /// A chain of several of these: a composed layout at integral coordinates.
    Chain(Chain),
}

/// A chain of functions of offsets, `F_1 o n_1 o F_2 o n_2 o ... o F_k`, whose value at an offset is
/// `F_1(n_1 + F_2(n_2 + ..))`: a composed layout at integral coordinates. After a layout with XOR strides, `n` is
/// XORed. After a swizzle, nothing is added.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Chain(pub(super) Vec<(Outer, i64)>);

impl Chain {
    /// The functions, each with the offset that is added before it; the function that is applied last comes first. None
    /// of them is a chain, and no offset is added before the last element.
    #[inline]
    pub fn functions(&self) -> &[(Outer, i64)] {
        &self.0
    }
}

impl Outer {
    /// `self o added o first`, applied to offsets.
    ///
    /// ```
    /// use tilework_algebra::{Composed, Layout, Outer, Swizzle};
    /// let (rows, swizzle): (Layout, _) = ("(4,8):(8,1)".parse()?, Swizzle::new(1, 0, 2)?);
    /// let both = Outer::from(rows.clone()).after(0, swizzle.into());
    /// let tile = Composed::of(both, "8:1".parse::<Layout>()?);
    /// assert_eq!(tile.offset(6)?, rows.offset(swizzle.apply(6))?);
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    pub fn after(&self, added: i64, first: Outer) -> Outer {
        let mut functions = self.clone().into_functions();
        if let Some((_, last)) = functions.last_mut() {
            *last = added;
        }
        functions.extend(first.into_functions());
        Outer::Chain(Chain(functions))
    }

    /// The number of leaves of the layouts in this function; a swizzle counts as one.
    #[inline]
    pub(crate) fn length(&self) -> i64 {
        match self {
            Outer::Swizzle(_) => 1,
            Outer::Layout(layout) => (layout.flat_modes().len() as i64).max(1),
            Outer::Xor(layout) => (layout.flat_modes().len() as i64).max(1),
            // None of them is a chain.
            Outer::Chain(Chain(functions)) => functions.iter().map(|(one, _)| one.length()).sum(),
        }
    }

    #[inline]
    pub(super) fn into_functions(self) -> Vec<(Outer, i64)> {
        match self {
            Outer::Chain(Chain(functions)) => functions,
            one => vec![(one, 0)],
        }
    }

    /// The function at `offset`.
    ///
    /// # Errors
    /// The errors of [`Layout::offset`].
    #[inline]
    pub(crate) fn apply(&self, offset: i64) -> Result<i64, Error> {
        match self {
            Outer::Swizzle(swizzle) => Ok(swizzle.apply(offset)),
            Outer::Layout(layout) => layout.offset(offset),
            Outer::Xor(layout) => layout.offset(offset),
            Outer::Chain(chain) => {
                let mut before: Option<&Outer> = None;
                chain.0.iter().rev().try_fold(offset, |offset, (function, added)| {
                    let overflow = Error::new(Operation::Crd2Idx, Rule::Overflow);
                    let sum = match before {
                        Some(Outer::Xor(_)) => Some(offset ^ added),
                        _ => offset.checked_add(*added),
                    };
                    before = Some(function);
                    function.apply(sum.ok_or(overflow)?)
                })
            }
        }
    }

    /// `self o inner` as a layout, if one is found.
    #[inline]
    pub(super) fn compose(
        &self,
        inner: &Layout<Xor>,
        budget: &Budget<'_>,
    ) -> Result<Layout<Xor>, Error> {
        // Try value by value only if there are not too many values for all functions.
        self.compose_some(inner, inner.size().min(POINTS) <= MODES / self.length(), budget)
    }

    #[inline]
    fn compose_some(
        &self,
        inner: &Layout<Xor>,
        by_values: bool,
        budget: &Budget<'_>,
    ) -> Result<Layout<Xor>, Error> {
        match self {
            Outer::Swizzle(swizzle) => swizzle.compose(inner),
            Outer::Layout(layout) => {
                let during = |error: Error| error.during(Operation::ToXor);
                // If the part of the layout that is reached carries nothing, use a product of bit matrices.
                let reached = inner.cosize().and_then(|end| reaching(layout, end)).map_err(during);
                let product = reached.and_then(|reached| {
                    composition_within(&Layout::<Xor>::of_integers(&reached)?, inner, budget)
                });
                product.or_else(|refused| match by_values.then(|| in_bits(layout, inner, budget)) {
                    Some(Ok(Some(found))) => Ok(found),
                    Some(Err(error)) if matches!(error.rule, Rule::Undecided { .. }) => {
                        Err(during(error))
                    }
                    _ => Err(refused),
                })
            }
            Outer::Xor(layout) => composition_within(layout, inner, budget),
            Outer::Chain(chain) => {
                chain.0.iter().rev().try_fold(inner.clone(), |inner, (function, added)| {
                    if *added != 0 {
                        let rule = Rule::AddedOffset { offset: *added };
                        return Err(Error::new(Operation::ToXor, rule));
                    }
                    function.compose_some(&inner, by_values, budget)
                })
            }
        }
    }

    /// The number of offsets that stay together.
    #[inline]
    pub(super) fn together(&self) -> Together {
        match self {
            Outer::Swizzle(swizzle) if swizzle.bits() == 0 => Together::All,
            Outer::Swizzle(swizzle) => Together::DivisorsOf(swizzle.alignment()),
            Outer::Layout(layout) => together_endless(layout.flat_modes()),
            Outer::Xor(layout) => together_endless(layout.flat_modes()),
            Outer::Chain(chain) => {
                chain.0.iter().fold(Together::All, |together, (function, added)| {
                    together.and(function.together()).and(Together::divisors_of(*added))
                })
            }
        }
    }
}

/// The number of consecutive values that stay together, also past the size: the last mode is unbounded even if its
/// extent is 1.
pub(super) fn together_endless<D: Stride<Offset = i64>>(modes: &[Mode<D>]) -> Together {
    match modes.split_last() {
        Some((last, before)) if last.shape == 1 && !before.is_empty() => {
            D::together(before, &[Mode { shape: 2, stride: last.stride.clone() }])
        }
        _ => D::together(modes, &[]),
    }
}

/// The layout with a last mode that is long enough for all coordinates below `end`; never shorter than it is. This is
/// possible because the last mode of a layout is unbounded.
pub(crate) fn reaching<D: Stride>(layout: &Layout<D>, end: i64) -> Result<Layout<D>, Error> {
    let mut modes: Modes<D> = layout.flat_modes().iter().cloned().collect();
    if let Some((last, others)) = modes.split_last_mut() {
        let before: i64 = others.iter().map(|mode| mode.shape).product();
        last.shape =
            last.shape.max(end.unsigned_abs().div_ceil(before.unsigned_abs().max(1)) as i64);
    }
    Layout::of_flat_checked(modes)
}

impl From<Swizzle> for Outer {
    fn from(swizzle: Swizzle) -> Self {
        Outer::Swizzle(swizzle)
    }
}

impl From<Layout> for Outer {
    fn from(layout: Layout) -> Self {
        Outer::Layout(layout)
    }
}

impl From<Layout<Xor>> for Outer {
    fn from(layout: Layout<Xor>) -> Self {
        Outer::Xor(layout)
    }
}

/// Converts a composed layout to the function at integral coordinates, on its extended domain.
impl<D: Stride<Offset = i64>> From<Composed<D>> for Outer
where
    Layout<D>: Into<Outer>,
{
    fn from(composed: Composed<D>) -> Self {
        composed.outer.after(composed.offset, composed.inner.into())
    }
}

/// Writes the function as [`Composed`] layouts are written. A swizzle after another function is written as the layout
/// that continues as the swizzle does.
impl fmt::Display for Outer {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let functions = match self {
            Outer::Swizzle(swizzle) => return swizzle.fmt(f),
            Outer::Layout(layout) => return layout.fmt(f),
            Outer::Xor(layout) => return layout.fmt(f),
            Outer::Chain(Chain(functions)) => functions,
        };
        // A swizzle has a notation before the offset.
        let swizzle = matches!(functions[..], [(Outer::Swizzle(_), _), (Outer::Layout(_), _), ..]);
        for _ in 1 + usize::from(swizzle)..functions.len() {
            f.write_str("composed(")?;
        }
        let mut before = None;
        for (at, (function, added)) in functions.iter().enumerate() {
            match (before, function) {
                (None, first) => first.fmt(f)?,
                (Some(added), Outer::Swizzle(swizzle)) => {
                    write!(f, ", {added}, {})", swizzle.endless())?;
                }
                (Some(added), layout) if at == 1 && swizzle => write!(f, " o {added} o {layout}")?,
                (Some(added), layout) => write!(f, ", {added}, {layout})")?,
            }
            before = Some(added);
        }
        Ok(())
    }
}

impl fmt::Debug for Outer {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Chain {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Outer::Chain(self.clone()), f)
    }
}
