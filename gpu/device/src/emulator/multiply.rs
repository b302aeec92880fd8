//! Multiplications. Matrices are assembled from the registers of threads by the layouts of [`atom`](crate::atom), which
//! were recorded on hardware. Products are summed in f64 and rounded once.

use std::collections::{HashMap, VecDeque};
use tilework::algebra::atom;
use tilework::bound::Known;
use tilework::typenum::{U16, U256};
use tilework_atom::{
    Fragment, SharedTile, WgmmaK32B, WgmmaK64B, WgmmaK128B, WgmmaM64D, WgmmaM64K8Tf32A,
    WgmmaM64K16F16A, WgmmaM64K32S8A, WgmmaMn128B,
};

use super::access::{Asynchronous, caller};
use super::block::{State, resident, with};
use super::exact::{Number, Sum, element, registers};
use super::meeting::{Meet, meet};
use super::memory::bits;
use super::order::{Address, Lane, Published};
use super::shadow::Kind;
use super::shared::in_block;

/// The column-major matrix of `rows` x `columns` numbers. Each thread has `values` of them in its registers, where
/// `place` says.
fn operand<E: Number>(
    [rows, columns]: [usize; 2],
    all: &[&[u32]],
    values: usize,
    place: impl Fn(usize, usize) -> usize,
) -> Vec<f64> {
    let mut matrix = vec![f64::NAN; rows * columns];
    for (thread, registers) in all.iter().enumerate() {
        for value in 0..values {
            matrix[place(thread, value)] = element::<E>(registers, value);
        }
    }
    matrix
}

/// A column-major factor of a product: `rows` counts the rows of `A` or the columns of `B`.
struct Factor {
    rows: usize,
    elements: Vec<f64>,
}
/// `sum + A B` for one row and one column.
fn sum(mut sum: f64, a: &Factor, row: usize, b: &Factor, column: usize) -> f64 {
    for k in 0..a.elements.len() / a.rows {
        sum += a.elements[row + a.rows * k] * b.elements[column + b.rows * k];
    }
    sum
}

/// An instruction of `mma.sync` with elements `E`. The places in `A`, `B` and the sums depend on the thread and the
/// value.
pub(crate) fn mma_sync<E: Number, S: Sum, A: Sum, B: Sum>(
    sums: &mut [S],
    a: &[A],
    b: &[B],
    instruction: &atom::Mma,
    [in_a, in_b, in_sums]: [fn(usize, usize) -> usize; 3],
) {
    let (of_sums, a, b) = (registers(sums), registers(a), registers(b));
    let (at_a, at_b) = (of_sums.len(), of_sums.len() + a.len());
    let [values_of_a, values_of_b] = [&a, &b].map(|registers| 32 * registers.len() / E::BITS);
    let [m, n, k] = instruction.shape.map(|extent| extent as usize);
    let own = [of_sums, a, b].concat();
    let result = meet(Meet::of_warp(instruction.name), own, |_, all| {
        let of = |range: std::ops::Range<usize>| {
            all.iter().map(|registers| &registers[range.clone()]).collect::<Vec<_>>()
        };
        let a = operand::<E>([m, k], &of(at_a..at_b), values_of_a, in_a);
        let b = operand::<E>([n, k], &of(at_b..all[0].len()), values_of_b, in_b);
        let (a, b) = (Factor { rows: m, elements: a }, Factor { rows: n, elements: b });
        let of_thread = |(thread, registers): (usize, &Vec<u32>)| {
            let sums = registers[..at_a].chunks(at_a / sums.len()).enumerate();
            let added = |(register, sums): (usize, &[u32])| {
                let before = S::of_registers(sums).numbers().into_iter().enumerate();
                let added = before.map(|(v, before)| {
                    let at = in_sums(thread, S::VALUES * register + v);
                    sum(before, &a, at % m, &b, at / m)
                });
                S::of_numbers(&added.collect::<Vec<_>>()).registers()
            };
            sums.flat_map(added).collect()
        };
        all.iter().enumerate().map(of_thread).collect()
    });
    let each = result.len() / sums.len();
    for (sum, registers) in sums.iter_mut().zip(result.chunks(each)) {
        *sum = S::of_registers(registers);
    }
}

