//! Layouts and tuples whose numbers are terms.

use alloc::vec::Vec;
use core::fmt;

use super::cases::Refusal;
use super::sum::Sum;
use super::term::Term;
use crate::layout::Layout;
use crate::tuple::profile::{self, Profile, Token};

/// The largest number of leaves of a layout or tuple with symbols.
pub(crate) const MAX_LEAVES: usize = 64;

/// A mode `s:d`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SymbolicMode {
    /// At least 1.
    pub shape: Term,
    /// At least 0.
    pub stride: Term,
}

impl SymbolicMode {
    pub(crate) fn new(shape: Term, stride: Term) -> SymbolicMode {
        SymbolicMode { shape, stride }
    }

    /// The number `s d` behind the last offset of the mode, as if it went on.
    pub(crate) fn span(&self) -> Result<Term, Refusal> {
        self.shape.times(&self.stride).ok_or(Refusal::Overflow)
    }
}

/// A layout `S:D` whose extents and strides are terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SymbolicLayout {
    pub modes: Vec<SymbolicMode>,
    pub profile: Profile,
}

/// A tuple, or a single number. Its leaves are sums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SymbolicTuple {
    pub leaves: Vec<Sum>,
    pub profile: Profile,
}

/// A tiler: a layout, or a layout for each mode; `None` keeps a mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SymbolicTiler {
    Layout(SymbolicLayout),
    Modes(Vec<Option<SymbolicLayout>>),
}

impl SymbolicLayout {
    pub(crate) fn leaf(shape: Term, stride: Term) -> SymbolicLayout {
        let modes = alloc::vec![SymbolicMode::new(shape, stride)];
        SymbolicLayout { modes, profile: Profile::leaf() }
    }

    /// A layout of numbers, if its extents are at least 1 and its strides at least 0.
    pub(crate) fn of(layout: &Layout) -> Option<SymbolicLayout> {
        let modes = layout.flat_modes();
        if modes.len() > MAX_LEAVES || modes.iter().any(|mode| mode.shape < 1 || mode.stride < 0) {
            return None;
        }
        let mode = |mode: &crate::Mode| {
            SymbolicMode::new(Term::integer(mode.shape), Term::integer(mode.stride))
        };
        let modes = modes.iter().map(mode).collect();
        Some(SymbolicLayout { modes, profile: layout.profile().clone() })
    }

    /// A flat layout; a layout of one mode is a leaf, and one without modes is `1:0`.
    pub(crate) fn flat(mut modes: Vec<SymbolicMode>) -> SymbolicLayout {
        if modes.is_empty() {
            modes.push(SymbolicMode::new(Term::integer(1), Term::integer(0)));
        }
        let profile = if modes.len() == 1 { Profile::leaf() } else { Profile::flat(modes.len()) };
        SymbolicLayout { modes, profile }
    }

    pub(crate) fn concatenate(parts: Vec<SymbolicLayout>) -> Result<SymbolicLayout, Refusal> {
        let profile = Profile::tuple(parts.iter().map(|part| part.profile.clone()));
        let modes: Vec<_> = parts.into_iter().flat_map(|part| part.modes).collect();
        if modes.len() > MAX_LEAVES {
            return Err(Refusal::Overflow);
        }
        Ok(SymbolicLayout { modes, profile })
    }

    /// The top-level modes; a leaf is its own only mode.
    pub(crate) fn parts(&self) -> Vec<SymbolicLayout> {
        let mut at = 0;
        let part = |word: &[Token]| {
            let count = profile::leaves(word);
            let modes = self.modes[at..at + count].to_vec();
            at += count;
            SymbolicLayout { modes, profile: Profile::of_word(word) }
        };
        profile::parts(self.profile.tokens()).map(part).collect()
    }

    pub(crate) fn size(&self) -> Result<Term, Refusal> {
        let shapes = self.modes.iter().map(|mode| &mode.shape);
        product(shapes)
    }

    /// `1 + sum (s - 1) d`
    pub(crate) fn cosize(&self) -> Result<Sum, Refusal> {
        let mut sum = Sum::integer(1);
        for mode in &self.modes {
            let last = Sum::from(mode.shape.clone()).minus(&Sum::integer(1));
            let last = last.and_then(|last| last.times(&mode.stride.clone().into()));
            sum = last.and_then(|last| sum.plus(&last)).ok_or(Refusal::Overflow)?;
        }
        Ok(sum)
    }

