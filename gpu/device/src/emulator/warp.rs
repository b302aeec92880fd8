//! Instructions that the threads of a warp execute together, except multiplications. They order no accesses of memory.

use tilework::bound::Known;
use tilework_atom::{LdmatrixX4, LdmatrixX4Trans, Load};

use super::access::caller;
use super::block::{lane, threads, with};
use super::meeting::{Meet, meet};
use super::memory::bits;
use super::order::Address;
use super::shadow::Kind;

/// An instruction whose results `combine` computes from the registers of all threads.
pub(crate) fn over_warp(
    instruction: &'static str,
    x: u32,
    combine: impl FnOnce(&[u32]) -> Vec<u32>,
) -> u32 {
    let combined = |all: &[Vec<u32>]| {
        let all: Vec<u32> = all.iter().map(|registers| registers[0]).collect();
        combine(&all).into_iter().map(|x| vec![x]).collect()
    };
    meet(Meet::of_warp(instruction), vec![x], |_, all| combined(all))[0]
}

/// `shfl.sync`: the register of thread `of`, or the thread's own if the warp has no such thread.
pub(crate) fn shuffle_of(x: u32, of: u32) -> u32 {
    meet(Meet::of_warp("shfl.sync"), vec![x, of], |_, all| {
        let other = |(lane, registers): (usize, &Vec<u32>)| {
            let of = registers[1] as usize;
            vec![all[if of < 32 { of } else { lane }][0]]
        };
        all.iter().enumerate().map(other).collect()
    })[0]
}

/// `shfl.sync.bfly`
pub(crate) fn shuffle(x: u32, distance: u32) -> u32 {
    let exchange = |all: &[Vec<u32>]| {
        (0..all.len()).map(|lane| all[lane ^ distance as usize].clone()).collect()
    };
    meet(Meet::of_warp("shfl.sync"), vec![x], |_, all| exchange(all))[0]
}

/// For each register of each thread, the places of its lower and then of its upper 16 bits. A place is the thread that
/// gives the address, and the offset in bytes. `from` numbers the bits by the thread that gives their address, and `to`
/// numbers the same bits by the thread whose registers hold them.
fn places(
    from: impl Fn(usize, usize) -> usize,
    to: impl Fn(usize, usize) -> usize,
) -> Vec<[[(usize, u32); 2]; 4]> {
    let mut of_bit = [(0, 0); 32 * 128];
    for thread in 0..32 {
        for bit in 0..128 {
            of_bit[from(thread, bit)] = (thread, bit as u32 / 8);
        }
    }
    let place = |thread, bit| of_bit[to(thread, bit)];
    let of_register =
        |thread, register: usize| [0, 16].map(|bit| place(thread, 32 * register + bit));
    (0..32).map(|thread| [0, 1, 2, 3].map(|register| of_register(thread, register))).collect()
}
fn places_of(transposed: bool) -> Vec<[[(usize, u32); 2]; 4]> {
    let (from, to) = (<LdmatrixX4 as Load>::From::VALUE, <LdmatrixX4 as Load>::To::VALUE);
    let to_transposed = <LdmatrixX4Trans as Load>::To::VALUE;
    let from = |thread, bit| from.offset((thread, bit));
    if transposed {
        places(from, |thread, bit| to_transposed.offset((thread, bit)))
    } else {
        places(from, |thread, bit| to.offset((thread, bit)))
    }
}

/// `ldmatrix.x4`: 4 matrices of 8 rows of 16 bytes. Each thread gives the address of one row.
#[track_caller]
pub(crate) fn ldmatrix(address: u32, transposed: bool) -> [u32; 4] {
    ldmatrix_of(address, transposed)
}
/// `ldmatrix` of `COUNT` matrices. The first threads give the addresses of the rows.
#[track_caller]
pub(crate) fn ldmatrix_of<const COUNT: usize>(address: u32, transposed: bool) -> [u32; COUNT] {
    let place = caller();
    let row = lane() < 8 * COUNT as u32;
    assert!(!row || address.is_multiple_of(16), "a row of ldmatrix is aligned to 16 bytes");
    if row {
        // Reads of a row count as those of the thread that gives its address.
        with(|state, thread| {
            state.record(thread, (Address::Shared(address), 16), Kind::Read, None, place);
        });
    }
    let name = if transposed { "ldmatrix.trans" } else { "ldmatrix" };
    let registers = meet(Meet::of_warp(name), vec![address], |state, all| {
        let mut bits = |(thread, at): (usize, u32)| {
            bits(state.bytes(Address::Shared(all[thread][0] + at), 2)) as u32
        };
        let registers = |of_thread: [[(usize, u32); 2]; 4]| {
            let registers = of_thread.into_iter().take(COUNT);
            registers.map(|[low, high]| bits(low) | bits(high) << 16).collect()
        };
        places_of(transposed).into_iter().map(registers).collect()
    });
    registers.try_into().expect("so many registers")
}

/// `stmatrix.x4`: the inverse of [`ldmatrix`].
#[track_caller]
pub(crate) fn stmatrix(address: u32, registers: [u32; 4], transposed: bool) {
    stmatrix_of(address, registers, transposed);
}
/// The inverse of [`ldmatrix_of`].
#[track_caller]
pub(crate) fn stmatrix_of<const COUNT: usize>(
    address: u32,
    registers: [u32; COUNT],
    transposed: bool,
) {
    let place = caller();
    let row = lane() < 8 * COUNT as u32;
    assert!(!row || address.is_multiple_of(16), "a row of stmatrix is aligned to 16 bytes");
    let name = if transposed { "stmatrix.trans" } else { "stmatrix" };
    let all = [vec![address], registers.to_vec()].concat();
    let first = with(|_, thread| thread) - lane() as usize;
    meet(Meet::of_warp(name), all, |state, all| {
        let mut rows = vec![[0; 16]; 8 * COUNT];
        for (thread, places) in places_of(transposed).into_iter().enumerate() {
            for (register, places) in places.into_iter().take(COUNT).enumerate() {
                for (half, (row, at)) in places.into_iter().enumerate() {
                    let bits = (all[thread][1 + register] >> (16 * half)) as u16;
                    rows[row][at as usize..at as usize + 2].copy_from_slice(&bits.to_le_bytes());
                }
            }
        }
        for (row, bytes) in rows.into_iter().enumerate() {
            state.write(first + row, Address::Shared(all[row][0]), &bytes, place);
        }
        vec![Vec::new(); 32]
    });
}

/// `setmaxnreg` of a warpgroup. It checks the count, not how many registers are free.
pub(crate) fn warpgroup_registers(count: u32) {
    assert!((24..=256).contains(&count) && count.is_multiple_of(8), "registers: {count}");
    assert!(threads().is_multiple_of(128), "a block of warpgroups");
    meet(Meet::of_warpgroup("setmaxnreg"), vec![count], |_, all| {
        assert!(all.iter().all(|other| *other == all[0]), "setmaxnreg of different numbers");
        vec![Vec::new(); 128]
    });
}
