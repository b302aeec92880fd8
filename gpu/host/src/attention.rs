//! Attention by the kernels of `tilework-kernels`: [`Gpu::attention`] and its options, [`AttentionWith`].

use tilework::algebra::{Layout, is_injective};
use tilework::try_layout;
use tilework_device::launch::promise;
use tilework_device::{Bf16, Tile};
use tilework_kernels::argument::attention::{Attention64, Attention128, Parameters, ROWS, THREADS};
use tilework_kernels::attention as whole;
use tilework_kernels::attention::attention_64;
use tilework_kernels::attention_masked::{
    OfK, OfLogs, OfO, OfQ, OfV, attention_masked_64, attention_masked_128,
};

use crate::leaves::leaves;
use crate::{Buffer, Error, Gpu, Recorder, TensorMap};

/// The options of [`Gpu::attention`]. By [`AttentionWith::default`] there is no mask, the scale is `1 / sqrt(d)`, and
/// no logarithms are written.
#[derive(Default)]
pub struct AttentionWith<'d> {
    /// True if a query sees no keys later than itself. The last query sees all keys, and each earlier query sees one
    /// key fewer than the next.
    pub causal: bool,
    /// The factor of `Q Kᵀ`, above 0; `None` means `1 / sqrt(d)`.
    pub scale: Option<f32>,
    /// The destination of `ln(sum exp(scale q Kᵀ))`, the natural logarithm over the keys that a row `q` sees, with
    /// the layout `(batch, head, query)`.
    pub logs: Option<(&'d mut Buffer<f32>, Layout)>,
}

/// `Q`, `K`, `V` or `O`: `(batch, head, token, d)` with contiguous `d`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Heads {
    /// The extents of `d`, tokens, heads and batches.
    extents: [u32; 4],
    strides: [u64; 4],
}
impl Heads {
    /// The matrix with this layout; `name` is `Q`, `K`, `V` or `O`.
    fn of(name: &str, layout: &Layout) -> Result<Self, Error> {
        let wrong =
            |what: String| Error::new(format!("attention: `{name}` of layout {layout} {what}"));
        let Some((extents, mut strides)) = reversed::<4>(layout) else {
            return Err(wrong("has other modes than `(batch,head,token,d)`".to_owned()));
        };
        if ![64, 128].contains(&extents[0]) {
            return Err(wrong(format!("has d = {}: kernels are for 64 and 128", extents[0])));
        }
        if strides[0] != 1 {
            return Err(wrong(format!("has stride {} in d, which is 1", strides[0])));
        }
        let mut next = u64::from(extents[0]);
        for (extent, stride) in extents.into_iter().zip(&mut strides).skip(1) {
            if extent == 0 || extent > 1 << 30 {
                return Err(wrong(format!("has a mode of {extent}: of 1 to 2^30")));
            }
            // The stride of a mode of extent 1 is unused.
            if extent == 1 {
                *stride = next;
            }
            if !stride.is_multiple_of(8) {
                return Err(wrong(format!(
                    "has stride {stride}: the copy engine takes rows that begin at multiples of 16 bytes, 8 elements"
                )));
            }
            next = *stride * u64::from(extent);
        }
        Ok(Heads { extents, strides })
    }
    /// Returns whether all rows are contiguous: tokens, then heads, then batches.
    fn is_compact(self) -> bool {
        let next = |at: usize| self.strides[at] * u64::from(self.extents[at]);
        (1..4).all(|at| self.strides[at] == next(at - 1))
    }
    fn map<'d, T: Tile<4, Element = Bf16>>(
        self,
        gpu: &Gpu,
        data: &'d Buffer<Bf16>,
    ) -> Result<TensorMap<'d, T>, Error> {
        gpu.tensor_map_strided(data, self.extents, self.strides)
    }
    /// The tensor map of all rows as one matrix.
    fn map_of_rows<'d, T: Tile<2, Element = Bf16>>(
        self,
        gpu: &Gpu,
        data: &'d Buffer<Bf16>,
    ) -> Result<TensorMap<'d, T>, Error> {
        let [d, tokens, heads, batches] = self.extents;
        let rows = u64::from(tokens) * u64::from(heads) * u64::from(batches);
        let rows = u32::try_from(rows).map_err(|_| Error::new("attention: more than 2^32 rows"))?;
        gpu.tensor_map_strided(data, [d, rows], [1, d.into()])
    }
}
/// The extents and strides of a layout of `RANK` modes, the last mode first. `None` if a mode is not a leaf, or is
/// negative.
fn reversed<const RANK: usize>(layout: &Layout) -> Option<([u32; RANK], [u64; RANK])> {
    let (extents, strides) = leaves(layout)?;
    let extents: Option<Vec<u32>> = extents.into_iter().rev().map(|x| x.try_into().ok()).collect();
    let strides: Option<Vec<u64>> = strides.into_iter().rev().map(|x| x.try_into().ok()).collect();
    Some((extents?.try_into().ok()?, strides?.try_into().ok()?))
}

