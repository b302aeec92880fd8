//! Sort: the entries of a morphism in the order of its layout.

use alloc::vec::Vec;

use super::tuple_morphism::TupleMorphism;

impl TupleMorphism {
    /// The morphism with its entries sorted: those that go nowhere first, by extent, then the others
    /// by their images ([003](crate::papers), construction 3.1.5.15). `L_sort(f) = sort(L_f)`, but
    /// for the order of extents of 1. Idempotent, no functor.
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

    /// Whether it is as [`TupleMorphism::sort`] makes it ([003](crate::papers), definition
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

    /// By what an entry is sorted: its image, and without one its extent.
    fn place(&self, entry: usize) -> (usize, i64) {
        match self.map().image(entry) {
            None => (0, self.domain()[entry]),
            Some(j) => (j + 1, 0),
        }
    }
}
