//! `ldmatrix` and `stmatrix`: move matrices of 8 x 8 elements of 16 bits between shared memory and the registers of a
//! warp.

use tilework_atom::{LdmatrixX4, LdmatrixX4Trans, Load};

use super::Shared;

macro_rules! ldmatrix {
    ($($(#[$doc:meta])* $name:ident $instruction:literal $transposed:literal;)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// All threads of the warp reach this call. There are 16 bytes, aligned to 16, and nobody writes them.
        #[inline(always)]
        #[track_caller]
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
                cpu { emulator::ldmatrix(row.address(), $transposed) }
            }
        }
    )*};
}
ldmatrix! {
    /// Loads 4 matrices. Each thread gives the address of a row: [`LdmatrixX4`].
    ldmatrix_x4 "ldmatrix.sync.aligned.m8n8.x4.shared.b16" false;
    /// Loads 4 matrices transposed: [`LdmatrixX4Trans`].
    ldmatrix_x4_transposed "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16" true;
}

macro_rules! fewer {
    ($($(#[$doc:meta])* $name:ident $count:literal $instruction:literal $transposed:literal: $($x:ident)*;)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// All threads of the warp reach this call. There are 16 bytes, aligned to 16, and nobody writes them.
        #[inline(always)]
        #[track_caller]
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
                cpu { emulator::ldmatrix_of(row.address(), $transposed) }
            }
        }
    )*};
}
fewer! {
    /// Loads one matrix. The first 8 threads give the addresses of its rows.
    ldmatrix_x1 1 "x1.shared.b16 {{{}}}, [{}];" false: x;
    /// [`ldmatrix_x1`], transposed.
    ldmatrix_x1_transposed 1 "x1.trans.shared.b16 {{{}}}, [{}];" true: x;
    /// Loads 2 matrices. The first 16 threads give the addresses of their rows.
    ldmatrix_x2 2 "x2.shared.b16 {{{}, {}}}, [{}];" false: x y;
    /// [`ldmatrix_x2`], transposed.
    ldmatrix_x2_transposed 2 "x2.trans.shared.b16 {{{}, {}}}, [{}];" true: x y;
}

/// The inverse of [`ldmatrix_x4`]. It needs compute capability 9.0 or later.
///
/// # Safety
/// As for [`ldmatrix_x4`]; nobody else accesses the 16 bytes.
#[inline(always)]
#[track_caller]
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
        cpu { emulator::stmatrix(row.address(), matrices, false) }
    }
}

macro_rules! stores {
    ($($(#[$doc:meta])* $name:ident $count:literal $instruction:literal $transposed:literal: $($x:ident)*;)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// All threads of the warp reach this call. There are 16 bytes, aligned to 16, and nobody else accesses them.
        #[inline(always)]
        #[track_caller]
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
                cpu { emulator::stmatrix_of(row.address(), matrices, $transposed) }
            }
        }
    )*};
}
stores! {
    /// The inverse of [`ldmatrix_x1`].
    stmatrix_x1 1 "x1.shared.b16 [{}], {{{}}};" false: x;
    /// The inverse of [`ldmatrix_x2`].
    stmatrix_x2 2 "x2.shared.b16 [{}], {{{}, {}}};" false: x y;
    /// The inverse of [`ldmatrix_x4_transposed`].
    stmatrix_x4_transposed 4 "x4.trans.shared.b16 [{}], {{{}, {}, {}, {}}};" true: x y z w;
}

/// `ldmatrix` of four matrices by its type in [`atom`](crate::atom), and its inverse `stmatrix`: the instructions of the
/// copies [`LoadOf`](crate::atom::LoadOf) and [`StoreOf`](crate::atom::StoreOf) of this type.
/// [`load_operands`](super::load_operands) and [`Fragment::store_matrices`](super::Fragment::store_matrices) call them
/// for each row of a partition.
pub trait Matrices: Load {
    /// Loads four matrices: pairs of elements of 16 bits.
    ///
    /// # Safety
    /// As for [`ldmatrix_x4`].
    unsafe fn load_matrices<T>(row: Shared<T>) -> [u32; 4];
    /// Stores four matrices, the inverse of [`load_matrices`](Self::load_matrices). It needs compute capability 9.0 or
    /// later.
    ///
    /// # Safety
    /// As for [`stmatrix_x4`].
    unsafe fn store_matrices<T>(row: Shared<T>, matrices: [u32; 4]);
}
impl Matrices for LdmatrixX4 {
    #[inline(always)]
    #[track_caller]
    unsafe fn load_matrices<T>(row: Shared<T>) -> [u32; 4] {
        // SAFETY: as promised.
        unsafe { ldmatrix_x4(row) }
    }
    #[inline(always)]
    #[track_caller]
    unsafe fn store_matrices<T>(row: Shared<T>, matrices: [u32; 4]) {
        // SAFETY: as promised.
        unsafe { stmatrix_x4(row, matrices) }
    }
}
impl Matrices for LdmatrixX4Trans {
    #[inline(always)]
    #[track_caller]
    unsafe fn load_matrices<T>(row: Shared<T>) -> [u32; 4] {
        // SAFETY: as promised.
        unsafe { ldmatrix_x4_transposed(row) }
    }
    #[inline(always)]
    #[track_caller]
    unsafe fn store_matrices<T>(row: Shared<T>, matrices: [u32; 4]) {
        // SAFETY: as promised.
        unsafe { stmatrix_x4_transposed(row, matrices) }
    }
}