/// Checks that each element of the result `name` has a place of its own.
fn apart(name: &str, layout: &Layout) -> Result<(), Error> {
    match is_injective(layout) {
        Ok(true) => Ok(()),
        Ok(false) => Err(Error::new(format!(
            "attention: `{name}` of layout {layout} has elements at one place"
        ))),
        Err(error) => Err(Error::new(error.to_string())),
    }
}

/// The extents of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Extents {
    d: u32,
    queries: u32,
    keys: u32,
    heads: u32,
    shared_by: u32,
    batches: u32,
}
impl Extents {
    /// The extents of `Q`, `K`, `V` and `O`, if they match.
    fn of([q, k, v, o]: [Heads; 4]) -> Result<Self, Error> {
        let [d, queries, heads, batches] = q.extents;
        let [_, keys, of_keys, _] = k.extents;
        if o.extents != q.extents
            || v.extents != k.extents
            || (k.extents[0], k.extents[3]) != (d, batches)
        {
            return Err(Error::new(
                "attention: `q` and `o` have the same extents, and `k` and `v`, of the same d and batches",
            ));
        }
        if !heads.is_multiple_of(of_keys) {
            return Err(Error::new(format!(
                "attention: {heads} heads of `q` are no multiple of {of_keys} of `k` and `v`, which each have as many"
            )));
        }
        if u64::from(heads) * u64::from(batches) > u64::from(u16::MAX) {
            return Err(Error::new("attention: a launch has at most 65535 heads of all batches"));
        }
        Ok(Extents { d, queries, keys, heads, shared_by: heads / of_keys, batches })
    }
    /// Returns whether the kernels without a mask support it: as many queries as keys, a multiple of the rows of a
    /// tile, and a head of keys for each head of queries.
    fn is_whole(self) -> bool {
        self.queries == self.keys && self.shared_by == 1 && self.queries.is_multiple_of(ROWS as u32)
    }
    /// Query `i` sees the keys before `i + reach`.
    fn reach(self, causal: bool) -> i32 {
        let keys = self.keys as i32;
        if causal { keys - self.queries as i32 + 1 } else { keys }
    }
    /// The layout of logarithms, `(batch, head, query)`, in the form that the kernel takes.
    fn of_logs(self, layout: &Layout, length: usize) -> Result<OfLogs, Error> {
        let wrong =
            |what: String| Error::new(format!("attention: `logs` of layout {layout} {what}"));
        let ([queries, heads, batches], strides) = reversed::<3>(layout)
            .filter(|(extents, _)| *extents == [self.queries, self.heads, self.batches])
            .ok_or_else(|| wrong("is not `(batch,head,query)` of these extents".to_owned()))?;
        let last = |(extent, stride): (u32, u64)| u64::from(extent - 1) * stride;
        let reaches: u64 =
            [queries, heads, batches].into_iter().zip(strides).map(last).sum::<u64>() + 1;
        if reaches > length as u64 || reaches > u64::from(u32::MAX) {
            return Err(wrong(format!("reaches {reaches} elements, and the buffer has {length}")));
        }
        let [next, of_head, of_batch] = strides.map(|x| x as u32);
        try_layout!((queries,heads,batches):(next,of_head,of_batch))
            .map_err(|error| Error::new(error.to_string()))
    }
}

type Launch<'d> = Box<dyn FnMut(Option<&mut Recorder>) -> Result<(), Error> + 'd>;
/// Attention that is ready to launch: [`Gpu::attention_by`].
pub struct Attention<'d> {
    name: &'static str,
    launch: Launch<'d>,
}
impl Attention<'_> {
    /// The name of the kernel.
    pub fn kernel(&self) -> &'static str {
        self.name
    }
    /// Launches the kernel.
    ///
    /// # Errors
    /// Errors of the driver.
    pub fn launch(&mut self) -> Result<(), Error> {
        (self.launch)(None)
    }
    /// Records a launch in a graph: [`Gpu::graph`].
    ///
    /// # Errors
    /// Errors of the driver.
    pub fn record(&mut self, recorder: &mut Recorder) -> Result<(), Error> {
        (self.launch)(Some(recorder))
    }
}

