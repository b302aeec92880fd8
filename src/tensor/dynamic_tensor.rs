//! Tensors whose rank is known at run time only.

use alloc::vec::Vec;

use tilework_algebra::{self as algebra, Error, Mode, Operation, Rule, injectivity};

use super::{Tensor, View, ViewMut};
use crate::layout::codomain::IntegerStrides;
use crate::tensor::accessor::{Contiguous, ContiguousMut};

/// Elements through a layout at the value level, [`algebra::Layout`], whose rank and profile are known at run time: data
/// of another language or of a file, for example. Strides may be negative, as NumPy's are.
///
/// Elements are read and written at a slice of coordinates, one for each mode, and copied. Each access is checked, and
/// computes its offset from all leaves. For loops, [`DynamicTensor::view`] shows the same elements as a tensor whose
/// rank is in its type, if no stride is negative.
///
/// **Law.** The element at `c` is number `L(c) - min L` of the data.
///
/// ```
/// use tilework::{DynamicTensor, Layout, Owned};
/// let layout = "(2,3):(3,1)".parse()?; // read at run time
/// let t = DynamicTensor::new(vec![1, 2, 3, 4, 5, 6], layout)?;
/// assert_eq!((t.rank(), t[&[1, 0]], t.get(&[2, 0])), (2, 4, None));
/// // Rows from the last one on.
/// let backwards = DynamicTensor::new(t.data(), "(2,3):(-3,1)".parse()?)?;
/// assert_eq!(backwards[&[0, 0]], 4);
/// let mut copy = DynamicTensor::new([0; 6], "(2,3)".parse()?)?;
/// copy.copy_from(&backwards)?;
/// assert_eq!(copy.data(), &[4, 1, 5, 2, 6, 3]);
/// // The rank is 2, so it is a matrix.
/// let matrix = t.view::<Layout!((_,_):(_,1))>()?;
/// assert_eq!(matrix.slices::<0>().map(|row| row.sum()).collect::<Vec<i32>>(), [6, 15]);
/// # Ok::<(), tilework::Error>(())
/// ```
#[doc(alias("ArrayD", "IxDyn", "ndarray"))]
#[derive(Clone, Debug)]
pub struct DynamicTensor<A> {
    data: A,
    layout: algebra::Layout,
    /// The place of offset 0: minus the smallest offset.
    origin: i64,
    /// For each mode the number of its leaves and of those before it.
    ends: Vec<usize>,
}

impl<A: Contiguous> DynamicTensor<A> {
    /// The elements `data` through `layout`.
    ///
    /// # Errors
    /// [`Rule::Length`] if the layout reaches past the data, and [`Rule::Overflow`]. For data that is written,
    /// [`Rule::Injectivity`] with two integral coordinates that have the same offset, and [`Rule::Undecided`].
    pub fn new(data: A, layout: algebra::Layout) -> Result<Self, Error> {
        let cosize = layout.cosize().map_err(|error| error.during(Operation::Tensor))?;
        let len = data.length() as i64;
        if cosize > len {
            return Err(Error::new(Operation::Tensor, Rule::Length { cosize, len }));
        }
        if A::WRITES && !layout.is_empty() {
            // A mode that goes backwards has each offset as often as one that goes forwards.
            let modes = layout.flat_modes().iter().filter(|mode| mode.shape > 1);
            let forwards =
                modes.map(|mode| Mode { shape: mode.shape, stride: mode.stride.saturating_abs() });
            if let Some((first, second)) = injectivity::collision(&forwards.collect::<Vec<Mode>>())?
            {
                return Err(Error::new(Operation::Tensor, Rule::Injectivity { first, second }));
            }
        }
        let backwards = layout.flat_modes().iter().filter(|mode| mode.stride < 0);
        let origin = match layout.is_empty() {
            true => 0,
            // Each summand is below the cosize, which fits.
            false => backwards.map(|mode| -(mode.shape - 1) * mode.stride).sum(),
        };
        let mut end = 0;
        let ends = layout.modes().map(|mode| {
            end += mode.length();
            end
        });
        let ends = ends.collect();
        Ok(DynamicTensor { data, layout, origin, ends })
    }

    /// The layout.
    pub fn layout(&self) -> &algebra::Layout {
        &self.layout
    }
    /// The number of modes.
    pub fn rank(&self) -> usize {
        self.ends.len()
    }
    /// The number of coordinates of each mode.
    pub fn sizes(&self) -> Vec<usize> {
        self.layout.modes().map(|mode| mode.size() as usize).collect()
    }
    /// The number of coordinates.
    pub fn size(&self) -> usize {
        self.layout.size() as usize
    }
    /// The data.
    pub fn data(&self) -> &[A::Item] {
        self.data.as_slice()
    }

    /// The element at a coordinate for each mode, which may be nested, or `None` outside or for another number of modes.
    pub fn get(&self, coordinate: &[usize]) -> Option<&A::Item> {
        self.data.as_slice().get(self.place(coordinate)?)
    }
    /// The place in the data.
    fn place(&self, coordinate: &[usize]) -> Option<usize> {
        if coordinate.len() != self.ends.len() || self.layout.is_empty() {
            return None;
        }
        let (mut place, mut begin, leaves) = (self.origin, 0, self.layout.flat_modes());
        for (&coordinate, &end) in coordinate.iter().zip(&self.ends) {
            let mut rest = i64::try_from(coordinate).ok()?;
            for leaf in &leaves[begin..end] {
                // Each partial sum lies between the smallest offset and the largest one.
                place += rest % leaf.shape * leaf.stride;
                rest /= leaf.shape;
            }
            if rest > 0 {
                return None;
            }
            begin = end;
        }
        usize::try_from(place).ok()
    }

