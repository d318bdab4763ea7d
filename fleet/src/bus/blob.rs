//! Nets and other files that lie with the broker.

use std::{
    cell::Cell,
    io::{Read as _, Write as _},
};

use async_nats::jetstream::stream::DirectGetErrorKind;
use damier_files::sha256;
use flate2::{Compression, read::DeflateDecoder, write::DeflateEncoder};
use futures_util::TryStreamExt as _;

use super::{Bus, BusError, Failed, again, work::Published};
use crate::wire::{Blob, MAX_BLOB, NET_SUBJECTS, NETS, PART};

/// How often a part is asked for before it is given up.
const ATTEMPTS: u32 = 10;
/// How often the brokers say that they have no such part before that is believed: one of a cluster may be behind the others,
/// and another one answers the next time.
const BELIEVED: u32 = 4;

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

    /// Puts a file to the broker again where a part of it is gone, and returns whether that was so.
    ///
    /// # Errors
    /// As [`put_blob`](Self::put_blob).
    pub async fn renew_blob(&self, blob: &Blob, content: &[u8]) -> Result<bool, BusError> {
        // Counted, not fetched: this is asked again and again while the games take their time.
        let there = match self.nets().await?.info_with_subjects(format!("{}.>", blob.subjects())).await {
            Ok(subjects) => subjects.try_fold(0, async |count, _| Ok(count + 1)).await.unwrap_or(0),
            Err(_) => 0,
        };
        let is_gone = there < blob.parts;
        if is_gone {
            self.put_blob(content).await?;
        }
        Ok(is_gone)
    }

    /// Fetches a file.
    ///
    /// # Errors
    /// If it does not lie there, or its content is not what its name says.
    pub async fn get_blob(&self, blob: &Blob) -> Result<Vec<u8>, BusError> {
        let stream = self.nets().await?;
        let mut deflated = Vec::new();
        for number in 0..blob.parts {
            let misses = Cell::new(0);
            let ask = async || {
                let part = stream.direct_get_last_for_subject(blob.subject(number)).await;
                part.map_err(|error| {
                    let reason = format!("part {number} of {}: {error}", blob.sha256);
                    match error.kind() {
                        DirectGetErrorKind::NotFound if misses.replace(misses.get() + 1) + 1 >= BELIEVED => {
                            Failed::Never(reason)
                        }
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
    ///
    /// # Errors
    /// If the broker does not answer after several attempts.
    pub async fn keep_blobs(&self, count: usize, needed: &[&Blob]) -> Result<(), BusError> {
        let stream = self.nets().await?;
        let list = async || {
            let subjects = stream.info_with_subjects(format!("{NET_SUBJECTS}.>")).await.map_err(again)?;
            let subjects: Vec<(String, usize)> = subjects.try_collect().await.map_err(again)?;
            Ok(subjects)
        };
        let mut by_age: Vec<(u64, String)> = Vec::new();
        for (subject, _) in self.insist("list its files", ATTEMPTS, list).await? {
            let Some(first) = subject.strip_suffix(".0") else { continue };
            if let Ok(part) = stream.direct_get_last_for_subject(subject.as_str()).await {
                by_age.push((part.sequence, first.to_owned()));
            }
        }
        by_age.sort_unstable();
        let old = by_age.len().saturating_sub(count);
        for (_, file) in by_age.into_iter().take(old) {
            if needed.iter().any(|blob| blob.subjects() == file) {
                continue;
            }
            let remove = async || stream.purge().filter(format!("{file}.>")).await.map_err(again);
            self.insist("remove a file", ATTEMPTS, remove).await?;
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
