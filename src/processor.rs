//! What the processor that runs this can do.

/// Whether the processor that runs this has instructions; without `std`, whether all that it is
/// compiled for have them.
macro_rules! has {
    ($($feature:tt)*) => {
        $(({
            #[cfg(feature = "std")]
            let has = std::arch::is_x86_feature_detected!($feature);
            #[cfg(not(feature = "std"))]
            let has = cfg!(target_feature = $feature);
            has
        }))&&*
    };
}
pub(crate) use has;
