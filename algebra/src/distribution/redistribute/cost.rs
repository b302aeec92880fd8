//! The cost of a redistribution: elements, messages, and seconds by a model with two parameters.

use alloc::collections::BTreeMap;

use super::stage::Stage;

/// Elements and messages between devices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// The number of elements.
    pub elements: i64,
    /// The number of messages.
    pub messages: i64,
}

impl Traffic {
    /// The sum of both.
    pub fn plus(self, other: Traffic) -> Traffic {
        let elements = self.elements.saturating_add(other.elements);
        Traffic { elements, messages: self.messages.saturating_add(other.messages) }
    }
}

/// The speed at which a device sends and receives, both at the same time: a message takes `latency` seconds, and a byte
/// takes `1 / bandwidth` seconds. Both numbers come from measurements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// Seconds per message.
    pub latency: f64,
    /// Bytes per second, in each direction.
    pub bandwidth: f64,
}

impl Stage {
    /// The time in seconds of the device that sends or receives most: `messages * latency + bytes / bandwidth`.
    pub fn seconds(&self, link: &Link, bytes_of_element: i64) -> f64 {
        let most = self.busiest();
        let bytes = most.elements as f64 * bytes_of_element as f64;
        most.messages as f64 * link.latency + bytes / link.bandwidth
    }

    /// The largest number of messages and the largest number of elements that one device sends or receives.
    pub fn busiest(&self) -> Traffic {
        let mut by_device: BTreeMap<(bool, i64), Traffic> = BTreeMap::new();
        for message in self.messages() {
            let one = Traffic { elements: message.elements, messages: 1 };
            for end in [(true, message.source), (false, message.destination)] {
                let sum = by_device.entry(end).or_default();
                *sum = sum.plus(one);
            }
        }
        by_device.values().fold(Traffic::default(), |most, one| Traffic {
            elements: most.elements.max(one.elements),
            messages: most.messages.max(one.messages),
        })
    }
}
