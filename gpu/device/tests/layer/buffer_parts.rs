//! Parts of buffers as arguments, and a cache in pages.

use tilework::{Dyn, Layout, layout};
use tilework_device::emulator::Emulator;
use tilework_device::*;

use crate::reference::Random;

/// Elements of a key, tokens of a page.
const D: usize = 32;
const PAGE: usize = 4;

/// For each sequence the sum of its keys. The keys of token `i` lie in page `table[i / PAGE]` of the pool.
#[kernel(threads = 32, blocks = lengths.len())]
fn sums_of_pages(
    pool: Slice<f32>,
    table: Slice<u32>,
    lengths: Slice<u32>,
    pages: u32,
    to: SliceMut<f32>,
) {
    // SAFETY: blocks of 32 threads.
    let (t, sequence) = unsafe { (thread::<32>() as usize, block()[0] as usize) };
    let mut sum = 0.0;
    for token in 0..lengths.get(sequence).unwrap_or(0) as usize {
        let page = table.get(sequence * pages as usize + token / PAGE).unwrap_or(0) as usize;
        sum += pool.get((page * PAGE + token % PAGE) * D + t).unwrap_or(f32::NAN);
    }
    if let Some(to) = to.at(sequence * D + t) {
        // SAFETY: each thread writes an element of its own.
        unsafe { to.write(sum) }
    }
}

/// The pool is one buffer, a page is a part of it, and a table says which pages a sequence has. Pages are written as
/// tokens come, in whatever order they are free; one is copied to another, as where two sequences part.
#[test]
fn a_cache_in_pages() {
    let random = &mut Random::fresh();
    let (sequences, pages) = (3, 5);
    let mut emulator = crate::emulator(random);
    let mut pool = emulator.poisoned::<f32>((sequences * pages + 1) * PAGE * D);
    // The pages of the pool in a random order.
    let mut free: Vec<usize> = (0..sequences * pages + 1).collect();
    (1..free.len()).rev().for_each(|i| free.swap(i, random.bits() as usize % (i + 1)));
    let lengths = [1_u32, 11, 20];
    let mut table = vec![u32::MAX; sequences * pages];
    let mut right = vec![0.0; sequences * D];
    for (sequence, &length) in lengths.iter().enumerate() {
        for token in 0..length as usize {
            let of = &mut table[sequence * pages + token / PAGE];
            if token % PAGE == 0 {
                *of = free.pop().unwrap() as u32;
            }
            let keys: Vec<f32> = (0..D).map(|d| (token * d % 7 + sequence) as f32).collect();
            right[sequence * D..].iter_mut().zip(&keys).for_each(|(sum, key)| *sum += key);
            let page = pool.chunks_mut(PAGE * D).nth(*of as usize).unwrap();
            emulator.upload_to(&keys, &mut page[token % PAGE * D..][..D]);
        }
    }
    // The first page of the last sequence moves.
    let (old, new) = (table[2 * pages] as usize, free.pop().unwrap());
    let (low, high) = pool.split_at_mut(old.max(new) * PAGE * D);
    let (one, other) = (&mut low[old.min(new) * PAGE * D..][..PAGE * D], &mut high[..PAGE * D]);
    let (from, to) = if old < new { (one, other) } else { (other, one) };
    emulator.copy(from, to);
    emulator.fill(from, f32::NAN);
    table[2 * pages] = new as u32;

    let (table, lengths) = (emulator.upload(&table), emulator.upload(&lengths));
    let mut to = emulator.poisoned::<f32>(sequences * D);
    let pages = pages as u32;
    emulator.run(sums_of_pages {
        pool: &pool,
        table: &table,
        lengths: &lengths,
        pages,
        to: &mut to,
    });
    assert_eq!(emulator.written(to), right);
}

/// Each row doubled, in vectors of 4.
#[kernel(threads = 32, blocks = [1])]
fn doubled(from: Input<F32x4, Layout!((N):(1))>, to: Output<F32x4, Layout!((N):(1))>) {
    // SAFETY: a launch of 32 threads, each of which writes elements of its own.
    unsafe {
        let t = thread::<32>();
        if (t as usize) < from.layout().extent::<0>() {
            let x = from.tensor().at(t).read();
            to.tensor().at(t).write(F32x4::of(x.0.map(|x| 2.0 * x)));
        }
    }
}
type N = Dyn<u32>;

#[test]
fn a_part_with_its_layout() {
    let mut emulator = Emulator::new(3);
    let data: Vec<f32> = (0..32).map(|i| i as f32).collect();
    let mut both = emulator.upload(&data);
    emulator.fill(&mut both[16..], 0.0);
    let (from, to) = both.split_at_mut(16);
    let n = 4_u32;
    let rows = layout!((n):(1));
    emulator.run(doubled { from: (&*from, rows), to: (to, rows) });
    let right: Vec<f32> =
        (0..16).map(|i| i as f32).chain((0..16).map(|i| 2.0 * i as f32)).collect();
    assert_eq!(emulator.written(both), right);
    assert_eq!(emulator.written(both[17..19].buffer()), [2.0, 4.0]);
}

#[test]
#[should_panic(expected = "the layout (4):(1) reaches 4 elements, and the buffer has 3")]
fn a_part_that_is_too_short() {
    let mut emulator = Emulator::new(3);
    let mut both = emulator.zeros::<f32>(32);
    let (from, to) = both.split_at_mut(16);
    let n = 4_u32;
    let rows = layout!((n):(1));
    emulator.run(doubled { from: (&from[..12], rows), to: (to, rows) });
}

#[test]
#[should_panic(expected = "and the elements of the kernel at multiples of 16 bytes")]
fn a_part_that_begins_between_vectors() {
    let mut emulator = Emulator::new(3);
    let mut both = emulator.filled(40, 1.0_f32);
    let (from, to) = both.split_at_mut(20);
    let n = 4_u32;
    let rows = layout!((n):(1));
    emulator.run(doubled { from: (&from[1..], rows), to: (to, rows) });
}

#[test]
#[should_panic(expected = "`from` and `to` are the same buffer")]
fn parts_of_two_handles_that_meet() {
    let mut emulator = Emulator::new(3);
    let mut one = emulator.zeros::<f32>(32);
    let other = one;
    let n = 4_u32;
    let rows = layout!((n):(1));
    emulator.run(doubled { from: (&other[..16], rows), to: (&mut one[12..28], rows) });
}
