//! Mappings of a program's processes: memory that belongs to no visible process, where no control
//! group counts it.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::MetadataExt;

/// The mappings that one look reads. Reading a mapping takes the kernel nearly a microsecond, and a
/// program can have millions.
const A_LOOK: u64 = 2_048;

/// Finding out how much of a shared mapping is in use takes as long as reading this many.
const SHARED_TAKES: u64 = 4;

/// Bytes that the kernel keeps for a mapping.
const KEPT_FOR_ONE: u64 = 200;

/// The mappings of all processes together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mappings {
    /// Bytes of shared memory without a file.
    pub(crate) shared: u64,
    /// The number of mappings.
    pub(crate) count: u64,
    /// Bytes that the kernel keeps for them.
    pub(crate) kernel: u64,
}

/// A walk through the mappings of all processes. Most programs have so few that a look reads all of
/// them; otherwise the next look goes on where the last one stopped.
#[derive(Debug, Default)]
pub(crate) struct MappingsWalk {
    left: Vec<i32>,
    open: Option<OpenMappings>,
    so_far: FoundMappings,
    /// The result of the last complete walk.
    complete: Mappings,
}

/// The list of one process's mappings.
#[derive(Debug)]
struct OpenMappings {
    pid: i32,
    lines: BufReader<File>,
}

/// The mappings that a walk has found.
#[derive(Debug, Default)]
struct FoundMappings {
    /// Bytes of each object of shared memory, by its inode.
    objects: BTreeMap<u64, u64>,
    count: u64,
}

impl MappingsWalk {
    /// Goes on, or starts anew with these processes. Returns the larger numbers of the last
    /// complete walk and of this one so far.
    pub(crate) fn go_on(&mut self, pids: &[i32]) -> Mappings {
        if self.open.is_none() && self.left.is_empty() {
            self.left = pids.to_vec();
        }
        let mut line = String::new();
        let mut read = 0;
        while read < A_LOOK {
            let Some(pid) = self.read(&mut line) else {
                self.complete = std::mem::take(&mut self.so_far).together();
                return self.complete;
            };
            read += self.so_far.add(pid, &line);
        }
        let (last, now) = (self.complete, self.so_far.together());
        Mappings {
            shared: last.shared.max(now.shared),
            count: last.count.max(now.count),
            kernel: last.kernel.max(now.kernel),
        }
    }

    /// Reads the next line. Returns its process; `None` after the last one.
    fn read(&mut self, line: &mut String) -> Option<i32> {
        loop {
            line.clear();
            if let Some(open) = &mut self.open
                && open.lines.read_line(line).is_ok_and(|length| length > 0)
            {
                return Some(open.pid);
            }
            self.open = None;
            let pid = self.left.pop()?;
            let file = File::open(format!("/proc/{pid}/maps"));
            self.open = file.ok().map(|file| OpenMappings { pid, lines: BufReader::new(file) });
        }
    }
}

impl FoundMappings {
    /// Adds a mapping. Returns the number of mappings that could have been read meanwhile.
    ///
    /// The full size of shared memory counts: pages touched by a process that has ended stay in
    /// use, and belong to no visible process.
    fn add(&mut self, pid: i32, line: &str) -> u64 {
        self.count += 1;
        let Some(mapping) = SharedMapping::in_line(line.trim_end()) else { return 1 };
        let object: &mut u64 = self.objects.entry(mapping.inode).or_default();
        // Only root can read how much is in use. The size is an upper bound while all of it is
        // mapped.
        let used = fs::metadata(format!("/proc/{pid}/map_files/{}", mapping.range));
        let bytes = used.map_or(mapping.end, |object| object.blocks() * 512);
        *object = bytes.max(*object);
        SHARED_TAKES
    }

    fn together(&self) -> Mappings {
        let shared = self.objects.values().sum();
        Mappings { shared, count: self.count, kernel: self.count * KEPT_FOR_ONE }
    }
}

/// A line of `maps` about shared memory without a file.
#[derive(Debug, PartialEq, Eq)]
struct SharedMapping<'l> {
    range: &'l str,
    inode: u64,
    /// Bytes from the beginning of the memory to the end of the mapping.
    end: u64,
}

impl<'l> SharedMapping<'l> {
    /// Parses a line. The kernel names such memory, and mappings of `/dev/zero`, as in `7f00-8f00
    /// rw-s 00000000 00:01 1028 /dev/zero (deleted)`.
    fn in_line(line: &'l str) -> Option<Self> {
        let line = line.strip_suffix("/dev/zero (deleted)")?;
        let mut words = line.split_whitespace();
        let (range, _rights, offset) = (words.next()?, words.next()?, words.next()?);
        let inode = words.nth(1)?.parse().ok()?;
        let number = |text| u64::from_str_radix(text, 16).ok();
        let (from, to) = range.split_once('-')?;
        let length = number(to)?.checked_sub(number(from)?)?;
        Some(Self { range, inode, end: number(offset)?.checked_add(length)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_memory_without_a_file_is_told_from_other_memory() {
        let line = "7f3a00000000-7f3a00200000 rw-s 00001000 00:01 1028   /dev/zero (deleted)";
        let range = "7f3a00000000-7f3a00200000";
        let found = SharedMapping { range, inode: 1028, end: 0x20_1000 };
        assert_eq!(SharedMapping::in_line(line), Some(found));
        let file = "7f3a00000000-7f3a00200000 rw-s 00000000 00:2a 7   /dev/shm/file";
        assert_eq!(SharedMapping::in_line(file), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_walk_that_is_longer_than_a_look_goes_on_and_counts_each_mapping_once() {
        let own = i32::try_from(std::process::id()).unwrap();
        let once = MappingsWalk::default().go_on(&[own]);
        assert!((10..1_000).contains(&once.count), "{once:?}");
        assert_eq!(once.kernel, once.count * 200);

        let times = 2 * A_LOOK / once.count;
        let mut walk = MappingsWalk::default();
        let first = walk.go_on(&vec![own; usize::try_from(times).unwrap()]);
        assert_eq!(first.count, A_LOOK);
        let walked = std::iter::repeat_with(|| walk.go_on(&[])).take(3).map(|found| found.count);
        // Other tests of this process map memory meanwhile.
        let all = once.count * times;
        assert!(walked.max().is_some_and(|most| most.abs_diff(all) < all / 5), "{all}");
    }
}
