//! Detection of code that a program runs before `main`.
//!
//! A warm process is loaded once, and copied for every turn from our `main`. Code that runs before
//! that would run once a match instead of once a turn. So a program with such code gets a new
//! process for every turn. The check relies only on data that the loader itself uses. A program
//! that cannot be read gets a new process for every turn too.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use object::elf::{
    self, Dyn64, DynamicTag, FileHeader64, ProgramHeader64, Rela64, RelocationType, Sym64,
};
use object::read::elf::{Dyn, FileHeader, ProgramHeader, Rela, SectionHeader, Sym};
use object::{LittleEndian, Pod, pod};
use stoker_files::untrusted::open_file;

use super::store::{Assembly, SideOutcome};
use crate::runnable::Served;

/// The largest program that is examined, in bytes.
const MOST: u64 = 64 << 20;
/// The C library's and the compiler's libraries, whose initialisers may run once a match.
const LIBRARIES: [&str; 8] = [
    "libc.so.6",
    "libm.so.6",
    "libpthread.so.0",
    "libdl.so.2",
    "librt.so.1",
    "libgcc_s.so.1",
    "ld-linux-x86-64.so.2",
    "ld-linux-aarch64.so.1",
];
/// Functions that the loader and the compiler's start files call if a program defines them.
const CALLED_BEFORE: [&str; 8] = [
    "malloc",
    "calloc",
    "realloc",
    "free",
    "__gmon_start__",
    "_ITM_registerTMCloneTable",
    "__libc_start_main",
    "__tls_get_addr",
];
/// Functions that our `main` calls before it is copied, or when a warm process is sent a signal.
const CALLED_BY_MAIN: [&str; 14] = [
    "_exit",
    "exit",
    "fprintf",
    "fwrite",
    "getenv",
    "memcpy",
    "memmove",
    "memset",
    "raise",
    "setvbuf",
    "sigaction",
    "sigaltstack",
    "strlen",
    "strnlen",
];
/// The size of an address in bytes.
const WORD: u64 = 8;

const ENDIAN: LittleEndian = LittleEndian;

/// The way in which the turns of each side that was built in this folder are to be served.
/// `prepares` is the function that the kit's `main` calls before it is copied for a turn.
pub(super) fn served(
    prepares: &'static str,
    folder: &Path,
    sides: &BTreeMap<String, SideOutcome>,
    assemblies: &BTreeMap<String, Assembly>,
) -> BTreeMap<String, Served> {
    let programs = sides.iter().filter_map(|(side, outcome)| match outcome {
        SideOutcome::Command(words) => Some((side, words.first()?)),
        SideOutcome::Failed(_) => None,
    });
    let served = |(side, program): (&String, &String)| {
        let plain = assemblies.get(side).is_some_and(|assembly| assembly.plain);
        let team = if plain {
            TeamInitialisers::HasNone
        } else {
            TeamInitialisers::MayHaveSome { prepares }
        };
        (side.clone(), of_program(&folder.join(program), team))
    };
    programs.map(served).collect()
}

/// Facts about initialisers in a team's objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TeamInitialisers {
    /// There are none: those of the program are the kit's and the compiler's. (The kit's library
    /// brings one.)
    HasNone,
    /// There may be some. Only the initialiser of the compiler's start files is certainly not the
    /// team's. The kit's function that prepares turns may call code of the team.
    MayHaveSome {
        /// The name of that function.
        prepares: &'static str,
    },
}

fn of_program(path: &Path, team: TeamInitialisers) -> Served {
    let mut data = Vec::new();
    let read = open_file(path).and_then(|file| file.take(MOST).read_to_end(&mut data));
    let reason = match read {
        Ok(_) => before_main(&data, team),
        Err(error) => Some(format!("it cannot be read: {error}")),
    };
    reason.map_or(Served::Warm, Served::Process)
}

/// The code of a program's own that may run before `main`, in words; `None` if there is none.
fn before_main(data: &[u8], team: TeamInitialisers) -> Option<String> {
    match ElfProgram::read(data) {
        Ok(program) => program.before_main(team),
        Err(_) => Some("it is not an ELF program that stoker can read".to_owned()),
    }
}

