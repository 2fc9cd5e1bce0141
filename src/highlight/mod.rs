//! Programs become marked-up text.
