//! Several layouts visited in lockstep: modes with the strides of all of them.

use core::marker::PhantomData;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation, Rule};

use crate::layout::for_each::Step;
use crate::layout::loop_order::Offsets;
use crate::layout::modes::Modes;
use crate::layout::same_extents::{SameExtents, same_extents_of_same_leaves};
use crate::layout::{AnyLayout, ModesOf};

/// The steps along a mode in several layouts.
#[derive(Clone, Copy, Debug)]
pub struct Steps<O>(pub(super) O);
impl<O: Offsets> Step<O> for Steps<O> {
    #[inline(always)]
    fn step(self, coordinate: usize, from: O) -> O {
        from.along(coordinate, self.0)
    }
}

/// The extents of flat modes as far as they are static, at compile time.
pub enum FlatExtents {
    /// No further mode.
    End,
    /// A mode, and those after it.
    Mode(Option<u64>, &'static FlatExtents),
}

/// The knowledge of the types about the leaves of two layouts.
struct SameLeaves<L, M>(PhantomData<(L, M)>);
impl<L: AnyLayout, M: AnyLayout> SameLeaves<L, M> {
    /// True if all extents at the top are static and equal. Numbers of leaves that differ, and static extents that
    /// differ, do not build.
    const KNOWN: bool = {
        // This has the better message if extents at the top differ too.
        let known = SameExtents::<L, M>::LOCKSTEP;
        let (mut left, mut right) = (ModesOf::<L>::EXTENTS, ModesOf::<M>::EXTENTS);
        while let (FlatExtents::Mode(s, first), FlatExtents::Mode(t, second)) = (left, right) {
            if let (Some(s), Some(t)) = (s, t) {
                assert!(*s == *t, "{}", OTHER_LEAVES);
            }
            (left, right) = (first, second);
        }
        assert!(matches!((left, right), (FlatExtents::End, FlatExtents::End)), "{}", OTHER_LEAVES);
        known
    };
}
const OTHER_LEAVES: &str = "zip: equal extents: a mode has other leaves in one tensor than in another, such as `(2,4)` \
                            beside `8`: `algorithm::transform(&u, &mut t, f)` goes through both";

/// Layouts beside one that is written: an hlist with the last one first.
pub trait Beside<W>: Copy {
    /// Offsets in the written layout and in these: nested pairs, the written layout innermost.
    type Offsets: Offsets;
    /// True if the types know that all extents at the top are those of `W`. Extents and leaves that the types know to
    /// differ do not build.
    const KNOWN: bool;
    /// The steps of leaf `at` in all layouts. In the written one they are `step`, and the extent is `extent`.
    ///
    /// # Errors
    /// [`Rule::EqualExtents`]
    fn steps(self, at: usize, extent: usize, step: usize) -> Result<Self::Offsets, Error>;
    /// Checks that each mode at the top has the same extent in all layouts, if their leaves have.
    ///
    /// # Errors
    /// [`Rule::EqualExtents`] with the sizes of the first mode at the top that differs.
    fn have_extents_of(self, written: W) -> Result<(), Error>;
}
impl<W> Beside<W> for HNil {
    type Offsets = usize;
    const KNOWN: bool = true;
    #[inline(always)]
    fn steps(self, _: usize, _: usize, step: usize) -> Result<usize, Error> {
        Ok(step)
    }
    #[inline(always)]
    fn have_extents_of(self, _: W) -> Result<(), Error> {
        Ok(())
    }
}
impl<W: AnyLayout, L: AnyLayout, T: Beside<W>> Beside<W> for HCons<L, T> {
    type Offsets = (T::Offsets, usize);
    const KNOWN: bool = T::KNOWN && SameLeaves::<W, L>::KNOWN;
    #[inline(always)]
    fn steps(self, at: usize, left: usize, step: usize) -> Result<Self::Offsets, Error> {
        let others = self.tail.steps(at, left, step)?;
        let (right, stride) = self.head.modes().leaf(at);
        if left != right {
            let rule = Rule::EqualExtents { left: left as i64, right: right as i64 };
            return Err(Error::new(Operation::Zip, rule).at(at));
        }
        Ok((others, stride))
    }
    #[inline(always)]
    fn have_extents_of(self, written: W) -> Result<(), Error> {
        self.tail.have_extents_of(written)?;
        if SameLeaves::<W, L>::KNOWN {
            return Ok(());
        }
        same_extents_of_same_leaves(Operation::Zip, written, self.head)
    }
}

/// The modes of the layout `W` with the steps of the layouts `Ls` too.
pub type Zipped<W, Ls> = <ModesOf<W> as Modes>::WithSteps<<Ls as Beside<W>>::Offsets>;
/// The value of these modes.
///
/// # Errors
/// [`Rule::EqualExtents`] at the first leaf, or else the first mode at the top, whose extents differ.
#[inline(always)]
pub fn zipped<W: AnyLayout, Ls: Beside<W>>(written: W, others: Ls) -> Result<Zipped<W, Ls>, Error> {
    let steps = |at: usize, extent: usize, step: usize| others.steps(at, extent, step);
    let modes = written.modes().with_steps(&steps, 0)?;
    others.have_extents_of(written)?;
    Ok(modes)
}