/// The place of `A` of a `wgmma`: a descriptor, or the registers of each thread.
pub(crate) enum Source {
    Shared(u64),
    Registers([u32; 4]),
}

/// The pending products of a warpgroup, which nobody has waited for.
#[derive(Default)]
pub(super) struct Products {
    groups: VecDeque<Multiplications>,
    open: Multiplications,
    /// Sums that are not in the registers yet, by number.
    sums: HashMap<u32, Sums>,
    /// The number of sums so far.
    count: u32,
}
#[derive(Default)]
struct Multiplications {
    /// The time of the last one, in the lane of the warpgroup.
    time: u32,
    /// The numbers of their sums.
    sums: Vec<u32>,
}
/// The sums that the threads of a warpgroup have once they have waited.
struct Sums {
    of_threads: Vec<Vec<u32>>,
    /// The number of threads that have not taken theirs; `None` while nobody has waited.
    left: Option<usize>,
}

/// The placeholder in the register of a pending sum: a NaN whose bits say which sum it stands for. Arithmetic never
/// yields such a NaN, and unwritten memory does not contain one.
fn pending(sums: u32, value: usize) -> u32 {
    0xffc0_0000 | (sums % 0x7ffe + 1) << 7 | value as u32
}
impl Products {
    /// The sums that this register stands for. `value` is its index among the registers of the sum.
    fn find(&self, register: u32, value: usize) -> Option<u32> {
        let sums = (register >> 7 & 0x7fff).checked_sub(1)?;
        (register == pending(sums, value) && self.sums.contains_key(&sums)).then_some(sums)
    }
    /// The value of a thread's register after the wait.
    fn value(&self, thread: usize, register: u32, value: usize) -> u32 {
        let sums = self.find(register, value);
        sums.map_or(register, |sums| self.sums[&sums].of_threads[thread][value])
    }
}

/// The fields of a descriptor: the address in the block and the two distances, in bytes, then the bits of the swizzle.
fn fields(descriptor: u64) -> ([u32; 3], u32) {
    let kind = (descriptor >> 62) as u32;
    assert!(kind > 0, "an operand that is not swizzled");
    ([0, 16, 32].map(|bit| (descriptor >> bit & 0x3fff) as u32 * 16), 4 - kind)
}
/// The address of byte `k` of a row, for an operand with contiguous rows: [`WgmmaK128B`] and its like.
fn depth_first(descriptor: u64, row: usize, k: usize) -> u32 {
    let ([start, _, eight_rows], bits) = fields(descriptor);
    let at = (row % 8, k / 2);
    let offset = match bits {
        1 => <WgmmaK32B<U16> as SharedTile>::Layout::VALUE.offset(at),
        2 => <WgmmaK64B<U16> as SharedTile>::Layout::VALUE.offset(at),
        _ => <WgmmaK128B<U16> as SharedTile>::Layout::VALUE.offset(at),
    };
    let within = 2 * offset as u32 + k as u32 % 2;
    swizzled(start + eight_rows * (row / 8) as u32 + within, bits)
}
/// The address of an element of 16 bits, by the row of `A` or column of `B` and `k`, for an operand with contiguous
/// columns: [`WgmmaMn128B`].
fn columns_first(descriptor: u64, column: usize, k: usize) -> u32 {
    let ([start, next, eight_rows], bits) = fields(descriptor);
    assert_eq!(bits, 3, "columns are swizzled by 128 bytes");
    let tile = <WgmmaMn128B<U16> as SharedTile>::Layout::VALUE;
    let within = 2 * tile.offset((column % 64, k % 8)) as u32;
    swizzled(start + next * (column / 64) as u32 + eight_rows * (k / 8) as u32 + within, bits)
}
/// Swizzles an address by 1, 2 or 3 bits. `wgmma` and the copy engine apply the swizzle to addresses.
pub(super) fn swizzled(address: u32, bits: u32) -> u32 {
    let at = address as usize / 2;
    let swizzled = match bits {
        0 => at,
        1 => <WgmmaK32B<U16> as SharedTile>::Swizzle::VALUE.apply(at),
        2 => <WgmmaK64B<U16> as SharedTile>::Swizzle::VALUE.apply(at),
        _ => <WgmmaK128B<U16> as SharedTile>::Swizzle::VALUE.apply(at),
    };
    2 * swizzled as u32 + address % 2
}

