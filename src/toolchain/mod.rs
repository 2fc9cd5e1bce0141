//! Toolchains as data: finding compilers and interpreters, and their versions.
