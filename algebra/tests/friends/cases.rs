//! Layouts of all kinds: a few hand-written ones, and random ones.

use tilework_algebra::{ArithmeticTuple, Composed, IntTuple, Layout, Profile, Xor};

/// Random numbers, the same in each run.
pub struct Random(u64);

impl Random {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: u64) -> i64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % n) as i64
    }

    fn profile(&mut self, depth: u32) -> Profile {
        if depth == 0 || self.below(3) == 0 {
            return Profile::leaf();
        }
        let modes = 1 + self.below(3);
        Profile::tuple((0..modes).map(|_| self.profile(depth - 1)).collect::<Vec<_>>())
    }

    /// A layout of at most 6 leaves, with extents below 6 and one of 40 strides from `least` on.
    pub fn layout(&mut self, least: i64) -> Layout {
        let profile = loop {
            let profile = self.profile(3);
            if profile.len() <= 6 {
                break profile;
            }
        };
        let mut tuple = |least: i64, number: u64| {
            let leaves = (0..profile.len()).map(|_| least + self.below(number));
            IntTuple::new(leaves.collect::<Vec<_>>(), profile.clone()).unwrap()
        };
        let (shape, stride) = (tuple(1, 5), tuple(least, 40));
        Layout::new(&shape, &stride).unwrap()
    }
}

fn parsed<L: std::str::FromStr<Err = tilework_algebra::Error>>(texts: &[&str]) -> Vec<L> {
    texts.iter().map(|text| text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))).collect()
}

/// Layouts with integer strides.
pub fn layouts() -> Vec<Layout> {
    let mut layouts = parsed(&[
        "8:1",
        "1:0",
        "(8):(2)",
        "((2,3),4):((1,2),6)",
        "((3),(2,(2,5))):((20),(10,(0,1)))",
        "(4,8):(-1,12)",
        "(12,24):(24,1)",
        "(1000,300):(5000000,1)",
    ]);
    let mut random = Random::new(1);
    layouts.extend((0..60).map(|i| random.layout(if i % 3 == 0 { -20 } else { 0 })));
    layouts
}

/// Layouts into coordinates.
pub fn coordinates() -> Vec<Layout<ArithmeticTuple>> {
    parsed(&[
        "(4,8):(e0,e1)",
        "((2,3),4):((e1,2*e1),e0)",
        "(4,(2,3)):(e0,(e(1,0),3*e(1,1)))",
        "(4,2):(12*e1,0)",
    ])
}

/// Composed layouts that CuTe can express.
pub fn composed() -> Vec<Composed> {
    let mut all = parsed(&[
        "Sw<3,3,3> o 0 o (8,64):(64,1)",
        "Sw<2,0,3> o 4 o (3,8):(8,1)",
        "Sw<3,0,-3> o 0 o (8,8):(8,1)",
        "Sw<2,1,-4> o 3 o ((2,2),8):((1,16),2)",
        "Sw<0,4,3> o 0 o (8,8):(8,1)",
        "composed((4,6):(7,1), 3, (2,5):(2,3))",
    ]);
    let mut random = Random::new(2);
    for _ in 0..20 {
        let (bits, base) = (random.below(4), random.below(4));
        let shift = bits + random.below(3);
        let swizzle = tilework_algebra::Swizzle::new(bits, base, shift).unwrap();
        let added = random.below(2) * random.below(100);
        all.push(Composed::new(swizzle, added, random.layout(0)));
    }
    all
}

/// XOR strides that are a swizzle of integer strides.
pub fn swizzled() -> Vec<Layout<Xor>> {
    parsed(&["(8,8):(f9,f1)", "(4,8):(f1,f36)", "(4,8):(f1,f4)"])
}

/// XOR strides and functions that only C can express.
pub fn only_in_c() -> (Vec<Layout<Xor>>, Vec<Composed>, Vec<Composed<Xor>>) {
    let xor =
        parsed(&["(3,5,4):(f5,f3,f9)", "((8,3),4):((f1,f12),f7)", "(2,3):(f1099511627776,f3)"]);
    let composed = parsed(&[
        "composed(Sw<2,0,3> o 5 o (8,16):(3,1), 2, (4,4):(4,1))",
        "composed((8,4):(f1,f9), 3, (4,4):(4,1))",
        "composed(composed((8,4):(f1,f9), 6, (5,3):(2,1)), 1, (4,4):(4,1))",
        "Sw<2,0,3> o 7 o (8,8):(-8,1)",
        "Sw<3,20,12> o 0 o (4,4):(1048576,1)",
        "Sw<2,0,40> o 0 o (4,4):(1099511627776,1)",
    ]);
    let bits = parsed(&[
        "composed(Sw<2,0,3>, 5, (8,4):(f1,f9))",
        "composed((8,8):(8,1), 3, (4,4):(f5,f3))",
    ]);
    (xor, composed, bits)
}
