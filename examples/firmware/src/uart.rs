//! The first UART of the `mps2-an385`, polled.

use core::ptr;

const DATA: *mut u32 = 0x4000_4000 as *mut u32;
const STATE: *mut u32 = 0x4000_4004 as *mut u32;
const CONTROL: *mut u32 = 0x4000_4008 as *mut u32;
const BAUD_DIVIDER: *mut u32 = 0x4000_4010 as *mut u32;

const SEND_FULL: u32 = 0b01;
const RECEIVED: u32 = 0b10;
const ENABLE_BOTH: u32 = 0b11;

pub struct Uart(());

impl Uart {
    /// Switches the UART on. There is only one: call this once.
    pub fn start() -> Self {
        // SAFETY: registers of the UART, which nothing else uses.
        unsafe {
            ptr::write_volatile(BAUD_DIVIDER, 217); // 115200 baud at 25 MHz
            ptr::write_volatile(CONTROL, ENABLE_BOTH);
        }
        Self(())
    }

    /// Waits for a byte.
    pub fn receive(&mut self) -> u8 {
        // SAFETY: as above.
        unsafe {
            while ptr::read_volatile(STATE) & RECEIVED == 0 {}
            ptr::read_volatile(DATA) as u8
        }
    }

    pub fn send(&mut self, text: &str) {
        for byte in text.bytes() {
            // SAFETY: as above.
            unsafe {
                while ptr::read_volatile(STATE) & SEND_FULL != 0 {}
                ptr::write_volatile(DATA, byte.into());
            }
        }
    }
}
