//! The applications of COPY in table 2 of 004. Loops say where each element comes from.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tilework::{
    Error, Operation, Rule, Tensor,
    algorithm::{axpby, copy, copy_if, transform},
    layout,
};

/// `$to = copy($from)`, for layouts over as many elements as they need. The elements of the source are numbered from 1.
/// Returns the destination, where 0 marks what was not written.
macro_rules! copied {
    ($from:expr, $to:expr) => {{
        let (from, to) = ($from, $to);
        let source: Vec<usize> = (1..=from.cosize()).collect();
        let mut destination = vec![0; to.cosize()];
        let mut written = Tensor::new(&mut destination[..], to).unwrap();
        copy(&Tensor::new(&source[..], from).unwrap(), &mut written).unwrap();
        destination
    }};
}

/// The elements at the offsets `to` come from the offsets `from`.
fn expected(len: usize, pairs: impl IntoIterator<Item = (usize, usize)>) -> Vec<usize> {
    let mut expected = vec![0; len];
    for (from, to) in pairs {
        expected[to] = from + 1;
    }
    expected
}

#[test]
fn arrays() {
    let one = expected(8, (0..8).map(|i| (i, i)));
    assert_eq!(copied!(layout!(8:1), layout!(8:1)), one);
    let n = 8;
    assert_eq!(copied!(layout!(n:1), layout!(8:1)), one);
    let places =
        (0..3).flat_map(|k| (0..2).flat_map(move |j| (0..8).map(move |i| i + 16 * j + 32 * k)));
    let more = expected(88, places.map(|at| (at, at)));
    assert_eq!(copied!(layout!((8,2,3):(1,16,32)), layout!((8,2,3):(1,16,32))), more);
    let (j, k) = (2, 3);
    assert_eq!(copied!(layout!((8,j,k):(1,16,32)), layout!((8,2,3):(1,16,32))), more);
}

#[test]
fn gather_and_scatter() {
    let places = |i: usize| 42 * (i % 2) + i / 2 % 3 + 128 * (i / 6);
    let gathered = expected(12, (0..12).map(|i| (places(i), i)));
    assert_eq!(copied!(layout!((2,3,2):(42,1,128)).one_mode(), layout!(12:1)), gathered);
    let step = 42;
    assert_eq!(copied!(layout!((2,3,2):(step,1,128)).one_mode(), layout!(12:1)), gathered);
    let scattered = expected(173, (0..12).map(|i| (i, places(i))));
    assert_eq!(copied!(layout!(12:1), layout!((2,3,2):(42,1,128)).one_mode()), scattered);
    assert_eq!(copied!(layout!(12:1), layout!((2,3,2):(step,1,128)).one_mode()), scattered);
}

/// All seven elements are the same one. The destination `7:0` is refused: seven values would be written to one place.
#[test]
fn broadcast_and_constant() {
    assert_eq!(copied!(layout!(7:0), layout!(7:1)), [1; 7]);
    let still = 0;
    assert_eq!(copied!(layout!(7:still), layout!(7:1)), [1; 7]);
    let refused = |error: Option<Error>| {
        let Some(error) = error else { panic!("written to one place") };
        assert!(matches!(error.rule, Rule::Injectivity { first: 0, second: 1 }), "{error}");
    };
    refused(
        Tensor::new(&mut [0_u8][..], layout!(7:0))
            .and_then(|mut to| copy(&Tensor::new(&[1][..], layout!(7:0))?, &mut to))
            .err(),
    );
    refused(
        Tensor::new(&mut [0_u8][..], layout!(7:still))
            .and_then(|mut to| copy(&Tensor::new(&[1][..], layout!(7:0))?, &mut to))
            .err(),
    );
}

