//! Sums of all numbers up to each one, in one pass: a scan with decoupled look-back (Merrill and Garland 2016).

use tilework::{Dyn, Error, Layout, layout, try_layout};
use tilework_device::*;

/// A dynamic integer.
type N = Dyn<u32>;
/// Numbers in vectors of 4.
pub type Numbers = Layout!(N:1);
/// Tiles of 1024 vectors. Each warp has 128 consecutive ones, of which a thread has every 32nd.
pub type Tiles = OfTiles<Layout!(1024), Layout!(((32,8),4):((1,128),32))>;
/// A status for each tile.
pub type Statuses = Layout!(N:1);
/// The next tile.
pub type Ticket = Layout!(1:1);

/// The layout of `count` vectors.
///
/// # Errors
/// If there are more than fit 32 bits.
pub fn numbers(count: u32) -> Result<Numbers, Error> {
    try_layout!(count:1)
}
/// The layout of the statuses of `count` vectors.
///
/// # Errors
/// If there are more than fit 32 bits.
pub fn statuses(count: u32) -> Result<Statuses, Error> {
    let tiles = count.div_ceil(1024);
    try_layout!(tiles:1)
}
/// The layout of the ticket.
pub fn ticket() -> Ticket {
    layout!(1:1)
}

/// What is known of a tile: the sum of its numbers, or of those of all tiles up to it. The upper half has the number of the
/// launch and which of the two it is, so that statuses of earlier launches say nothing.
#[derive(Clone, Copy)]
struct Status(u64);
impl Status {
    /// The status of a tile, whose `sum` is of all tiles up to it if `all` is true.
    fn of(launch: u32, all: bool, sum: u32) -> Self {
        Status(u64::from(2 * launch + u32::from(all)) << 32 | u64::from(sum))
    }
    fn sum(self) -> u32 {
        self.0 as u32
    }
    fn is_of(self, launch: u32) -> bool {
        (self.0 >> 33) as u32 == launch
    }
    fn is_of_all(self) -> bool {
        self.0 >> 32 & 1 == 1
    }
}

/// `to(i) = from(0) + from(1) + .. + from(i)`, modulo 2^32.
///
/// Blocks take tiles by tickets, so that all tiles before that of a block belong to blocks that run already. `status` and
/// `ticket` are zeros before the first launch, and `launch` is 1 in it, and another number below 2^31 in each later one.
#[kernel(threads = 256, blocks = blocks_for(to.layout().extents(), 1024))]
pub fn scan(
    mut here: Here<256>,
    from: Input<Bits128, Numbers, Tiles>,
    to: Output<Bits128, Numbers, Tiles>,
    status: Output<u64, Statuses, ByAtomics>,
    ticket: Output<u32, Ticket, ByAtomics>,
    launch: u32,
) {
    let (t, Some(ticket)) = (here.thread(), ticket.at(0_u32)) else {
        return;
    };
    let mut tile = if t == 0 { ticket.fetch_add(1) } else { 0 };
    tile = here.broadcast(tile, 0);
    let tiles = status.layout().extent::<0>() as u32;
    if tile + 1 == tiles && t == 0 {
        // For the next launch: all blocks have their tickets.
        ticket.store(0);
    }

    let x = from.tile(&here, [tile, 0, 0]).or(Bits128::of([0; 4])).load();
    // Within a vector, then within 32 vectors side by side, then within a warp and the block.
    let x = [0, 1, 2, 3].map(|i| {
        let [a, b, c, d] = x[i].0;
        let (b, d) = (a.wrapping_add(b), c.wrapping_add(d));
        [a, b, b.wrapping_add(c), b.wrapping_add(d)]
    });
    let add = u32::wrapping_add;
    let upto = here.inclusive_over_warp(x.map(|x| x[3]), |x: [u32; 4], y| {
        [0, 1, 2, 3].map(|i| add(x[i], y[i]))
    });
    let [p, q, r, s] = here.shuffle_index(upto, 31);
    let of_warp = [0, p, add(p, q), add(add(p, q), r)];
    // The last thread of a warp adds the sum of the warp to the scan of the block.
    let sum = if t % 32 == 31 { add(of_warp[3], s) } else { 0 };
    let (before, all) = here.exclusive_over_block(sum, 0, add);

    let mut earlier = 0;
    if t < 32 {
        let publish = |of_all: bool, sum: u32| {
            if t == 0
                && let Some(own) = status.at(tile)
            {
                own.store(Status::of(launch, of_all, sum).0);
            }
        };
        publish(tile == 0, all);
        // The 32 tiles before `end`, of which each thread looks at one.
        let mut end = tile;
        while end > 0 {
            let other = end.checked_sub(1 + t).and_then(|other| status.at(other));
            let seen = loop {
                let seen = match other {
                    Some(other) => Status(other.load()),
                    None => Status::of(launch, true, 0),
                };
                if here.all_of_warp(seen.is_of(launch)) {
                    break seen;
                }
            };
            // The nearest tile whose sum is that of all before, and the sums of the tiles after it.
            let of_all = here.ballot(seen.is_of_all());
            let part = if t <= of_all.trailing_zeros() { seen.sum() } else { 0 };
            earlier = add(earlier, here.over_warp(part, add));
            end = if of_all == 0 { end - 32 } else { 0 };
        }
        if tile > 0 {
            publish(true, add(earlier, all));
        }
    }
    let before = add(before, here.broadcast(earlier, 0));
    // SAFETY: there are as many tickets as blocks, and no two blocks have the same.
    let own = unsafe { to.own_as(&here, [tile, 0, 0]) };
    own.write_each(|i| {
        let before = add(add(before, of_warp[i]), add(upto[i], x[i][3].wrapping_neg()));
        Bits128::of(x[i].map(|x| add(before, x)))
    });
}
