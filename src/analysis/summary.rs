//! Samples described for tables and charts.
//!
//! Owns quartiles. Deliberately absent: intervals, and means, which one slow run would move.

/// The five numbers of a box plot, in the unit of the samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// How many samples, at least 1.
    pub count: usize,
    pub min: f64,
    /// A quarter of the samples lies below.
    pub lower_quartile: f64,
    pub median: f64,
    /// A quarter of the samples lies above.
    pub upper_quartile: f64,
    pub max: f64,
}

impl Summary {
    /// `None` of no samples.
    pub fn of(samples: &[f64]) -> Option<Summary> {
        let mut sorted = samples.to_vec();
        sorted.sort_by(f64::total_cmp);
        Some(Summary {
            count: sorted.len(),
            min: *sorted.first()?,
            lower_quartile: quantile(&sorted, 0.25)?,
            median: quantile(&sorted, 0.5)?,
            upper_quartile: quantile(&sorted, 0.75)?,
            max: *sorted.last()?,
        })
    }
}

/// The value below which the `part` (0 to 1) of `sorted` samples lies, between two samples by their distance; `None` of
/// no samples. Type 7 of Hyndman & Fan (1996), "Sample quantiles in statistical packages", which R and NumPy take too.
pub fn quantile(sorted: &[f64], part: f64) -> Option<f64> {
    let place = part.clamp(0.0, 1.0) * sorted.len().checked_sub(1)? as f64;
    let below = *sorted.get(place.floor() as usize)?;
    let above = *sorted.get(place.ceil() as usize)?;
    Some(below + place.fract() * (above - below))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_are_of_type_seven() {
        // R: quantile(c(1, 2, 4, 8)) is 1.00 1.75 3.00 5.00 8.00.
        let summary = Summary::of(&[8.0, 1.0, 4.0, 2.0]).unwrap();
        let expected = Summary {
            count: 4,
            min: 1.0,
            lower_quartile: 1.75,
            median: 3.0,
            upper_quartile: 5.0,
            max: 8.0,
        };
        assert_eq!(summary, expected);
        let five = Summary::of(&[10.0, 20.0, 30.0, 40.0, 50.0]).unwrap();
        assert_eq!(
            (five.lower_quartile, five.median, five.upper_quartile),
            (20.0, 30.0, 40.0)
        );
    }

    #[test]
    fn one_sample_is_all_five_numbers() {
        let summary = Summary::of(&[3.0]).unwrap();
        assert_eq!(
            (summary.min, summary.lower_quartile, summary.upper_quartile, summary.max),
            (3.0, 3.0, 3.0, 3.0)
        );
        assert_eq!(Summary::of(&[]), None);
        assert_eq!(quantile(&[], 0.5), None);
    }
}
