//! What the programs in `src/bin` need of a board: start, print, stop, count. The differences
//! between the targets end here.

#![no_std]

use core::fmt::{self, Write as _};

#[doc(hidden)]
#[cfg(target_arch = "arm")]
pub use cortex_m_rt as rt;
#[doc(hidden)]
#[cfg(target_arch = "riscv32")]
pub use riscv_rt as rt;
pub use semihosting::process::ExitCode;

#[path = "../../mcp/tools.rs"]
pub mod mcp_tools;
pub mod measure;
pub mod size;
#[cfg(board = "mps2_an385")]
pub mod uart;
pub mod workloads;

/// Makes a `fn() -> ExitCode` the program; QEMU exits with its status.
#[macro_export]
macro_rules! start {
    ($main:path) => {
        #[$crate::rt::entry]
        fn start() -> ! {
            $main().exit_process()
        }
    };
}

/// The panic handler of a program that may panic: prints where, exits with 101. Not part of this
/// library because `no_panic` links another.
#[macro_export]
macro_rules! report_panics {
    () => {
        #[panic_handler]
        fn panic(info: &core::panic::PanicInfo<'_>) -> ! {
            $crate::println!("{info}");
            $crate::ExitCode::from(101).exit_process()
        }
    };
}

/// The panic handler of a program whose size is measured: as small as can be.
#[macro_export]
macro_rules! halt_on_panic {
    () => {
        #[panic_handler]
        fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
            loop {}
        }
    };
}

/// `std::print!` to QEMU's standard output.
#[macro_export]
macro_rules! print {
    ($($arguments:tt)*) => { $crate::print_fmt(core::format_args!($($arguments)*)) };
}

/// `std::println!` to QEMU's standard output.
#[macro_export]
macro_rules! println {
    () => { $crate::print!("\n") };
    ($($arguments:tt)*) => { $crate::print!("{}\n", core::format_args!($($arguments)*)) };
}

#[doc(hidden)]
pub fn print_fmt(arguments: fmt::Arguments<'_>) {
    // Like std's, a program goes on if nobody reads what it prints.
    let _ = Console.write_fmt(arguments);
}

/// QEMU's standard output. Unlike `semihosting::print!` it cannot panic, so `no_panic` may use it.
pub struct Console;

impl fmt::Write for Console {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        use semihosting::io::{Write, stdout};
        match stdout().and_then(|mut out| out.write(text.as_bytes())) {
            Ok(written) if written == text.len() => Ok(()),
            _ => Err(fmt::Error),
        }
    }
}
