//! Matrices and batches of them, in the form that product kernels take.

use tilework::algebra::{Layout, permute};

use crate::Error;
use crate::leaves::leaves;

/// A row-major matrix, or a batch of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ByRows {
    pub(super) rows: u32,
    pub(super) columns: u32,
    /// The distance to the next row, in elements.
    pub(super) next: u64,
    /// The number of matrices.
    pub(super) batch: u32,
    /// The distance to the next matrix, in elements.
    pub(super) next_matrix: u64,
}
impl ByRows {
    /// The matrix or batch with this layout and elements of 16 bits. `name` is for errors.
    pub(super) fn of(name: &str, layout: &Layout) -> Result<Self, Error> {
        Self::of_vectors(name, layout, 8)
    }
    /// The same with `elements` elements in 16 bytes.
    pub(super) fn of_vectors(name: &str, layout: &Layout, elements: u64) -> Result<Self, Error> {
        let wrong = |what: String| Error::new(format!("gemm: `{name}` of layout {layout} {what}"));
        let modes = leaves(layout);
        let (rows, columns, batch, next, step, next_matrix) = match modes
            .as_ref()
            .map(|(shape, strides)| (&shape[..], &strides[..]))
        {
            Some((&[m, k], &[x, y])) => (m, k, 1, x, y, 0),
            Some((&[m, k, batch], &[x, y, z])) => (m, k, batch, x, y, z),
            _ => {
                return Err(wrong(
                        "is no matrix and no batch of them: write two modes, `(m,k):(k,1)`, or a third one, that of the batch".to_owned(),
                    ));
            }
        };
        if step != 1 && columns > 1 {
            return Err(wrong(format!(
                "has stride {step} in mode 1: kernels have matrices by rows, whose stride there is 1"
            )));
        }
        let extent = |x: i64| {
            let what = if x < 0 { "the negative extent" } else { "an extent of 2^32 or more," };
            u32::try_from(x).map_err(|_| wrong(format!("has {what} {x}")))
        };
        let (rows, columns, batch) = (extent(rows)?, extent(columns)?, extent(batch)?);
        let stride =
            |x: i64| u64::try_from(x).map_err(|_| wrong("has a negative stride".to_owned()));
        // The stride of a single row is unused.
        let next = match rows {
            0 | 1 => u64::from(columns).max(1).next_multiple_of(elements),
            _ => stride(next)?,
        };
        if next < u64::from(columns) {
            return Err(wrong(format!("has rows of {columns} elements that overlap")));
        }
        let next_matrix = match batch {
            0 | 1 => next,
            _ => stride(next_matrix)?,
        };
        for (what, next) in [("rows", next), ("matrices", next_matrix)] {
            if !next.is_multiple_of(elements) {
                return Err(wrong(format!(
                    "has {what} {next} elements apart: the copy engine takes those that begin at multiples of 16 bytes, {elements} elements"
                )));
            }
        }
        Ok(ByRows { rows, columns, next, batch, next_matrix })
    }

    /// The matrix or batch with this layout, and whether it is column-major. In that case the returned rows are its
    /// columns.
    pub(super) fn of_either(
        name: &str,
        layout: &Layout,
        elements: u64,
    ) -> Result<(Self, bool), Error> {
        let by_rows = match Self::of_vectors(name, layout, elements) {
            Ok(by_rows) => return Ok((by_rows, false)),
            Err(error) => error,
        };
        // The stride of a single row is unused.
        let by_columns = leaves(layout).filter(|(shape, strides)| {
            shape.first().is_some_and(|&rows| rows <= 1) || strides.first() == Some(&1)
        });
        let order: &[usize] = match by_columns.map(|(shape, _)| shape.len()) {
            Some(2) => &[1, 0],
            Some(3) => &[1, 0, 2],
            _ => return Err(by_rows),
        };
        let turned = permute(layout, order).map_err(|_| by_rows)?;
        Ok((Self::of_vectors(&format!("{name} turned"), &turned, elements)?, true))
    }

    /// [`ByRows::of`] for a result, whose elements must have separate places.
    pub(super) fn of_result(name: &str, layout: &Layout) -> Result<Self, Error> {
        Self::of_result_vectors(name, layout, 8)
    }
    /// The same with `elements` elements in 16 bytes.
    pub(super) fn of_result_vectors(
        name: &str,
        layout: &Layout,
        elements: u64,
    ) -> Result<Self, Error> {
        let of = Self::of_vectors(name, layout, elements)?;
        let ByRows { rows, columns, next, batch, next_matrix } = of;
        // Either the matrices follow one another, or the same rows of all matrices do.
        let after = |count: u32, next: u64, length: u64| {
            u64::from(count.saturating_sub(1)).saturating_mul(next).saturating_add(length)
        };
        let columns = u64::from(columns);
        let apart = next_matrix >= after(rows, next, columns)
            || next_matrix >= columns && next >= after(batch, next_matrix, columns);
        if batch > 1 && !apart {
            return Err(Error::new(format!(
                "gemm: `{name}` of layout {layout} has matrices that overlap"
            )));
        }
        Ok(of)
    }

    /// The least number of elements of a buffer: the largest offset plus 1.
    pub(super) fn reach(self) -> u64 {
        let ByRows { rows, columns, next, batch, next_matrix } = self;
        if rows == 0 || columns == 0 || batch == 0 {
            return 0;
        }
        let along = |count: u32, next: u64| u64::from(count - 1).saturating_mul(next);
        along(rows, next).saturating_add(along(batch, next_matrix)).saturating_add(columns.into())
    }
}

