//! Similar names, for suggestions.

use alloc::vec::Vec;

/// The first of the names with the fewest changes from `name`. A change adds, omits or replaces one character. The
/// result is `None` if more than one change for each three characters is needed.
///
/// ```
/// use tilework_algebra::expression::similar;
/// assert_eq!(similar("compositon", ["complement", "composition"]), Some("composition"));
/// assert_eq!(similar("product", ["complement", "composition"]), None);
/// ```
pub fn similar<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name: Vec<char> = name.chars().take(64).collect();
    let changes = |other: &str| {
        // The number of changes from each beginning of `name` to the part of `other` that has been read.
        let mut row: Vec<usize> = (0..=name.len()).collect();
        for letter in other.chars() {
            let mut before = row[0];
            row[0] += 1;
            for (i, own) in name.iter().enumerate() {
                let replaced = before + usize::from(*own != letter);
                before = row[i + 1];
                row[i + 1] = replaced.min(before + 1).min(row[i] + 1);
            }
        }
        row[name.len()]
    };
    let closest =
        names.into_iter().map(|other| (changes(other), other)).min_by_key(|found| found.0)?;
    (closest.0 <= name.len() / 3).then_some(closest.1)
}
