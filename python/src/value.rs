//! The classes of values: `Value`, and a class for each kind.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyDict, PyList, PySlice, PyString, PyTuple, PyType};
use tilework_algebra::expression::{self as tw, Failure, NamedOperation, Reason, What};
use tilework_algebra::{IntTuple, Layout as Integers, composition, crd2idx};

use crate::convert::{built, from_python, to_python, tuple_to_python};
use crate::facts::{Facts, is_symbolic};
use crate::linear::{self, Encoding};
use crate::machine::Machine;
use crate::{convert, error, operation};

/// A value of the calculator that is no integer, tuple, list or truth value: a layout, a swizzle, a tiler and others.
/// Values are immutable, hashable, and can be pickled. `str` is the notation, and `repr` reads back.
#[pyclass(frozen, subclass, module = "tilework")]
pub struct Value {
    /// The value.
    pub value: tw::Value,
    /// What is known of its symbols.
    pub facts: Facts,
}

/// A function from the coordinates of a shape to offsets, `shape:stride`.
#[pyclass(frozen, subclass, extends = Value, module = "tilework")]
pub struct Layout;
/// `Sw<B,M,S>`: XORs the bits `M..M+B` of an offset with those `S` places above.
#[pyclass(frozen, extends = Value, module = "tilework")]
pub struct Swizzle;
/// A tiler by mode, `<4:1,8:2,_>`.
#[pyclass(frozen, extends = Value, module = "tilework")]
pub struct Tiler;
/// The nesting of a tuple, `(*,(*,*))`.
#[pyclass(frozen, extends = Value, module = "tilework")]
pub struct Profile;
/// Strides that are not all integers, `(e0,6e1)` or `(f1,f5)`.
#[pyclass(frozen, extends = Value, module = "tilework")]
pub struct Strides;
/// A morphism of tuples, `(2,8)--(1,0)-->(2,4)`.
#[pyclass(frozen, extends = Value, module = "tilework")]
pub struct Morphism;

/// The object of a value, of the class of its kind.
pub fn object<'py>(
    py: Python<'py>,
    value: tw::Value,
    facts: &Facts,
) -> PyResult<Bound<'py, PyAny>> {
    let facts = if is_symbolic(&value) { facts.clone() } else { Facts::default() };
    macro_rules! of {
        ($value:expr, $class:expr) => {{
            let base = PyClassInitializer::from(Value { value: $value, facts });
            Bound::new(py, base.add_subclass($class))?.into_any()
        }};
    }
    Ok(match value {
        tw::Value::Linear(_) => linear::object(py, value)?,
        value if is_layout(&value) => of!(value, Layout),
        tw::Value::Swizzle(_) => of!(value, Swizzle),
        tw::Value::Tiler(_) | tw::Value::Tilers(_) => of!(value, Tiler),
        tw::Value::Profile(_) => of!(value, Profile),
        tw::Value::Strides(_) => of!(value, Strides),
        tw::Value::Morphism(_) => of!(value, Morphism),
        tw::Value::Encoding(_) => of!(value, Encoding),
        tw::Value::Machine(_) => of!(value, Machine),
        value => Bound::new(py, Value { value, facts })?.into_any(),
    })
}

/// The layout of this shape and stride. Without a stride, and with `"col_major"`, the first mode is the fastest; with
/// `"row_major"` the last one is.
pub fn layout_of(
    shape: &Bound<'_, PyAny>,
    stride: Option<&Bound<'_, PyAny>>,
    facts: &mut Facts,
) -> PyResult<tw::Value> {
    let shape = from_python(shape, facts)?;
    let Some(stride) = stride.filter(|stride| !stride.is_none()) else {
        return built(What::ColMajor, vec![shape], facts);
    };
    if let Ok(text) = stride.cast::<PyString>() {
        match &*text.to_cow()? {
            "col_major" => return built(What::ColMajor, vec![shape], facts),
            "row_major" => return built(What::RowMajor, vec![shape], facts),
            _ => {}
        }
    }
    let stride = from_python(stride, facts)?;
    built(What::Layout, vec![shape, stride], facts)
}

/// The kind of answers by cases, whose text is not read.
const CASES: &str = "an answer by cases";

fn is_symbolic_tuple(value: &tw::Value) -> bool {
    matches!(value.kind(), "a tuple with symbols" | "a number with symbols")
}

/// Returns whether the value is a layout of any kind.
pub fn is_layout(value: &tw::Value) -> bool {
    matches!(value, tw::Value::Layout(_))
        || value.kind().starts_with("a layout")
        || value.kind().ends_with(" layout")
}

