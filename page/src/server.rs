//! Listening and answering.

use std::{
    io,
    net::{SocketAddr, TcpListener},
    sync::Arc,
    time::Duration,
};

use axum::{Router, body::Body};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use thiserror::Error;
use tokio::sync::{Notify, Semaphore};
use tower_service::Service as _;

use crate::{api, clients::Peer, context::Context, settings::Settings};

/// Connections that are open at the same time; more wait to be accepted.
const MOST_CONNECTIONS: usize = 512;
/// How long a client may take to send the headers of a request.
const LONGEST_HEAD: Duration = Duration::from_secs(15);
/// Most bytes of the headers of a request.
const MOST_HEAD_BYTES: usize = 32 << 10;
/// How long answers that are under way may take when the server ends.
const LONGEST_END: Duration = Duration::from_secs(3);
/// Pause after a connection could not be accepted, for want of file handles mostly.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Why a server does not listen.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address is taken, or none of this computer.
    #[error("{address}: cannot listen there ({error}); give another port, or 0 for any free one")]
    Address {
        /// The address.
        address: SocketAddr,
        /// The reason.
        error: io::Error,
    },
    /// Others reach the address, and there is no token.
    #[error("{address}: other computers reach this address, so the server needs a token")]
    NoToken {
        /// The address.
        address: SocketAddr,
    },
    /// Something failed in the system.
    #[error("the server cannot run: {0}")]
    System(#[from] io::Error),
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    pub(crate) context: Arc<Context>,
    stop: ServerStop,
}

/// Handle with which another thread ends a server.
#[derive(Clone, Default)]
pub struct ServerStop {
    asked: Arc<Notify>,
}

impl ServerStop {
    /// Ends the server: stops its searches, closes its connections.
    pub fn stop(&self) {
        self.asked.notify_one();
    }
}

impl Server {
    /// Begins to listen.
    ///
    /// # Errors
    /// The address is not free, or one that others reach without a token.
    pub fn bind(settings: Settings) -> Result<Self, ServeError> {
        let address = settings.address;
        if settings.token.is_none() && !address.ip().is_loopback() {
            return Err(ServeError::NoToken { address });
        }
        let listener = TcpListener::bind(address).map_err(|error| ServeError::Address { address, error })?;
        listener.set_nonblocking(true)?;
        Ok(Self { listener, context: Context::new(settings), stop: ServerStop::default() })
    }

    /// Returns the address at which it listens.
    ///
    /// # Errors
    /// The system does not tell.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Returns the handle that ends it.
    pub fn stop_handle(&self) -> ServerStop {
        self.stop.clone()
    }

    /// Answers until the handle ends it.
    ///
    /// # Errors
    /// The system does not give what a server needs.
    pub fn run(self) -> Result<(), ServeError> {
        let Self { listener, context, stop } = self;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .max_blocking_threads(Context::most_threads(&context.settings))
            .enable_all()
            .build()?;
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            let connections = Arc::new(GracefulShutdown::new());
            let router = api::router(Arc::clone(&context));
            let accepting = tokio::spawn(accept(listener, router, Arc::clone(&connections)));
            stop.asked.notified().await;
            accepting.abort();
            let _ = accepting.await;
            context.searches.close();
            context.runs.watchers.close();
            context.matches.watchers.close();
            if let Some(connections) = Arc::into_inner(connections) {
                let _ = tokio::time::timeout(LONGEST_END, connections.shutdown()).await;
            }
            Ok(())
        })
    }
}

async fn accept(listener: tokio::net::TcpListener, router: Router, connections: Arc<GracefulShutdown>) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(_) => {
                tokio::time::sleep(ACCEPT_PAUSE).await;
                continue;
            }
        };
        // Events are small and should not wait for each other; without it they come later, and that is all.
        let _ = stream.set_nodelay(true);
        let router = router.clone();
        let service = service_fn(move |request: hyper::Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(Peer(peer.ip()));
            router.clone().call(request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(LONGEST_HEAD)
            .max_buf_size(MOST_HEAD_BYTES)
            .serve_connection(TokioIo::new(stream), service);
        let connection = connections.watch(connection);
        tokio::spawn(async move {
            // A client that breaks off has ended its own requests and no others.
            let _ = connection.await;
            drop(place);
        });
    }
}
