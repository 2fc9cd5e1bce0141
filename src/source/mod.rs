//! The only reader of a book's words and programs: confinement, sizes, digests.
