//! The rows of 002 and 003 on morphisms of tuples.
//!
//! A morphism `S --(alpha)--> T` maps mode `i` of `S` to the entry `alpha(i)` of `T` of the same extent, counted from
//! 1, or to none, written 0; no two modes have the same image (003, definitions 3.1.1.13 and 3.2.1.1). So it is a
//! layout into the coordinates of `T`, `S:(e_(alpha(i) - 1), ..)`, and the layout that it encodes is the column-major
//! layout of `T` after it. Each row is checked with the operations on these two layouts, in addition to
//! `tilework_algebra::morphism` (`../morphisms/rows.rs`).

use serde_json::Value;
use tilework_algebra::{
    ArithmeticTuple, Error, IntTuple, Layout, Mode, Profile, Stride, Tiler, coalesce, complement,
    composition, crd2idx, flatten, identity, is_sorted, left_inverse, logical_divide,
    logical_product, make_identity_layout, refines, relative_modes, select, sort, squeeze,
    squeeze_zeros, take,
};

use super::definition::same_function;
use super::operations::{numbers, plain, same_in_modes};
use super::{Outcome, Row, Wrong, holds, result};

type Coordinates = Layout<ArithmeticTuple>;

/// `S --(alpha)--> T`.
struct Morphism {
    /// The layout of shape `S` into the coordinates of `T`.
    map: Coordinates,
    codomain: IntTuple,
}

impl Morphism {
    fn parse(text: &str) -> Morphism {
        let (domain, rest) = text.split_once("--").unwrap();
        let (alpha, codomain) = rest.split_once("-->").unwrap();
        let domain: IntTuple = domain.parse().unwrap();
        let alpha = numbers(&alpha.replace('(', "[").replace(')', "]"));
        let modes = domain.leaves().iter().zip(&alpha);
        let modes = modes.map(|(&shape, &to)| Mode { shape, stride: entry(to) });
        Morphism {
            map: Layout::of_modes(modes, domain.profile().clone()).unwrap(),
            codomain: codomain.parse().unwrap(),
        }
    }

    /// The codomain without its nesting.
    fn entries(&self) -> IntTuple {
        flatten(&self.codomain)
    }

    /// The layout that the morphism encodes: stride `t_1 .. t_(alpha(i) - 1)`, or 0 (003, definitions
    /// 3.1.2.1 and 3.2.2.1).
    fn encoded(&self) -> Layout {
        let stride = |stride: &ArithmeticTuple| {
            let place = stride.terms().next().map(|(place, _)| usize::from(place[0]));
            place.map_or(0, |place| self.entries().leaves()[..place].iter().product())
        };
        let modes = self.map.flat_modes().iter();
        let modes = modes.map(|mode| Mode { shape: mode.shape, stride: stride(&mode.stride) });
        Layout::of_modes(modes, self.map.profile().clone()).unwrap()
    }

    /// The same layout as a composition, which has stride 0 at extent 1.
    fn composed(&self) -> Layout {
        composition(&identity(&self.entries()).unwrap(), &self.map).unwrap()
    }

    /// Returns whether it is valid: its images are entries of the codomain, each at most once.
    fn is_valid(&self) -> bool {
        let rest = complement(&squeeze_zeros(&self.map), self.entries());
        let is_entry = |mode: &Mode<ArithmeticTuple>| mode.stride.terms().all(|(_, n)| n == 1);
        rest.is_ok_and(|rest| squeeze(&rest).flat_modes().iter().all(is_entry))
    }

    /// The morphism that encodes a layout and whose codomain has only the necessary entries (003, constructions 3.1.2.5
    /// and 3.2.2.5): those of the layout and of its complement, in order.
    fn standard(layout: &Layout) -> Result<Morphism, Error> {
        let moving = flatten(&squeeze_zeros(layout));
        let rest = squeeze(&complement(&moving, end(&moving))?);
        let all = sort(&Layout::concatenate([moving, rest])?);
        let mut free = all.flat_modes().iter().map(Some).collect::<Vec<_>>();
        let modes = layout.flat_modes().iter().map(|mode| {
            let at = free.iter().position(|&entry| entry == Some(mode));
            at.inspect(|&at| free[at] = None);
            Mode { shape: mode.shape, stride: entry(at.map_or(0, |at| at as i64 + 1)) }
        });
        let map = Layout::of_modes(modes, layout.profile().clone())?;
        Ok(Morphism { map, codomain: all.shape() })
    }

