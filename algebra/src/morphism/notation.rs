//! Morphisms as text: `((2,2),8)--(1,0,3)-->(2,8,8)`.
//!
//! ```text
//! morphism := tuple "--" "(" [ image { "," image } ] ")" "-->" tuple
//! image    := integer | "*"
//! factors  := "[" [ integer { "," integer } ] "]"          an ordered factorization, and its morphism
//! morphism := factors "--" factors "-->" factors           over the map in the middle
//! ```
//!
//! An image is the position of an entry of the codomain, counted from 1; `0` and `*` mean no image. Blanks are allowed
//! between tokens.

use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::nested_tuple_morphism::NestedTupleMorphism;
use super::ordered_factorization::{FactorizationMorphism, OrderedFactorization};
use super::pointed_map::PointedMap;
use super::tuple_morphism::TupleMorphism;
use crate::error::{Error, Operation, Rule};
#[cfg(feature = "expression")]
use crate::expression::Value;
use crate::notation::{Cursor, read};
use crate::tuple::int_tuple::IntTuple;

/// Moves past an arrow, whose characters must be adjacent.
fn arrow(
    cursor: &mut Cursor<'_>,
    arrow: &'static str,
    expected: &'static str,
) -> Result<(), Error> {
    if cursor.eat_all(arrow) { Ok(()) } else { Err(cursor.expected(expected)) }
}

/// The images up to the closing bracket.
fn images(cursor: &mut Cursor<'_>) -> Result<Vec<usize>, Error> {
    let mut images = Vec::with_capacity(8);
    if !cursor.eat(b'(') {
        return Err(cursor.expected("`(`"));
    }
    if cursor.eat(b')') {
        return Ok(images);
    }
    loop {
        images.push(if cursor.eat(b'*') {
            0
        } else {
            let image = cursor.integer("an image or `*`")?;
            usize::try_from(image).map_err(|_| cursor.expected("an image of at least 0"))?
        });
        if cursor.eat(b')') {
            return Ok(images);
        }
        if !cursor.eat(b',') {
            return Err(cursor.expected("`,` or `)`"));
        }
    }
}

/// The domain, the images and the codomain.
fn parts(cursor: &mut Cursor<'_>) -> Result<(IntTuple, Vec<usize>, IntTuple), Error> {
    let domain = cursor.int_tuple()?;
    arrow(cursor, "--", "`--`")?;
    let images = images(cursor)?;
    arrow(cursor, "-->", "`-->`")?;
    let codomain = cursor.int_tuple()?;
    Ok((domain, images, codomain))
}

/// The morphism with images as written. Their number is checked before their values.
pub(crate) fn written(
    domain: &IntTuple,
    images: Vec<usize>,
    codomain: &IntTuple,
) -> Result<NestedTupleMorphism, Error> {
    let (given, entries) = (images.len(), domain.leaves().len());
    if given != entries {
        return Err(Error::new(Operation::Morphism, Rule::MapLength { images: given, entries }));
    }
    let map = PointedMap::written(images, codomain.leaves().len())?;
    NestedTupleMorphism::new(domain, codomain, map)
}

impl NestedTupleMorphism {
    /// The morphism as written; other expressions are refused.
    pub(crate) fn of_literal(text: &str) -> Result<Self, Error> {
        let mut cursor = Cursor::new(text);
        let (domain, images, codomain) = parts(&mut cursor)?;
        cursor.end("the end")?;
        written(&domain, images, &codomain)
    }
}

impl FromStr for NestedTupleMorphism {
    type Err = Error;

    /// Parses a morphism.
    ///
    /// ```
    /// use tilework_algebra::morphism::NestedTupleMorphism;
    /// let f: NestedTupleMorphism = "((2, 2), 8) --(1, *, 3)--> (2, 8, 8)".parse()?;
    /// assert_eq!(f.to_string(), "((2,2),8)--(1,0,3)-->(2,8,8)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, Error> {
        let literal = |cursor: &mut Cursor<'_>| {
            let (domain, images, codomain) = parts(cursor)?;
            written(&domain, images, &codomain)
        };
        read!(text, literal, Value::to_morphism)
    }
}

impl FromStr for TupleMorphism {
    type Err = Error;

    /// Parses a morphism of flat tuples; [`Rule::Profile`] for other morphisms.
    fn from_str(text: &str) -> Result<Self, Error> {
        let nested: NestedTupleMorphism = text.parse()?;
        if nested.domain_profile().depth() == 1 && nested.codomain_profile().depth() == 1 {
            return Ok(nested.flatten().clone());
        }
        Err(Error::new(Operation::Morphism, Rule::Profile))
    }
}

impl fmt::Display for NestedTupleMorphism {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}--{}-->{}", self.domain(), self.map(), self.codomain())
    }
}

impl fmt::Display for TupleMorphism {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&NestedTupleMorphism::from(self.clone()), f)
    }
}

/// The integers of a list in square brackets.
fn factors(cursor: &mut Cursor<'_>) -> Result<Vec<i64>, Error> {
    let mut factors = Vec::new();
    if !cursor.eat(b'[') {
        return Err(cursor.expected("`[`"));
    }
    while !cursor.eat(b']') {
        if !factors.is_empty() && !cursor.eat(b',') {
            return Err(cursor.expected("`,` or `]`"));
        }
        factors.push(cursor.integer("an integer")?);
    }
    Ok(factors)
}

impl FromStr for OrderedFactorization {
    type Err = Error;

    /// Parses a factorization, `[2,3,2]`.
    fn from_str(text: &str) -> Result<Self, Error> {
        let mut cursor = Cursor::new(text);
        let primes = factors(&mut cursor)?;
        cursor.end("the end")?;
        OrderedFactorization::new(primes)
    }
}

impl FromStr for FactorizationMorphism {
    type Err = Error;

    /// Parses a morphism of factorizations, with places counted from 1; [`Rule::EqualExtents`] if its domain is not the
    /// factorization written before it.
    ///
    /// ```
    /// use tilework_algebra::morphism::FactorizationMorphism;
    /// let f: FactorizationMorphism = "[3,2]--[2,1]-->[2,3]".parse()?;
    /// assert_eq!((f.map(), f.to_string()), (&[1, 0][..], "[3,2]--[2,1]-->[2,3]".into()));
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, Error> {
        let mut cursor = Cursor::new(text);
        let domain = factors(&mut cursor)?;
        arrow(&mut cursor, "--", "`--`")?;
        let places = factors(&mut cursor)?;
        arrow(&mut cursor, "-->", "`-->`")?;
        let codomain = OrderedFactorization::new(factors(&mut cursor)?)?;
        cursor.end("the end")?;
        let entries = codomain.primes().len();
        let mut map = Vec::with_capacity(places.len());
        for (at, place) in places.into_iter().enumerate() {
            let image = usize::try_from(place).unwrap_or(0);
            let no_place =
                Error::new(Operation::Morphism, Rule::MapRange { image, entries }).at(at);
            map.push(image.checked_sub(1).ok_or(no_place)?);
        }
        let morphism = FactorizationMorphism::new(codomain, map)?;
        let begins = morphism.domain();
        let error = |rule| Error::new(Operation::Morphism, rule);
        if begins.primes().len() != domain.len() {
            let rule = Rule::MapLength { images: begins.primes().len(), entries: domain.len() };
            return Err(error(rule));
        }
        match begins.primes().iter().zip(&domain).position(|(here, there)| here != there) {
            None => Ok(morphism),
            Some(at) => {
                let rule = Rule::EqualExtents { left: domain[at], right: begins.primes()[at] };
                Err(error(rule).at(at))
            }
        }
    }
}
