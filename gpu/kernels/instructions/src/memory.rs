//! Loads and stores with hints and orders, fences, `mbarrier`, and the index of a thread.

use tilework::Layout;
use tilework_device::*;

/// A word with each hint.
#[kernel]
pub unsafe fn hints(from: *const u32, to: *mut u32) {
    // SAFETY: a block of one warp, and 10 words for each thread.
    unsafe {
        let lane = thread::<32>() as usize;
        let (from, to) =
            (Global::new(from).offset(10 * lane), Global::new(to.cast_const()).offset(10 * lane));
        to.store_hint(from.load_hint(LoadHint::Nc), StoreHint::NoAllocate);
        to.offset(1)
            .store_hint(from.offset(1).load_hint(LoadHint::NcNoAllocate), StoreHint::EvictFirst);
        to.offset(2)
            .store_hint(from.offset(2).load_hint(LoadHint::NoAllocate), StoreHint::EvictLast);
        to.offset(3).write(from.offset(3).load_hint(LoadHint::EvictFirst));
        to.offset(4).write(from.offset(4).load_hint(LoadHint::EvictLast));
        to.offset(5)
            .store_policy(from.offset(5).load_policy(Policy::evict_first()), Policy::evict_last());
        let (pair, to_pair) = (from.offset(6).cast::<u64>(), to.offset(6).cast::<u64>());
        to_pair.store_hint(pair.load_hint(LoadHint::Nc), StoreHint::EvictFirst);
        let (halves, to_halves) = (from.offset(8).cast::<u16>(), to.offset(8).cast::<u16>());
        to_halves.write(halves.load_hint(LoadHint::Nc));
        to_halves.offset(1).store_policy(
            halves.offset(1).load_policy(Policy::evict_last()),
            Policy::evict_first(),
        );
        to.offset(9).write(from.offset(9).read());
    }
}

/// 16 bytes with some hints.
#[kernel]
pub unsafe fn hints_of_16_bytes(from: *const u32, to: *mut u32) {
    // SAFETY: a block of one warp, and 12 words for each thread.
    unsafe {
        let lane = thread::<32>() as usize;
        let (from, to) =
            (Global::new(from).cast::<Bits128>(), Global::new(to.cast_const()).cast::<Bits128>());
        let (from, to) = (from.offset(3 * lane), to.offset(3 * lane));
        to.store_hint(from.load_hint(LoadHint::NcNoAllocate), StoreHint::NoAllocate);
        let policy = Policy::evict_first();
        to.offset(1).store_policy(from.offset(1).load_policy(policy), policy);
        let (from, to) = (from.offset(2).cast::<F32x4>(), to.offset(2).cast::<F32x4>());
        to.store_hint(from.load_hint(LoadHint::EvictFirst), StoreHint::EvictLast);
    }
}

/// One word and two words of each scope, separated by each fence.
#[kernel]
pub unsafe fn ordered(from: *const u32, to: *mut u32) {
    // SAFETY: a block of one warp, and 12 words for each thread.
    unsafe {
        let lane = thread::<32>() as usize;
        let (from, to) =
            (Global::new(from).offset(12 * lane), Global::new(to.cast_const()).offset(12 * lane));
        to.store_release(from.load_acquire());
        fence_cta();
        to.offset(1).store_release_cta(from.offset(1).load_acquire_cta());
        fence_cluster();
        to.offset(2).store_release_cluster(from.offset(2).load_acquire_cluster());
        fence_gpu();
        to.offset(3).store_release_sys(from.offset(3).load_acquire_sys());
        fence_sys();
        let (from, to) = (from.offset(4).cast::<u64>(), to.offset(4).cast::<u64>());
        to.store_release(from.load_acquire());
        fence_sc_cta();
        to.offset(1).store_release_cta(from.offset(1).load_acquire_cta());
        fence_sc_cluster();
        to.offset(2).store_release_cluster(from.offset(2).load_acquire_cluster());
        fence_sc_gpu();
        to.offset(3).store_release_sys(from.offset(3).load_acquire_sys());
        fence_sc_sys();
    }
}

