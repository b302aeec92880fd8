//! Dynamic leaves: the function of a result is that of the value level, at several values of the leaves. If the types
//! refuse, at compile time or at run time, the value level refuses as well, or it has its answer from what no type
//! shows.

use std::fmt::Display;

use tilework::algebra::expression::{Names, evaluate};
use tilework::algebra::{self, Layout, Mode};

use super::judge::{judge, left_inverse, left_inverse_apart, moving, right_inverse};
use super::known;
use super::operands::{Kind, Operand, Random, WITH_OPERAND, with_leaves};

/// The dynamic leaves of a case, each written `{v[i]}` in the notation of its operands.
pub struct Leaves {
    all: Vec<Leaf>,
    /// True if they are `u32` instead of `usize`.
    narrow: bool,
}

pub enum Leaf {
    Extent(i64),
    Stride(i64),
    /// A multiple of this, if it is even.
    Size(i64),
    /// Any number.
    Number(i64),
}

impl Leaf {
    fn first(&self) -> i64 {
        let (Leaf::Extent(n) | Leaf::Stride(n) | Leaf::Size(n) | Leaf::Number(n)) = *self;
        n
    }
}

impl Leaves {
    pub fn new(random: &mut Random) -> Leaves {
        Leaves { all: Vec::new(), narrow: random.below(3) == 0 }
    }

    /// The leaf itself, or a dynamic one.
    pub fn maybe(&mut self, random: &mut Random, leaf: Leaf) -> String {
        if random.below(2) == 0 {
            return leaf.first().to_string();
        }
        self.open(leaf)
    }

    /// A dynamic leaf.
    fn open(&mut self, leaf: Leaf) -> String {
        self.all.push(leaf);
        format!("{{v[{}]}}", self.all.len() - 1)
    }

    pub fn layout(&mut self, random: &mut Random, a: &Layout, strides: bool) -> String {
        let modes = a.flat_modes();
        let extents: Vec<_> =
            modes.iter().map(|mode| self.maybe(random, Leaf::Extent(mode.shape))).collect();
        let mut stride = |mode: &Mode| match strides {
            // The stride of an extent 1 does not count, whatever it is at run time.
            true if mode.shape == 1 && random.below(2) == 0 => self.open(Leaf::Stride(mode.stride)),
            true => self.maybe(random, Leaf::Stride(mode.stride)),
            false => mode.stride.to_string(),
        };
        let strides: Vec<_> = modes.iter().map(&mut stride).collect();
        format!("{}:{}", with_leaves(a.profile(), extents), with_leaves(a.profile(), strides))
    }

    fn operand(&mut self, random: &mut Random, b: &Operand, strides: bool) -> String {
        match b {
            Operand::Layout(b) => self.layout(random, b, strides),
            Operand::Modes(tiles) => {
                let mut tile = |tile: &Option<Layout>| match tile {
                    Some(tile) => self.layout(random, tile, strides),
                    None => "_".to_owned(),
                };
                let tiles: Vec<_> = tiles.iter().map(&mut tile).collect();
                format!("<{}>", tiles.join(","))
            }
        }
    }

    /// The first values of the leaves, and others.
    pub fn values(&self, random: &mut Random) -> Vec<Vec<i64>> {
        let mut values = vec![self.all.iter().map(Leaf::first).collect::<Vec<_>>()];
        for _ in 0..if self.all.is_empty() { 0 } else { 5 } {
            let mut other = |leaf: &Leaf| match *leaf {
                _ if random.below(5) < 2 => leaf.first(),
                Leaf::Extent(_) => random.extent(),
                Leaf::Stride(n) => [0, 1, 1, 2, 3, 4, 6, 8, 24, 2 * n, 3 * n][random.below(11)],
                Leaf::Size(n) => [n, 2 * n, 3 * n, n + 1][random.below(4)],
                Leaf::Number(n) => [0, 1, 2, 3, n, 2 * n, n + 1][random.below(7)],
            };
            values.push(self.all.iter().map(&mut other).collect());
        }
        values
    }

    /// The text with the leaves of the other integer type.
    pub fn otherwise(&self, text: &str) -> String {
        let other = if self.narrow { "usize" } else { "u32" };
        at(text, (0..self.all.len()).map(|i| format!("{{ v[{i}] as {other} }}")))
    }

