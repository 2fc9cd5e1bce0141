//! Measuring: compiles trials, runs them in interleaved rounds, captures samples.
