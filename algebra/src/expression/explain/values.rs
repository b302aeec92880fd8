//! Explanations of the layout of a function: the runs of its values.

use alloc::format;

use super::Steps;

impl Steps<'_> {
    /// Explains each mode of the layout with these values, or where the values leave it.
    pub(super) fn values(&mut self, values: &[i64]) {
        match values.first() {
            None => return self.line("there are no values"),
            Some(0) => {}
            Some(first) => {
                return self.line(format_args!("a layout has 0 at 0, not {first}"));
            }
        }
        let mut stride = 1;
        while stride < values.len() {
            let size = values.len() / stride;
            let step = values[stride];
            // The value that a run has at `i`; a product that does not fit ends it.
            let goes_on =
                |&i: &usize| i128::from(values[i * stride]) == i128::from(step) * i as i128;
            let run = (1..size).take_while(goes_on).count() + 1;
            let which = match stride {
                1 => "the values".into(),
                _ => format!("the values at multiples of {stride}"),
            };
            let end = match values.get(run * stride).filter(|_| run < size) {
                Some(next) => format!(", then comes {next} at {}", run * stride),
                None => ", to the end".into(),
            };
            self.line(format_args!(
                "{which}: {run} of them rise by {step}{end}: mode {run}:{step}"
            ));
            if !size.is_multiple_of(run) {
                self.line(format_args!("{size} of them are no whole number of runs of {run}"));
                return;
            }
            for i in 0..size {
                let begin = i - i % run;
                let wanted =
                    i128::from(values[begin * stride]) + i128::from(step) * (i % run) as i128;
                let found = values[i * stride];
                if i128::from(found) != wanted {
                    let (at, from) = (i * stride, begin * stride);
                    self.line(format_args!(
                        "the run that begins with {} at {from} has {found} at {at}, not {wanted}",
                        values[from]
                    ));
                    return;
                }
            }
            stride *= run;
        }
    }
}
