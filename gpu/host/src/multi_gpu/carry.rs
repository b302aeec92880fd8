//! Carrying out a schedule.

use tilework::algebra::redistribute::{Copying, Schedule, Transfer};

/// A device with its four memories. It copies within them, and transfers parts to and from other devices. Each call may
/// return before its work has ended; copies run in order, and so do transfers.
pub trait Engine {
    /// The error of a transfer.
    type Error;
    /// Clears the destination memory.
    ///
    /// # Errors
    /// Errors of the machine.
    fn clear(&mut self) -> Result<(), Self::Error>;
    /// Copies or adds, after the copies before.
    ///
    /// # Errors
    /// Errors of the machine.
    fn copy(&mut self, copy: &Copying) -> Result<(), Self::Error>;
    /// Begins a transfer once the earlier copies and transfers have ended.
    ///
    /// # Errors
    /// Errors of the machine.
    fn transfer(&mut self, transfer: &Transfer) -> Result<(), Self::Error>;
    /// Makes later copies wait for the transfer with this number.
    ///
    /// # Errors
    /// Errors of the machine.
    fn arrived(&mut self, number: usize) -> Result<(), Self::Error>;
}

/// Carries out a device's part of a stage. Data is packed in the order in which it is sent. The elements that the
/// device keeps are copied meanwhile. Arrivals are unpacked in the order in which they come.
///
/// # Errors
/// Errors of the engine.
pub fn carry<E: Engine>(schedule: &Schedule, engine: &mut E) -> Result<(), E::Error> {
    if schedule.clears {
        engine.clear()?;
    }
    for round in &schedule.rounds {
        for copy in &round.packs {
            engine.copy(copy)?;
        }
        engine.transfer(&round.transfer)?;
    }
    for copy in &schedule.kept {
        engine.copy(copy)?;
    }
    for (number, round) in schedule.rounds.iter().enumerate() {
        if round.unpacks.is_empty() {
            continue;
        }
        engine.arrived(number)?;
        for copy in &round.unpacks {
            engine.copy(copy)?;
        }
    }
    Ok(())
}
