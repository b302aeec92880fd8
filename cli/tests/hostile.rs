//! Lines that are meant to hang, to fill the memory or to nest without end: each has one answer.
#![cfg(unix)]

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The memory that a line may take, in KiB.
const MEMORY: u64 = 512 << 10;

/// The time limit for all lines of a table. It is much more than they take on any machine, so that the test ends.
const TIME: Duration = Duration::from_secs(300);

/// The answers to lines under the memory limit. The address space of programs with large tables is larger than their
/// memory.
fn answers(lines: &[String]) -> Vec<String> {
    let mut child = Command::new("sh")
        .args(["-c", &format!("ulimit -v {MEMORY}; exec \"$0\" --batch")])
        .arg(env!("CARGO_BIN_EXE_tilework"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    // In parallel with the reading, so that neither side waits for the other.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let id = child.id().to_string();
    let (done, is_done) = std::sync::mpsc::channel::<()>();
    let watch = std::thread::spawn(move || {
        let late = is_done.recv_timeout(TIME).is_err();
        if late {
            let _ = Command::new("kill").args(["-9", &id]).status();
        }
        late
    });
    let start = Instant::now();
    let output = child.wait_with_output().unwrap();
    let _ = done.send(());
    writer.join().unwrap();
    assert!(!watch.join().unwrap(), "not done after {:?}: {lines:.100?}", start.elapsed());
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert_eq!((output.status.code(), err.as_str()), (Some(0), ""), "{lines:.100?}");
    out.lines().map(str::to_owned).collect()
}

/// Checks that each line has one answer, and that the last answer is right.
#[track_caller]
fn assert_answers(lines: impl IntoIterator<Item = String>) {
    let mut lines: Vec<String> = lines.into_iter().collect();
    lines.push("size(8)".to_owned());
    let mut answers = answers(&lines);
    assert_eq!(answers.len(), lines.len());
    assert_eq!(answers.pop().as_deref(), Some("8"));
}

fn several<T: AsRef<str>>(lines: &[T]) -> Vec<String> {
    lines.iter().map(|line| line.as_ref().to_owned()).collect()
}

/// Names whose values double each time.
#[test]
fn growing_names() {
    for (first, again) in [
        ("A = Sw<1,0,1> o 1 o 4:1;", "A = A o A;"),
        ("A = composed((3,4):(4,1), 1, 4:1)", "A = composed(A, 1, A)"),
        ("A = (3,8):(8,1) o Sw<1,2,3>", "A = A o A"),
        ("A = (1,1)", "A = (A,A)"),
        ("A = <2,2>", "A = <A,A>"),
        ("A = Sw<1,0,1>", "A = A o A"),
        ("A = 2:1", "A = A * A"),
        ("A = [1,2]", "A = [A,A]"),
    ] {
        let mut lines = vec![first.to_owned()];
        lines.extend(std::iter::repeat_n(again.to_owned(), 20));
        assert_answers(lines);
    }
}

/// Lists, several in a line or kept under names.
#[test]
fn long_lists() {
    let list = |n: usize| format!("offsets({}:{n})", 1 << 22);
    assert_answers((0..12).map(|n| format!("N{n} = {}; {n}", list(n))));
    assert_answers(several(&[
        "offsets(16777216:1)".to_owned(),
        (0..12).map(|n| format!("A{n} = {}; size(8);", list(n))).collect(),
        (0..12).map(list).collect::<Vec<_>>().join(";") + "; 1",
        format!("concatenate({})", (0..12).map(list).collect::<Vec<_>>().join(",")),
        "coordinates((512,512)); 1".to_owned(),
        "coordinates(1000000); 1".to_owned(),
        format!("[{}1]", "1,".repeat(500_000)),
        format!("{}1", "1;".repeat(500_000)),
        "1".repeat(2 << 20),
        format!("({}1)", "1,".repeat(60_000)),
    ]));
}

/// Deep nesting, and long chains of operations.
#[test]
fn long_chains() {
    let nested = |f: &str, depth: usize| format!("composed({f},1,").repeat(depth);
    let close = |depth: usize| ")".repeat(depth);
    assert_answers(several(&[
        format!("{}4:1{}", nested("(3,4):(4,1)", 4000), close(4000)),
        format!("A = {}4:1{}; 1", nested("(3,4):(4,1)", 1000), close(1000)),
        format!("B = {}A{}; 1", nested("Sw<1,0,1>", 1000), close(1000)),
        format!("C = A{}; 1", " o A".repeat(4000)),
        format!("C = A{}; 1", " o 4:1".repeat(4000)),
        format!("explain A{}", " o 4:1".repeat(4000)),
        format!("(3,4):(4,1) o Sw<1,0,1>{}; 1", " o (3,8):(8,1)".repeat(4000)),
        format!("4:1{}", " o 4:1".repeat(4000)),
        format!("4:1{}", " * 1".repeat(4000)),
        "is_injective(A); left_inverse(A); A / A; A * A; right_inverse(B)".to_owned(),
        "D = composed((3,4):(4,1), 1, 65536:1); D = D o D; D = D o D; 1".to_owned(),
        "is_injective(D); left_inverse(D)".to_owned(),
        "D / D".to_owned(),
        "max_common_layout(D, D)".to_owned(),
    ]));
}

/// Encodings that nest without end, lists of lists, and linear layouts of the largest size.
#[test]
fn linear_layouts() {
    let deep = |open: &str| open.repeat(50_000);
    let bits =
        |of: &str| (0..62).map(|bit| format!("[{}]", 1u64 << bit)).collect::<Vec<_>>().join(of);
    let dimensions = "1,".repeat(40_000);
    let mut lines = vec!["A = blocked([1],[32],[4],[0])".to_owned()];
    lines.extend(std::iter::repeat_n("A = slice_encoding(0, A)".to_owned(), 40));
    lines.push("B = [[1]]".to_owned());
    lines.extend(std::iter::repeat_n("B = [B,B]".to_owned(), 20));
    lines.extend(several(&[
        deep("#ttg.slice<{parent = "),
        deep("#ttg.slice<{dim = 0, parent = "),
        deep("#ttg.dot_op<{parent = #ttg.slice<{dim = 0, parent = "),
        deep("gl.SliceLayout(parent="),
        deep("gl.SliceLayout(0, "),
        deep("#a = 1 "),
        deep("#a = #ttg.slice<{dim = 0, parent = #a}>\t"),
        deep("#"),
        deep("tensor<"),
        deep("tensor<1x"),
        deep("tensor<1xf16, "),
        deep("!ttg.memdesc<64x64xf16, "),
        format!("tensor<{}f16, A>", "1x".repeat(100_000)),
        format!("tensor<64x{}, A>", deep("<")),
        deep("- register=1 -> (0) "),
        deep("- register=1 -> ("),
        deep("- register is a size 1 dimension "),
        format!("- lane=1 -> ({}1)", dimensions),
        format!("- lane=1 -> (1) where out dims are: [{}", deep("dim0 (size 1), ")),
        format!("#ttg.linear<{{register = [[{dimensions}]], lane = []}}>"),
        format!("#ttg.linear<{{register = [{}[1]], lane = []}}>", "[1],".repeat(40_000)),
        format!("linear_layout([{}], [])", bits(",")),
        format!("show linear_layout([{}], [])", bits(",")),
        format!("offsets(linear_layout([{}], []))", bits(",")),
        format!("show linear_layout([], [{}])", bits(",")),
        format!("show shared_linear_layout([{}])", bits(",")),
        format!("export triton linear_layout([{}], [])", bits(",")),
        format!("blocked([{dimensions}1],[1],[1],[0])"),
        format!("blocked([1],[1],[1],[0])({dimensions}1)"),
        "blocked([4611686018427387904],[4611686018427387904],[2],[0])(4)".to_owned(),
        "blocked([1],[1],[1],[0])(4611686018427387904)".to_owned(),
        "show blocked([1],[1],[1],[0])(4611686018427387904)".to_owned(),
        "show blocked([1,1],[65536,65536],[1,1],[0,1])(1048576,1048576)".to_owned(),
        "blocked([1],[1],[1],[0])(9223372036854775807)".to_owned(),
        "blocked([1],[1],[1],[0])(-9223372036854775807)".to_owned(),
        "blocked([-9223372036854775807],[1],[1],[0])(4)".to_owned(),
        "swizzled_shared(4611686018427387904,4611686018427387904,1,[0,1])(64,64)".to_owned(),
        "swizzled_shared(1073741824,1,1073741824,[0,1])(2147483648,1073741824)".to_owned(),
        "dot_op(0, nvidia_mma(2,0,[1,1],[16,8]), 4611686018427387904)(64,64)".to_owned(),
        "dot_op(0, amd_mfma(2,[1,1],[16,16],false), 4611686018427387904)(64,64)".to_owned(),
        "dot_op(1, amd_wmma(2,false,[1,1],[16,16,4611686018427387904]), 4611686018427387904)(64,64)".to_owned(),
        "amd_mfma(2,[4611686018427387904,4611686018427387904],[16,16],false)(64,64)".to_owned(),
        "nvidia_mma(2,0,[4611686018427387904,2],[4611686018427387904,8])(64,64)".to_owned(),
        "dot_op(9223372036854775807, blocked([1,1],[1,1],[1,1],[0,1]))(4,4)".to_owned(),
        "slice_encoding(9223372036854775807, blocked([1],[1],[1],[0]))(4)".to_owned(),
        "linear_layout([[9223372036854775807]], [])".to_owned(),
        "linear_layout([[-1]], [])".to_owned(),
        "blocked([1],[1],[1],[0],CGALayout=[[9223372036854775807]])(4)".to_owned(),
        "nvmma_shared(128,false,16,rank=9223372036854775807)(64,64)".to_owned(),
        "to_linear_layout(4194304:3, (4194304))".to_owned(),
        "to_linear_layout((1048576,1048576):(3,1), (64,64))".to_owned(),
        "to_linear_layout((32,4):(1,32), (128), lanes=9223372036854775807)".to_owned(),
    ]));
    assert_answers(lines);
}

/// Printouts of other programs that do not end, or nest without end.
#[test]
fn printouts() {
    let deep = |open: &str| open.repeat(50_000);
    assert_answers(several(&[
        deep("Layout<tuple<"),
        deep("make_shape("),
        deep("!cute.layout<\""),
        deep("tensor<"),
        deep("ptr["),
        deep("ptr<"),
        deep("smem_ptr[16b]("),
        deep("Sw<3,4,3>_smem_ptr[16b](0x7f) o "),
        deep("smem_ptr[16b](0x7f) o "),
        deep("Sw<3,4,3> o smem_ptr[16b] o "),
        deep("0x7f@gmem o "),
        deep("ArithTuple(0,0) o "),
        deep("cute::"),
        deep("E<0,"),
        deep("C<(int)"),
        deep("layout!("),
        format!("(4):(1{})", deep("@1")),
        format!("{}1{}", deep("make_tuple("), deep(")")),
        format!("function_to_xor(offsets({}:1)); 1", 1 << 22),
        format!("same_function({0}:1, {0}:1)", 1 << 22),
        format!("first_difference({0}:e0, {0}:2e0)", 1 << 22),
        format!("same_function({0}:e0, {0}:e0)", 1 << 19),
        format!("owners({}:0, 0); 1", 1 << 22),
        format!("owners(({0},{0}):(e0,e1), (3,4))", 1 << 10),
        format!("coalescing({}:3, 65536)", 1 << 22),
        format!("coalescing({}:3, 65536, machine=cdna2)", 1 << 22),
        format!("4:1 o {}", deep("_3 o ")),
        format!("4:1{}; 1", deep(" o _3 o 4:1")),
        format!("4:1{}; 1", " o _3 o 4:1".repeat(2000)),
        deep("upcast(Sw<3,4,3> o "),
        format!("{}Sw<3,4,3> o 4:1{}", deep("upcast("), ", 1)".repeat(50_000)),
    ]));
}

/// Questions with explanations, and sums, on large operands.
#[test]
fn explained_questions() {
    let large = 1 << 22;
    let primes = "(2,3,5,7,11,13,17,19,23,29,31,37,41,43,47)";
    let reversed = "(47,43,41,37,31,29,23,19,17,13,11,7,5,3,2)";
    let ones = |count: usize| format!("({}1)", "1,".repeat(count));
    let twos = format!("({}2)", "2,".repeat(59));
    assert_answers(several(&[
        format!("explain same_function({large}:1, {large}:1)"),
        format!("explain same_function({0}:e0, {0}:e0)", 1 << 18),
        format!("explain owners({large}:0, 0)"),
        format!("explain owners({large}:2, 1)"),
        format!("explain coalescing({large}:3, 65536)"),
        format!("explain coalescing(2:{}, 1)", i64::MAX),
        format!("explain bank_conflicts({large}:32, 65536)"),
        "explain bank_conflicts(65536:65537, 1, 65536, 65536, 1, 65536)".to_owned(),
        format!("explain bank_conflicts(2:{}, 65536)", i64::MAX),
        format!("explain function_to_layout(offsets({large}:0)); 1"),
        format!("explain function_to_layout([0,{},{}])", i64::MAX, i64::MIN),
        format!("explain is_injective((2,3,{large}):({0},{0},-{0}))", i64::MAX),
        format!("explain is_surjective((2,2):({},-{0}))", i64::MAX),
        format!("explain is_compact(Sw<2,8,-4> o {large}:1790)"),
        format!("explain is_tractable({}:{})", ones(20_000), ones(20_000)),
        format!("explain is_tractable((2,{large}):({0},{0}))", i64::MAX),
        "explain right_inverse((3,1000000000000,5,7):(1,0,2,9))".to_owned(),
        format!("explain left_inverse({large}:{})", i64::MAX),
        format!("explain upcast({large}:{}, {0})", i64::MAX),
        format!("explain recast({large}:{}, {0}, 1)", i64::MAX),
        format!("explain layout_add({primes}, {reversed})"),
        format!("explain layout_add({twos}:{twos}, {twos}:{twos})"),
        format!("explain layout_add({large}:{}, {large}:{0})", i64::MAX),
        format!("explain greatest_common_domain({primes}, {reversed})"),
        format!("explain greatest_common_domain({}, {})", ones(20_000), ones(20_000)),
        format!("explain greatest_common_domain({0}, ({0},2))", i64::MAX),
        format!("greatest_common_domain({}, {})", i64::MAX, i64::MAX - 1),
    ]));
}

/// Searches on large operands, many times in a line.
#[test]
fn searches() {
    let often = |operation: &str| format!("{operation};").repeat(2000) + "1";
    assert_answers(several(&[
        often("right_inverse((4,3,1000000000000):(1,2,0))"),
        "right_inverse((3,1000000000000,5,7):(1,0,2,9))".to_owned(),
        "max_common_vector((3,1000000000000,5,7):(1,0,2,9), (3,1000000000000,5,7):(1,0,2,9))"
            .to_owned(),
        often("bank_conflicts((1024,1024):(251371533,48195), 65536)"),
        often("bank_conflicts(65536:1,1,65536)"),
        often("phases(cdna4, 16)"),
        often("bank_conflicts((1024,1024):(251371533,48195), 16, machine=cdna4)"),
        often("conflict_free_swizzle(2, 8, 1048576:8)"),
        "conflict_free_swizzle(2, 8, 1048576:1, (2,1024,3):(f64,f1442,f8))".to_owned(),
        "left_inverse((12,12):(f6,f68719476737))".to_owned(),
        often("is_injective(Sw<2,8,-4> o 4194304:1790)"),
        often("(4,16777216,16):(1,0,4) o 16777216:16777217"),
        "left_inverse((3,127):(31,65536))".to_owned(),
        "locate((3,127):(31,65536), 1048576:1)".to_owned(),
        "partition((4,16,1048576):(f1,0,f4), 67108864, (262144,(2,2)):(64,(12,8)))".to_owned(),
        "ordered_factorizations(17592336875351)".to_owned(),
    ]));
}

/// Copies of many modes, of large strides, and of modes that all lie in one cache line.
#[test]
fn copies() {
    let of = |count: usize, stride: &dyn Fn(u32) -> i64| {
        let strides: Vec<String> = (0..count).map(|at| stride(at as u32).to_string()).collect();
        format!("({}):({})", vec!["2"; count].join(","), strides.join(","))
    };
    let columns = |count: usize| of(count, &|at| 1 << at);
    let rows = |count: usize| of(count, &|at| 1 << (count as u32 - 1 - at));
    let large = "(32,32,32,32):(1,1000003,2000081,3000073)";
    let mut lines = vec![];
    for command in ["", "explain ", "find "] {
        for count in [16, 20, 40, 62] {
            lines.push(format!("{command}copy_loops({}, {}, 4)", columns(count), rows(count)));
            lines.push(format!("{command}copy_plan({}, {}, 1024, 1)", columns(count), rows(count)));
        }
        lines.push(format!(
            "{command}copy_loops({large}, (32,32,32,32):(3000073,2000081,1000003,1), 4)"
        ));
        lines.push(format!("{command}copy_loops({}, {}, 1)", of(30, &|_| 1), rows(30)));
    }
    assert_answers(lines);
}

/// Devices that begin at different places in each mode, that have many runs, or that are many.
#[test]
fn plans() {
    let all = "(e0,e1,e2,e3)";
    assert_answers(several(&[
        format!("redistribute((64,(80,80,80,80)):(e0+e1+e2+e3,{all}), (64,(80,80,80,80)):(0,{all}), (80,80,80,80))"),
        "redistribute((64,(80,80,80)):(e0+e1+e2,(e0,e1,e2)), (64,(80,80,80)):(0,(e0,e1,e2)), (80,80,80))".to_owned(),
        "redistribute((256,1000000):(e0,e0), (256,1000000):(0,e0), 1000000)".to_owned(),
        "redistribute((256,65536):(e0,256e0), (256,65536):(65536e0,e0))".to_owned(),
        "redistribute((4,(65536,65536)):(2e0,(8e0,2e0)), (4,(65536,65536)):(0,(e0,e1)))".to_owned(),
        "redistribute((256,(256,256)):(256e0,(e0,e1)), (256,(65536,1)):(e1,(e0,e1)), (65536,256))".to_owned(),
        "redistribute((1000000000,2):(2e0,e0), (1000000000,2):(2e0,e0))".to_owned(),
        "redistribute(1000000000000:9000000e0, 8:1)".to_owned(),
        "redistribute((2,9000000000000000000):(9000000000000000000e0,e0), (2,9000000000000000000):(0,e0))".to_owned(),
        "redistribute((0,2):(2e0,e0), (0,2):(2e0,e0))".to_owned(),
    ]));
}

/// Many symbols, high powers, long sums, and questions with many answers.
#[test]
fn symbols() {
    let joined = |count: usize, each: &dyn Fn(usize) -> String, by: &str| {
        (0..count).map(each).collect::<Vec<_>>().join(by)
    };
    let layout = |count: usize, stride: &str| {
        let strides = joined(count, &|k| format!("{stride}{k}"), ",");
        format!("({}):({strides})", joined(count, &|k| format!("N{k}"), ","))
    };
    let (first, second) = (layout(60, "P"), layout(60, "Q"));
    let mut lines = vec![
        layout(50_000, "P"),
        joined(50_000, &|_| "N".to_owned(), "*"),
        format!("({}):1", joined(4000, &|_| "N".to_owned(), "*")),
        format!("({})", joined(4000, &|k| format!("N{k}"), "+")),
        format!("({})", joined(4000, &|k| format!("N*{k}"), "-")),
        format!("{}N{}", "(".repeat(900), "+1)*M".repeat(900)),
        format!("({})", joined(50_000, &|_| "?".to_owned(), ",")),
        "?{div=".repeat(50_000),
        "?{".repeat(50_000),
        format!("({}):1", "N".repeat(100_000)),
        format!("{} > 3", "N".repeat(100_000)),
        format!("{} > 3", joined(100, &|k| format!("N{k}"), "*")),
        format!("same_function({first}, {second})"),
        format!("{first} == {second}"),
        format!("{first} o {second}"),
        format!("{first} / {second}"),
        format!("{first} * {second}"),
        format!("complement({second}, 720720)"),
        format!("zipped_divide({first}, <{}>)", joined(60, &|k| (k + 2).to_string(), ",")),
        format!("coalesce({first})"),
        format!("cosize({first})"),
        "N = 9223372036854775807M; (N,N):(N,N)".to_owned(),
        "M % 9223372036854775807 = 0; (M,M):(M,M)".to_owned(),
        "M % 9223372036854775806 = 0".to_owned(),
        "Z > 9223372036854775807".to_owned(),
        "Z < -9223372036854775808".to_owned(),
        "X = (N,N); ".to_owned() + &"X = (X,X); ".repeat(40) + "X",
        "Y = N0; ".to_owned() + &"Y = Y * Y; ".repeat(40) + "Y",
        "Y = N0 + 1; ".to_owned() + &"Y = Y * Y; ".repeat(40) + "Y",
    ];
    lines.extend((0..2000).map(|k| format!("F{k} % {} = 0; G{k} != F{k}; H{k}*F0 <= G0", k + 2)));
    lines.push(format!("same_function({first}, {second})"));
    lines.push("1*F1 = G1*G2; 1*F2 = G2*G3; 1*F3 = G3*G4; 1*F4 = G4*G5; (F1,F2,F3):(F4,1,2) o (F1,F2):(F3,F4)".to_owned());
    assert_answers(lines);
}

/// Random brackets, operators and operations, nested and not.
#[test]
fn random_nesting() {
    const PARTS: [&str; 27] = [
        "(",
        "(",
        "(",
        ")",
        ")",
        "<",
        ">",
        "[",
        "]",
        ",",
        ",",
        ":",
        " o ",
        " o ",
        " / ",
        " * ",
        "A",
        "2",
        "(3,4):(4,1)",
        "(2,2):(f1,f3)",
        "Sw<1,0,1>",
        "composed(A,1,",
        "offsets(",
        "A = A o ",
        "N",
        "16N",
        "?{div=8}",
    ];
    let mut state = 1u64;
    let mut below = |n: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % n
    };
    let mut lines = vec!["A = Sw<1,0,1> o 1 o (2,2):(3,4)".to_owned()];
    for _ in 0..200 {
        let length = 1 + below(60);
        let random: String = (0..length).map(|_| PARTS[below(27) as usize]).collect();
        lines.push(random);
        // Properly nested: an expression within an expression.
        let mut nested = "A".to_owned();
        for _ in 0..below(40) {
            nested = match below(8) {
                0 => format!("({nested})"),
                1 => format!("<{nested},2>"),
                2 => format!("({nested}) o A"),
                3 => format!("A o ({nested})"),
                4 => format!("composed({nested}, 1, A)"),
                5 => format!("composed((3,4):(4,1), 0, {nested})"),
                6 => format!("({nested}) / 2:1"),
                _ => format!("({nested}) * A"),
            };
        }
        lines.push(format!("B = {nested}"));
        lines.push("offsets(B)".to_owned());
    }
    assert_answers(lines);
}
