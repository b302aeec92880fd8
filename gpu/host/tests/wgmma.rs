//! Registers of pending `wgmma`s in the PTX of the kernels: on no path is one read or written too early.
//!
//! PTX ISA 8.0, 9.7.14.7: accumulators, and `A` in registers, are written before `wgmma.fence`. Until
//! `wgmma.wait_group` has waited for the group, nobody reads or writes its accumulators, except other multiplications
//! that add to them, and nobody writes its `A`.

use std::collections::{BTreeMap, BTreeSet};

use tilework_instructions::PTX as INSTRUCTIONS;
use tilework_kernels::PTX as KERNELS;

type Set<'t> = BTreeSet<&'t str>;

/// The registers of a multiplication.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Held<'t> {
    sums: Set<'t>,
    a: Set<'t>,
}
/// The work that is pending at a line.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
struct UnderWay<'t> {
    groups: Vec<Held<'t>>,
    open: Held<'t>,
    /// Registers of multiplications that were written since the last `wgmma.fence`.
    written: Set<'t>,
}
impl<'t> UnderWay<'t> {
    fn held(&self) -> impl Iterator<Item = &Held<'t>> {
        self.groups.iter().chain([&self.open])
    }
}

/// The registers in a text, in order.
fn registers(text: &str) -> Vec<&str> {
    let ends = |c: char| !c.is_ascii_alphanumeric();
    let starts = text.match_indices('%').map(|(at, _)| &text[at + 1..]);
    starts.map(|rest| &rest[..rest.find(ends).unwrap_or(rest.len())]).collect()
}
/// The registers of a multiplication: the first list is the sums, and the second, if there is one, is `A`.
fn multiplication(line: &str) -> Option<Held<'_>> {
    let (_, operands) = line.split_once("wgmma.mma_async")?;
    let (sums, rest) = operands.split_once('}')?;
    let a = rest.trim_start_matches([',', ' ']).strip_prefix('{');
    let a = a.and_then(|rest| rest.split_once('}')).map_or("", |(a, _)| a);
    Some(Held {
        sums: registers(sums).into_iter().collect(),
        a: registers(a).into_iter().collect(),
    })
}
/// The register that an instruction writes: the first one, if the instruction has a result.
fn result(line: &str) -> Option<&str> {
    let instruction = line.rsplit("} ").next()?.trim_start();
    let without = ["st", "cp.", "mbarrier", "bar", "red", "bra", "@", "ret", "setmaxnreg", "fence"];
    if without.iter().any(|name| instruction.starts_with(name)) {
        return None;
    }
    registers(instruction).first().copied()
}