    fn is(&self, map: &Coordinates) -> bool {
        self.map == *map
    }

    /// The text that the rows use.
    fn text(&self) -> String {
        format!("{} into {}", self.map, self.codomain)
    }
}

/// The stride of a mode with this image, or without one.
fn entry(to: i64) -> ArithmeticTuple {
    let place = usize::try_from(to).unwrap();
    place.checked_sub(1).map_or(Stride::zero(), |place| ArithmeticTuple::basis(&[place]).unwrap())
}

/// The largest span.
fn end(layout: &Layout) -> i64 {
    layout.flat_modes().iter().filter_map(|mode| mode.span()).max().unwrap_or(1).max(1)
}

/// The layout without nesting and without modes of extent 1.
fn moving<D: Stride>(layout: &Layout<D>) -> Layout<D> {
    flatten(&squeeze(layout))
}

/// Returns whether the top-level modes are the same, up to nesting and extents of 1.
fn same_modes(a: &Coordinates, b: &Coordinates) -> bool {
    a.rank() == b.rank() && a.modes().zip(b.modes()).all(|(a, b)| moving(&a) == moving(&b))
}

/// `x` in the larger of two shapes that have a common refinement: its modes are cut where those of `into` end. The
/// places of the identity are not multiples of one another, so nothing merges.
fn cut(x: &IntTuple, into: &IntTuple) -> Result<IntTuple, Error> {
    let places = IntTuple::tuple(into.leaves().iter().map(|&n| n.into()).chain([1.into()]));
    Ok(composition(&make_identity_layout(&places)?, &identity(x)?)?.shape())
}

/// The mutual refinement of two shapes (003, definition 4.1.1.1).
fn mutual_refinement(x: &IntTuple, y: &IntTuple) -> Option<(IntTuple, IntTuple)> {
    let divides = y.size().unwrap() % x.size().unwrap() == 0;
    divides.then_some((cut(x, y).ok()?, cut(y, x).ok()?))
}

