//! `records.jsonl.zst`: kept records in frames that depend on the plan alone.

use zstd::bulk::Compressor;
use zstd::zstd_safe::CParameter;

/// The number of matches per frame: match `n` is in frame `n / FRAME`. Frames without a kept record
/// are absent.
const FRAME: u64 = 256;

/// The compression level, pinned because the bytes of results are promised.
const LEVEL: i32 = 3;

/// Gathers records, in the order of their numbers, into compressed frames.
pub(super) struct RecordFrames {
    compressor: Compressor<'static>,
    frame: u64,
    lines: Vec<u8>,
}

impl RecordFrames {
    pub(super) fn new() -> std::io::Result<Self> {
        let mut compressor = Compressor::new(LEVEL)?;
        compressor.set_parameter(CParameter::ChecksumFlag(true))?;
        Ok(Self { compressor, frame: 0, lines: vec![] })
    }

    /// Adds a record. Returns the previous frame if this record begins another.
    pub(super) fn add(&mut self, number: u64, line: &str) -> std::io::Result<Vec<u8>> {
        let frame = number / FRAME;
        let closed = if frame == self.frame { vec![] } else { self.close()? };
        self.frame = frame;
        self.lines.extend_from_slice(line.as_bytes());
        self.lines.push(b'\n');
        Ok(closed)
    }

    /// Closes the frame; empty if nothing is in it.
    pub(super) fn close(&mut self) -> std::io::Result<Vec<u8>> {
        if self.lines.is_empty() {
            return Ok(vec![]);
        }
        // The frame is compressed in one piece: the pieces of a stream can change its bytes.
        let frame = self.compressor.compress(&self.lines)?;
        self.lines.clear();
        Ok(frame)
    }
}
