//! The order of the stages: the only place that knows it.
