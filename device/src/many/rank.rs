//! A GPU among several.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use super::comm::{self, Comm, Id};
use crate::{Device, Error, Gpu, NoGpu};

/// What must be in the environment of a program before NCCL starts: without it, multicast over NVLink is tried, which not every
/// system has right.
pub const MULTICAST_OFF: (&str, &str) = ("NCCL_NVLS_ENABLE", "0");

/// One of several GPUs that NCCL connects, by its number.
pub struct Rank {
    gpu: Gpu,
    /// The streams of packing and of NCCL.
    pub(super) copies: Gpu,
    pub(super) wire: Gpu,
    pub(super) comm: Comm,
    rank: usize,
    ranks: usize,
}

/// That this computer has as many GPUs: what a program asks before all else.
///
/// # Errors
/// [`NoGpu`] where there are fewer, or none.
pub fn enough(ranks: usize) -> Result<(), NoGpu> {
    too_few(ranks, &Gpu::all()?).map_or(Ok(()), |few| Err(NoGpu::because(few)))
}

/// That there are not as many GPUs, in words.
fn too_few(wanted: usize, devices: &[Device]) -> Option<String> {
    (devices.len() < wanted).then(|| {
        let all: Vec<String> = devices.iter().map(Device::to_string).collect();
        format!("{wanted} GPUs are wanted, and there are {}: {}", devices.len(), all.join("; "))
    })
}

impl Rank {
    /// Runs a program on each of the first `ranks` GPUs, by a thread for each of this process, and has what they return, in the
    /// order of their numbers. The kernels are those of this PTX.
    ///
    /// # Errors
    /// [`NoGpu`] where there are not as many; where [`MULTICAST_OFF`] is not set, or there is no NCCL; those of the programs, of which the first
    /// ends this process' other threads only when they ask the others for something that never comes: so say what failed, and end.
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

    /// The device of this number among `ranks` that are processes, here or on other computers, each of which calls this with another number and
    /// the same address, `host:port`, at which that of number 0 waits for the others.
    ///
    /// # Errors
    /// Where [`MULTICAST_OFF`] is not set, there is no NCCL, or no one at the address for a minute; those of NCCL.
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
        // SAFETY: what is done by these streams waits for the one of the program, and that for them, in `start` and `finish`.
        let (copies, wire) = unsafe { (kernels.with_stream()?, gpu.with_stream()?) };
        Ok(Rank { gpu, copies, wire, comm, rank, ranks })
    }

    /// The GPU, with the kernels and the stream of the program.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// Its number.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// How many there are.
    pub fn ranks(&self) -> usize {
        self.ranks
    }

    /// Waits for all that this GPU was asked.
    ///
    /// # Errors
    /// Those of what ran before.
    pub fn synchronize(&self) -> Result<(), Error> {
        self.gpu.synchronize()?;
        self.copies.synchronize()?;
        self.wire.synchronize()
    }
}

impl Drop for Rank {
    fn drop(&mut self) {
        // What failed was told by the calls before.
        _ = self.synchronize();
    }
}

/// That NCCL can start.
fn ready() -> Result<(), Error> {
    let (name, value) = MULTICAST_OFF;
    if std::env::var(name).as_deref() != Ok(value) {
        return Err(Error::new(format!(
            "set {name}={value} in the environment: multicast over NVLink stays off"
        )));
    }
    comm::is_there()
}

/// The bytes of an id.
const ID: usize = 128;

fn bytes_of(id: &Id) -> [u8; ID] {
    id.internal.map(|byte| byte.cast_unsigned())
}

fn id_of(bytes: &[u8; ID]) -> Id {
    Id { internal: bytes.map(|byte| byte.cast_signed()) }
}

/// Gives so many others the bytes.
fn hand_out(address: &str, others: usize, bytes: &[u8; ID]) -> Result<(), Error> {
    let failed = |error: std::io::Error| Error::new(format!("waiting at {address}: {error}"));
    let listener = TcpListener::bind(address).map_err(failed)?;
    for _ in 0..others {
        listener.accept().and_then(|(mut other, _)| other.write_all(bytes)).map_err(failed)?;
    }
    Ok(())
}

/// Asks at an address for the bytes, until somebody is there.
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
