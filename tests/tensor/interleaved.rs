//! Every operation that makes a tensor from a tensor, on interleaved tiles. No result has an element outside of its
//! tile, and no result that can be written has one twice.
//!
//! The value of an element is its own place in memory, and arithmetic gives the elements of a tile. Operations are
//! called by their names, which must be those in the source.

mod operations;
mod source;

use std::collections::BTreeSet;
use std::ops::Range;

use proptest::prelude::*;
use tilework::typenum::{P3, U1, U2};
use tilework::{
    Composed, Keep, Layout, Swizzle, Tensor,
    generic::{Composition, ZippedDivide},
    hlist, layout, modes,
    operation::ThreadValue,
    range,
    result::{Disjoint, DisjointMut, Mapped, Through, TileMut},
};
use tilework_atom::{Fma, TiledCopy, TiledMma, Vector};

use operations::{Operations, Outcome};
use source::{OTHERS, in_source};

/// A tile of `(a,b)` elements.
type Tile = Layout!((_,_):(_,_));
/// A static tile with nested modes, `(8,6)` elements.
type Nested = Layout!(((2,4),6):((1,24),4));
type Swizzled<A> = Tensor<Through<A, Swizzle<U2, U1, P3>>, Tile>;
/// `Sw<2,1,3>`
fn swizzle(x: usize) -> usize {
    x ^ (x >> 4 & 3) << 1
}

/// The numbers of a case: tiles of `(a,b)`, `(p,q)` of them, in a matrix of some strides; a tiler of these, a
/// coordinate, and the number of a thread or of a tile.
#[derive(Clone, Copy, Debug)]
struct Case {
    tile: (usize, usize),
    tiles: (usize, usize),
    order: usize,
    gap: usize,
    tiler: ((usize, usize), (usize, usize)),
    at: (usize, usize),
    index: usize,
}
impl Case {
    /// The extents and the strides of the matrix.
    fn matrix(&self) -> ((usize, usize), (usize, usize)) {
        let (m, n) = (self.tile.0 * self.tiles.0, self.tile.1 * self.tiles.1);
        let strides = match self.order {
            0 => (1, m + self.gap),
            1 => (n + self.gap, 1),
            2 => (2, 2 * m + self.gap),
            _ => (3 * n + self.gap, 3),
        };
        ((m, n), strides)
    }

    /// Ranges of a tile without coordinates, which begin anywhere in it or at its end.
    fn empty(&self) -> [(Range<usize>, Range<usize>); 3] {
        let ((a, b), (i, j)) =
            (self.tile, (self.at.0.min(self.tile.0), self.at.1.min(self.tile.1)));
        [(i..i, 0..b), (0..a, j..j), (a..a, b..b)]
    }

    /// The elements at `first + x steps.0 + y steps.1` of the matrix.
    fn elements(&self, first: (usize, usize), steps: (usize, usize)) -> BTreeSet<usize> {
        let (_, (d, e)) = self.matrix();
        let (a, b) = self.tile;
        let all = (0..a).flat_map(|x| (0..b).map(move |y| (x, y)));
        all.map(|(x, y)| (first.0 + x * steps.0) * d + (first.1 + y * steps.1) * e).collect()
    }
}
fn case() -> impl Strategy<Value = Case> {
    let extent = || prop_oneof![3 => Just(4_usize), 3 => Just(2), 2 => Just(6), 4 => 1..6_usize];
    let mode = || (prop_oneof![3 => Just(2_usize), 3 => 1..5_usize], 1..3_usize);
    let places = ((0..3_usize, 0..3_usize), 0..8_usize);
    let shape = ((extent(), extent()), (1..4_usize, 1..4_usize));
    (shape, 0..4_usize, 0..4_usize, (mode(), mode()), places).prop_map(
        |((tile, tiles), order, gap, tiler, (at, index))| Case {
            tile,
            tiles,
            order,
            gap,
            tiler,
            at,
            index,
        },
    )
}

