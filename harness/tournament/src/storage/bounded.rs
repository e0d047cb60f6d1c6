//! Reads files of a run's folder within bounds.

use std::io::{self, Read};

use stoker_files::untrusted::Folder;

use super::{FolderError, at};

/// Reads a file of at most `most` bytes. An endless file, such as a device, is not read further.
///
/// # Errors
/// If it cannot be read, or is longer.
pub fn read(folder: &Folder, name: &str, most: u64) -> Result<Vec<u8>, FolderError> {
    let path = folder.path().join(name);
    let mut bytes = vec![];
    let file = folder.open_file(name);
    file.and_then(|file| file.take(most + 1).read_to_end(&mut bytes)).map_err(at(&path))?;
    if bytes.len() as u64 > most {
        let message = format!("it has more than {most} bytes");
        return Err(FolderError::Garbled { path, message });
    }
    Ok(bytes)
}

/// Reads a text file of at most `most` bytes.
///
/// # Errors
/// If it cannot be read, is longer, or is not UTF-8 text.
pub fn read_text(folder: &Folder, name: &str, most: u64) -> Result<String, FolderError> {
    String::from_utf8(read(folder, name, most)?).map_err(|_| {
        let source = io::Error::new(io::ErrorKind::InvalidData, "not UTF-8 text");
        at(&folder.path().join(name))(source)
    })
}

/// Reads a file, and fails at a line that is longer than any that a run writes. An endless line
/// therefore cannot fill the memory.
pub(crate) struct ShortLines<R> {
    inner: R,
    /// Bytes since the last line end.
    length: usize,
}

impl<R> ShortLines<R> {
    const MOST: usize = 1 << 20;

    /// Reads from the start of a line.
    pub(crate) fn new(inner: R) -> Self {
        Self { inner, length: 0 }
    }
}

impl<R: Read> Read for ShortLines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.length = match buffer[..read].iter().rposition(|&byte| byte == b'\n') {
            Some(end) => read - end - 1,
            None => self.length + read,
        };
        if self.length > Self::MOST {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "a line is longer than any row",
            ));
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_an_end_is_refused_before_it_fills_the_memory() {
        let mut short = ShortLines::new(&b"a,b\nc,d\n"[..]);
        assert_eq!(io::copy(&mut short, &mut io::sink()).unwrap(), 8);
        let error = io::copy(&mut ShortLines::new(io::repeat(b'x')), &mut io::sink()).unwrap_err();
        assert_eq!(error.to_string(), "a line is longer than any row");
    }
}