/// `Q`, `K` and `V`.
type Read<'d> = [(&'d Buffer<Bf16>, Heads); 3];
/// `O`.
type Written<'d> = (&'d mut Buffer<Bf16>, Heads);
/// The `reach`, which says how many more keys a query sees than its index; the scale times log2(e); and the place of
/// the logarithms.
type Told<'d> = (i32, f32, Option<(&'d mut Buffer<f32>, OfLogs)>);
type Prepare =
    for<'d> fn(&'d Gpu, Read<'d>, Written<'d>, Extents, Told<'d>) -> Result<Launch<'d>, Error>;

/// A kernel for rows of `d` elements: for whole tiles, all keys and contiguous rows, or for any problem.
struct Entry {
    d: u32,
    is_for_whole: bool,
    name: &'static str,
    prepare: Prepare,
}
macro_rules! entry {
    (whole $parameters:ident $name:ident) => {
        Entry {
            d: $parameters::HEAD as u32,
            is_for_whole: true,
            name: stringify!($name),
            prepare: |gpu, [q, k, v], (o, _), of, (_, scale, _)| {
                let q = q.1.map_of_rows::<whole::OfQ>(gpu, q.0)?;
                let k = k.1.map_of_rows::<whole::OfTokens<$parameters>>(gpu, k.0)?;
                let v = v.1.map_of_rows::<whole::OfTokens<$parameters>>(gpu, v.0)?;
                let (tokens, shared) = (of.queries, $parameters::SHARED_MEMORY as u32);
                let grid = [tokens / ROWS as u32, of.heads * of.batches, 1];
                let kernel = gpu.kernel::<$name>(grid, THREADS, shared)?;
                Ok(Box::new(move |recorder| {
                    let (q, k, v) = (&q, &k, &v);
                    // SAFETY: the maps are of buffers that live, `O` has as many rows as `Q`, and there is a block for
                    // each tile.
                    let with = unsafe { promise($name { q, k, v, o: &mut *o, tokens, scale }) };
                    match recorder {
                        Some(recorder) => recorder.launch(&kernel, with),
                        None => kernel.launch(with),
                    }
                }))
            },
        }
    };
    (masked $parameters:ident $name:ident) => {
        Entry {
            d: $parameters::HEAD as u32,
            is_for_whole: false,
            name: stringify!($name),
            prepare: |gpu, [q, k, v], (o, of_o), of, (reach, scale, mut logs)| {
                let (q, k) = (q.1.map::<OfQ>(gpu, q.0)?, k.1.map::<OfK>(gpu, k.0)?);
                let (v, o) = (v.1.map::<OfV>(gpu, v.0)?, of_o.map::<OfO>(gpu, o)?);
                let shared = $parameters::SHARED_MEMORY as u32;
                let grid = $parameters::grid(of.queries, of.keys, [of.heads, of.shared_by], of.batches);
                let kernel = gpu.kernel::<$name>(grid, THREADS, shared)?;
                let none = 0_u32;
                let none: OfLogs = try_layout!((none,none,none):(none,none,none)).map_err(|error| Error::new(error.to_string()))?;
                // It takes the place of logarithms if none are requested; nothing is written to it.
                let mut nothing = gpu.poisoned::<f32>(1)?;
                Ok(Box::new(move |recorder| {
                    let (q, k, v, o) = (&q, &k, &v, &o);
                    let (tokens, heads) = ([of.queries, of.keys], [of.heads, of.shared_by]);
                    let (logs, of_logs) = match &mut logs {
                        Some((logs, layout)) => (&mut **logs, *layout),
                        None => (&mut nothing, none),
                    };
                    // SAFETY: the maps are of buffers that live, the logarithms fit their buffer, and there is a block
                    // for each tile.
                    let with = unsafe {
                        promise($name { q, k, v, o, logs, of_logs, tokens, heads, reach, scale })
                    };
                    match recorder {
                        Some(recorder) => recorder.launch(&kernel, with),
                        None => kernel.launch(with),
                    }
                }))
            },
        }
    };
}
/// The first entry that supports a problem is used. With `d` = 128 the kernel with masks is as fast without one, to 1
/// in 200.
const ENTRIES: &[Entry] = &[
    entry!(whole Attention64 attention_64),
    entry!(masked Attention64 attention_masked_64),
    entry!(masked Attention128 attention_masked_128),
];

