//! Analysis of C sources without compiling them.

use std::collections::BTreeSet;

/// The most tokens of a function's head after its name.
const HEAD: usize = 200;

/// A source without comments, string texts and directives.
#[derive(Debug, Clone, Default)]
pub(crate) struct CSource {
    /// Names, numbers and single characters of code.
    tokens: Vec<Token>,
    /// The names in `#include "..."`.
    pub(crate) includes: BTreeSet<String>,
}

#[derive(Debug, Clone)]
struct Token {
    text: String,
    compiled: CompileCondition,
}

/// The condition for compiling a piece of code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CompileCondition {
    Always,
    /// It depends on an `#if` or `#ifdef`.
    Maybe,
}

/// The conditions around a line, and the number of those that matter. The number is kept because
/// hostile sources nest conditions by the hundred thousand.
#[derive(Debug, Default)]
struct OpenConditions {
    open: Vec<CompileCondition>,
    deciding: usize,
}

impl OpenConditions {
    fn begin(&mut self, inside: CompileCondition) {
        self.open.push(inside);
        self.deciding += usize::from(inside == CompileCondition::Maybe);
    }

    fn end(&mut self) {
        self.deciding -= usize::from(self.open.pop() == Some(CompileCondition::Maybe));
    }

    fn inside(&self) -> CompileCondition {
        if self.deciding == 0 { CompileCondition::Always } else { CompileCondition::Maybe }
    }
}

impl CSource {
    /// Reads a source, however broken.
    pub(crate) fn read(text: &str) -> Self {
        let mut source = Self::default();
        let mut conditions = OpenConditions::default();
        let joined = without_comments(text).replace("\\\r\n", " ").replace("\\\n", " ");
        for line in joined.lines() {
            match line.trim_start().strip_prefix('#') {
                Some(directive) => source.directive(directive.trim(), &mut conditions),
                None => source.tokens_of(line, conditions.inside()),
            }
        }
        source
    }

    fn directive(&mut self, directive: &str, conditions: &mut OpenConditions) {
        // `#ifndef` guards headers, and guards code that is normally on.
        if directive.starts_with("ifndef") {
            conditions.begin(CompileCondition::Always);
        } else if directive.starts_with("if") {
            conditions.begin(CompileCondition::Maybe);
        } else if directive.starts_with("endif") {
            conditions.end();
        } else if let Some(rest) = directive.strip_prefix("include")
            && let Some(name) = rest.split('"').nth(1)
        {
            self.includes.insert(name.to_owned());
        }
    }

    fn tokens_of(&mut self, line: &str, compiled: CompileCondition) {
        let mut rest = without_texts(line);
        rest.retain(|c| c.is_ascii());
        let mut word = String::new();
        for c in rest.chars().chain([' ']) {
            if c.is_ascii_alphanumeric() || c == '_' {
                word.push(c);
                continue;
            }
            if !word.is_empty() {
                self.tokens.push(Token { text: std::mem::take(&mut word), compiled });
            }
            if !c.is_whitespace() {
                self.tokens.push(Token { text: c.to_string(), compiled });
            }
        }
    }

    /// The functions that it declares or defines, in order.
    pub(crate) fn functions(&self) -> Vec<Function<'_>> {
        let mut functions = vec![];
        let mut depth = 0_i32;
        for (number, token) in self.tokens.iter().enumerate() {
            match token.text.as_str() {
                "{" => depth += 1,
                "}" => depth = (depth - 1).max(0),
                name if depth == 0 && is_name(name) => functions.extend(self.function(number)),
                _ => {}
            }
        }
        functions
    }

    /// The function whose name is at this token.
    fn function(&self, number: usize) -> Option<Function<'_>> {
        let mut tokens = self.tokens[number + 1..].iter().take(HEAD).map(|token| &*token.text);
        tokens.next().filter(|&next| next == "(")?;
        let parameters: Vec<&str> = tokens.by_ref().take_while(|&text| text != ")").collect();
        let defined = tokens.next()? == "{";
        Some(Function { name: &self.tokens[number].text, parameters, defined })
    }

    /// The names of the functions that it calls, without repetition.
    pub(crate) fn calls(&self) -> BTreeSet<&str> {
        let mut depth = 0_i32;
        let mut calls = BTreeSet::new();
        for pair in self.tokens.windows(2) {
            match pair[0].text.as_str() {
                "{" => depth += 1,
                "}" => depth = (depth - 1).max(0),
                name if depth > 0 && is_name(name) && pair[1].text == "(" => {
                    calls.insert(name);
                }
                _ => {}
            }
        }
        calls
    }

    /// True if it defines `main` unconditionally. A self-test's `main` is usually switched off.
    pub(crate) fn defines_main(&self) -> bool {
        let mut depth = 0_i32;
        for (number, token) in self.tokens.iter().enumerate() {
            match token.text.as_str() {
                "{" => depth += 1,
                "}" => depth = (depth - 1).max(0),
                "main"
                    if depth == 0
                        && token.compiled == CompileCondition::Always
                        && self.is_definition(number + 1) =>
                {
                    return true;
                }
                _ => {}
            }
        }
        false
    }

    /// True if arguments in parentheses follow, and then a body instead of a `;`.
    fn is_definition(&self, from: usize) -> bool {
        let mut open = 0_i32;
        for (number, token) in self.tokens[from..].iter().take(HEAD).enumerate() {
            match token.text.as_str() {
                "(" => open += 1,
                ")" => open -= 1,
                ";" if open == 0 => return false,
                "{" if open == 0 => return true,
                _ if number == 0 => return false,
                _ => {}
            }
        }
        false
    }
}

