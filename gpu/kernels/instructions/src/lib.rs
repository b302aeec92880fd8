//! Kernels of a few lines, each for an instruction or two of `tilework_device`. Each is tested three times: its
//! PTX is counted, threads of the CPU run it and must give what the PTX ISA says, and `gpu/host/examples/instructions.rs`
//! runs it on a GPU, which must give the same, bit for bit.
//!
//! Each kernel has one block. It reads `from` and writes `to`, both in words of 32 bits. The kernels of [`safe`] are only
//! compiled.

#![allow(clippy::missing_safety_doc)]

pub mod convert;
pub mod layouts;
pub mod memory;
pub mod multiply;
pub mod print;
pub mod safe;
pub mod tensor;
pub mod together;

/// The PTX of these kernels, which `gpu/kernels/build` writes.
#[cfg(not(target_arch = "nvptx64"))]
pub const PTX: &str = include_str!("../../ptx/instructions.ptx");

/// Calls a macro with all kernels. For each it gives the module and name, the threads of a block and its bytes of
/// shared memory, the words that it reads, as a function of [`input`], and the number of words that it writes.
#[macro_export]
macro_rules! each_kernel {
    ($call:ident) => {
        $call! {
            together: matrices_between_branches 32 512 bits(32) 128;
            together: reduced 32 0 bits(32) 256;
            together: in_a_loop 32 0 bits(512) 576;
            together: scanned 128 0 bits(256) 1280;
            memory: wide 32 0 bits(256) 256;
            memory: bytes 32 0 bits(32) 160;
            memory: hints 32 0 bits(320) 320;
            memory: hints_of_16_bytes 32 0 bits(384) 384;
            memory: ordered 32 0 bits(384) 384;
            memory: counted_arrivals 32 136 bits(32) 128;
            convert: conversions_of_8_bits 32 0 bits(512) 2560;
            convert: doubled_f16 32 0 f16s(32) 32;
            convert: doubled_bf16 32 0 bf16s(32) 32;
            convert: numbers_of_16_bits 32 0 f16s(32) 128;
            print: printed 32 0 bits(32) 32;
            multiply: mma_m16n8k8_f16 32 0 f16s(96) 128;
            multiply: mma_m16n8k8_f16_f16 32 0 f16s(96) 64;
            multiply: mma_m16n8k8_bf16 32 0 bf16s(96) 128;
            multiply: mma_m16n8k16_f16 32 0 f16s(192) 128;
            multiply: mma_m16n8k16_f16_f16 32 0 f16s(192) 64;
            multiply: mma_m16n8k16_bf16 32 0 bf16s(192) 128;
            multiply: mma_m16n8k4_tf32 32 0 f32s(96) 128;
            multiply: mma_m16n8k8_tf32 32 0 f32s(192) 128;
            multiply: mma_m16n8k16_s8 32 0 bits(96) 128;
            multiply: mma_m16n8k16_u8 32 0 bits(96) 128;
            multiply: mma_m16n8k32_s8 32 0 bits(192) 128;
            multiply: mma_m16n8k32_u8 32 0 bits(192) 128;
            multiply: mma_m16n8k32_e4m3 32 0 e4m3s(192) 128;
            multiply: mma_m16n8k32_e5m2 32 0 e5m2s(192) 128;
            multiply: mma_m8n8k4_f64 32 0 f64s(128) 128;
            multiply: mma_m16n8k4_f64 32 0 f64s(192) 256;
            multiply: mma_m16n8k8_f64 32 0 f64s(384) 256;
            multiply: mma_m16n8k16_f64 32 0 f64s(768) 256;
            multiply: wgmma_f16_n8 128 9216 f16s(2304) 512;
            multiply: wgmma_f16_n104_registers 128 13312 f16s(3840) 6656;
            multiply: wgmma_f16_f16_n256 128 10240 f16s(2560) 8192;
            multiply: wgmma_f16_f16_n40_registers 128 1280 f16s(832) 1280;
            multiply: wgmma_bf16_n56 128 7680 bf16s(1920) 3584;
            multiply: wgmma_bf16_n72_registers 128 4608 bf16s(1664) 4608;
            multiply: wgmma_tf32_n88 128 19456 f32s(4864) 5632;
            multiply: wgmma_tf32_n136_registers 128 17408 f32s(4864) 8704;
            multiply: wgmma_e4m3_n168 128 14848 e4m3s(3712) 10752;
            multiply: wgmma_e4m3_n24_registers 128 1536 e4m3s(896) 1536;
            multiply: wgmma_e4m3_f16_n200 128 8448 e4m3s(2112) 6400;
            multiply: wgmma_e4m3_f16_n152_registers 128 4864 e4m3s(1728) 4864;
            multiply: wgmma_e5m2_n120 128 23552 e5m2s(5888) 7680;
            multiply: wgmma_e5m2_n184_registers 128 23552 e5m2s(6400) 11776;
            multiply: wgmma_e5m2_f16_n232 128 9472 e5m2s(2368) 7424;
            multiply: wgmma_e5m2_f16_n216_registers 128 6912 e5m2s(2240) 6912;
            multiply: wgmma_s8_n16 128 5120 bits(1280) 1024;
            multiply: wgmma_s8_n48_registers 128 3072 bits(1280) 3072;
            multiply: wgmma_u8_n224 128 9216 bits(2304) 14336;
            multiply: wgmma_u8_n32_registers 128 1024 bits(768) 2048;
            multiply: wgmma_f16_n64_by_columns 128 4096 f16s(1024) 4096;
            multiply: wgmma_bf16_n144_by_columns 128 8192 bf16s(2048) 9216;
            multiply: wgmma_f16_f16_n112_by_columns 128 5632 f16s(1408) 3584;
            multiply: wgmma_bf16_n80_registers_by_columns 128 4096 bf16s(1536) 5120;
        }
    };
}

