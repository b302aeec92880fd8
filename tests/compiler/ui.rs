//! Programs that do not compile, and what the compiler prints.
//!
//! Each program in `ui-tests/fail` has one mistake, which must be one error. The file next to it has what the compiler
//! prints. The first line of that is ours, and is checked with every compiler. The rest is the compiler's, and is
//! compared with the version in `ui-tests/TOOLCHAIN`, which recorded it.
//!
//! Many programs are modules of one crate, so that the compiler reports all errors in one run. It stops after a phase
//! with errors, so the programs of a crate have errors of the same kind. A program whose output differs from the
//! recorded one is compiled again by itself, and that decides.
//!
//! `TILEWORK_UI=name` compiles this program alone, or those with such names, and prints the compiler's output.
//! `TILEWORK_BLESS=1` writes the output next to the programs.

use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::{env, fs, thread};

use serde_json::Value;

use crate::compiler::{Library, ROOT, scratch};
use crate::snapshot::normalised;

/// The number of programs in one crate.
const TOGETHER: usize = 48;

/// A program with a mistake.
struct Case {
    name: String,
    /// The recorded output of the compiler, if there is one.
    recorded: Option<String>,
}

/// The output of the compiler for a program.
#[derive(Clone, Debug, Default)]
struct Said {
    /// The first lines of the errors, without `error[..]: `.
    errors: Vec<String>,
    /// The whole output, as snapshots have it.
    text: String,
}

/// The folders of the programs in the repository: with a mistake, and without one.
const FAIL: &str = "ui-tests/fail";
const PASS: &str = "ui-tests/pass";

/// The names of the programs in a folder.
fn programs(folder: &str) -> Vec<String> {
    let files = fs::read_dir(PathBuf::from(ROOT).join(folder)).unwrap();
    let files = files.map(|entry| entry.unwrap().path());
    let sources = files.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    let mut names: Vec<String> =
        sources.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort_unstable();
    names
}

fn cases() -> Vec<Case> {
    let recorded = |name: &str| PathBuf::from(ROOT).join(FAIL).join(name).with_extension("stderr");
    let case = |name: String| Case { recorded: fs::read_to_string(recorded(&name)).ok(), name };
    programs(FAIL).into_iter().map(case).collect()
}

impl Case {
    fn source(&self) -> String {
        format!("{FAIL}/{}.rs", self.name)
    }

    /// `error` or `error[E0277]`, which tells the phase in which the compiler finds it.
    fn kind(&self) -> Option<&str> {
        Some(self.recorded.as_ref()?.split_once(": ")?.0)
    }

    /// Returns whether the output is the same in a crate with other programs. The compiler prints names from a glob
    /// import differently in the whole crate.
    fn goes_with_others(&self) -> bool {
        !fs::read_to_string(PathBuf::from(ROOT).join(self.source())).unwrap().contains("::*")
    }

    /// The recorded messages, without `error[..]: `.
    fn messages(&self) -> Vec<String> {
        let lines = self.recorded.iter().flat_map(|text| text.lines());
        let errors = lines.filter(|line| line.starts_with("error"));
        errors.map(|line| line.split_once(": ").unwrap().1.to_owned()).collect()
    }

    /// Returns whether this is the right output.
    fn accepts(&self, said: &Said, whole: bool) -> bool {
        said.errors.len() == 1
            && said.errors == self.messages()
            && (!whole || Some(&said.text) == self.recorded.as_ref())
    }

    /// The output for it as a separate program.
    fn alone(&self, library: &Library) -> Said {
        let mut all = checked(library, Path::new(&self.source()), &format!("alone_{}", self.name));
        let mut said = all.remove(&self.source()).unwrap_or_default();
        for elsewhere in all.into_values() {
            said.errors.extend(elsewhere.errors);
            said.text += &elsewhere.text;
        }
        said
    }
}

/// The output of `cargo check` for a program, by file: no error may wait for code generation.
fn checked(library: &Library, source: &Path, name: &str) -> BTreeMap<String, Said> {
    let crate_type = if name.starts_with("alone_") { "bin" } else { "lib" };
    let output = library
        .rustc(source, crate_type)
        .args(["--emit=metadata", "--error-format=json", "--diagnostic-width=140", "--verbose"])
        .args(["-Adead_code", "--crate-name", name, "--out-dir"])
        .arg(scratch("ui"))
        .output()
        .expect("rustc runs");
    let mut said: BTreeMap<String, Said> = BTreeMap::new();
    for line in String::from_utf8(output.stderr).unwrap().lines() {
        let message: Value =
            serde_json::from_str(line).unwrap_or_else(|_| panic!("{name}: {line}"));
        let rendered = message["rendered"].as_str().unwrap_or_default();
        let text = message["message"].as_str().unwrap_or_default();
        let error = message["level"].as_str().is_some_and(|level| level.starts_with("error"));
        // The last messages, the number of errors and their codes, have no place.
        let file = match place(&message) {
            Some(file) => file,
            None if error && !text.starts_with("aborting due to ") => "no file".into(),
            None => continue,
        };
        let said = said.entry(file.clone()).or_default();
        if error {
            said.errors.push(text.to_owned());
        }
        if !said.text.is_empty() {
            said.text.push('\n');
        }
        said.text += &normalised(rendered, &file);
    }
    said
}

/// The file that a message is about; for a macro expansion the file that calls the macro.
fn place(message: &Value) -> Option<String> {
    let spans = message["spans"].as_array()?;
    let mut span = spans.iter().find(|span| span["is_primary"] == true)?;
    while span["expansion"]["span"].is_object() {
        span = &span["expansion"]["span"];
    }
    let file = span["file_name"].as_str()?;
    Some(file.strip_prefix(ROOT).map_or(file, |file| file.trim_start_matches('/')).to_owned())
}