/// The shape of a layout, for the kinds whose shape is at hand.
pub fn shape_of(value: &tw::Value) -> Option<IntTuple> {
    Some(match value {
        tw::Value::Layout(layout) => layout.shape(),
        tw::Value::Coordinates(layout) => layout.shape(),
        tw::Value::Xor(layout) => layout.shape(),
        tw::Value::Composed(layout) => layout.inner().shape(),
        tw::Value::ComposedXor(layout) => layout.inner().shape(),
        tw::Value::Linear(layout) => layout.to_layout().ok()?.shape(),
        _ => return None,
    })
}

/// The result of an operation by name.
pub fn called(name: &str, values: Vec<tw::Value>, facts: &mut Facts) -> PyResult<tw::Value> {
    let known = NamedOperation::named(name);
    let known = known.ok_or_else(|| PyTypeError::new_err(format!("no operation {name}")))?;
    built(What::Call(known, values.len()), values, facts)
}

impl Value {
    /// The value of this kind that the arguments of a constructor describe.
    pub fn read(
        object: &Bound<'_, PyAny>,
        wanted: &str,
        is: fn(&tw::Value) -> bool,
    ) -> PyResult<Self> {
        let mut facts = Facts::default();
        let value = from_python(object, &mut facts)?;
        match is(&value) {
            true => Ok(Value { value, facts }),
            false => {
                let given = convert::kind_of(object, &value);
                Err(PyTypeError::new_err(format!("{wanted} is wanted, not {given}")))
            }
        }
    }

    /// The result of an operation whose first operand is this value.
    fn method<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        others: Vec<tw::Value>,
        mut facts: Facts,
    ) -> PyResult<Bound<'py, PyAny>> {
        facts.join(&self.facts);
        let operands = [vec![self.value.clone()], others].concat();
        let result = called(name, operands, &mut facts)?;
        to_python(py, result, &facts)
    }

    fn integers(&self) -> Option<&Integers> {
        match &self.value {
            tw::Value::Layout(layout) => Some(layout),
            _ => None,
        }
    }
}

#[pymethods]
impl Value {
    #[new]
    fn new(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        Value::read(value, "a value", |_| true)
    }

    /// The kind of the value in words, such as "a layout with XOR strides".
    #[getter]
    fn kind(&self) -> &'static str {
        // What follows a comma is advice, for errors.
        self.value.kind().split(',').next().unwrap_or_default()
    }

    /// What is known of the symbols in it, as statements: `N % 8 = 0; N >= 8`.
    #[getter]
    fn facts(&self) -> &str {
        self.facts.text()
    }

    fn __str__(&self) -> String {
        self.value.to_string()
    }

    fn __repr__(self_: &Bound<'_, Self>) -> PyResult<String> {
        let Value { value, facts } = self_.get();
        if value.kind() == CASES {
            return Ok(format!("<{CASES}: {value}>"));
        }
        Ok(format!("{}('{}')", self_.get_type().name()?, facts.before(value)))
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> Py<PyAny> {
        let py = other.py();
        match (other.cast::<Value>(), op) {
            (Ok(other), CompareOp::Eq) => (self.value == other.get().value).into_py_any(py),
            (Ok(other), CompareOp::Ne) => (self.value != other.get().value).into_py_any(py),
            _ => Ok(py.NotImplemented()),
        }
        .unwrap_or_else(|_| py.NotImplemented())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        match &self.value {
            tw::Value::Layout(layout) => layout.hash(&mut hasher),
            // Equal values have the same text.
            value => value.to_string().hash(&mut hasher),
        }
        hasher.finish()
    }

    fn __reduce__<'py>(self_: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, (String,))> {
        let Value { value, facts } = self_.get();
        match value.kind() == CASES {
            true => Err(PyTypeError::new_err("an answer by cases is not pickled: state a fact")),
            false => Ok((self_.get_type(), (facts.before(value),))),
        }
    }

    /// The value in which symbols are these numbers: `L.at(N=64)`.
    #[pyo3(signature = (**symbols))]
    fn at<'py>(
        self_: &Bound<'py, Self>,
        symbols: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let numbers: BTreeMap<String, i64> = match symbols {
            Some(symbols) => symbols.extract()?,
            None => BTreeMap::new(),
        };
        match &self_.get().value {
            tw::Value::Symbolic(symbolic) => {
                let value = symbolic.at(&|name| numbers.get(name).copied());
                let value = value.map_err(|reason| {
                    let known = self_.get().facts.text();
                    let reason = Reason::Symbols(format!("{reason}; known is {known}"));
                    error::of_call(Failure { at: 0, reason })
                })?;
                to_python(self_.py(), value, &Facts::default())
            }
            _ => Ok(self_.clone().into_any()),
        }
    }

    /// `F @ B` is `composition(F, B)`: `r(c) = F(B(c))`.
    fn __matmul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        operation::composed(&self.value, other, self.facts.clone())
    }

    fn __rmatmul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let mut facts = self.facts.clone();
        let left = from_python(other, &mut facts)?;
        let result = called("composition", vec![left, self.value.clone()], &mut facts)?;
        to_python(other.py(), result, &facts)
    }

    /// `A / T` is `logical_divide(A, T)`.
    fn __truediv__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let mut facts = Facts::default();
        let tiler = from_python(other, &mut facts)?;
        self.method(other.py(), "logical_divide", vec![tiler], facts)
    }

    /// `A * T` is `logical_product(A, T)`.
    fn __mul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let mut facts = Facts::default();
        let tiles = from_python(other, &mut facts)?;
        self.method(other.py(), "logical_product", vec![tiles], facts)
    }

    /// The offset at a coordinate, an integer or one for each mode: `L(5)`, `L(1, 2)`, `L((1, 2))`. With `None` in it,
    /// which leaves a mode open, it is the list of the layout of the open part and the offset where it begins.
    #[pyo3(signature = (*coordinate))]
    fn __call__<'py>(&self, coordinate: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        let py = coordinate.py();
        if let (Some(layout), 1) = (self.integers(), coordinate.len())
            && let Ok(index) = coordinate.get_borrowed_item(0)?.extract::<i64>()
        {
            return Ok(layout
                .offset(index)
                .map_err(error::of_algebra)?
                .into_pyobject(py)?
                .into_any());
        }
        if let Some(layout) = self.integers()
            && let Some(coordinate) = convert::integers(coordinate, 0)?
            && let Ok(offset) = crd2idx(&coordinate, layout)
        {
            return Ok(offset.into_pyobject(py)?.into_any());
        }
        let mut values = vec![self.value.clone()];
        let mut facts = self.facts.clone();
        for part in coordinate.iter_borrowed() {
            values.push(from_python(&part, &mut facts)?);
        }
        let result = built(What::Apply(values.len() - 1), values, &mut facts)?;
        to_python(py, result, &facts)
    }
}

