//! Redistributions on GPUs.

use std::sync::Arc;

use cudarc::driver::{CudaEvent, CudaStream, DriverError};
use tilework::algebra::Distribution;
use tilework::algebra::redistribute::{Copying, DeviceMemory, Part, Plan, Schedule, Transfer};
use tilework_device::Element as Unit;
use tilework_device::launch::{Data, Seen, promise};
use tilework_kernels::strided_copy::{
    EACH, THREADS, strided_add_f32, strided_copy_2, strided_copy_4, strided_copy_16,
};

use super::comm::{Comm, Element, bytes, sums};
use super::strided::{Strided, UnitCopy, works};
use super::{Engine, Rank, carry};
use crate::{Buffer, Error, Gpu};

/// The bytes of a message that are packed first, while nothing is sent.
const AT_A_TIME: i64 = 16 << 20;

/// The number of blocks of threads that copy at the rate of the wire, on H200 with NVLink. Rows to columns between four
/// GPUs with 24, 40 and 56 blocks reach 256, 287 and 293 GB/s on the wire. Between two GPUs they reach 284, 281 and
/// 272, and back 288, 288 and 223, since more blocks take memory bandwidth away from NCCL.
const BLOCKS_OF_WIRE: i64 = 40;

/// A tensor over devices, as one device has it: the distribution, and the memory of this device's part.
pub struct Distributed<T> {
    distribution: Distribution,
    local: Buffer<T>,
}
impl<T> Distributed<T> {
    /// The coordinates that each device has.
    pub fn distribution(&self) -> &Distribution {
        &self.distribution
    }
    /// The memory of this device.
    pub fn local(&self) -> &Buffer<T> {
        &self.local
    }
    /// The memory of this device.
    pub fn local_mut(&mut self) -> &mut Buffer<T> {
        &mut self.local
    }
}

/// A device's work for a [`Plan`], with the memory for packing. It is made once and can run any number of times.
pub struct Redistribution<T> {
    stages: Vec<Stage<T>>,
}

struct Stage<T> {
    schedule: Schedule,
    from: Distribution,
    to: Distribution,
    /// The communicator of this device's group in a collective operation, unless the group is all devices.
    group: Option<Comm>,
    sent: Buffer<T>,
    received: Buffer<T>,
    /// The memory between the stages.
    between: Option<Buffer<T>>,
    /// The most blocks of a copy.
    blocks: u32,
}

/// The most blocks of a copy, chosen so that the copies take about as long as the transfers beside them.
fn blocks(schedule: &Schedule, rank: i64) -> u32 {
    let rounds = &schedule.rounds;
    let packed = rounds.iter().flat_map(|round| round.packs.iter().chain(&round.unpacks));
    let copied: i64 = packed.chain(&schedule.kept).map(|copy| copy.piece.elements()).sum();
    let sent = |transfer: &Transfer| match transfer {
        Transfer::Exchange { sends, receives } => {
            let of = |parts: &[(i64, Part)]| {
                let others = parts.iter().filter(|(peer, _)| *peer != rank);
                others.map(|(_, part)| part.elements).sum::<i64>()
            };
            of(sends).max(of(receives))
        }
        Transfer::AllGather { to: part, .. }
        | Transfer::ReduceScatter { from: part, .. }
        | Transfer::Broadcast { part, .. } => part.elements,
    };
    let sent: i64 = rounds.iter().map(|round| sent(&round.transfer)).sum();
    match sent {
        0 => u32::MAX,
        _ => {
            let blocks = i128::from(BLOCKS_OF_WIRE) * i128::from(copied) / i128::from(sent);
            blocks.clamp(BLOCKS_OF_WIRE.into(), u32::MAX.into()) as u32
        }
    }
}

/// Work that has begun. [`Rank::finish`] waits for it.
#[must_use = "`finish` waits for it"]
pub struct Pending {
    events: [CudaEvent; 2],
}

fn failed(error: DriverError) -> Error {
    Error::driver("redistribution", error)
}