/// The source of a crate with programs as modules.
fn modules<'a>(folder: &str, names: impl Iterator<Item = &'a str>) -> String {
    let root = PathBuf::from(ROOT).join(folder);
    names
        .map(|name| format!("#[path = {:?}]\nmod {name};\n", root.join(name).with_extension("rs")))
        .collect()
}

/// Some programs with mistakes as modules of one crate.
fn together(library: &Library, cases: &[&Case], number: usize) -> BTreeMap<String, Said> {
    let source = scratch("ui").join(format!("together_{number}.rs"));
    fs::write(&source, modules(FAIL, cases.iter().map(|case| case.name.as_str()))).unwrap();
    checked(library, &source, &format!("together_{number}"))
}

/// Runs all of the work on all processors.
fn in_parallel<T: Send, R: Send>(work: Vec<T>, f: impl Fn(T) -> R + Sync) -> Vec<R> {
    let queue = Mutex::new(VecDeque::from(work));
    let results = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let Some(next) = queue.lock().unwrap().pop_front() else { break };
                    let result = f(next);
                    results.lock().unwrap().push(result);
                }
            });
        }
    });
    results.into_inner().unwrap()
}

#[test]
fn a_mistake_is_one_error_that_can_be_read() {
    for case in cases() {
        let name = &case.name;
        let Some(text) = &case.recorded else { panic!("{name}: nothing is recorded") };
        let messages = case.messages();
        let [message] = &messages[..] else { panic!("{name}: {} errors", messages.len()) };
        for noise in ["UInt", "UTerm", "HCons", "Bad<"] {
            assert!(!message.contains(noise), "{name}: {message}");
        }
        // A mistake in the notation needs no explanation by the compiler. Without a token to point at, the compiler
        // adds which macro it was.
        let limit = match text.starts_with("error:") {
            true if name == "layout_no_tokens" => 7,
            true => 6,
            false => 16,
        };
        assert!(text.lines().count() <= limit, "{name}: {text}");
        // Nothing of this machine, and nothing of the standard library's source, which may not be installed.
        for place in [ROOT, "$RUST", "$CARGO"] {
            assert!(!text.contains(place), "{name}: {text}");
        }
    }
}

/// Returns whether the compiler is the one that recorded the snapshots.
fn whole_snapshots() -> bool {
    let recorded_with = include_str!("../../ui-tests/TOOLCHAIN").trim();
    let rustc = env::var_os("RUSTC").unwrap_or("rustc".into());
    let version = Command::new(rustc).arg("--version").output().unwrap().stdout;
    let version = String::from_utf8_lossy(&version);
    let same = version.split(' ').nth(1) == Some(recorded_with);
    if !same {
        println!("first lines only: the snapshots are of rustc {recorded_with}, this is {version}");
    }
    same
}

#[test]
fn messages() {
    let library = Library::of_the_tests();
    let whole = whole_snapshots();
    let mut cases = cases();
    let chosen = env::var("TILEWORK_UI").ok();
    if let Some(part) = &chosen {
        cases.retain(|case| case.name.contains(part));
        assert!(!cases.is_empty(), "no program in {FAIL} has {part} in its name");
    }

    let mut kinds: BTreeMap<&str, Vec<&Case>> = BTreeMap::new();
    if chosen.is_none() {
        for case in &cases {
            if let Some(kind) = case.kind()
                && case.goes_with_others()
            {
                kinds.entry(kind).or_default().push(case);
            }
        }
    }
    let crates = kinds.values().flat_map(|cases| cases.chunks(TOGETHER)).enumerate().collect();
    let said = in_parallel(crates, |(number, cases)| together(&library, cases, number));
    let mut said: BTreeMap<String, Said> = said.into_iter().flatten().collect();

    let alone = cases
        .iter()
        .filter(|case| !said.get(&case.source()).is_some_and(|said| case.accepts(said, whole)));
    let alone = in_parallel(alone.collect(), |case| (case, case.alone(&library)));
    let mut wrong = String::new();
    let names: Vec<&str> = alone.iter().map(|(case, _)| case.name.as_str()).collect();
    println!("{} programs, {} of them alone: {}", cases.len(), names.len(), names.join(" "));
    for (case, now) in alone {
        if chosen.is_some() {
            println!("{}", now.text);
        }
        if env::var_os("TILEWORK_BLESS").is_some() {
            fs::write(PathBuf::from(ROOT).join(case.source()).with_extension("stderr"), &now.text)
                .unwrap();
        } else if !case.accepts(&now, whole) {
            let recorded = case.recorded.as_deref().unwrap_or("nothing is recorded\n");
            wrong += &format!("{}:\n{}instead of\n{recorded}\n", case.name, now.text);
        }
        said.insert(case.source(), now);
    }
    assert!(wrong.is_empty(), "{wrong}");
    // No error is about anything else.
    assert!(said.keys().eq(cases.iter().map(Case::source).collect::<Vec<_>>().iter()), "{said:#?}");
}

#[test]
fn programs_that_compile() {
    let names = programs(PASS);
    let mut text = modules(PASS, names.iter().map(String::as_str));
    let calls = names.iter().map(|name| format!("{name}::main();\n"));
    text += &format!("fn main() {{\n{}}}\n", calls.collect::<String>());
    let (source, program) = (scratch("ui").join("pass.rs"), scratch("ui").join("pass"));
    fs::write(&source, text).unwrap();
    let mut rustc = Library::of_the_tests().rustc(&source, "bin");
    let output = rustc.arg("-o").arg(&program).output().expect("rustc runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = Command::new(program).output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
