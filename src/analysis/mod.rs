//! Pure statistics: figures with intervals from rounds.