tilework::names! { Row, Col }

/// Calls operations on a tensor, by name, for results that are read.
macro_rules! read {
    ($operations:ident $own:ident $tensor:ident: $($name:ident $args:tt;)*) => {$(
        $operations.read(stringify!($name), $own, $tensor.$name $args.outcome());
    )*};
}
/// [`read!`] for results that are written.
macro_rules! writes {
    ($operations:ident $own:ident $tensor:ident: $($name:ident $args:tt;)*) => {$(
        $operations.written(stringify!($name), $own, $tensor.$name $args.outcome());
    )*};
}
/// [`read!`] for several results.
macro_rules! read_all {
    ($operations:ident $own:ident $tensor:ident: $($name:ident $args:tt;)*) => {$(
        if let Some(parts) = $tensor.$name $args.outcome() {
            parts.for_each(|part| $operations.read(stringify!($name), $own, Some(part)));
        }
    )*};
}
/// [`writes!`] for results that exist at the same time.
macro_rules! write_all {
    ($operations:ident $own:ident $tensor:ident: $($name:ident $args:tt;)*) => {$(
        if let Some(parts) = $tensor.$name $args.outcome() {
            $operations.written(stringify!($name), $own, parts);
        }
    )*};
}

/// Asks a thread of an atom for its part of a tile.
macro_rules! parts {
    ($operations:ident.$how:ident($own:ident, $tile:expr): $($of:ident $name:ident;)*) => {$(
        $operations.$how(stringify!($name), $own, $of.$name($tile).outcome());
    )*};
}

