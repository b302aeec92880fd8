//! Strides that are not all integers, and the layouts with these strides.

use alloc::vec::Vec;
use core::fmt;

use super::AnyStride;
use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::mode::Mode;
use crate::stride::Stride;
use crate::tuple::int_tuple::IntTuple;
use crate::tuple::profile::{self, Builder, Profile, Token};

/// A nested tuple of strides of any kind.
#[derive(Clone, PartialEq, Eq)]
pub struct Strides {
    leaves: Vec<AnyStride>,
    profile: Profile,
}

impl Strides {
    /// One stride.
    pub fn leaf(stride: AnyStride) -> Self {
        Strides { leaves: alloc::vec![stride], profile: Profile::leaf() }
    }

    /// The tuple of `parts`.
    pub(super) fn tuple(parts: impl IntoIterator<Item = Strides>) -> Self {
        let mut leaves = Vec::new();
        let mut word = Builder::default();
        word.push(Token::Open);
        for part in parts {
            leaves.extend(part.leaves);
            word.extend(part.profile.tokens());
        }
        word.push(Token::Close);
        Strides { leaves, profile: word.finish() }
    }

    /// The strides of a layout. The stride 0 of every kind is the integer, as it is written.
    pub(super) fn of<D: Stride>(layout: &Layout<D>, any: impl Fn(D) -> AnyStride) -> Self {
        let any = |mode: &Mode<D>| match mode.stride.is_zero() {
            true => AnyStride::Integer(0),
            false => any(mode.stride.clone()),
        };
        let leaves = layout.flat_modes().iter().map(any).collect();
        Strides { leaves, profile: layout.profile().clone() }
    }

    /// The strides from left to right.
    pub fn leaves(&self) -> &[AnyStride] {
        &self.leaves
    }

    /// The profile.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    pub(super) fn layout_of<D: Stride>(
        &self,
        shape: &IntTuple,
        stride: impl Fn(&AnyStride) -> Option<D>,
    ) -> Result<Layout<D>, Error> {
        let error = |rule| Error::new(Operation::Layout, rule);
        if shape.profile() != &self.profile {
            return Err(error(Rule::Congruence));
        }
        let mut modes = Vec::with_capacity(self.leaves.len());
        for (at, (&shape, any)) in shape.leaves().iter().zip(&self.leaves).enumerate() {
            let stride = stride(any).ok_or(error(Rule::Codomain).at(at))?;
            modes.push(Mode { shape, stride });
        }
        Layout::of_modes(modes, self.profile.clone())
    }
}

impl From<&IntTuple> for Strides {
    fn from(tuple: &IntTuple) -> Self {
        let leaves = tuple.leaves().iter().copied().map(AnyStride::Integer).collect();
        Strides { leaves, profile: tuple.profile().clone() }
    }
}

impl fmt::Display for Strides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        profile::write(f, self.profile.tokens(), |f, i| self.leaves[i].fmt(f))
    }
}

impl fmt::Debug for Strides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