    pub(crate) fn shape(&self) -> SymbolicTuple {
        let leaves = self.modes.iter().map(|mode| mode.shape.clone().into()).collect();
        SymbolicTuple { leaves, profile: self.profile.clone() }
    }

    pub(crate) fn stride(&self) -> SymbolicTuple {
        let leaves = self.modes.iter().map(|mode| mode.stride.clone().into()).collect();
        SymbolicTuple { leaves, profile: self.profile.clone() }
    }
}

/// The product of extents.
pub(crate) fn product<'a>(mut terms: impl Iterator<Item = &'a Term>) -> Result<Term, Refusal> {
    terms.try_fold(Term::integer(1), |size, extent| size.times(extent)).ok_or(Refusal::Overflow)
}

impl SymbolicTuple {
    pub(crate) fn leaf(number: Sum) -> SymbolicTuple {
        SymbolicTuple { leaves: alloc::vec![number], profile: Profile::leaf() }
    }

    /// The number, if it is not in brackets.
    pub(crate) fn as_number(&self) -> Option<&Sum> {
        if self.profile.is_leaf() { self.leaves.first() } else { None }
    }

    /// The top-level parts; a number is its own only part.
    pub(crate) fn parts(&self) -> Vec<SymbolicTuple> {
        let mut at = 0;
        let part = |word: &[Token]| {
            let count = profile::leaves(word);
            let leaves = self.leaves[at..at + count].to_vec();
            at += count;
            SymbolicTuple { leaves, profile: Profile::of_word(word) }
        };
        profile::parts(self.profile.tokens()).map(part).collect()
    }

    /// The leaves as terms, if they are.
    pub(crate) fn terms(&self) -> Option<Vec<Term>> {
        self.leaves.iter().map(Sum::as_term).collect()
    }
}

impl fmt::Display for SymbolicTuple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let compound = |at: usize| self.leaves[at].as_term().is_none_or(|term| term.is_compound());
        write_symbols(f, &self.profile, compound, |f, at| self.leaves[at].fmt(f))
    }
}

/// Writes leaves. A tuple of one compound leaf is written with a comma, `(M*N,)`, since `(M*N)` is a number.
fn write_symbols(
    f: &mut fmt::Formatter<'_>,
    profile: &Profile,
    is_compound: impl Fn(usize) -> bool,
    mut leaf: impl FnMut(&mut fmt::Formatter<'_>, usize) -> fmt::Result,
) -> fmt::Result {
    let tokens = profile.tokens();
    let mut alone = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if *token == Token::Leaf {
            let around = at.checked_sub(1).map(|before| (tokens[before], tokens[at + 1]));
            alone.push(around == Some((Token::Open, Token::Close)));
        }
    }
    profile::write(f, tokens, |f, at| {
        leaf(f, at)?;
        f.write_str(if alone[at] && is_compound(at) { "," } else { "" })
    })
}

impl fmt::Display for SymbolicLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `N/8:1` would divide `N` by `8:1`.
        let leaf = |f: &mut fmt::Formatter<'_>, term: &Term| match self.profile.is_leaf() {
            true if term.is_compound() => write!(f, "({term})"),
            _ => term.fmt(f),
        };
        let modes = &self.modes;
        let shape = |at: usize| modes[at].shape.is_compound();
        write_symbols(f, &self.profile, shape, |f, at| leaf(f, &modes[at].shape))?;
        f.write_str(":")?;
        let stride = |at: usize| modes[at].stride.is_compound();
        write_symbols(f, &self.profile, stride, |f, at| leaf(f, &modes[at].stride))
    }
}

impl fmt::Display for SymbolicTiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let modes = match self {
            SymbolicTiler::Layout(layout) => return layout.fmt(f),
            SymbolicTiler::Modes(modes) => modes,
        };
        f.write_str("<")?;
        for (at, mode) in modes.iter().enumerate() {
            f.write_str(if at > 0 { "," } else { "" })?;
            match mode {
                None => f.write_str("_")?,
                Some(mode) => mode.fmt(f)?,
            }
        }
        f.write_str(">")
    }
}
