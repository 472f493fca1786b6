//! What a call costs: instructions and bytes of stack, the same in every run.
//!
//! QEMU's `-icount shift=0` makes every instruction last one nanosecond of virtual time. A RISC-V
//! counts its instructions itself. A Cortex-M has SysTick, whose ticks are longer than an
//! instruction: 40 ns on the `mps2-an385`, 62.5 ns on the `microbit`. So a call is repeated, each
//! time started a little later within a tick, until every phase of the tick came once: rounding
//! then adds up to the same number whatever the call, and the sum is exact.

use core::{arch::asm, hint::black_box, ptr};

/// Instructions between call and return of `call`, without the call itself. The same each time
/// `call` is called.
pub fn instructions(call: &mut dyn FnMut()) -> u32 {
    let ticks = ticks_in_every_phase(call) - ticks_in_every_phase(&mut || {});
    ticks / counter::TICKS_PER_INSTRUCTION
}

/// Bytes of stack that `call` used at its deepest, without the call itself.
pub fn stack(call: &mut dyn FnMut()) -> usize {
    deepest_stack(call) - deepest_stack(&mut || {})
}

/// Bytes of RAM that the program's statics take.
pub fn statics() -> usize {
    unsafe extern "C" {
        /// Begin of the RAM that is not stack, from `link.x`.
        static __sdata: u32;
        static __sheap: u32;
    }
    (&raw const __sheap).addr() - (&raw const __sdata).addr()
}

/// Executes exactly `COUNT` instructions, to see that `instructions` tells as many.
pub fn nops<const COUNT: usize>() {
    // SAFETY: does nothing.
    unsafe {
        asm!(".rept {}", "nop", ".endr", const COUNT, options(nomem, nostack, preserves_flags))
    }
}

fn ticks_in_every_phase(call: &mut dyn FnMut()) -> u32 {
    (0..counter::PHASES)
        .map(|phase| ticks_in_phase(call, phase))
        .sum()
}

/// Neither inlined nor specialised: whatever is measured, in whatever phase, all the rest is the
/// same instructions.
#[inline(never)]
fn ticks_in_phase(call: &mut dyn FnMut(), phase: u32) -> u32 {
    let (call, phase) = black_box((call, phase));
    counter::restart();
    wait(1 + phase);
    let before = counter::ticks();
    call();
    counter::ticks() - before
}

/// Executes three instructions `times` times, which leads through all phases of a tick: neither 40
/// nor 62.5 instructions share a divisor with three.
#[inline(never)]
fn wait(times: u32) {
    #[cfg(target_arch = "arm")]
    // SAFETY: does nothing.
    unsafe {
        asm!(
            "1: nop",
            "subs {n}, {n}, #1",
            "bne 1b",
            n = inout(reg) times => _,
            options(nomem, nostack),
        );
    }
    #[cfg(target_arch = "riscv32")]
    let _ = times;
}

#[cfg(target_arch = "arm")]
mod counter {
    use core::ptr;

    // SysTick, in every Cortex-M of these boards.
    const CONTROL: *mut u32 = 0xE000_E010 as *mut u32;
    const RELOAD: *mut u32 = 0xE000_E014 as *mut u32;
    const CURRENT: *mut u32 = 0xE000_E018 as *mut u32;
    const CPU_CLOCK: u32 = 0b100;
    const ENABLE: u32 = 0b001;
    const WRAPPED: u32 = 1 << 16;
    const LONGEST: u32 = 0x00FF_FFFF;

    /// A tick is 40 instructions.
    #[cfg(board = "mps2_an385")]
    pub const PHASES: u32 = 40;
    #[cfg(board = "mps2_an385")]
    pub const TICKS_PER_INSTRUCTION: u32 = 1;
    /// Two ticks are 125 instructions.
    #[cfg(board = "microbit")]
    pub const PHASES: u32 = 125;
    #[cfg(board = "microbit")]
    pub const TICKS_PER_INSTRUCTION: u32 = 2;

    /// Counts from zero, with the start of a tick now.
    pub fn restart() {
        // SAFETY: nothing else uses SysTick, which touches no memory.
        unsafe {
            ptr::write_volatile(CONTROL, CPU_CLOCK);
            ptr::write_volatile(RELOAD, LONGEST);
            ptr::write_volatile(CURRENT, 0);
            ptr::write_volatile(CONTROL, CPU_CLOCK | ENABLE);
        }
    }

    /// Ticks since `restart`.
    pub fn ticks() -> u32 {
        // SAFETY: reading `CONTROL` clears a flag that nothing else reads.
        let (current, control) =
            unsafe { (ptr::read_volatile(CURRENT), ptr::read_volatile(CONTROL)) };
        assert!(
            control & WRAPPED == 0,
            "the call took longer than SysTick's 24 bits"
        );
        // Counts down: from zero, in which it stays for the first tick, to `LONGEST` and on.
        current.wrapping_neg() & LONGEST
    }
}

#[cfg(target_arch = "riscv32")]
mod counter {
    use core::arch::asm;

    pub const PHASES: u32 = 1;
    pub const TICKS_PER_INSTRUCTION: u32 = 1;

    pub fn restart() {}

    /// Instructions since the reset; differences survive the wrap of these 32 bits.
    pub fn ticks() -> u32 {
        let count: u32;
        // SAFETY: reads a counter.
        unsafe { asm!("csrr {}, minstret", out(reg) count, options(nomem, nostack)) }
        count
    }
}

/// Fills the unused stack, calls, and looks how far down the filling is gone.
#[inline(never)]
fn deepest_stack(call: &mut dyn FnMut()) -> usize {
    const PAINT: u32 = 0xA5C3_3C5A;
    const WORD: usize = size_of::<u32>();
    unsafe extern "C" {
        /// End of the statics, from `link.x`.
        static __sheap: u32;
    }
    let call = black_box(call);
    let bottom = (&raw const __sheap).addr();
    let top: usize;
    // In assembler, because the compiler might call a function for a step, and paint over its
    // frame.
    // SAFETY: between the statics and the stack pointer there is RAM that nobody uses: no heap, no
    // interrupts.
    unsafe {
        #[cfg(target_arch = "arm")]
        asm!(
            "mov {top}, sp",
            "1: str {paint}, [{at}]",
            "adds {at}, {at}, #4",
            "cmp {at}, {top}",
            "bne 1b",
            at = inout(reg) bottom => _,
            top = out(reg) top,
            paint = in(reg) PAINT,
        );
        #[cfg(target_arch = "riscv32")]
        asm!(
            "mv {top}, sp",
            "1: sw {paint}, 0({at})",
            "addi {at}, {at}, 4",
            "bne {at}, {top}, 1b",
            at = inout(reg) bottom => _,
            top = out(reg) top,
            paint = in(reg) PAINT,
        );
    }
    call();
    // SAFETY: as above.
    let untouched = |at: &usize| unsafe { ptr::read_volatile(*at as *const u32) == PAINT };
    let intact = (bottom..top).step_by(WORD).take_while(untouched).count() * WORD;
    assert!(intact > 0, "the stack overflowed");
    top - bottom - intact
}
