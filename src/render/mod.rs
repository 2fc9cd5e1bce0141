//! Chapters become bytes: HTML, Markdown, charts.