/// The parts of an ELF file that determine what runs.
struct ElfProgram<'d> {
    data: &'d [u8],
    entry: u64,
    segments: &'d [ProgramHeader64<LittleEndian>],
    /// Empty for a program that is linked statically.
    dynamic: &'d [Dyn64<LittleEndian>],
    /// The symbol table with names; empty if it was stripped.
    symbols: Vec<(&'d [u8], &'d Sym64<LittleEndian>)>,
    has_ctors: bool,
}

impl<'d> ElfProgram<'d> {
    fn read(data: &'d [u8]) -> object::read::Result<Self> {
        let header = FileHeader64::<LittleEndian>::parse(data)?;
        header.endian()?;
        let segments = header.program_headers(ENDIAN, data)?;
        let mut dynamic: &[_] = &[];
        for segment in segments {
            dynamic = segment.dynamic(ENDIAN, data)?.unwrap_or(dynamic);
        }
        let sections = header.sections(ENDIAN, data)?;
        let table = sections.symbols(ENDIAN, data, elf::SHT_SYMTAB)?;
        let mut symbols = vec![];
        for symbol in table.iter() {
            symbols.push((symbol.name(ENDIAN, table.strings())?, symbol));
        }
        let is_ctors = |section: &elf::SectionHeader64<_>| {
            sections.section_name(ENDIAN, section).is_ok_and(|name| name == b".ctors")
                && section.sh_size(ENDIAN) > 0
        };
        let has_ctors = sections.iter().any(is_ctors);
        let entry = header.e_entry(ENDIAN);
        Ok(Self { data, entry, segments, dynamic, symbols, has_ctors })
    }

    fn before_main(&self, team: TeamInitialisers) -> Option<String> {
        if self.dynamic.is_empty() {
            return Some("it is linked statically".to_owned());
        }
        if self.symbols.is_empty() {
            return Some(
                "its symbols were stripped, so what runs before main is unknown".to_owned(),
            );
        }
        self.own_start()
            .or_else(|| self.preparation(team))
            .or_else(|| self.initialisers(team))
            .or_else(|| self.libraries())
    }

    /// The reason if the program does not start as the compiler's start files do.
    fn own_start(&self) -> Option<String> {
        if self.only("_start") != Some(self.entry) {
            return Some("it does not begin where the compiler's start files do".to_owned());
        }
        let defined = |name: &&&str| self.addresses(name).next().is_some();
        if let Some(own) = CALLED_BEFORE.iter().find(defined) {
            return Some(format!(
                "it has a function `{own}` of its own, which is called before main"
            ));
        }
        let own = CALLED_BY_MAIN.iter().find(defined)?;
        Some(format!("it has a function `{own}` of its own, which is called before a turn"))
    }

    /// The reason if the preparation that runs once for all turns may be the team's.
    fn preparation(&self, team: TeamInitialisers) -> Option<String> {
        let TeamInitialisers::MayHaveSome { prepares } = team else { return None };
        self.addresses(prepares).next().is_some().then(|| {
            "it has constructors, or functions under names of the C library's or the kit's, that \
             could run before the first turn"
                .to_owned()
        })
    }

    fn initialisers(&self, team: TeamInitialisers) -> Option<String> {
        let size = |tag| self.value(tag).unwrap_or_default();
        let all = size(elf::DT_INIT_ARRAYSZ) / WORD;
        let may_be_own = team != TeamInitialisers::HasNone;
        if self.has_ctors || size(elf::DT_PREINIT_ARRAYSZ) > 0 || (may_be_own && all > 1) {
            return Some("it has initialisers of its own, such as constructors".to_owned());
        }
        let first = (may_be_own && all == 1).then(|| self.first_initialiser());
        if first.is_some_and(|first| first.is_none() || first != self.only("frame_dummy")) {
            return Some("its initialiser is not that of the compiler's start files".to_owned());
        }
        let is_ifunc = |(_, symbol): &(_, &Sym64<_>)| {
            symbol.st_type() == elf::STT_GNU_IFUNC && is_here(symbol)
        };
        let relocated = || self.relocations().any(|one| is_chosen_at_start(self.kind(one)));
        if self.symbols.iter().any(is_ifunc) || relocated() {
            return Some("it has functions that are chosen when it is loaded (IFUNC)".to_owned());
        }
        None
    }

