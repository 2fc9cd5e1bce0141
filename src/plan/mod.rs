//! Trials and their keys: variants crossed with axes and toolchains.
