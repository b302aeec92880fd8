//! Operations and operands that are often admissible.

use std::fmt::{self, Display, Formatter};

use tilework::algebra::expression::{Names, evaluate};
use tilework::algebra::{self, Error, Layout};

use super::judge::right_inverse;

/// An operation with a second operand: its name, how it is judged, and its total form.
pub const WITH_OPERAND: &[(&str, Kind, &str)] = &[
    ("composition", Kind::Composition, "CompositionTotal<B>"),
    ("logical_divide", Kind::Divide, "DivideTotal<B, Exact>"),
    ("zipped_divide", Kind::Divide, "ZippedDivideTotal<B, Exact>"),
    ("tiled_divide", Kind::Divide, "ArrangedTotal<B, Exact, Tiled>"),
    ("flat_divide", Kind::Divide, "ArrangedTotal<B, Exact, Flat>"),
    ("logical_divide_ceil", Kind::DivideCeil, "DivideTotal<B, Ceil>"),
    ("zipped_divide_ceil", Kind::DivideCeil, "ZippedDivideTotal<B, Ceil>"),
    ("tiled_divide_ceil", Kind::DivideCeil, "ArrangedTotal<B, Ceil, Tiled>"),
    ("flat_divide_ceil", Kind::DivideCeil, "ArrangedTotal<B, Ceil, Flat>"),
    ("logical_product", Kind::Product, "ProductTotal<B, Repeated>"),
    ("zipped_product", Kind::Product, "ProductTotal<B, Gathered<Zipped>>"),
    ("tiled_product", Kind::Product, "ProductTotal<B, Gathered<Tiled>>"),
    ("flat_product", Kind::Product, "ProductTotal<B, Gathered<Flat>>"),
    ("blocked_product", Kind::Paired, "ProductTotal<B, Blocked>"),
    ("raked_product", Kind::Paired, "ProductTotal<B, Raked>"),
];

#[derive(Clone, Copy, PartialEq)]
pub enum Kind {
    Composition,
    Divide,
    DivideCeil,
    Product,
    /// A product whose operand is a layout.
    Paired,
}

/// The second operand.
pub enum Operand {
    Layout(Layout),
    /// A tiler by mode; `None` keeps its mode.
    Modes(Vec<Option<Layout>>),
}

impl Display for Operand {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Layout(b) => write!(f, "{b}"),
            Operand::Modes(tiles) => {
                let tile = |tile: &Option<Layout>| match tile {
                    Some(tile) => tile.to_string(),
                    None => "_".to_owned(),
                };
                let tiles: Vec<String> = tiles.iter().map(tile).collect();
                write!(f, "<{}>", tiles.join(","))
            }
        }
    }
}

/// Random operands.
pub struct Random(pub u64);

