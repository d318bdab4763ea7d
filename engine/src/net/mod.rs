//! The network: architecture, file format, quantised inference.