impl Rank {
    /// A tensor in this distribution, with 255 in each byte: [`Gpu::poisoned`].
    ///
    /// # Errors
    /// If there is another number of devices; errors of the driver.
    pub fn poisoned<T: Element>(&self, of: &Distribution) -> Result<Distributed<T>, Error> {
        self.as_many(of)?;
        let local = self.gpu().poisoned(of.local_size() as usize)?;
        Ok(Distributed { distribution: of.clone(), local })
    }

    /// A tensor in this distribution. This device has these elements.
    ///
    /// # Errors
    /// If there is another number of devices or elements; errors of the driver.
    pub fn upload<T: Element>(
        &self,
        of: &Distribution,
        local: &[T],
    ) -> Result<Distributed<T>, Error> {
        self.as_many(of)?;
        if local.len() as i64 != of.local_size() {
            let (has, right) = (local.len(), of.local_size());
            return Err(Error::new(format!("{of}: a device has {right} elements, not {has}")));
        }
        Ok(Distributed { distribution: of.clone(), local: self.gpu().upload(local)? })
    }

    fn as_many(&self, of: &Distribution) -> Result<(), Error> {
        let (ranks, devices) = (self.ranks(), of.mesh().size());
        match ranks as i64 == devices {
            true => Ok(()),
            false => Err(Error::new(format!("{of}: of {devices} devices, and there are {ranks}"))),
        }
    }

    /// This device's work for a plan. All devices call this with the same plan. For several plans, all call in the same
    /// order.
    ///
    /// # Errors
    /// If there is another number of devices; for sums of elements that cannot be added; errors of the driver and of
    /// NCCL.
    pub fn redistribution<T: Element>(&self, plan: &Plan) -> Result<Redistribution<T>, Error> {
        let mut stages = Vec::new();
        for (number, stage) in plan.stages().iter().enumerate() {
            self.as_many(stage.from())?;
            let at_a_time = AT_A_TIME / size_of::<T>() as i64;
            let schedule = stage.schedules(at_a_time).swap_remove(self.rank());
            let sums = schedule.rounds.iter().flat_map(|round| &round.unpacks);
            if sums.chain(&schedule.kept).any(|copy| copy.adds) && !is_f32::<T>() {
                return Err(Error::new("parts that are no reduce-scatter are added of f32 alone"));
            }
            let groups = &stage.collective().groups;
            let of_group = |group: &&Vec<i64>| group.contains(&(self.rank() as i64));
            let collective = stage.schedules(at_a_time).iter().any(|schedule| {
                let exchange = |round: &tilework::algebra::redistribute::Round| {
                    matches!(round.transfer, Transfer::Exchange { .. })
                };
                !schedule.rounds.iter().all(exchange)
            });
            let all = groups.len() == 1 && groups[0].len() == self.ranks();
            let group = match collective && !all {
                true => self
                    .comm
                    .split(groups.iter().position(|group| of_group(&group)), self.rank())?,
                false => None,
            };
            let memory = |length: i64| self.gpu().poisoned::<T>(length as usize);
            let last = number + 1 == plan.stages().len();
            let between = (!last).then(|| memory(stage.to().local_size())).transpose()?;
            stages.push(Stage {
                blocks: blocks(&schedule, self.rank() as i64),
                sent: memory(schedule.sent)?,
                received: memory(schedule.received)?,
                schedule,
                from: stage.from().clone(),
                to: stage.to().clone(),
                group,
                between,
            });
        }
        Ok(Redistribution { stages })
    }

    /// Redistributes a tensor, after earlier launches; later launches wait for it. All devices call this.
    ///
    /// # Errors
    /// If the tensors do not have the distributions of the plan; errors of the driver and of NCCL.
    pub fn redistribute<T: Element>(
        &self,
        by: &mut Redistribution<T>,
        from: &Distributed<T>,
        to: &mut Distributed<T>,
    ) -> Result<(), Error> {
        let ends =
            by.stages.first().map(|stage| &stage.from).zip(by.stages.last().map(|stage| &stage.to));
        if ends != Some((&from.distribution, &to.distribution)) {
            return Err(Error::new(
                "redistribute: the tensors are not in the distributions of the plan",
            ));
        }
        // SAFETY: it waits for earlier launches on both buffers, and everything later waits for it.
        let pending = unsafe { self.start(by, (&from.local, 0), (&to.local, 0))? };
        self.finish(&pending)
    }