    /// The reason if it is linked with libraries besides the C library.
    fn libraries(&self) -> Option<String> {
        let paths = [elf::DT_RPATH, elf::DT_RUNPATH, elf::DT_AUDIT, elf::DT_DEPAUDIT];
        if paths.into_iter().any(|tag| self.value(tag).is_some()) {
            return Some("it sets a library search path (RPATH)".to_owned());
        }
        let needed = self.dynamic.iter().filter(|entry| entry.tag(ENDIAN) == elf::DT_NEEDED);
        let mut names = needed.map(|entry| self.string(entry.d_val(ENDIAN)));
        let other =
            names.find(|name| !name.as_deref().is_some_and(|name| LIBRARIES.contains(&name)))?;
        let name = other.unwrap_or_else(|| "a library without a name".to_owned());
        Some(format!("it is linked with {name}, which may have initialisers"))
    }

    /// The addresses of the definitions of a name.
    fn addresses(&self, name: &str) -> impl Iterator<Item = u64> {
        let named = self.symbols.iter().filter(move |(known, _)| *known == name.as_bytes());
        named.filter(|(_, symbol)| is_here(symbol)).map(|(_, symbol)| symbol.st_value(ENDIAN))
    }

    /// The address of a name, if it has only one definition.
    fn only(&self, name: &str) -> Option<u64> {
        let mut addresses = self.addresses(name);
        addresses.next().filter(|_| addresses.next().is_none())
    }

    /// The value of an entry of the dynamic table.
    fn value(&self, wanted: DynamicTag) -> Option<u64> {
        let entry = self.dynamic.iter().find(|entry| entry.tag(ENDIAN) == wanted)?;
        Some(entry.d_val(ENDIAN))
    }

    /// The bytes of the file that are loaded at an address.
    fn at(&self, address: u64, size: u64) -> Option<&'d [u8]> {
        let loaded = self.segments.iter().filter(|part| part.p_type(ENDIAN) == elf::PT_LOAD);
        loaded.filter_map(|part| part.data_range(ENDIAN, self.data, address, size).ok()?).next()
    }

    fn string(&self, offset: u64) -> Option<String> {
        const LONGEST: u64 = 256;
        let start = self.value(elf::DT_STRTAB)?.checked_add(offset)?;
        let left = self.value(elf::DT_STRSZ)?.checked_sub(offset)?;
        let text = self.at(start, left.min(LONGEST))?.split(|&byte| byte == 0).next()?;
        Some(String::from_utf8_lossy(text).into_owned())
    }

    /// The entries of a table whose address and size are in the dynamic table.
    fn table<T: Pod>(&self, address: DynamicTag, size: DynamicTag) -> &'d [T] {
        let bytes = self.value(address).zip(self.value(size));
        let bytes = bytes.and_then(|(address, size)| self.at(address, size)).unwrap_or_default();
        let count = bytes.len() / size_of::<T>();
        pod::slice_from_bytes(bytes, count).map_or(&[], |(entries, _)| entries)
    }

    fn relocations(&self) -> impl Iterator<Item = &'d Rela64<LittleEndian>> {
        let data = self.table(elf::DT_RELA, elf::DT_RELASZ);
        data.iter().chain(self.table(elf::DT_JMPREL, elf::DT_PLTRELSZ))
    }

    fn kind(&self, relocation: &Rela64<LittleEndian>) -> RelocationType {
        relocation.r_type(ENDIAN, false)
    }

    /// The address of the first initialiser, from a relocation or from the table itself.
    fn first_initialiser(&self) -> Option<u64> {
        let place = self.value(elf::DT_INIT_ARRAY)?;
        let moved = self.relocations().find(|one| one.r_offset(ENDIAN) == place);
        match moved {
            Some(moved) => u64::try_from(moved.r_addend(ENDIAN)).ok(),
            None => Some(u64::from_le_bytes(self.at(place, WORD)?.try_into().ok()?)),
        }
    }
}

