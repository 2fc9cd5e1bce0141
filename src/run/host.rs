//! What the host of a virtual machine takes from it.
//!
//! Owns the reading and the share. Deliberately absent: waiting for a core that another process of this machine holds, which each
//! run's own readings show.

use std::fs;

/// Processor time of all cores since the machine started, in ticks of its clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessorTime {
    /// Of any kind, idle time too.
    pub total: u64,
    /// What the machine wanted and its host gave to others.
    pub stolen: u64,
}

impl ProcessorTime {
    /// As the kernel has it now; `None` where it does not say.
    pub(super) fn now() -> Option<Self> {
        Self::parse(&fs::read_to_string("/proc/stat").ok()?)
    }

    /// From the line of all cores: user, nice, system, idle, iowait, irq, softirq, steal; guests are counted in the first two.
    fn parse(stat: &str) -> Option<Self> {
        let line = stat.lines().find_map(|line| line.strip_prefix("cpu "))?;
        let ticks: Vec<u64> = line
            .split_whitespace()
            .take(8)
            .filter_map(|field| field.parse().ok())
            .collect();
        let [.., stolen] = ticks[..] else { return None };
        (ticks.len() == 8).then(|| ProcessorTime {
            total: ticks.iter().sum(),
            stolen,
        })
    }

    /// The share of the time since `earlier` that was stolen, in thousandths; `None` where no time went by.
    pub(super) fn stolen_since(self, earlier: Self) -> Option<u16> {
        let total = self.total.checked_sub(earlier.total).filter(|total| *total > 0)?;
        let stolen = self.stolen.saturating_sub(earlier.stolen).min(total);
        u16::try_from(u128::from(stolen) * 1000 / u128::from(total)).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAT: &str = "cpu  100 0 50 800 10 0 5 35 0 0\ncpu0 50 0 25 400 5 0 3 17 0 0\nintr 1\n";

    #[test]
    fn the_line_of_all_cores_is_read() {
        let read = ProcessorTime {
            total: 1000,
            stolen: 35,
        };
        assert_eq!(ProcessorTime::parse(STAT), Some(read));
        assert_eq!(ProcessorTime::parse("cpu  1 2 3\n"), None);
        assert_eq!(ProcessorTime::parse(""), None);
    }

    #[test]
    fn the_share_is_of_what_went_by() {
        let earlier = ProcessorTime {
            total: 1000,
            stolen: 35,
        };
        let later = ProcessorTime {
            total: 2000,
            stolen: 85,
        };
        assert_eq!(later.stolen_since(earlier), Some(50));
        assert_eq!(earlier.stolen_since(earlier), None);
        // A counter that goes back says nothing.
        assert_eq!(earlier.stolen_since(later), None);
    }
}