    /// The elements, with the coordinates of the leftmost mode fastest.
    pub fn iter(&self) -> impl Iterator<Item = &A::Item> {
        let data = self.data.as_slice();
        Counter::of([(&self.layout, self.origin)]).map(move |[place]| &data[place])
    }

    /// The same elements as a tensor with a layout of the type `L`, if the layout is one: `Layout!((_,_):(_,_))` has two
    /// modes of any extents and strides.
    ///
    /// # Errors
    /// [`Rule::Profile`], [`Rule::StaticLeaf`] and [`Rule::NaturalStride`] if it is none. For a negative stride there is
    /// [`DynamicTensor::copy_from`].
    pub fn view<L>(&self) -> Result<View<'_, A::Item, L>, Error>
    where
        L: IntegerStrides + for<'l> TryFrom<&'l algebra::Layout, Error = Error>,
    {
        Tensor::new(self.data.as_slice(), L::try_from(&self.layout)?)
    }
}
impl<A: ContiguousMut> DynamicTensor<A> {
    /// [`DynamicTensor::get`] for writing.
    pub fn get_mut(&mut self, coordinate: &[usize]) -> Option<&mut A::Item> {
        let place = self.place(coordinate)?;
        self.data.as_mut_slice().get_mut(place)
    }

    /// Writes the elements of a tensor whose modes have the same sizes; they may be nested in another way.
    ///
    /// # Errors
    /// [`Rule::EqualExtents`] at the first mode whose size differs, or with the ranks if these differ.
    pub fn copy_from<B: Contiguous<Item = A::Item>>(
        &mut self,
        from: &DynamicTensor<B>,
    ) -> Result<(), Error>
    where
        A::Item: Copy,
    {
        let differ = |left: usize, right: usize| {
            let rule = Rule::EqualExtents { left: left as i64, right: right as i64 };
            Error::new(Operation::Copy, rule)
        };
        if self.rank() != from.rank() {
            return Err(differ(self.rank(), from.rank()));
        }
        for (at, (left, right)) in self.sizes().into_iter().zip(from.sizes()).enumerate() {
            if left != right {
                return Err(differ(left, right).at(at));
            }
        }
        let (to, data) = (self.data.as_mut_slice(), from.data.as_slice());
        let layouts = [(&self.layout, self.origin), (&from.layout, from.origin)];
        Counter::of(layouts).for_each(|[place, from]| to[place] = data[from]);
        Ok(())
    }

    /// [`DynamicTensor::view`] for writing.
    ///
    /// # Errors
    /// Those of [`DynamicTensor::view`].
    pub fn view_mut<L>(&mut self) -> Result<ViewMut<'_, A::Item, L>, Error>
    where
        L: IntegerStrides + for<'l> TryFrom<&'l algebra::Layout, Error = Error>,
    {
        let layout = L::try_from(&self.layout)?;
        Tensor::new(self.data.as_mut_slice(), layout)
    }
}
impl<A: Contiguous, C: AsRef<[usize]>> core::ops::Index<C> for DynamicTensor<A> {
    type Output = A::Item;
    #[track_caller]
    fn index(&self, coordinate: C) -> &A::Item {
        let coordinate = coordinate.as_ref();
        match self.get(coordinate) {
            Some(element) => element,
            None => panic!("the coordinate {coordinate:?} is outside of {}", self.layout),
        }
    }
}
impl<A: ContiguousMut, C: AsRef<[usize]>> core::ops::IndexMut<C> for DynamicTensor<A> {
    #[track_caller]
    fn index_mut(&mut self, coordinate: C) -> &mut A::Item {
        let coordinate = coordinate.as_ref();
        match self.place(coordinate) {
            Some(place) => &mut self.data.as_mut_slice()[place],
            None => panic!("the coordinate {coordinate:?} is outside of {}", self.layout),
        }
    }
}

/// The places of all coordinates of `N` layouts of as many, in the order of integral coordinates.
struct Counter<'l, const N: usize> {
    leaves: [&'l [Mode]; N],
    /// The coordinates of the leaves.
    counts: [Vec<i64>; N],
    places: [i64; N],
    left: i64,
}
impl<'l, const N: usize> Counter<'l, N> {
    /// Of layouts with the places of their offset 0.
    fn of(layouts: [(&'l algebra::Layout, i64); N]) -> Self {
        let leaves = layouts.map(|(layout, _)| layout.flat_modes());
        let counts = leaves.map(|leaves| alloc::vec![0; leaves.len()]);
        let left = layouts.first().map_or(0, |(layout, _)| layout.size());
        Counter { leaves, counts, places: layouts.map(|(_, origin)| origin), left }
    }
}
impl<const N: usize> Iterator for Counter<'_, N> {
    type Item = [usize; N];
    fn next(&mut self) -> Option<[usize; N]> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let places = self.places.map(|place| place as usize);
        for k in 0..N {
            for (leaf, count) in self.leaves[k].iter().zip(&mut self.counts[k]) {
                *count += 1;
                if *count < leaf.shape {
                    self.places[k] += leaf.stride;
                    break;
                }
                self.places[k] -= (leaf.shape - 1) * leaf.stride;
                *count = 0;
            }
        }
        Some(places)
    }
}