/// Follows all paths of the body of a kernel. The error has the line.
fn check(body: &str) -> Result<usize, String> {
    let lines: Vec<&str> = body.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let label =
        |(at, line): (usize, &&'_ str)| line.strip_suffix(':').map(|name| (name.to_owned(), at));
    let labels: BTreeMap<String, usize> = lines.iter().enumerate().filter_map(label).collect();
    let all: Vec<Held<'_>> = lines.iter().filter_map(|line| multiplication(line)).collect();
    let of_wgmma: Set<'_> = all.iter().flat_map(|held| held.sums.union(&held.a)).copied().collect();

    let mut visited = BTreeSet::new();
    let mut paths = vec![(0, UnderWay::default())];
    while let Some((mut at, mut now)) = paths.pop() {
        while at < lines.len() {
            let line = lines[at];
            let wrong = |what: &str| Err(format!("line {at}: {what}: {line}"));
            if line.ends_with(':') && !visited.insert((at, now.clone())) {
                break;
            }
            if let Some(held) = multiplication(line) {
                if held.sums.union(&held.a).any(|register| now.written.contains(register)) {
                    return wrong("written after wgmma.fence");
                }
                if now.held().any(|other| !other.sums.is_disjoint(&held.a)) {
                    return wrong("sums that are under way are multiplied");
                }
                now.open.sums.extend(held.sums);
                now.open.a.extend(held.a);
            } else if line.starts_with("wgmma.fence") {
                now.written.clear();
            } else if line.starts_with("wgmma.commit_group") {
                now.groups.push(std::mem::take(&mut now.open));
            } else if let Some(left) = line.strip_prefix("wgmma.wait_group.sync.aligned ") {
                let left: usize = left.trim_end_matches(';').parse().map_err(|_| line)?;
                now.groups.drain(..now.groups.len().saturating_sub(left));
            } else {
                let named = registers(line);
                if now.held().any(|held| named.iter().any(|one| held.sums.contains(one))) {
                    return wrong("sums that are under way");
                }
                if let Some(result) = result(line).filter(|one| of_wgmma.contains(one)) {
                    if now.held().any(|held| held.a.contains(result)) {
                        return wrong("`A` of what is under way is written");
                    }
                    now.written.insert(result);
                }
                if line == "ret;" {
                    if now.held().any(|held| !held.sums.is_empty()) {
                        return wrong("nobody has waited");
                    }
                    break;
                }
                let branch = line.split_once("bra");
                let branch =
                    branch.filter(|(before, _)| before.is_empty() || before.starts_with('@'));
                if let Some((condition, target)) = branch {
                    let (_, name) = target.split_once(' ').ok_or(line)?;
                    let target = labels[name.trim().trim_end_matches(';')];
                    if condition.is_empty() {
                        at = target;
                        continue;
                    }
                    paths.push((target, now.clone()));
                }
            }
            at += 1;
        }
    }
    Ok(all.len())
}

#[test]
fn registers_are_left_alone_while_a_multiplication_is_under_way() {
    let mut multiplications = 0;
    let kernels = [KERNELS, INSTRUCTIONS].map(|ptx| ptx.split(".visible .entry ").skip(1));
    for text in kernels.into_iter().flatten() {
        let (name, rest) = text.split_once('(').unwrap();
        let (_, body) = rest.split_once("\n{\n").unwrap();
        multiplications += check(body).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
    }
    let all = [KERNELS, INSTRUCTIONS].map(|ptx| ptx.matches("wgmma.mma_async").count());
    assert_eq!(multiplications, all[0] + all[1]);
    assert!(multiplications >= 60);
}

/// Texts with one mistake each, all of which are found.
#[test]
fn a_register_that_is_not_left_alone_is_found() {
    const MULTIPLY: &str = "{ .reg .pred p; setp.ne.b32 p, %r9, 0;\n\
        wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%r1, %r2}, %rd1, %rd2, p, 1, 1, 0, 0; }\n";
    const OF_REGISTERS: &str = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%r1, %r2}, {%r3, %r4}, %rd2, 1, 1, 1, 1;\n";
    let text = |parts: &[&str]| {
        let parts = parts.iter().map(|part| match *part {
            "fence" => "wgmma.fence.sync.aligned;\n",
            "commit" => "wgmma.commit_group.sync.aligned;\n",
            "wait 0" => "wgmma.wait_group.sync.aligned 0;\n",
            "wait 1" => "wgmma.wait_group.sync.aligned 1;\n",
            "read" => "add.f32 %r7, %r2, %r5;\n",
            "write" => "mov.b32 %r1, 0;\n",
            "write a" => "mov.b32 %r3, 0;\n",
            other => other,
        });
        parts.collect::<String>()
    };
    let says = |parts: &[&str]| check(&text(parts)).map_or_else(|wrong| wrong, |_| String::new());
    let right = ["write", "fence", MULTIPLY, "commit", "wait 0", "read", "ret;"];
    assert_eq!(check(&text(&right)), Ok(1));
    let more = [
        "write", "fence", MULTIPLY, "commit", "fence", MULTIPLY, "commit", "wait 1", "wait 0",
        "read", "ret;",
    ];
    assert_eq!(check(&text(&more)), Ok(2));
    let of_a = ["write a", "fence", OF_REGISTERS, "commit", "wait 0", "write a", "read", "ret;"];
    assert_eq!(check(&text(&of_a)), Ok(1));
    for (parts, what) in [
        (
            &["fence", MULTIPLY, "commit", "read", "wait 0", "ret;"][..],
            "sums that are under way: add",
        ),
        (
            &["fence", MULTIPLY, "commit", "wait 1", "read", "wait 0", "ret;"],
            "sums that are under way",
        ),
        (&["fence", MULTIPLY, "commit", "write", "wait 0", "ret;"], "sums that are under way: mov"),
        (&["fence", "write", MULTIPLY, "commit", "wait 0", "ret;"], "written after wgmma.fence"),
        (
            &["fence", OF_REGISTERS, "commit", "write a", "wait 0", "ret;"],
            "`A` of what is under way",
        ),
        (
            &["fence", "write a", OF_REGISTERS, "commit", "wait 0", "ret;"],
            "written after wgmma.fence",
        ),
        (&["fence", MULTIPLY, "commit", "ret;"], "nobody has waited"),
        // On one of two paths.
        (
            &[
                "fence",
                MULTIPLY,
                "commit",
                "@%p1 bra $L__BB_1;\n",
                "wait 0",
                "$L__BB_1:\n",
                "read",
                "ret;",
            ],
            "sums that are under way",
        ),
    ] {
        assert!(says(parts).contains(what), "{what}: {}", says(parts));
    }
}