impl Gpu {
    /// `O = softmax(Q Kᵀ / sqrt(d)) V` in bf16, with sums in f32, for each head of each batch.
    ///
    /// `Q`, `K`, `V` and `O` have layouts `(batch, head, token, d)`. `d` is 64 or 128 and contiguous, and the other
    /// strides are multiples of 8. `Q` and `O` have as many heads as `K` and `V`, or a multiple of them (grouped-query
    /// attention): then consecutive heads of `Q` share a head of `K` and `V`. The numbers of queries and keys are
    /// arbitrary. [`AttentionWith`] has the causal mask, another scale, and logarithms as a result. Elements are
    /// `half::bf16`. The GPU must be made with the PTX of `tilework-kernels`, as in the example.
    ///
    /// ```no_run
    /// # use tilework::try_layout;
    /// use tilework_host::Gpu;
    /// use tilework_host::attention::AttentionWith;
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let gpu = Gpu::first(tilework_kernels::PTX)?;
    /// // 32 heads of queries; each group of four shares a head of keys and values.
    /// let (batches, heads, of_keys, tokens) = (2_u32, 32_u32, 8_u32, 1000_u32);
    /// let numbers = |heads| vec![half::bf16::ONE; (batches * heads * tokens * 128) as usize];
    /// let (q, k, v) = (gpu.upload(&numbers(heads))?, gpu.upload(&numbers(of_keys))?, gpu.upload(&numbers(of_keys))?);
    /// let mut o = gpu.poisoned(numbers(heads).len())?;
    /// let [of_q, of_k] = [heads, of_keys].map(|heads| try_layout!((batches,heads,tokens,128):row_major));
    /// let (of_q, of_k) = (of_q?, of_k?);
    /// let causal = AttentionWith { causal: true, ..Default::default() };
    /// gpu.attention((&q, of_q), (&k, of_k), (&v, of_k), (&mut o, of_q), causal)?;
    /// assert_eq!(gpu.download(&o)?[0].to_f32(), 1.0);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// A row that sees no key is 0, and its logarithm is minus infinity. This happens to the first rows of causal
    /// attention with fewer keys than queries.
    ///
    /// # Errors
    /// Errors of the driver, GPUs of a compute capability other than 9.0, and these arguments:
    ///
    /// - layouts with other modes, another `d`, or other strides than above;
    /// - modes of extent 0 or more than 2^30, and more than 65535 heads in all batches;
    /// - extents that do not match;
    /// - elements of `o` or `logs` at the same place;
    /// - layouts that reach beyond their buffers, including that of `logs`;
    /// - a scale that is not above 0.
    pub fn attention(
        &self,
        q: (&Buffer<Bf16>, impl Into<Layout>),
        k: (&Buffer<Bf16>, impl Into<Layout>),
        v: (&Buffer<Bf16>, impl Into<Layout>),
        o: (&mut Buffer<Bf16>, impl Into<Layout>),
        with: AttentionWith<'_>,
    ) -> Result<(), Error> {
        self.attention_by(None, q, k, v, o, with)?.launch()
    }

