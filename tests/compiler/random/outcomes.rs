//! The outcome of an operation on operands with dynamic leaves, as text: `result|L|type|offsets` or `value|text`,
//! `error|rule|text` for a refusal at run time, and `verdict|rule` for one in the types.

use tilework::bound::total::*;
use tilework::verdict::*;
use tilework::{bound::*, operation::*, result::*, *};

fn shown<L: AnyLayout>(result: Result<L, Error>) -> String {
    match result {
        Ok(layout) => {
            let offsets = (0..layout.size().min(1000)).map(|i| layout.offset(i).to_string());
            let name = std::any::type_name::<L>();
            format!("result|{layout}|{name}|{}", offsets.collect::<Vec<_>>().join(","))
        }
        Err(error) => format!("error|{}|{error}", error.rule.name()),
    }
}

fn printed(result: Result<impl std::fmt::Display, Error>) -> String {
    match result {
        Ok(value) => format!("value|{value}"),
        Err(error) => format!("error|{}|{error}", error.rule.name()),
    }
}

/// Integers, and tuples of them.
trait Tree {
    fn text(&self) -> String;
}
/// The parts of a tuple.
trait Parts {
    fn parts(&self) -> Vec<String>;
}
impl Tree for usize {
    fn text(&self) -> String {
        self.to_string()
    }
}
impl<S, D> Tree for Layout<S, D>
where
    Self: AnyLayout,
{
    fn text(&self) -> String {
        self.to_string()
    }
}
impl Tree for HNil {
    fn text(&self) -> String {
        "()".to_owned()
    }
}
impl<H, T> Tree for HCons<H, T>
where
    Self: Parts,
{
    fn text(&self) -> String {
        format!("({})", self.parts().join(","))
    }
}
impl Parts for HNil {
    fn parts(&self) -> Vec<String> {
        Vec::new()
    }
}
impl<H: Tree, T: Parts> Parts for HCons<H, T> {
    fn parts(&self) -> Vec<String> {
        let mut parts = self.tail.parts();
        parts.insert(0, self.head.text());
        parts
    }
}
fn tree(tree: impl Tree) -> String {
    tree.text()
}
/// A slice as the value level writes it.
fn beside<L: AnyLayout, O: Tree>((layout, offset): (L, O)) -> String {
    format!("[{layout}, {}]", offset.text())
}

/// A total form for the operations whose own total forms are not public.
trait Unnamed {
    type Result;
}
impl<X> Unnamed for X {
    type Result = HNil;
}

/// The method `outcome` with the bound is found first, and the one of the trait if the bound does not hold.
macro_rules! operations {
    ($shown:ident: $($name:ident [$($of:tt)*] $operands:ty, |$a:ident, $b:pat_param| $result:expr, [$($total:tt)*];)+) => {$(
        mod $name {
            use super::*;
            pub struct Operands<A, B>(pub A, pub B);
            impl<$($of)*> $operands {
                pub fn outcome(self) -> String {
                    let Operands($a, $b) = self;
                    $shown($result)
                }
            }
            pub trait Refused: Sized {
                fn outcome(self) -> String;
            }
            impl<A: $($total)*, B> Refused for Operands<A, B>
            where
                <A as $($total)*>::Result: Judged,
            {
                fn outcome(self) -> String {
                    let rule = <<A as $($total)*>::Result as Judged>::RULE;
                    format!("verdict|{}", rule.unwrap_or("unnamed"))
                }
            }
        }
    )+};
}