/// `m`, `n`, `k` and the number of products in a batch, from these matrices.
pub(super) fn extents([a, b, c]: [ByRows; 3]) -> Result<[u32; 4], Error> {
    let [m, n, k, batch] = [c.rows, c.columns, a.columns, c.batch];
    if (a.rows, b.rows, b.columns) == (m, n, k) && (a.batch, b.batch) == (batch, batch) {
        return Ok([m, n, k, batch]);
    }
    let of = |x: ByRows| match x.batch {
        1 => format!("{} x {}", x.rows, x.columns),
        batch => format!("{batch} of {} x {}", x.rows, x.columns),
    };
    Err(Error::new(format!(
        "gemm: `c` is `m` x `n`, `a` is `m` x `k` and `b` is `n` x `k`, of as many, not {}, {} and {}",
        of(c),
        of(a),
        of(b)
    )))
}

#[cfg(test)]
mod tests {
    use super::{ByRows, extents};

    #[test]
    fn a_matrix_is_by_rows_of_whole_vectors() {
        let of = |text: &str| ByRows::of("a", &text.parse().unwrap());
        let matrix =
            |rows, columns, next| ByRows { rows, columns, next, batch: 1, next_matrix: next };
        assert_eq!(of("(16,40):(48,1)").unwrap(), matrix(16, 40, 48));
        assert_eq!(of("(1,40):(3,1)").unwrap(), matrix(1, 40, 40));
        assert_eq!(of("(16,1):(8,5)").unwrap(), matrix(16, 1, 8));
        let batch = ByRows { batch: 3, next_matrix: 800, ..matrix(16, 40, 48) };
        assert_eq!(of("(16,40,3):(48,1,800)").unwrap(), batch);
        assert_eq!(of("(16,40,1):(48,1,3)").unwrap(), matrix(16, 40, 48));
        // Column-major: 40 columns of 16 elements, 48 apart.
        let either = |text: &str| ByRows::of_either("a", &text.parse().unwrap(), 8);
        assert_eq!(either("(16,40):(48,1)").unwrap(), (matrix(16, 40, 48), false));
        assert_eq!(either("(16,40):(1,48)").unwrap(), (matrix(40, 16, 48), true));
        assert_eq!(either("(1,40):(5,48)").unwrap(), (matrix(40, 1, 48), true));
        let batch = ByRows { batch: 3, next_matrix: 1920, ..matrix(40, 16, 48) };
        assert_eq!(either("(16,40,3):(1,48,1920)").unwrap(), (batch, true));
        assert!(either("(16,40):(2,48)").unwrap_err().to_string().contains("stride 48 in mode 1"));
        assert!(either("(16,40):(1,20)").unwrap_err().to_string().contains("20 elements apart"));
        let says = |text: &str| of(text).unwrap_err().to_string();
        assert!(says("16:1").contains("is no matrix and no batch of them: write two modes"));
        assert!(says("((2,8),40):((40,80),1)").contains("is no matrix"));
        assert!(says("(16,40):(1,16)").contains("has stride 16 in mode 1"));
        assert!(says("(16,40):(44,1)").contains("rows 44 elements apart"));
        assert!(says("(16,40,2):(48,1,700)").contains("matrices 700 elements apart"));
        assert!(says("(16,40):(8,1)").contains("rows of 40 elements that overlap"));
        assert!(
            says("(4294967296,40):(40,1)").contains("has an extent of 2^32 or more, 4294967296")
        );
        let bytes = |text: &str| ByRows::of_vectors("a", &text.parse().unwrap(), 16);
        assert_eq!(bytes("(16,40):(48,1)").unwrap(), matrix(16, 40, 48));
        assert_eq!(bytes("(1,40):(3,1)").unwrap(), matrix(1, 40, 48));
        let wrong = bytes("(16,40):(40,1)").unwrap_err().to_string();
        assert!(
            wrong.contains("rows 40 elements apart") && wrong.contains("16 elements"),
            "{wrong}"
        );
    }

    #[test]
    fn results_do_not_overlap() {
        let of = |text: &str| ByRows::of_result("c", &text.parse().unwrap());
        // Matrices one after another; side by side; and overlapping.
        assert_eq!(of("(16,40,3):(48,1,760)").unwrap().reach(), 15 * 48 + 2 * 760 + 40);
        assert_eq!(of("(16,40,3):(120,1,40)").unwrap().reach(), 15 * 120 + 80 + 40);
        for text in ["(16,40,3):(48,1,752)", "(16,40,3):(112,1,40)", "(16,40,3):(48,1,0)"] {
            assert!(of(text).unwrap_err().to_string().contains("matrices that overlap"), "{text}");
        }
    }

    #[test]
    fn extents_go_together() {
        let batch =
            |rows, columns, batch| ByRows { rows, columns, next: 64, batch, next_matrix: 640 };
        let matrix = |rows, columns| batch(rows, columns, 1);
        assert_eq!(extents([matrix(3, 8), matrix(5, 8), matrix(3, 5)]).unwrap(), [3, 5, 8, 1]);
        let all = [batch(3, 8, 4), batch(5, 8, 4), batch(3, 5, 4)];
        assert_eq!(extents(all).unwrap(), [3, 5, 8, 4]);
        let says = |all| extents(all).unwrap_err().to_string();
        let wrong = says([matrix(3, 8), matrix(8, 5), matrix(3, 5)]);
        assert!(wrong.contains("not 3 x 5, 3 x 8 and 8 x 5"), "{wrong}");
        let wrong = says([batch(3, 8, 4), matrix(5, 8), batch(3, 5, 4)]);
        assert!(wrong.contains("not 4 of 3 x 5, 4 of 3 x 8 and 5 x 8"), "{wrong}");
    }
}
