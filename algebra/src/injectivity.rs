//! Injectivity: whether two coordinates have the same offset.