    /// The function `name` of a program, which prints the outcome for each of the values.
    pub fn function(&self, name: &str, values: &[Vec<i64>], outcome: &str) -> String {
        let (rows, columns) = (values.len(), self.all.len());
        let outcome = match self.narrow {
            true => at(outcome, (0..columns).map(|i| format!("{{v[{i}] as u32}}"))),
            false => outcome.to_owned(),
        };
        format!(
            "fn {name}() {{ \
             let values: [[usize; {columns}]; {rows}] = {values:?}; \
             for v in values {{ println!(\"{{}}\", {outcome}); }} }}\n"
        )
    }
}

/// The numbers in place of the leaves.
pub fn at(notation: &str, values: impl IntoIterator<Item = impl Display>) -> String {
    let leaves = values.into_iter().enumerate();
    leaves.fold(notation.to_owned(), |text, (i, n)| {
        text.replace(&format!("{{v[{i}]}}"), &n.to_string())
    })
}

/// A case in the notation of `Leaves`.
pub struct Case {
    operation: &'static str,
    kind: Option<Kind>,
    a: String,
    /// The other arguments, each after a comma.
    arguments: String,
    leaves: Leaves,
    values: Vec<Vec<i64>>,
}

/// The numbers of results, and of refusals for which the value level has an answer.
#[derive(Default, Debug)]
pub struct Count {
    pub results: usize,
    pub refusals: usize,
    pub early: usize,
    /// Results whose static leaves are as predicted from what is known of the operands.
    pub predicted: usize,
    /// Programs that compile although they have no result for any small values of their leaves.
    pub never: Vec<String>,
}

impl Case {
    /// A random case, and the function `case{n}`, which prints its outcomes.
    pub fn new(random: &mut Random, n: usize, program: &mut String) -> Case {
        let mut leaves = Leaves::new(random);
        let mut kind = None;
        let a = random.layout();
        // Most operations on dynamic strides have a verdict.
        let strides = random.below(4) == 0;
        let unary = ["complement_ext", "right_inverse", "left_inverse", "sort", "make_layout_like"];
        // An operand that `Operands` takes, or none for an operation that no type refuses.
        let (operation, text, arguments, operand) = match random.below(26) {
            m @ 0..5 => {
                let text = leaves.layout(random, &a, strides);
                (unary[m], text, String::new(), Some("()".to_owned()))
            }
            m @ (5 | 6) => {
                let text = leaves.layout(random, &a, strides);
                let size = a.cosize().unwrap() * (1 + random.below(3) as i64);
                let size = leaves.maybe(random, Leaf::Size(size));
                let operation = ["complement", "complement_ceil"][m - 5];
                (operation, text, format!(", {size}"), Some(format!("layout!({size}:1).shape()")))
            }
            24 | 25 => {
                let text = leaves.layout(random, &a, true);
                let (operation, numbers, _) = random.cast(&a);
                let number = |n: &i64| format!("layout!(1:{n}).stride()");
                let operand: Vec<String> = numbers.iter().map(number).collect();
                let operand = match &operand[..] {
                    [n] => n.clone(),
                    several => format!("({})", several.join(", ")),
                };
                let arguments = numbers.iter().map(|n| format!(", {n}")).collect();
                (operation, text, arguments, Some(operand))
            }
            7 | 8 => {
                let text = leaves.layout(random, &a, true);
                let (operation, arguments) = random.rearrangement(&a);
                (operation, text, arguments, None)
            }
            9 => {
                let b = random.sharing(&a);
                let text = leaves.layout(random, &a, true);
                let b = leaves.layout(random, &b, true);
                ("max_common_layout", text, format!(", {b}"), Some(format!("layout!({b})")))
            }
            10 => {
                let (tile, shape, order) = random.filling();
                let text = leaves.layout(random, &tile, strides);
                let shape = shape.into_iter().map(|n| leaves.maybe(random, Leaf::Size(n)));
                let shape = format!("({})", shape.collect::<Vec<_>>().join(","));
                let twos = order.replace(['0', '1'], "2");
                let operand =
                    format!("(layout!({shape}).shape(), layout!({twos}:{order}).stride())");
                ("tile_to_shape", text, format!(", {shape}, {order}"), Some(operand))
            }
            11 => {
                let order = random.order(a.profile());
                let text = leaves.layout(random, &a, false);
                let (shape, _) = text.split_once(':').unwrap();
                ("make_ordered_layout", shape.to_owned(), format!(", {order}"), None)
            }
            m => {
                let at = if m < 15 { 0 } else { random.below(WITH_OPERAND.len()) };
                let (operation, of, _) = WITH_OPERAND[at];
                kind = Some(of);
                let b = random.operand(of, &a);
                let product = matches!(of, Kind::Product | Kind::Paired);
                let text = leaves.layout(random, &a, strides || !product);
                let all = strides || product || of == Kind::Composition;
                let b = leaves.operand(random, &b, all);
                (operation, text, format!(", {b}"), Some(format!("layout!({b})")))
            }
        };
        let values = leaves.values(random);
        let outcome = match operand {
            Some(operand) => {
                format!("{{ use {operation}::*; Operands(layout!({text}), {operand}).outcome() }}")
            }
            None if operation == "make_ordered_layout" => {
                format!("shown(try_layout!({operation}({text}{arguments})))")
            }
            None => {
                format!(
                    "{{ let a = layout!({text}); shown(try_layout!({operation}(a{arguments}))) }}"
                )
            }
        };
        *program += &leaves.function(&format!("case{n}"), &values, &outcome);
        Case { operation, kind, a: text, arguments, leaves, values }
    }