#[test]
fn transposes() {
    let turned = expected(24, (0..24).map(|i| (i, i % 8 * 3 + i / 8)));
    assert_eq!(copied!(layout!((8,3):(1,8)), layout!((8,3):(3,1))), turned);
    let (m, n) = (8, 3);
    assert_eq!(copied!(layout!((m, n)), layout!((m,n):(n,1))), turned);
    let from = |i: usize| i % 8 + 57 * (i / 8 % 3) + 8 * (i / 24);
    let permuted = expected(120, (0..120).map(|i| (from(i), i)));
    assert_eq!(copied!(layout!((8,(3,5)):(1,(57,8))), layout!((8,15):(1,8))), permuted);
    assert_eq!(copied!(layout!((m,(n,5)):(1,(57,8))), layout!((8,15):(1,8))), permuted);
}

/// A user's error: copying a matrix of 3 x 4 to one of 4 x 3 neither scrambles nor transposes it.
#[test]
fn other_extents_are_refused() {
    let (three, four) = (3, 4);
    let t = Tensor::new((0..12).collect::<Vec<i32>>(), layout!((three, four))).unwrap();
    let mut u = Tensor::new(vec![-1; 12], layout!((four, three))).unwrap();
    let error = Error::new(Operation::Copy, Rule::EqualExtents { left: 3, right: 4 }).at(0);
    assert_eq!(u.try_copy_from(&t), Err(error));
    let words = "copy: equal extents, mode 0: the extents 3 and 4 differ; `t.transposed()` exchanges two extents, and \
                 `t.slice((0..m, ..))` is a part";
    assert_eq!(error.to_string(), words);
    let said = catch_unwind(AssertUnwindSafe(|| u.copy_from(&t))).unwrap_err();
    assert_eq!(
        said.downcast_ref::<String>().unwrap(),
        &format!("{words}, in (3,4):(1,3) and (4,3):(1,4)")
    );
    assert!(u.iter().all(|&x| x == -1));
    u.copy_from(&t.transposed());
    assert_eq!(u[(3, 1)], t[(1, 3)]);
    u.one_mode_mut().copy_from(&t.one_mode());
    assert_eq!(u.data(), t.data());
}

/// Two layouts with modes nested in several ways, with all small extents. If the modes at the top have the same sizes,
/// each element goes to the same coordinates, as the definition says. Otherwise the error names the first mode that
/// differs.
#[test]
fn extents_are_those_at_the_top() {
    let sizes = |a, b, c, d| [a * b, c * d];
    for n in 0..1 << 8 {
        let [a, b, c, d, e, f, g, h] = core::array::from_fn(|k| 1 + (n >> k) % 2);
        // A mode of 2 x 2 and one of 4 have the same size; a mode of 3 has the size of no other.
        let (e, f) = if e * f == 4 { (4, 1) } else { (e, f) };
        let (g, h) = if (g, h) == (1, 2) { (3, 1) } else { (g, h) };
        let data: Vec<usize> = (0..a * b * c * d).collect();
        let from = Tensor::new(&data[..], layout!(((a,b),(c,d)):row_major)).unwrap();
        let mut to = Tensor::new(vec![77; e * f * g * h], layout!(((e, f), (g, h)))).unwrap();
        let (left, right) = (sizes(a, b, c, d), sizes(e, f, g, h));
        let differs = (0..2).find(|&mode| left[mode] != right[mode]);
        let expected = differs.map_or(Ok(()), |mode| {
            let (left, right) = (left[mode] as i64, right[mode] as i64);
            Err((Rule::EqualExtents { left, right }, mode))
        });
        let told = |result: Result<(), Error>| {
            result.map_err(|error| (error.rule, error.to_string().contains("mode 1") as usize))
        };
        assert_eq!(told(copy_if(|_| true, &from, &mut to)), expected);
        assert_eq!(told(transform(&from, &mut to, |y, x| *y = x)), expected);
        assert_eq!(told(axpby(1, &from, 0, &mut to)), expected);
        to.fill(77);
        assert_eq!(told(copy(&from, &mut to)), expected);
        for i in 0..right[0] {
            for j in 0..right[1] {
                // By the definition: both modes are nested as each layout has it, the leftmost leaf fastest.
                let at = expected.map_or(77, |()| from[((i % a, i / a), (j % c, j / c))]);
                assert_eq!(to[((i % e, i / e), (j % g, j / g))], at);
            }
        }
    }
}
