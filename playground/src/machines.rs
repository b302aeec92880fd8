//! The machines that have names.

use serde_json::json;
use tilework_algebra::{MACHINES, Transfer};

/// The most bytes that a thread accesses at once.
const MOST_BYTES: i64 = 16;

/// Each machine: its warp, the width of its banks, the bytes of a sector if they are known, and for each number of bytes
/// that a thread may access the number of banks and of threads together.
pub fn machines() -> String {
    let machines = MACHINES.iter().map(|machine| {
        let mut phases = Vec::new();
        for transfer in [Transfer::Load, Transfer::Store] {
            for bytes in 1..=MOST_BYTES {
                if let Ok(of) = machine.phases(bytes, transfer) {
                    phases.push(json!({
                        "bytes": bytes,
                        "transfer": transfer.name(),
                        "banks": of.banks,
                        "together": of.together,
                    }));
                }
            }
        }
        json!({
            "name": machine.name,
            "gpus": machine.gpus,
            "warp": machine.warp,
            "width": machine.bank_width,
            "sector": machine.sector().ok(),
            "phases": phases,
            "sources": machine.sources,
        })
    });
    json!({ "machines": machines.collect::<Vec<_>>() }).to_string()
}
