//! The wish that what runs should end.
//!
//! Deliberately absent: signal handlers, which `cli` installs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Told once, heard by all clones. What runs under it ends promptly, as [`Ending::Cancelled`](super::Ending).
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    pub fn new() -> Self {
        Cancel::default()
    }

    /// The flag itself, which a signal handler may set.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
