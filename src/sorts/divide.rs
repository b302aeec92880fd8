//! Divides: the tile and its complement, both composed on the layout.

use frunk_core::hlist::HNil;

use super::complement::{Gaps, PaddedGaps};
use super::list::List;
use super::tree::{Leaves, Tree};
use super::way::{AreStatic, Refuses, Statically};
use super::{coalesce, composition};
use crate::layout::Layout;
use crate::operation::complement::{Ceil, Exact};
use crate::operation::divide::Logical;

#[diagnostic::do_not_recommend]
impl Refuses for Logical<Exact> {}
#[diagnostic::do_not_recommend]
impl Refuses for Logical<Ceil> {}

impl<AS: Leaves<AD>, AD, BS: Leaves<BD>, BD> Statically<Layout<AS, AD>, Layout<BS, BD>>
    for Logical<Exact>
{
    type Operands = AreStatic<AS, AD, BS, BD>;
    type Out =
        Divided<BS, BD, AS::Flatten<HNil>, <AS::Flatten<HNil> as coalesce::OnList>::Coalesced>;
}
impl<AS: Leaves<AD>, AD, BS: Leaves<BD>, BD> Statically<Layout<AS, AD>, Layout<BS, BD>>
    for Logical<Ceil>
{
    type Operands = AreStatic<AS, AD, BS, BD>;
    type Out = OfPair<
        BS,
        BD,
        PaddedGaps<BS, BD, <AS::Flatten<HNil> as List>::Size>,
        <AS::Flatten<HNil> as coalesce::OnList>::Coalesced,
    >;
}
type Divided<BS, BD, A, Merged> = OfPair<BS, BD, Gaps<BS, BD, <A as List>::Size>, Merged>;
/// The tile and its complement `Rest` composed on `Merged`.
type OfPair<BS, BD, Rest, Merged> =
    <<BS as Leaves<BD>>::Onto<Merged, <BS as Leaves<BD>>::Flatten<Rest>> as Tree>::Beside<
        <Rest as composition::OnList>::Onto<Merged, <BS as Leaves<BD>>::Flatten<Rest>>,
    >;
