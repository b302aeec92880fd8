//! Attention forward by cuDNN 9: a graph of operations, for which its heuristics name engines.
//!
//! cuDNN's own front end (`NVIDIA/cudnn-frontend`, MIT) shows which operations and tensors a graph of attention has, in
//! `node/scaled_dot_product_flash_attention.h`, `node/softmax.h` and `node/diagonal_band_mask.h`. It is one operation,
//! in cuDNN 9.13.1 and later without a mask. Or it is two products, and between them a scale, the mask by indices, and
//! the softmax by a maximum, a difference, exponentials, a sum and a quotient. Kᵀ is K with other strides.

use std::ffi::{CStr, c_void};
use std::ptr::{from_ref, null_mut};

use cudarc::cudnn::sys::{
    self, cudnnBackendAttributeName_t as Name, cudnnBackendAttributeType_t as Of,
    cudnnBackendDescriptor_t, cudnnBackendDescriptorType_t as Kind, cudnnBackendHeurMode_t as Mode,
    cudnnDataType_t as Type, cudnnHandle_t, cudnnPointwiseMode_t as Pointwise,
    cudnnReduceTensorOp_t as Reduce, cudnnStatus_t,
};
use cudarc::driver::sys::CUstream;

use crate::attention::Problem;

/// The version of the library, if it is found.
pub fn version() -> Option<usize> {
    // SAFETY: the library is loaded, and reports its version.
    unsafe { sys::is_culib_present().then(|| sys::cudnnGetVersion()) }
}

/// The library, ready to be called.
pub struct Library(cudnnHandle_t);
impl Library {
    /// The library, if it is found.
    pub fn new() -> Result<Self, String> {
        let mut handle = null_mut();
        // SAFETY: the handle is written, and lives until the end of the program.
        check(unsafe { sys::cudnnCreate(&mut handle) }, || "cudnnCreate".to_owned())?;
        Ok(Library(handle))
    }
}

/// The library's message for the last failure.
fn last_error() -> String {
    let mut text = [0_u8; 1024];
    // SAFETY: the length is that of the buffer.
    unsafe { sys::cudnnGetLastErrorString(text.as_mut_ptr().cast(), text.len()) };
    let text = CStr::from_bytes_until_nul(&text).map(CStr::to_string_lossy);
    text.map(|text| text.trim().to_owned()).unwrap_or_default()
}
fn check(status: cudnnStatus_t, what: impl Fn() -> String) -> Result<(), String> {
    match status {
        cudnnStatus_t::CUDNN_STATUS_SUCCESS => Ok(()),
        status => Err(format!("{}: {status:?} {}", what(), last_error())),
    }
}