/// A function that a source declares or defines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Function<'s> {
    pub(crate) name: &'s str,
    /// The words between its parentheses, up to the first `)`.
    pub(crate) parameters: Vec<&'s str>,
    /// True if its body is here.
    pub(crate) defined: bool,
}

impl<'s> Function<'s> {
    /// The type of its parameter, if it has exactly one.
    pub(crate) fn type_of_only_parameter(&self) -> Option<&'s str> {
        let mut words = self.parameters.iter();
        let first = words.find(|word| !["const", "struct"].contains(*word))?;
        (!self.parameters.contains(&",")).then_some(*first)
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

/// The text with each comment replaced by a space; line ends are kept.
fn without_comments(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut quote = None;
    while let Some(c) = chars.next() {
        match (quote, c, chars.peek()) {
            (Some(_), '\\', Some(_)) => {
                kept.push(c);
                kept.extend(chars.next());
                continue;
            }
            // A string ends with its line, whatever else is wrong with it.
            (Some(_), '\n', _) => quote = None,
            (Some(end), _, _) if end == c => quote = None,
            (None, '"' | '\'', _) => quote = Some(c),
            (None, '/', Some('/')) => {
                while chars.peek().is_some_and(|&next| next != '\n') {
                    chars.next();
                }
                continue;
            }
            (None, '/', Some('*')) => {
                chars.next();
                kept.push(' ');
                let mut last = ' ';
                for inside in chars.by_ref() {
                    if inside == '\n' {
                        kept.push('\n');
                    }
                    if last == '*' && inside == '/' {
                        break;
                    }
                    last = inside;
                }
                continue;
            }
            _ => {}
        }
        kept.push(c);
    }
    kept
}

/// A line of code without the parts between quotes.
fn without_texts(line: &str) -> String {
    let mut kept = String::new();
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        if c != '"' && c != '\'' {
            kept.push(c);
            continue;
        }
        while let Some(inside) = chars.next() {
            if inside == '\\' {
                chars.next();
            } else if inside == c {
                break;
            }
        }
        kept.push(' ');
    }
    kept
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn has_main(text: &str) -> bool {
        CSource::read(text).defines_main()
    }

    #[test]
    fn a_main_is_found_however_it_is_written() {
        for text in [
            "int main(void) { return 0; }",
            "int\nmain (int argc,\n  char *argv[])\n{\n}",
            "#include <stdio.h>\nstatic int x; void main() {}",
            "int f(void) { return 1; }\nint main(argc, argv) {",
            "#ifndef GUARD\nint main(void) {}\n#endif",
        ] {
            assert!(has_main(text), "{text}");
        }
    }

    #[test]
    fn what_only_looks_like_a_main_is_none() {
        for text in [
            "",
            "// int main(void) {}",
            "/* int main(void) {} */ int x;",
            "char *s = \"int main(void) {\";",
            "int main(void);",
            "int domain(void) {}",
            "int main_loop(void) {}",
            "void f(void) { main(); { } }",
            "#ifdef TEST\nint main(void) {}\n#endif",
            "#define RUN int main(void) { \\\n int main(void) {}\nint x;",
            "int main = 3; void f(void) {}",
        ] {
            assert!(!has_main(text), "{text}");
        }
    }

    #[test]
    fn names_and_includes_are_told_from_texts_and_comments() {
        let source = CSource::read(
            "#include \"a.h\"\n# include \"b/c.h\" // \"d.h\"\n#include <e.h>\nint f(g); // h()\nchar *i = \"j() \\\"k\"; char l = '\"'; int m();",
        );
        assert_eq!(source.includes.iter().collect::<Vec<_>>(), ["a.h", "b/c.h"]);
        let names: Vec<_> = source.functions().iter().map(|function| function.name).collect();
        assert_eq!(names, ["f", "m"]);
    }

    #[test]
    fn functions_are_told_from_calls() {
        let source = CSource::read(
            "static int f(const struct view *v);\nvoid g(View v, int n)\n{ if (h(1)) i (f(v)); }\nint x = j(3);",
        );
        let functions = source.functions();
        let [f, g, ..] = functions.as_slice() else { panic!("{functions:?}") };
        assert_eq!((f.name, f.defined, f.type_of_only_parameter()), ("f", false, Some("view")));
        assert_eq!((g.name, g.defined, g.type_of_only_parameter()), ("g", true, None));
        assert_eq!(source.calls().into_iter().collect::<Vec<_>>(), ["f", "h", "i", "if"]);
        for half in ["f", "f(", "f(a", "f()", "f(a, ", "}}f(){"] {
            assert!(CSource::read(half).functions().len() < 2, "{half}");
        }
    }

    #[test]
    fn hostile_sources_are_read_in_no_time() {
        let took = crate::testing::processor_time(|| {
            assert!(!has_main(&"main(".repeat(200_000)));
            assert!(!has_main(&("#ifndef A\n".repeat(100_000) + &"x\n".repeat(400_000))));
            assert!(!has_main(&("#if 1\n#endif\n#endif\n".repeat(10_000) + "#if 1\nmain() {")));
            assert_eq!(CSource::read(&"f(".repeat(200_000)).functions().len(), 0);
            assert_eq!(CSource::read(&"f{(".repeat(200_000)).calls().len(), 0);
        });
        assert!(took.as_secs() < 20, "{took:?}");
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_panic(text in "[\\PC\n\"'/*#{}();\\\\]{0,100}") {
            let source = CSource::read(&text);
            let _ = (source.defines_main(), source.functions(), source.calls());
        }
    }
}
