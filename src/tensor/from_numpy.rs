//! Names that NumPy and ndarray use for methods that have another name here. A method of such a name does not compile,
//! and the error says what to write.
//!
//! Each method requires a trait that nothing implements, whose message has the answer. It returns a type of that trait,
//! so that rustc reports no further error about uses of the result. The requirement is on [`a_tensor`] and not on the
//! type of the tensor, so that no long type is printed and rustc checks it only after it has found the method. The
//! methods are hidden from lists of methods.

use super::Tensor;
use crate::layout::AnyLayout;
use crate::tensor::accessor::Accessor;

/// The type that an answer is about.
#[allow(non_camel_case_types)]
pub struct a_tensor;
/// Any type, mapped to [`a_tensor`].
pub trait Seen {
    /// [`a_tensor`].
    type As;
}
impl<X> Seen for X {
    type As = a_tensor;
}

/// Methods of a tensor, and functions that make one: `name [parameters] (arguments) "what to write";`.
macro_rules! answers {
    (
        methods {$($name:ident [$($g:tt)*] ($($arguments:tt)*) $words:literal;)*}
        functions {$($making:ident [$($h:tt)*] ($($of:tt)*) $line:literal;)*}
    ) => {
        /// The traits that they require.
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
        // On one type, so that the error is not that the type cannot be inferred.
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
    reshape [S, K: asked::reshape] (&self, shape: S) "reshape: of row-major data without gaps it is `Tensor::new(t.data(), layout!((p,q):row_major))`, and of any other `Tensor::new(t.to_vec_row_major(), layout!((p,q):row_major))`, a copy";
    to_shape [S, K: asked::to_shape] (&self, shape: S) "to_shape: of row-major data without gaps it is `Tensor::new(t.data(), layout!((p,q):row_major))`, and of any other `Tensor::new(t.to_vec_row_major(), layout!((p,q):row_major))`, a copy";
    into_shape [S, K: asked::into_shape] (&self, shape: S) "into_shape: of row-major data without gaps it is `Tensor::new(t.data(), layout!((p,q):row_major))`, and of any other `Tensor::new(t.to_vec_row_major(), layout!((p,q):row_major))`, a copy";
    into_shape_with_order [S, K: asked::into_shape_with_order] (&self, shape: S) "into_shape_with_order: of row-major data without gaps it is `Tensor::new(t.data(), layout!((p,q):row_major))`, and of any other `Tensor::new(t.to_vec_row_major(), layout!((p,q):row_major))`, a copy";
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

    // Reversed and rotated.
    flip [S, K: asked::flip] (&self, axis: S) "flip: backwards along mode 0 is `t.reversed::<0>()`, and along mode 1 `t.reversed::<1>()`";
    flipud [K: asked::flipud] (&self) "flipud: backwards along mode 0 is `t.reversed::<0>()`, and along mode 1 `t.reversed::<1>()`";
    reverse [K: asked::reverse] (&self) "reverse: backwards along mode 0 is `t.reversed::<0>()`, and along mode 1 `t.reversed::<1>()`";
    fliplr [K: asked::fliplr] (&self) "fliplr: backwards along mode 1 is `t.reversed::<1>()`";
    invert_axis [S, K: asked::invert_axis] (&mut self, axis: S) "invert_axis: backwards along mode 0 is `t.reversed::<0>()`, and along mode 1 `t.reversed::<1>()`";
    rot90 [K: asked::rot90] (&self) "rot90: a quarter turn to the left is `t.transposed().reversed::<0>().to_owned()`, and one to the right `t.transposed().reversed::<1>().to_owned()`";
    squeeze [K: asked::squeeze] (&self) "squeeze: a mode of extent 1 goes away in the slice `t.slice((0, ..))`";

    // Parts.
    windows_mut [S, K: asked::windows_mut] (&mut self, shape: S) "windows_mut: windows overlap, so all of them are for reading, `t.windows(layout!((2,3)))`; for writing one is `t.window_mut((0, 0), layout!((2,3)))`, and tiles are `t.tiles_mut(layout!(<2,3>))`";
    slice_axis [S, R, K: asked::slice_axis] (&self, axis: S, range: R) "slice_axis: a range of mode 0 is `t.slice((0..i, ..))`, and one of mode 1 `t.slice((.., 0..j))`";
    axis_chunks_iter [S, R, K: asked::axis_chunks_iter] (&self, axis: S, size: R) "axis_chunks_iter: the tiles, one after another, are `t.tiles(layout!(<2,3>))`";

    // Rows, columns and extents.
    rows [K: asked::rows] (&self) "rows: one after another they are `t.slices::<0>()`, and their number is `t.extent::<0>()`";
    columns [K: asked::columns] (&self) "columns: one after another they are `t.slices::<1>()`, and their number is `t.extent::<1>()`";
    outer_iter [K: asked::outer_iter] (&self) "outer_iter: the slices at each coordinate of mode 0 are `t.slices::<0>()`";
    axis_iter [S, K: asked::axis_iter] (&self, axis: S) "axis_iter: the slices at each coordinate of mode 1 are `t.slices::<1>()`";
    lanes [S, K: asked::lanes] (&self, axis: S) "lanes: one after another they are `t.slices::<0>()`, at each coordinate of mode 0, or `t.slices::<1>()`";
    axis_iter_mut [S, K: asked::axis_iter_mut] (&mut self, axis: S) "axis_iter_mut: the slices at each coordinate of mode 1 are `t.slices_mut::<1>()`";
    rows_mut [K: asked::rows_mut] (&mut self) "rows_mut: one after another they are `t.slices_mut::<0>()`";
    columns_mut [K: asked::columns_mut] (&mut self) "columns_mut: one after another they are `t.slices_mut::<1>()`";
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
    mean_axis [S, K: asked::mean_axis] (&self, axis: S) "mean_axis: the means along mode 1 are `t.along::<1>().sum() / n as f32`";
    var [K: asked::var] (&self) "var: with `mean`, which is `t.sum() / t.len() as f32`, it is `t.map(|x| (x - mean) * (x - mean)).sum() / t.len() as f32`";
    std [K: asked::std] (&self) "std: with `mean`, which is `t.sum() / t.len() as f32`, it is the root of `t.map(|x| (x - mean) * (x - mean)).sum() / t.len() as f32`";
    norm [K: asked::norm] (&self) "norm: it is `t.map(|x| x * x).sum().sqrt()`";
    abs [K: asked::abs] (&self) "abs: it is `t.map(|x| x.abs())`, computed where it is read, and in memory of its own `t.map(|x| x.abs()).to_owned()`";
    sqrt [K: asked::sqrt] (&self) "sqrt: it is `t.map(|x| x.sqrt())`, computed where it is read, and in memory of its own `t.map(|x| x.sqrt()).to_owned()`";
    exp [K: asked::exp] (&self) "exp: it is `t.map(|x| x.exp())`, computed where it is read, and in memory of its own `t.map(|x| x.exp()).to_owned()`";
    clip [S, R, K: asked::clip] (&self, least: S, most: R) "clip: it is `t.map(|x| x.clamp(0.0, 1.0))`, computed where it is read, and in memory of its own `t.map(|x| x.clamp(0.0, 1.0)).to_owned()`";
    clamp [S, R, K: asked::clamp] (&self, least: S, most: R) "clamp: it is `t.map(|x| x.clamp(0.0, 1.0))`, computed where it is read, and in memory of its own `t.map(|x| x.clamp(0.0, 1.0)).to_owned()`";
    prod [K: asked::prod] (&self) "prod: the product of all elements is `t.fold(1.0, |product, x| product * x)`";
    sum_axis [S, K: asked::sum_axis] (&self, axis: S) "sum_axis: the sums along mode 1 are `t.along::<1>().sum()`";
    fold_axis [S, R, F, K: asked::fold_axis] (&self, axis: S, init: R, f: F) "fold_axis: folded along mode 1 it is `t.along::<1>().fold(0.0, |sum, x| sum + x)`";
    indexed_iter [K: asked::indexed_iter] (&self) "indexed_iter: it is `t.iter().with_coordinates()`, of coordinates and elements";
    indexed_iter_mut [K: asked::indexed_iter_mut] (&mut self) "indexed_iter_mut: it is `t.iter_mut().with_coordinates()`, of coordinates and elements";
    par_iter [K: asked::par_iter] (&self) "par_iter: threads take tiles: `t.tiles(layout!(<2,3>))` for reading, and `t.tiles_mut(layout!(<2,3>))` for writing are iterators of them";
    par_iter_mut [K: asked::par_iter_mut] (&mut self) "par_iter_mut: threads take tiles, `t.tiles_mut(layout!(<2,3>))`, or rows, `t.slices_mut::<0>()`, which are iterators of them";
    tolist [K: asked::tolist] (&self) "tolist: the elements in a vector are `t.to_vec()`, down the columns, and along the rows `t.to_vec_row_major()`";
    as_slice [K: asked::as_slice] (&self) "as_slice: the elements in their order in memory are `t.data()`";
    as_slice_mut [K: asked::as_slice_mut] (&mut self) "as_slice_mut: the elements in their order in memory are `t.data_mut()`";
    copy [K: asked::copy] (&self) "copy: a copy in memory of its own is `t.to_owned()`";
    scaled_add [S, R, K: asked::scaled_add] (&mut self, scale: S, other: R) "scaled_add: it is `algorithm::axpby(2.0, &u, 1.0, &mut t)`";
    assign [S, K: asked::assign] (&mut self, other: S) "assign: the elements are written by `t.copy_from(&u)`";

    // The arguments of closures are elements.
    mapv [F: Fn(A::Item) -> U, U, K: asked::mapv] (&self, f: F) "mapv: it is `t.map(|x| 2.0 * x)`, computed where it is read, and in memory of its own `t.map(|x| 2.0 * x).to_owned()`";
    mapv_inplace [F: Fn(A::Item) -> A::Item, K: asked::mapv_inplace] (&mut self, f: F) "mapv_inplace: it is `t.map_inplace(|x| *x *= 2.0)`";
} functions {
    ones [S, K: asked::ones] (shape: S) "ones: it is `Owned::full(layout!((m,n):row_major), 1.0)`";
    eye [S, K: asked::eye] (shape: S) "eye: it is `Owned::from_fn(layout!((n,n):row_major), |(i, j)| if i == j {{ 1.0 }} else {{ 0.0 }})`";
    identity [S, K: asked::identity] (shape: S) "identity: it is `Owned::from_fn(layout!((n,n):row_major), |(i, j)| if i == j {{ 1.0 }} else {{ 0.0 }})`";
    arange [S, K: asked::arange] (size: S) "arange: it is `Owned::from_fn(layout!(n:1), |i| i)`";
    linspace [S, R, Q, K: asked::linspace] (from: S, to: R, count: Q) "linspace: from 0 to 1 it is `Owned::from_fn(layout!(n:1), |i| i as f32 / (n - 1) as f32)`";
    empty [S, K: asked::empty] (shape: S) "empty: it is `Owned::zeros(layout!((m,n):row_major))`";
    concatenate [S, K: asked::concatenate] (parts: S) "concatenate: each part is copied into a slice of a new tensor, `Owned::zeros(layout!((p,n):row_major))`, by `r.slice_mut((0..m, ..)).copy_from(&t)`";
    stack [S, K: asked::stack] (parts: S) "stack: each part is copied into a slice of a new tensor, `Owned::zeros(layout!((p,m,n)))`, by `r.slice_mut((i, .., ..)).copy_from(&t)`";
    vstack [S, K: asked::vstack] (parts: S) "vstack: each part is copied into a slice of a new tensor, `Owned::zeros(layout!((p,n):row_major))`, by `r.slice_mut((0..m, ..)).copy_from(&t)`";
    hstack [S, K: asked::hstack] (parts: S) "hstack: each part is copied into a slice of a new tensor, `Owned::zeros(layout!((m,p):row_major))`, by `r.slice_mut((.., 0..n)).copy_from(&t)`";
    from_elem [S, R, K: asked::from_elem] (shape: S, value: R) "from_elem: it is `Owned::full(layout!((m,n):row_major), 1.0)`";
    from_shape_fn [S, R, K: asked::from_shape_fn] (shape: S, f: R) "from_shape_fn: it is `Owned::from_fn(layout!((m,n):row_major), |(i, j)| 10 * i + j)`";
    from_shape_vec [S, R, K: asked::from_shape_vec] (shape: S, data: R) "from_shape_vec: it is `Tensor::new(data, layout!((m,n):row_major))`";
    from_vec [S, K: asked::from_vec] (shape: S) "from_vec: it is `Tensor::new(data, layout!(n:1))`";
}}

/// The trait that [`Tensor::astype`] requires, of the type that it names.
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