/// A descriptor, which is destroyed when it is dropped.
struct Descriptor(cudnnBackendDescriptor_t);
impl Drop for Descriptor {
    fn drop(&mut self) {
        // SAFETY: it was created, and nobody else has it.
        unsafe { sys::cudnnBackendDestroyDescriptor(self.0) };
    }
}
impl Descriptor {
    fn empty(kind: Kind) -> Result<Self, String> {
        let mut descriptor = null_mut();
        // SAFETY: the descriptor is written.
        check(unsafe { sys::cudnnBackendCreateDescriptor(kind, &mut descriptor) }, || {
            format!("{kind:?}")
        })?;
        Ok(Descriptor(descriptor))
    }
    /// A finished descriptor with these attributes.
    fn new(kind: Kind, attributes: &[Attribute<'_>]) -> Result<Self, String> {
        let descriptor = Descriptor::empty(kind)?;
        for attribute in attributes {
            let (name, of, count, data) = attribute.raw();
            let set =
                // SAFETY: there are `count` elements of this type, which are copied.
                unsafe { sys::cudnnBackendSetAttribute(descriptor.0, name, of, count, data) };
            check(set, || format!("{kind:?}: {name:?}"))?;
        }
        // SAFETY: it was created.
        check(unsafe { sys::cudnnBackendFinalize(descriptor.0) }, || format!("{kind:?}"))?;
        Ok(descriptor)
    }
    /// Writes elements of an attribute into the slice. Returns how many elements the attribute has.
    fn get<T>(&self, name: Name, of: Of, into: &mut [T]) -> Result<usize, String> {
        let mut count = 0_i64;
        let data = match into.len() {
            0 => null_mut(),
            _ => into.as_mut_ptr().cast(),
        };
        let got =
            // SAFETY: no more elements are written than there is room for.
            unsafe {
                sys::cudnnBackendGetAttribute(self.0, name, of, into.len() as i64, &mut count, data)
            };
        check(got, || format!("{name:?}"))?;
        Ok(count as usize)
    }
}

/// An attribute of a descriptor and its value.
enum Attribute<'a> {
    Integers(Name, &'a [i64]),
    Truth(Name, bool),
    Data(Name, Type),
    Mode(Name, Pointwise),
    Reduce(Name, Reduce),
    Heuristic(Name, Mode),
    One(Name, &'a Descriptor),
    All(Name, &'a [cudnnBackendDescriptor_t]),
    Handle(Name, &'a cudnnHandle_t),
    Pointers(Name, &'a [*mut c_void]),
}
impl Attribute<'_> {
    fn raw(&self) -> (Name, Of, i64, *const c_void) {
        use Attribute as A;
        let one = |name: &Name, of, data: *const c_void| (*name, of, 1, data);
        match self {
            A::Integers(name, x) => {
                (*name, Of::CUDNN_TYPE_INT64, x.len() as i64, x.as_ptr().cast())
            }
            A::Truth(name, x) => one(name, Of::CUDNN_TYPE_BOOLEAN, from_ref(x).cast()),
            A::Data(name, x) => one(name, Of::CUDNN_TYPE_DATA_TYPE, from_ref(x).cast()),
            A::Mode(name, x) => one(name, Of::CUDNN_TYPE_POINTWISE_MODE, from_ref(x).cast()),
            A::Reduce(name, x) => {
                one(name, Of::CUDNN_TYPE_REDUCTION_OPERATOR_TYPE, from_ref(x).cast())
            }
            A::Heuristic(name, x) => one(name, Of::CUDNN_TYPE_HEUR_MODE, from_ref(x).cast()),
            A::One(name, x) => one(name, Of::CUDNN_TYPE_BACKEND_DESCRIPTOR, from_ref(&x.0).cast()),
            A::All(name, x) => {
                (*name, Of::CUDNN_TYPE_BACKEND_DESCRIPTOR, x.len() as i64, x.as_ptr().cast())
            }
            A::Handle(name, x) => one(name, Of::CUDNN_TYPE_HANDLE, from_ref(*x).cast()),
            A::Pointers(name, x) => {
                (*name, Of::CUDNN_TYPE_VOID_PTR, x.len() as i64, x.as_ptr().cast())
            }
        }
    }
}

/// The form in which attention is given to the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// One operation, or several.
    is_one: bool,
    stats: Stats,
    /// The number of modes of a number that is an operand.
    rank_of_numbers: usize,
}
/// Logarithms of the sums of exponentials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stats {
    /// A result.
    Stored,
    /// Operations whose result nobody reads, as cuDNN's front end writes them for inference.
    Virtual,
    /// None.
    Missing,
}
/// All forms; those that an engine is more likely to know come first.
pub fn forms() -> impl Iterator<Item = Form> {
    let all = [Stats::Virtual, Stats::Missing, Stats::Stored];
    let several = all.into_iter().flat_map(|stats| {
        [4, 1].map(|rank_of_numbers| Form { is_one: false, stats, rank_of_numbers })
    });
    let one = [Stats::Missing, Stats::Stored].into_iter().flat_map(|stats| {
        [4, 1].map(|rank_of_numbers| Form { is_one: true, stats, rank_of_numbers })
    });
    several.chain(one)
}

// Numbers of the tensors that have an address.
const Q: i64 = 1;
const K: i64 = 2;
const V: i64 = 3;
const O: i64 = 4;
const STATS: i64 = 5;
const SCALE: i64 = 6;
const NEVER: i64 = 7;

/// A graph under construction.
struct Graph {
    tensors: Vec<Descriptor>,
    /// Descriptions of operations, which the operations keep.
    others: Vec<Descriptor>,
    operations: Vec<Descriptor>,
}
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lies {
    InMemory,
    Nowhere,
    InVariantPack,
}
impl Graph {
    fn tensor(
        &mut self,
        id: i64,
        of: Type,
        shape: &[i64],
        strides: &[i64],
        lies: Lies,
    ) -> Result<usize, String> {
        use Attribute as A;
        let mut attributes = vec![
            A::Data(Name::CUDNN_ATTR_TENSOR_DATA_TYPE, of),
            A::Integers(Name::CUDNN_ATTR_TENSOR_DIMENSIONS, shape),
            A::Integers(Name::CUDNN_ATTR_TENSOR_STRIDES, strides),
        ];
        let (id, alignment) = ([id], [16]);
        attributes.push(A::Integers(Name::CUDNN_ATTR_TENSOR_UNIQUE_ID, &id));
        attributes.push(A::Integers(Name::CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, &alignment));
        match lies {
            Lies::InMemory => {}
            Lies::Nowhere => attributes.push(A::Truth(Name::CUDNN_ATTR_TENSOR_IS_VIRTUAL, true)),
            Lies::InVariantPack => {
                attributes.push(A::Truth(Name::CUDNN_ATTR_TENSOR_IS_BY_VALUE, true))
            }
        }
        self.tensors.push(Descriptor::new(Kind::CUDNN_BACKEND_TENSOR_DESCRIPTOR, &attributes)?);
        Ok(self.tensors.len() - 1)
    }
    /// A tensor that is not in memory, compact, with the last mode first.
    fn passing(&mut self, of: Type, shape: [i64; 4]) -> Result<usize, String> {
        let [_, h, m, n] = shape;
        let id = 100 + self.tensors.len() as i64;
        self.tensor(id, of, &shape, &[h * m * n, m * n, n, 1], Lies::Nowhere)
    }
    fn number(&mut self, id: i64, rank: usize) -> Result<usize, String> {
        self.tensor(
            id,
            Type::CUDNN_DATA_FLOAT,
            &[1; 4][..rank],
            &[1; 4][..rank],
            Lies::InVariantPack,
        )
    }
    fn product(&mut self, [a, b, c]: [usize; 3]) -> Result<(), String> {
        use Attribute::{Data, One};
        let how = Descriptor::new(
            Kind::CUDNN_BACKEND_MATMUL_DESCRIPTOR,
            &[Data(Name::CUDNN_ATTR_MATMUL_COMP_TYPE, Type::CUDNN_DATA_FLOAT)],
        )?;
        self.operations.push(Descriptor::new(
            Kind::CUDNN_BACKEND_OPERATION_MATMUL_DESCRIPTOR,
            &[
                One(Name::CUDNN_ATTR_OPERATION_MATMUL_ADESC, &self.tensors[a]),
                One(Name::CUDNN_ATTR_OPERATION_MATMUL_BDESC, &self.tensors[b]),
                One(Name::CUDNN_ATTR_OPERATION_MATMUL_CDESC, &self.tensors[c]),
                One(Name::CUDNN_ATTR_OPERATION_MATMUL_DESC, &how),
            ],
        )?);
        self.others.push(how);
        Ok(())
    }
    fn reduction(&mut self, by: Reduce, x: usize, y: usize) -> Result<(), String> {
        use Attribute::{Data, One, Reduce};
        let how = Descriptor::new(
            Kind::CUDNN_BACKEND_REDUCTION_DESCRIPTOR,
            &[
                Data(Name::CUDNN_ATTR_REDUCTION_COMP_TYPE, Type::CUDNN_DATA_FLOAT),
                Reduce(Name::CUDNN_ATTR_REDUCTION_OPERATOR, by),
            ],
        )?;
        self.operations.push(Descriptor::new(
            Kind::CUDNN_BACKEND_OPERATION_REDUCTION_DESCRIPTOR,
            &[
                One(Name::CUDNN_ATTR_OPERATION_REDUCTION_DESC, &how),
                One(Name::CUDNN_ATTR_OPERATION_REDUCTION_XDESC, &self.tensors[x]),
                One(Name::CUDNN_ATTR_OPERATION_REDUCTION_YDESC, &self.tensors[y]),
            ],
        )?);
        self.others.push(how);
        Ok(())
    }
    /// `y` is a function of one, two or three tensors; the last of three chooses. `axis` is that of indices.
    fn pointwise(
        &mut self,
        mode: Pointwise,
        precision: Type,
        axis: Option<i64>,
        from: &[usize],
        y: usize,
    ) -> Result<(), String> {
        use Attribute::{Data, Integers, Mode, One};
        let mut attributes = vec![
            Mode(Name::CUDNN_ATTR_POINTWISE_MODE, mode),
            Data(Name::CUDNN_ATTR_POINTWISE_MATH_PREC, precision),
        ];
        if let Some(axis) = &axis {
            let axis = std::slice::from_ref(axis);
            attributes.push(Integers(Name::CUDNN_ATTR_POINTWISE_AXIS, axis));
        }
        let how = Descriptor::new(Kind::CUDNN_BACKEND_POINTWISE_DESCRIPTOR, &attributes)?;
        let mut attributes = vec![
            One(Name::CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR, &how),
            One(Name::CUDNN_ATTR_OPERATION_POINTWISE_XDESC, &self.tensors[from[0]]),
            One(Name::CUDNN_ATTR_OPERATION_POINTWISE_YDESC, &self.tensors[y]),
        ];
        let others = [
            Name::CUDNN_ATTR_OPERATION_POINTWISE_BDESC,
            Name::CUDNN_ATTR_OPERATION_POINTWISE_TDESC,
        ];
        let others = from[1..].iter().zip(others);
        attributes.extend(others.map(|(&of, name)| One(name, &self.tensors[of])));
        let operation =
            Descriptor::new(Kind::CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR, &attributes)?;
        self.operations.push(operation);
        self.others.push(how);
        Ok(())
    }
}

/// The graph of a problem in a form, and whether a mask and logarithms are among its operands.
fn graph(problem: Problem, form: Form) -> Result<Graph, String> {
    use Lies::{InMemory, Nowhere};
    const F32: Type = Type::CUDNN_DATA_FLOAT;
    const BF16: Type = Type::CUDNN_DATA_BFLOAT16;
    let Problem { heads, of_keys, tokens, d, causal } = problem;
    let [h, h_k, s, d] = [heads, of_keys, tokens, d].map(i64::from);
    let mut graph = Graph { tensors: Vec::new(), others: Vec::new(), operations: Vec::new() };
    let of_rows = |h: i64| [h * s * d, s * d, d, 1];
    let q = graph.tensor(Q, BF16, &[1, h, s, d], &of_rows(h), InMemory)?;
    let v = graph.tensor(V, BF16, &[1, h_k, s, d], &of_rows(h_k), InMemory)?;
    let o = graph.tensor(O, BF16, &[1, h, s, d], &of_rows(h), InMemory)?;
    let scale = graph.number(SCALE, form.rank_of_numbers)?;
    let stats = match form.stats {
        Stats::Missing => None,
        Stats::Stored | Stats::Virtual => {
            let lies = if form.stats == Stats::Stored { InMemory } else { Nowhere };
            Some(graph.tensor(STATS, F32, &[1, h, s, 1], &[h * s, s, 1, 1], lies)?)
        }
    };
    if form.is_one {
        use Attribute::One;
        if causal {
            return Err("one operation has no mask before cuDNN 9.21".to_owned());
        }
        let k = graph.tensor(K, BF16, &[1, h_k, s, d], &of_rows(h_k), InMemory)?;
        let of = |x: usize| &graph.tensors[x];
        let mut attributes = vec![
            One(Name::CUDNN_ATTR_OPERATION_SDPA_FWD_QDESC, of(q)),
            One(Name::CUDNN_ATTR_OPERATION_SDPA_FWD_KDESC, of(k)),
            One(Name::CUDNN_ATTR_OPERATION_SDPA_FWD_VDESC, of(v)),
            One(Name::CUDNN_ATTR_OPERATION_SDPA_FWD_ODESC, of(o)),
        ];
        if let Some(stats) = stats {
            attributes.push(One(Name::CUDNN_ATTR_OPERATION_SDPA_FWD_STATSDESC, of(stats)));
        }
        attributes.push(One(Name::CUDNN_ATTR_OPERATION_SDPA_FWD_SCALEDESC, of(scale)));
        let kind = Kind::CUDNN_BACKEND_OPERATION_SDPA_FWD_DESCRIPTOR;
        let operation = Descriptor::new(kind, &attributes)?;
        graph.operations.push(operation);
        return Ok(graph);
    }
    let (of_s, of_rows_of_s) = ([1, h, s, s], [1, h, s, 1]);
    let transposed = [h_k * s * d, s * d, 1, d];
    let k = graph.tensor(K, BF16, &[1, h_k, d, s], &transposed, InMemory)?;
    let product = graph.passing(F32, of_s)?;
    graph.product([q, k, product])?;
    let mut last = graph.passing(F32, of_s)?;
    graph.pointwise(Pointwise::CUDNN_POINTWISE_MUL, F32, None, &[product, scale], last)?;
    if causal {
        let never = graph.number(NEVER, form.rank_of_numbers)?;
        let [row, column] = [
            graph.passing(Type::CUDNN_DATA_INT32, of_s)?,
            graph.passing(Type::CUDNN_DATA_INT32, of_s)?,
        ];
        for (axis, index) in [(2, row), (3, column)] {
            graph.pointwise(
                Pointwise::CUDNN_POINTWISE_GEN_INDEX,
                F32,
                Some(axis),
                &[last],
                index,
            )?;
        }
        let sees = graph.passing(Type::CUDNN_DATA_BOOLEAN, of_s)?;
        let compare = Pointwise::CUDNN_POINTWISE_CMP_GE;
        graph.pointwise(compare, Type::CUDNN_DATA_BOOLEAN, None, &[row, column], sees)?;
        let masked = graph.passing(F32, of_s)?;
        let select = Pointwise::CUDNN_POINTWISE_BINARY_SELECT;
        graph.pointwise(select, F32, None, &[last, never, sees], masked)?;
        last = masked;
    }
    let most = graph.passing(F32, of_rows_of_s)?;
    graph.reduction(Reduce::CUDNN_REDUCE_TENSOR_MAX, last, most)?;
    let less = graph.passing(F32, of_s)?;
    graph.pointwise(Pointwise::CUDNN_POINTWISE_SUB, F32, None, &[last, most], less)?;
    let exponentials = graph.passing(F32, of_s)?;
    graph.pointwise(Pointwise::CUDNN_POINTWISE_EXP, F32, None, &[less], exponentials)?;
    let sum = graph.passing(F32, of_rows_of_s)?;
    graph.reduction(Reduce::CUDNN_REDUCE_TENSOR_ADD, exponentials, sum)?;
    if let Some(stats) = stats {
        let log = graph.passing(F32, of_rows_of_s)?;
        graph.pointwise(Pointwise::CUDNN_POINTWISE_LOG, F32, None, &[sum], log)?;
        graph.pointwise(Pointwise::CUDNN_POINTWISE_ADD, F32, None, &[most, log], stats)?;
    }
    let weights = graph.passing(BF16, of_s)?;
    graph.pointwise(Pointwise::CUDNN_POINTWISE_DIV, F32, None, &[exponentials, sum], weights)?;
    graph.product([weights, v, o])?;
    Ok(graph)
}

/// Attention that is ready to run.
pub struct Attention {
    handle: cudnnHandle_t,
    plan: Descriptor,
    /// Kept, because it is undocumented what a plan copies.
    _kept: (Graph, [Descriptor; 3]),
    form: Form,
    causal: bool,
    scale: Box<f32>,
    never: Box<f32>,
    /// The size of the workspace in bytes.
    pub workspace: usize,
    /// The origin of the engine.
    pub found: String,
}
impl Attention {
    /// Attention for this problem in this form, by the first engine of the heuristics for which a plan can be made.
    pub fn new(library: &Library, problem: Problem, form: Form) -> Result<Self, String> {
        use Attribute::{All, Handle, Heuristic, One};
        let handle = library.0;
        let graph = graph(problem, form)?;
        let operations: Vec<_> = graph.operations.iter().map(|x| x.0).collect();
        let whole = Descriptor::new(
            Kind::CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR,
            &[
                All(Name::CUDNN_ATTR_OPERATIONGRAPH_OPS, &operations),
                Handle(Name::CUDNN_ATTR_OPERATIONGRAPH_HANDLE, &handle),
            ],
        )?;
        let mut why = Vec::new();
        let modes =
            [Mode::CUDNN_HEUR_MODE_A, Mode::CUDNN_HEUR_MODE_B, Mode::CUDNN_HEUR_MODE_FALLBACK];
        for mode in modes {
            let heuristics = Descriptor::new(
                Kind::CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR,
                &[
                    One(Name::CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, &whole),
                    Heuristic(Name::CUDNN_ATTR_ENGINEHEUR_MODE, mode),
                ],
            );
            let heuristics = match heuristics {
                Ok(heuristics) => heuristics,
                Err(error) => {
                    why.push(format!("{mode:?}: {error}"));
                    continue;
                }
            };
            let results = Name::CUDNN_ATTR_ENGINEHEUR_RESULTS;
            let descriptors = Of::CUDNN_TYPE_BACKEND_DESCRIPTOR;
            let count =
                heuristics.get::<cudnnBackendDescriptor_t>(results, descriptors, &mut [])?;
            let configurations: Result<Vec<_>, _> = (0..count)
                .map(|_| Descriptor::empty(Kind::CUDNN_BACKEND_ENGINECFG_DESCRIPTOR))
                .collect();
            let configurations = configurations?;
            let mut raw: Vec<_> = configurations.iter().map(|x| x.0).collect();
            let count = match count {
                0 => 0,
                _ => heuristics.get(results, descriptors, &mut raw)?,
            };
            why.push(format!("{mode:?}: {count} engines"));
            for (at, configuration) in configurations.into_iter().take(count).enumerate() {
                let plan = Descriptor::new(
                    Kind::CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR,
                    &[
                        One(Name::CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, &configuration),
                        Handle(Name::CUDNN_ATTR_EXECUTION_PLAN_HANDLE, &handle),
                    ],
                );
                let plan = match plan {
                    Ok(plan) => plan,
                    Err(error) => {
                        why.push(error);
                        continue;
                    }
                };
                let mut workspace = [0_i64];
                let name = Name::CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE;
                plan.get(name, Of::CUDNN_TYPE_INT64, &mut workspace)?;
                return Ok(Attention {
                    handle,
                    plan,
                    _kept: (graph, [whole, heuristics, configuration]),
                    form,
                    causal: problem.causal,
                    scale: Box::new(1.0 / (problem.d as f32).sqrt()),
                    never: Box::new(f32::NEG_INFINITY),
                    workspace: workspace[0] as usize,
                    found: format!(
                        "{mode:?}, engine {at} of {count}, {} bytes of workspace",
                        workspace[0]
                    ),
                });
            }
        }
        Err(why.join("; "))
    }

    /// Runs it on a stream. These are the addresses of `Q`, `K`, `V`, `O`, the logarithms and the workspace.
    pub fn run(&self, addresses: [u64; 6], stream: CUstream) -> Result<(), String> {
        let number = |x: &f32| from_ref(x).cast_mut().cast::<c_void>();
        let [q, k, v, o, stats, workspace] = addresses.map(|x| x as *mut c_void);
        let mut all = vec![(Q, q), (K, k), (V, v), (O, o), (SCALE, number(&self.scale))];
        if self.form.stats == Stats::Stored {
            all.push((STATS, stats));
        }
        if self.causal {
            all.push((NEVER, number(&self.never)));
        }
        let (ids, pointers): (Vec<i64>, Vec<*mut c_void>) = all.into_iter().unzip();
        let pack = Descriptor::new(
            Kind::CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR,
            &[
                Attribute::Pointers(Name::CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS, &pointers),
                Attribute::Integers(Name::CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, &ids),
                Attribute::Pointers(Name::CUDNN_ATTR_VARIANT_PACK_WORKSPACE, &[workspace]),
            ],
        )?;
        // SAFETY: the handle, the plan and the pack are alive, and so are the buffers at the addresses.
        unsafe {
            check(sys::cudnnSetStream(self.handle, stream.cast()), || "cudnnSetStream".to_owned())?;
            let run = sys::cudnnBackendExecute(self.handle, self.plan.0, pack.0);
            check(run, || "cudnnBackendExecute".to_owned())
        }
    }
}