    /// Begins to redistribute `from` to `to`, after earlier launches. Each is a memory together with the index of its
    /// first element. Later launches run beside it until [`Rank::finish`].
    ///
    /// # Errors
    /// If a memory is smaller than its distribution says; errors of the driver and of NCCL.
    ///
    /// # Safety
    /// Until `finish`, nobody writes `from` or accesses `to`, and both live.
    pub unsafe fn start<T: Element>(
        &self,
        by: &mut Redistribution<T>,
        from: (&Buffer<T>, usize),
        to: (&Buffer<T>, usize),
    ) -> Result<Pending, Error> {
        self.copies.wait_for(self.gpu())?;
        self.wire.wait_for(self.gpu())?;
        let behind = |(buffer, begin): (&Buffer<T>, usize)| {
            let bytes = (begin * size_of::<T>()) as u64;
            (buffer.address() + bytes, buffer.len().saturating_sub(begin))
        };
        let mut at = behind(from);
        for stage in &mut by.stages {
            let there = behind(stage.between.as_ref().map_or(to, |between| (between, 0)));
            for (has, of) in [(at.1, &stage.from), (there.1, &stage.to)] {
                let right = of.local_size();
                if (has as i64) < right {
                    return Err(Error::new(format!(
                        "{of}: a device has {right} elements, not {has}"
                    )));
                }
            }
            let there = (there.0, stage.to.local_size() as usize);
            let mut engine = OnGpu::<T> {
                rank: self,
                group: stage.group.as_ref(),
                at: [at.0, there.0, stage.sent.address(), stage.received.address()],
                to: there,
                blocks: stage.blocks,
                sent: Vec::new(),
                of: std::marker::PhantomData,
            };
            carry(&stage.schedule, &mut engine)?;
            // The next stage begins with the results of both streams.
            self.copies.wait_for(&self.wire)?;
            self.wire.wait_for(&self.copies)?;
            at = there;
        }
        let event = |gpu: &Gpu| gpu.stream.record_event(None).map_err(failed);
        Ok(Pending { events: [event(&self.copies)?, event(&self.wire)?] })
    }

    /// Makes later launches wait for the work that has begun.
    ///
    /// # Errors
    /// Errors of the driver.
    pub fn finish(&self, pending: &Pending) -> Result<(), Error> {
        pending.events.iter().try_for_each(|event| self.gpu().stream.wait(event).map_err(failed))
    }

    /// Waits until all devices have reached this call.
    ///
    /// # Errors
    /// Errors of NCCL and of earlier work.
    pub fn barrier(&self) -> Result<(), Error> {
        self.synchronize()?;
        let all = self.gpu().poisoned::<u32>(self.ranks() + 1)?;
        let (to, from) = (all.address(), all.address() + 4 * self.ranks() as u64);
        // SAFETY: there is room for a number of each device, and one more.
        unsafe { self.comm.all_gather(from, to, 4, self.stream())? };
        self.wire.synchronize()
    }

    /// NCCL's own all-gather of `from`, on the stream of NCCL, for comparison.
    ///
    /// # Errors
    /// If `to` is too small for the data of all devices; errors of NCCL.
    pub fn nccl_all_gather<T: Element>(
        &self,
        from: &Buffer<T>,
        to: &mut Buffer<T>,
    ) -> Result<(), Error> {
        if to.len() != self.ranks() * from.len() {
            return Err(Error::new("all-gather: there is room for what all devices have"));
        }
        self.wire.wait_for(self.gpu())?;
        let bytes = from.len() * size_of::<T>();
        // SAFETY: both sizes match, and the stream of the program waits.
        unsafe { self.comm.all_gather(from.address(), to.address(), bytes, self.stream())? };
        self.gpu().wait_for(&self.wire)
    }

