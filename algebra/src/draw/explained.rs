//! The steps of an expression, with the pictures of its operations.

use alloc::string::String;
use alloc::vec::Vec;

use super::expression::operation;
use super::instruction::is_instruction;
use super::scene::Scene;
use super::thread_value::By;
use super::window::Window;
use crate::expression::{Expression, Failure, Names, Reason, Value};

/// The steps of [`Expression::explain`], with the pictures of the operations.
#[derive(Clone, Debug)]
pub struct Explained {
    /// The value, or why there is none.
    pub value: Result<Value, Failure>,
    /// The pictures of the first 16 operations that have one, in order.
    pub scenes: Vec<Scene>,
    /// The lines of the explanation.
    pub steps: Vec<ExplainedStep>,
}

/// A line of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainedStep {
    /// The text, without indentation.
    pub text: String,
    /// How deep it stands; 0 for an operation, whose steps come after it.
    pub indent: usize,
    /// The position of the operation in the text of the expression, in bytes.
    pub at: Option<usize>,
    /// The picture of the operation, by its number in [`Explained::scenes`].
    pub scene: Option<usize>,
}

/// Explains the operations of an expression, and draws those that have a picture of their own. An operation without a
/// result is explained too: its last step says which rule fails. An instruction has no steps.
///
/// # Errors
/// The [`Failure`] of an expression that is not in the notation, or whose operation is refused for its operands.
///
/// ```
/// use tilework_algebra::{draw, expression::Names};
/// let (names, window) = (&mut Names::new(), draw::Window::default());
/// let explained = draw::explained("(8:1 o 4:2) / 2:1", names, draw::By::Thread, &window)?;
/// assert_eq!(explained.steps[0].text, "composition(8:1, 4:2)");
/// assert_eq!(explained.scenes.len(), 2);
/// assert_eq!((explained.steps[0].at, explained.steps[0].scene), (Some(5), Some(0)));
/// let refused = draw::explained("(4,6,8):(2,3,5) o 6:3", names, draw::By::Thread, &window)?;
/// assert!(refused.value.is_err() && refused.steps.last().unwrap().text.starts_with("no result: "));
/// # Ok::<(), tilework_algebra::expression::Failure>(())
/// ```
pub fn explained(
    text: &str,
    names: &mut Names,
    by: By,
    window: &Window,
) -> Result<Explained, Failure> {
    if is_instruction(text) {
        let reason = Reason::Kind { wanted: "an expression", given: "an instruction" };
        return Err(Failure { at: 0, reason });
    }
    let expression: Expression = text.parse()?;
    let mut again = names.clone();
    let (explanation, value) = expression.explain(names);
    if let Err(failure) = &value
        && !matches!(failure.reason, Reason::Algebra(_))
    {
        return Err(failure.clone());
    }
    let mut scenes = Vec::new();
    let mut operations = Vec::new();
    // The value, or the failure, is that of the explanation.
    let _ = expression.observe(&mut again, &mut |at, what, operands| {
        if what.is_explained(operands) {
            let scene = match scenes.len() < MAX_SCENES {
                true => operation(what, operands, by, window).and_then(Result::ok),
                false => None,
            };
            operations.push((at, scene.is_some().then_some(scenes.len())));
            scenes.extend(scene);
        }
        true
    });
    // Each operation is explained in lines; only the first line is not indented.
    let mut begun = operations.iter();
    let (mut at, mut scene) = (None, None);
    let steps = explanation.lines().map(|line| {
        let step = line.trim_start();
        let indent = (line.len() - step.len()) / 2;
        if indent == 0 {
            (at, scene) = begun.next().map_or((None, None), |(at, scene)| (Some(*at), *scene));
        }
        ExplainedStep { text: step.into(), indent, at, scene }
    });
    let steps = steps.collect();
    Ok(Explained { value, scenes, steps })
}

/// The largest number of pictures.
const MAX_SCENES: usize = 16;
