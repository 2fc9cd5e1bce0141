//! Rounds as they were measured: in sessions.
//!
//! Owns the two-level shape of all data here. Deliberately absent: what a round holds, which is the caller's.

/// What each round showed, in the order measured, session by session. No session is empty.
///
/// ```
/// use workbook::analysis::Rounds;
///
/// let pairs: Rounds<(f64, f64)> = [vec![(3.0, 2.0), (6.0, 3.0)], vec![(8.0, 4.0)]].into_iter().collect();
/// let ratios = pairs.map(|(a, b)| a / b);
/// assert_eq!(ratios.pooled(), [1.5, 2.0, 2.0]);
/// assert_eq!(ratios.sessions().map(<[f64]>::len).collect::<Vec<_>>(), [2, 1]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Rounds<T> {
    pooled: Vec<T>,
    /// Where in `pooled` each session ends.
    ends: Vec<usize>,
}

impl<T> Rounds<T> {
    /// All rounds were measured in one go.
    pub fn of_one_session(rounds: Vec<T>) -> Rounds<T> {
        [rounds].into_iter().collect()
    }

    /// All rounds of all sessions.
    pub fn pooled(&self) -> &[T] {
        &self.pooled
    }

    /// The rounds of each session.
    pub fn sessions(&self) -> impl ExactSizeIterator<Item = &[T]> {
        (0..self.ends.len()).map(|at| {
            let start = if at == 0 { 0 } else { self.ends[at - 1] };
            &self.pooled[start..self.ends[at]]
        })
    }

    /// The same rounds, seen through `see`: one trial's metric of them, or an expression evaluated in each.
    pub fn map<U>(&self, see: impl FnMut(&T) -> U) -> Rounds<U> {
        Rounds {
            pooled: self.pooled.iter().map(see).collect(),
            ends: self.ends.clone(),
        }
    }
}

/// From the rounds of each session; an empty session is left out.
impl<T> FromIterator<Vec<T>> for Rounds<T> {
    fn from_iter<I: IntoIterator<Item = Vec<T>>>(sessions: I) -> Self {
        let (mut pooled, mut ends) = (Vec::new(), Vec::new());
        for session in sessions.into_iter().filter(|session| !session.is_empty()) {
            pooled.extend(session);
            ends.push(pooled.len());
        }
        Rounds { pooled, ends }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_sessions_are_left_out() {
        let rounds: Rounds<u8> = [vec![], vec![1, 2], vec![], vec![3]].into_iter().collect();
        assert_eq!(rounds.pooled(), [1, 2, 3]);
        assert_eq!(rounds.sessions().collect::<Vec<_>>(), [&[1, 2][..], &[3][..]]);
        assert_eq!(Rounds::<u8>::of_one_session(vec![]).sessions().len(), 0);
    }
}
