//! Several GPUs: distributed tensors, and redistributions through NCCL.
//!
//! A tensor over devices is a [`Distribution`](tilework::algebra::Distribution), which says which device has what,
//! together with the memory of each device's part ([`Distributed`]). A [`Plan`](tilework::algebra::redistribute::Plan)
//! says what the devices send one another to move a tensor from one distribution to another. Each device carries out
//! its [`Schedule`](tilework::algebra::redistribute::Schedule) by an [`Engine`]:
//!
//! - [`threads`] are devices on the CPU that communicate by channels. They run plans without GPUs, for tests.
//! - A [`Rank`] is a GPU that NCCL connects with others. [`Rank::on_gpus`] runs those of this computer in one process,
//!   a thread for each. [`Rank::meet`] joins several processes, by a rank and an address at which they meet.
//!
//! Contiguous data is sent directly, by one call of NCCL. Other data is packed and unpacked by copy kernels, part by
//! part, while NCCL sends the part before. All of this runs on separate streams: [`Rank::start`] returns at once, and
//! kernels run beside it until [`Rank::finish`].

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