/// One thread arrives for two, and each thread has three indices.
#[kernel]
pub unsafe fn counted_arrivals(from: *const u32, to: *mut u32) {
    // SAFETY: a block of one warp, a word of `from` and 4 words of `to` for each thread, and shared memory for a
    // barrier and 32 words.
    unsafe {
        let [x, y, z] = thread_xyz::<4, 2, 4>();
        let lane = (x + 4 * (y + 2 * z)) as usize;
        let (words, barrier) = (shared!([u32; 32]), shared!([u64; 1]));
        if lane == 0 {
            mbarrier_init(barrier, 32);
        }
        warp_barrier();
        words.offset(lane).write(Global::new(from).offset(lane).read());
        if lane == 0 {
            mbarrier_arrive_count(barrier, 2);
        } else if lane == 31 {
            mbarrier_arrive(barrier);
        } else if lane != 17 {
            mbarrier_arrive_count(barrier, 1);
        }
        mbarrier_wait(barrier, 0);
        let to = Global::new(to.cast_const()).offset(4 * lane);
        to.write(x);
        to.offset(1).write(y);
        to.offset(2).write(z);
        // The first thread wrote this before it arrived.
        to.offset(3).write(words.read());
    }
}

/// Single bytes, signed and unsigned, through shared memory.
#[kernel]
pub unsafe fn bytes(from: *const u32, to: *mut u32) {
    // SAFETY: a block of one warp, 32 words of `from` and 160 of `to`.
    unsafe {
        let lane = thread::<32>() as usize;
        let (from, to) = (Global::new(from), Global::new(to.cast_const()));
        let (plain, signed) = (shared!([u8; 128]), shared!([i8; 128]));
        for at in [0, 32, 64, 96].map(|at| at + lane) {
            plain.offset(at).write(from.cast::<u8>().offset(at).read());
            signed.offset(at).write(from.cast::<i8>().offset(at).read());
        }
        warp_barrier();
        for at in [0, 32, 64, 96].map(|at| at + lane) {
            to.offset(at).write(i32::from(signed.offset(127 - at).read()) as u32);
            to.offset(128).cast::<u8>().offset(at).write(plain.offset(127 - at).read());
        }
    }
}

/// 16 bytes of numbers of 64 bits, through shared memory and with a hint.
#[kernel]
pub unsafe fn wide(from: *const u32, to: *mut u32) {
    // SAFETY: a block of one warp, and 8 words for each thread.
    unsafe {
        let lane = thread::<32>() as usize;
        let (from, to) =
            (Global::new(from).offset(8 * lane), Global::new(to.cast_const()).offset(8 * lane));
        let own = shared!([U64x2; 32]).offset(lane);
        own.write(from.cast().read());
        to.cast().write(own.read());
        let rest = from.offset(4).cast::<F64x2>().load_hint(LoadHint::NcNoAllocate);
        to.offset(4).cast().store_hint(rest, StoreHint::EvictFirst);
    }
}

/// The vectors of an [`Input`] by `cp.async`, with a hint and with a policy.
#[kernel(threads = 32, blocks = [1])]
pub unsafe fn of_input(from: Input<Bits128, Layout!(128:1)>, to: Output<Bits128, Layout!(128:1)>) {
    // SAFETY: each thread writes elements of its own, and reads what it has copied.
    unsafe {
        let lane = thread::<32>() as usize;
        let (from, to, own) = (from.tensor(), to.tensor(), shared!([Bits128; 32]).offset(lane));
        cp_async(from.at(lane), own);
        cp_async_commit();
        to.at(32 + lane).write(from.at(lane + 32).load_hint(LoadHint::NcNoAllocate));
        to.at(64 + lane).write(from.at(lane + 64).load_policy(Policy::evict_first()));
        to.at(96 + lane).write(from.at(127_usize).before(31 - lane as u32).read());
        cp_async_wait::<0>();
        to.at(lane).write(own.read());
    }
}
