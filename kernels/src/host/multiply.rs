//! Multiplications: matrices are put together from the registers of threads, as the layouts of [`tilework::atom`] say, which are
//! recorded on hardware, and are multiplied in f32.

use std::collections::VecDeque;

use tilework::atom::{
    Fragment, Mma, MmaSyncM16N8K16F16, SharedTile, WgmmaK32B, WgmmaK64B, WgmmaK128B, WgmmaM64D,
    WgmmaM64K16F16A, WgmmaMn128B,
};
use tilework::bound::Known;
use tilework::typenum::{U16, U256};

use super::block::{Group, State, block_of_cluster, meet, with};
use super::shared::in_block;
use super::warp::warp;

/// What 16 bits are.
type Number = fn(u16) -> f32;

/// The 16 bits of a value of a thread that has two in each register.
fn half(registers: &[u32], value: usize) -> u16 {
    (registers[value / 2] >> (16 * (value % 2))) as u16
}

/// The matrix of `rows` x 16 numbers, by columns, of which each thread has `values`, as `place` says.
fn operand(
    rows: usize,
    all: &[&[u32]],
    values: usize,
    place: impl Fn(usize, usize) -> usize,
    number: Number,
) -> Vec<f32> {
    let mut matrix = vec![f32::NAN; rows * 16];
    for (thread, registers) in all.iter().enumerate() {
        for value in 0..values {
            matrix[place(thread, value)] = number(half(registers, value));
        }
    }
    matrix
}

/// `sum + A B` of a row and a column of matrices of 16 columns.
fn sum(mut sum: f32, a: &[f32], row: usize, b: &[f32], column: usize) -> f32 {
    let (rows, columns) = (a.len() / 16, b.len() / 16);
    for k in 0..16 {
        sum += a[row + rows * k] * b[column + columns * k];
    }
    sum
}

/// `mma.sync.m16n8k16`
pub(crate) fn mma_sync(sums: &mut [f32; 4], a: [u32; 4], b: [u32; 2], number: Number) {
    type Instruction = MmaSyncM16N8K16F16;
    let own = [&sums.map(f32::to_bits)[..], &a, &b].concat();
    let result = meet(warp(), 32, "mma.sync", own, |_, all| {
        let of = |range: std::ops::Range<usize>| {
            all.iter().map(|registers| &registers[range.clone()]).collect::<Vec<_>>()
        };
        let layout = <Instruction as Mma>::A::VALUE;
        let a = operand(16, &of(4..8), 8, |t, v| layout.offset((t, v)), number);
        let layout = <Instruction as Mma>::B::VALUE;
        let b = operand(8, &of(8..10), 4, |t, v| layout.offset((t, v)), number);
        let layout = <Instruction as Mma>::C::VALUE;
        let value = |thread: usize, v: usize| {
            let at = layout.offset((thread, v));
            sum(f32::from_bits(all[thread][v]), &a, at % 16, &b, at / 16).to_bits()
        };
        (0..32).map(|thread| (0..4).map(|v| value(thread, v)).collect()).collect()
    });
    *sums = std::array::from_fn(|v| f32::from_bits(result[v]));
}

/// Where `A` of `wgmma` is: a descriptor, or the registers of each thread.
pub(crate) enum Source {
    Shared(u64),
    Registers([u32; 4]),
}

/// Products of a warpgroup that nobody has waited for: what their operands in shared memory are.
#[derive(Default)]
pub(super) struct Products {
    groups: VecDeque<Vec<(u32, u16)>>,
    open: Vec<(u32, u16)>,
}

/// The fields of a descriptor: the address in the block, and the two distances, in bytes; the bits of the swizzle.
fn fields(descriptor: u64) -> ([u32; 3], u32) {
    let kind = (descriptor >> 62) as u32;
    assert!(kind > 0, "an operand that is not swizzled");
    ([0, 16, 32].map(|bit| (descriptor >> bit & 0x3fff) as u32 * 16), 4 - kind)
}
/// Where the element of a row and a column of an operand whose rows are contiguous is, [`WgmmaK128B`] and its like.
fn depth_first(descriptor: u64, row: usize, k: usize) -> u32 {
    let ([start, _, eight_rows], bits) = fields(descriptor);
    let at = (row % 8, k);
    let offset = match bits {
        1 => <WgmmaK32B<U16> as SharedTile>::Layout::VALUE.offset(at),
        2 => <WgmmaK64B<U16> as SharedTile>::Layout::VALUE.offset(at),
        _ => <WgmmaK128B<U16> as SharedTile>::Layout::VALUE.offset(at),
    };
    swizzled(start + eight_rows * (row / 8) as u32 + 2 * offset as u32, bits)
}
/// Where the element of a column of `B` and a row of an operand whose columns are contiguous is, [`WgmmaMn128B`].
fn columns_first(descriptor: u64, column: usize, k: usize) -> u32 {
    let ([start, next, eight_rows], bits) = fields(descriptor);
    assert_eq!(bits, 3, "columns are swizzled by 128 bytes");
    let tile = <WgmmaMn128B<U16> as SharedTile>::Layout::VALUE;
    let within = 2 * tile.offset((column % 64, k % 8)) as u32;
    swizzled(start + next * (column / 64) as u32 + eight_rows * (k / 8) as u32 + within, bits)
}
/// The swizzle, by 1, 2 or 3 bits, is one of addresses: `wgmma` has it, and the copy engine.
pub(super) fn swizzled(address: u32, bits: u32) -> u32 {
    let at = address as usize / 2;
    2 * match bits {
        1 => <WgmmaK32B<U16> as SharedTile>::Swizzle::VALUE.apply(at),
        2 => <WgmmaK64B<U16> as SharedTile>::Swizzle::VALUE.apply(at),
        _ => <WgmmaK128B<U16> as SharedTile>::Swizzle::VALUE.apply(at),
    } as u32
}