/// Functions that ask tiles for everything that can be read.
macro_rules! reading {
    ($($name:ident $tile:ty;)*) => {$(
        fn $name(operations: &Operations, own: &BTreeSet<usize>, case: &Case, tile: &$tile) {
            let ((s, ds), (t, dt)) = case.tiler;
            let ((i, j), index) = (case.at, case.index);
            let (tiler, threads) = (layout!(<s:ds,t:dt>), layout!((s,t)));
            read! { operations own tile:
                view();
                map(|x| x);
                try_logical_divide(tiler);
                try_logical_divide(layout!(s:ds));
                try_zipped_divide(tiler);
                try_zipped_divide(layout!(s:ds));
                try_zipped_divide(hlist![Keep, layout!(t:dt)]);
                try_tiled_divide(tiler);
                try_flat_divide(tiler);
                try_select(modes![1, 0]);
                try_select(modes![1]);
                try_select(modes![0, 0]);
                try_select(modes![1, 0, 1]);
                coalesce();
                flatten();
                one_mode();
                group(range::<0, 2>());
                try_take(range::<1, 2>());
                try_take(range::<0, 1>());
                permute(modes![1, 0]);
                transposed();
                try_slice((i, ..));
                try_slice((.., j));
                try_slice((i, j));
                try_slice(index);
                try_slice((i, j..j + t));
                try_slice((.., (j..).step_by(2)));
                try_inner_partition(tiler, (i, j));
                try_inner_partition(tiler, (.., j));
                try_outer_partition(tiler, (i, j));
                try_outer_partition(tiler, (i, ..));
                try_local_partition(threads, index);
                try_local_tile(tiler, (i, j));
                try_local_tile(tiler, (i, ..));
            }
            // Along an empty mode it is the initial value.
            if tile.extent::<1>() > 0 {
                operations.read("along", own, tile.along::<1>().fold(0, |_, x| x).outcome());
            }
            #[cfg(target_pointer_width = "64")]
            {
                operations.read("reversed", own, tile.try_reversed::<0>().outcome());
                operations.read("reversed", own, tile.try_reversed::<1>().outcome());
            }
            let named = tile.view().named((Row, Col));
            operations.read("named", own, Some(named.view().unnamed()));
            operations.read("permuted", own, Some(named.permuted((Col, Row)).unnamed()));
            tile.slices::<0>().for_each(|row| operations.read("slices", own, Some(row)));
            tile.slices::<1>().for_each(|column| operations.read("slices", own, Some(column)));
            if let Ok((low, high)) = tile.try_split_at::<1>(j) {
                operations.read("split_at", own, Some(low));
                operations.read("split_at", own, Some(high));
            }
            read_all! { operations own tile:
                split();
                try_tiles(tiler);
                try_tiles(layout!(s:ds));
                try_predicated_tiles(tiler);
                try_predicated_tiles(layout!(<4,2>));
            }
            if let Ok(row) = tile.try_slice((i, ..)) {
                operations.read("clipped", own, Some(row.clipped([-1], [3]).0));
                operations.read("clipped", own, Some(row.clipped([1], [9]).0));
                for window in row.predicated_windows([-1], [2], layout!(3:1)) {
                    operations.read("predicated_windows", own, Some(window));
                }
                read!(operations own row: try_predicated_window([-1], layout!(t:1)););
                read!(operations own row: try_window(j, layout!(t:1)); try_windows(layout!(t:1)););
            }
            // For coordinates that exist: it has no form that returns errors.
            if tile.try_local_tile(tiler, (i, j)).is_ok() {
                read!(operations own tile: local_tile_step(layout!(<s:ds,7,t:dt>), (i, 0, j), (1, .., 1)););
            }
            // Threads in column-major and in row-major order, and some with the same elements.
            let shape = threads.shape();
            for (x, y) in [(1, s), (t, 1), (0, 1)] {
                if let Ok(tv) = ThreadValue::try_new(shape, layout!((s,t):(x,y))) {
                    read!(operations own tile: try_partition(tv););
                }
            }
            let square = layout!((2,2)).shape();
            let tv = ThreadValue::new(square, layout!((2,2):(2,1)));
            read!(operations own tile: try_partition(tv););
            // A copy with two threads of two values each, and a product with as many.
            let copy = TiledCopy::new(Vector::<U1>::new(), layout!((2,1)), layout!((1,2)));
            let product = TiledMma::new(Fma, layout!((2,1,1))).permuted(layout!(<4,2,2>));
            let (of_copy, of_product) = (copy.thread(index % 2), product.thread(index % 2));
            parts! { operations.read(own, tile):
                of_copy try_partition_s;
                of_product try_partition_a;
                of_product try_partition_b;
                of_product try_partition_c;
            }
            // Operations whose results reach past the tile, and parts of it.
            let padded = tile.predicated_divide(layout!(<4,2>));
            read! { operations own tile:
                try_predicated_divide(tiler);
                try_predicated_divide(hlist![Keep, layout!(t:dt)]);
                try_predicated_divide(layout!(s:ds));
            }
            read!(operations own padded: try_slice((.., (i, j))); try_slice(((1, ..), ..)); whole(););
            // Whole, because nothing has no missing part.
            let nothing = padded.try_slice(((.., j..j), (0, ..)));
            if let Some(nothing) = nothing.as_ref().ok().and_then(|nothing| nothing.whole()) {
                let own = &BTreeSet::new();
                read!(operations own nothing: try_take(range::<1, 2>()); try_select(modes![1]););
            }
            let Ok(tile) = padded.try_slice((.., (i, j))) else { return };
            read!(operations own tile: whole(););
            parts! { operations.read(own, &tile):
                of_copy try_predicated_partition_s;
                of_product try_predicated_partition_a;
                of_product try_predicated_partition_b;
                of_product try_predicated_partition_c;
            }
        }
    )*};
}
reading! {
    read_tile TileMut<'_, usize, Tile>;
    read_shared Tensor<Disjoint<'_, usize>, Tile>;
    read_swizzled Swizzled<DisjointMut<'_, usize>>;
    read_nested TileMut<'_, usize, Nested>;
    read_mapped Tensor<Mapped<Disjoint<'_, usize>, fn(usize) -> usize>, Tile>;
}

