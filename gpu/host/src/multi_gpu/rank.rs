//! One GPU among several.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use super::comm::{self, Comm, Id};
use crate::{Device, Error, Gpu, NoGpu};

/// An environment variable that a program must set before NCCL starts. Without it NCCL tries multicast over NVLink,
/// which is not set up correctly on every system.
pub const MULTICAST_OFF: (&str, &str) = ("NCCL_NVLS_ENABLE", "0");

/// One of several GPUs that NCCL connects, with its number.
pub struct Rank {
    gpu: Gpu,
    /// The streams for packing and for NCCL.
    pub(super) copies: Gpu,
    pub(super) wire: Gpu,
    pub(super) comm: Comm,
    rank: usize,
    ranks: usize,
}

/// Checks that this computer has `ranks` GPUs. A program calls it first.
///
/// # Errors
/// [`NoGpu`] if there are fewer, or none.
pub fn enough(ranks: usize) -> Result<(), NoGpu> {
    too_few(ranks, &Gpu::all()?).map_or(Ok(()), |few| Err(NoGpu::because(few)))
}

/// The message that there are too few GPUs, if that is so.
fn too_few(wanted: usize, devices: &[Device]) -> Option<String> {
    (devices.len() < wanted).then(|| {
        let all: Vec<String> = devices.iter().map(Device::to_string).collect();
        format!("{wanted} GPUs are wanted, and there are {}: {}", devices.len(), all.join("; "))
    })
}

impl Rank {
    /// Runs a program on each of the first `ranks` GPUs, in one thread of this process for each. Returns the results in
    /// the order of the numbers. The kernels come from this PTX.
    ///
    /// # Errors
    /// [`NoGpu`] if there are too few GPUs; if [`MULTICAST_OFF`] is not set, or there is no NCCL; errors of the
    /// programs. After an error in one thread, the others end only when they ask NCCL for data that never comes, so a
    /// program should report the error and exit.
    pub fn on_gpus<R: Send>(
        ranks: usize,
        ptx: &'static str,
        run: impl Fn(&Rank) -> Result<R, Error> + Sync,
    ) -> Result<Vec<R>, Box<dyn std::error::Error>> {
        enough(ranks)?;
        ready()?;
        let id = comm::fresh_id()?;
        let run = &run;
        let ended: Vec<Result<R, Error>> = thread::scope(|scope| {
            let threads: Vec<_> = (0..ranks)
                .map(|rank| {
                    scope.spawn(move || {
                        let gpu = Gpu::new(rank, ptx).map_err(|no| Error::new(no.to_string()))?;
                        run(&Rank::of(gpu, id, rank, ranks)?)
                    })
                })
                .collect();
            let ended = threads.into_iter().map(|thread| {
                thread.join().unwrap_or_else(|_| Err(Error::new("a thread has panicked")))
            });
            ended.collect()
        });
        Ok(ended.into_iter().collect::<Result<_, _>>()?)
    }

    /// The device with this number among `ranks` processes, here or on other computers. Each process calls this with
    /// another number and the same address, `host:port`, at which number 0 waits for the others.
    ///
    /// # Errors
    /// If [`MULTICAST_OFF`] is not set, there is no NCCL, or nobody is at the address for a minute; errors of NCCL.
    pub fn meet(gpu: Gpu, rank: usize, ranks: usize, address: &str) -> Result<Self, Error> {
        ready()?;
        let id = if rank == 0 {
            let id = comm::fresh_id()?;
            hand_out(address, ranks - 1, &bytes_of(&id))?;
            id
        } else {
            id_of(&ask_for(address)?)
        };
        Rank::of(gpu, id, rank, ranks)
    }

