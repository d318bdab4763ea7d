//! Functions compiled once for each kind of vector registers.

/// Declares a function whose body is compiled for every instruction set that `pulp` knows, and runs as the
/// widest one of the processor.
///
/// A closure given to [`pulp::Arch::dispatch`] is not enough: the compiler is free to leave it out of line,
/// where it is compiled for the oldest processors only. For the same reason, what the body calls has to be
/// `#[inline(always)]`.
macro_rules! vectorised {
    ($(#[$attribute:meta])* $visibility:vis fn $name:ident<'a>($($argument:ident: $type:ty),* $(,)?) $body:block) => {
        $(#[$attribute])*
        $visibility fn $name<'a>($($argument: $type),*) {
            struct Call<'a> {
                $($argument: $type),*
            }
            impl<'a> pulp::NullaryFnOnce for Call<'a> {
                type Output = ();

                #[inline(always)]
                fn call(self) {
                    let Self { $($argument),* } = self;
                    $body
                }
            }
            pulp::Arch::new().dispatch(Call { $($argument),* });
        }
    };
}

pub(crate) use vectorised;

/// Returns whether the processor has 32 vector registers of 16 numbers each (AVX-512).
pub(crate) fn wide_registers() -> bool {
    #[cfg(target_arch = "x86_64")]
    return pulp::x86::V4::try_new().is_some();
    #[cfg(not(target_arch = "x86_64"))]
    false
}
