//! The C library. `include/damier.h` declares and documents it; the functions are those of [`abi`], which is the only
//! module with unsafe code: it checks pointers and texts and hands them to a
//! [`SharedSession`](damier_engine::session::SharedSession).

pub mod abi;
pub mod failure;
