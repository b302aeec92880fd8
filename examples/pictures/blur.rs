//! An image blurred by a filter of 5 x 5, from a PNG to a PNG. Each row of the filter is a sum of shifted slices,
//! horizontal and vertical.
//!
//! `cargo run --release -p tilework-pictures --example blur -- IN.png OUT.png`; without names a generated image is
//! blurred.

use std::error::Error;
use std::time::Instant;

use image::{ImageBuffer, Rgb, RgbImage};
use tilework::{Layout, Tensor, View, ViewMut, layout};

/// (x, y, channel) of an image of three bytes a pixel, row by row.
type Pixels = Layout!((_,_,3):(3,_,1));
/// The filter along one axis, a fifth row of Pascal's triangle.
const FILTER: [u16; 5] = [1, 4, 6, 4, 1];

/// Sums along x, then along y; two pixels at each edge are copied.
fn blur(from: &View<u8, Pixels>, to: &mut ViewMut<u8, Pixels>) -> Result<(), tilework::Error> {
    let (w, h, _) = from.extents();
    // The channel is fastest here too.
    let mut sums = vec![0_u16; w * h * 3];
    let mut sums = Tensor::new(&mut sums[..], layout!((w,h,3):(3,{3 * w},1)))?;
    {
        let mut inside = sums.slice_mut((2..w - 2, .., ..));
        for (i, factor) in FILTER.into_iter().enumerate() {
            inside.zip_mut_with(&from.slice((i..w - 4 + i, .., ..)), |sum, &x| {
                *sum += factor * u16::from(x);
            });
        }
    }
    let mut all = vec![0_u16; w * h * 3];
    let mut all = Tensor::new(&mut all[..], layout!((w,h,3):(3,{3 * w},1)))?;
    let mut inside = all.slice_mut((2..w - 2, 2..h - 2, ..));
    for (j, factor) in FILTER.into_iter().enumerate() {
        inside.zip_mut_with(&sums.slice((2..w - 2, j..h - 4 + j, ..)), |all, &sum| {
            *all += factor * sum;
        });
    }
    to.copy_from(from);
    to.slice_mut((2..w - 2, 2..h - 2, ..))
        .zip_mut_with(&inside, |to, &all| *to = (all / 256) as u8);
    Ok(())
}

/// One pixel by the definition.
fn of_pixel(image: &RgbImage, (x, y): (u32, u32)) -> Rgb<u8> {
    let mut sums = [0_u32; 3];
    for (i, j) in (0..25).map(|k| (k % 5, k / 5)) {
        let factor = u32::from(FILTER[i as usize]) * u32::from(FILTER[j as usize]);
        let Rgb(pixel) = image.get_pixel(x + i - 2, y + j - 2);
        for (sum, value) in sums.iter_mut().zip(pixel) {
            *sum += factor * u32::from(*value);
        }
    }
    Rgb(sums.map(|sum| (sum / 256) as u8))
}

fn main() -> Result<(), Box<dyn Error>> {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let image = match &names[..] {
        [] => ImageBuffer::from_fn(640, 480, |x, y| Rgb([x as u8, y as u8, (x * y / 64) as u8])),
        [from, _] => image::open(from)?.to_rgb8(),
        _ => return Err("usage: blur [IN.png OUT.png]".into()),
    };
    let (w, h) = (image.width() as usize, image.height() as usize);
    if w < 5 || h < 5 {
        return Err(format!("an image of {w} x {h} pixels is smaller than the filter").into());
    }
    let pixels = layout!((w,h,3):(3,{3 * w},1));
    let mut blurred = RgbImage::new(image.width(), image.height());

    let begin = Instant::now();
    blur(&Tensor::new(&image.as_raw()[..], pixels)?, &mut Tensor::new(&mut *blurred, pixels)?)?;
    let by_slices = begin.elapsed();

    let begin = Instant::now();
    for y in 2..image.height() - 2 {
        for x in 2..image.width() - 2 {
            assert_eq!(*blurred.get_pixel(x, y), of_pixel(&image, (x, y)), "at ({x}, {y})");
        }
    }
    let plain = begin.elapsed();
    println!("{w} x {h} pixels: {by_slices:.1?}; pixel by pixel {plain:.1?}, and the same");
    if let [_, to] = &names[..] {
        blurred.save(to)?;
        println!("{to} is written");
    }
    Ok(())
}
