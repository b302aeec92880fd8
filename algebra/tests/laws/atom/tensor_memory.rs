//! Loads and stores of tensor memory, `tcgen05.ld` and `tcgen05.st`.

use tilework_algebra::downcast;

use super::*;

#[test]
fn tensor_memory() {
    // The rows of 004, section 3.4.4, with its addresses.
    for (name, repeats, expected) in [
        ("tcgen05.32x32b", 1, "(1,128):(1,16384)"),
        ("tcgen05.32x32b", 2, "(2,128):(1,16384)"),
        ("tcgen05.16x256b", 1, "(8,(16,4)):(1,(16384,524288))"),
    ] {
        let shape = TMEM.iter().find(|shape| shape.name == name).unwrap();
        let shape = Tmem { lane: 16384, ..*shape };
        assert_eq!(shape.addresses(repeats).unwrap().to_string(), expected);
    }
    // The lane, relative to that of the warp, and the column of register `i` of thread `t` of a warp.
    let places: [Place; 10] = [
        |t, i| (t, i),
        |t, i| (t / 4 + 8 * (t % 2), t / 2 % 2 + 2 * i),
        |t, i| (t / 4 + 8 * (i % 2), t % 4 + 4 * (i / 2)),
        |t, i| (t / 4 + 8 * (i / 2 % 2), t % 4 * 2 + i % 2 + 8 * (i / 4)),
        // The first access; the second is `halves`, below.
        |t, i| (t % 16, i),
        // Two values in place of each, next to one another.
        |t, i| (t, i),
        |t, i| (t / 4 + 8 * (t % 2), 2 * (t / 2 % 2 + 2 * (i / 2)) + i % 2),
        |t, i| (t / 4 + 8 * (i / 2 % 2), 2 * (t % 4 + 4 * (i / 4)) + i % 2),
        |t, i| (t / 4 + 8 * (i / 4 % 2), 2 * (t % 4 * 2 + i / 2 % 2 + 8 * (i / 8)) + i % 2),
        |t, i| (t % 16, i),
    ];
    assert_eq!(TMEM.len(), places.len());
    for (shape, place) in TMEM.iter().zip(places) {
        let mut repeats = 1;
        while repeats <= shape.repeats {
            let tv = shape.thread_value(repeats).unwrap();
            let addresses = shape.addresses(repeats).unwrap();
            assert_eq!(tv.mode(0).unwrap().size(), 128);
            for t in 0..128 {
                for i in 0..tv.mode(1).unwrap().size() {
                    let address = crd2idx(&IntTuple::tuple([t.into(), i.into()]), &tv).unwrap();
                    let (row, mut column) = place(t % 32, i);
                    if shape.halves.is_some() {
                        column += t % 32 / 16 * shape.columns * repeats;
                    }
                    // PTX ISA, Tensor Memory Addressing: the lane in bits 16 to 31.
                    let expected = (t / 32 * 32 + row) << 16 | column;
                    assert_eq!(address, expected, "{} x{repeats}: {t}, {i}", shape.name);
                }
            }
            assert_eq!(image(&tv), image(&addresses), "{}", shape.name);
            // Other addresses of the same columns and lanes.
            let printed = Tmem { lane: 16384, ..*shape }.thread_value(repeats).unwrap();
            let others = offsets(&tv).unwrap().into_iter().map(|x| x % 65536 + x / 65536 * 16384);
            assert!(others.eq(offsets(&printed).unwrap()));
            repeats *= 2;
        }
        for wrong in [0, 3, -1, 2 * shape.repeats] {
            let rule = Rule::PowerOfTwoUpTo { number: wrong, most: shape.repeats };
            assert_eq!(shape.addresses(wrong).unwrap_err().rule, rule);
        }
    }
}

