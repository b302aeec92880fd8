//! The classes of values: `Value`, and a class for each kind.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyList, PySlice, PyString, PyTuple, PyType};
use tilework_algebra::expression::{self as tw, NamedOperation, What};
use tilework_algebra::{IntTuple, Layout as Integers, composition, crd2idx};

use crate::convert::{built, from_python, to_python, tuple_to_python};
use crate::{convert, error, operation};

/// A value of the calculator that is no integer, tuple, list or truth value: a layout, a swizzle, a tiler and others.
/// Values are immutable, hashable, and can be pickled. `str` is the notation, and `repr` reads back.
#[pyclass(frozen, subclass, module = "tilework")]
pub struct Value {
    /// The value.
    pub value: tw::Value,
}

/// A function from the coordinates of a shape to offsets, `shape:stride`.
#[pyclass(frozen, extends = Value, module = "tilework")]
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
pub fn object(py: Python<'_>, value: tw::Value) -> PyResult<Bound<'_, PyAny>> {
    macro_rules! of {
        ($value:expr, $class:expr) => {{
            let base = PyClassInitializer::from(Value { value: $value });
            Bound::new(py, base.add_subclass($class))?.into_any()
        }};
    }
    Ok(match value {
        value if is_layout(&value) => of!(value, Layout),
        tw::Value::Swizzle(_) => of!(value, Swizzle),
        tw::Value::Tiler(_) | tw::Value::Tilers(_) => of!(value, Tiler),
        tw::Value::Profile(_) => of!(value, Profile),
        tw::Value::Strides(_) => of!(value, Strides),
        tw::Value::Morphism(_) => of!(value, Morphism),
        value => Bound::new(py, Value { value })?.into_any(),
    })
}

/// The layout of this shape and stride. Without a stride, and with `"col_major"`, the first mode is the fastest; with
/// `"row_major"` the last one is.
pub fn layout_of(
    shape: &Bound<'_, PyAny>,
    stride: Option<&Bound<'_, PyAny>>,
) -> PyResult<tw::Value> {
    let shape = from_python(shape)?;
    let Some(stride) = stride.filter(|stride| !stride.is_none()) else {
        return built(What::ColMajor, vec![shape]);
    };
    if let Ok(text) = stride.cast::<PyString>() {
        match &*text.to_cow()? {
            "col_major" => return built(What::ColMajor, vec![shape]),
            "row_major" => return built(What::RowMajor, vec![shape]),
            _ => {}
        }
    }
    built(What::Layout, vec![shape, from_python(stride)?])
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
        _ => return None,
    })
}

fn called(name: &str, values: Vec<tw::Value>) -> PyResult<tw::Value> {
    let known = NamedOperation::named(name);
    let known = known.ok_or_else(|| PyTypeError::new_err(format!("no operation {name}")))?;
    built(What::Call(known, values.len()), values)
}

impl Value {
    /// The value of this kind that the arguments of a constructor describe.
    fn read(object: &Bound<'_, PyAny>, wanted: &str, is: fn(&tw::Value) -> bool) -> PyResult<Self> {
        let value = from_python(object)?;
        match is(&value) {
            true => Ok(Value { value }),
            false => Err(PyTypeError::new_err(format!("{wanted} is wanted, not {}", value.kind()))),
        }
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
        Ok(Value { value: from_python(value)? })
    }

    /// The kind of the value in words, such as "a layout with XOR strides".
    #[getter]
    fn kind(&self) -> &'static str {
        self.value.kind()
    }

    fn __str__(&self) -> String {
        self.value.to_string()
    }

    fn __repr__(self_: &Bound<'_, Self>) -> PyResult<String> {
        Ok(format!("{}('{}')", self_.get_type().name()?, self_.get().value))
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

    fn __reduce__<'py>(self_: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String,)) {
        (self_.get_type(), (self_.get().value.to_string(),))
    }

    /// `F @ B` is `composition(F, B)`: `r(c) = F(B(c))`.
    fn __matmul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        operation::composed(&self.value, other)
    }

    fn __rmatmul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let left = from_python(other)?;
        to_python(other.py(), called("composition", vec![left, self.value.clone()])?)
    }

    /// `A / T` is `logical_divide(A, T)`.
    fn __truediv__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        to_python(
            other.py(),
            called("logical_divide", vec![self.value.clone(), from_python(other)?])?,
        )
    }

    /// `A * T` is `logical_product(A, T)`.
    fn __mul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        to_python(
            other.py(),
            called("logical_product", vec![self.value.clone(), from_python(other)?])?,
        )
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
        for part in coordinate.iter_borrowed() {
            values.push(from_python(&part)?);
        }
        to_python(py, built(What::Apply(values.len() - 1), values)?)
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
        let value = match stride {
            None => match from_python(shape)? {
                tuple @ tw::Value::Tuple(_) => built(What::ColMajor, vec![tuple])?,
                value if is_layout(&value) => value,
                tw::Value::Swizzle(swizzle) => swizzle.to_layout().into(),
                other => {
                    let given = other.kind();
                    return Err(PyTypeError::new_err(format!("a layout is wanted, not {given}")));
                }
            },
            stride => layout_of(shape, stride)?,
        };
        Ok(PyClassInitializer::from(Value { value }).add_subclass(Layout))
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
        let value = &self_.as_super().get().value;
        match shape_of(value) {
            Some(shape) => tuple_to_python(self_.py(), &shape),
            None => to_python(self_.py(), called("shape", vec![value.clone()])?),
        }
    }

    /// The stride, in the profile of the shape. A composed layout has none.
    #[getter]
    fn stride<'py>(self_: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        match &self_.as_super().get().value {
            tw::Value::Layout(layout) => tuple_to_python(self_.py(), &layout.stride()),
            value => to_python(self_.py(), called("stride", vec![value.clone()])?),
        }
    }

    /// A layout counts as true, whatever its rank.
    fn __bool__(&self) -> bool {
        true
    }

    /// The number of modes.
    fn __len__(self_: &Bound<'_, Self>) -> PyResult<usize> {
        let value = &self_.as_super().get().value;
        match shape_of(value) {
            Some(shape) => Ok(shape.rank()),
            None => to_python(self_.py(), called("rank", vec![value.clone()])?)?.extract(),
        }
    }

    /// `L[k]` is mode `k`, `L[k, j]` mode `j` of mode `k`, and `L[a:b]` the layout of the modes `a..b`.
    fn __getitem__<'py>(
        self_: &Bound<'py, Self>,
        at: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, value) = (self_.py(), &self_.as_super().get().value);
        let rank = Self::__len__(self_)?;
        if let Ok(slice) = at.cast::<PySlice>() {
            let part = slice.indices(rank as isize)?;
            let mut at = part.start;
            let mut modes = Vec::new();
            for _ in 0..part.slicelength {
                modes.push(at as i64);
                at += part.step;
            }
            return to_python(
                py,
                called("select", vec![value.clone(), tw::Value::Integers(modes)])?,
            );
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
        to_python(py, called("mode", vec![value.clone(), tw::Value::from(mode as usize)])?)
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
                Value { value: swizzle.map_err(error::of_algebra)?.into() }
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
        let profile = match from_python(value)? {
            profile @ tw::Value::Profile(_) => profile,
            other => called("profile", vec![other])?,
        };
        Ok(PyClassInitializer::from(Value { value: profile }).add_subclass(Profile))
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
