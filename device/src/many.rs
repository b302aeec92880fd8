//! Several GPUs: distributed tensors, and redistributions that NCCL carries.
//!
//! A tensor over devices is a [`Distribution`](tilework::algebra::Distribution), which says who has what, and on each device the memory
//! of its part ([`Distributed`]). What devices send one another so that a tensor in one distribution is in another is a
//! [`Plan`](tilework::algebra::redistribute::Plan). Each device carries out its
//! [`Schedule`](tilework::algebra::redistribute::Schedule) by an [`Engine`]:
//!
//! - [`threads`] are devices on the CPU, which send by channels: so plans run without GPUs, and so are they tested;
//! - a [`Rank`] is a GPU that NCCL connects with others. [`Rank::on_gpus`] has those of this computer in one process, a thread for each;
//!   [`Rank::meet`] is one of several processes, by its rank and an address at which they meet.
//!
//! What lies together goes as it is, by one call of NCCL; what does not is packed and unpacked by copy kernels, part by part, while
//! NCCL sends the part before. All of it is on streams of its own: [`Rank::start`] goes on at once, and kernels run beside it until
//! [`Rank::finish`].

mod carry;
mod comm;
mod gpu;
mod rank;
mod strided;
pub mod threads;

pub use carry::{Engine, carry};
pub use comm::Element;
pub use gpu::{Distributed, Pending, Redistribution};
pub use rank::{MULTICAST_OFF, Rank, enough};