/// Calls a macro with all kernels of the module [`tensor`], with the rank of the tensors and the bytes of shared memory
/// of a block.
#[macro_export]
macro_rules! each_tensor_kernel {
    ($call:ident) => {
        $call! {
            tma_1d_stored 1 40;
            tma_2d_stored 2 136;
            tma_3d_stored 3 392;
            tma_4d_stored 4 776;
            tma_5d_stored 5 1544;
            tma_1d_and 1 40;
            tma_2d_add 2 136;
            tma_3d_max 3 392;
            tma_4d_xor 4 776;
            tma_5d_min 5 1544;
            tma_3d_or 3 392;
        }
    };
}

/// The inputs of the kernels.
#[cfg(not(target_arch = "nvptx64"))]
pub mod input {
    /// `count` words of random bits, always the same.
    pub fn bits(count: usize) -> Vec<u32> {
        // Splitmix64 (Steele, Lea, Flood 2014).
        let mut state = 0_u64;
        let mut next = || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let x = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((x ^ x >> 31) >> 32) as u32
        };
        (0..count).map(|_| next()).collect()
    }

    /// `count` words of elements of `bits` bits, which are a few small integers.
    fn small(count: usize, bits: usize, numbers: &[u64]) -> Vec<u32> {
        let one = |word: u32, at: usize| numbers[(word >> at) as u8 as usize % numbers.len()];
        let word = |word: u32| (0..32).step_by(bits).map(|at| (one(word, at) << at) as u32).sum();
        self::bits(count).into_iter().map(word).collect()
    }
    /// Elements of 16 bits with 5 bits of exponent, from -2 to 3.
    pub fn f16s(count: usize) -> Vec<u32> {
        small(count, 16, &[0xc000, 0xbc00, 0, 0x3c00, 0x4000, 0x4200])
    }
    /// Elements of 16 bits with 8 bits of exponent.
    pub fn bf16s(count: usize) -> Vec<u32> {
        small(count, 16, &[-2.0, -1.0, 0.0, 1.0, 2.0, 3.0].map(|x: f32| x.to_bits() as u64 >> 16))
    }
    /// Elements of 32 bits.
    pub fn f32s(count: usize) -> Vec<u32> {
        small(count, 32, &[-2.0, -1.0, 0.0, 1.0, 2.0, 3.0].map(|x: f32| x.to_bits() as u64))
    }
    /// Elements of 64 bits.
    pub fn f64s(count: usize) -> Vec<u32> {
        let numbers = bits(count / 2).into_iter().map(|bits| f64::from(bits % 6) - 2.0);
        numbers.flat_map(|x| [x.to_bits() as u32, (x.to_bits() >> 32) as u32]).collect()
    }
    /// Elements of 8 bits with 4 bits of exponent.
    pub fn e4m3s(count: usize) -> Vec<u32> {
        small(count, 8, &[0xc0, 0xb8, 0, 0x38, 0x40, 0x44])
    }
    /// Elements of 8 bits with 5 bits of exponent.
    pub fn e5m2s(count: usize) -> Vec<u32> {
        small(count, 8, &[0xc0, 0xbc, 0, 0x3c, 0x40, 0x42])
    }
}