/// `wgmma.m64nNk16` of f32 sums, `N` twice as many as there are sums.
pub(crate) fn wgmma<const SUMS: usize>(
    sums: &mut [f32; SUMS],
    a: Source,
    b: u64,
    add: bool,
    number: Number,
) {
    let columns = 2 * SUMS;
    let words = |x: u64| [x as u32, (x >> 32) as u32];
    let (name, a) = match a {
        Source::Shared(a) => ("wgmma of shared memory", words(a).to_vec()),
        Source::Registers(a) => ("wgmma of registers", a.to_vec()),
    };
    let from_shared = a.len() == 2;
    let own = [&[u32::from(add)], &words(b)[..], &a, &sums.map(f32::to_bits)].concat();
    let (group, block, first_sum) = (warpgroup(), block_of_cluster(), 3 + a.len());
    let result = meet(group, 128, name, own, |state, all| {
        let common = if from_shared { 5 } else { 3 };
        assert!(
            all.iter().all(|registers| registers[..common] == all[0][..common]),
            "threads of a warpgroup have different operands"
        );
        let join = |at: usize| u64::from(all[0][at]) | u64::from(all[0][at + 1]) << 32;
        let mut read = |rows: usize, place: &dyn Fn(usize, usize) -> u32| {
            let of = |i: usize| in_block(place(i % rows, i / rows), block);
            (0..16 * rows).map(|i| (of(i), state.shared.bits16(of(i)))).collect::<Vec<_>>()
        };
        let numbers = |read: &[(u32, u16)]| read.iter().map(|x| number(x.1)).collect::<Vec<_>>();
        let mut in_shared = Vec::new();
        let b = join(1);
        let a = if from_shared {
            let descriptor = join(3);
            in_shared = read(64, &|row, k| depth_first(descriptor, row, k));
            numbers(&in_shared)
        } else {
            let registers: Vec<&[u32]> = all.iter().map(|registers| &registers[3..7]).collect();
            let layout = <WgmmaM64K16F16A as Fragment>::Layout::VALUE;
            operand(64, &registers, 8, |t, v| layout.offset((t, v)), number)
        };
        let of_b = if from_shared {
            read(columns, &|column, k| depth_first(b, column, k))
        } else {
            read(columns, &|column, k| columns_first(b, column, k))
        };
        let b = numbers(&of_b);
        in_shared.extend(of_b);
        state.products.entry(index(group)).or_default().open.extend(in_shared);
        // That of fewer columns is the first part of it.
        let layout = <WgmmaM64D<U256> as Fragment>::Layout::VALUE;
        let value = |thread: usize, v: usize| {
            let at = layout.offset((thread, v));
            let before = f32::from_bits(all[thread][first_sum + v]);
            sum(if all[0][0] == 1 { before } else { 0.0 }, &a, at % 64, &b, at / 64).to_bits()
        };
        (0..128).map(|thread| (0..SUMS).map(|v| value(thread, v)).collect()).collect()
    });
    *sums = std::array::from_fn(|v| f32::from_bits(result[v]));
}

fn warpgroup() -> Group {
    with(|_, thread| Group::Warpgroup(thread / 128))
}
fn index(group: Group) -> usize {
    match group {
        Group::Warpgroup(index) => index,
        _ => unreachable!("it is a warpgroup"),
    }
}
/// All threads of the warpgroup come here; one of them changes its products.
fn together(instruction: &'static str, f: impl FnOnce(&mut State, &mut Products)) {
    let group = warpgroup();
    meet(group, 128, instruction, Vec::new(), |state, _| {
        let mut products = state.products.remove(&index(group)).unwrap_or_default();
        f(state, &mut products);
        state.products.insert(index(group), products);
        vec![Vec::new(); 128]
    });
}

pub(crate) fn wgmma_begin() {
    together("wgmma.fence", |_, _| {});
}
pub(crate) fn wgmma_commit() {
    together("wgmma.commit_group", |_, products| {
        let open = std::mem::take(&mut products.open);
        products.groups.push_back(open);
    });
}
/// Until here the operands are as they were.
pub(crate) fn wgmma_wait(left: u32) {
    together("wgmma.wait_group", |state, products| {
        while products.groups.len() > left as usize {
            for (address, bits) in products.groups.pop_front().expect("it has more") {
                let now = state.shared.bits16(address);
                assert_eq!(now, bits, "an operand of wgmma is written before it was waited for");
            }
        }
    });
}
