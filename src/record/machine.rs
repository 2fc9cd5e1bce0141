//! Machines: what tells one from another, and nothing that tells whose it is.
//!
//! Owns the fingerprint and the name of a machine's files. Deliberately absent: what changes with an update
//! (`circumstances`), host names, users and paths.

use std::fs;

use super::Machine;

/// What stands where the system does not say something.
const UNKNOWN: &str = "unknown";

impl Machine {
    /// The machine that this runs on.
    pub fn here() -> Self {
        let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        Machine {
            cpu: processor(&cpuinfo).unwrap_or_else(|| format!("{} processor", std::env::consts::ARCH)),
            cores: cores(&cpuinfo),
            architecture: std::env::consts::ARCH.to_owned(),
            virtualisation: hypervisor(),
        }
    }

    /// A name for files that people recognise the machine by: `amd-epyc-2-cores-x86_64-kvm`.
    pub fn id(&self) -> String {
        let cores = match self.cores {
            1 => "1-core".to_owned(),
            cores => format!("{cores}-cores"),
        };
        let mut parts = vec![slug(&short_model(&self.cpu)), cores, slug(&self.architecture)];
        if self.virtualisation != "none" {
            parts.push(slug(&self.virtualisation));
        }
        parts.retain(|part| !part.is_empty());
        parts.join("-")
    }
}

/// A model without what is legal rather than technical, and without its nominal frequency.
fn short_model(cpu: &str) -> String {
    let model = cpu.split(" @ ").next().unwrap_or(cpu);
    let words = model
        .split_whitespace()
        .filter(|word| !matches!(*word, "CPU" | "Processor" | "processor"));
    let short = words.collect::<Vec<_>>().join(" ");
    ["(R)", "(r)", "(TM)", "(tm)"]
        .iter()
        .fold(short, |short, mark| short.replace(mark, ""))
}

/// Lower-case ASCII letters, digits and `_`, with single hyphens between; at most 60 bytes.
fn slug(text: &str) -> String {
    let kept = |character: char| character.is_ascii_alphanumeric() || character == '_';
    let words = text.split(|character| !kept(character)).filter(|word| !word.is_empty());
    let mut slug = words.collect::<Vec<_>>().join("-").to_ascii_lowercase();
    slug.truncate(60);
    slug.trim_end_matches('-').to_owned()
}

/// The model that `/proc/cpuinfo` names. The key differs between architectures, and ARM has numbers instead.
fn processor(cpuinfo: &str) -> Option<String> {
    let value = |key: &str| {
        cpuinfo.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
            (name.trim_end() == key && !value.is_empty()).then_some(value)
        })
    };
    let numbered = || {
        let (implementer, part) = (value("CPU implementer")?, value("CPU part")?);
        Some(format!("ARM {implementer} {part}"))
    };
    let named = ["model name", "cpu model", "uarch"].into_iter().find_map(value);
    named.or_else(numbered).or_else(|| value("cpu"))
}

/// Those that are online, whatever of them this process may use.
fn cores(cpuinfo: &str) -> u32 {
    let online = fs::read_to_string("/sys/devices/system/cpu/online");
    let listed = cpuinfo.lines().filter(|line| line.starts_with("processor")).count();
    let counted = online.ok().and_then(|list| count(&list)).or(u32::try_from(listed).ok());
    match counted {
        Some(cores) if cores > 0 => cores,
        _ => std::thread::available_parallelism().map_or(1, |cores| u32::try_from(cores.get()).unwrap_or(u32::MAX)),
    }
}

/// How many numbers a list such as `0-3,6` has.
fn count(list: &str) -> Option<u32> {
    let ranges = list.trim().split(',').map(|range| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        let (first, last): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
        last.checked_sub(first)?.checked_add(1)
    });
    ranges.sum()
}

