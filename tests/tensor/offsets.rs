//! What the definition says of a layout.

/// The offsets of a layout, by its evaluation.
macro_rules! offsets {
    ($layout:expr) => {{
        let layout = $layout;
        (0..layout.size()).map(|i| layout.offset(i)).collect::<Vec<usize>>()
    }};
}