    /// NCCL's own sends and receives of an all-to-all, for comparison. Each device gets the part with its number.
    ///
    /// # Errors
    /// If `to` has another number of elements than `from`, or the parts are uneven; errors of NCCL.
    pub fn nccl_all_to_all<T: Element>(
        &self,
        from: &Buffer<T>,
        to: &mut Buffer<T>,
    ) -> Result<(), Error> {
        if to.len() != from.len() || !from.len().is_multiple_of(self.ranks()) {
            return Err(Error::new("all-to-all: there is room for as many elements as are sent"));
        }
        self.wire.wait_for(self.gpu())?;
        let bytes = from.len() * size_of::<T>() / self.ranks();
        Comm::group(|| {
            (0..self.ranks()).try_for_each(|peer| {
                let offset = (peer * bytes) as u64;
                // SAFETY: both are parts of the buffers, and the stream of the program waits.
                unsafe {
                    self.comm.send(from.address() + offset, bytes, peer, self.stream())?;
                    self.comm.receive(to.address() + offset, bytes, peer, self.stream())
                }
            })
        })?;
        self.gpu().wait_for(&self.wire)
    }

    fn stream(&self) -> &Arc<CudaStream> {
        &self.wire.stream
    }
}

fn is_f32<T: 'static>() -> bool {
    std::any::TypeId::of::<T>() == std::any::TypeId::of::<f32>()
}

/// An address in the memory of the GPU.
#[derive(Clone, Copy)]
struct At(u64);
// SAFETY: a part of a tensor, in whole units, that the rank borrows while its kernels run.
unsafe impl<E: Unit> Data<'_, Gpu, *const E> for At {
    unsafe fn data(self, _: &'static str, _: &mut Seen) -> *const E {
        std::ptr::without_provenance(self.0 as usize)
    }
}
// SAFETY: as above.
unsafe impl<E: Unit> Data<'_, Gpu, *mut E> for At {
    unsafe fn data(self, _: &'static str, _: &mut Seen) -> *mut E {
        std::ptr::without_provenance_mut(self.0 as usize)
    }
}

/// The engine: it copies on one stream and calls NCCL on another.
struct OnGpu<'a, T> {
    rank: &'a Rank,
    group: Option<&'a Comm>,
    /// The addresses of the memories, in the order of [`DeviceMemory`].
    at: [u64; 4],
    to: (u64, usize),
    blocks: u32,
    /// The ends of the transfers.
    sent: Vec<CudaEvent>,
    of: std::marker::PhantomData<T>,
}

impl<T: Element> OnGpu<'_, T> {
    fn place(&self, place: DeviceMemory) -> u64 {
        self.at[place as usize]
    }

    fn address(&self, part: &Part) -> u64 {
        self.place(part.place) + part.offset as u64 * size_of::<T>() as u64
    }

    fn launch(&self, work: &Strided, adds: bool) -> Result<(), Error> {
        let &Strided { from, to, unit, extents, a, b, count } = work;
        let (from, to) = (At(from), At(to));
        // Nothing is sent before the first transfer, so copies may use all blocks.
        let most = if self.sent.is_empty() { u32::MAX } else { self.blocks };
        let blocks = count.div_ceil(THREADS * EACH).min(most);
        let (gpu, grid) = (&self.rank.copies, [blocks, 1, 1]);
        macro_rules! launch {
            ($kernel:ident) => {{
                let kernel = gpu.kernel::<$kernel>(grid, THREADS, 0)?;
                // SAFETY: the offsets of pieces lie in both memories, and the caller of `start` promises to leave them
                // alone.
                kernel.launch(unsafe { promise($kernel { from, a, to, b, extents, count }) })
            }};
        }
        match (adds, unit) {
            (true, _) => launch!(strided_add_f32),
            (false, 16) => launch!(strided_copy_16),
            (false, 4) => launch!(strided_copy_4),
            (false, _) => launch!(strided_copy_2),
        }
    }
}

