use tilework_atom::{WgmmaM64D, thread_value};
use tilework::typenum::U20;

fn main() {
    let _ = thread_value(WgmmaM64D::<U20>::new());
}
