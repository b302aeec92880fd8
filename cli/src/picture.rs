//! Pictures of expressions: `show`, `svg`, `latex` and `html`.

use std::io::{self, IsTerminal, Write as _};

use tilework_algebra::draw::{By, Window, of_expression, of_expression_while, page};
use tilework_algebra::expression::{Failure, Names};

use crate::{FAILURE, SUCCESS, is_option, wrong_usage};

/// The output form of a picture.
#[derive(Clone, Copy)]
pub enum Form {
    Terminal,
    Svg,
    Latex,
    Html,
}

impl Form {
    /// The form of a command.
    pub fn named(command: &str) -> Option<Form> {
        match command {
            "show" => Some(Form::Terminal),
            "svg" => Some(Form::Svg),
            "latex" => Some(Form::Latex),
            "html" => Some(Form::Html),
            _ => None,
        }
    }

    /// The part that is drawn by default: what fits the terminal, or what is readable on paper.
    fn window(self) -> Window {
        match self {
            Form::Terminal => Window::new(32, 64).within(width()),
            Form::Svg | Form::Html => Window::default(),
            Form::Latex => Window::new(64, 64).within(200),
        }
    }

    /// The picture of the expression.
    fn draw(
        self,
        text: &str,
        names: &mut Names,
        by: By,
        window: &Window,
        colour: bool,
    ) -> Result<String, Failure> {
        if let Form::Html = self {
            return page(text, names, by, window);
        }
        let scene = of_expression(text, names, by, window)?;
        Ok(match self {
            Form::Svg => scene.to_svg(),
            Form::Latex => format!(
                "\\documentclass[tikz,border=2mm]{{standalone}}\n\\begin{{document}}\n{}\\end{{document}}\n",
                scene.to_tikz(),
            ),
            Form::Terminal | Form::Html => scene.to_terminal(colour),
        })
    }
}

/// The picture of an expression as `show` writes it. `goes_on` is asked between operations.
pub fn shown(
    text: &str,
    names: &mut Names,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<String, Failure> {
    let window = Form::Terminal.window();
    let scene = of_expression_while(text, names, By::Thread, &window, goes_on)?;
    Ok(scene.to_terminal(has_colour()))
}

/// The arguments after the command.
struct Arguments {
    text: String,
    file: Option<String>,
    by: By,
    window: Window,
}

impl Arguments {
    fn read(form: Form, arguments: &[&str]) -> Result<Self, String> {
        let (mut file, mut by, mut window) = (None, By::Thread, form.window());
        let mut text: Vec<&str> = Vec::new();
        let mut arguments = arguments.iter().copied();
        while let Some(argument) = arguments.next() {
            let mut after =
                || arguments.next().ok_or_else(|| format!("nothing stands after `{argument}`"));
            match argument {
                "-o" | "--output" => file = Some(after()?.to_owned()),
                "--by" => {
                    by = match after()? {
                        "thread" => By::Thread,
                        "value" => By::Value,
                        other => {
                            return Err(format!("`--by` takes `thread` or `value`, no `{other}`"));
                        }
                    }
                }
                "--rows" | "--columns" => {
                    let number = after()?;
                    let Ok(number) = number.parse::<usize>() else {
                        return Err(format!("`{argument}` takes a number, no `{number}`"));
                    };
                    let (rows, columns) = match argument {
                        "--rows" => (number, window.columns()),
                        _ => (window.rows(), number),
                    };
                    window = Window::new(rows, columns).within(window.width());
                }
                option if text.is_empty() && is_option(option) => {
                    return Err(format!("the option `{option}` is not known"));
                }
                word => text.push(word),
            }
        }
        let text = text.join(" ");
        if text.trim().is_empty() {
            return Err("there is no expression".to_owned());
        }
        Ok(Arguments { text, file, by, window })
    }
}

/// Draws the picture that the arguments describe, to standard output or a file.
pub fn run(command: &str, arguments: &[&str]) -> u8 {
    let Some(form) = Form::named(command) else { return FAILURE };
    let Arguments { text, file, by, window } = match Arguments::read(form, arguments) {
        Ok(arguments) => arguments,
        Err(error) => return wrong_usage(&error),
    };
    let colour = file.is_none() && has_colour();
    let picture = match form.draw(&text, &mut Names::new(), by, &window, colour) {
        Ok(picture) => picture,
        Err(failure) => {
            // If this fails, there is nobody left to tell.
            let _ = writeln!(io::stderr(), "{}", failure.show(&text));
            return FAILURE;
        }
    };
    let written = match &file {
        Some(file) => std::fs::write(file, picture),
        None => io::stdout().write_all(picture.as_bytes()),
    };
    match written {
        // A reader that stops early is not a failure.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let place = file.map(|file| format!("{file}: ")).unwrap_or_default();
            let _ = writeln!(io::stderr(), "error: {place}{error}");
            FAILURE
        }
        _ => SUCCESS,
    }
}

/// Returns whether standard output is a terminal that may show colors: <https://no-color.org>.
fn has_colour() -> bool {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stdout().is_terminal() && !unwanted
}

/// The columns of the terminal, or 160 for a file.
fn width() -> usize {
    terminal_size::terminal_size().map_or(160, |(width, _)| usize::from(width.0))
}
