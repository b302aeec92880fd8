//! Plans as text.

use core::fmt;

use super::{Plan, Stage};

/// The largest number of messages that are written.
const MAX_MESSAGES: usize = 64;

/// Writes the collective operation of each stage, the traffic and the necessary traffic, and the pieces of each
/// message: the layout and offset in the source, and those in the destination.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, stage) in self.stages().iter().enumerate() {
            if at > 0 {
                f.write_str("\n\n")?;
            }
            write!(f, "{stage}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "from {}", self.from())?;
        writeln!(f, "to   {}", self.to())?;
        let collective = self.collective();
        write!(f, "{}", collective.pattern)?;
        match &collective.groups[..] {
            [] => {}
            [group] => write!(f, " among {} devices", group.len())?,
            groups => {
                write!(f, " in {} groups, of {} devices the first", groups.len(), groups[0].len())?
            }
        }
        let (sent, least) = (self.traffic(), self.least());
        let stay: i64 = self.kept().iter().map(|message| message.elements).sum();
        write!(
            f,
            "\n{} elements in {} messages between devices, the least is {} in {}; {stay} stay",
            sent.elements, sent.messages, least.elements, least.messages
        )?;
        for message in self.messages().iter().take(MAX_MESSAGES) {
            let mesh = self.from().mesh();
            let (source, destination) = (mesh.name(message.source), mesh.name(message.destination));
            write!(f, "\n{source} to {destination}, {}:", message.elements)?;
            for piece in message.pieces.iter().take(MAX_MESSAGES) {
                write!(f, " {piece}")?;
            }
            match message.pieces.len().saturating_sub(MAX_MESSAGES) {
                0 => {}
                more => write!(f, " and {more} pieces more")?,
            }
        }
        match self.messages().len().saturating_sub(MAX_MESSAGES) {
            0 => Ok(()),
            more => write!(f, "\nand {more} messages more"),
        }
    }
}
