//! What carries out a schedule.

use tilework::algebra::redistribute::{Copying, Schedule, Transfer};

/// A device with its four memories: it copies within them, and transfers parts to others and from them. Each call may return before
/// what it began has ended; copies are in their order, and so are transfers.
pub trait Engine {
    /// What can go wrong.
    type Error;
    /// Makes the memory to which all goes 0.
    ///
    /// # Errors
    /// Those of the machine.
    fn clear(&mut self) -> Result<(), Self::Error>;
    /// Copies, or adds, after the copies before.
    ///
    /// # Errors
    /// Those of the machine.
    fn copy(&mut self, copy: &Copying) -> Result<(), Self::Error>;
    /// Begins a transfer, when the copies before have ended and the transfers before.
    ///
    /// # Errors
    /// Those of the machine.
    fn transfer(&mut self, transfer: &Transfer) -> Result<(), Self::Error>;
    /// The copies behind this wait for the transfer of this number.
    ///
    /// # Errors
    /// Those of the machine.
    fn arrived(&mut self, number: usize) -> Result<(), Self::Error>;
}

/// Carries out what a device does in a stage: all is packed in the order in which it is sent, what the device keeps is copied meanwhile, and
/// what arrives is unpacked in the order in which it comes.
///
/// # Errors
/// Those of the engine.
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
