//! Games, records and nets do not depend on the elementary functions of the system's C library, which differ from
//! system to system in the last bit.

#[cfg(target_os = "linux")]
mod foreign;
#[cfg(target_os = "linux")]
mod imports;
#[cfg(target_os = "linux")]
mod preloaded;