#[pymethods]
impl Layout {
    /// `Layout("(4,8):(8,1)")`, `Layout((4, 8), (8, 1))`, `Layout((4, 8))`, `Layout((4, 8), stride="row_major")`, or
    /// the layout of an object with `shape` and `stride`, such as one of PyCuTe or CuTe DSL.
    #[new]
    #[pyo3(signature = (shape, stride=None))]
    fn new(
        shape: &Bound<'_, PyAny>,
        stride: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let mut facts = Facts::default();
        let value = match stride {
            None => match from_python(shape, &mut facts)? {
                tuple if matches!(tuple, tw::Value::Tuple(_)) || is_symbolic_tuple(&tuple) => {
                    built(What::ColMajor, vec![tuple], &mut facts)?
                }
                value if is_layout(&value) => value,
                tw::Value::Swizzle(swizzle) => swizzle.to_layout().into(),
                other => {
                    let given = convert::kind_of(shape, &other);
                    return Err(PyTypeError::new_err(format!("a layout is wanted, not {given}")));
                }
            },
            stride => layout_of(shape, stride, &mut facts)?,
        };
        Ok(PyClassInitializer::from(Value { value, facts }).add_subclass(Layout))
    }

    /// The layout of the elements of a tensor: of NumPy, PyTorch, CuPy, or what has DLPack or `__array_interface__`.
    /// Strides count elements. An extent of 1 has the stride 0.
    #[staticmethod]
    fn of<'py>(tensor: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        tensor.py().import("tilework.tensors")?.getattr("layout_of")?.call1((tensor,))
    }

    /// The shape: an integer, or a tuple of shapes.
    #[getter]
    fn shape<'py>(self_: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let base = self_.as_super().get();
        match shape_of(&base.value) {
            Some(shape) => tuple_to_python(self_.py(), &shape),
            None => base.method(self_.py(), "shape", vec![], Facts::default()),
        }
    }

    /// The stride, in the profile of the shape. A composed layout has none.
    #[getter]
    fn stride<'py>(self_: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let base = self_.as_super().get();
        match &base.value {
            tw::Value::Layout(layout) => tuple_to_python(self_.py(), &layout.stride()),
            _ => base.method(self_.py(), "stride", vec![], Facts::default()),
        }
    }

    /// A layout counts as true, whatever its rank.
    fn __bool__(&self) -> bool {
        true
    }

    /// The number of modes.
    fn __len__(self_: &Bound<'_, Self>) -> PyResult<usize> {
        let base = self_.as_super().get();
        match shape_of(&base.value) {
            Some(shape) => Ok(shape.rank()),
            None => base.method(self_.py(), "rank", vec![], Facts::default())?.extract(),
        }
    }

    /// `L[k]` is mode `k`, `L[k, j]` mode `j` of mode `k`, and `L[a:b]` the layout of the modes `a..b`.
    fn __getitem__<'py>(
        self_: &Bound<'py, Self>,
        at: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, base) = (self_.py(), self_.as_super().get());
        let rank = Self::__len__(self_)?;
        if let Ok(slice) = at.cast::<PySlice>() {
            let part = slice.indices(rank as isize)?;
            let mut at = part.start;
            let mut modes = Vec::new();
            for _ in 0..part.slicelength {
                modes.push(at as i64);
                at += part.step;
            }
            let modes = tw::Value::Integers(modes);
            return base.method(py, "select", vec![modes], Facts::default());
        }
        if let Ok(path) = at.cast::<PyTuple>() {
            let mut part = self_.as_any().clone();
            for at in path {
                part = part.get_item(at)?;
            }
            return Ok(part);
        }
        let mut mode: isize = at.extract()?;
        if mode < 0 {
            mode += rank as isize;
        }
        if !(0..rank as isize).contains(&mode) {
            return Err(PyIndexError::new_err(format!("mode {mode} of {rank}")));
        }
        base.method(py, "mode", vec![tw::Value::from(mode as usize)], Facts::default())
    }

    /// The modes, from left to right.
    fn __iter__<'py>(self_: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let modes: PyResult<Vec<_>> = (0..Self::__len__(self_)?)
            .map(|mode| Self::__getitem__(self_, mode.into_pyobject(self_.py())?.as_any()))
            .collect();
        PyList::new(self_.py(), modes?)?.call_method0("__iter__")
    }
}

