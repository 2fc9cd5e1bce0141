//! Claims against records: expressions evaluated round by round, findings with three verdicts.
