//! A tiler of a tensor says of each mode what a tile takes of it, unless it is meant otherwise.

use core::marker::PhantomData;

use crate::layout::same_extents::TopModes;
use crate::operation::divide::SplitZipped;
use crate::proof::Text;

/// What is asked of the tiler `B` that cuts tiles of a tensor with the layout `L`. A method that people call evaluates
/// [`ByMode::KNOWN`] itself, so that an error shows the line that calls it; as it is one constant there is one error.
pub(crate) struct ByMode<L, B, K>(PhantomData<(L, B, K)>);
impl<L: SplitZipped<B, K>, B, K> ByMode<L, B, K> {
    /// One layout of several modes takes its elements down the columns of all modes together, as CuTe's does. Who writes
    /// `layout!((2,4))` wants tiles of 2 x 4: so it does not build. With [`one_mode`](crate::Layout::one_mode) it has one mode.
    pub(crate) const KNOWN: () = {
        if let Some(text) = Self::refusal() {
            let meant = " says that all modes together are meant";
            panic!("{}", text.then(", and `.one_mode()` of the tiler").then(meant).as_str());
        }
    };

    /// What is wrong, with the tiler that is probably meant.
    const fn refusal() -> Option<Text> {
        let mut modes = L::MODES_TOGETHER;
        let text = "tiles: the tiler is one layout, which takes its elements down the columns";
        let (mut text, mut at) = (Text::new(text).then(": tiles by mode are `layout!(<"), 0);
        while let TopModes::Mode { size, others, .. } = modes {
            text = if at > 0 { text.then(",") } else { text };
            text = match size {
                Some(size) => text.number(*size),
                None => text.then("_"),
            };
            (modes, at) = (others, at + 1);
        }
        if at > 0 { Some(text.then(">)`")) } else { None }
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use std::format;
    use std::string::String;

    use super::ByMode;
    use crate::layout::swizzle::Swizzle;
    use crate::operation::divide::SplitZipped;
    use crate::operation::round::Exact;
    use crate::{Composed, layout};

    fn told<L: SplitZipped<B, Exact>, B>(_: L, _: B) -> Option<String> {
        ByMode::<L, B, Exact>::refusal().map(|text| text.as_str().into())
    }

    /// A layout of several modes is refused for several modes, and nothing else.
    #[test]
    fn layouts_of_several_modes() {
        let (m, n) = (8, 4);
        let said = |tiles: &str| {
            let text = "tiles: the tiler is one layout, which takes its elements down the columns";
            Some(format!("{text}: tiles by mode are `layout!(<{tiles}>)`"))
        };
        assert_eq!(told(layout!((8, 8)), layout!((2, 4))), said("2,4"));
        assert_eq!(told(layout!((m, 8)), layout!((2, (n, 2)))), said("2,_"));
        assert_eq!(told(layout!((8, 8, 2)), layout!((2,4):(4,1))), said("2,4"));
        let swizzled =
            Composed::of(Swizzle::<typenum::U1, typenum::U0, typenum::P3>::new(), layout!((8, 8)));
        assert_eq!(told(swizzled, layout!((2, 4))), said("2,4"));

        assert_eq!(told(layout!((8, 8)), layout!(<2,4>)), None);
        assert_eq!(told(layout!((8, 8)), layout!(<(2,2):(1,4),4>)), None);
        assert_eq!(told(layout!((8, 8)), layout!(8:1)), None);
        assert_eq!(told(layout!((8, 8)), layout!((2, 4)).one_mode()), None);
        assert_eq!(told(layout!(64:1), layout!((2, 4))), None);
        assert_eq!(told(layout!(((8, 8))), layout!((2, 4))), None);
    }
}
