//! A lesson file's text becomes an edition: front matter, Markdown, constructs, expressions; all diagnostics at once.