/// The place of an element of `A` in registers, by the bits of an element.
fn place_of_a(bits: usize, at: (usize, usize)) -> usize {
    match bits {
        8 => <WgmmaM64K32S8A as Fragment>::Layout::VALUE.offset(at),
        16 => <WgmmaM64K16F16A as Fragment>::Layout::VALUE.offset(at),
        _ => <WgmmaM64K8Tf32A as Fragment>::Layout::VALUE.offset(at),
    }
}

/// `wgmma.m64nNkK` with elements `E`, 256 bits of a row. `by_columns` says which of `A` and `B` have contiguous
/// columns.
#[track_caller]
pub(crate) fn wgmma<E: Number, S: Sum>(
    sums: &mut [S],
    a: Source,
    b: u64,
    by_columns: [bool; 2],
    add: bool,
) {
    let (columns, depth) = (2 * S::VALUES * sums.len(), 256 / E::BITS);
    let words = |x: u64| [x as u32, (x >> 32) as u32];
    let (name, a) = match a {
        Source::Shared(a) => ("wgmma of shared memory", words(a).to_vec()),
        Source::Registers(a) => ("wgmma of registers", a.to_vec()),
    };
    let from_shared = a.len() == 2;
    let own = [&[u32::from(add)], &words(b)[..], &a, &registers(sums)].concat();
    let (group, block, first_sum) = (warpgroup(), resident(), 3 + a.len());
    let place = caller();
    let result = meet(Meet::of_warpgroup(name), own, |state, all| {
        let common = if from_shared { 5 } else { 3 };
        assert!(
            all.iter().all(|registers| registers[..common] == all[0][..common]),
            "threads of a warpgroup have different operands"
        );
        let join = |at: usize| u64::from(all[0][at]) | u64::from(all[0][at + 1]) << 32;
        let lane = lane_of(group);
        let time = state.order.step(state.block_of(block), lane);
        let begun = begun(state, group);
        let mut read = |descriptor: u64, rows: usize, by_columns: bool| {
            let of = |i: usize| {
                let (row, k) = (i % rows, i / rows);
                let at = match by_columns {
                    true => columns_first(descriptor, row, k),
                    false => depth_first(descriptor, row, k * E::BITS / 8),
                };
                let at = in_block(at, block);
                let at = Address::Shared(at);
                // Two places in one granule of 16 bytes are one read.
                for begun in &begun {
                    let by = Asynchronous { lane, time, begun, place };
                    state.record_asynchronous(&by, (at, E::BITS / 8), Kind::Read);
                }
                E::number(bits(state.bytes(at, E::BITS / 8)))
            };
            Factor { rows, elements: (0..depth * rows).map(of).collect() }
        };
        let a = if from_shared {
            read(join(3), 64, by_columns[0])
        } else {
            let registers: Vec<&[u32]> = all.iter().map(|registers| &registers[3..7]).collect();
            let place = |t, v| place_of_a(E::BITS, (t, v));
            let elements = operand::<E>([64, depth], &registers, 128 / E::BITS, place);
            Factor { rows: 64, elements }
        };
        let b = read(join(1), columns, by_columns[1]);
        let products = state.products.entry(group).or_default();
        products.open.time = time.1;
        // The layout of fewer columns is the first part of this one.
        let layout = <WgmmaM64D<U256> as Fragment>::Layout::VALUE;
        let added = |thread: usize, register: usize| {
            let before = products.value(thread, all[thread][first_sum + register], register);
            let before = S::of_registers(&[before]).numbers().into_iter().enumerate();
            let added = before.map(|(v, before)| {
                let at = layout.offset((thread, S::VALUES * register + v));
                sum(if all[0][0] == 1 { before } else { 0.0 }, &a, at % 64, &b, at / 64)
            });
            S::of_numbers(&added.collect::<Vec<_>>()).registers()[0]
        };
        let of_threads =
            (0..128).map(|thread| (0..sums.len()).map(|v| added(thread, v)).collect()).collect();
        // The sums of earlier multiplications in these registers are overwritten.
        if let Some(before) = products.find(all[0][first_sum], 0) {
            products.sums.remove(&before);
        }
        let number = products.count % 0x7ffe;
        products.count += 1;
        products.open.sums.push(number);
        products.sums.insert(number, Sums { of_threads, left: None });
        vec![(0..sums.len()).map(|v| pending(number, v)).collect(); 128]
    });
    for (sum, register) in sums.iter_mut().zip(result) {
        *sum = S::of_registers(&[register]);
    }
}