impl<T: Element> Engine for OnGpu<'_, T> {
    type Error = Error;

    fn clear(&mut self) -> Result<(), Error> {
        let (at, length) = self.to;
        let stream = self.rank.copies.stream.cu_stream();
        // SAFETY: it is the destination memory, and the caller of `start` promises to leave it alone.
        let set = unsafe {
            cudarc::driver::result::memset_d8_async(at, 0, length * size_of::<T>(), stream)
        };
        set.map_err(failed)
    }

    fn copy(&mut self, copy: &Copying) -> Result<(), Error> {
        let (from, to) = (self.place(copy.from), self.place(copy.to));
        let works = works(&copy.piece, size_of::<T>() as u64, from, to, copy.adds);
        let works = works.ok_or_else(|| Error::new("single bytes are not packed"))?;
        let stream = self.rank.copies.stream.cu_stream();
        works.iter().try_for_each(|work| match work {
            &UnitCopy::ContiguousBlock { from, to, bytes } => {
                // SAFETY: as for kernels.
                let copied =
                    unsafe { cudarc::driver::result::memcpy_dtod_async(to, from, bytes, stream) };
                copied.map_err(failed)
            }
            UnitCopy::Strided(work) => self.launch(work, copy.adds),
        })
    }

    fn transfer(&mut self, transfer: &Transfer) -> Result<(), Error> {
        let rank = self.rank;
        let (wire, stream) = (&rank.wire, rank.stream());
        wire.wait_for(&rank.copies)?;
        let whole = &rank.comm;
        let comm = self.group.unwrap_or(whole);
        // SAFETY: parts of the memories. Their sizes match those of other devices, since all have schedules of one
        // plan.
        unsafe {
            match transfer {
                Transfer::Exchange { sends, receives }
                    if sends.is_empty() && receives.is_empty() => {}
                Transfer::Exchange { sends, receives } => Comm::group(|| {
                    for (to, part) in sends {
                        whole.send(self.address(part), bytes::<T>(part), *to as usize, stream)?;
                    }
                    for (from, part) in receives {
                        whole.receive(
                            self.address(part),
                            bytes::<T>(part),
                            *from as usize,
                            stream,
                        )?;
                    }
                    Ok(())
                })?,
                Transfer::AllGather { from, to, .. } => {
                    comm.all_gather(
                        self.address(from),
                        self.address(to),
                        bytes::<T>(from),
                        stream,
                    )?;
                }
                Transfer::ReduceScatter { from, to, .. } => {
                    let (elements, of) = (to.elements as usize, sums::<T>()?);
                    comm.reduce_scatter(
                        self.address(from),
                        self.address(to),
                        elements,
                        of,
                        stream,
                    )?;
                }
                Transfer::Broadcast { group, root, part } => {
                    let root = group.iter().position(|device| device == root).unwrap_or(0);
                    comm.broadcast(self.address(part), bytes::<T>(part), root, stream)?;
                }
            }
        }
        self.sent.push(wire.stream.record_event(None).map_err(failed)?);
        Ok(())
    }

    fn arrived(&mut self, number: usize) -> Result<(), Error> {
        let sent = self.sent.get(number);
        let sent = sent.ok_or_else(|| Error::new("a transfer that was not begun"))?;
        self.rank.copies.stream.wait(sent).map_err(failed)
    }
}

#[cfg(test)]
mod tests {
    use super::blocks;
    use tilework::algebra::{Distribution, Mesh, redistribute};

    #[test]
    fn copies_take_as_long_as_what_is_sent() {
        let mesh = Mesh::of_shape(&"2".parse().unwrap()).unwrap();
        let whole = "(64,64)".parse().unwrap();
        let of = |axis| Distribution::sharded(&mesh, &whole, &[axis]).unwrap().by_rows().unwrap();
        let (rows, columns) = (of(Some(0)), of(Some(1)));
        let most = |from: &Distribution, to: &Distribution| {
            let plan = redistribute(from, to).unwrap();
            blocks(&plan.stages()[0].schedules(64).swap_remove(1), 1)
        };
        // Packing moves as much as is sent, and so does keeping; contiguous data needs neither.
        assert_eq!((most(&rows, &columns), most(&columns, &rows)), (80, 80));
        assert_eq!((most(&rows, &of(None)), most(&rows, &rows)), (40, u32::MAX));
        // 32 rows of 64 are copied, and one is sent.
        let halo = rows.with_halo(&[1, 0]).unwrap().by_rows().unwrap();
        assert_eq!(most(&rows, &halo), 40 * 32);
    }
}
