//! `ldmatrix` and `stmatrix`: matrices of 8 x 8 elements of 16 bits between shared memory and the registers of a warp.

use tilework::atom::{LdmatrixX4, LdmatrixX4Trans, Load};

use super::Shared;

macro_rules! ldmatrix {
    ($($(#[$doc:meta])* $name:ident $instruction:literal $transposed:literal;)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// All threads of the warp come here. There are 16 bytes, aligned to 16, which nobody writes.
        #[inline(always)]
        pub unsafe fn $name<T>(row: Shared<T>) -> [u32; 4] {
            on! {
                together {
                    let (x, y, z, w);
                    // SAFETY: as promised.
                    unsafe {
                        asm!(
                            concat!($instruction, " {{{}, {}, {}, {}}}, [{}];"),
                            out(reg32) x, out(reg32) y, out(reg32) z, out(reg32) w, in(reg32) row.address(),
                        );
                    }
                    [x, y, z, w]
                }
                cpu { host::ldmatrix(row.address(), $transposed) }
            }
        }
    )*};
}
ldmatrix! {
    /// 4 matrices, of which each thread has the address of a row: [`LdmatrixX4`].
    ldmatrix_x4 "ldmatrix.sync.aligned.m8n8.x4.shared.b16" false;
    /// Those, transposed: [`LdmatrixX4Trans`].
    ldmatrix_x4_transposed "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16" true;
}

macro_rules! fewer {
    ($($(#[$doc:meta])* $name:ident $count:literal $instruction:literal $transposed:literal: $($x:ident)*;)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// All threads of the warp come here. There are 16 bytes, aligned to 16, which nobody writes.
        #[inline(always)]
        pub unsafe fn $name<T>(row: Shared<T>) -> [u32; $count] {
            on! {
                together {
                    let ($($x,)*);
                    // SAFETY: as promised.
                    unsafe {
                        asm!(
                            concat!("ldmatrix.sync.aligned.m8n8.", $instruction),
                            $(out(reg32) $x,)* in(reg32) row.address(),
                        );
                    }
                    [$($x),*]
                }
                cpu { host::ldmatrix_of(row.address(), $transposed) }
            }
        }
    )*};
}
fewer! {
    /// One matrix, of whose rows the first 8 threads have the addresses.
    ldmatrix_x1 1 "x1.shared.b16 {{{}}}, [{}];" false: x;
    /// That, transposed.
    ldmatrix_x1_transposed 1 "x1.trans.shared.b16 {{{}}}, [{}];" true: x;
    /// 2 matrices, of whose rows the first 16 threads have the addresses.
    ldmatrix_x2 2 "x2.shared.b16 {{{}, {}}}, [{}];" false: x y;
    /// Those, transposed.
    ldmatrix_x2_transposed 2 "x2.trans.shared.b16 {{{}, {}}}, [{}];" true: x y;
}

/// [`ldmatrix_x4`] backwards, on GPUs of compute capability 9.0 and later.
///
/// # Safety
/// As there; nobody else accesses the 16 bytes.
#[inline(always)]
pub unsafe fn stmatrix_x4<T>(row: Shared<T>, matrices: [u32; 4]) {
    on! {
        together {
            let [x, y, z, w] = matrices;
            // SAFETY: as promised.
            unsafe {
                asm!(
                    "stmatrix.sync.aligned.m8n8.x4.shared.b16 [{}], {{{}, {}, {}, {}}};",
                    in(reg32) row.address(), in(reg32) x, in(reg32) y, in(reg32) z, in(reg32) w,
                );
            }
        }
        cpu { host::stmatrix(row.address(), matrices, false) }
    }
}

macro_rules! stores {
    ($($(#[$doc:meta])* $name:ident $count:literal $instruction:literal $transposed:literal: $($x:ident)*;)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// All threads of the warp come here. There are 16 bytes, aligned to 16, which nobody else accesses.
        #[inline(always)]
        pub unsafe fn $name<T>(row: Shared<T>, matrices: [u32; $count]) {
            on! {
                together {
                    let [$($x),*] = matrices;
                    // SAFETY: as promised.
                    unsafe {
                        asm!(
                            concat!("stmatrix.sync.aligned.m8n8.", $instruction),
                            in(reg32) row.address(), $(in(reg32) $x,)*
                        );
                    }
                }
                cpu { host::stmatrix_of(row.address(), matrices, $transposed) }
            }
        }
    )*};
}
stores! {
    /// [`ldmatrix_x1`] backwards.
    stmatrix_x1 1 "x1.shared.b16 [{}], {{{}}};" false: x;
    /// [`ldmatrix_x2`] backwards.
    stmatrix_x2 2 "x2.shared.b16 [{}], {{{}, {}}};" false: x y;
    /// [`ldmatrix_x4_transposed`] backwards.
    stmatrix_x4_transposed 4 "x4.trans.shared.b16 [{}], {{{}, {}, {}, {}}};" true: x y z w;
}

/// `ldmatrix` of four matrices, by its type in [`tilework::atom`], and `stmatrix`, which is that backwards: the instructions of the copies
/// [`LoadOf`](tilework::atom::LoadOf) and [`StoreOf`](tilework::atom::StoreOf) of this type. [`load_operands`](super::load_operands) and
/// [`Fragment::store_matrices`](super::Fragment::store_matrices) call them for each row of a partition.
pub trait Matrices: Load {
    /// What the type loads: pairs of elements of 16 bits.
    ///
    /// # Safety
    /// As of [`ldmatrix_x4`].
    unsafe fn load_matrices<T>(row: Shared<T>) -> [u32; 4];
    /// Stores what [`load_matrices`](Self::load_matrices) loads, on GPUs of compute capability 9.0 and later.
    ///
    /// # Safety
    /// As of [`stmatrix_x4`].
    unsafe fn store_matrices<T>(row: Shared<T>, matrices: [u32; 4]);
}
impl Matrices for LdmatrixX4 {
    #[inline(always)]
    unsafe fn load_matrices<T>(row: Shared<T>) -> [u32; 4] {
        // SAFETY: as promised.
        unsafe { ldmatrix_x4(row) }
    }
    #[inline(always)]
    unsafe fn store_matrices<T>(row: Shared<T>, matrices: [u32; 4]) {
        // SAFETY: as promised.
        unsafe { stmatrix_x4(row, matrices) }
    }
}
impl Matrices for LdmatrixX4Trans {
    #[inline(always)]
    unsafe fn load_matrices<T>(row: Shared<T>) -> [u32; 4] {
        // SAFETY: as promised.
        unsafe { ldmatrix_x4_transposed(row) }
    }
    #[inline(always)]
    unsafe fn store_matrices<T>(row: Shared<T>, matrices: [u32; 4]) {
        // SAFETY: as promised.
        unsafe { stmatrix_x4_transposed(row, matrices) }
    }
}
