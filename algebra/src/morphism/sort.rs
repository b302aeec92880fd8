//! Sort: the entries of a morphism in the order of its layout.

use alloc::vec::Vec;

use super::tuple_morphism::TupleMorphism;

impl TupleMorphism {
    /// The morphism with its entries sorted. Entries without an image come first, ordered by extent; the others follow,
    /// ordered by their images ([003](crate::papers), construction 3.1.5.15). `L_sort(f) = sort(L_f)`, except for the
    /// order of extents
    /// of 1. The operation is idempotent, but not a functor.
    ///
    /// ```
    /// use tilework_algebra::morphism::TupleMorphism;
    /// let f: TupleMorphism = "(8,4,1)--(2,3,0)-->(64,8,4)".parse()?;
    /// assert_eq!(f.sort().to_string(), "(1,8,4)--(0,2,3)-->(64,8,4)");
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn sort(&self) -> Self {
        let mut order: Vec<usize> = (0..self.domain().len()).collect();
        order.sort_by_key(|&entry| self.place(entry));
        self.chosen(&order)
    }

    /// Returns whether the entries are in the order of [`TupleMorphism::sort`] ([003](crate::papers), definition
    /// 3.1.5.12).
    ///
    /// ```
    /// use tilework_algebra::morphism::TupleMorphism;
    /// let f: TupleMorphism = "(32,32,512)--(2,1,4)-->(32,32,2,512)".parse()?;
    /// assert!(!f.is_sorted() && f.sort().is_sorted());
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn is_sorted(&self) -> bool {
        (0..self.domain().len()).is_sorted_by_key(|entry| self.place(entry))
    }

    /// The sort key of an entry: its image, or its extent if it has no image.
    fn place(&self, entry: usize) -> (usize, i64) {
        match self.map().image(entry) {
            None => (0, self.domain()[entry]),
            Some(j) => (j + 1, 0),
        }
    }
}
