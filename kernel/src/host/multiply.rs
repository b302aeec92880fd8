//! Multiplications: matrices are put together from the registers of threads, as the layouts of [`tilework::atom`] say, which are
//! recorded on hardware, and are multiplied in f32.

use std::collections::{HashMap, VecDeque};

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

/// `mma.sync.m16n8k32` of s8 (PTX ISA 8.0, 9.7.13.4.10).
pub(crate) fn mma_sync_s8(sums: &mut [i32; 4], a: [u32; 4], b: [u32; 2]) {
    let own = [&sums.map(|x| x as u32)[..], &a, &b].concat();
    let result = meet(warp(), 32, "mma.sync", own, |_, all| {
        let byte = |register: u32, at: usize| i32::from(register.to_le_bytes()[at] as i8);
        // The thread and its register that have the element of `A`, and of `B`.
        let a = |row: usize, k: usize| {
            byte(all[4 * (row % 8) + k % 16 / 4][4 + row / 8 + 2 * (k / 16)], k % 4)
        };
        let b = |k: usize, column: usize| byte(all[4 * column + k % 16 / 4][8 + k / 16], k % 4);
        let value = |thread: usize, v: usize| {
            let (row, column) = (thread / 4 + 8 * (v / 2), 2 * (thread % 4) + v % 2);
            let products = (0..32).map(|k| a(row, k) * b(k, column));
            products.fold(all[thread][v] as i32, i32::wrapping_add) as u32
        };
        (0..32).map(|thread| (0..4).map(|v| value(thread, v)).collect()).collect()
    });
    *sums = std::array::from_fn(|v| result[v] as i32);
}

/// Where `A` of `wgmma` is: a descriptor, or the registers of each thread.
pub(crate) enum Source {
    Shared(u64),
    Registers([u32; 4]),
}

/// Products of a warpgroup that nobody has waited for.
#[derive(Default)]
pub(super) struct Products {
    groups: VecDeque<Multiplications>,
    open: Multiplications,
    /// Sums that are not in the registers yet, by number.
    sums: HashMap<u32, Sums>,
    /// How many there were.
    count: u32,
}
#[derive(Default)]
struct Multiplications {
    /// What their operands in shared memory are.
    operands: Vec<(u32, u16)>,
    /// The numbers of their sums.
    sums: Vec<u32>,
}
/// What the threads of a warpgroup have when they have waited.
struct Sums {
    of_threads: Vec<Vec<u32>>,
    /// How many threads have not taken them; `None` while nobody has waited.
    left: Option<usize>,
}

/// What is in the register of a sum that is not there: no number, in whose bits is which one it stands for. None of these is one that
/// arithmetic gives, or that is in memory that nobody has written.
fn pending(sums: u32, value: usize) -> u32 {
    0xffc0_0000 | (sums % 0x7ffe + 1) << 7 | value as u32
}
impl Products {
    /// The sums that this register, of so many, stands for.
    fn find(&self, register: u32, value: usize) -> Option<u32> {
        let sums = (register >> 7 & 0x7fff).checked_sub(1)?;
        (register == pending(sums, value) && self.sums.contains_key(&sums)).then_some(sums)
    }
    /// What a register of a thread is when it is waited for.
    fn value(&self, thread: usize, register: u32, value: usize) -> u32 {
        let sums = self.find(register, value);
        sums.map_or(register, |sums| self.sums[&sums].of_threads[thread][value])
    }
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
        let products = state.products.entry(index(group)).or_default();
        products.open.operands.extend(in_shared);
        // That of fewer columns is the first part of it.
        let layout = <WgmmaM64D<U256> as Fragment>::Layout::VALUE;
        let value = |thread: usize, v: usize| {
            let at = layout.offset((thread, v));
            let before = f32::from_bits(products.value(thread, all[thread][first_sum + v], v));
            sum(if all[0][0] == 1 { before } else { 0.0 }, &a, at % 64, &b, at / 64).to_bits()
        };
        let of_threads =
            (0..128).map(|thread| (0..SUMS).map(|v| value(thread, v)).collect()).collect();
        // The sums of multiplications before, which these registers were, are written over.
        if let Some(before) = products.find(all[0][first_sum], 0) {
            products.sums.remove(&before);
        }
        let number = products.count % 0x7ffe;
        products.count += 1;
        products.open.sums.push(number);
        products.sums.insert(number, Sums { of_threads, left: None });
        vec![(0..SUMS).map(|v| pending(number, v)).collect(); 128]
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
/// The registers of a thread pass here: those whose multiplications were waited for are sums from here on.
pub(crate) fn wgmma_sums(registers: &mut [f32]) {
    with(|state, thread| {
        let Some(products) = state.products.get_mut(&(thread / 128)) else { return };
        let Some(number) = products.find(registers[0].to_bits(), 0) else { return };
        let Some(left) = products.sums[&number].left else { return };
        for (v, register) in registers.iter_mut().enumerate() {
            *register = f32::from_bits(products.value(thread % 128, register.to_bits(), v));
        }
        if left > 1 {
            products.sums.entry(number).and_modify(|sums| sums.left = Some(left - 1));
        } else {
            products.sums.remove(&number);
        }
    });
}
/// Until here the operands are as they were.
pub(crate) fn wgmma_wait(left: u32) {
    together("wgmma.wait_group", |state, products| {
        while products.groups.len() > left as usize {
            let group = products.groups.pop_front().expect("it has more");
            for (address, bits) in group.operands {
                let now = state.shared.bits16(address);
                assert_eq!(now, bits, "an operand of wgmma is written before it was waited for");
            }
            for sums in group.sums {
                products.sums.entry(sums).and_modify(|sums| sums.left = Some(128));
            }
        }
    });
}
