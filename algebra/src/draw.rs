//! Pictures of layouts, thread-value layouts, instructions and morphisms.
//!
//! Each function makes a [`Scene`], which can be written as text for a terminal, as SVG, as TikZ, or as an HTML page.
//! On the HTML page, pointing at a cell highlights it in all panels:
//!
//! | function | picture |
//! |---|---|
//! | [`layout()`] | the offsets of a layout, with nested tiles outlined |
//! | [`composition()`] | `A`, `B` and `A o B`, or a tiler in its parent |
//! | [`slice()`] | a slice in its parent |
//! | [`divide()`] | a layout in the colors of its tiles, and the tiles |
//! | [`product()`], [`product_by_mode()`] | a tile, its copies, and all of them |
//! | [`owners()`], [`partition()`] | threads and values |
//! | [`linear_layout()`] | a linear layout of Triton, in the view of the tensor and of the hardware |
//! | [`banks()`], [`swizzle()`] | banks and their conflicts, and the blocks that a swizzle moves |
//! | [`mma()`], [`fragment()`] | the fragments of an instruction |
//! | [`load()`], [`store()`], [`tmem()`] | the elements that `ldmatrix` and `stmatrix` move, and tensor memory |
//! | [`tiled_mma()`], [`tiled_copy()`] | instructions that are repeated over threads and values |
//! | [`morphism()`], [`composite()`], [`mutual_refinement()`], [`weak_composite()`], [`composition_algorithm()`] | morphisms, drawn as in [003](crate::papers) |
//!
//! The picture of `(4,2):(2,1) o 4:2`; in a browser, a cell shows its coordinate and its offset when pointed at:
//!
#![doc = include_str!("draw/composition.svg")]
//!
//! [`of_expression`] chooses the picture of an [expression](crate::expression), and [`explained`] draws its operations.
//!
//! The colors are light tints of those of Okabe and Ito ([`TINTS`]). Color alone says only which tile or copy a cell
//! belongs to. A [`Window`] limits the size of a picture, whatever the layout is.
//!
//! ```
//! use tilework_algebra::{Layout, draw};
//! let layout: Layout = "((2,2),(2,2)):((1,4),(2,8))".parse()?;
//! let picture = draw::layout(&layout, &draw::Window::default());
//! let lines = picture.to_terminal(false);
//! let lines: Vec<&str> = lines.lines().map(str::trim_end).collect();
//! assert_eq!(lines, [
//!     "((2,2),(2,2)):((1,4),(2,8))",
//!     "     0    1    2    3",
//!     "  ┏━━━━┯━━━━┳━━━━┯━━━━┓",
//!     "0 ┃  0 │  2 ┃  8 │ 10 ┃",
//!     "  ┠────┼────╂────┼────┨",
//!     "1 ┃  1 │  3 ┃  9 │ 11 ┃",
//!     "  ┣━━━━┿━━━━╋━━━━┿━━━━┫",
//!     "2 ┃  4 │  6 ┃ 12 │ 14 ┃",
//!     "  ┠────┼────╂────┼────┨",
//!     "3 ┃  5 │  7 ┃ 13 │ 15 ┃",
//!     "  ┗━━━━┷━━━━┻━━━━┷━━━━┛",
//! ]);
//! # Ok::<(), tilework_algebra::Error>(())
//! ```

mod banks;
mod composition;
mod copy;
mod copy_loops;
mod copy_plan;
mod divide;
mod explained;
mod expression;
mod grid;
mod html;
mod instruction;
mod linear_layout;
mod mma;
mod morphism;
mod palette;
mod parent;
mod product;
#[cfg(feature = "distribution")]
mod redistribution;
mod scene;
mod slice;
mod svg;
mod terminal;
mod thread_value;
mod tikz;
mod tmem;
mod window;

pub use banks::{banks, shared, swizzle};
pub use composition::composition;
pub use copy::{load, store, tiled_copy};
pub use copy_loops::copy_loops;
pub use copy_plan::copy_plan;
pub use divide::divide;
pub use explained::{Explained, ExplainedStep, explained};
pub use expression::{of_expression, of_expression_while, page};
pub use grid::layout;
pub use instruction::is_instruction;
pub use linear_layout::linear_layout;
pub use mma::{fragment, mma, tiled_mma};
pub use morphism::{composite, composition_algorithm, morphism, mutual_refinement, weak_composite};
pub use palette::{Background, TINTS};
pub use product::{Arrangement, product, product_by_mode};
#[cfg(feature = "distribution")]
pub use redistribution::redistribution;
pub use scene::{Arrow, Cell, Mark, Role, Rule, Scene, Text};
pub use slice::slice;
pub use thread_value::{By, owners, partition};
pub use tmem::tmem;
pub use window::Window;
