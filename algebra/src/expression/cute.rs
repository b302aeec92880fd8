//! Names from CuTe, and how the notation spells them if it does not read them as they are.

/// A short description of how the notation writes what CuTe calls by this name; `None` for other names.
///
/// ```
/// use tilework_algebra::expression::spelling;
/// assert_eq!(spelling("make_tiler"), Some("a tiler is written `<4:1,8:2>`"));
/// assert_eq!(spelling("composition"), None);
/// ```
pub fn spelling(name: &str) -> Option<&'static str> {
    Some(match name {
        "make_layout" | "Layout" => "a layout is written `S:D`, `(4,8):(8,1)`",
        "make_shape" | "make_stride" | "make_coord" | "make_tuple" | "make_step" | "Shape"
        | "Stride" | "Coord" | "Step" => "a tuple is written `(4,8)`",
        "make_tile" | "make_tiler" | "Tile" => "a tiler is written `<4:1,8:2>`",
        "LayoutLeft" | "GenColMajor" => "the first mode is the fastest in `S:col_major`",
        "LayoutRight" | "GenRowMajor" => "the last mode is the fastest in `S:row_major`",
        "local_tile" | "local_partition" | "inner_partition" | "outer_partition" => {
            "of a layout `zipped_divide(L, T)((_, c))` is the tile at `c`, `zipped_divide(L, T)((c, _))` the part \
             at `c`; tensors have `local_tile` and `local_partition`"
        }
        "make_tensor" | "Tensor" => "a tensor is made in Rust, `Tensor::new(data, layout)`",
        "make_identity_tensor" | "make_counting_tensor" => {
            "`make_identity_layout(S)` is the layout of coordinates"
        }
        "print" | "print_layout" | "print_latex" | "print_tensor" => {
            "what an expression is, is printed: write the layout alone, or `offsets(L)`"
        }
        "make_composed_layout" => "a composed layout is written `Sw<3,4,3> o n o L`",
        "get" | "layout" => "mode `k` of a layout is `mode(L, k)`",
        "group_modes" => "it is `group(L, begin, end)`",
        "tile_unzip" => "it is `zipped_divide(L, T)`",
        "recast_layout" => "it is `recast(L, old, new)`, in bits",
        "product_each" => "it is `product(S)`, mode by mode",
        _ => return None,
    })
}
