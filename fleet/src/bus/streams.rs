//! The streams and consumers of a fleet, one set for all its runs.

use std::time::Duration;

use async_nats::jetstream::{
    consumer::{AckPolicy, Consumer, pull},
    stream::{Config, DiscardPolicy, RetentionPolicy, StorageType},
};

use super::{Bus, BusError, again, hello, lease};
use crate::{
    class::Class,
    hello::{HELLO_SUBJECTS, MAX_HELLO},
    settings::Settings,
    wire::{
        HELLOS, LEASE_SUBJECTS, LEASES, MAX_ITEM, MAX_MESSAGE, NET_SUBJECTS, NETS, RESULT_SUBJECTS, RESULTS,
        WORK,
    },
};

/// How long an item waits for a worker, and a result for its coordinator, before it is given up; what is still missing is
/// issued again. Results that come after the end of a match would otherwise fill the broker in the end.
const AGE: Duration = Duration::from_secs(7 * 24 * 3600);
/// Workers that wait, and items that are out, at the same time; the defaults (512, 1,000) are too few for a cluster.
const MANY: i64 = 50_000;
/// Parts of results that the coordinator has not acknowledged: bounds its memory to 128 MiB.
const RESULTS_OUT: i64 = 512;
/// How long the coordinator may keep a part without acknowledging it.
const RESULT_WAIT: Duration = Duration::from_secs(120);
/// Greetings that are kept of each name: two of each of its processes.
const PROCESSES: i64 = 10_000;
/// The most bytes of all greetings.
const HELLOS_MAX_BYTES: i64 = 32 << 20;
/// How often a stream is asked for before it is given up: for half a minute at least, in which a cluster finds its leader.
const ATTEMPTS: u32 = 12;

/// Returns the streams of a fleet.
fn streams(settings: &Settings) -> [Config; 5] {
    let queue = |name: &str, subjects: &str| Config {
        name: name.to_owned(),
        subjects: vec![format!("{subjects}.>")],
        discard: DiscardPolicy::New,
        retention: RetentionPolicy::WorkQueue,
        max_age: AGE,
        storage: StorageType::File,
        num_replicas: settings.replicas,
        ..Config::default()
    };
    [
        Config {
            subjects: Class::ALL.map(|class| format!("{}.>", class.subjects())).into(),
            max_messages_per_subject: 1,
            discard_new_per_subject: true,
            max_message_size: 2 * MAX_ITEM as i32,
            ..queue(WORK, "")
        },
        Config {
            max_bytes: i64::try_from(settings.results_max_bytes).unwrap_or(i64::MAX),
            max_message_size: MAX_MESSAGE as i32,
            ..queue(RESULTS, RESULT_SUBJECTS)
        },
        Config {
            retention: RetentionPolicy::Limits,
            max_age: Duration::ZERO,
            max_messages_per_subject: 1,
            discard: DiscardPolicy::Old,
            max_message_size: MAX_MESSAGE as i32,
            allow_direct: true,
            ..queue(NETS, NET_SUBJECTS)
        },
        Config {
            retention: RetentionPolicy::Limits,
            max_age: lease::HOLDS,
            // Brokers refuse one that is longer than the age.
            duplicate_window: lease::HOLDS,
            max_messages_per_subject: 1,
            discard: DiscardPolicy::Old,
            max_message_size: MAX_ITEM as i32,
            allow_direct: true,
            ..queue(LEASES, LEASE_SUBJECTS)
        },
        Config {
            retention: RetentionPolicy::Limits,
            max_age: hello::KEPT,
            duplicate_window: hello::KEPT,
            max_messages_per_subject: PROCESSES,
            max_bytes: HELLOS_MAX_BYTES,
            discard: DiscardPolicy::Old,
            max_message_size: 2 * MAX_HELLO as i32,
            allow_direct: true,
            storage: StorageType::Memory,
            ..queue(HELLOS, HELLO_SUBJECTS)
        },
    ]
}

impl Bus {
    /// Makes the streams and the consumers of the workers, or gives them these settings.
    ///
    /// # Errors
    /// If the broker cannot make them, or has others of the same names.
    pub async fn prepare(&self, settings: &Settings) -> Result<(), BusError> {
        for wanted in streams(settings) {
            let make = async || self.context.create_or_update_stream(wanted.clone()).await.map_err(again);
            let found = self.insist("make a stream", ATTEMPTS, make).await?;
            check_stream(&wanted, &found.config)?;
        }
        for class in Class::ALL {
            let workers = pull::Config {
                durable_name: Some(class.consumer()),
                filter_subject: format!("{}.>", class.subjects()),
                ack_policy: AckPolicy::Explicit,
                ack_wait: settings.ack_wait,
                max_deliver: -1,
                max_ack_pending: MANY,
                max_waiting: MANY,
                num_replicas: settings.replicas,
                ..pull::Config::default()
            };
            self.consumer(WORK, &class.consumer(), workers).await?;
        }
        Ok(())
    }

    /// Returns the consumer of the results of an order.
    pub(super) async fn results_consumer(
        &self,
        order: &str,
        settings: &Settings,
    ) -> Result<Consumer<pull::Config>, BusError> {
        let name = format!("coord-{order}");
        let config = pull::Config {
            durable_name: Some(name.clone()),
            filter_subject: format!("{RESULT_SUBJECTS}.*.{order}.>"),
            ack_policy: AckPolicy::Explicit,
            ack_wait: RESULT_WAIT,
            max_deliver: -1,
            max_ack_pending: RESULTS_OUT,
            num_replicas: settings.replicas,
            ..pull::Config::default()
        };
        self.consumer(RESULTS, &name, config).await
    }

    async fn consumer(
        &self,
        stream: &str,
        name: &str,
        config: pull::Config,
    ) -> Result<Consumer<pull::Config>, BusError> {
        let find = async || self.context.get_stream_no_info(stream).await.map_err(again);
        let stream = self.insist("find a stream", ATTEMPTS, find).await?;
        let make = async || stream.create_consumer(config.clone()).await.map_err(again);
        let consumer = self.insist("make a consumer", ATTEMPTS, make).await?;
        let found = &consumer.cached_info().config;
        // Older brokers drop in silence what they do not know.
        if found.filter_subject != config.filter_subject
            || found.ack_wait != config.ack_wait
            || found.max_ack_pending != config.max_ack_pending
        {
            return Err(BusError::Differs(format!("a consumer {name} with other settings; remove it")));
        }
        Ok(consumer)
    }
}

/// Compares what matters of a stream with what was asked for.
fn check_stream(wanted: &Config, found: &Config) -> Result<(), BusError> {
    let same = found.subjects == wanted.subjects
        && found.retention == wanted.retention
        && found.discard == wanted.discard
        && found.discard_new_per_subject == wanted.discard_new_per_subject
        && found.allow_direct == wanted.allow_direct
        && found.num_replicas == wanted.num_replicas
        && found.max_age == wanted.max_age;
    if same {
        return Ok(());
    }
    Err(BusError::Differs(format!("a stream {} with other settings", wanted.name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_and_results_do_not_wait_for_ever_and_nets_do() {
        let settings = Settings::parse("version = 1\nhost = \"127.0.0.1\"\n").expect("settings");
        let ages = streams(&settings).map(|stream| (stream.name, stream.max_age));
        assert_eq!(
            ages,
            [
                (WORK, AGE),
                (RESULTS, AGE),
                (NETS, Duration::ZERO),
                (LEASES, lease::HOLDS),
                (HELLOS, hello::KEPT)
            ]
            .map(|(name, age)| (name.to_owned(), age))
        );
    }
}