/// Asks a tile whose elements are where its offsets say for itself as a tile.
fn as_tiles(operations: &Operations, own: &BTreeSet<usize>, tile: &mut TileMut<'_, usize, Tile>) {
    read!(operations own tile: as_tile(););
    writes!(operations own tile: as_tile_mut(););
}

/// Functions that ask tiles for everything that can be written.
macro_rules! writing {
    ($($name:ident $tile:ty;)*) => {$(
        fn $name(operations: &Operations, own: &BTreeSet<usize>, case: &Case, tile: &mut $tile) {
            let ((s, ds), (t, dt)) = case.tiler;
            let ((i, j), index) = (case.at, case.index);
            let (tiler, threads) = (layout!(<s:ds,t:dt>), layout!((s,t)));
            writes! { operations own tile:
                view_mut();
                try_logical_divide_mut(tiler);
                try_logical_divide_mut(layout!(s:ds));
                try_zipped_divide_mut(tiler);
                try_zipped_divide_mut(hlist![Keep, layout!(t:dt)]);
                try_tiled_divide_mut(tiler);
                try_flat_divide_mut(tiler);
                try_select_mut(modes![1, 0]);
                try_select_mut(modes![1]);
                try_select_mut(modes![0, 0]);
                coalesce_mut();
                flatten_mut();
                one_mode_mut();
                group_mut(range::<0, 2>());
                try_take_mut(range::<1, 2>());
                try_take_mut(range::<0, 1>());
                permute_mut(modes![1, 0]);
                transposed_mut();
                try_slice_mut((i, ..));
                try_slice_mut((.., j));
                try_slice_mut(index);
                try_slice_mut((i, j..j + t));
                try_slice_mut((.., (j..).step_by(2)));
                try_inner_partition_mut(tiler, (i, j));
                try_inner_partition_mut(tiler, (.., j));
                try_outer_partition_mut(tiler, (i, j));
                try_outer_partition_mut(tiler, (i, ..));
                try_local_partition_mut(threads, index);
                try_local_tile_mut(tiler, (i, j));
                try_local_tile_mut(tiler, (i, ..));
            }
            if let Ok(mut row) = tile.try_slice_mut((i, ..)) {
                operations.written("clipped_mut", own, Some(row.clipped_mut([-1], [3]).0));
                writes!(operations own row: try_window_mut(j, layout!(t:1)););
                writes!(operations own row: try_predicated_window_mut([-1], layout!(t:1)););
            }
            if tile.try_local_tile(tiler, (i, j)).is_ok() {
                writes! { operations own tile:
                    local_tile_step_mut(layout!(<s:ds,7,t:dt>), (i, 0, j), (1, .., 1));
                }
            }
            #[cfg(target_pointer_width = "64")]
            {
                operations.written("reversed_mut", own, tile.try_reversed_mut::<0>().outcome());
                operations.written("reversed_mut", own, tile.try_reversed_mut::<1>().outcome());
            }
            let mut named = tile.view_mut().named((Row, Col));
            operations.written("permuted_mut", own, Some(named.permuted_mut((Col, Row)).unnamed()));
            operations.written("slices_mut", own, tile.slices_mut::<0>());
            operations.written("slices_mut", own, tile.slices_mut::<1>());
            let pair = tile.pair_mut::<0>(0, 1).map(|(first, second)| [first, second]);
            operations.written("pair_mut", own, pair.into_iter().flatten());
            if let Ok((low, high)) = tile.try_split_at_mut::<1>(j) {
                operations.written("split_at_mut", own, [low, high]);
            }
            write_all! { operations own tile:
                split_mut();
                try_tiles_mut(tiler);
                try_tiles_mut(layout!(s:ds));
                try_predicated_tiles_mut(tiler);
                try_predicated_tiles_mut(layout!(<4,2>));
                try_partitions_mut(threads);
            }
            let shape = threads.shape();
            for (x, y) in [(1, s), (t, 1), (0, 1)] {
                if let Ok(tv) = ThreadValue::try_new(shape, layout!((s,t):(x,y))) {
                    writes!(operations own tile: try_partition_mut(tv););
                }
            }
            let square = layout!((2,2)).shape();
            let tv = ThreadValue::new(square, layout!((1,(2,2)):(0,(1,2))));
            writes!(operations own tile: try_partition_mut(tv););
            let copy = TiledCopy::new(Vector::<U1>::new(), layout!((2,1)), layout!((1,2)));
            let product = TiledMma::new(Fma, layout!((2,1,1))).permuted(layout!(<4,2,2>));
            let (of_copy, of_product) = (copy.thread(index % 2), product.thread(index % 2));
            parts! { operations.written(own, tile):
                of_copy try_partition_d;
                of_product try_partition_a_mut;
                of_product try_partition_b_mut;
                of_product try_partition_c_mut;
            }
            writes!(operations own tile: try_predicated_divide_mut(tiler););
            let mut padded = tile.predicated_divide_mut(layout!(<4,2>));
            writes!(operations own padded: try_slice_mut((.., (i, j))); try_slice_mut(((1, ..), ..)););
            writes!(operations own padded: whole_mut(););
            let Ok(mut tile) = padded.try_slice_mut((.., (i, j))) else { return };
            writes!(operations own tile: whole_mut(););
            parts! { operations.written(own, &mut tile):
                of_copy try_predicated_partition_d;
                of_product try_predicated_partition_a_mut;
                of_product try_predicated_partition_b_mut;
                of_product try_predicated_partition_c_mut;
            }
        }
    )*};
}
writing! {
    write_tile TileMut<'_, usize, Tile>;
    write_swizzled Swizzled<DisjointMut<'_, usize>>;
    write_nested TileMut<'_, usize, Nested>;
}

