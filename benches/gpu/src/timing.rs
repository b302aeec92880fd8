//! Times in alternation, with the clock and the power meanwhile.

use std::error::Error;
use std::fmt;
use std::thread::sleep;
use std::time::{Duration, Instant};

use cudarc::driver::CudaStream;
use cudarc::driver::sys::CUevent_flags;
use nvml_wrapper::Nvml;
use nvml_wrapper::enum_wrappers::device::Clock;

/// The clock and the power of the first GPU.
pub struct Clocks(Nvml);
impl Clocks {
    pub fn new() -> Result<Self, Box<dyn Error>> {
        Ok(Clocks(Nvml::builder().lib_path("libnvidia-ml.so.1".as_ref()).init()?))
    }
    /// The driver's version.
    pub fn driver(&self) -> String {
        self.0
            .sys_driver_version()
            .map_or_else(|_| "driver unknown".to_owned(), |version| format!("driver {version}"))
    }
    /// MHz and W.
    fn now(&self) -> Option<[f64; 2]> {
        let device = self.0.device_by_index(0).ok()?;
        Some([
            device.clock_info(Clock::SM).ok()?.into(),
            f64::from(device.power_usage().ok()?) / 1e3,
        ])
    }
}

/// The least, the quartiles and the largest of some numbers.
pub struct Quartiles {
    least: f64,
    first: f64,
    pub median: f64,
    third: f64,
    most: f64,
}
impl Quartiles {
    pub fn of(mut of: Vec<f64>) -> Self {
        of.sort_by(f64::total_cmp);
        let at = |part: usize| of[(of.len() - 1) * part / 4];
        Quartiles { least: at(0), first: at(1), median: at(2), third: at(3), most: at(4) }
    }
}
impl fmt::Display for Quartiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Quartiles { least, first, median, third, most } = self;
        write!(f, "{median:>7.1} [{least:.1} {first:.1} {third:.1} {most:.1}]")
    }
}

/// The milliseconds of each candidate.
pub struct Times {
    pub times: Vec<Vec<f64>>,
    pub clocks: String,
}

/// Measures candidates in alternation: after a rest each, and one after another for so many seconds.
pub fn alternate(
    stream: &CudaStream,
    clocks: &Clocks,
    seconds: f64,
    candidates: usize,
    run: impl Fn(usize) -> Result<(), Box<dyn Error>>,
) -> Result<[Times; 2], Box<dyn Error>> {
    let flags = Some(CUevent_flags::CU_EVENT_DEFAULT);
    let context = stream.context();
    let one = |i: usize| -> Result<_, Box<dyn Error>> {
        let (begin, end) = (context.new_event(flags)?, context.new_event(flags)?);
        begin.record(stream)?;
        run(i)?;
        end.record(stream)?;
        Ok((begin, end))
    };
    let mut rested = vec![Vec::new(); candidates];
    for i in 0..candidates {
        run(i)?;
    }
    for _ in 0..5 {
        for (i, times) in rested.iter_mut().enumerate() {
            stream.synchronize()?;
            sleep(Duration::from_millis(20));
            run(i)?;
            let (begin, end) = one(i)?;
            stream.synchronize()?;
            times.push(f64::from(begin.elapsed_ms(&end)?));
        }
    }
    let mut sustained = vec![Vec::new(); candidates];
    let (begin, mut meanwhile) = (Instant::now(), Vec::new());
    while begin.elapsed().as_secs_f64() < seconds || sustained[0].len() < 5 {
        let mut events = Vec::new();
        for _ in 0..5 {
            for i in 0..candidates {
                events.push((i, one(i)?));
            }
        }
        meanwhile.extend(clocks.now());
        stream.synchronize()?;
        for (i, (begin, end)) in events {
            sustained[i].push(f64::from(begin.elapsed_ms(&end)?));
        }
    }
    let clocks = match meanwhile.len() {
        0 => "clock unknown".to_owned(),
        _ => {
            let of = |i: usize| Quartiles::of(meanwhile.iter().map(|x| x[i]).collect()).median;
            format!("{:.0} MHz, {:.0} W", of(0), of(1))
        }
    };
    Ok([Times { times: rested, clocks: String::new() }, Times { times: sustained, clocks }])
}
