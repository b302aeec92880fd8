//! The applications of COPY in table 2 of 004: where each element comes from is written out as loops.

use tilework::{Error, Rule, Tensor, algorithm::copy, layout};

/// `$to = copy($from)`, layouts over as many elements as they need, those of the source numbered
/// from 1: what is in the destination, where 0 is what was not written.
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

/// What is at the offsets `to` is from the offsets `from`.
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
    assert_eq!(copied!(layout!((2,3,2):(42,1,128)), layout!(12:1)), gathered);
    let step = 42;
    assert_eq!(copied!(layout!((2,3,2):(step,1,128)), layout!(12:1)), gathered);
    let scattered = expected(173, (0..12).map(|i| (i, places(i))));
    assert_eq!(copied!(layout!(12:1), layout!((2,3,2):(42,1,128))), scattered);
    assert_eq!(copied!(layout!(12:1), layout!((2,3,2):(step,1,128))), scattered);
}

/// Each of the seven is the one element. As the destination `7:0` it is refused: seven values would be
/// written to one place.
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
