//! Writes the memory map of the target's board, which the start-up crate's `link.x` includes.

use std::{env, fs, path::PathBuf};

/// QEMU's `mps2-an385`, a Cortex-M3. The board has more memory than that; a chip has not.
const MPS2_AN385: &str = "
MEMORY
{
    FLASH : ORIGIN = 0x00000000, LENGTH = 256K
    RAM   : ORIGIN = 0x20000000, LENGTH = 64K
}
";

/// QEMU's `microbit`, a Cortex-M0.
const MICROBIT: &str = "
MEMORY
{
    FLASH : ORIGIN = 0x00000000, LENGTH = 256K
    RAM   : ORIGIN = 0x20000000, LENGTH = 16K
}
";

/// QEMU's `virt`: RAM alone, where a part stands for the flash.
const RISCV_VIRT: &str = "
MEMORY
{
    FLASH : ORIGIN = 0x80000000, LENGTH = 1M
    RAM   : ORIGIN = 0x80100000, LENGTH = 64K
}
REGION_ALIAS(\"REGION_TEXT\", FLASH);
REGION_ALIAS(\"REGION_RODATA\", FLASH);
REGION_ALIAS(\"REGION_DATA\", RAM);
REGION_ALIAS(\"REGION_BSS\", RAM);
REGION_ALIAS(\"REGION_HEAP\", RAM);
REGION_ALIAS(\"REGION_STACK\", RAM);
";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!(
        "cargo::rustc-check-cfg=cfg(board, values(\"mps2_an385\", \"microbit\", \"riscv_virt\"))"
    );

    let (board, memory) = match env::var("TARGET").as_deref() {
        Ok("thumbv6m-none-eabi") => ("microbit", MICROBIT),
        Ok(target) if target.starts_with("thumb") => ("mps2_an385", MPS2_AN385),
        Ok(target) if target.starts_with("riscv32") => ("riscv_virt", RISCV_VIRT),
        target => panic!("no board for {target:?}: build with --target, as `cargo firmware` does"),
    };
    println!("cargo::rustc-cfg=board=\"{board}\"");

    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    fs::write(out.join("memory.x"), memory).expect("OUT_DIR is writable");
    println!("cargo::rustc-link-search={}", out.display());
    if board == "riscv_virt" {
        println!("cargo::rustc-link-arg-bins=-Tmemory.x");
    }
    // Sections need no alignment to pages that the chips do not have.
    println!("cargo::rustc-link-arg-bins=--nmagic");
    println!("cargo::rustc-link-arg-bins=-Tlink.x");
}
