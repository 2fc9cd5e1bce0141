//! A book: `book.toml`, and lessons whose editions are resolved together.
