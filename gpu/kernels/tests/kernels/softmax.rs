//! Softmax of rows.

use tilework::try_layout;
use tilework_kernels::launch::promise;
use tilework_kernels::softmax::softmax;

use crate::emulator;
use crate::reference::Random;

#[test]
fn softmax_of_rows() {
    let (mut random, rows) = (Random::fresh(), 3);
    let mut emulator = emulator(&mut random);
    let data = random.normals(4096 * rows);
    let (from, mut to) = (emulator.upload(&data), emulator.poisoned::<f32>(data.len()));
    let tiles = try_layout!(((256,4),{rows as u32}):((1,256),1024)).unwrap();
    // SAFETY: the layout belongs to the buffers, and there is a block for each row.
    let with = unsafe { promise(softmax { from: &from, to: &mut to, rows: tiles }) };
    emulator.run(with);
    for (x, y) in data.chunks(4096).zip(emulator.download(to).chunks(4096)) {
        let sum: f64 = x.iter().map(|&x| f64::from(x).exp()).sum();
        for (&x, &y) in x.iter().zip(y) {
            let right = f64::from(x).exp() / sum;
            assert!((f64::from(y) - right).abs() < 1e-5 * right, "{y} for {right}");
        }
    }
}