    fn of(gpu: Gpu, id: Id, rank: usize, ranks: usize) -> Result<Self, Error> {
        let bound = gpu.context.bind_to_thread();
        bound.map_err(|error| Error::driver("the GPU", error))?;
        let comm = Comm::new(id, rank, ranks)?;
        let kernels = Gpu::new(gpu.context.ordinal(), tilework_kernels::PTX);
        let kernels = kernels.map_err(|no| Error::new(no.to_string()))?;
        // SAFETY: work on these streams waits for the stream of the program and the other way round, in `start` and
        // `finish`.
        let (copies, wire) = unsafe { (kernels.with_stream()?, gpu.with_stream()?) };
        Ok(Rank { gpu, copies, wire, comm, rank, ranks })
    }

    /// The GPU, with the kernels and the stream of the program.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// The number of this GPU.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// The number of GPUs.
    pub fn ranks(&self) -> usize {
        self.ranks
    }

    /// Waits for all work of this GPU.
    ///
    /// # Errors
    /// Errors of earlier work.
    pub fn synchronize(&self) -> Result<(), Error> {
        self.gpu.synchronize()?;
        self.copies.synchronize()?;
        self.wire.synchronize()
    }
}

impl Drop for Rank {
    fn drop(&mut self) {
        // Earlier calls reported the errors.
        _ = self.synchronize();
    }
}

/// Checks that NCCL can start.
fn ready() -> Result<(), Error> {
    let (name, value) = MULTICAST_OFF;
    if std::env::var(name).as_deref() != Ok(value) {
        return Err(Error::new(format!(
            "set {name}={value} in the environment: multicast over NVLink stays off"
        )));
    }
    comm::is_there()
}

/// The number of bytes of an id.
const ID: usize = 128;

fn bytes_of(id: &Id) -> [u8; ID] {
    id.internal.map(|byte| byte.cast_unsigned())
}

fn id_of(bytes: &[u8; ID]) -> Id {
    Id { internal: bytes.map(|byte| byte.cast_signed()) }
}

/// Gives the bytes to `others` processes.
fn hand_out(address: &str, others: usize, bytes: &[u8; ID]) -> Result<(), Error> {
    let failed = |error: std::io::Error| Error::new(format!("waiting at {address}: {error}"));
    let listener = TcpListener::bind(address).map_err(failed)?;
    for _ in 0..others {
        listener.accept().and_then(|(mut other, _)| other.write_all(bytes)).map_err(failed)?;
    }
    Ok(())
}

/// Asks for the bytes at an address until somebody answers.
fn ask_for(address: &str) -> Result<[u8; ID], Error> {
    let begin = Instant::now();
    loop {
        let mut bytes = [0; ID];
        let asked =
            TcpStream::connect(address).and_then(|mut stream| stream.read_exact(&mut bytes));
        match asked {
            Ok(()) => return Ok(bytes),
            Err(error) if begin.elapsed() > Duration::from_secs(60) => {
                return Err(Error::new(format!("asking at {address}: {error}")));
            }
            Err(_) => thread::sleep(Duration::from_millis(50)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ID, ask_for, bytes_of, hand_out, id_of, too_few};

    #[test]
    fn devices_meet_at_an_address() {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let address = format!("127.0.0.1:{port}");
        let id: [u8; ID] = std::array::from_fn(|i| 200_u8.wrapping_add(i as u8));
        assert_eq!(bytes_of(&id_of(&id)), id);
        std::thread::scope(|scope| {
            let others: Vec<_> =
                (0..3).map(|_| scope.spawn(|| ask_for(&address).unwrap())).collect();
            hand_out(&address, 3, &id).unwrap();
            assert!(others.into_iter().all(|other| other.join().unwrap() == id));
        });
    }

    #[test]
    fn too_few_gpus_are_named() {
        let device = crate::Device {
            ordinal: 0,
            name: "NVIDIA H100".to_owned(),
            capability: (9, 0),
            memory: 80 << 30,
        };
        assert_eq!(too_few(1, std::slice::from_ref(&device)), None);
        let says = too_few(2, &[device]).unwrap();
        assert!(says.starts_with("2 GPUs are wanted, and there are 1: 0: NVIDIA H100"), "{says}");
    }
}
