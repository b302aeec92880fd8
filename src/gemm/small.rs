//! Products of matrices as small as a fragment. Packing and the choice of blocks would take longer than the product.

use super::blocks::Product;
use super::element::Element;
use super::multi_mode::MultiMode;
use super::pack::Operand;

/// The maximum number of rows, columns and steps.
const MOST: usize = 7;

impl<T: Element> Product<'_, T> {
    /// Computes C if all extents are small, the elements lie at their offsets, and each mode has one stride. Returns
    /// whether it did so.
    #[inline]
    pub(super) fn compute_small(&self) -> bool {
        let Product { a, b, c, .. } = self;
        let [m, n, k] = [a.across.size, b.across.size, a.along.size];
        let elsewhere = a.place.is_some() || b.place.is_some() || c.place.is_some();
        if m > MOST || n > MOST || !(1..=MOST).contains(&k) || elsewhere {
            return false;
        }
        // C is written column by column, so columns should be contiguous.
        let by_rows = c.rows.first_stride() != 1 && c.columns.first_stride() == 1;
        let modes = match by_rows {
            false => [(a, &c.rows), (b, &c.columns)],
            true => [(b, &c.columns), (a, &c.rows)],
        };
        macro_rules! of_rows {
            ($($m:literal)*) => {
                match modes[0].1.size {
                    $($m => self.columns::<$m>(modes),)*
                    _ => None,
                }
            };
        }
        of_rows!(1 2 3 4 5 6 7).is_some()
    }

    /// The factors and the modes of C, the first one of size `M`.
    #[inline(always)]
    fn columns<const M: usize>(
        &self,
        [(a, rows), (b, columns)]: [(&Operand<'_, T>, &MultiMode<'_>); 2],
    ) -> Option<()> {
        let (n, k) = (columns.size, a.along.size);
        let (a, a_across, a_along) = a.strided()?;
        let (b, b_across, b_along) = b.strided()?;
        let (down, right) = (rows.one_run()?, columns.one_run()?);
        let c = &self.c.data[down.offset + right.offset..];
        let mut steps = [[T::default(); M]; MOST];
        for (p, step) in steps.iter_mut().enumerate().take(k) {
            *step = core::array::from_fn(|i| a[i * a_across + p * a_along]);
        }
        for j in 0..n {
            let mut sums = [T::default(); M];
            for (p, step) in steps.iter().enumerate().take(k) {
                let factor = b[j * b_across + p * b_along];
                sums = core::array::from_fn(|i| step[i].times_plus(factor, sums[i]));
            }
            for (i, sum) in sums.into_iter().enumerate() {
                let to = &c[i * down.stride + j * right.stride];
                let product = self.alpha.times(sum);
                let is_new = self.beta == T::default();
                to.set(if is_new { product } else { self.beta.times_plus(to.get(), product) });
            }
        }
        Some(())
    }
}
