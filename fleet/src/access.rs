//! How a machine reaches a broker: the address of an invitation.

/// What a machine needs to connect: the parts of `nats://HOST:PORT/NAME#SEED`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    /// The addresses of the broker, `nats://HOST:PORT` or `wss://HOST:PORT`; several of a cluster.
    pub servers: Vec<String>,
    /// The name of the machine: 1 to 32 of `a` to `z`, `0` to `9` and `-`; the coordinator is `coordinator`.
    pub name: String,
    /// The seed of its NKEY, a secret.
    pub seed: String,
}
