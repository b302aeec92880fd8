//! The names that NumPy and ndarray have for what is spelled otherwise here. A method of that name does not compile, and the
//! error says what to write.
//!
//! Each asks the accessor for a trait that nothing implements, in whose words the answer stands, and returns a type of it, so
//! that there is no further error about what is done with the result. They are hidden: no list of methods has them.

use super::Tensor;
use crate::layout::AnyLayout;
use crate::tensor::accessor::Accessor;
use crate::tensor::engine::Engine;

/// `name [generics] (arguments), "what to write";`, methods of a tensor, for reading or for writing.
macro_rules! answers {
    ($($name:ident [$($g:tt)*] ($($self:tt)*) $words:literal;)*) => {
        /// What they ask for.
        #[allow(non_camel_case_types)]
        mod asked {
            $(
                #[diagnostic::on_unimplemented(message = $words, label = "has another name here")]
                pub trait $name {
                    /// Nothing.
                    type Of;
                }
            )*
        }
        impl<A: Engine, L: AnyLayout> Tensor<A, L> {$(
            #[doc(hidden)]
            #[allow(non_snake_case, unused_variables)]
            pub fn $name<$($g)*>($($self)*) -> <A as asked::$name>::Of
            where
                A: asked::$name,
            {
                unreachable!()
            }
        )*}
    };
}
answers! {
    // The same elements in another shape.
    reshape [S] (&self, shape: S) "reshape: `t.transposed().compose(layout!((p,q):row_major))` sees a tensor by rows in another shape; of data without gaps it is `Tensor::new(t.data(), layout!((p,q):row_major))`";
    to_shape [S] (&self, shape: S) "to_shape: `t.transposed().compose(layout!((p,q):row_major))` sees a tensor by rows in another shape; of data without gaps it is `Tensor::new(t.data(), layout!((p,q):row_major))`";
    into_shape [S] (&self, shape: S) "into_shape: `t.transposed().compose(layout!((p,q):row_major))` sees a tensor by rows in another shape; of data without gaps it is `Tensor::new(t.data(), layout!((p,q):row_major))`";
    into_shape_with_order [S] (&self, shape: S) "into_shape_with_order: `t.transposed().compose(layout!((p,q):row_major))` sees a tensor by rows in another shape; of data without gaps it is `Tensor::new(t.data(), layout!((p,q):row_major))`";
    ravel [] (&self) "ravel: `t.transposed().one_mode()` is one mode along the rows, and `t.one_mode()` down the columns; neither copies";
    t [] (&self) "t: the transpose is `t.transposed()`";
    T [] (&self) "T: the transpose is `t.transposed()`";
    transpose [] (&self) "transpose: the transpose is `t.transposed()`, another order of modes `t.permute(modes![2, 0, 1])`, and a copy `algorithm::transpose(&t, &mut u)`";
    reversed_axes [] (&self) "reversed_axes: all modes in reverse are `t.transposed()`";
    permuted_axes [S] (&self, axes: S) "permuted_axes: another order of modes is `t.permute(modes![2, 0, 1])`, in which the new mode 0 is the old mode 2";
    swapaxes [S, R] (&self, first: S, second: R) "swapaxes: another order of modes is `t.permute(modes![1, 0])`, of three modes `t.permute(modes![2, 1, 0])`";
    swap_axes [S, R] (&self, first: S, second: R) "swap_axes: another order of modes is `t.permute(modes![1, 0])`, of three modes `t.permute(modes![2, 1, 0])`";
    broadcast [S] (&self, shape: S) "broadcast: a stride of 0 repeats: `v.compose(layout!((m,n):(0,1)))` is the vector `v` in each of `m` rows, and `(1,0)` in each of `n` columns";
    broadcast_to [S] (&self, shape: S) "broadcast_to: a stride of 0 repeats: `v.compose(layout!((m,n):(0,1)))` is the vector `v` in each of `m` rows, and `(1,0)` in each of `n` columns";
    insert_axis [S] (&self, axis: S) "insert_axis: of a vector it is `v.compose(layout!((n,1)))` or `v.compose(layout!((1,n)))`";
    expand_dims [S] (&self, axis: S) "expand_dims: of a vector it is `v.compose(layout!((n,1)))` or `v.compose(layout!((1,n)))`";
    diag [] (&self) "diag: of a matrix of `n` rows and columns it is `t.compose(layout!(n:{{n + 1}}))`";
    diagonal [] (&self) "diagonal: of a matrix of `n` rows and columns it is `t.compose(layout!(n:{{n + 1}}))`";
    exact_chunks [S] (&self, shape: S) "exact_chunks: the tiles, one after another, are `t.tiles(layout!(<2,3>))`, and as one tensor `t.zipped_divide(layout!(<2,3>))`";

    // Rows, columns and extents.
    rows [] (&self) "rows: one after another they are `t.slices::<0>()`, and their number is `t.extent::<0>()`";
    columns [] (&self) "columns: one after another they are `t.slices::<1>()`, and their number is `t.extent::<1>()`";
    outer_iter [] (&self) "outer_iter: the slices at each coordinate of mode 0 are `t.slices::<0>()`";
    axis_iter [S] (&self, axis: S) "axis_iter: the slices at each coordinate of mode 1 are `t.slices::<1>()`";
    row [S] (&self, index: S) "row: it is the slice `t.slice((i, ..))`";
    column [S] (&self, index: S) "column: it is the slice `t.slice((.., j))`";
    row_mut [S] (&mut self, index: S) "row_mut: it is the slice `t.slice_mut((i, ..))`";
    column_mut [S] (&mut self, index: S) "column_mut: it is the slice `t.slice_mut((.., j))`";
    index_axis [S, R] (&self, axis: S, index: R) "index_axis: a coordinate of mode 0 is the slice `t.slice((i, ..))`, and one of mode 1 `t.slice((.., j))`";
    nrows [] (&self) "nrows: the number of rows is `t.extent::<0>()`";
    ncols [] (&self) "ncols: the number of columns is `t.extent::<1>()`";
    len_of [S] (&self, axis: S) "len_of: the extent of mode 1 is `t.extent::<1>()`";
    dim [] (&self) "dim: the extents are `t.extents()`, and one of them is `t.extent::<0>()`";
    ndim [] (&self) "ndim: the number of modes is `t.layout().rank()`";
    strides [] (&self) "strides: they are `t.layout().stride()`, in elements";

    // Elements.
    astype [S] (&self) "astype: the elements in another type are `t.map(f64::from)`, computed where they are read, and in memory of their own `t.map(f64::from).to_owned()`";
    argmax [] (&self) "argmax: the place of the largest element is that of `t.iter().with_coordinates().max_by(|x, y| x.1.total_cmp(y.1))`";
    argmin [] (&self) "argmin: the place of the least element is that of `t.iter().with_coordinates().min_by(|x, y| x.1.total_cmp(y.1))`";
    mean [] (&self) "mean: it is `t.sum() / t.len() as f32`";
    prod [] (&self) "prod: the product of all elements is `t.fold(1.0, |product, x| product * x)`";
    sum_axis [S] (&self, axis: S) "sum_axis: the sums along mode 1 are `t.fold_along::<1, _, _>(0.0, |sum, x| sum + x)`";
    fold_axis [S, R, F] (&self, axis: S, init: R, f: F) "fold_axis: folded along mode 1 it is `t.fold_along::<1, _, _>(0.0, |sum, x| sum + x)`";
    indexed_iter [] (&self) "indexed_iter: it is `t.iter().with_coordinates()`, of coordinates and elements";
    tolist [] (&self) "tolist: the elements in a vector are `t.to_vec()`, down the columns, and along the rows `t.transposed().to_vec()`";
    as_slice [] (&self) "as_slice: the elements in their order in memory are `t.data()`";
    copy [] (&self) "copy: a copy in memory of its own is `t.to_owned()`";
    assign [S] (&mut self, other: S) "assign: the elements are written by `t.copy_from(&u)`";
}