/// Calls `$check` with a tile for each way to cut a tensor into tiles, and its elements.
macro_rules! tiles {
    ($case:ident, $data:ident, |$layout:ident| $tensor:expr, |$tile:ident, $own:ident| $check:expr) => {{
        let Case { tile: (a, b), tiles: (p, q), index, .. } = $case;
        let ((m, n), (d, e)) = $case.matrix();
        let k = index % (p * q);
        let (x, y) = (k % p, k / p);
        // Adjacent tiles, interleaved tiles, parts of threads, and modes.
        {
            let $layout = layout!((m,n):(d,e));
            let mut tensor = $tensor;
            {
                let mut all: Vec<_> = tensor.tiles_mut(layout!(<a:1,b:1>)).collect();
                let (mut $tile, $own) = (all.swap_remove(k), $case.elements((x * a, y * b), (1, 1)));
                $check;
            }
            let mut all: Vec<_> = tensor.partitions_mut(layout!((p,q))).collect();
            let (mut $tile, $own) = (all.swap_remove(k), $case.elements((x, y), (p, q)));
            $check;
        }
        let (dp, eq) = (d * p, e * q);
        let $layout = layout!(((a,b),(p,q)):((dp,eq),(d,e)));
        let mut tensor = $tensor;
        let mut all: Vec<_> = tensor.split_mut().collect();
        let (mut $tile, $own) = (all.swap_remove(k), $case.elements((x, y), (p, q)));
        $check;
    }};
}

