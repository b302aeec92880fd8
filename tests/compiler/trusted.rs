//! Public traits that `unsafe` code relies on: each is sealed or `unsafe`, and a program that implements it does not
//! compile.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, iter};

use serde_json::Value;

use crate::compiler::{Library, ROOT, scratch};

/// Traits that no other crate implements. `Own` is a user's type, and `L` a layout: a trait with a parameter could be
/// implemented for a layout with a user's type as the parameter.
const SEALED: &[(&str, &[&str])] = &[
    // Layouts, leaves and functions of offsets.
    ("tilework", &["AnyLayout", "Leaf"]),
    (
        "tilework::bound",
        &[
            "CompactLike<Own> for L",
            "HasOwned",
            "HasSize",
            "Index",
            "IntegerOffsets",
            "IntegerStrides",
            "LeafIn<usize>",
            "OffsetMap",
            "StrideLeaf",
            "StrideLeafIn<usize>",
            "ThreadLayout",
            "TwoModes",
            "Unroll",
        ],
    ),
    ("tilework::verdict", &["AnyResult"]),
    ("tilework::generic", &["Function", "IntegerLayout", "RankLayout<2>", "Tiler"]),
    ("tilework::algorithm", &["BatchLayout", "Element", "MatrixLayout"]),
    // Coordinates.
    (
        "tilework::bound",
        &[
            "Coordinate<usize, S, S>",
            "Slice<S, S>",
            "SliceBy<Own> for L",
            "SliceAt<Own, usize> for L",
            "DiceBy<Own> for L",
            "DiceAt<Own, usize> for L",
            "Natural<usize>",
            "Compact<Own, Own>",
        ],
    ),
    ("tilework::internal", &["ByThread<Own> for L"]),
    // Operations of tensors.
    (
        "tilework::bound::total",
        &[
            "CoalesceTotal",
            "CompositionTotal<Own> for L",
            "FlattenTotal",
            "GroupTotal<Own, Own> for L",
            "PermuteTotal<Own> for L",
            "SelectTotal<Own> for L",
            "DivideTotal<Own, Own> for L",
            "ArrangedTotal<Own, Own, Own> for L",
            "ZippedDivideTotal<Own, Own> for L",
            "ModeTotal<Own> for L",
            "TakeTotal<Own, Own> for L",
        ],
    ),
    (
        "tilework::bound",
        &[
            "AlongMode<Own> for L",
            "AlongName<Own, Own> for L",
            "CanBeOneMode",
            "CanTranspose",
            "Coalesce",
            "CanFlatten",
            "ComposeWith<Own> for L",
            "FlatDivideBy<Own> for L",
            "GroupBy<Own, Own> for L",
            "Has<Own>",
            "HasMode<Own> for L",
            "LocalPartitionBy<Own> for L",
            "LocalTileBy<Own, Own> for L",
            "LogicalDivideBy<Own> for L",
            "Names",
            "OfTileBy<Own, Own> for L",
            "PartitionBy<Own, Own> for L",
            "PermuteBy<Own> for L",
            "PermuteNames<Own, Own> for L",
            "PredicatedBy<Own> for L",
            "PredicatedWindowBy<Own, 1> for L",
            "Predicate",
            "ReverseMode<Own> for L",
            "SelectBy<Own> for L",
            "SplitMode<Own> for L",
            "TakeFrom<Own, Own> for L",
            "ThreadsAndValues<Own> for L",
            "TiledDivideBy<Own> for L",
            "WindowBy<Own> for L",
            "ZippedDivideBy<Own> for L",
        ],
    ),
    // The data of tensors.
    (
        "tilework::bound",
        &[
            "Accessor",
            "AccessorMut",
            "Addressed",
            "AddressedMut",
            "Contiguous",
            "ContiguousMut",
            "Divisible",
            "Engine",
            "EngineMut",
            "InMemory",
            "Lends",
            "Memory",
            "MemoryMut",
            "Placed",
            "Reader",
            "Small",
            "Whole",
            "Word",
            "Writer",
        ],
    ),
    ("tilework_atom", &["VectorsRead<Own, Own>", "VectorsWritten<Own, Own>"]),
    ("tilework::algebra", &["Nested"]),
    // Kernels.
    ("tilework_device", &["Major", "TensorElement"]),
    ("tilework_device::parameter", &["Leaves"]),
];

/// Traits whose implementation is a promise.
const UNSAFE: &[(&str, &[&str])] = &[
    (
        "tilework_device",
        &["Accumulator", "ConsistsOf<f32>", "Element", "InSharedMemory", "Registers"],
    ),
    (
        "tilework_device::launch",
        &["Data<'static, Own, Own>", "Kernel", "Map<'static, Own, Own>", "View<'static, Own, Own>"],
    ),
    ("tilework_device", &["Parameter"]),
    ("tilework_device", &["InGlobalMemory"]),
    ("tilework_device", &["BlockMode", "HasParts<Own>", "Divides<Own>", "Matrix", "ThreadValues"]),
    ("tilework::bound", &["AnyBits"]),
];

