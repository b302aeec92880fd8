use tilework::Layout;

type Tiled = Layout!(zipped_divide((10,8):(1,10), (4,8)));

fn main() {}
