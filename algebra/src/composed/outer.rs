//! Functions of offsets: swizzles, layouts at integral coordinates, and these after one another.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::Composed;
use crate::composition::{by_values, composition};
use crate::error::{Error, Operation, Rule};
use crate::int::gcd;
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::stride::Stride;
use crate::swizzle::Swizzle;
use crate::xor::Xor;

/// What is applied to the offsets of the inner layout of a [`Composed`] one.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Outer {
    /// A swizzle.
    Swizzle(Swizzle),
    /// A layout, on its extended domain.
    Layout(Layout),
    /// A layout with XOR strides, on its extended domain.
    Xor(Layout<Xor>),
    /// Several of these after one another: a composed layout, at integral coordinates.
    Chain(Chain),
}

/// Functions of offsets after one another, `F_1 o n_1 o F_2 o n_2 o ... o F_k`, as `F_1(n_1 + F_2(n_2 + ..))`
/// at an offset: a composed layout at integral coordinates. To the offsets of a layout with XOR strides `n` is
/// XORed, and to those of a swizzle nothing is added.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Chain(pub(super) Vec<(Outer, i64)>);

impl Chain {
    /// The functions, the one that is applied last first, each with what is added before it; none of them
    /// is a chain, and before the last nothing is added.
    pub fn functions(&self) -> &[(Outer, i64)] {
        &self.0
    }
}

impl Outer {
    /// `self o added o first`, both at offsets.
    ///
    /// ```
    /// use tilework_algebra::{Composed, Layout, Outer, Swizzle};
    /// let (rows, swizzle): (Layout, _) = ("(4,8):(8,1)".parse()?, Swizzle::new(1, 0, 2)?);
    /// let both = Outer::from(rows.clone()).after(0, swizzle.into());
    /// let tile = Composed::of(both, "8:1".parse::<Layout>()?);
    /// assert_eq!(tile.offset(6)?, rows.offset(swizzle.apply(6))?);
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn after(&self, added: i64, first: Outer) -> Outer {
        let mut functions = self.clone().into_functions();
        if let Some((_, last)) = functions.last_mut() {
            *last = added;
        }
        functions.extend(first.into_functions());
        Outer::Chain(Chain(functions))
    }

    pub(super) fn into_functions(self) -> Vec<(Outer, i64)> {
        match self {
            Outer::Chain(Chain(functions)) => functions,
            one => vec![(one, 0)],
        }
    }

    /// The function at `offset`.
    ///
    /// # Errors
    /// Those of [`Layout::offset`].
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

    /// `self o inner` as a layout, where one is found.
    pub(super) fn compose(&self, inner: &Layout<Xor>) -> Result<Layout<Xor>, Error> {
        match self {
            Outer::Swizzle(swizzle) => swizzle.compose(inner),
            Outer::Layout(layout) => {
                let during = |error: Error| error.during(Operation::ToXor);
                // Where all of the layout that is reached carries nothing, a product of matrices.
                let reached = inner.cosize().and_then(|end| reaching(layout, end)).map_err(during);
                let product = reached
                    .and_then(|reached| composition(&Layout::<Xor>::of_integers(&reached)?, inner));
                product.or_else(|refused| match by_values::in_bits(layout, inner) {
                    Ok(Some(found)) => Ok(found),
                    Err(error) if matches!(error.rule, Rule::Undecided { .. }) => {
                        Err(during(error))
                    }
                    _ => Err(refused),
                })
            }
            Outer::Xor(layout) => composition(layout, inner),
            Outer::Chain(chain) => {
                chain.0.iter().rev().try_fold(inner.clone(), |inner, (function, added)| {
                    if *added != 0 {
                        let rule = Rule::AddedOffset { offset: *added };
                        return Err(Error::new(Operation::ToXor, rule));
                    }
                    function.compose(&inner)
                })
            }
        }
    }

    /// What each number `v` of offsets divides with `F(x + i) = F(x) + i`, a multiple of `v` for `i = 0`, for
    /// multiples `x` of `v` and `i` below `v`; 0 if all do.
    pub(super) fn together(&self) -> i64 {
        match self {
            Outer::Swizzle(swizzle) if swizzle.bits() == 0 => 0,
            Outer::Swizzle(swizzle) => swizzle.alignment(),
            Outer::Layout(layout) => together_endless(layout.flat_modes()),
            Outer::Xor(layout) => together_endless(layout.flat_modes()),
            Outer::Chain(chain) => chain.0.iter().fold(0, |together, (function, added)| {
                gcd(gcd(together, function.together()), added.checked_abs().unwrap_or(1 << 62))
            }),
        }
    }
}

/// How many values stay together that follow one another, past the size too: the last mode goes on also where its extent
/// is 1.
pub(super) fn together_endless<D: Stride<Offset = i64>>(modes: &[Mode<D>]) -> i64 {
    match modes.split_last() {
        Some((last, before)) if last.shape == 1 && !before.is_empty() => {
            D::together(before, &[Mode { shape: 2, stride: last.stride.clone() }])
        }
        _ => D::together(modes, &[]),
    }
}

/// The layout as far as it goes on below `end`, or its own size: past that its last mode has no end.
pub(crate) fn reaching<D: Stride>(layout: &Layout<D>, end: i64) -> Result<Layout<D>, Error> {
    let mut modes: Modes<D> = layout.flat_modes().iter().cloned().collect();
    if let Some((last, others)) = modes.split_last_mut() {
        let before: i64 = others.iter().map(|mode| mode.shape).product();
        last.shape = last.shape.max(end.unsigned_abs().div_ceil(before.unsigned_abs()) as i64);
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

/// The composed layout at integral coordinates, on its extended domain.
impl<D: Stride<Offset = i64>> From<Composed<D>> for Outer
where
    Layout<D>: Into<Outer>,
{
    fn from(composed: Composed<D>) -> Self {
        composed.outer.after(composed.offset, composed.inner.into())
    }
}

/// As [`Composed`] layouts are written. Behind another function a swizzle is the layout that goes on as it
/// does.
impl fmt::Display for Outer {
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
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for Chain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Outer::Chain(self.clone()), f)
    }
}