/// One case for all tiles.
fn check(case: Case, operations: &Operations) {
    let ((m, n), (d, e)) = case.matrix();
    let length = ((m - 1) * d + (n - 1) * e + 1).next_multiple_of(64);
    let mut data: Vec<usize> = (0..length).collect();
    tiles!(case, data, |layout| Tensor::new(&mut data[..], layout).unwrap(), |tile, own| {
        read_tile(operations, &own, &case, &tile);
        read_shared(operations, &own, &case, &tile.view());
        read_mapped(operations, &own, &case, &tile.map(|x| x));
        write_tile(operations, &own, &case, &mut tile);
        as_tiles(operations, &own, &mut tile);
        for (rows, columns) in case.empty() {
            let Ok(mut nothing) = tile.try_slice_mut((rows, columns)) else { continue };
            read_tile(operations, &BTreeSet::new(), &case, &nothing);
            read_mapped(operations, &BTreeSet::new(), &case, &nothing.map(|x| x));
            write_tile(operations, &BTreeSet::new(), &case, &mut nothing);
        }
    });
    let sw = Swizzle::<U2, U1, P3>::new();
    tiles!(
        case,
        data,
        |layout| Tensor::through(&mut data[..], Composed::of(sw, layout)).unwrap(),
        |tile, own| {
            let own = own.into_iter().map(swizzle).collect();
            read_swizzled(operations, &own, &case, &tile);
            write_swizzled(operations, &own, &case, &mut tile);
            for (rows, columns) in case.empty() {
                let Ok(mut nothing) = tile.try_slice_mut((rows, columns)) else { continue };
                read_swizzled(operations, &BTreeSet::new(), &case, &nothing);
                write_swizzled(operations, &BTreeSet::new(), &case, &mut nothing);
            }
        }
    );
    let mut nested: Vec<usize> = (0..192).collect();
    let whole = layout!((((2,4),6),(2,2)):(((1,24),4),(2,96)));
    let mut tensor = Tensor::new(&mut nested[..], whole).unwrap();
    let k = case.index % 4;
    let mut tile = tensor.split_mut().nth(k).unwrap();
    let all = (0..2).flat_map(|x| (0..4).flat_map(move |y| (0..6).map(move |z| (x, y, z))));
    let own = all.map(|(x, y, z)| x + 24 * y + 4 * z + k % 2 * 2 + k / 2 * 96).collect();
    read_nested(operations, &own, &case, &tile);
    write_nested(operations, &own, &case, &mut tile);
    let (own, (i, j)) = (&own, case.at);
    // The same with static tilers.
    read! { operations own tile:
        try_zipped_divide(layout!((2,2):(4,1)).one_mode());
        try_zipped_divide(layout!(<(2,2):(4,1),3:2>));
        try_logical_divide(layout!((2,2):(8,1)).one_mode());
        try_inner_partition(layout!((2,2):(8,2)).one_mode(), j);
        try_local_tile(layout!(<4:2,2>), (i, ..));
        try_predicated_divide(layout!((2,2):(4,1)).one_mode());
        try_predicated_divide(layout!(<(2,2):(4,2),4>));
    }
    write_all! { operations own tile:
        try_tiles_mut(layout!((2,2):(4,1)).one_mode());
        try_tiles_mut(layout!(<(2,2):(4,1),3:2>));
    }
    assert!(data.into_iter().chain(nested).eq((0..length).chain(0..192)));
    of_whole_data(case, operations);
}