    /// [`Gpu::attention`] as a value that can be launched more than once, or in a graph. `kernel` names a kernel, for
    /// comparisons; `None` chooses a suitable one.
    ///
    /// # Errors
    /// As for [`Gpu::attention`], and if there is no kernel of this name, or it does not support the problem.
    pub fn attention_by<'d>(
        &'d self,
        kernel: Option<&str>,
        (q, of_q): (&'d Buffer<Bf16>, impl Into<Layout>),
        (k, of_k): (&'d Buffer<Bf16>, impl Into<Layout>),
        (v, of_v): (&'d Buffer<Bf16>, impl Into<Layout>),
        (o, of_o): (&'d mut Buffer<Bf16>, impl Into<Layout>),
        AttentionWith { causal, scale, logs }: AttentionWith<'d>,
    ) -> Result<Attention<'d>, Error> {
        let of_o: Layout = of_o.into();
        let heads = [
            Heads::of("q", &of_q.into())?,
            Heads::of("k", &of_k.into())?,
            Heads::of("v", &of_v.into())?,
            Heads::of("o", &of_o)?,
        ];
        apart("o", &of_o)?;
        let of = Extents::of(heads)?;
        let scale = scale.unwrap_or(1.0 / (of.d as f32).sqrt());
        if scale.is_nan() || scale <= 0.0 {
            return Err(Error::new(format!("attention: `scale` is above 0, not {scale}")));
        }
        let logs = logs.map(|(logs, layout)| {
            apart("logs", &layout)?;
            let layout = of.of_logs(&layout, logs.len())?;
            Ok::<_, Error>((logs, layout))
        });
        let logs = logs.transpose()?;
        let is_whole =
            of.is_whole() && heads.iter().all(|x| x.is_compact()) && !causal && logs.is_none();
        let suit = || ENTRIES.iter().filter(|x| x.d == of.d && (is_whole || !x.is_for_whole));
        let entry = suit().find(|entry| kernel.is_none_or(|name| name == entry.name));
        let Some(&Entry { name, prepare, .. }) = entry else {
            let names: Vec<&str> = suit().map(|entry| entry.name).collect();
            return Err(Error::new(format!(
                "attention: no kernel {} for this, but {}",
                kernel.unwrap_or_default(),
                names.join(" and ")
            )));
        };
        let told = (of.reach(causal), scale * std::f32::consts::LOG2_E, logs);
        let read = [(q, heads[0]), (k, heads[1]), (v, heads[2])];
        Ok(Attention { name, launch: prepare(self, read, (o, heads[3]), of, told)? })
    }
}

#[cfg(test)]
mod tests {
    use super::{Extents, Heads, apart};
    use tilework::algebra::Layout;

    fn of(text: &str) -> Result<Heads, String> {
        Heads::of("q", &text.parse::<Layout>().unwrap()).map_err(|error| error.to_string())
    }

    #[test]
    fn heads_have_four_modes() {
        let compact = of("(2,3,5,64):(960,320,64,1)").unwrap();
        assert_eq!((compact.extents, compact.strides), ([64, 5, 3, 2], [1, 64, 320, 960]));
        assert!(compact.is_compact());
        // The heads of a token are adjacent.
        assert!(!of("(2,3,5,64):(960,64,192,1)").unwrap().is_compact());
        // The stride of a single head or batch is unused.
        assert!(of("(1,1,5,64):(7,3,64,1)").unwrap().is_compact());
        let says = |text: &str| of(text).unwrap_err();
        assert!(says("(5,64):(64,1)").contains("other modes than `(batch,head,token,d)`"));
        assert!(says("(1,1,5,32):(160,160,32,1)").contains("has d = 32"));
        assert!(says("(1,1,5,64):(320,320,1,5)").contains("has stride 5 in d"));
        assert!(says("(1,1,5,64):(320,320,68,1)").contains("has stride 68"));
        assert!(says("(1,1,0,64):(64,64,64,1)").contains("has a mode of 0"));
    }

    #[test]
    fn results_do_not_overlap() {
        let says =
            |text: &str| apart("o", &text.parse().unwrap()).map_err(|error| error.to_string());
        assert_eq!(says("(2,3,5,64):(960,320,64,1)"), Ok(()));
        assert_eq!(says("(2,3,5,64):(960,64,192,1)"), Ok(()));
        let overlapping = says("(2,3,5,64):(960,256,64,1)").unwrap_err();
        assert!(overlapping.contains("has elements at one place"), "{overlapping}");
    }

    #[test]
    fn extents_go_together() {
        let q = of("(2,6,5,64):(1920,320,64,1)").unwrap();
        let k = of("(2,2,7,64):(896,448,64,1)").unwrap();
        let all = Extents::of([q, k, k, q]).unwrap();
        let expected = Extents { d: 64, queries: 5, keys: 7, heads: 6, shared_by: 3, batches: 2 };
        assert_eq!(all, expected);
        // The last query sees the last key.
        assert_eq!(5 - 1 + all.reach(true), 7);
        assert!(all.reach(false) >= 7 && !all.is_whole());
        let says = |of| Extents::of(of).unwrap_err().to_string();
        assert!(says([q, k, q, q]).contains("`q` and `o` have the same extents"));
        let four = of("(2,4,7,64):(1792,448,64,1)").unwrap();
        assert!(says([q, four, four, q]).contains("6 heads of `q` are no multiple of 4"));
        let logs = |text: &str, length| all.of_logs(&text.parse().unwrap(), length);
        assert!(logs("(2,6,5):(30,5,1)", 60).is_ok());
        assert!(
            logs("(2,6,5):(30,5,1)", 59).unwrap_err().to_string().contains("reaches 60 elements")
        );
        assert!(
            logs("(2,5,6):(30,6,1)", 60).unwrap_err().to_string().contains("(batch,head,query)")
        );
    }
}
