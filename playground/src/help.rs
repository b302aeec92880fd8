//! The table of operations, for help and completion.

use serde_json::json;
use tilework_algebra::expression::OPERATIONS;

pub fn help() -> String {
    let sections = OPERATIONS.iter().map(|section| {
        let operations = section.operations.iter().map(|operation| {
            json!({
                "name": operation.name,
                "usage": operation.usage(),
                "meaning": operation.meaning,
            })
        });
        json!({ "title": section.title, "operations": operations.collect::<Vec<_>>() })
    });
    json!({ "sections": sections.collect::<Vec<_>>() }).to_string()
}