/// Elements that a composition or a padded divide reaches past the layout lie in the data, and where the result says.
fn of_whole_data(case: Case, operations: &Operations) {
    let ((s, ds), (t, dt)) = case.tiler;
    let (tiler, right) = (layout!(<s:ds,t:dt>), layout!((s,t):(ds,dt)));
    let ((m, n), (d, e)) = case.matrix();
    let length = (2 * ((m - 1) * d + (n - 1) * e) + 1).next_multiple_of(64);
    let data: Vec<usize> = (0..length).collect();
    let (mut of_slice, mut of_swizzled) = (data.clone(), data.clone());
    let matrix = layout!((m,n):(d,e));
    let composed = Composed::of(Swizzle::<U2, U1, P3>::new(), matrix);
    macro_rules! check {
        ($tensor:ident $place:expr; $($name:ident $args:tt;)*) => {$(
            let result = $tensor.$name $args.outcome();
            operations.count(stringify!($name), usize::from(result.is_some()));
            if let Some(result) = result {
                for i in 0..result.size() {
                    let place = $place(result.layout().offset(i));
                    assert_eq!(result.get(i).copied(), Some(place), "{}", stringify!($name));
                }
            }
        )*};
    }
    macro_rules! all {
        ($read:expr, $written:expr, $place:expr) => {{
            let tensor = $read;
            check! { tensor $place;
                try_compose(right);
                try_compose(layout!(s:dt));
                try_apply(Composition::new(right));
                try_apply(ZippedDivide::new(tiler));
                try_logical_divide_ceil(tiler);
                try_zipped_divide_ceil(tiler);
                try_tiled_divide_ceil(tiler);
                try_flat_divide_ceil(tiler);
                try_select(modes![0, 0]);
            }
            if let Ok(vectors) = tensor.try_upcast::<2>() {
                operations.count("upcast", 1);
                vectors.for_each(|&[x, y]| assert!(x % 2 == 0 && y == x + 1));
                let one_by_one = vectors.try_downcast();
                operations.read("downcast", &(0..length).collect(), one_by_one.outcome());
            }
            // There and back.
            if let Ok(words) = tensor.try_recast::<u16>() {
                let whole = words.try_recast::<usize>();
                operations.read("recast", &(0..length).collect(), whole.outcome());
            }
            let (mut tensor, all) = ($written, (0..length).collect::<BTreeSet<_>>());
            let all = &all;
            writes! { operations all tensor:
                try_compose_mut(right);
                try_apply_mut(Composition::new(right));
                try_logical_divide_ceil_mut(tiler);
                try_zipped_divide_ceil_mut(tiler);
                try_tiled_divide_ceil_mut(tiler);
                try_flat_divide_ceil_mut(tiler);
            }
            if let Ok(mut vectors) = tensor.try_upcast_mut::<2>() {
                operations.count("upcast_mut", 1);
                operations.written("downcast_mut", all, vectors.try_downcast_mut().outcome());
            }
            if let Ok(mut words) = tensor.try_recast_mut::<u16>() {
                let whole = words.try_recast_mut::<usize>();
                operations.written("recast_mut", all, whole.outcome());
            }
        }};
    }
    all!(
        Tensor::new(&data[..], matrix).unwrap(),
        Tensor::new(&mut of_slice[..], matrix).unwrap(),
        |x| x
    );
    all!(
        Tensor::through(&data[..], composed).unwrap(),
        Tensor::through(&mut of_swizzled[..], composed).unwrap(),
        swizzle
    );
}

/// One case for Miri, which takes a thousand times as long. Each operation runs on a tile, on a swizzled tile and
/// on an empty slice of one, while the adjacent tiles are borrowed for writing.
fn check_with_neighbours(operations: &Operations) {
    let case = Case {
        tile: (4, 2),
        tiles: (2, 1),
        order: 0,
        gap: 0,
        tiler: ((2, 2), (2, 1)),
        at: (0, 0),
        index: 1,
    };
    let ((m, n), (d, e)) = case.matrix();
    let matrix = layout!((m,n):(d,e));
    let (mut plain, mut swizzled): (Vec<usize>, Vec<usize>) =
        ((0..32).collect(), (0..32).collect());
    let own = case.elements((1, 0), (2, 1));

    let mut tensor = Tensor::new(&mut plain[..], matrix).unwrap();
    let mut tiles: Vec<_> = tensor.partitions_mut(layout!((2, 1))).collect();
    let mut tile = tiles.swap_remove(1);
    read_tile(operations, &own, &case, &tile);
    write_tile(operations, &own, &case, &mut tile);
    as_tiles(operations, &own, &mut tile);
    write_tile(operations, &BTreeSet::new(), &case, &mut tile.slice_mut((4..4, 0..2)));
    tiles.iter_mut().for_each(|other| other.for_each_mut(|x| *x += 1));
    assert_eq!(tile[(0, 0)], 1);

    let composed = Composed::of(Swizzle::<U2, U1, P3>::new(), matrix);
    let mut tensor = Tensor::through(&mut swizzled[..], composed).unwrap();
    let mut tiles: Vec<_> = tensor.partitions_mut(layout!((2, 1))).collect();
    let mut tile = tiles.swap_remove(1);
    let own = own.into_iter().map(swizzle).collect();
    write_swizzled(operations, &own, &case, &mut tile);
    write_swizzled(operations, &BTreeSet::new(), &case, &mut tile.slice_mut((0..4, 2..2)));
    tiles.iter_mut().for_each(|other| other.for_each_mut(|x| *x += 1));
    assert_eq!(tile[(0, 0)], swizzle(1));
    of_whole_data(case, operations);
}