/// Methods with closures, whose arguments rustc infers from the elements.
macro_rules! of_elements {
    ($($name:ident [$($g:tt)*] ($($self:tt)*) $words:literal;)*) => {
        /// What they ask for.
        #[allow(non_camel_case_types)]
        mod asked_of_elements {
            $(
                #[diagnostic::on_unimplemented(message = $words, label = "has another name here")]
                pub trait $name {
                    /// Nothing.
                    type Of;
                }
            )*
        }
        impl<A: Accessor, L: AnyLayout> Tensor<A, L> {$(
            #[doc(hidden)]
            #[allow(unused_variables)]
            pub fn $name<$($g)*>($($self)*) -> <A as asked_of_elements::$name>::Of
            where
                A: asked_of_elements::$name,
            {
                unreachable!()
            }
        )*}
    };
}
of_elements! {
    mapv [F: Fn(A::Item) -> U, U] (&self, f: F) "mapv: it is `t.map(|x| 2.0 * x)`, computed where it is read, and in memory of its own `t.map(|x| 2.0 * x).to_owned()`";
    mapv_inplace [F: Fn(A::Item) -> A::Item] (&mut self, f: F) "mapv_inplace: it is `t.for_each_mut(|x| *x *= 2.0)`";
    map_inplace [F: FnMut(&mut A::Item)] (&mut self, f: F) "map_inplace: it is `t.for_each_mut(|x| *x *= 2.0)`";
}

/// `name (argument) "what to write";`, functions that make a tensor.
macro_rules! constructors {
    ($($name:ident ($($argument:ident: $type:ident),*) $words:literal;)*) => {
        /// What they ask for.
        #[allow(non_camel_case_types)]
        mod asked_of_shapes {
            $(
                #[diagnostic::on_unimplemented(message = $words, label = "has another name here")]
                pub trait $name {
                    /// Nothing.
                    type Of;
                }
            )*
        }
        // Of one type, so that the error is not that it cannot be inferred.
        impl Tensor<(), ()> {$(
            #[doc(hidden)]
            #[allow(unused_variables)]
            pub fn $name<S $(, $type)*>(shape: S $(, $argument: $type)*) -> S::Of
            where
                S: asked_of_shapes::$name,
            {
                unreachable!()
            }
        )*}
    };
}
constructors! {
    ones () "ones: it is `Owned::from_fn(layout!((m,n):row_major), |_| 1.0)`";
    eye () "eye: it is `Owned::from_fn(layout!((n,n):row_major), |(i, j)| if i == j {{ 1.0 }} else {{ 0.0 }})`";
    from_elem (value: R) "from_elem: it is `Owned::from_fn(layout!((m,n):row_major), |_| 1.0)`";
    from_shape_fn (f: R) "from_shape_fn: it is `Owned::from_fn(layout!((m,n):row_major), |(i, j)| 10 * i + j)`";
    from_shape_vec (data: R) "from_shape_vec: it is `Tensor::new(data, layout!((m,n):row_major))`";
    from_vec () "from_vec: it is `Tensor::new(data, layout!(n:1))`";
}
