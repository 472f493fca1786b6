#!/usr/bin/env python3
"""Measures what encoding costs in flash on a Cortex-M3, JsonEncoder beside its peers.

    python3 examples/firmware/flash.py

Bytes are .text and .rodata of a program that encodes the values of src/workloads.rs, less those of the same program
with an encoder that does nothing. The values themselves are in both. Then those of a whole program that writes a message:
one dialect does not carry the others.
"""

import os
import struct
import subprocess
import sys
from pathlib import Path

FIRMWARE = Path(__file__).resolve().parent
TARGET = "thumbv7m-none-eabi"

EMPTY = "size_empty"
ENCODERS = ["size_ours", "size_serde_json_core", "size_ser_write_json"]
MESSAGE = "size_message"
DIALECTS = [("OpenAI Chat", ""), ("any of them, by name", "all-dialects")]
LEVELS = ["s", "z"]
# What is encoded, and the features that make it so.
PROGRAM_SETS = [
    ("log, text, nested", ""),
    ("weather as well", "weather"),
    ("in three capacities", "three-capacities"),
]


def build(level, features):
    """Builds the programs and returns their folder: one for each level, or all of it would be built again each time."""
    folder = FIRMWARE / "target" / f"flash-{level}"
    environment = {**os.environ, "CARGO_PROFILE_RELEASE_OPT_LEVEL": level, "CARGO_TARGET_DIR": str(folder)}
    command = ["cargo", "build", "-q", "--release", "--target", TARGET, "--features", features]
    for program in [EMPTY, *ENCODERS, MESSAGE]:
        command += ["--bin", program]
    subprocess.run(command, cwd=FIRMWARE, env=environment, check=True)
    return folder / TARGET / "release"


def flash(file):
    """Size of .text and .rodata in a 32-bit little-endian ELF file."""
    elf = file.read_bytes()
    (table,) = struct.unpack_from("<I", elf, 0x20)
    size, count, names_index = struct.unpack_from("<HHH", elf, 0x2E)
    # Of each section: offset of its name, then type, flags, address, offset in the file, size.
    sections = [struct.unpack_from("<6I", elf, table + index * size) for index in range(count)]
    names = sections[names_index][4]

    def name(section):
        start = names + section[0]
        return elf[start : elf.index(0, start)]

    return sum(section[5] for section in sections if name(section) in (b".text", b".rodata"))


def main():
    # A table as `cargo firmware bench` prints them: two spaces or more between the columns.
    print(f"{'flash bytes':<24} {'ours':>6} {'serde-json-core':>16} {'ser-write-json':>15} {'ours/serde-json-core':>21}")
    for level in LEVELS:
        for title, features in PROGRAM_SETS:
            folder = build(level, features)
            empty = flash(folder / EMPTY)
            ours, core, write = (flash(folder / program) - empty for program in ENCODERS)
            name = f"{level}: {title}"
            print(f"{name:<24} {ours:>6} {core:>16} {write:>15} {ours / core:>21.3f}", flush=True)
    print(f"\n{'messages, flash bytes':<24} {'whole program':>14}")
    for level in LEVELS:
        for title, features in DIALECTS:
            print(f"{f'{level}: {title}':<24} {flash(build(level, features) / MESSAGE):>14}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