#[test]
#[cfg_attr(miri, ignore = "three hundred cases; it runs one, `beside_borrowed_tiles`")]
fn no_result_leaves_its_tile() {
    let operations = Operations::default();
    let config = ProptestConfig::with_cases(300);
    let mut runner = proptest::test_runner::TestRunner::new(config);
    let result = runner.run(&case(), |case| {
        check(case, &operations);
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    each_of_the_source(operations, 20);
}

#[test]
fn beside_borrowed_tiles() {
    let operations = Operations::default();
    check_with_neighbours(&operations);
    // Reading the source takes Miri minutes.
    if !cfg!(miri) {
        each_of_the_source(operations, 1);
    }
}

/// Checks that each operation of the source has been called, and had at least `least` results.
fn each_of_the_source(operations: Operations, least: usize) {
    let in_source = in_source();
    let others: BTreeSet<String> = OTHERS.iter().map(|name| name.to_string()).collect();
    let counts = operations.0.into_inner();
    println!("{counts:?}");
    let asked = counts.keys().map(|name| name.to_string()).collect();
    // Whoever adds an operation calls it on tiles above, or says that it makes no tensor from one.
    assert_eq!(in_source, &others | &asked);
    assert_eq!(others.intersection(&asked).count(), 0);
    let never: Vec<_> = counts.iter().filter(|(_, results)| **results < least).collect();
    assert!(never.is_empty(), "too few results: {never:?}");
}

/// An empty slice of a tile, without its empty mode: it would have elements of the adjacent tiles, although it is
/// shorter than the slice.
#[test]
fn nothing_of_three_modes() {
    let mut data: Vec<usize> = (0..4 * 6 * 8).collect();
    let mut cube = Tensor::new(&mut data[..], layout!((4, 6, 8))).unwrap();
    for mut tile in cube.tiles_mut(layout!(<2,3,4>)) {
        for k in 0..=2 {
            for (rows, columns, layers) in
                [(k..k, 0..3, 0..4), (0..2, k..k, 0..4), (0..2, 0..3, k..k), (2..2, 3..3, 4..4)]
            {
                let mut nothing = tile.slice_mut((rows, columns, layers));
                assert_eq!(nothing.iter().count(), 0);
                macro_rules! refused {
                    ($($name:ident $name_mut:ident $of:expr;)*) => {$(
                        assert!(nothing.$name($of).is_err());
                        assert!(nothing.$name_mut($of).is_err());
                    )*};
                }
                let extents = nothing.extents();
                if extents.0 > 0 {
                    refused! {
                        try_take try_take_mut range::<0, 1>();
                        try_select try_select_mut modes![0];
                    }
                }
                if extents.1 > 0 {
                    refused! {
                        try_take try_take_mut range::<1, 2>();
                        try_select try_select_mut modes![1];
                    }
                }
                if extents.2 > 0 {
                    refused! {
                        try_take try_take_mut range::<2, 3>();
                        try_select try_select_mut modes![2];
                    }
                }
                if extents.0 > 0 && extents.1 > 0 {
                    refused! {
                        try_take try_take_mut range::<0, 2>();
                        try_select try_select_mut modes![1, 0];
                    }
                }
                // Results that stay empty are returned.
                assert_eq!(nothing.select(modes![2, 0, 1]).size(), 0);
                assert_eq!(nothing.flatten().coalesce().size(), 0);
            }
        }
    }
}
