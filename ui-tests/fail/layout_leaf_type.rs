use tilework::Layout;

type Rows = Layout!((i32,8));

fn main() {}
