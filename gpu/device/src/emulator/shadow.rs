//! The last accesses of each byte of a memory, and whether a new one is ordered after them: FastTrack (Flanagan and
//! Freund 2009) with a bounded number of concurrent readers.

use super::access::Place;
use super::clock::{Actor, Clock};

/// The threads among which an atomic access is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Scope {
    Block,
    Cluster,
    Gpu,
}
/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Read,
    Write,
    AtomicRead(Scope),
    /// An atomic store, or a read, change and write in one step.
    Atomic(Scope),
}
impl Kind {
    fn writes(self) -> bool {
        matches!(self, Kind::Write | Kind::Atomic(_))
    }
    fn scope(self) -> Option<Scope> {
        match self {
            Kind::AtomicRead(scope) | Kind::Atomic(scope) => Some(scope),
            Kind::Read | Kind::Write => None,
        }
    }
    /// Everything that conflicts with the other one also conflicts with this one.
    fn covers(self, other: Kind) -> bool {
        match (self, other) {
            (one, other) if one == other => true,
            (Kind::Read | Kind::Atomic(Scope::Gpu), Kind::AtomicRead(Scope::Gpu)) => true,
            _ => false,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Access {
    pub(super) actor: Actor,
    pub(super) kind: Kind,
    /// The time of the actor.
    pub(super) time: u32,
    pub(super) place: Place,
}
/// What the actor of an access has heard of: reads by one clock, and writes by another. They differ for the
/// asynchronous proxy, which sees a write only past a fence.
pub(super) struct View<'a> {
    pub(super) reads: &'a Clock,
    pub(super) writes: &'a Clock,
    /// The number of blocks of a cluster.
    pub(super) cluster: u32,
    /// The bytes to be written are there already.
    pub(super) same: bool,
    /// Plain reads may race with writes.
    pub(super) racing: bool,
}
impl View<'_> {
    /// Whether an earlier access and a new one race.
    fn races(&self, before: &Access, access: &Access) -> bool {
        if !(before.kind.writes() || access.kind.writes()) {
            return false;
        }
        if self.racing && (before.kind == Kind::Read || access.kind == Kind::Read) {
            return false;
        }
        if self.same && (before.kind, access.kind) == (Kind::Write, Kind::Write) {
            return false;
        }
        if let (Some(one), Some(other)) = (before.kind.scope(), access.kind.scope())
            && self.includes(one.min(other), before.actor.block, access.actor.block)
        {
            return false;
        }
        !self.ordered(before, access)
    }
    fn includes(&self, scope: Scope, one: u32, other: u32) -> bool {
        includes(scope, one, other, self.cluster)
    }
    fn ordered(&self, before: &Access, access: &Access) -> bool {
        let clock = if before.kind.writes() { self.writes } else { self.reads };
        before.actor == access.actor || clock.of(before.actor) >= before.time
    }
}
/// Whether a scope of one block includes the other one. The blocks of a cluster are neighbors in `x`.
pub(super) fn includes(scope: Scope, one: u32, other: u32, cluster: u32) -> bool {
    match scope {
        Scope::Block => one == other,
        Scope::Cluster => one / cluster == other / cluster,
        Scope::Gpu => true,
    }
}

/// The accesses of some bytes: the last plain write, and of the reads and atomic accesses since then the last ones.
#[derive(Clone, Default)]
struct Cell {
    write: Option<Access>,
    first: Option<Access>,
    more: Option<Box<[Option<Access>; 3]>>,
}
impl Cell {
    /// Records an access. Returns an earlier one that it races with.
    fn record(&mut self, access: Access, view: &View<'_>, random: usize) -> Result<(), Access> {
        let since =
            self.first.iter().chain(self.more.iter().flat_map(|more| more.iter().flatten()));
        let races = |before: &&Access| view.races(before, &access);
        if let Some(before) = self.write.iter().chain(since).find(races) {
            return Err(*before);
        }
        if access.kind == Kind::Write {
            *self = Cell { write: Some(access), first: None, more: None };
            return Ok(());
        }
        // It takes the place of one that it makes superfluous, or of any.
        let replaced = |slot: &Option<Access>| match slot {
            None => true,
            Some(before) => access.kind.covers(before.kind) && view.ordered(before, &access),
        };
        if replaced(&self.first) {
            self.first = Some(access);
            return Ok(());
        }
        let more = self.more.get_or_insert_default();
        let at = more.iter().position(replaced).unwrap_or(random % more.len());
        more[at] = Some(access);
        Ok(())
    }
}

/// The bytes of a page.
const PAGE: usize = 512;
/// Cells of 1 to 16 bytes, as the accesses of the page need them.
struct Page {
    bytes: usize,
    cells: Vec<Cell>,
}
impl Page {
    /// Makes cells of at most `bytes` bytes.
    fn refine(&mut self, bytes: usize) {
        if bytes < self.bytes {
            let parts = self.bytes / bytes;
            let cells = std::mem::take(&mut self.cells).into_iter();
            self.cells = cells.flat_map(|cell| std::iter::repeat_n(cell, parts)).collect();
            self.bytes = bytes;
        }
    }
}

/// The accesses of each byte of a memory.
#[derive(Default)]
pub(super) struct Shadow {
    pages: Vec<Option<Page>>,
    /// Chooses which of many readers is forgotten.
    random: usize,
}
impl Shadow {
    /// Forgets all accesses.
    pub(super) fn clear(&mut self) {
        self.pages.clear();
    }
    /// Records an access of some bytes. Returns an earlier one that it races with, and the byte.
    pub(super) fn record(
        &mut self,
        at: usize,
        bytes: usize,
        access: Access,
        view: &View<'_>,
    ) -> Result<(), (Access, usize)> {
        let step = 1 << (at | bytes).trailing_zeros().min(4);
        for at in (at..at + bytes).step_by(step) {
            let page = at / PAGE;
            if self.pages.len() <= page {
                self.pages.resize_with(page + 1, || None);
            }
            let empty = || Page { bytes: step, cells: vec![Cell::default(); PAGE / step] };
            let page = self.pages[page].get_or_insert_with(empty);
            page.refine(step);
            let first = at % PAGE / page.bytes;
            for (i, cell) in page.cells[first..first + step / page.bytes].iter_mut().enumerate() {
                self.random = self.random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                let recorded = cell.record(access, view, self.random >> 33);
                recorded.map_err(|before| (before, at + i * page.bytes))?;
            }
        }
        Ok(())
    }
}
