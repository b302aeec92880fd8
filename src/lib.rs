//! wip
#![no_std]
