//! Profiles: the nesting of a tuple without its integers.

use core::fmt;

use smallvec::{SmallVec, smallvec};

/// One token of the bracket word of a [`Profile`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Token {
    /// A tuple begins.
    Open,
    /// A leaf.
    Leaf,
    /// The innermost open tuple ends.
    Close,
}

/// The nesting of a tuple: a leaf `*`, or a tuple `(P_0, ..., P_{r-1})` of profiles
/// ([003](crate::papers), definition 2.2.1.1).
///
/// A profile is stored as a bracket word. Two profiles are equal if and only if their words are equal, each part is a
/// contiguous piece of the word, and deep nesting needs no recursion.
///
/// ```
/// use tilework_algebra::Profile;
/// let profile = Profile::tuple([Profile::leaf(), Profile::tuple([Profile::leaf(), Profile::leaf()])]);
/// assert_eq!(profile.to_string(), "(*,(*,*))");
/// assert_eq!((profile.len(), profile.rank(), profile.depth()), (3, 2, 2));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Profile {
    word: SmallVec<[Token; 16]>,
}

impl Profile {
    /// The profile `*` of an integer.
    #[inline]
    pub fn leaf() -> Self {
        Profile { word: smallvec![Token::Leaf] }
    }

    /// The profile `(P_0, ..., P_{r-1})`; `()` if there are no parts.
    pub fn tuple(parts: impl IntoIterator<Item = Profile>) -> Self {
        let mut builder = Builder::default();
        builder.push(Token::Open);
        for part in parts {
            builder.extend(&part.word);
        }
        builder.push(Token::Close);
        builder.finish()
    }

    /// The profile `(*, ..., *)` of `rank` leaves.
    #[inline]
    pub fn flat(rank: usize) -> Self {
        let mut builder = Builder::default();
        builder.push_flat(rank);
        builder.finish()
    }

    /// The bracket word.
    #[inline]
    pub fn tokens(&self) -> &[Token] {
        &self.word
    }

    /// Returns whether this is the profile `*` of an integer.
    #[inline]
    pub fn is_leaf(&self) -> bool {
        self.word[0] == Token::Leaf
    }

    /// The number of leaves.
    #[allow(clippy::len_without_is_empty)]
    #[inline]
    pub fn len(&self) -> usize {
        leaves(&self.word)
    }

    /// The number of top-level parts; 1 for a leaf ([003](crate::papers), definition 2.2.1.3).
    pub fn rank(&self) -> usize {
        parts(&self.word).count()
    }

    /// The nesting depth: 0 for a leaf, 1 for `()` ([003](crate::papers), definition 2.2.1.3).
    pub fn depth(&self) -> usize {
        let (mut open, mut deepest) = (0, 0);
        for token in &self.word {
            match token {
                Token::Open => open += 1,
                Token::Leaf => {}
                Token::Close => open -= 1,
            }
            deepest = deepest.max(open);
        }
        deepest
    }

    /// The top-level parts from left to right; a leaf is its own only part.
    pub fn modes(&self) -> impl Iterator<Item = Profile> + '_ {
        parts(&self.word).map(Profile::of_word)
    }

    /// The profile in which leaf `i` is replaced by `width(i)` leaves, as a leaf or a flat tuple.
    pub(crate) fn widened<E>(
        &self,
        mut width: impl FnMut(usize) -> Result<usize, E>,
    ) -> Result<Profile, E> {
        let mut builder = Builder::default();
        let mut leaf = 0;
        for &token in &self.word {
            if token != Token::Leaf {
                builder.push(token);
                continue;
            }
            match width(leaf)? {
                1 => builder.push(Token::Leaf),
                leaves => builder.push_flat(leaves),
            }
            leaf += 1;
        }
        Ok(builder.finish())
    }

    /// The profile with this word, which must be the word of a part of another profile.
    #[inline]
    pub(crate) fn of_word(word: &[Token]) -> Self {
        Profile { word: SmallVec::from_slice(word) }
    }
}

/// Builds the word of a profile. The caller keeps the brackets balanced.
#[derive(Default)]
pub(crate) struct Builder {
    word: SmallVec<[Token; 16]>,
}

impl Builder {
    #[inline]
    pub(crate) fn push(&mut self, token: Token) {
        self.word.push(token);
    }

    /// Pushes the tuple of `rank` leaves.
    #[inline]
    pub(crate) fn push_flat(&mut self, rank: usize) {
        const LEAVES: [Token; 16] = [Token::Leaf; 16];
        self.word.push(Token::Open);
        match LEAVES.get(..rank) {
            Some(leaves) => self.word.extend_from_slice(leaves),
            None => self.word.resize(self.word.len() + rank, Token::Leaf),
        }
        self.word.push(Token::Close);
    }

    #[inline]
    pub(crate) fn extend(&mut self, word: &[Token]) {
        self.word.extend_from_slice(word);
    }

    /// The number of tokens pushed so far.
    pub(crate) fn len(&self) -> usize {
        self.word.len()
    }

    #[inline]
    pub(crate) fn finish(self) -> Profile {
        Profile { word: self.word }
    }
}

/// The number of leaves in a piece of a word.
#[inline]
pub(crate) fn leaves(word: &[Token]) -> usize {
    word.iter().filter(|&&token| token == Token::Leaf).count()
}

/// The number of tokens of the profile at the beginning of `word`.
#[inline]
pub(crate) fn first_len(word: &[Token]) -> usize {
    let mut open = 0usize;
    for (at, token) in word.iter().enumerate() {
        match token {
            Token::Open => open += 1,
            Token::Leaf => {}
            Token::Close => open -= 1,
        }
        if open == 0 {
            return at + 1;
        }
    }
    word.len()
}

/// The words of the top-level parts of the profile `word`.
pub(crate) fn parts(word: &[Token]) -> impl Iterator<Item = &[Token]> {
    // A leaf is its own part, a tuple loses its outer brackets.
    let mut rest = match word {
        [Token::Open, inner @ .., Token::Close] => inner,
        leaf => leaf,
    };
    core::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (first, others) = rest.split_at(first_len(rest));
        rest = others;
        Some(first)
    })
}

/// Writes the word, calling `leaf` for its leaves from left to right.
pub(crate) fn write(
    f: &mut fmt::Formatter<'_>,
    word: &[Token],
    mut leaf: impl FnMut(&mut fmt::Formatter<'_>, usize) -> fmt::Result,
) -> fmt::Result {
    let mut written = 0;
    let mut before = Token::Open;
    for &token in word {
        if token != Token::Close && before != Token::Open {
            f.write_str(",")?;
        }
        match token {
            Token::Open => f.write_str("(")?,
            Token::Leaf => {
                leaf(f, written)?;
                written += 1;
            }
            Token::Close => f.write_str(")")?,
        }
        before = token;
    }
    Ok(())
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(f, &self.word, |f, _| f.write_str("*"))
    }
}

impl fmt::Debug for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
