//! Nets and other files that lie with the broker.

use std::{
    collections::BTreeMap,
    io::{Read as _, Write as _},
};

use async_nats::jetstream::stream::DirectGetErrorKind;
use damier_files::sha256;
use flate2::{Compression, read::DeflateDecoder, write::DeflateEncoder};
use futures_util::StreamExt as _;

use super::{Bus, BusError, Failed, work::Published};
use crate::wire::{Blob, MAX_BLOB, NET_SUBJECTS, NETS, PART};

/// How often a part is asked for before it is given up.
const ATTEMPTS: u32 = 10;

impl Bus {
    /// Puts a file to the broker, unless it lies there already.
    ///
    /// # Errors
    /// If the broker has no room, or the file is too large.
    pub async fn put_blob(&self, content: &[u8]) -> Result<Blob, BusError> {
        let action = "keep a file";
        if content.len() > MAX_BLOB {
            let reason = format!("it has {} bytes, at most {MAX_BLOB} are sent", content.len());
            return Err(BusError::Broker { action, reason });
        }
        let broken = |error: std::io::Error| BusError::Broker { action, reason: error.to_string() };
        let mut deflated = DeflateEncoder::new(Vec::new(), Compression::default());
        deflated.write_all(content).map_err(broken)?;
        let deflated = deflated.finish().map_err(broken)?;
        let parts: Vec<&[u8]> = deflated.chunks(PART).collect();
        let blob = Blob { sha256: sha256(content), bytes: content.len() as u64, parts: parts.len() as u32 };
        let stream = self.nets().await?;
        for (number, part) in (0..).zip(parts) {
            let subject = blob.subject(number);
            if stream
                .direct_get_last_for_subject(subject.clone())
                .await
                .is_ok_and(|there| there.payload == part)
            {
                continue;
            }
            if self.publish(&subject, None, part.to_vec().into(), action).await? == Published::Full {
                return Err(BusError::Broker { action, reason: "its stream is full".to_owned() });
            }
        }
        Ok(blob)
    }

    /// Puts a file to the broker again where a part of it is gone.
    ///
    /// # Errors
    /// As [`put_blob`](Self::put_blob).
    pub async fn renew_blob(&self, blob: &Blob, content: &[u8]) -> Result<(), BusError> {
        let stream = self.nets().await?;
        for number in 0..blob.parts {
            if stream.direct_get_last_for_subject(blob.subject(number)).await.is_err() {
                return self.put_blob(content).await.map(|_| ());
            }
        }
        Ok(())
    }

    /// Fetches a file.
    ///
    /// # Errors
    /// If it does not lie there, or its content is not what its name says.
    pub async fn get_blob(&self, blob: &Blob) -> Result<Vec<u8>, BusError> {
        let stream = self.nets().await?;
        let mut deflated = Vec::new();
        for number in 0..blob.parts {
            let ask = async || {
                let part = stream.direct_get_last_for_subject(blob.subject(number)).await;
                part.map_err(|error| {
                    let reason = format!("part {number} of {}: {error}", blob.sha256);
                    match error.kind() {
                        DirectGetErrorKind::NotFound => Failed::Never(reason),
                        _ => Failed::Again(reason),
                    }
                })
            };
            let part = self.insist("send a file", ATTEMPTS, ask).await?;
            deflated.extend_from_slice(&part.payload);
        }
        let mut content = Vec::new();
        let read = DeflateDecoder::new(deflated.as_slice()).take(blob.bytes + 1).read_to_end(&mut content);
        if read.is_err() || content.len() as u64 != blob.bytes || sha256(&content) != blob.sha256 {
            return Err(BusError::Damaged(blob.sha256.clone()));
        }
        Ok(content)
    }

    /// Keeps the newest files, `count` of them and those of `needed`; the others go.
    pub async fn keep_blobs(&self, count: usize, needed: &[&Blob]) -> Result<(), BusError> {
        let action = "list its files";
        let failed = |reason: String| BusError::Broker { action, reason };
        let stream = self.nets().await?;
        let info = stream.info_with_subjects(format!("{NET_SUBJECTS}.>")).await;
        let mut subjects = info.map_err(|error| failed(error.to_string()))?;
        let mut files: BTreeMap<String, u64> = BTreeMap::new();
        while let Some(subject) = subjects.next().await {
            let (subject, _) = subject.map_err(|error| failed(error.to_string()))?;
            let Some(first) = subject.strip_suffix(".0") else { continue };
            if let Ok(part) = stream.direct_get_last_for_subject(subject.as_str()).await {
                files.insert(first.to_owned(), part.sequence);
            }
        }
        let mut by_age: Vec<(u64, String)> =
            files.into_iter().map(|(file, sequence)| (sequence, file)).collect();
        by_age.sort_unstable();
        let old = by_age.len().saturating_sub(count);
        for (_, file) in by_age.into_iter().take(old) {
            if needed.iter().any(|blob| blob.subject(0).strip_suffix(".0") == Some(&file)) {
                continue;
            }
            let purged = stream.purge().filter(format!("{file}.>")).await;
            purged.map_err(|error| failed(error.to_string()))?;
        }
        Ok(())
    }

    async fn nets(&self) -> Result<async_nats::jetstream::stream::Stream<()>, BusError> {
        self.context
            .get_stream_no_info(NETS)
            .await
            .map_err(|error| BusError::Broker { action: "find a stream", reason: error.to_string() })
    }
}
