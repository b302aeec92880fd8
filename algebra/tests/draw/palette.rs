//! People with normal vision, and people who do not see red, green or blue, can tell the colors apart, and text on them
//! is legible.

use tilework_algebra::draw::{Background, TINTS};

/// The light of each primary color, from sRGB to linear.
fn linear(rgb: u32) -> [f64; 3] {
    [16, 8, 0].map(|shift| {
        let part = f64::from(rgb >> shift & 255) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    })
}

fn luminance([red, green, blue]: [f64; 3]) -> f64 {
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// CIE L*a*b*, white D65.
fn lab([red, green, blue]: [f64; 3]) -> [f64; 3] {
    let f = |t: f64| if t > 0.008856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
    let x = f((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047);
    let y = f(luminance([red, green, blue]));
    let z = f((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// The light that is seen without one of the cones, severity 1 (Machado, Oliveira and Fernandes, 2009, table 1).
const SEEN: [[[f64; 3]; 3]; 4] = [
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
];

/// One of the 256 colors of terminals: a cube of 6 levels from 16 on, and grays from 232 on.
fn of_terminal(number: u8) -> u32 {
    let number = u32::from(number);
    if number >= 232 {
        return (8 + 10 * (number - 232)) * 0x010101;
    }
    let level = |n: u32| [0, 95, 135, 175, 215, 255][(n % 6) as usize];
    let n = number - 16;
    level(n / 36) << 16 | level(n / 6) << 8 | level(n)
}

#[test]
fn tints_differ_however_one_sees() {
    differ(TINTS);
    let numbers = std::array::from_fn(|at| Background::Tint(at as u64).terminal().unwrap());
    differ(numbers.map(of_terminal));
}

fn differ(tints: [u32; 8]) {
    for seen in SEEN {
        let as_seen = |rgb: u32| {
            let light = linear(rgb);
            seen.map(|row| row.iter().zip(light).map(|(a, b)| a * b).sum::<f64>().clamp(0.0, 1.0))
        };
        for (at, &one) in tints.iter().enumerate() {
            for &other in &tints[..at] {
                let (one, other) = (lab(as_seen(one)), lab(as_seen(other)));
                let square: f64 = one.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum();
                // A distance of 2.3 is just noticeable.
                assert!(square.sqrt() > 12.0, "{tints:06X?}");
            }
        }
    }
}

/// WCAG 2.2: a contrast of 7 for text of any size, level AAA.
#[test]
fn text_is_legible() {
    let ink = luminance(linear(0x1A1A1A)) + 0.05;
    let fills = (0..8).map(Background::Tint).chain([Background::Faint]);
    let written = fills.clone().map(|fill| fill.rgb().unwrap()).chain([0xFFFFFF]);
    for rgb in written.chain(fills.map(|fill| of_terminal(fill.terminal().unwrap()))) {
        let contrast = (luminance(linear(rgb)) + 0.05) / ink;
        assert!(contrast >= 7.0, "{rgb:06X}: {contrast}");
    }
}