impl Random {
    /// A number from 0 to `n - 1`; Steele, Lea and Flood's generator with a state of 64 bits.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n as u64) as usize
    }

    pub fn extent(&mut self) -> i64 {
        [1, 1, 2, 2, 3, 4, 4, 5, 6, 8, 12][self.below(11)]
    }

    pub fn size(&mut self) -> i64 {
        self.extent() * self.extent() * self.extent() * 2
    }

    /// Up to four leaves, mostly compact in some order, nested or not.
    pub fn layout(&mut self) -> Layout {
        let extents: Vec<i64> = (0..1 + self.below(4)).map(|_| self.extent()).collect();
        let mut strides = vec![0; extents.len()];
        let mut next = [1, 1, 1, 2, 3][self.below(5)];
        let mut order: Vec<usize> = (0..extents.len()).collect();
        for k in (1..order.len()).rev() {
            if self.below(2) == 0 {
                order.swap(k, self.below(k + 1));
            }
        }
        for k in order {
            strides[k] = next;
            next *= extents[k] * [1, 1, 1, 1, 2, 3][self.below(6)];
            if self.below(8) == 0 {
                strides[k] = [0, 1, 2, 3, 5, 8][self.below(6)];
            }
        }
        let nested = extents.len() > 2 && self.below(3) == 0;
        let tuple = |leaves: &[i64]| {
            let leaves: Vec<String> = leaves.iter().map(i64::to_string).collect();
            match &leaves[..] {
                [leaf] => leaf.clone(),
                [first, second, others @ ..] if nested => {
                    format!("(({first},{second}),{})", others.join(","))
                }
                leaves => format!("({})", leaves.join(",")),
            }
        };
        format!("{}:{}", tuple(&extents), tuple(&strides)).parse().unwrap()
    }

    /// One or two leaves.
    pub fn small(&mut self) -> Layout {
        let (s, t) = (self.extent(), self.extent());
        let d = [1, 1, 1, 2, 3, 4, 8][self.below(7)];
        let text = match self.below(4) {
            0 => format!("({s},{t}):({d},{})", d * s * [1, 1, 2][self.below(3)]),
            1 => format!("({s},{t}):({},{d})", d * t),
            2 => format!("{s}:1"),
            _ => format!("{s}:{d}"),
        };
        text.parse().unwrap()
    }

    /// Leaves that carry into each other and reach about as far as the first extent of `a`, where that begins to
    /// matter.
    pub fn carrying(&mut self, a: &Layout) -> Layout {
        let first = algebra::coalesce(a).flat_modes()[0].shape;
        let s = 2 + self.below(first as usize) as i64;
        let stride = (first - s + self.below(3) as i64).max(1);
        format!("({s},2):(1,{stride})").parse().unwrap()
    }

    pub fn operand(&mut self, kind: Kind, a: &Layout) -> Operand {
        if kind == Kind::Composition && self.below(2) == 0 {
            return Operand::Layout(self.carrying(a));
        }
        if kind == Kind::Paired || self.below(3) > 0 {
            return Operand::Layout(self.small());
        }
        let too_many = usize::from(self.below(8) == 0);
        let modes = 1 + self.below(a.rank() + too_many);
        let tile = |random: &mut Self| (random.below(5) > 0).then(|| random.small());
        Operand::Modes((0..modes).map(|_| tile(self)).collect())
    }

    /// An operation that takes any layout, and the rest of its arguments.
    pub fn rearrangement(&mut self, a: &Layout) -> (&'static str, String) {
        const OF_ONE: [&str; 6] =
            ["flatten", "coalesce", "filter", "filter_zeros", "squeeze", "squeeze_zeros"];
        match self.below(15) {
            0 => {
                let modes: Vec<i64> =
                    (0..=self.below(3)).map(|_| self.below(a.rank()) as i64).collect();
                ("select", format!(", {modes:?}"))
            }
            1 => ("append", format!(", {}", self.layout())),
            2 => ("prepend", format!(", {}", self.layout())),
            3 => {
                let begin = self.below(a.rank());
                let end = begin + 1 + self.below(a.rank() - begin);
                (["group", "take"][self.below(2)], format!(", {begin}, {end}"))
            }
            4 => ("coalesce", format!(", {}", a.profile())),
            5 => ("unflatten", format!(", {}", algebra::Profile::flat(a.profile().len()))),
            6 => ("mode", format!(", {}", self.below(a.rank()))),
            7 => ("concatenate", format!(", {}, {}", self.layout(), self.small())),
            8 => ("zip", format!(", {}", self.of_rank(a.rank()))),
            n => (OF_ONE[n - 9], String::new()),
        }
    }

    /// A layout with this number of modes.
    pub fn of_rank(&mut self, rank: usize) -> Layout {
        loop {
            let layout = self.layout();
            if layout.rank() == rank {
                return layout;
            }
        }
    }

    /// A cast, its numbers, and its result on `a`.
    pub fn cast(&mut self, a: &Layout) -> (&'static str, Vec<i64>, Result<Layout, Error>) {
        let (n, m) = ([2, 3, 4][self.below(3)], [4, 8, 12][self.below(3)]);
        match self.below(3) {
            0 => ("upcast", vec![n], algebra::upcast(a, n)),
            1 => ("downcast", vec![n], algebra::downcast(a, n)),
            _ => ("recast", vec![m, 2 * n], algebra::recast(a, m, 2 * n)),
        }
    }

    /// Up to four positions of `a`, including the one after its last.
    pub fn positions(&mut self, a: &Layout) -> Vec<usize> {
        (0..=self.below(3)).map(|_| self.below(a.rank() + 1)).collect()
    }

    /// A layout that has a right inverse in the types and can be composed with `a`.
    pub fn sharing(&mut self, a: &Layout) -> Layout {
        for _ in 0..20 {
            let b = if self.below(2) == 0 { a.clone() } else { self.layout() };
            let inverse = algebra::right_inverse(&b).unwrap();
            if right_inverse(&b).is_none() && algebra::admissible(a, &inverse).is_ok() {
                return b;
            }
        }
        "4:1".parse().unwrap()
    }

    /// A tile of two modes or three, a shape that it fills, and an order of the modes.
    pub fn filling(&mut self) -> (Layout, Vec<i64>, String) {
        loop {
            let tile = algebra::flatten(&self.layout());
            if tile.rank() < 2 || tile.rank() > 3 {
                continue;
            }
            let times = |mode: Layout| mode.size() * (1 + self.below(4) as i64);
            let shape: Vec<i64> = tile.modes().map(times).collect();
            let order = self.order(&algebra::Profile::flat(shape.len()));
            let text = format!("tile_to_shape({tile}, {}, {order})", tuple(&shape));
            if evaluate(&text, &mut Names::new()).is_ok() {
                return (tile, shape, order);
            }
        }
    }

    /// A coordinate of the profile, or of one of its modes only, in the notation and as Rust code. If it may be `open`,
    /// it sometimes has `_` in place of integers.
    pub fn coordinate(&mut self, profile: &algebra::Profile, open: bool) -> (String, String) {
        if profile.is_leaf() || self.below(5) == 0 {
            if open && self.below(2) == 0 {
                return ("_".to_owned(), "..".to_owned());
            }
            let i = self.below(6);
            return (i.to_string(), format!("{i}_usize"));
        }
        let modes: Vec<_> = profile.modes().collect();
        let (texts, typed): (Vec<_>, Vec<_>) =
            modes.iter().map(|mode| self.coordinate(mode, open)).unzip();
        (format!("({})", texts.join(",")), format!("({},)", typed.join(", ")))
    }

    /// An order of the leaves.
    pub fn order(&mut self, profile: &algebra::Profile) -> String {
        let mut numbers: Vec<usize> = (0..profile.len()).collect();
        for k in (1..numbers.len()).rev() {
            numbers.swap(k, self.below(k + 1));
        }
        with_leaves(profile, numbers)
    }
}

/// The tuple of these integers, two or more.
pub fn tuple(integers: &[i64]) -> String {
    with_leaves(&algebra::Profile::flat(integers.len()), integers)
}

/// The leaves in place of those of `profile`.
pub fn with_leaves<T: ToString>(
    profile: &algebra::Profile,
    leaves: impl IntoIterator<Item = T>,
) -> String {
    filled(&profile.to_string(), leaves)
}

/// The leaves in place of each `*`.
pub fn filled<T: ToString>(text: &str, leaves: impl IntoIterator<Item = T>) -> String {
    let mut parts = text.split('*');
    let mut text = parts.next().unwrap().to_owned();
    for (leaf, part) in leaves.into_iter().zip(parts) {
        text += &leaf.to_string();
        text += part;
    }
    text
}