operations! { shown:
    composition [A: ComposeWith<B>, B: Copy] Operands<A, B>, |a, b| try_composition(a, b), [CompositionTotal<B>];
    logical_divide [A: LogicalDivideBy<B>, B: Copy] Operands<A, B>, |a, b| try_logical_divide(a, b), [DivideTotal<B, Exact>];
    logical_divide_ceil [A: LogicalDivideBy<B, Ceil>, B: Copy] Operands<A, B>, |a, b| try_logical_divide_ceil(a, b), [DivideTotal<B, Ceil>];
    zipped_divide [A: ZippedDivideBy<B>, B: Copy] Operands<A, B>, |a, b| try_zipped_divide(a, b), [ZippedDivideTotal<B, Exact>];
    zipped_divide_ceil [A: ZippedDivideBy<B, Ceil>, B: Copy] Operands<A, B>, |a, b| try_zipped_divide_ceil(a, b), [ZippedDivideTotal<B, Ceil>];
    tiled_divide [A: TiledDivideBy<B>, B: Copy] Operands<A, B>, |a, b| try_tiled_divide(a, b), [ArrangedTotal<B, Exact, Tiled>];
    tiled_divide_ceil [A: TiledDivideBy<B, Ceil>, B: Copy] Operands<A, B>, |a, b| try_tiled_divide_ceil(a, b), [ArrangedTotal<B, Ceil, Tiled>];
    flat_divide [A: FlatDivideBy<B>, B: Copy] Operands<A, B>, |a, b| try_flat_divide(a, b), [ArrangedTotal<B, Exact, Flat>];
    flat_divide_ceil [A: FlatDivideBy<B, Ceil>, B: Copy] Operands<A, B>, |a, b| try_flat_divide_ceil(a, b), [ArrangedTotal<B, Ceil, Flat>];
    logical_product [A: LogicalProductBy<B>, B: Copy] Operands<A, B>, |a, b| try_logical_product(a, b), [ProductTotal<B, Repeated>];
    zipped_product [A: ZippedProductBy<B>, B: Copy] Operands<A, B>, |a, b| try_zipped_product(a, b), [ProductTotal<B, Gathered<Zipped>>];
    tiled_product [A: TiledProductBy<B>, B: Copy] Operands<A, B>, |a, b| try_tiled_product(a, b), [ProductTotal<B, Gathered<Tiled>>];
    flat_product [A: FlatProductBy<B>, B: Copy] Operands<A, B>, |a, b| try_flat_product(a, b), [ProductTotal<B, Gathered<Flat>>];
    blocked_product [A: BlockedProductBy<B>, B: Copy] Operands<A, B>, |a, b| try_blocked_product(a, b), [ProductTotal<B, Blocked>];
    raked_product [A: RakedProductBy<B>, B: Copy] Operands<A, B>, |a, b| try_raked_product(a, b), [ProductTotal<B, Raked>];
    complement [A: ComplementIn<B>, B: Copy] Operands<A, B>, |a, b| try_complement(a, b), [ComplementTotal<B, Exact>];
    complement_ceil [A: ComplementIn<B, Ceil>, B: Copy] Operands<A, B>, |a, b| try_complement_ceil(a, b), [ComplementTotal<B, Ceil>];
    complement_ext [A: HasComplementExt, B] Operands<A, B>, |a, _| try_complement_ext(a), [ComplementExtTotal];
    right_inverse [A: HasRightInverse, B] Operands<A, B>, |a, _| try_right_inverse(a), [RightInverseTotal];
    left_inverse [A: HasLeftInverse, B] Operands<A, B>, |a, _| try_left_inverse(a), [LeftInverseTotal];
    sort [A: CanSort, B] Operands<A, B>, |a, _| Ok(sort(a)), [SortTotal];
    make_layout_like [A: HasLayoutLike, B] Operands<A, B>, |a, _| Ok(make_layout_like(a)), [LayoutLikeTotal];
    max_common_layout [A: MaxCommonWith<B>, B: Copy] Operands<A, B>,
        |a, b| Ok(max_common_layout(a, b)), [Unnamed];
    upcast [A: UpcastBy<N>, N] Operands<A, Static<N>>, |a, n| try_upcast(a, n), [Unnamed];
    downcast [A: DowncastBy<N>, N] Operands<A, Static<N>>, |a, n| try_downcast(a, n), [Unnamed];
    recast [A: RecastBy<Old, New>, Old, New] Operands<A, (Static<Old>, Static<New>)>,
        |a, (old, new)| try_recast(a, old, new), [Unnamed];
    tile_to_shape [A: TileTo<S, K>, S: Copy, K: Copy] Operands<A, (S, K)>,
        |a, (s, k)| try_tile_to_shape(a, s, k), [Unnamed];
}

operations! { printed:
    concatenate [A: CanConcatenate, B] Operands<A, B>, |a, _| try_concatenate(a), [ConcatenateTotal];
    zip [A: ZipBy<B>, B: Copy] Operands<A, B>, |a, b| try_zip(a, b), [ZipTotal<B>];
    mode [A: HasMode<K>, K] Operands<A, Static<K>>, |a, k| Ok(mode(a, k)), [Unnamed];
    slice [A: SliceBy<C>, C] Operands<A, C>, |a, c| Ok(beside(slice(a, c))), [Unnamed];
    slice_at [A: SliceAt<C, O>, C, O: Tree] Operands<A, (C, O)>, |a, (c, o)| Ok(beside(a.slice_at(c, o))), [Unnamed];
    dice_at [A: DiceAt<C, O>, C, O: Tree] Operands<A, (C, O)>, |a, (c, o)| Ok(beside(a.dice_at(c, o))), [Unnamed];
    dice [A: DiceBy<C>, C] Operands<A, C>, |a, c| Ok(beside(dice(a, c))), [Unnamed];
}
