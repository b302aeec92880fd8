//! Divides: `r(x, y) = a(b(x) + b'(y))`, where `b'` is the complement of `b` in `size(a)`.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::cases::{Path, Refusal};
use super::complement::complement;
use super::composition::composition;
use super::layout::{SymbolicLayout, SymbolicTiler};

/// The arrangement of the tiles and the rests of all modes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arrangement {
    /// `((tile_0, rest_0), (tile_1, rest_1), ..)`
    Logical,
    /// `((tile_0, tile_1, ..), (rest_0, rest_1, ..))`
    Zipped,
    /// `((tile_0, tile_1, ..), rest_0, rest_1, ..)`
    Tiled,
    /// `(tile_0, tile_1, .., rest_0, rest_1, ..)`
    Flat,
}

/// Composition with a tiler, by mode for a tiler of modes.
pub(crate) fn compose(
    path: &mut Path,
    a: &SymbolicLayout,
    tiler: &SymbolicTiler,
) -> Result<SymbolicLayout, Refusal> {
    match tiler {
        SymbolicTiler::Layout(b) => composition(path, a, b, true),
        SymbolicTiler::Modes(tiles) => {
            let mut parts = Vec::new();
            for (part, tile) in by_mode(a, tiles)? {
                parts.push(match tile {
                    Some(tile) => composition(path, &part, tile, true)?,
                    None => part,
                });
            }
            SymbolicLayout::concatenate(parts)
        }
    }
}

/// The modes with their tiles. Modes past a shorter tiler have none.
fn by_mode<'a>(
    a: &SymbolicLayout,
    tiles: &'a [Option<SymbolicLayout>],
) -> Result<Vec<(SymbolicLayout, Option<&'a SymbolicLayout>)>, Refusal> {
    let parts = a.parts();
    if tiles.len() > parts.len() {
        return Err(Refusal::Never("the tiler has more modes than the layout".to_string()));
    }
    let tiles = tiles.iter().map(Option::as_ref).chain(core::iter::repeat(None));
    Ok(parts.into_iter().zip(tiles).collect())
}

/// The tile and the rest of `a` divided by `b`.
fn pair(
    path: &mut Path,
    a: &SymbolicLayout,
    b: &SymbolicLayout,
) -> Result<(SymbolicLayout, SymbolicLayout), Refusal> {
    let rest = complement(path, b, &a.size()?)?;
    // A tile and its complement carry nothing into one another, and have the values of `a`.
    let both = SymbolicLayout::concatenate(alloc::vec![b.clone(), rest])?;
    let divided = composition(path, a, &both, false).map_err(|refusal| match refusal {
        // If an extent of the tile is 1, modes of the complement may be one, which may have a result.
        Refusal::Never(text) if b.modes.iter().any(|mode| mode.shape.as_integer().is_none()) => {
            Refusal::Open(text)
        }
        refusal => refusal,
    })?;
    let mut parts = divided.parts().into_iter();
    match (parts.next(), parts.next()) {
        (Some(tile), Some(rest)) => Ok((tile, rest)),
        _ => Err(Refusal::Overflow),
    }
}

/// `a` divided by the tiler.
pub(crate) fn divide(
    path: &mut Path,
    a: &SymbolicLayout,
    tiler: &SymbolicTiler,
    arrangement: Arrangement,
) -> Result<SymbolicLayout, Refusal> {
    use Arrangement::{Flat, Logical, Tiled, Zipped};
    let join = SymbolicLayout::concatenate;
    let tiles = match tiler {
        SymbolicTiler::Layout(b) => {
            let (tile, rest) = pair(path, a, b)?;
            return match arrangement {
                Logical | Zipped => join(alloc::vec![tile, rest]),
                Tiled => join([alloc::vec![tile], rest.parts()].concat()),
                Flat => join([tile.parts(), rest.parts()].concat()),
            };
        }
        SymbolicTiler::Modes(tiles) => tiles,
    };
    let (mut all, mut firsts, mut rests) = (Vec::new(), Vec::new(), Vec::new());
    for (at, (part, tile)) in by_mode(a, tiles)?.into_iter().enumerate() {
        match tile {
            Some(tile) => {
                let (tile, rest) = pair(path, &part, tile)?;
                all.push(join(alloc::vec![tile.clone(), rest.clone()])?);
                firsts.push(tile);
                rests.push(rest);
            }
            // A mode that is kept is a tile; modes past the tiler are rests.
            None if at < tiles.len() => {
                all.push(part.clone());
                firsts.push(part);
                rests.push(SymbolicLayout::flat(Vec::new()));
            }
            None => {
                all.push(part.clone());
                rests.push(part);
            }
        }
    }
    match arrangement {
        Logical => join(all),
        Zipped => join(alloc::vec![join(firsts)?, join(rests)?]),
        Tiled => join([alloc::vec![join(firsts)?], rests].concat()),
        Flat => join([firsts, rests].concat()),
    }
}
