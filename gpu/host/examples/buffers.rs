//! Parts, fills, copies, raw pointers, streams and DLPack on a GPU: everything that has no other program.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tilework::interop::dlpack::Managed;
use tilework::{Dyn, Layout, layout, operation::try_zipped_divide, try_layout};
use tilework_device::Element;
use tilework_host::{Gpu, Owner, Report, Usage, program, promise};
use tilework_kernels::scaled_copy::scaled_copy;

const USAGE: Usage = Usage {
    about: "Parts of a buffer of `pages` pages of 1024 f32, and memory and streams that others own; `error` counts what is wrong.",
    numbers: &[("pages", 16), ("repeats", 30)],
    zeros: &[],
    words: &[],
    check: |_| Ok(()),
};
type N = Dyn<u32>;
type Checked = Result<usize, Box<dyn std::error::Error>>;

/// Whether a buffer that is filled, but for its first and last element, has these elements.
fn filled<T: Element + PartialEq>(gpu: &Gpu, [x, y]: [T; 2]) -> Checked {
    let mut buffer = gpu.filled(1000, x)?;
    gpu.fill(&mut buffer[1..999], y)?;
    let found = gpu.download(&buffer)?;
    let right = |(i, found): (usize, &T)| *found == if i == 0 || i == 999 { x } else { y };
    Ok(found.iter().enumerate().filter(|one| !right(*one)).count())
}
fn fills(gpu: &Gpu) -> Checked {
    let numbers = [0x0123_4567_89ab_cdef_u64, 0x7777_7777_7777_7777];
    Ok(filled(gpu, numbers)?
        + filled(gpu, numbers.map(|x| x as u32))?
        + filled(gpu, numbers.map(|x| x as u16))?
        + filled(gpu, numbers.map(|x| x as u8))?
        + filled(gpu, [1.5_f64, -2.5])?
        + gpu.download(&gpu.zeros::<f32>(77)?)?.iter().filter(|x| x.to_bits() != 0).count()
        + gpu.download(&gpu.zeros::<f32>(0)?)?.len())
}

/// Each page is twice the one before: a kernel reads one part of the buffer and writes another.
fn pages(gpu: &Gpu, pages: usize) -> Checked {
    let (m, n) = (64_u32, 4_u32);
    let matrix = try_zipped_divide(try_layout!((m,n):(1,m))?, layout!(<64,4>))?;
    let mut pool = gpu.poisoned::<f32>(1024 * pages)?;
    gpu.upload_to(&[1.0; 512], &mut pool[..512])?;
    let (low, high) = pool.split_at_mut(512);
    gpu.copy(low, &mut high[..512])?;
    for page in 1..pages {
        let (from, to) = pool.split_at_mut(1024 * page);
        let (from, to) = (&from[1024 * (page - 1)..], &mut to[..1024]);
        // SAFETY: both parts are as long as the layout reaches.
        gpu.run(unsafe { promise(scaled_copy { from, to, matrix, factor: 2.0 }) })?;
    }
    let found = gpu.download(&pool)?;
    Ok((0..found.len()).filter(|i| found[*i] != f32::powi(2.0, (i / 1024) as i32)).count())
}

/// A part that no vector can begin at, and one that is too short, are errors.
fn refused(gpu: &Gpu) -> Checked {
    let (m, n) = (64_u32, 4_u32);
    let matrix = try_zipped_divide(try_layout!((m,n):(1,m))?, layout!(<64,4>))?;
    let mut pool = gpu.zeros::<f32>(4096)?;
    let (from, to) = pool.split_at_mut(2048);
    let short = gpu.copy(&from[..8], &mut to[..9]);
    // SAFETY: the launch is refused.
    let odd =
        gpu.run(unsafe { promise(scaled_copy { from: &from[1..], to, matrix, factor: 2.0 }) });
    let says = odd.err().map(|error| error.to_string()).unwrap_or_default();
    Ok(usize::from(!says.contains("at multiples of 16 bytes")) + usize::from(short.is_ok()))
}

/// Memory goes out as a pointer and comes back; a function frees memory once; a stream of others is used.
fn raw(gpu: &Gpu) -> Checked {
    let freed = Arc::new(AtomicUsize::new(0));
    let (pointer, length, owner) = gpu.filled(1024, 3.0_f32)?.into_raw();
    let count = freed.clone();
    let by = Owner::By(Box::new(move || _ = count.fetch_add(1, Ordering::Relaxed)));
    // SAFETY: streams of this function, and memory that has one buffer at a time.
    unsafe {
        let beside = gpu.with_stream()?;
        let foreign = gpu.with_foreign_stream(beside.raw_stream());
        beside.wait_for(gpu)?;
        let mut seen = foreign.from_raw(pointer, length, by);
        foreign.fill(&mut seen[512..], 4.0)?;
        let counted = freed.load(Ordering::Relaxed);
        drop(seen);
        gpu.wait_for(&foreign)?;
        let found = gpu.download(&gpu.from_raw(pointer, length, owner))?;
        let wrong = (0..1024).filter(|i| found[*i] != if *i < 512 { 3.0 } else { 4.0 }).count();
        Ok(wrong + counted + usize::from(freed.load(Ordering::Relaxed) != 1))
    }
}

/// A buffer becomes a tensor of DLPack, in either form, and a buffer again, without a copy.
fn dlpack(gpu: &Gpu) -> Checked {
    let data: Vec<f32> = (0..6 * 8).map(|i| i as f32).collect();
    let buffer = gpu.upload(&data)?;
    let pointer = buffer.as_ptr();
    let tensor = buffer.into_dlpack(layout!((6,5):(8,1)))?;
    // SAFETY: a tensor that nobody else has.
    let tensor = unsafe { Managed::from_raw(tensor.into_raw()?)? };
    // SAFETY: as above.
    let tensor = unsafe { Managed::from_versioned(tensor.into_versioned())? };
    let layout = tensor.layout::<Layout!((N,N):(N,N))>()?;
    // SAFETY: as above.
    let buffer = unsafe { gpu.from_dlpack::<f32>(tensor)? };
    let same = buffer.as_ptr() == pointer && layout.to_string() == "(6,5):(8,1)";
    let right = gpu.download(&buffer)? == data[..5 * 8 + 5];
    // On another thread, which has no context of its own.
    std::thread::spawn(move || drop(buffer)).join().expect("it drops a buffer");
    let short = gpu.zeros::<f32>(4)?.into_dlpack(layout!(5)).is_ok();
    let of_cpu = Managed::of(tilework::Tensor::new(vec![1.0_f32], layout!(1))?)?;
    // SAFETY: as above.
    let of_cpu = unsafe { gpu.from_dlpack::<f32>(of_cpu) };
    Ok([!same, !right, short, of_cpu.is_ok()].map(usize::from).iter().sum())
}

fn main() -> ExitCode {
    program(tilework_kernels::PTX, &USAGE, |gpu, options, say| {
        let count = options.number("pages") as usize;
        let mut all = 0;
        for (name, wrong) in [
            ("fills", fills(gpu)?),
            ("pages", pages(gpu, count)?),
            ("refused", refused(gpu)?),
            ("raw", raw(gpu)?),
            ("dlpack", dlpack(gpu)?),
        ] {
            let (extents, error) = (vec![count as u32], wrong as f64);
            say(Report { name: name.to_owned(), extents, ms: 0.0, rate: 0.0, unit: "TB/s", error });
            all += wrong;
        }
        gpu.synchronize()?;
        if all == 0 { Ok(()) } else { Err(format!("{all} are wrong").into()) }
    })
}
