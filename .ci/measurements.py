"""Runs what measures, and reads the tables that it prints.

A table's first line holds the columns' names, an empty line ends it, and two spaces or more stand between columns.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIRMWARE = ROOT / "examples/firmware"

CORTEX_M3 = "thumbv7m-none-eabi"
CORTEX_M0 = "thumbv6m-none-eabi"
RISC_V = "riscv32imc-unknown-none-elf"


class Table:
    """Of numbers, by the names of row and column."""

    def __init__(self, lines):
        self.title, *self.columns = _cells(lines[0])
        self.rows = {}
        for line in lines[1:]:
            name, *cells = _cells(line)
            # A row may have fewer cells than there are columns: they are then the last ones.
            columns = self.columns[len(self.columns) - len(cells) :]
            self.rows[name] = {column: float(cell) for column, cell in zip(columns, cells)}

    def column(self, column):
        """The numbers of a column by the rows' names, of those rows that have one."""
        return {name: row[column] for name, row in self.rows.items() if column in row}


def tables(printed):
    """The tables in a text, by their titles."""
    blocks = [block.splitlines() for block in re.split(r"\n\s*\n", printed.strip())]
    return {table.title: table for table in map(Table, blocks)}


def _cells(line):
    return re.split(r"\s{2,}", line.strip())


class Bench:
    """The measuring programs. Those for the targets need what .ci/setup-firmware.sh sets up."""

    def compiler(self):
        """What instructions and flash depend on besides the source."""
        version = self._run(["rustc", "--version"]).strip()
        return f"{version}, core built from source" if "CARGO_UNSTABLE_BUILD_STD" in os.environ else version

    def firmware(self, program, target=CORTEX_M3, level="s"):
        """What a program of examples/firmware prints in QEMU."""
        command = ["cargo", "run", "-q", "--release", "--manifest-path", FIRMWARE / "Cargo.toml"]
        settings = {"CARGO_PROFILE_RELEASE_OPT_LEVEL": level}
        if level != "s":
            # Or everything would be built again each time.
            settings["CARGO_TARGET_DIR"] = str(FIRMWARE / f"target/opt-{level}")
        return self._run([*command, "--target", target, "--bin", program], settings)

    def flash(self):
        return self._run([sys.executable, FIRMWARE / "flash.py"])

    def host(self):
        # Without this it is luck which encoder's loops begin where the processor likes it: that alone was seen to make
        # serde_json 1.4 times as slow on a text. In a folder of its own, because other flags build everything again.
        flags = f"{os.environ.get('RUSTFLAGS', '')} -C llvm-args=-align-loops=64".strip()
        settings = {"RUSTFLAGS": flags, "CARGO_TARGET_DIR": str(ROOT / "target/host")}
        return self._run(["cargo", "bench", "-q", "--bench", "ratios"], settings)

    def _run(self, command, settings={}):
        environment = os.environ | settings
        return subprocess.run(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True
        ).stdout
