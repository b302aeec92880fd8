//! Relative modes: the parts that refine the leaves of a coarser profile.

use alloc::vec::Vec;

use crate::error::{Error, Operation, Rule};
use crate::tuple::nested::Nested;
use crate::tuple::profile::{Builder, Profile, Token, first_len};

/// The parts of `finer` at the leaves of `coarser`, from left to right:
/// `substitute(coarser, relative_modes(x, coarser)) = x` ([003](crate::papers), construction 2.2.4.5 and definition
/// 2.3.4.1).
///
/// # Errors
/// [`Rule::Profile`] unless `coarser` is weakly congruent to the profile of `finer`.
///
/// ```
/// use tilework_algebra::{IntTuple, relative_modes};
/// let finer: IntTuple = "((2,2),((3,3),25))".parse()?;
/// let modes = relative_modes(&finer, &"(*,(*,*))".parse()?)?;
/// let text: Vec<String> = modes.iter().map(|mode| mode.to_string()).collect();
/// assert_eq!(text, ["(2,2)", "(3,3)", "25"]);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn relative_modes<T: Nested>(finer: &T, coarser: &Profile) -> Result<Vec<T>, Error> {
    // The word of these parts in one tuple is the word of `finer` without the brackets of `coarser`.
    let mut word = Builder::default();
    word.push(Token::Open);
    let mut rest = finer.nesting().tokens();
    for &token in coarser.tokens() {
        match (token, rest.first()) {
            (Token::Leaf, Some(Token::Leaf | Token::Open)) => {
                let (part, others) = rest.split_at(first_len(rest));
                word.extend(part);
                rest = others;
            }
            (token, Some(&other)) if token == other => rest = &rest[1..],
            _ => return Err(Error::new(Operation::RelativeModes, Rule::Profile)),
        }
    }
    word.push(Token::Close);
    Ok(finer.renested(word.finish()).parts())
}

/// [`relative_modes`] as the modes of one tuple ([003](crate::papers), definition 2.2.4.11). A layout keeps its
/// function.
///
/// # Errors
/// [`Rule::Profile`] as for [`relative_modes`].
///
/// ```
/// use tilework_algebra::{IntTuple, relative_flatten};
/// let finer: IntTuple = "(((2,2),(3,3)),25)".parse()?;
/// let flat = relative_flatten(&finer, &"((*,*),*)".parse()?)?;
/// assert_eq!(flat.to_string(), "((2,2),(3,3),25)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn relative_flatten<T: Nested>(finer: &T, coarser: &Profile) -> Result<T, Error> {
    relative_modes(finer, coarser)
        .and_then(T::tuple_of)
        .map_err(|error| error.during(Operation::RelativeFlatten))
}

/// Replaces the leaves of `profile` by `parts`, from left to right ([003](crate::papers), definitions 2.2.1.8, 2.2.3.1
/// and 2.3.2.12).
///
/// # Errors
/// [`Rule::Profile`] if there are more or fewer parts than leaves, [`Rule::Overflow`] for a
/// layout whose size does not fit.
///
/// ```
/// use tilework_algebra::{IntTuple, substitute};
/// let parts: [IntTuple; 3] = ["(2,2)".parse()?, 3.into(), "(5,5)".parse()?];
/// assert_eq!(substitute(&"(*,(*,*))".parse()?, &parts)?.to_string(), "((2,2),(3,(5,5)))");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn substitute<T: Nested>(profile: &Profile, parts: &[T]) -> Result<T, Error> {
    if profile.len() != parts.len() {
        return Err(Error::new(Operation::Substitute, Rule::Profile));
    }
    let mut word = Builder::default();
    let mut rest = parts.iter();
    for &token in profile.tokens() {
        match rest.as_slice().first() {
            Some(part) if token == Token::Leaf => {
                word.extend(part.nesting().tokens());
                rest.next();
            }
            _ => word.push(token),
        }
    }
    let all = T::tuple_of(parts.iter().cloned());
    Ok(all.map_err(|error| error.during(Operation::Substitute))?.renested(word.finish()))
}
