//! How much memory there is: what can't be had is refused before work, with the amount.

/// Bytes that this process can still have, where the system says so: what is free, or what its limit leaves.
pub fn free() -> Option<u64> {
    let free = std::fs::read_to_string("/proc/meminfo").ok().and_then(|text| available(&text));
    let limit = std::fs::read_to_string("/proc/self/limits").ok().and_then(|text| address_space(&text));
    let used = std::fs::read_to_string("/proc/self/status").ok().and_then(|text| kib(&text, "VmSize:")).unwrap_or(0);
    let left = limit.map(|limit| limit.saturating_sub(used));
    [free, left].into_iter().flatten().min()
}

/// What to say where `bytes` are more than there are.
pub fn refusal(bytes: u64) -> Option<String> {
    let free = free()?;
    (bytes > free).then(|| format!("this needs about {} of memory and {} are free", amount(bytes), amount(free)))
}

/// Bytes for people.
pub fn amount(bytes: u64) -> String {
    match bytes >> 30 {
        0 => format!("{} MiB", bytes.div_ceil(1 << 20)),
        _ => format!("{:.1} GiB", bytes as f64 / f64::from(1 << 30)),
    }
}

fn available(meminfo: &str) -> Option<u64> {
    kib(meminfo, "MemAvailable:")
}

/// The soft limit of the address space; `None` for none.
fn address_space(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn kib(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kib| kib << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_systems_words_are_understood() {
        assert_eq!(available("MemFree: 1 kB\nMemAvailable:    2048 kB\n"), Some(2 << 20));
        let head = "Limit                     Soft Limit           Hard Limit           Units     \n";
        let limits =
            |soft: &str| format!("{head}Max address space         {soft}            unlimited            bytes     \n");
        assert_eq!(address_space(&limits("307200000")), Some(307_200_000));
        assert_eq!(address_space(&limits("unlimited")), None);
        assert_eq!(available("nothing"), None);
        assert_eq!(refusal(0), None);
        if free().is_some() {
            assert!(refusal(u64::MAX).is_some_and(|text| text.contains("GiB of memory")));
        }
    }
}
