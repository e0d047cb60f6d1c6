//! A parser for shell commands that make prints, as far as compiling and linking need it.
//!
//! No shell is run. A word that only a shell could expand (`$x`, `$(...)`, backquotes) is dropped
//! from its command. The variable of a loop over words is the exception.

/// A piece of a shell line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ShellPiece {
    /// A command with its arguments, without redirections.
    Command(Vec<String>),
    /// A `(`: changes of folder up to its `)` end with it.
    Open,
    /// The `)`.
    Close,
}

/// Keywords that come before a command.
const KEYWORDS: [&str; 8] = ["if", "then", "else", "do", "while", "{", "!", "time"];

/// The most bytes of a line after its loops are unrolled.
const LONGEST: usize = 64 << 10;

/// Splits a line into its commands.
pub(super) fn pieces(line: &str) -> Vec<ShellPiece> {
    let unrolled = unrolled(line);
    let mut reader = ShellParser::of(unrolled.as_deref().unwrap_or(line));
    reader.read();
    reader.pieces
}

/// Unrolls the first loop over words: `for x in a b; do cc -c $x.c; done` becomes `cc -c a.c; cc -c
/// b.c;`. `None` if there is none, or if the line would become too long.
fn unrolled(line: &str) -> Option<String> {
    let (before, rest) = line.split_once("for ")?;
    let (name, rest) = rest.split_once(" in ")?;
    let (words, rest) = rest.split_once(';')?;
    let body = rest.trim_start().strip_prefix("do")?;
    let (body, after) = body.rsplit_once("done")?;
    let name = name.trim();
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let starts = before.is_empty() || before.ends_with([' ', ';', '(', '&', '@']);
    let count = words.split_whitespace().count();
    let bytes = line.len() + count.saturating_mul(body.len()) + words.len();
    if !is_name || !starts || bytes > LONGEST {
        return None;
    }
    let once = |word: &str| {
        let filled = body.replace(&format!("${{{name}}}"), word);
        filled.replace(&format!("${name}"), word) + ";"
    };
    let all: String = words.split_whitespace().map(once).collect();
    Some(format!("{before}{all}{after}"))
}

struct ShellParser<'l> {
    chars: std::iter::Peekable<std::str::Chars<'l>>,
    pieces: Vec<ShellPiece>,
    words: Vec<String>,
    word: Option<String>,
    /// True if only a shell could expand the current word.
    unknown: bool,
    /// True if the next word is the target of a redirection.
    redirected: bool,
}

impl<'l> ShellParser<'l> {
    fn of(line: &'l str) -> Self {
        Self {
            chars: line.chars().peekable(),
            pieces: vec![],
            words: vec![],
            word: None,
            unknown: false,
            redirected: false,
        }
    }

    fn read(&mut self) {
        while let Some(c) = self.chars.next() {
            match c {
                ' ' | '\t' | '\r' => self.end_word(),
                '#' if self.word.is_none() => break,
                ';' | '|' | '\n' => self.end_command(),
                '&' if self.chars.peek() == Some(&'>') => {}
                '&' if self.redirected && self.word.is_none() => {}
                '&' => self.end_command(),
                '(' | ')' => {
                    self.end_command();
                    self.pieces.push(if c == '(' { ShellPiece::Open } else { ShellPiece::Close });
                }
                '<' | '>' => self.redirect(),
                '\'' => self.quoted(),
                '"' => self.quoted_twice(),
                '\\' => {
                    let next = self.chars.next();
                    self.word.get_or_insert_default().extend(next);
                }
                '$' | '`' => self.substitution(c),
                _ => self.word.get_or_insert_default().push(c),
            }
        }
        self.end_command();
    }

    /// Reads a redirection. A number before it is a descriptor, not a word.
    fn redirect(&mut self) {
        match &self.word {
            Some(word) if word.bytes().all(|byte| byte.is_ascii_digit()) => self.word = None,
            _ => self.end_word(),
        }
        self.redirected = true;
    }

    fn quoted(&mut self) {
        let word = self.word.get_or_insert_default();
        word.extend(self.chars.by_ref().take_while(|&c| c != '\''));
    }