/// Public traits beside such code on which it does not rely, and why.
const OPEN: &[(&str, &[&str])] = &[
    (
        "all that it does with memory its methods do, which are `unsafe`: what they promise is theirs",
        &[
            "Pointer",
            "PointerMut",
            "Atomic",
            "AtomicInteger",
            "AtomicBits",
            "Cached",
            "Combined",
            "FromShared",
            "FromRegisters",
            "Matrices",
            "MmaSync",
            "Multiply",
            "MultiplyRegisters",
            "Arguments",
        ],
    ),
    (
        "it computes numbers, which are checked where they are used",
        &["Blocks", "Grid", "Numbers", "Pair", "Pair8", "Repeats"],
    ),
    (
        "a tensor map compares it with the buffer, and a kernel that has its boxes is `unsafe`",
        &["Tile"],
    ),
    (
        "what is made of it is zeroed and passes the fence by bounds that are `unsafe`",
        &["Accumulate"],
    ),
    ("values of it are made by `unsafe` alone", &["Launches", "OfKernel"]),
    ("a tuple of parameters, each of which is `unsafe`", &["Parameters"]),
    ("a name", &["Machine"]),
    ("the layout of a parameter, which the launch compares", &["Viewed"]),
    (
        "the number of a type: how it divides elements is `Divides`, which is `unsafe`",
        &["Division"],
    ),
    (
        "names are compared by their labels alone, and two types with one label are one name",
        &["ModeName"],
    ),
    (
        "it is called where the library names the operation, for which the library has it",
        &["Computes"],
    ),
    ("a coordinate, which is checked as any is", &["Coordinates"]),
    ("arrays of coordinates have it, which are no types of a user's own", &["Corner"]),
    (
        "users may have atoms of their own: what a thread has of a tensor is checked to lie in it",
        &[
            "CopiedBy",
            "CopyDestination",
            "CopySource",
            "Fragment",
            "Load",
            "Mma",
            "MmaAtom",
            "RetiledBy",
            "SharedTile",
            "Tmem",
        ],
    ),
    (
        "no name leads to it from outside",
        &["After", "Before", "DataLayout", "Int", "Number", "Place", "Repeated", "Within"],
    ),
    (
        "sealed, in `tilework-host`: a program in its documentation does not compile",
        &["Multiplied"],
    ),
    ("a constant: what is computed with it is checked as another value is", &["Known"]),
    (
        "dynamic integers become leaves, or leaves integers: layouts of them are checked",
        &["DynamicLeaves"],
    ),
    (
        "a layout of a shape, which is checked as any is",
        &["HasCompact", "CompactInto", "UnflattenBy", "UnflattenTotal"],
    ),
    ("the number of elements of a layout is that of its modes, which are sealed", &["HasSize"]),
    (
        "what `own` returns is what the trait gives, and other crates make no parts that a thread owns",
        &["GivesParts"],
    ),
];

/// The rows of a table, each as `trait` and `type`.
fn rows<'a>(table: &'a [(&str, &[&str])]) -> Vec<(String, &'a str)> {
    let row = |(of, row): (&&str, &&'a str)| {
        let (name, own) = row.split_once(" for ").unwrap_or((row, "Own"));
        (format!("{of}::{name}"), own)
    };
    table.iter().flat_map(|(of, rows)| iter::repeat(of).zip(*rows)).map(row).collect()
}
/// The name of a trait, without its path and its parameters.
fn name(path: &str) -> &str {
    let path = path.split('<').next().unwrap();
    path.rsplit("::").next().unwrap()
}

/// The compiler's output for the impl of each row, by its number.
fn said(rows: &[(String, &str)], file: &str) -> BTreeMap<usize, String> {
    let mut program = String::from("#![allow(unused)]\n");
    for (number, (of, own)) in rows.iter().enumerate() {
        program += &format!(
            "mod row_{number} {{ type L = tilework::Layout!((4,8):(8,1)); type S = <L as tilework::AnyLayout>::Shape; \
             #[derive(Clone, Copy)] struct Own; impl {of} for {own} {{}} }}\n"
        );
    }
    // Programs whose names begin this way have the crate of kernels.
    let source = scratch("ui").join(file).with_extension("rs");
    fs::write(&source, program).unwrap();
    let mut rustc = Library::of_the_tests().rustc(&source, "lib");
    rustc.args(["--emit=metadata", "--error-format=json", "--out-dir"]).arg(scratch("ui"));
    let output = rustc.output().expect("rustc runs");
    let mut said: BTreeMap<usize, String> = BTreeMap::new();
    for line in String::from_utf8(output.stderr).unwrap().lines() {
        let message: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
        let mut spans = message["spans"].as_array().into_iter().flatten();
        let Some(span) = spans.find(|span| span["is_primary"] == true) else { continue };
        let row = span["line_start"].as_u64().unwrap() as usize - 2;
        let code = message["code"]["code"].as_str().unwrap_or_default();
        *said.entry(row).or_default() +=
            &format!("{code} {}\n", message["rendered"].as_str().unwrap());
    }
    said
}

