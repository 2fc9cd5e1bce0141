//! Who descends from a process, as `/proc` tells it.
//!
//! Compiled into the library, which samples a trial's processes, and into the starter, which ends them; so it uses
//! nothing but the standard library. Deliberately absent: doing anything to the processes found.

use std::fs;
use std::io;

/// All descendants of `root`, which is not one of them. Parents come before their children.
///
/// A process that starts or ends meanwhile may be missing: who must be sure asks until nothing is left.
pub(crate) fn descendants(root: u32) -> io::Result<Vec<u32>> {
    let Some(children) = children_of(root) else {
        return descendants_by_parent(root);
    };
    let mut found = children;
    let mut next = 0;
    while let Some(pid) = found.get(next) {
        // It may have ended since it was found.
        let children = children_of(*pid).unwrap_or_default();
        found.extend(children);
        next += 1;
    }
    Ok(found)
}

/// The children of all threads of a process; nothing if it is gone, or the kernel does not keep the list.
fn children_of(pid: u32) -> Option<Vec<u32>> {
    let mut children = Vec::new();
    let mut listed = false;
    for thread in fs::read_dir(format!("/proc/{pid}/task")).ok()? {
        // A thread may end meanwhile; its children are then another one's.
        let Ok(list) = fs::read_to_string(thread.ok()?.path().join("children")) else {
            continue;
        };
        listed = true;
        children.extend(list.split_ascii_whitespace().filter_map(|pid| pid.parse::<u32>().ok()));
    }
    listed.then_some(children)
}

/// The same by looking at every process there is: slower, for kernels that do not list children.
fn descendants_by_parent(root: u32) -> io::Result<Vec<u32>> {
    let mut parents = Vec::new();
    for entry in fs::read_dir("/proc")? {
        let name = entry?.file_name();
        let Some(pid) = name.to_str().and_then(|name| name.parse::<u32>().ok()) else {
            continue;
        };
        if let Some(parent) = parent_of(pid) {
            parents.push((pid, parent));
        }
    }
    let mut found = vec![root];
    let mut next = 0;
    while let Some(parent) = found.get(next).copied() {
        found.extend(parents.iter().filter(|entry| entry.1 == parent).map(|entry| entry.0));
        next += 1;
    }
    found.remove(0);
    Ok(found)
}

fn parent_of(pid: u32) -> Option<u32> {
    let stat = fs::read(format!("/proc/{pid}/stat")).ok()?;
    // The command's name is in parentheses and may hold anything, parentheses too.
    let after_name = stat.iter().rposition(|byte| *byte == b')')? + 1;
    let rest = str::from_utf8(&stat[after_name..]).ok()?;
    rest.split_ascii_whitespace().nth(1)?.parse().ok()
}