    fn quoted_twice(&mut self) {
        self.word.get_or_insert_default();
        while let Some(c) = self.chars.next() {
            match c {
                '"' => return,
                '\\' => {
                    let escaped = self.chars.next_if(|next| "\"\\$`".contains(*next));
                    self.word.get_or_insert_default().push(escaped.unwrap_or('\\'));
                }
                '$' | '`' => self.substitution(c),
                _ => self.word.get_or_insert_default().push(c),
            }
        }
    }

    /// Skips `$(...)`, `${...}` and backquotes, and marks the word as unknown.
    fn substitution(&mut self, began: char) {
        self.word.get_or_insert_default();
        self.unknown = true;
        let end = match self.chars.peek() {
            _ if began == '`' => '`',
            Some('(') => ')',
            Some('{') => '}',
            _ => return,
        };
        let mut depth = u32::from(began == '`');
        for c in self.chars.by_ref() {
            if c == end {
                depth = depth.saturating_sub(1);
            } else if c == '(' || c == '{' {
                depth += u32::from(began != '`');
            }
            if depth == 0 {
                return;
            }
        }
    }

    fn end_word(&mut self) {
        let Some(word) = self.word.take() else { return };
        let unknown = std::mem::take(&mut self.unknown);
        let redirected = std::mem::take(&mut self.redirected);
        let keyword = self.words.is_empty() && KEYWORDS.contains(&word.as_str());
        if !unknown && !redirected && !keyword {
            self.words.push(word);
        }
    }

    fn end_command(&mut self) {
        self.end_word();
        self.redirected = false;
        if !self.words.is_empty() {
            self.pieces.push(ShellPiece::Command(std::mem::take(&mut self.words)));
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The commands of a line, with spaces between words and bars between commands.
    fn read(line: &str) -> String {
        let piece = |piece: ShellPiece| match piece {
            ShellPiece::Command(words) => words.join(" "),
            ShellPiece::Open => "(".to_owned(),
            ShellPiece::Close => ")".to_owned(),
        };
        pieces(line).into_iter().map(piece).collect::<Vec<_>>().join("|")
    }

    #[test]
    fn commands_end_where_a_shell_ends_them() {
        assert_eq!(read("cd sub && cc -c a.c; ls"), "cd sub|cc -c a.c|ls");
        assert_eq!(read("(cd sub; cc a.c) || exit 1"), "(|cd sub|cc a.c|)|exit 1");
        assert_eq!(read("if cc a.c; then echo yes; fi"), "cc a.c|echo yes|fi");
        assert_eq!(read("cc -c a.c # as cc b.c"), "cc -c a.c");
    }

    #[test]
    fn quotes_and_backslashes_are_taken_off() {
        assert_eq!(read(r#"cc '-DA="b c"' "-DD=\"e\"" f\ g.c"#), r#"cc -DA="b c" -DD="e" f g.c"#);
        assert_eq!(pieces("cc 'a b.c'"), [ShellPiece::Command(vec!["cc".into(), "a b.c".into()])]);
    }

    #[test]
    fn redirections_are_no_words() {
        assert_eq!(read("cc a.c > log 2>&1 -c"), "cc a.c -c");
        assert_eq!(read("cc a.c 2>/dev/null; ls <in"), "cc a.c|ls");
        assert_eq!(read("cc a.c &> log"), "cc a.c");
    }

    #[test]
    fn loops_over_words_are_written_out() {
        let line = "for f in a b; do cc -c $f.c -o ${f}.o || exit 1; done; cc a.o b.o";
        let first = "cc -c a.c -o a.o|exit 1|cc -c b.c -o b.o|exit 1|cc a.o b.o";
        assert_eq!(read(line), first);
        assert_eq!(read("cd x && for f in *.c; do cc -c $f; done"), "cd x|cc -c *.c");
        assert_eq!(read("echo waiting for make in vain; do"), "echo waiting for make in vain");
        let long = format!("for f in {}; do cc $f.c; done", "a ".repeat(20_000));
        assert!(pieces(&long).len() < 10);
    }

    #[test]
    fn what_only_a_shell_knows_is_left_out() {
        assert_eq!(read("cc $x `a b` a.c $(c (d) e) \"${f}g\" h.c"), "cc a.c h.c");
    }

    proptest! {
        #[test]
        fn no_line_makes_the_reader_panic(line in "[\\PC'\"`$(){};&|<>\\\\ ]{0,80}") {
            let _ = pieces(&line);
        }
    }
}
