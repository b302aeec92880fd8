//! What a kernel writes has each element once.

use core::fmt::Display;

use tilework::internal::{Modes, check_injective};
use tilework::{AnyLayout, Rule};

/// The error if the layout of the output `name` has an element twice, or if that is not decided.
pub(super) fn wrong<L: AnyLayout + Display>(name: &str, layout: L) -> Option<String> {
    let error = check_injective(layout.modes()).err()?;
    let text = layout.to_string();
    Some(match error.rule {
        Rule::Injectivity { first, second } => {
            let element = layout.modes().offset(first as usize);
            let [first, second] = [first, second].map(|at| coordinate(&text, at));
            format!(
                "`{name}`: injectivity: by the layout {text} the coordinates {first} and {second} have the same element, {element}: \
                 what a kernel writes has each element once"
            )
        }
        rule => format!(
            "`{name}`: injectivity: {rule}: the layout {text} may have an element twice: write strides of which each is larger than \
             what the smaller ones reach together"
        ),
    })
}

/// The coordinate `((1,2),0)` of a layout `((4,8),3):..`, from the integral coordinate.
fn coordinate(layout: &str, integral: i64) -> String {
    let (mut text, mut number, mut rest) = (String::new(), String::new(), integral);
    let shape = layout.split_once(':').map_or(layout, |(shape, _)| shape);
    for letter in shape.chars().chain([' ']) {
        if letter.is_ascii_digit() {
            number.push(letter);
            continue;
        }
        if let Ok(extent) = number.parse::<i64>()
            && extent > 0
        {
            text += &(rest % extent).to_string();
            rest /= extent;
        }
        number.clear();
        text.push(letter);
    }
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::{coordinate, wrong};
    use tilework::{layout, try_layout};

    #[test]
    fn coordinates_have_the_form_of_the_shape() {
        for (integral, right) in [(0, "((0,0),0)"), (1, "((1,0),0)"), (37, "((1,1),1)")] {
            assert_eq!(coordinate("((4,8),3):((1,4),32)", integral), right);
        }
        assert_eq!(coordinate("128:2", 100), "100");
    }

    #[test]
    fn what_is_not_decided_is_refused() {
        assert_eq!(wrong("to", layout!((64,4):(1,64))), None);
        // Strides for which the exact test takes too many steps.
        let [a, b, c, d] = [59_999_999_u32, 59_500_003, 58_765_433, 57_111_119];
        let [e, f, g, h] = [56_123_457_u32, 55_987_651, 54_321_099, 53_210_987];
        let layout = try_layout!((8,8,8,8,8,8,8,8):(a,b,c,d,e,f,g,h)).expect("it fits");
        let says = wrong("to", layout).expect("it is refused");
        assert!(says.contains("not decided within"), "{says}");
    }
}