#[test]
fn a_trait_that_unsafe_code_relies_on_is_sealed_or_unsafe() {
    let (sealed, promises) = (rows(SEALED), rows(UNSAFE));
    let names: BTreeSet<&str> = sealed.iter().map(|(of, _)| name(of)).collect();
    let public = public();
    let public: BTreeSet<&str> = words(&public).collect();
    let mut wrong = String::new();
    // Nobody can name the missing item.
    let said_of_sealed = said(&sealed, "kernel_sealed");
    for (row, (of, own)) in sealed.iter().enumerate() {
        let said = said_of_sealed.get(&row).map_or("nothing", String::as_str);
        let by_a_trait = said.contains("E0277") && said.contains("ealed::Sealed");
        let by_an_item = said.contains("E0046") && said.contains("`SEAL`");
        // One impl already covers all types.
        let by_an_impl = said.contains("E0119");
        // Its supertrait is in this table, or has no name.
        let by_another = needed(said)
            .any(|other| other != name(of) && (names.contains(other) || !public.contains(other)));
        if !by_a_trait && !by_an_item && !by_an_impl && !by_another {
            wrong += &format!("{of} for {own} is not sealed: {said}");
        }
    }
    let said_of_promises = said(&promises, "kernel_unsafe");
    for (row, (of, _)) in promises.iter().enumerate() {
        let said = said_of_promises.get(&row).map_or("nothing", String::as_str);
        if !said.contains("E0200") {
            wrong += &format!("{of} is not `unsafe`: {said}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The code of the files that make names public outside of `tilework`.
fn public() -> String {
    let modules = [
        "lib",
        "bound",
        "bound/total",
        "internal",
        "verdict",
        "generic",
        "../gpu/atom/src/lib",
        "../gpu/atom/src/proof",
        "algorithm",
        "interop",
        "expansion",
    ];
    let file = |module| Path::new(ROOT).join("src").join(module).with_extension("rs");
    let texts = modules.map(|module| fs::read_to_string(file(module)).unwrap());
    // Comments have other words.
    let lines = texts.iter().flat_map(|text| text.lines());
    lines.filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
}
/// The traits that the compiler says a type would need.
fn needed(said: &str) -> impl Iterator<Item = &str> {
    said.lines().filter_map(|line| {
        let (_, rest) = line.split_once("the trait ")?;
        let bound = rest.strip_prefix("bound ");
        if !rest.contains("is not ") {
            return None;
        }
        let rest = match bound {
            Some(bound) => bound.split_once(": ")?.1,
            None => rest.strip_prefix('`')?,
        };
        Some(name(rest.split('`').next()?))
    })
}

/// The sources below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Whoever writes a public trait in a file with `unsafe`, or seals one, enters it in a table above.
#[test]
fn each_public_trait_beside_unsafe_code_is_in_a_table() {
    let known = rows(SEALED).into_iter().chain(rows(UNSAFE)).map(|(of, _)| name(&of).to_owned());
    let open = OPEN.iter().flat_map(|(_, names)| *names).map(|name| (*name).to_owned());
    let known: BTreeSet<String> = known.chain(open).collect();
    let read = |path: &Path| fs::read_to_string(path).unwrap();
    let root = Path::new(ROOT);
    let public = public();
    let public: BTreeSet<&str> = words(&public).collect();
    let (mut missing, mut count) = (Vec::new(), 0);
    for folder in [
        "src",
        "algebra/src",
        "macros/src",
        "gpu/atom/src",
        "gpu/device/src",
        "gpu/device/macros/src",
        "gpu/host/src",
        "gpu/ptx/src",
        "cli/src",
    ] {
        let mut files = Vec::new();
        sources(&root.join(folder), &mut files);
        for file in files {
            let text = read(&file);
            let code = || text.lines().map(str::trim).filter(|line| !line.starts_with("//"));
            let words = ["unsafe", "Sealed", "SEAL"];
            if !code().any(|line| words.iter().any(|word| line.contains(word))) {
                continue;
            }
            for line in code() {
                let rest = match line.strip_prefix("pub ") {
                    Some(rest) => rest,
                    // An entry of `operation!`, which makes it public.
                    None if line.starts_with("trait ") && line.contains('[') => line,
                    None => continue,
                };
                let rest = rest.strip_prefix("unsafe ").unwrap_or(rest);
                let Some(rest) = rest.strip_prefix("trait ") else { continue };
                let name = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap();
                let is_named = !["src", "gpu/atom/src"].contains(&folder) || public.contains(name);
                if name == "Sealed" || name.is_empty() || !is_named {
                    continue;
                }
                count += 1;
                if !known.contains(name) {
                    missing.push(format!("{}: {name}", file.strip_prefix(root).unwrap().display()));
                }
            }
        }
    }
    println!("{count} traits");
    assert!(missing.is_empty(), "which table has them?\n{}", missing.join("\n"));
    assert!(count > 80, "{count}");
}
