//! Compilers' command lines: the purpose of each, and the flags that are kept.

/// The purpose of a compiler call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CompilerPurpose {
    /// Objects from sources.
    Compile,
    /// A program.
    Link,
    /// Output that no program is made from, such as lists of headers.
    Other,
}

/// A compiler's command line, without the compiler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CompilerCall {
    pub(super) purpose: CompilerPurpose,
    pub(super) output: Option<String>,
    /// Sources, objects and libraries, in order. Libraries are written `-lname`.
    pub(super) inputs: Vec<String>,
    /// Flags for compiling a source.
    pub(super) flags: Vec<String>,
    /// Search folders for libraries.
    pub(super) library_folders: Vec<String>,
}

/// Kept flags whose argument is a separate word.
const WITH_ARGUMENT: [&str; 9] =
    ["-I", "-D", "-U", "-include", "-imacros", "-isystem", "-iquote", "-idirafter", "--param"];
/// Dropped flags whose argument is a separate word, which is dropped too.
const DROPPED_WITH_ARGUMENT: [&str; 10] =
    ["-MF", "-MT", "-MQ", "-x", "-Xlinker", "-Xpreprocessor", "-Xassembler", "-T", "-u", "-z"];
/// Prefixes of flags that are dropped: they stop a build on a warning, need libraries or a
/// processor that may not exist here, measure, or concern the linker.
const DROPPED: [&str; 23] = [
    "-fsanitize",
    "-fno-sanitize",
    "-Werror",
    "-pedantic-errors",
    "-flto",
    "-fuse-ld",
    "-fuse-linker-plugin",
    "-march=native",
    "-mtune=native",
    "-mcpu=native",
    "-M",
    "-Wl,",
    "-Wp,",
    "-save-temps",
    "--save-temps",
    "-pg",
    "-fprofile",
    "-ftest-coverage",
    "--coverage",
    "-coverage",
    "-static",
    "-shared",
    "-rdynamic",
];
/// Flags that are dropped only as exact words.
const DROPPED_WHOLE: [&str; 6] = ["-s", "-v", "-###", "-p", "-no-pie", "-pie"];

/// Flags for another kind of machine than programs are built for. Compilers often lack its headers
/// and libraries, and the result could not be linked with our `main`.
const OTHER_MACHINE: [&str; 3] = ["-m32", "-mx32", "-m16"];

/// True if a flag asks for another kind of machine.
pub(super) fn is_for_another_machine(flag: &str) -> bool {
    OTHER_MACHINE.contains(&flag)
}

/// Parses a compiler's arguments.
pub(super) fn compiler_call(arguments: &[String]) -> CompilerCall {
    let mut call = CompilerCall {
        purpose: CompilerPurpose::Link,
        output: None,
        inputs: vec![],
        flags: vec![],
        library_folders: vec![],
    };
    let mut words = arguments.iter().map(String::as_str);
    while let Some(word) = words.next() {
        match word {
            "-o" => call.output = words.next().map(str::to_owned),
            "-c" if call.purpose == CompilerPurpose::Link => {
                call.purpose = CompilerPurpose::Compile
            }
            "-E" | "-S" | "-M" | "-MM" | "-fsyntax-only" => call.purpose = CompilerPurpose::Other,
            "-L" => call.library_folders.extend(words.next().map(str::to_owned)),
            "-l" => call.inputs.extend(words.next().map(|name| format!("-l{name}"))),
            _ if WITH_ARGUMENT.contains(&word) => {
                call.flags.push(word.to_owned());
                call.flags.extend(words.next().map(str::to_owned));
            }
            _ if DROPPED_WITH_ARGUMENT.contains(&word) => drop(words.next()),
            _ => call.take(word),
        }
    }
    call
}

impl CompilerCall {
    fn take(&mut self, word: &str) {
        if let Some(folder) = word.strip_prefix("-L") {
            self.library_folders.push(folder.to_owned());
        } else if let Some(output) = word.strip_prefix("-o").filter(|rest| !rest.is_empty()) {
            self.output = Some(output.to_owned());
        } else if word.starts_with("-l") || !word.starts_with('-') {
            self.inputs.push(word.to_owned());
        } else if is_kept(word) {
            self.flags.push(word.to_owned());
        }
    }
}

/// True if sources are compiled with this flag of a team.
fn is_kept(flag: &str) -> bool {
    !DROPPED_WHOLE.contains(&flag) && !DROPPED.iter().any(|begin| flag.starts_with(begin))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    fn flags(text: &str) -> String {
        compiler_call(&words(text)).flags.join(" ")
    }

    #[test]
    fn compiling_linking_and_listing_headers_are_told_apart() {
        let purpose = |text: &str| compiler_call(&words(text)).purpose;
        assert_eq!(purpose("-Wall -c a.c -o a.o"), CompilerPurpose::Compile);
        assert_eq!(purpose("-o hunter a.o b.c -lm"), CompilerPurpose::Link);
        for other in ["-MM a.c", "-E a.c", "-S a.c -o a.s", "-c -fsyntax-only a.c"] {
            assert_eq!(purpose(other), CompilerPurpose::Other, "{other}");
        }
    }

    #[test]
    fn inputs_keep_their_order_and_outputs_are_no_inputs() {
        let call = compiler_call(&words("-g -o hunter a.o -L lib -lview b.c -l m -Llib2"));
        assert_eq!(call.output.as_deref(), Some("hunter"));
        assert_eq!(call.inputs, ["a.o", "-lview", "b.c", "-lm"]);
        assert_eq!((call.flags, call.library_folders), (words("-g"), words("lib lib2")));
    }

    #[test]
    fn flags_that_stop_or_measure_a_build_are_dropped_and_the_others_kept() {
        let given = "-Wall -Werror -Werror=format -O1 -std=c99 -pedantic-errors -flto=auto -g \
                     -fsanitize=address,undefined -march=native -mtune=native -MMD -MF a.d -Wl,-s \
                     --coverage -pg -DA=1 -D B -I inc -include c.h -fwrapv";
        assert_eq!(flags(given), "-Wall -O1 -std=c99 -g -DA=1 -D B -I inc -include c.h -fwrapv");
    }
}
