use tilework::{Tensor, layout};

fn main() {
    let (data, n) = ([0; 8], 3_usize);
    let tensor = Tensor::new(&data[..], layout!(8:1)).unwrap();
    tensor.predicated_divide(layout!(<n>));
}
