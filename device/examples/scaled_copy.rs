//! The host side of a kernel of a reader's own, as in the guide.

use tilework::{layout, operation::try_zipped_divide, try_layout};
use tilework_device::{Gpu, PushKernelArg, argument::Leaves};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (gpu, m, n) = (Gpu::first()?, 1024_u32, 512_u32);
    let data: Vec<f32> = (0..m * n).map(|i| i as f32).collect();
    let (from, mut to) = (gpu.upload(&data)?, gpu.poisoned::<f32>(data.len())?);
    // In vectors of 4: what is wrong with the extents is an error here, and not in the kernel.
    let (m, columns) = (m / 4, m / 4);
    let tiles = try_zipped_divide(try_layout!((m,n):(1,columns))?, layout!(<64,4>))?;
    let kernel = gpu.kernel("scaled_copy", [m / 64, n / 4, 1], 256, 0)?;
    let tiles: Leaves<4> = Leaves(tiles.dynamic_leaves());
    // SAFETY: both matrices are as large as the layout reaches.
    unsafe {
        kernel.with().arg(&from).arg(&mut to).arg(&tiles).arg(&2.0_f32).launch(kernel.launch)?
    };
    assert!(gpu.download(&to)?.iter().zip(data).all(|(y, x)| *y == 2.0 * x));
    println!("{} elements are twice what they were", to.len());
    Ok(())
}
