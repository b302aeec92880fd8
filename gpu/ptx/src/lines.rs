//! Which lines of the source access local memory, from the compiler's line tables.

use std::path::Path;

/// Stands in the text of a kernel before an access of local memory, and names its place: `\t//local src/lib.rs:33`.
pub(crate) const LOCAL: &str = "\t//local ";
/// `.loc FILE LINE COLUMN`: the place of the instructions that follow.
const PLACE: &str = "\t.loc\t";
/// `.file NUMBER "PATH"`.
const FILE: &str = "\t.file\t";
/// The first line of debug information, which lasts up to a brace.
const SECTION: &str = "\t.section\t";
/// What a target has then.
const DEBUG: &str = ", debug";
/// Labels between which a place holds.
const LABELS: [&str; 4] = ["$L__tmp", "$L__func_begin", "$L__func_end", "$L__sec_end"];

/// The text of the compiler without its line tables. The place of each access of local memory remains, as a line
/// [`LOCAL`] before it. An access is usually in an inlined function of another crate. Then its place is the last one
/// before it in `folder`, the crate of kernels.
pub(crate) fn only_local(assembly: &str, folder: &Path) -> String {
    let own = files(assembly, folder);
    let mut text = String::with_capacity(assembly.len());
    let (mut place, mut lines) = (None, assembly.lines());
    while let Some(line) = lines.next() {
        if let Some(of) = line.strip_prefix(PLACE) {
            place = self::place(of, &own).or(place);
        } else if line.starts_with(SECTION) {
            let is_end = |line: &str| line.starts_with("\t}");
            // An empty one is a line.
            _ = line.ends_with('}') || lines.by_ref().any(is_end);
        } else if !line.starts_with(FILE) && !LABELS.iter().any(|label| line.starts_with(label)) {
            if line.starts_with(".visible") {
                place = None;
            }
            if let Some((path, number)) = place.filter(|_| is_local(line)) {
                text += &format!("{LOCAL}{path}:{number}\n");
            }
            // The driver takes a target `sm_90a, debug` to need debug information.
            text +=
                line.strip_suffix(DEBUG).filter(|_| line.starts_with(".target")).unwrap_or(line);
            text.push('\n');
        }
    }
    text
}

/// A load or a store.
fn is_local(line: &str) -> bool {
    ["\tld.local", "\tst.local"].iter().any(|access| line.starts_with(access))
}

/// The numbers of the files of the folder, and their paths in it.
fn files<'t>(assembly: &'t str, folder: &Path) -> Vec<(&'t str, &'t str)> {
    let lines = assembly.lines().filter_map(|line| line.strip_prefix(FILE));
    let named = lines.filter_map(|line| {
        let (number, path) = line.split_once(' ')?;
        let path = Path::new(path.trim_matches('"')).strip_prefix(folder).ok()?;
        Some((number, path.to_str()?))
    });
    named.collect()
}
/// The file and the line of `FILE LINE COLUMN`, if it is one of these files. Line 0 is no place.
fn place<'t>(of: &'t str, own: &[(&str, &'t str)]) -> Option<(&'t str, &'t str)> {
    let mut words = of.split_whitespace();
    let (number, line) = (words.next()?, words.next()?);
    let (_, path) = own.iter().find(|(of, _)| *of == number)?;
    (line != "0").then_some((path, line))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    #[test]
    fn an_access_has_the_last_place_in_the_folder() {
        let assembly = ".target sm_90a, debug\n.visible .entry f(\n)\n{\n$L__func_begin0:\n\t.loc\t2 9 1\n\tst.local.b32 \t[%rd1], %r1;\n\
            \t.loc\t1 33 9\n\tadd.s32 \t%r1, %r2, %r3;\n$L__tmp1:\n\t.loc\t2 17 17\n\tld.local.b32 \t%r10, [%rd43];\n\
            \t.loc\t1 0 9\n\tld.local.b32 \t%r11, [%rd44];\n$L__tmp2:\n\tret;\n}\n.visible .entry g(\n)\n{\n\
            \tld.local.b32 \t%r1, [%rd1];\n}\n\t.file\t1 \"/mine/src/lib.rs\"\n\t.file\t2 \"/other/src/array.rs\"\n\
            \t.section\t.debug_abbrev\n\t{\n.b8 1\n\t}\n\t.section\t.debug_macinfo\t{\t}\n$L__sec_end0:\n";
        let right = ".target sm_90a\n.visible .entry f(\n)\n{\n\tst.local.b32 \t[%rd1], %r1;\n\tadd.s32 \t%r1, %r2, %r3;\n\
            \t//local src/lib.rs:33\n\tld.local.b32 \t%r10, [%rd43];\n\
            \t//local src/lib.rs:33\n\tld.local.b32 \t%r11, [%rd44];\n\tret;\n}\n.visible .entry g(\n)\n{\n\
            \tld.local.b32 \t%r1, [%rd1];\n}\n";
        assert_eq!(super::only_local(assembly, Path::new("/mine")), right);
    }
}
