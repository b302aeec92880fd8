// The instruction moves halves of 16 bits: the two of an element of 32 come to different threads.
use tilework::atom::{CopyAtom, LdmatrixX4Trans, LoadOf};
use tilework::typenum::U32;
fn main() {
    fn copies_by<A: CopyAtom>(_: A) {}
    copies_by(LoadOf::<LdmatrixX4Trans, U32>::new());
}
