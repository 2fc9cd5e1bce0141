//! Records: what was measured, its wire format and store, and the machine it was measured on.
