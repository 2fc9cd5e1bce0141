//! The order of the stages: the only place that knows it.
//!
//! Owns building, checking and measuring a book from its folder. Deliberately absent: what each stage does, and printing:
//! what happens is told to an observer as [`Event`]s.