/// `None` if the row is of another operation.
pub fn run(row: &Row) -> Option<Outcome> {
    let morphism = |at: usize| Morphism::parse(&row.args[at]);
    let maps = || (0..row.args.len()).map(|at| morphism(at).map);
    let f = || morphism(0);
    let text = || row.expected.as_ref().unwrap().as_str().unwrap();
    let expected = || Morphism::parse(text());
    let position = |at: usize| row.args[at].parse::<usize>().unwrap() - 1;
    let positions =
        |at: usize| numbers(&row.args[at]).iter().map(|&k| k as usize - 1).collect::<Vec<_>>();
    Some(match row.op.as_str() {
        // 003, definitions 2.1.8.1 and 2.3.10.1: it is tractable if there is a complement. Then there is a morphism
        // that encodes the layout.
        "tractable" => {
            let a = row.arg::<Layout>(0);
            let there = squeeze_zeros(&a);
            let tractable = complement(&there, end(&there)).is_ok();
            let encoded = Morphism::standard(&a).map(|f| f.composed());
            match encoded {
                Ok(encoded) if !same_function(&encoded, &a) => Wrong(encoded.to_string()),
                encoded => row.is(tractable && encoded.is_ok()),
            }
        }
        "standard_representation" => {
            let a = row.arg::<Layout>(0);
            result(Morphism::standard(&a).map(|f| f.text()), |got| *got == expected().text())
        }
        "morphism_standard_form" => {
            let standard = Morphism::standard(&f().encoded()).unwrap();
            row.is(standard.codomain == f().codomain)
        }
        "morphism_valid" => row.is(f().is_valid()),
        // Maps of pointed sets, as morphisms of tuples of 2.
        "map_valid" | "map_tractable" => {
            let alpha = numbers(&row.args[0]);
            let modes = alpha.iter().map(|&to| Mode { shape: 2, stride: entry(to) });
            let map = Layout::of_modes(modes, Profile::flat(alpha.len())).unwrap();
            let len = map.codomain().len();
            match row.args.get(1) {
                Some(n) => row.is(len <= n.parse().unwrap()),
                None => {
                    let twos = IntTuple::tuple((0..len).map(|_| 2.into()));
                    row.is(complement(&squeeze_zeros(&map), twos).is_ok())
                }
            }
        }
        "layout_of_morphism" => {
            let encoded = row.layout().unwrap();
            holds(
                f().encoded() == encoded && plain(&f().composed()) == plain(&encoded),
                f().composed(),
            )
        }
        "morphism_nondegenerate" => row.is(f().composed() == f().encoded()),
        "morphism_realize_coord" => {
            let at: IntTuple = row.arg(1);
            let there = crd2idx(&at, &f().map).unwrap();
            let offset = crd2idx(&there, &identity(&f().entries()).unwrap());
            match crd2idx(&at, &f().encoded()) == offset {
                true => row.is_tuple(Ok(there)),
                false => Wrong(format!("{offset:?}")),
            }
        }
        // The second applied after the first (003, propositions 3.1.4.5 and 3.2.4.3).
        "morphism_compose" => {
            let (f, g) = (morphism(0), morphism(1));
            let encoded = composition(&g.encoded(), &f.encoded()).unwrap();
            let composed = composition(&flatten(&g.map), &f.map);
            result(composed, |r| expected().is(r) && same_function(&encoded, &expected().encoded()))
        }
        "morphism_restrict" => {
            let modes = positions(1);
            let encoded = select(&f().encoded(), &modes).unwrap();
            result(select(&f().map, &modes), |r| {
                expected().is(r) && encoded == expected().encoded()
            })
        }
        "morphism_factorize" => {
            // Factored through the named entries, whose inclusion is a morphism.
            let entries = select(&f().entries(), &positions(1)).unwrap();
            let inclusion = select(&make_identity_layout(&f().entries()).unwrap(), &positions(1));
            let inclusion = inclusion.unwrap();
            let factor = composition(&left_inverse(&inclusion).unwrap(), &f().map);
            result(factor, |r| {
                *r == expected().encoded()
                    && entries == expected().codomain
                    && composition(&inclusion, &expected().map) == Ok(f().map)
            })
        }
        "morphism_sum" => {
            // The entries of the second come after those of the first.
            let (f, g) = (morphism(0), morphism(1));
            let after = Layout::leaf(1, f.entries().size().unwrap()).unwrap();
            let second = composition(&after, &g.encoded()).unwrap();
            let sum = [f.encoded(), second].iter().flat_map(Layout::modes).collect::<Vec<_>>();
            result(Layout::concatenate(sum), |r| {
                let entries = f.codomain.modes().chain(g.codomain.modes());
                *r == expected().encoded()
                    && expected().codomain == IntTuple::tuple(entries)
                    && take(&expected().map, 0..f.map.rank()) == Ok(f.map.clone())
            })
        }
        "morphism_squeeze" => {
            let entries = squeeze(&identity(&f().entries()).unwrap()).shape();
            let encoded = squeeze(&f().encoded());
            holds(encoded == expected().encoded() && entries == expected().codomain, encoded)
        }
        "morphism_is_sorted" => row.is(is_sorted(&f().encoded())),
        "morphism_sort" => {
            let encoded = sort(&f().encoded());
            let same = encoded == expected().encoded() && f().codomain == expected().codomain;
            holds(same, encoded)
        }
        "morphism_coalesce" => {
            let encoded = coalesce(&f().encoded());
            let sizes = [f(), expected()].map(|f| f.codomain.size());
            holds(plain(&encoded) == plain(&expected().encoded()) && sizes[0] == sizes[1], encoded)
        }
        "morphism_complement" => {
            let rest = complement(&f().map, f().entries());
            if row.expected.is_none() {
                return Some(holds(rest.is_err(), format!("{rest:?}")));
            }
            let encoded = complement(&f().encoded(), f().codomain.size().unwrap()).unwrap();
            result(rest, |rest| {
                moving(rest) == expected().map && encoded == coalesce(&expected().encoded())
            })
        }
        "morphisms_disjoint_images" => {
            let both = Layout::concatenate(maps()).unwrap();
            row.is(complement(&squeeze_zeros(&both), f().entries()).is_ok())
        }
        "morphism_concat" | "morphism_concat3" => {
            let encoded = Layout::concatenate((0..row.args.len()).map(|at| morphism(at).encoded()));
            result(Layout::concatenate(maps()), |r| {
                expected().is(r) && expected().is_valid() && encoded == Ok(expected().encoded())
            })
        }
        // `f o (g, g*)` and `(f, f* o g)`, for coordinates and for the layouts that they encode.
        "morphism_logical_divide" => {
            let (f, g) = (morphism(0), morphism(1));
            let encoded = logical_divide(&flatten(&f.encoded()), &g.encoded()).unwrap();
            let tile = Tiler::from(g.map);
            result(logical_divide(&flatten(&f.map), &tile), |r| {
                same_modes(r, &expected().map) && same_in_modes(&encoded, &expected().encoded())
            })
        }
        "morphism_logical_product" => {
            let (f, g) = (morphism(0), morphism(1));
            let encoded = logical_product(&f.encoded(), &g.encoded()).unwrap();
            let rest = moving(&complement(&f.map, f.entries()).unwrap());
            let copies = composition(&rest, &g.map).unwrap();
            result(Layout::concatenate([f.map, copies]), |r| {
                expected().is(r) && same_in_modes(&encoded, &expected().encoded())
            })
        }
        "relative_mode_inclusion" => {
            let (finer, coarser): (IntTuple, IntTuple) = (row.arg(0), row.arg(1));
            let flat = make_identity_layout(&flatten(&finer)).unwrap();
            let modes = flat.flat_modes().iter().cloned();
            let identity = Layout::of_modes(modes, finer.profile().clone()).unwrap();
            let parts = relative_modes(&identity, coarser.profile()).unwrap();
            let part = &parts[position(2)];
            holds(expected().is(part), part)
        }
        "morphism_relative_mode" => {
            let profile = row.arg::<IntTuple>(1).profile().clone();
            let parts = relative_modes(&f().map, &profile).unwrap();
            let part = &parts[position(2)];
            holds(expected().is(part), part)
        }
        // The pullback of `f` into `T` along a refinement `T'`: the coordinates in `T'` of the same offsets (003,
        // definition 3.2.5.5).
        "pullback" => {
            let finer: IntTuple = row.arg(1);
            let places = make_identity_layout(&flatten(&finer)).unwrap();
            result(composition(&places, &f().encoded()), |r| {
                expected().is(r)
                    && expected().codomain == finer
                    && refines(&finer, &f().codomain)
                    && same_function(&expected().encoded(), &f().encoded())
            })
        }
        // Along a refinement of its shape, which also refines the entries (003, definition 3.2.5.12).
        "pushforward" => {
            let finer: IntTuple = row.arg(1);
            result(composition(&f().encoded(), &identity(&finer).unwrap()), |r| {
                *r == expected().encoded()
                    && expected().is_valid()
                    && refines(&expected().codomain, &f().codomain)
            })
        }
        "mutual_refinement" => {
            let got = mutual_refinement(&row.arg(0), &row.arg(1));
            let got = got.map(|(x, y)| Value::from(vec![x.to_string(), y.to_string()]));
            holds(got == row.expected, format!("{got:?}"))
        }
        _ => return None,
    })
}