/// On x86 the processor itself says whether there is a hypervisor, and which.
#[cfg(target_arch = "x86_64")]
fn hypervisor() -> String {
    use std::arch::x86_64::__cpuid;
    const PRESENT: u32 = 1 << 31;
    if __cpuid(1).ecx & PRESENT == 0 {
        return "none".to_owned();
    }
    let said = __cpuid(0x4000_0000);
    let vendor: Vec<u8> = [said.ebx, said.ecx, said.edx]
        .into_iter()
        .flat_map(u32::to_le_bytes)
        .collect();
    hypervisor_name(&String::from_utf8_lossy(&vendor)).to_owned()
}

/// Elsewhere the firmware may name a machine that is none.
#[cfg(not(target_arch = "x86_64"))]
fn hypervisor() -> String {
    let files = [
        "/sys/hypervisor/type",
        "/sys/class/dmi/id/sys_vendor",
        "/sys/class/dmi/id/product_name",
    ];
    let said: String = files.iter().filter_map(|file| fs::read_to_string(file).ok()).collect();
    hypervisor_name(&said).to_owned()
}

/// The usual name of a hypervisor by a word of what it says it is.
fn hypervisor_name(said: &str) -> &'static str {
    const NAMES: [(&str, &str); 11] = [
        ("KVM", "kvm"),
        ("Microsoft", "hyper-v"),
        ("VMware", "vmware"),
        ("XenVMM", "xen"),
        ("xen", "xen"),
        ("VBox", "virtualbox"),
        ("VirtualBox", "virtualbox"),
        ("TCG", "qemu"),
        ("QEMU", "qemu"),
        ("bhyve", "bhyve"),
        ("prl hyperv", "parallels"),
    ];
    let known = NAMES.iter().find(|(word, _)| said.contains(word));
    known.map_or(UNKNOWN, |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(cpu: &str, cores: u32, virtualisation: &str) -> Machine {
        Machine {
            cpu: cpu.to_owned(),
            cores,
            architecture: "x86_64".to_owned(),
            virtualisation: virtualisation.to_owned(),
        }
    }

    #[test]
    fn ids_are_names_that_people_recognise() {
        assert_eq!(machine("AMD EPYC", 2, "kvm").id(), "amd-epyc-2-cores-x86_64-kvm");
        let intel = machine("Intel(R) Core(TM) i7-8550U CPU @ 1.80GHz", 8, "none");
        assert_eq!(intel.id(), "intel-core-i7-8550u-8-cores-x86_64");
        let single = machine("AMD EPYC 7B13 64-Core Processor", 1, "hyper-v");
        assert_eq!(single.id(), "amd-epyc-7b13-64-core-1-core-x86_64-hyper-v");
        assert_eq!(machine("../../etc/龍", 1, "none").id(), "etc-1-core-x86_64");
    }

    #[test]
    fn this_machine_has_a_file_safe_name_that_stays() {
        let here = Machine::here();
        assert_eq!(here, Machine::here());
        assert!(here.cores >= 1);
        let safe = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-' || byte == b'_';
        assert!(here.id().bytes().all(safe), "{}", here.id());
    }

    #[test]
    fn processors_are_named_as_the_system_does() {
        let x86 = "processor\t: 0\nvendor_id\t: AuthenticAMD\nmodel\t\t: 1\nmodel name\t: AMD  EPYC\n";
        assert_eq!(processor(x86).as_deref(), Some("AMD EPYC"));
        let arm = "processor\t: 0\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU part\t: 0xd0c\n";
        assert_eq!(processor(arm).as_deref(), Some("ARM 0x41 0xd0c"));
        assert_eq!(processor("cpu\t\t: POWER9\n").as_deref(), Some("POWER9"));
        assert_eq!(processor(""), None);
    }

    #[test]
    fn lists_of_cores_are_counted() {
        assert_eq!(count("0-3,6\n"), Some(5));
        assert_eq!(count("0\n"), Some(1));
        assert_eq!(count("3-1"), None);
        assert_eq!(count(""), None);
    }

    #[test]
    fn hypervisors_have_their_usual_names() {
        assert_eq!(hypervisor_name("KVMKVMKVM\0\0\0"), "kvm");
        assert_eq!(hypervisor_name("Microsoft Hv"), "hyper-v");
        assert_eq!(hypervisor_name("ACME"), "unknown");
    }
}
