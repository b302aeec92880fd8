//! The names that NumPy and ndarray have for what is spelled otherwise here. A method of that name does not compile, and the
//! error says what to write.
//!
//! Each asks for a trait that nothing implements, in whose words the answer stands, and returns a type of it, so that there is no
//! further error about what is done with the result. What it asks of is [`a_tensor`], whatever the tensor, so that no long type
//! is printed, and rustc looks only when it has found the method. They are hidden: no list of methods has them.

use super::Tensor;
use crate::layout::AnyLayout;
use crate::tensor::accessor::Accessor;

/// What an answer is about.
#[allow(non_camel_case_types)]
pub struct a_tensor;
/// Anything, seen as [`a_tensor`].
pub trait Seen {
    /// [`a_tensor`].
    type As;
}
impl<X> Seen for X {
    type As = a_tensor;
}

/// `name [parameters] (arguments) "what to write";`, methods of a tensor and functions that make one.
macro_rules! answers {
    (
        methods {$($name:ident [$($g:tt)*] ($($arguments:tt)*) $words:literal;)*}
        functions {$($making:ident [$($h:tt)*] ($($of:tt)*) $line:literal;)*}
    ) => {
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
            $(
                #[diagnostic::on_unimplemented(message = $line, label = "has another name here")]
                pub trait $making {
                    /// Nothing.
                    type Of;
                }
            )*
        }
        impl<A: Accessor, L: AnyLayout> Tensor<A, L> {$(
            #[doc(hidden)]
            #[allow(non_snake_case, unused_variables)]
            pub fn $name<$($g)*>($($arguments)*) -> K::Of
            where
                L: Seen<As = K>,
            {
                unreachable!()
            }
        )*}
        // Of one type, so that the error is not that it cannot be inferred.
        impl Tensor<(), ()> {$(
            #[doc(hidden)]
            #[allow(unused_variables)]
            pub fn $making<$($h)*>($($of)*) -> K::Of
            where
                S: Seen<As = K>,
            {
                unreachable!()
            }
        )*}
    };
}
answers! { methods {
    // The same elements in another shape.
    reshape [S, K: asked::reshape] (&self, shape: S) "reshape: of data by rows without gaps it is `Tensor::new(t.data(), layout!((p,q):row_major))`, and of any other `Tensor::new(t.transposed().to_vec(), layout!((p,q):row_major))`, a copy";
    to_shape [S, K: asked::to_shape] (&self, shape: S) "to_shape: of data by rows without gaps it is `Tensor::new(t.data(), layout!((p,q):row_major))`, and of any other `Tensor::new(t.transposed().to_vec(), layout!((p,q):row_major))`, a copy";
    into_shape [S, K: asked::into_shape] (&self, shape: S) "into_shape: of data by rows without gaps it is `Tensor::new(t.data(), layout!((p,q):row_major))`, and of any other `Tensor::new(t.transposed().to_vec(), layout!((p,q):row_major))`, a copy";
    into_shape_with_order [S, K: asked::into_shape_with_order] (&self, shape: S) "into_shape_with_order: of data by rows without gaps it is `Tensor::new(t.data(), layout!((p,q):row_major))`, and of any other `Tensor::new(t.transposed().to_vec(), layout!((p,q):row_major))`, a copy";
    ravel [K: asked::ravel] (&self) "ravel: `t.transposed().one_mode()` is one mode along the rows, and `t.one_mode()` down the columns; neither copies";
    t [K: asked::t] (&self) "t: the transpose is `t.transposed()`";
    T [K: asked::T] (&self) "T: the transpose is `t.transposed()`";
    transpose [K: asked::transpose] (&self) "transpose: the transpose is `t.transposed()`, another order of modes `t.permute(modes![2, 0, 1])`, and a copy `algorithm::transpose(&t, &mut u)`";
    reversed_axes [K: asked::reversed_axes] (&self) "reversed_axes: all modes in reverse are `t.transposed()`";
    permuted_axes [S, K: asked::permuted_axes] (&self, axes: S) "permuted_axes: another order of modes is `t.permute(modes![2, 0, 1])`, in which the new mode 0 is the old mode 2";
    swapaxes [S, R, K: asked::swapaxes] (&self, first: S, second: R) "swapaxes: another order of modes is `t.permute(modes![1, 0])`, of three modes `t.permute(modes![2, 1, 0])`";
    swap_axes [S, R, K: asked::swap_axes] (&self, first: S, second: R) "swap_axes: another order of modes is `t.permute(modes![1, 0])`, of three modes `t.permute(modes![2, 1, 0])`";
    broadcast [S, K: asked::broadcast] (&self, shape: S) "broadcast: a stride of 0 repeats: `v.compose(layout!((m,n):(0,1)))` is the vector `v` in each of `m` rows, and `(1,0)` in each of `n` columns";
    broadcast_to [S, K: asked::broadcast_to] (&self, shape: S) "broadcast_to: a stride of 0 repeats: `v.compose(layout!((m,n):(0,1)))` is the vector `v` in each of `m` rows, and `(1,0)` in each of `n` columns";
    insert_axis [S, K: asked::insert_axis] (&self, axis: S) "insert_axis: of a vector it is `v.compose(layout!((n,1)))` or `v.compose(layout!((1,n)))`";
    expand_dims [S, K: asked::expand_dims] (&self, axis: S) "expand_dims: of a vector it is `v.compose(layout!((n,1)))` or `v.compose(layout!((1,n)))`";
    diag [K: asked::diag] (&self) "diag: its elements are `(0..n).map(|i| t[(i, i)])`";
    diagonal [K: asked::diagonal] (&self) "diagonal: its elements are `(0..n).map(|i| t[(i, i)])`";
    exact_chunks [S, K: asked::exact_chunks] (&self, shape: S) "exact_chunks: the tiles, one after another, are `t.tiles(layout!(<2,3>))`, and as one tensor `t.zipped_divide(layout!(<2,3>))`";

    // Rows, columns and extents.
    rows [K: asked::rows] (&self) "rows: one after another they are `t.slices::<0>()`, and their number is `t.extent::<0>()`";
    columns [K: asked::columns] (&self) "columns: one after another they are `t.slices::<1>()`, and their number is `t.extent::<1>()`";
    outer_iter [K: asked::outer_iter] (&self) "outer_iter: the slices at each coordinate of mode 0 are `t.slices::<0>()`";
    axis_iter [S, K: asked::axis_iter] (&self, axis: S) "axis_iter: the slices at each coordinate of mode 1 are `t.slices::<1>()`";
    row [S, K: asked::row] (&self, index: S) "row: it is the slice `t.slice((i, ..))`";
    column [S, K: asked::column] (&self, index: S) "column: it is the slice `t.slice((.., j))`";
    row_mut [S, K: asked::row_mut] (&mut self, index: S) "row_mut: it is the slice `t.slice_mut((i, ..))`";
    column_mut [S, K: asked::column_mut] (&mut self, index: S) "column_mut: it is the slice `t.slice_mut((.., j))`";
    index_axis [S, R, K: asked::index_axis] (&self, axis: S, index: R) "index_axis: a coordinate of mode 0 is the slice `t.slice((i, ..))`, and one of mode 1 `t.slice((.., j))`";
    nrows [K: asked::nrows] (&self) "nrows: the number of rows is `t.extent::<0>()`";
    ncols [K: asked::ncols] (&self) "ncols: the number of columns is `t.extent::<1>()`";
    len_of [S, K: asked::len_of] (&self, axis: S) "len_of: the extent of mode 1 is `t.extent::<1>()`";
    dim [K: asked::dim] (&self) "dim: the extents are `t.extents()`, and one of them is `t.extent::<0>()`";
    ndim [K: asked::ndim] (&self) "ndim: the number of modes is `t.layout().rank()`";
    strides [K: asked::strides] (&self) "strides: they are `t.layout().stride()`, in elements";

    // Elements.
    argmax [K: asked::argmax] (&self) "argmax: the place of the largest element is that of `t.iter().with_coordinates().max_by(|x, y| x.1.total_cmp(y.1))`";
    argmin [K: asked::argmin] (&self) "argmin: the place of the least element is that of `t.iter().with_coordinates().min_by(|x, y| x.1.total_cmp(y.1))`";
    mean [K: asked::mean] (&self) "mean: it is `t.sum() / t.len() as f32`";
    prod [K: asked::prod] (&self) "prod: the product of all elements is `t.fold(1.0, |product, x| product * x)`";
    sum_axis [S, K: asked::sum_axis] (&self, axis: S) "sum_axis: the sums along mode 1 are `t.along::<1>().sum()`";
    fold_axis [S, R, F, K: asked::fold_axis] (&self, axis: S, init: R, f: F) "fold_axis: folded along mode 1 it is `t.along::<1>().fold(0.0, |sum, x| sum + x)`";
    indexed_iter [K: asked::indexed_iter] (&self) "indexed_iter: it is `t.iter().with_coordinates()`, of coordinates and elements";
    tolist [K: asked::tolist] (&self) "tolist: the elements in a vector are `t.to_vec()`, down the columns, and along the rows `t.transposed().to_vec()`";
    as_slice [K: asked::as_slice] (&self) "as_slice: the elements in their order in memory are `t.data()`";
    copy [K: asked::copy] (&self) "copy: a copy in memory of its own is `t.to_owned()`";
    assign [S, K: asked::assign] (&mut self, other: S) "assign: the elements are written by `t.copy_from(&u)`";

    // Of closures the arguments are those of the elements.
    mapv [F: Fn(A::Item) -> U, U, K: asked::mapv] (&self, f: F) "mapv: it is `t.map(|x| 2.0 * x)`, computed where it is read, and in memory of its own `t.map(|x| 2.0 * x).to_owned()`";
    mapv_inplace [F: Fn(A::Item) -> A::Item, K: asked::mapv_inplace] (&mut self, f: F) "mapv_inplace: it is `t.for_each_mut(|x| *x *= 2.0)`";
    map_inplace [F: FnMut(&mut A::Item), K: asked::map_inplace] (&mut self, f: F) "map_inplace: it is `t.for_each_mut(|x| *x *= 2.0)`";
} functions {
    ones [S, K: asked::ones] (shape: S) "ones: it is `Owned::from_fn(layout!((m,n):row_major), |_| 1.0)`";
    eye [S, K: asked::eye] (shape: S) "eye: it is `Owned::from_fn(layout!((n,n):row_major), |(i, j)| if i == j {{ 1.0 }} else {{ 0.0 }})`";
    from_elem [S, R, K: asked::from_elem] (shape: S, value: R) "from_elem: it is `Owned::from_fn(layout!((m,n):row_major), |_| 1.0)`";
    from_shape_fn [S, R, K: asked::from_shape_fn] (shape: S, f: R) "from_shape_fn: it is `Owned::from_fn(layout!((m,n):row_major), |(i, j)| 10 * i + j)`";
    from_shape_vec [S, R, K: asked::from_shape_vec] (shape: S, data: R) "from_shape_vec: it is `Tensor::new(data, layout!((m,n):row_major))`";
    from_vec [S, K: asked::from_vec] (shape: S) "from_vec: it is `Tensor::new(data, layout!(n:1))`";
}}

/// What [`Tensor::astype`] asks for: of the type that it names.
#[diagnostic::on_unimplemented(
    message = "astype: the elements in another type are `t.map(f64::from)`, computed where they are read, and in memory of their own `t.map(f64::from).to_owned()`",
    label = "has another name here"
)]
pub trait Astype {
    /// Nothing.
    type Of;
}
impl<A: Accessor, L: AnyLayout> Tensor<A, L> {
    #[doc(hidden)]
    pub fn astype<U: Astype>(&self) -> U::Of {
        unreachable!()
    }
}
