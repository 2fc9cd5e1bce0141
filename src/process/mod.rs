//! The only place that starts processes: limits, kill, resource readings.
