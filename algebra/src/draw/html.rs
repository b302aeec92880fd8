//! Scenes as HTML pages, on which pointing at a cell highlights it in all panels.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use super::scene::Scene;
use super::svg::escaped;

/// The style and the script of the page.
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

impl Scene {
    /// The scene as one HTML page that loads nothing else. When a cell is pointed at, or reached by the Tab key, a
    /// table shows its coordinate, offset, thread and value, and those of the linked cells in other panels, which are
    /// outlined.
    ///
    /// ```
    /// use tilework_algebra::{Layout, draw};
    /// let layout: Layout = "(2,4):(4,1)".parse()?;
    /// let page = draw::layout(&layout, &draw::Window::default()).to_html("(2,4):(4,1)");
    /// assert!(page.contains("data-coordinate=\"(1,2)\" data-offset=\"6\""));
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn to_html(&self, title: &str) -> String {
        page(title, "", core::slice::from_ref(self), &[])
    }
}

/// A page with the first scene and a list of steps, each with the number of the scene that is shown with it, and how deep it
/// stands.
pub(super) fn page(
    title: &str,
    value: &str,
    scenes: &[Scene],
    steps: &[(usize, usize, &str)],
) -> String {
    let mut out = String::from(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>",
    );
    escaped(&mut out, title);
    out.push_str("</title>\n<style>\n");
    out.push_str(STYLE);
    out.push_str("</style>\n</head>\n<body>\n<h1>");
    escaped(&mut out, title);
    out.push_str("</h1>\n");
    if !value.is_empty() {
        out.push_str("<p class=\"value\">= ");
        escaped(&mut out, &super::scene::shortened(value.into(), 400));
        out.push_str("</p>\n");
    }
    for (number, scene) in scenes.iter().enumerate() {
        let hidden = if number == 0 { "" } else { " hidden" };
        // Writing to a string does not fail.
        let _ =
            write!(out, "<figure data-scene=\"{number}\"{hidden}>\n{}</figure>\n", scene.svg(true));
    }
    let mut rows: Vec<(usize, usize, &str)> = Vec::new();
    for (number, scene) in scenes.iter().enumerate() {
        rows.extend(scene.panels().iter().enumerate().map(|(at, panel)| (number, at, &panel[..])));
    }
    out.push_str("<table>\n");
    for (number, at, panel) in rows {
        let hidden = if number == 0 { "" } else { " hidden" };
        let _ = write!(out, "<tr data-scene=\"{number}\" data-panel=\"{at}\"{hidden}><th>");
        escaped(&mut out, panel);
        out.push_str("</th><td></td></tr>\n");
    }
    out.push_str("</table>\n");
    if !steps.is_empty() {
        out.push_str(
            "<section>\n<h2>Steps</h2>\n<p><button id=\"back\">Back</button> \
             <button id=\"next\">Next</button> <span id=\"count\"></span></p>\n<ol>\n",
        );
        for (scene, indent, step) in steps {
            let _ = write!(out, "<li data-scene=\"{scene}\" style=\"--indent:{indent}\">");
            escaped(&mut out, step);
            out.push_str("</li>\n");
        }
        out.push_str("</ol>\n</section>\n");
    }
    out.push_str("<script>\n");
    out.push_str(SCRIPT);
    out.push_str("</script>\n</body>\n</html>\n");
    out
}
