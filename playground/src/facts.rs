//! Facts about cells: those of the picture, and those that follow from an offset or a thread.

use std::borrow::Cow;

use serde_json::json;
use tilework_algebra::draw::{Cell, Scene};
use tilework_algebra::{IntTuple, Layout, crd2idx, identity};

use crate::picture::strings;
use crate::request::Request;

/// The facts that follow from others, and from which: the number in the panel from the coordinate, the rest from the
/// offset and the thread.
const DERIVED: [(&str, &str); 5] = [
    ("index", "coordinate"),
    ("byte", "offset"),
    ("bank", "offset"),
    ("sector", "offset"),
    ("warp", "thread"),
];

/// What derived facts are computed with.
struct Reader<'a> {
    scene: &'a Scene,
    bytes: i64,
    banks: Option<i64>,
    width: i64,
    sector: Option<i64>,
    warp: i64,
    /// The shape of each panel, as its compact layout: one more than the largest coordinates in it. The last row and the last column are drawn
    /// always.
    shapes: Vec<Option<Layout>>,
}

impl<'a> Reader<'a> {
    fn new(scene: &'a Scene, request: &Request) -> Self {
        Reader {
            scene,
            bytes: request.of_access("bytes", 4),
            banks: request.known("banks", 32),
            width: request.of_access("width", 4),
            sector: request.known("sector", 32),
            warp: request.of_access("warp", 32),
            shapes: Vec::new(),
        }
    }

    /// The same with the shapes of the panels.
    fn with_shapes(mut self) -> Self {
        self.shapes = vec![None; self.scene.panels().len().max(1)];
        let mut largest: Vec<Option<(IntTuple, Vec<i64>)>> = vec![None; self.shapes.len()];
        for cell in self.scene.cells() {
            let Some(coordinate) = coordinate(cell) else { continue };
            let Some(place) = largest.get_mut(cell.panel) else { continue };
            let (_, most) =
                place.get_or_insert_with(|| (coordinate.clone(), coordinate.leaves().to_vec()));
            for (most, leaf) in most.iter_mut().zip(coordinate.leaves()) {
                *most = (*most).max(*leaf);
            }
        }
        for (shape, found) in self.shapes.iter_mut().zip(largest) {
            let Some((like, most)) = found else { continue };
            let extents = most.into_iter().map(|most| most.saturating_add(1));
            let whole = IntTuple::new(extents, like.profile().clone());
            *shape = whole.and_then(|shape| identity(&shape)).ok();
        }
        self
    }

    fn fact<'c>(&self, cell: &'c Cell, name: &str) -> Option<Cow<'c, str>> {
        if let Some(fact) = own(cell, name) {
            return Some(Cow::Borrowed(fact));
        }
        let (_, from) = DERIVED.iter().find(|(derived, _)| *derived == name)?;
        if name == "index" {
            let shape = self.shapes.get(cell.panel)?.as_ref()?;
            return Some(crd2idx(&coordinate(cell)?, shape).ok()?.to_string().into());
        }
        let number: i64 = own(cell, from)?.parse().ok()?;
        let byte = number.checked_mul(self.bytes)?;
        let derived = match name {
            "byte" => byte,
            "bank" => byte.div_euclid(self.width).rem_euclid(self.banks?),
            "sector" => byte.div_euclid(self.sector?),
            _ => number.div_euclid(self.warp),
        };
        Some(derived.to_string().into())
    }
}

fn own<'c>(cell: &'c Cell, name: &str) -> Option<&'c str> {
    cell.facts.iter().find(|(fact, _)| *fact == name).map(|(_, text)| &text[..])
}

fn coordinate(cell: &Cell) -> Option<IntTuple> {
    own(cell, "coordinate")?.parse().ok()
}

/// The facts of a cell, and the cells that are linked with it. In its own panel these are cells with the same links.
pub fn of_cell(scene: &Scene, request: &Request) -> String {
    let at = request.number("cell");
    let Some(cell) = scene.cells().get(at) else { return json!({ "facts": [] }).to_string() };
    let reader = Reader::new(scene, request).with_shapes();
    let mut facts: Vec<(&str, Cow<'_, str>)> =
        cell.facts.iter().map(|(name, fact)| (*name, Cow::Borrowed(&fact[..]))).collect();
    for (name, _) in DERIVED {
        if own(cell, name).is_none()
            && let Some(fact) = reader.fact(cell, name)
        {
            facts.push((name, fact));
        }
    }
    let linked = scene.cells().iter().enumerate().filter(|(other, there)| {
        let together = there.links.iter().any(|link| cell.links.contains(link));
        *other != at && together && (there.panel != cell.panel || there.links == cell.links)
    });
    let linked: Vec<usize> = linked.map(|(other, _)| other).collect();
    json!({ "facts": facts, "linked": linked }).to_string()
}

/// The fact of each cell, empty where there is none.
pub fn labels(scene: &Scene, request: &Request) -> String {
    let reader = Reader::new(scene, request).with_shapes();
    let name = request.text("fact");
    let all: Vec<_> =
        scene.cells().iter().map(|cell| reader.fact(cell, name).unwrap_or_default()).collect();
    let mut out = String::from("{\"labels\":");
    strings(&mut out, all.iter().map(|label| &label[..]));
    out.push('}');
    out
}

/// The cells with this fact.
pub fn select(scene: &Scene, request: &Request) -> String {
    let reader = Reader::new(scene, request).with_shapes();
    let (name, value) = (request.text("fact"), request.text("value"));
    let has = |cell: &Cell| reader.fact(cell, name).is_some_and(|fact| fact == value);
    let cells = scene.cells().iter().enumerate().filter(|(_, cell)| has(cell));
    json!({ "cells": cells.map(|(at, _)| at).collect::<Vec<_>>() }).to_string()
}