/// True if a symbol is defined in the program itself.
fn is_here(symbol: &Sym64<LittleEndian>) -> bool {
    symbol.st_shndx(ENDIAN) != elf::SHN_UNDEF
}

fn is_chosen_at_start(kind: RelocationType) -> bool {
    matches!(kind, elf::R_X86_64_IRELATIVE | elf::R_AARCH64_IRELATIVE)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::process::Command;

    use tempfile::TempDir;

    use super::*;

    /// Compiles a program with these flags. Returns the reason why a warm process cannot serve it.
    fn compiled(source: &str, flags: &[&str]) -> Option<String> {
        let folder = TempDir::new().unwrap();
        let [from, to] = ["a.c", "a"].map(|name| folder.path().join(name));
        fs::write(&from, format!("{source}\nint main(void) {{ return 0; }}\n")).unwrap();
        let mut cc = Command::new("cc");
        assert!(cc.arg("-o").args([&to, &from]).args(flags).status().unwrap().success());
        match of_program(&to, TeamInitialisers::MayHaveSome { prepares: "prepare" }) {
            Served::Warm => None,
            Served::Process(reason) => Some(reason),
        }
    }

    #[test]
    fn a_plain_program_can_be_served_by_a_warm_process() {
        assert_eq!(compiled("int x = 3;", &["-lm", "-lpthread", "-ldl"]), None);
        assert_eq!(compiled("static int x[1000];", &["-no-pie", "-O2"]), None);
    }

    #[test]
    fn a_program_with_initialisers_of_its_own_cannot() {
        let hook = "__attribute__((constructor)) static void hook(void) {}";
        assert!(compiled(hook, &[]).unwrap().contains("constructors"));
        let before = "static void f(void) {}\n__attribute__((section(\".preinit_array\"))) void (*p)(void) = f;";
        assert!(compiled(before, &[]).unwrap().contains("initialisers"));
        let old = "static void f(void) {}\n__attribute__((section(\".ctors\"), used)) static void (*p)(void) = f;";
        assert!(compiled(old, &[]).unwrap().contains("initialiser"));
        let chosen = "static int f(void) { return 1; }\nstatic void *pick(void) { return f; }\n\
                      int g(void) __attribute__((ifunc(\"pick\")));\nint h(void) { return g(); }";
        assert!(compiled(chosen, &[]).unwrap().contains("IFUNC"));
    }

    #[test]
    fn a_program_that_may_hide_what_runs_first_cannot() {
        assert!(compiled("", &["-s"]).unwrap().contains("stripped"));
        assert!(compiled("", &["-static"]).unwrap().contains("statically"));
        assert!(compiled("", &["-Wl,-rpath,."]).unwrap().contains("library search path"));
        let own = "void *malloc(unsigned long n) { return 0; }";
        assert!(compiled(own, &["-fno-builtin"]).unwrap().contains("`malloc`"));
        let start = "void begin(void) { for (;;); }";
        assert!(compiled(start, &["-Wl,-e,begin"]).unwrap().contains("start files"));
    }

    #[test]
    fn what_is_no_program_is_not_believed_to_be_one_wherever_it_is_cut() {
        assert!(before_main(b"", TeamInitialisers::HasNone).is_some());
        let own = fs::read(std::env::current_exe().unwrap()).unwrap();
        for length in (0..own.len().min(4096)).step_by(61) {
            assert!(before_main(&own[..length], TeamInitialisers::HasNone).is_some(), "{length}");
        }
        // Arbitrary numbers must not cause a panic.
        let mut broken = own[..own.len().min(1 << 20)].to_vec();
        for at in (16..4096).step_by(7) {
            let before = std::mem::replace(&mut broken[at], 0xff);
            let _ = before_main(&broken, TeamInitialisers::HasNone);
            broken[at] = before;
        }
    }
}
