use tilework::Layout;

type Rows = Layout!((String,8));

fn first(_: Rows) {}

fn main() {}
