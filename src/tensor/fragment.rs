//! Fragments, which are on the stack.

use generic_array::sequence::GenericSequence;
use generic_array::{ArrayLength, GenericArray};
use tilework_algebra::Error;

use crate::layout::AnyLayout;
use crate::leaf::text::Text;
use crate::plain::plain;
use crate::tensor::Tensor;

/// The maximum size of an array that is made on the stack: [`Fragment`](crate::Fragment) gives the reason.
const MOST_BYTES: usize = 1 << 16;

/// Fails to build for an array `A` of more bytes. `instead` is what to write.
pub(crate) const fn on_the_stack<A>(operation: &str, instead: &str) {
    if size_of::<A>() > MOST_BYTES {
        let text = Text::new(operation).then(": stack: ").number(size_of::<A>() as u64);
        let text = text.then(" bytes, and an array on the stack has at most ");
        panic!("{}", text.number(MOST_BYTES as u64).then(": ").then(instead).as_str())
    }
}

impl<T, L: AnyLayout, N: ArrayLength> Tensor<GenericArray<T, N>, L> {
    /// The fragment with a value of `element` in every place.
    #[inline(always)]
    fn made(layout: L, mut element: impl FnMut() -> T) -> Result<Self, Error> {
        const {
            on_the_stack::<GenericArray<T, N>>(
                "fragment",
                "write `Owned::from_fn(layout, |i| x)`, whose elements are on the heap",
            );
        }
        // The check comes before the elements exist, so that they are not moved after a possible error.
        Self::check(N::USIZE, layout)?;
        // Sound: the layout is injective and reaches at most as many elements.
        Ok(Tensor::sound(GenericArray::generate(|_| element()), layout))
    }
}

impl<T: Clone, L: AnyLayout, N: ArrayLength> Tensor<GenericArray<T, N>, L> {
    /// The fragment of a static layout with `value` in every place.
    ///
    /// # Errors
    /// [`Rule::Injectivity`](crate::Rule) for a layout with two coordinates of the same offset. More than 65,536 bytes
    /// fail to build; use [`Owned`](crate::Owned) for those.
    ///
    /// ```
    /// use tilework::{Fragment, Layout, layout};
    /// type Accumulator = Layout!(((2,2),4):((1,8),2));
    /// let mut sums: Fragment<f32, Accumulator> = Fragment::filled(layout!(((2,2),4):((1,8),2)), 0.0)?;
    /// sums[((1, 0), 3)] += 2.5;
    /// assert_eq!(sums.data()[7], 2.5);
    /// assert_eq!(size_of_val(&sums), 16 * size_of::<f32>());
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias("make_fragment_like", "make_tensor_like", "make_rmem_tensor"))]
    #[doc(alias("make_fragment_A", "partition_fragment_A", "partition_fragment_C"))]
    #[inline(always)]
    pub fn filled(layout: L, value: T) -> Result<Self, Error> {
        Self::made(layout, || value.clone())
    }

    /// [`Fragment::filled`](crate::Fragment::filled) with the layout of the type.
    ///
    /// # Panics
    /// For a layout with two coordinates of the same offset.
    ///
    /// ```
    /// use tilework::{Fragment, Layout};
    /// struct Accumulator {
    ///     sums: Fragment<f32, Layout!((8,6))>,
    /// }
    /// let accumulator = Accumulator { sums: Fragment::full(0.5) };
    /// assert_eq!(accumulator.sums.iter().sum::<f32>(), 24.0);
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn full(value: T) -> Self
    where
        L: Default,
    {
        plain(Self::filled(L::default(), value))
    }
}
/// A fragment of a static layout with the default value in every place.
///
/// # Panics
/// For a layout with two coordinates of the same offset.
///
/// ```
/// use tilework::{Fragment, Layout};
/// #[derive(Default)]
/// struct Registers {
///     sums: Fragment<f32, Layout!((8,6))>,
/// }
/// assert!(Registers::default().sums.iter().all(|x| *x == 0.0));
/// ```
impl<T: Default, L: AnyLayout + Default, N: ArrayLength> Default for Tensor<GenericArray<T, N>, L> {
    #[inline(always)]
    #[track_caller]
    fn default() -> Self {
        plain(Self::made(L::default(), T::default))
    }
}