    /// Judges the outcomes, one line for each of the values of the leaves. Returns what is wrong.
    pub fn judged<'a>(
        &self,
        outcomes: &mut impl Iterator<Item = &'a str>,
        count: &mut Count,
    ) -> Vec<String> {
        let mut wrong = Vec::new();
        let mut always = true;
        for values in &self.values {
            let outcome = outcomes.next().unwrap_or("none");
            always &= outcome.starts_with("error");
            if let Err(error) = self.judge(values, outcome, count) {
                let Case { operation, a, arguments, .. } = self;
                let open = at(&format!("{operation}({a}{arguments})"), vec!["_"; values.len()]);
                let parts = outcome.split('|').filter(|part| !part.starts_with("tilework::"));
                let outcome = parts.collect::<Vec<_>>().join("|");
                wrong.push(format!("{open} at {values:?}: {outcome}: {error}"));
            }
        }
        if always && self.never_holds() {
            let Case { operation, a, arguments, .. } = self;
            let open = vec!["_"; self.leaves.all.len()];
            count.never.push(at(&format!("{operation}({a}{arguments})"), open));
        }
        wrong
    }

    /// Returns whether no small values of the leaves, of which there are one or two, have a result.
    fn never_holds(&self) -> bool {
        let small = |leaf: &Leaf| match *leaf {
            Leaf::Extent(n) => (1..=24).chain([n]).collect::<Vec<_>>(),
            Leaf::Stride(n) => (0..=24).chain([32, 36, 48, 64, 72, 96, 144, n]).collect(),
            Leaf::Size(n) => (1..=24).chain((1..=4).flat_map(|k| k * n..k * n + 16)).collect(),
            Leaf::Number(n) => (0..=24).chain([n]).collect(),
        };
        let has_result = |values: &[i64]| {
            let text = at(&format!("{}({}{})", self.operation, self.a, self.arguments), values);
            evaluate(&text, &mut Names::new()).is_ok()
        };
        match &self.leaves.all[..] {
            // Not all multiples of a large size are tried.
            leaves if leaves.iter().any(|leaf| matches!(leaf, Leaf::Size(1000..))) => false,
            [leaf] => !small(leaf).into_iter().any(|n| has_result(&[n])),
            [leaf, other] => {
                let others = small(other);
                !small(leaf).into_iter().any(|n| others.iter().any(|&m| has_result(&[n, m])))
            }
            _ => false,
        }
    }

    fn judge(&self, values: &[i64], outcome: &str, count: &mut Count) -> Result<(), String> {
        let text = at(&format!("{}({}{})", self.operation, self.a, self.arguments), values);
        let expected = evaluate(&text, &mut Names::new());
        let parts: Vec<&str> = outcome.splitn(4, '|').collect();
        match (&parts[..], expected) {
            (["result", types, name, offsets], Ok(expected)) => {
                count.results += 1;
                let Case { operation, a, arguments, .. } = self;
                if let Some(leaves) = known::predicted(operation, a, arguments, values.len()) {
                    count.predicted += 1;
                    let of_type = known::of_type(name);
                    if !known::agrees(operation, &of_type, &leaves) {
                        return Err(format!("static are {of_type:?}, not {leaves:?}"));
                    }
                }
                let types: Layout = types.parse().unwrap();
                let offsets: Vec<i64> =
                    offsets.split(',').map(|offset| offset.parse().unwrap()).collect();
                let own: Vec<i64> = (0..types.size().min(1000)).map(|i| value(&types, i)).collect();
                if offsets != own {
                    return Err("its offsets".to_owned());
                }
                let expected = expected.to_string();
                self.agrees(values, &types, &expected.parse().unwrap())
                    .then_some(())
                    .ok_or(format!("not {expected}"))
            }
            (["result", ..], Err(error)) => Err(error.to_string()),
            (["error" | "verdict", ..], Err(_)) => {
                count.refusals += 1;
                Ok(())
            }
            (["error" | "verdict", rule, ..], Ok(expected)) => {
                count.early += 1;
                self.is_early(values, rule).then_some(()).ok_or(format!("but {expected}"))
            }
            _ => Err("no outcome".to_owned()),
        }
    }

    fn parsed(&self, values: &[i64]) -> Layout {
        at(&self.a, values).parse().unwrap()
    }

    fn operand(&self, values: &[i64]) -> String {
        at(self.arguments.trim_start_matches(", "), values)
    }

    fn agrees(&self, values: &[i64], types: &Layout, expected: &Layout) -> bool {
        let same = |n| (0..n).all(|i| value(types, i) == value(expected, i));
        match self.operation {
            // Inverses are not unique outside of the offsets.
            "left_inverse" => {
                let a = self.parsed(values);
                (0..a.size()).all(|i| {
                    let offset = value(&a, i);
                    value(&a, value(types, offset)) == offset
                })
            }
            // Results that a dynamic leaf decides do not count. If modes of `b` overlap, it has several right
            // inverses, and the types may have the one that goes on further.
            "max_common_layout" => {
                let (a, b): (_, Layout) =
                    (self.parsed(values), self.operand(values).parse().unwrap());
                let common = |k| {
                    let at = value(types, k);
                    value(&a, at) == k && value(&b, at) == k
                };
                let most = if right_inverse(&b).is_none() { expected.size() } else { b.size() };
                types.size() <= most && (0..types.size()).all(common)
            }
            // A dynamic stride that is 0 stays.
            "filter" | "filter_zeros" | "squeeze_zeros" if self.has_zero(values) => {
                algebra::image(types).unwrap() == algebra::image(expected).unwrap()
            }
            // A dynamic stride that is 0 becomes a compact one: `_:_`, `12:0`, is `12:1` in the types and `12:0` on
            // values.
            "make_layout_like" if self.has_zero(values) => types.size() == expected.size(),
            // The last mode goes on, so the sizes may differ.
            "complement_ext" => same(1000),
            _ => types.size() == expected.size() && same(types.size().min(5000)),
        }
    }

    /// Returns whether types may refuse what the value level does not.
    fn is_early(&self, values: &[i64], rule: &str) -> bool {
        let dynamic = |text: &str| text.contains("{v[");
        let dynamic_strides = |text: &str| text.split(':').skip(1).any(dynamic);
        match rule {
            "known order" => {
                return match self.operation {
                    "sort" | "make_layout_like" => dynamic(&self.a),
                    _ => dynamic_strides(&self.a) || dynamic_strides(&self.arguments),
                };
            }
            "static gap" => return self.has_one(values),
            _ => {}
        }
        match self.operation {
            // A dynamic stride does not change static leaves.
            "upcast" | "downcast" | "recast" => {
                let stays = ["static extent", "static stride"].contains(&rule);
                let changed = stays && dynamic_strides(&self.a);
                changed || self.has_one(values)
            }
            "right_inverse" => {
                right_inverse(&self.parsed(values)).is_some() || self.has_one(values)
            }
            "left_inverse" => {
                let a = self.parsed(values);
                left_inverse(&a).or(left_inverse_apart(&a)).is_some() || self.has_one(values)
            }
            // Its right inverse, or what the types know of it, may overlap or not compose.
            "max_common_layout" => {
                let (a, b): (_, Layout) =
                    (self.parsed(values), self.operand(values).parse().unwrap());
                let refused = |b| {
                    let inverse = algebra::right_inverse(b).unwrap();
                    algebra::admissible(&a, &inverse).is_err()
                };
                right_inverse(&b).is_some()
                    || refused(&b)
                    || refused(&self.known_operand(values))
                    || self.merges(Kind::Composition, &a)
                    || self.has_one(values)
            }
            // The order of the tile is unknown, or a gap of it is 1.
            "tile_to_shape" => {
                dynamic_strides(&self.a)
                    || self.has_one(values)
                    || self.merges(Kind::Product, &self.parsed(values))
            }
            _ => match self.kind {
                Some(kind) => {
                    let a = self.parsed(values);
                    let b = operand(&self.operand(values));
                    judge(kind, &a, &b).is_some() || self.has_one(values) || self.merges(kind, &a)
                }
                None => self.has_one(values),
            },
        }
    }

    /// The part of the operand that the types know: the modes before the first dynamic extent. Modes among them with a
    /// dynamic stride do not count, like those with stride 0.
    fn known_operand(&self, values: &[i64]) -> Layout {
        let without = values.iter().zip(&self.leaves.all).map(|(n, leaf)| match leaf {
            Leaf::Stride(_) => 0,
            _ => *n,
        });
        let b: Layout = at(self.arguments.trim_start_matches(", "), without).parse().unwrap();
        let (shape, _) = self.arguments.split_once(':').unwrap();
        let known = shape.trim_start_matches(", ").split(',').take_while(|n| !n.contains("{v["));
        let modes = b.flat_modes().iter().take(known.count());
        let (shape, stride): (Vec<_>, Vec<_>) =
            modes.map(|mode| (mode.shape.to_string(), mode.stride.to_string())).unzip();
        match shape[..] {
            [] => "1:0".parse().unwrap(),
            _ => format!("({}):({})", shape.join(","), stride.join(",")).parse().unwrap(),
        }
    }

    /// Returns whether a dynamic extent is 1.
    fn has_one(&self, values: &[i64]) -> bool {
        values
            .iter()
            .zip(&self.leaves.all)
            .any(|(n, leaf)| matches!((n, leaf), (1, Leaf::Extent(_))))
    }

    /// Returns whether a dynamic stride is 0.
    fn has_zero(&self, values: &[i64]) -> bool {
        values
            .iter()
            .zip(&self.leaves.all)
            .any(|(n, leaf)| matches!((n, leaf), (0, Leaf::Stride(_))))
    }

    /// Returns whether modes on the left continue one another by their dynamic numbers.
    fn merges(&self, kind: Kind, a: &Layout) -> bool {
        let parts: Vec<Layout> = a.modes().chain([a.clone()]).collect();
        parts.iter().any(|part| match kind {
            // A gap of the complement that is 1 stays.
            Kind::Product | Kind::Paired => {
                let modes = moving(&algebra::sort(part));
                let mut gaps = modes.iter().scan(1, |span, mode| {
                    let gap = mode.stride == *span;
                    *span = mode.shape * mode.stride;
                    Some(gap)
                });
                let any = gaps.any(|gap| gap);
                any || part.flat_modes().iter().any(|mode| mode.stride == 0)
            }
            _ => {
                // A mode of extent 1 between two others is left out; after the others it goes on.
                let (last, others) = part.flat_modes().split_last().unwrap();
                let others = others.iter().filter(|mode| mode.shape != 1);
                let squeezed: Vec<Mode> = others.chain([last]).copied().collect();
                [part.flat_modes(), &squeezed].iter().any(|modes| {
                    let mut pairs = modes.windows(2);
                    pairs.any(|pair| pair[0].shape * pair[0].stride == pair[1].stride)
                })
            }
        })
    }
}

fn operand(text: &str) -> Operand {
    match text.strip_prefix('<').and_then(|text| text.strip_suffix('>')) {
        None => Operand::Layout(text.parse().unwrap()),
        Some(text) => {
            let mut tiles = vec![String::new()];
            let mut depth = 0;
            for c in text.chars() {
                depth += i32::from(c == '(') - i32::from(c == ')');
                match c {
                    ',' if depth == 0 => tiles.push(String::new()),
                    c => tiles.last_mut().unwrap().push(c),
                }
            }
            let tile = |tile: String| (tile != "_").then(|| tile.parse().unwrap());
            Operand::Modes(tiles.into_iter().map(tile).collect())
        }
    }
}

/// The value at the integral coordinate `i`, by the definition: leftmost mode fastest, the last one unbounded.
fn value(layout: &Layout, i: i64) -> i64 {
    let modes = layout.flat_modes();
    let (mut i, mut sum) = (i, 0);
    for (k, mode) in modes.iter().enumerate() {
        let c = if k + 1 == modes.len() { i } else { i % mode.shape };
        sum += c * mode.stride;
        i /= mode.shape;
    }
    sum
}