#[pymethods]
impl Swizzle {
    /// `Swizzle(3, 4, 3)` or `Swizzle("Sw<3,4,3>")`.
    #[new]
    #[pyo3(signature = (bits, base=None, shift=None))]
    fn new(
        bits: &Bound<'_, PyAny>,
        base: Option<i64>,
        shift: Option<i64>,
    ) -> PyResult<PyClassInitializer<Self>> {
        let swizzle = match (base, shift) {
            (Some(base), Some(shift)) => {
                let swizzle = tilework_algebra::Swizzle::new(bits.extract()?, base, shift);
                let value = swizzle.map_err(error::of_algebra)?.into();
                Value { value, facts: Facts::default() }
            }
            (None, None) => {
                Value::read(bits, "a swizzle", |value| matches!(value, tw::Value::Swizzle(_)))?
            }
            _ => return Err(PyTypeError::new_err("Swizzle takes three integers, or text")),
        };
        Ok(PyClassInitializer::from(swizzle).add_subclass(Swizzle))
    }
}

macro_rules! read_from_text {
    ($($pattern:pat => $class:ident, $wanted:literal;)*) => {$(
        #[pymethods]
        impl $class {
            #[new]
            fn new(value: &Bound<'_, PyAny>) -> PyResult<PyClassInitializer<Self>> {
                let value = Value::read(value, $wanted, |value| matches!(value, $pattern))?;
                Ok(PyClassInitializer::from(value).add_subclass($class))
            }
        }
    )*};
}
read_from_text! {
    tw::Value::Tiler(_) | tw::Value::Tilers(_) => Tiler, "a tiler";
    tw::Value::Strides(_) => Strides, "a tuple of strides";
    tw::Value::Morphism(_) => Morphism, "a morphism";
}

#[pymethods]
impl Profile {
    /// `Profile("(*,(*,*))")`, or the profile of a tuple.
    #[new]
    fn new(value: &Bound<'_, PyAny>) -> PyResult<PyClassInitializer<Self>> {
        let mut facts = Facts::default();
        let value = match from_python(value, &mut facts)? {
            profile @ tw::Value::Profile(_) => profile,
            other => called("profile", vec![other], &mut facts)?,
        };
        Ok(PyClassInitializer::from(Value { value, facts }).add_subclass(Profile))
    }
}

/// `F o B` of layouts with integer strides, where that is a layout.
pub fn of_integers(a: &tw::Value, b: &tw::Value) -> Option<tw::Value> {
    match (a, b) {
        (tw::Value::Layout(a), tw::Value::Layout(b)) => {
            composition(a, b).ok().map(tw::Value::Layout)
        }
        _ => None,
    }
}
