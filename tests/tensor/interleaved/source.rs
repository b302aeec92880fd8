//! The operations of tensors, by their names in the source.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Operations that make no tensor from a tensor: they make the first tensor, ask it for numbers, or visit its elements.
pub const OTHERS: &[&str] = &[
    "new",
    "zeros",
    "from_fn",
    "filled",
    "full",
    "counting",
    "coordinates",
    "through",
    "layout",
    "size",
    "sizes",
    "shape",
    "extent",
    "extents",
    "rank",
    "origin",
    "composed",
    "contains",
    "is_aligned",
    "place",
    "data",
    "data_mut",
    "get",
    "get_mut",
    "at",
    "for_each",
    "for_each_mut",
    "fold",
    "sum",
    "max",
    "min",
    "iter",
    "iter_mut",
    "fill",
    "copy_from",
    "with_coordinates",
    "with_positions",
    "unroll",
    "unroll_mut",
    // The same tensor, or a copy.
    "renamed",
    "unnamed",
    "to_owned",
    // The loops by threads, and their reductions. `src/parallel/tests.rs` has their tests.
    "par_along",
    "par_copy_from",
    "par_dot",
    "par_fill",
    "par_map",
    "par_map_inplace",
    "par_max",
    "par_min",
    "par_sum",
    "par_to_owned",
    "par_zip_mut_with",
    "reduce",
    // A check that returns its tensor, for `tilework-atom`.
    "vectors",
    // Does not compile.
    "astype",
    "zip_mut_with",
    "pointer",
    "set",
    "write_each",
    "load",
    "load_by",
    "store",
    "store_with",
    // On pointers, which are sound as long as the maker of the tensor keeps the promise.
    "unswizzled",
    // On coordinates, which are no places in memory.
    "local_tile_ceil",
    // The tiles of the methods without `par_`, for threads: `tests/tensor/par_tiles.rs` and `races.rs`.
    "par_tiles",
    "par_tiles_mut",
    "par_slices",
    "par_slices_mut",
    "par_predicated_tiles",
    "par_predicated_tiles_mut",
    // Only targets of 64 bits have them.
    #[cfg(not(target_pointer_width = "64"))]
    "reversed",
    #[cfg(not(target_pointer_width = "64"))]
    "reversed_mut",
];

/// The public methods in a source file, by their words. Those of macros are before `where {`, or on lines of their own,
/// and begin with `try_`. A function that is no method begins its line.
fn methods(source: &str, methods: &mut BTreeSet<String>) {
    let word = |text: &str| {
        let end = text.find(|c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'));
        text[..end.unwrap_or(text.len())].to_owned()
    };
    let methods_only = source.lines().filter(|line| !line.starts_with("pub fn "));
    let code = methods_only.map(str::trim).filter(|line| !line.starts_with("//"));
    for line in code {
        let names: Vec<String> = match (line.strip_prefix("pub fn "), line.split_once(" where {")) {
            (Some(rest), _) => vec![word(rest)],
            (None, Some((before, _))) => before.split(' ').map(str::to_owned).collect(),
            (None, None) => line.trim_end_matches(';').split(' ').map(str::to_owned).collect(),
        };
        let are_words = names.iter().all(|name| !name.is_empty() && word(name) == *name);
        if are_words
            && (line.contains("pub fn")
                || names[0].starts_with("try_")
                || line.contains(" where {"))
        {
            let name = |name: &String| name.strip_prefix("try_").unwrap_or(name).to_owned();
            methods.extend(names.iter().map(name));
        }
    }
}

/// The names of all operations of tensors.
pub fn in_source() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src");
    let mut sources = vec![root.join("tensor.rs"), root.join("generic/tensor.rs")];
    sources.extend(
        ["thread_copy", "thread_mma", "predicated"]
            .map(|file| root.join(format!("../gpu/atom/src/{file}.rs"))),
    );
    // Methods beside the algorithms that they call.
    sources.extend(["copy", "fill"].map(|file| root.join(format!("algorithm/{file}.rs"))));
    for folder in ["tensor", "tensor/predicated", "parallel"] {
        let entries = fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        sources.extend(entries.filter(|path| path.is_file()));
    }
    let mut in_source = BTreeSet::new();
    sources.iter().for_each(|path| methods(&fs::read_to_string(path).unwrap(), &mut in_source));
    in_source
}