fn warpgroup() -> usize {
    with(|_, thread| thread / 128)
}
/// The lane of the products of a warpgroup among those that run.
fn lane_of(group: usize) -> Lane {
    Lane::Products(group as u16)
}
/// What each warp of a warpgroup has heard of, once for warps that know the same. One thread of a warp may have waited
/// for all of them.
fn begun(state: &mut State, group: usize) -> Vec<Published> {
    let mut all: Vec<Published> = Vec::new();
    for warp in 4 * group..4 * group + 4 {
        let of_warp = state.order.heard(32 * warp..32 * warp + 32);
        if !all.iter().any(|other| other.is(&of_warp)) {
            all.push(of_warp);
        }
    }
    all
}
/// All threads of the warpgroup reach this call, and one of them changes their products.
fn together(instruction: &'static str, f: impl FnOnce(&mut State, &mut Products)) {
    let group = warpgroup();
    meet(Meet::of_warpgroup(instruction), Vec::new(), |state, _| {
        let mut products = state.products.remove(&group).unwrap_or_default();
        f(state, &mut products);
        state.products.insert(group, products);
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
/// The fence of a thread's registers: registers whose multiplications were waited for become sums.
pub(crate) fn wgmma_sums<S: Sum>(sums: &mut [S]) {
    let mut registers = registers(sums);
    with(|state, thread| {
        let Some(products) = state.products.get_mut(&(thread / 128)) else { return };
        let Some(number) = products.find(registers[0], 0) else { return };
        let Some(left) = products.sums[&number].left else { return };
        for (v, register) in registers.iter_mut().enumerate() {
            *register = products.value(thread % 128, *register, v);
        }
        for (sum, register) in sums.iter_mut().zip(&registers) {
            *sum = S::of_registers(&[*register]);
        }
        if left > 1 {
            products.sums.entry(number).and_modify(|sums| sums.left = Some(left - 1));
        } else {
            products.sums.remove(&number);
        }
    });
}
/// Waits for products. Their operands are read then, and may be written.
pub(crate) fn wgmma_wait(left: u32) {
    let group = warpgroup();
    together("wgmma.wait_group", |state, products| {
        while products.groups.len() > left as usize {
            let done = products.groups.pop_front().expect("it has more");
            state.order.waited(128 * group..128 * group + 128, lane_of(group), done.time);
            for sums in done.sums {
                products.sums.entry(sums).and_modify(|sums| sums.left = Some(128));
            }
        }
    });
}
