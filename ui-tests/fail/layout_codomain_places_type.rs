use tilework::Layout;

type _Rows = Layout!((2,_):(e0,e(0,1)));

fn main() {}
