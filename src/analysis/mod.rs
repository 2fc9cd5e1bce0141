//! Pure statistics: figures with intervals, from rounds.
//!
//! Owns the intervals of a median, of a ratio and of any expression evaluated per round, the second level over
//! sessions, the plain descriptions that tables and charts need, and the signs that samples are not what they seem. Methods are rank based: they assume no
//! distribution, and one slow run moves them little. Each cites its source.
//!
//! Deliberately absent: units (`quantity` has them; here are bare numbers), verdicts (`claim` decides from intervals),
//! removing outliers (they are told, never deleted), randomness, and the order in which rounds are run, on which the
//! honesty of every interval here rests: interleave the trials.

mod confidence;
mod estimate;
mod interval;
mod ranks;
mod relation;
mod rounds;
mod signs;
mod summary;

pub use confidence::Confidence;
pub use estimate::{Estimate, Method, NoInterval};
pub use interval::{centre, median, ratio};
pub use relation::{slope, spearman};
pub use rounds::Rounds;
pub use signs::{drift, modality, outliers};
pub use summary::{Summary, quantile};
