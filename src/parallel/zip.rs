//! Tensors in lockstep, by threads.

use super::split::{Cuts, Divided, each, line, tasks};
use crate::algorithm::plan::MOST;
use crate::layout::AnyLayout;
use crate::layout::lockstep::{Beside, zipped};
use crate::layout::loop_order::Loops;
use crate::plain::plain;
use crate::tensor::Tensor;
use crate::tensor::accessor::{AccessorMut, Places, Writer};
use crate::tensor::zip::{Others, Zipping};

impl<A: AccessorMut + Send, L: AnyLayout> Tensor<A, L> {
    /// [`Tensor::zip_mut_with`] on the threads of rayon's current pool: calls `f` with the elements of this tensor and of
    /// others at every coordinate. The others are one tensor, or a tuple of at most eight. Each is `&t` to be read, or
    /// `&mut t` to be written too. `f` takes their elements in the same form. The rules for extents are those of
    /// [`Tensor::zip_mut_with`].
    ///
    /// The threads divide the coordinates along the mode with the largest strides. The calling thread alone
    /// visits a small tensor, as [`Tensor::par_copy_from`] says, however long `f` takes.
    ///
    /// # Panics
    /// If dynamic extents differ. A panic in `f` goes on in the calling thread; some elements have changed.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let mut a = Tensor::new([1.0, 2.0], layout!(2))?;
    /// let mut b = Tensor::new([10.0, 20.0], layout!(2))?;
    /// let w = Tensor::new([1.0, 0.5], layout!(2))?;
    /// a.par_zip_mut_with((&mut b, &w), |a, (b, w)| (*a, *b) = (*a + w * *b, *a - w * *b));
    /// assert_eq!((a.data(), b.data()), (&[11.0, 12.0][..], &[-9.0, -8.0][..]));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn par_zip_mut_with<'s, O: Others<'s, L, E> + Send, E, F: Fn(&mut A::Item, E) + Sync>(
        &mut self,
        others: O,
        f: F,
    ) {
        _ = <O::Layouts as Beside<L>>::KNOWN;
        let tasks = tasks(self.size().saturating_mul(size_of::<A::Item>()));
        if tasks == 1 {
            return self.zip_mut_with(others, f);
        }
        let modes = plain(zipped(self.layout(), others.layouts()));
        let Some(loops) = Loops::<_, MOST>::of(modes) else { return };
        let unit = |step| if step == 1 { line::<A::Item>() } else { 1 };
        let cuts =
            Cuts::<MOST>::new(loops.written().map(|(extent, step)| (extent, unit(step))), tasks);
        let mut data = self.writer();
        let memory = data.memory();
        // SAFETY: this tensor and the others are `Send`, those that are read are so by reference, and all are borrowed
        // until the threads have ended. The parts below have no coordinate in common.
        let all = unsafe { Divided::new((memory, data, others.members())) };
        each(cuts.parts(), &|i| {
            let (memory, data, others) = all.get();
            let mut each = |to: &mut A::Item, reversed| f(to, O::elements(reversed));
            // SAFETY: the part visits each of its coordinates once, and nobody else visits these.
            let mut written = unsafe { Places::new(*memory, |at| data.place(at)) };
            // SAFETY: as above.
            let visit = &mut unsafe { Zipping::new(&mut written, others, &mut each) };
            loops.part(|k| cuts.range(i, k)).run(visit);
        });
    }
}