/// CuTe's layouts of these instructions (copy_traits_sm100.hpp, `SM100_TMEM_LOAD_`). They map the threads of a warp and
/// the bits of their registers to the bits that are accessed, and those to places in lanes that are `2^21` bits apart.
#[test]
fn published_tensor_memory() {
    for (name, repeats, registers, bits) in [
        ("32x32b", 2, "(32,64):(64,1)", "(64,32):(1,2097152)"),
        ("16x64b", 1, "((2,2,8),32):((512,32,64),1)", "(64,16):(1,2097152)"),
        ("16x64b", 2, "((2,2,8),(32,2)):((1024,32,128),(1,64))", "(128,16):(1,2097152)"),
        ("16x128b", 1, "((4,8),(32,2)):((32,128),(1,1024))", "(128,16):(1,2097152)"),
        ("16x256b", 1, "((4,8),(64,2)):((64,256),(1,2048))", "(256,16):(1,2097152)"),
        ("16x256b", 2, "((4,8),(64,2,2)):((64,512),(1,4096,256))", "(512,16):(1,2097152)"),
        ("16x32bx2", 1, "((16,2),32):((64,32),1)", "(64,16):(1,2097152)"),
        ("16x32bx2", 2, "((16,2),64):((128,64),1)", "(128,16):(1,2097152)"),
        // The same registers, from lower halves of columns.
        ("32x32b.pack::16b", 2, "(32,64):(64,1)", "((16,4),32):((1,32),2097152)"),
        ("16x64b.pack::16b", 1, "((2,2,8),32):((512,32,64),1)", "((16,4),16):((1,32),2097152)"),
        (
            "16x64b.pack::16b",
            2,
            "((2,2,8),(32,2)):((1024,32,128),(1,64))",
            "((16,8),16):((1,32),2097152)",
        ),
        (
            "16x128b.pack::16b",
            1,
            "((4,8),(32,2)):((32,128),(1,1024))",
            "((16,8),16):((1,32),2097152)",
        ),
        (
            "16x256b.pack::16b",
            1,
            "((4,8),(64,2)):((64,256),(1,2048))",
            "((16,16),16):((1,32),2097152)",
        ),
        (
            "16x256b.pack::16b",
            2,
            "((4,8),(64,2,2)):((64,512),(1,4096,256))",
            "((16,32),16):((1,32),2097152)",
        ),
        ("16x32bx2.pack::16b", 2, "((16,2),64):((128,64),1)", "((16,8),16):((1,32),2097152)"),
    ] {
        let shape = TMEM.iter().find(|shape| shape.name == format!("tcgen05.{name}")).unwrap();
        let tv = shape.thread_value(repeats).unwrap();
        let (registers, bits) = (layout(registers), layout(bits));
        assert_eq!(registers.size(), 32 * shape.bits * tv.mode(1).unwrap().size());
        for (t, bit) in (0..32).flat_map(|t| (0..registers.size() / 32).map(move |bit| (t, bit))) {
            let published = bits.offset(registers.offset(t + 32 * bit).unwrap()).unwrap();
            let address = tv.offset(t + 128 * (bit / shape.bits)).unwrap();
            let (lane, column) = (address >> 16, address % 65536);
            let found = (lane << 21) + 32 * column + bit % shape.bits;
            assert_eq!(found, published, "{name} x{repeats}");
        }
    }
}

/// A column holds several elements of fewer bits. The distance of two lanes is `2^21` bits of addresses, CuTe's
/// `TMEM::DP_b` (copy_traits_sm100.hpp).
#[test]
fn elements_of_tensor_memory() {
    for shape in TMEM {
        for factor in [1, 2, 4, 8, 32] {
            let bits = 32 / factor;
            let elements = downcast(&shape.addresses(2).unwrap(), factor).unwrap();
            let mut expected = Vec::new();
            for address in values(&shape.addresses(2).unwrap()) {
                let (lane, column) = (address >> 16, address % (1 << 16));
                let element = |i: i64| (lane * (1 << 21) + column * 32) / bits + i;
                expected.extend((0..factor).map(element));
            }
            assert_eq!(values(&elements), expected, "{} of {bits} bits", shape.name);
        }
    }
}

/// `.16x32bx2`: each thread of either half of a warp has the lane of its number in the half, from the column of its
/// access on. If the accesses are adjacent, these are CuTe's bits of `SM100_TMEM_LOAD_16dp32bNx`:
/// `((16,2),32 N):((64 N,32 N),1)` in rows of `64 N`.
#[test]
fn halves_of_tensor_memory() {
    let shape = TMEM.iter().find(|shape| shape.name == "tcgen05.16x32bx2").unwrap();
    for repeats in (0..8).map(|power| 1 << power) {
        for offset in [0, 1, repeats, 2 * repeats, 3 * repeats + 1, 256] {
            let tv = shape.thread_value_apart(repeats, offset).unwrap();
            for (t, i) in (0..128).flat_map(|t| (0..repeats).map(move |i| (t, i))) {
                let (warp, half, lane) = (t / 32, t / 16 % 2, t % 16);
                let expected = (32 * warp + lane) * 65536 + half * offset + i;
                assert_eq!(tv.offset(t + 128 * i), Ok(expected));
            }
            let addresses = shape.addresses_apart(repeats, offset).unwrap();
            assert_eq!(image(&addresses), image(&tv), "x{repeats} and {offset} columns");
        }
        let tv = shape.thread_value(repeats).unwrap();
        let bits =
            layout(&format!("((16,2),{}):(({},{}),1)", 32 * repeats, 64 * repeats, 32 * repeats));
        for (t, i) in (0..32).flat_map(|t| (0..repeats).map(move |i| (t, i))) {
            let bit = bits.offset(t + 32 * 32 * i).unwrap();
            let (lane, column) = (bit / (64 * repeats), bit % (64 * repeats) / 32);
            assert_eq!(tv.offset(t + 128 * i), Ok(lane * 65536 + column));
        }
    }
    let error = shape.addresses_apart(4, -1).unwrap_err();
    assert_eq!(error.rule, Rule::NaturalStride { stride: -1 });
    let rule = Rule::PowerOfTwoUpTo { number: i64::MAX, most: shape.repeats };
    assert_eq!(shape.thread_value(i64::MAX).unwrap_err().rule, rule);
    // Half of the lanes of each warp, in two blocks of columns.
    let data = layout("((16,4),(8,2)):((65536,2097152),(1,128))");
    let place = locate(&data, &shape.addresses_apart(8, 128).unwrap()).unwrap();
    assert_eq!(offsets(&place).unwrap().len(), 64 * 16);
    assert!(locate(&data, &shape.addresses_apart(8, 127).unwrap()).is_err());
}
