//! Pairs of layouts to compose: all small ones by number, and larger nested ones at random.

use tilework_algebra::{Layout, Mode, Profile};

/// All pairs of flat layouts with these numbers of modes, each mode with an extent of 1 to 6 and a stride of 0 to 12.
#[derive(Clone, Copy)]
pub struct Small {
    pub left: u32,
    pub right: u32,
}

pub const SMALL: [Small; 6] = [
    Small { left: 1, right: 1 },
    Small { left: 1, right: 2 },
    Small { left: 2, right: 1 },
    Small { left: 2, right: 2 },
    Small { left: 3, right: 1 },
    Small { left: 3, right: 2 },
];

const EXTENTS: u64 = 6;
const STRIDES: u64 = 13;

impl Small {
    pub fn pairs(self) -> u64 {
        (EXTENTS * STRIDES).pow(self.left + self.right)
    }

    /// One of the pairs. It is pair number `case`, or, if there are fewer cases than pairs, a random one in part `case`
    /// of `cases` equal parts.
    pub fn sample(self, case: u64, cases: u64) -> (Layout, Layout) {
        let of = u128::from(self.pairs());
        let bound = |case: u64| (u128::from(case) * of / u128::from(cases)) as u64;
        let first = bound(case);
        self.pair(first + Random(case).below(bound(case + 1) - first))
    }

    /// Pair number `index`.
    fn pair(self, mut index: u64) -> (Layout, Layout) {
        let mut layout = |rank: u32| {
            let modes = (0..rank).map(|_| {
                let mode = index % (EXTENTS * STRIDES);
                index /= EXTENTS * STRIDES;
                Mode { shape: (1 + mode / STRIDES) as i64, stride: (mode % STRIDES) as i64 }
            });
            Layout::of_modes(modes, Profile::flat(rank as usize)).unwrap()
        };
        (layout(self.left), layout(self.right))
    }
}

/// Random numbers, the same ones for the same seed: SplitMix64.
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    fn among(&mut self, numbers: &[i64]) -> i64 {
        numbers[self.below(numbers.len() as u64) as usize]
    }

    fn profile(&mut self, leaves: u64, depth: u32) -> Profile {
        if leaves == 1 && self.below(2) == 0 {
            return Profile::leaf();
        }
        if depth == 0 {
            return Profile::flat(leaves as usize);
        }
        let (mut rest, mut parts) = (leaves, vec![]);
        while rest > 0 {
            let part = 1 + self.below(rest);
            parts.push(if part == leaves {
                Profile::leaf()
            } else {
                self.profile(part, depth - 1)
            });
            rest -= if part == leaves { 1 } else { part };
        }
        Profile::tuple(parts)
    }

    /// Nested layouts: up to 6 modes on the left, and up to 4 on the right, of size up to 2^12. The strides of the
    /// right side are often near the products of extents of the left one, where carries happen and sometimes do not.
    /// The strides of the left side are often such that modes merge or bends cancel.
    pub fn pair(&mut self) -> (Layout, Layout) {
        let rank = 1 + self.below(6);
        let (mut left, mut products) = (vec![], vec![1]);
        let mut product = 1;
        for _ in 0..rank {
            let shape = self.extent();
            let stride = match self.below(5) {
                0 => 0,
                1 => product,
                2 => left.last().map_or(1, |before: &Mode| before.shape * before.stride),
                3 => self.among(&[1, 2, 3, 4, 8, 12, -1, -6]),
                _ => self.below(300) as i64 - 100,
            };
            left.push(Mode { shape, stride });
            product *= shape;
            products.push(product);
        }
        let rank = 1 + self.below(4);
        let (mut right, mut size) = (vec![], 1);
        for _ in 0..rank {
            let shape = match self.extent() {
                shape if size * shape > 1 << 12 => 2,
                shape => shape,
            };
            size *= shape;
            let near = self.among(&products);
            let stride = match self.below(6) {
                0 => near,
                1 => near * self.extent(),
                2 => near / self.extent(),
                3 => (near / self.extent() + self.among(&[-1, 1])).max(0),
                4 => self.below(1 + 2 * product as u64) as i64,
                _ => self.below(20) as i64,
            };
            right.push(Mode { shape, stride });
        }
        let mut layout = |modes: Vec<Mode>| {
            let profile = self.profile(modes.len() as u64, 3);
            Layout::of_modes(modes, profile).unwrap()
        };
        (layout(left), layout(right))
    }

    fn extent(&mut self) -> i64 {
        match self.below(4) {
            0 => 1 + self.below(32) as i64,
            1 => 1 << self.below(5),
            _ => self.among(&[1, 2, 2, 3, 3, 4, 5, 6, 6, 8, 9, 10, 12]),
        }
    }
}
