#!/usr/bin/env python3
"""Runs the firmware programs in QEMU and compares what they print with the .out files beside them.

    python3 examples/firmware/check.py            check
    python3 examples/firmware/check.py --bless    write the .out files anew, from the first target

Exits with 1 if anything differs. Needs QEMU and the three Rust targets.
"""

import difflib
import os
import signal
import subprocess
import sys
from pathlib import Path

FIRMWARE = Path(__file__).resolve().parent
# Cargo finds .cargo/config.toml, and in it the runners, from the folder that it is called in.
ROOT = FIRMWARE.parent.parent

TARGETS = ["thumbv7m-none-eabi", "thumbv6m-none-eabi", "riscv32imc-unknown-none-elf"]
PROGRAMS = ["agent_turn", "conformance", "no_panic", "no_panic_agent"]
SECONDS = 60


def cargo(command, target, *arguments):
    manifest = FIRMWARE / "Cargo.toml"
    return ["cargo", command, "-q", "--release", "--manifest-path", manifest, "--target", target, *arguments]


def run(program, target):
    """What the program printed, and None or what is wrong with how it ended."""
    # A session of its own, so that a program that hangs can be ended together with its QEMU.
    process = subprocess.Popen(
        cargo("run", target, "--bin", program),
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        printed, _ = process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        printed, _ = process.communicate()
        return printed.decode(errors="replace"), f"still running after {SECONDS} s"
    status = process.returncode
    return printed.decode(errors="replace"), None if status == 0 else f"exit status {status}"


def differences(program, printed, bless):
    file = FIRMWARE / "src/bin" / f"{program}.out"
    if bless:
        file.write_text(printed)
    expected = file.read_text() if file.exists() else ""
    return list(difflib.unified_diff(expected.splitlines(), printed.splitlines(), file.name, "printed", lineterm=""))


def check(program, target, bless):
    """What is wrong, as lines; none if all is well."""
    # Building has no time limit.
    if subprocess.run(cargo("build", target, "--bin", program), cwd=ROOT).returncode != 0:
        return ["does not build"]
    printed, problem = run(program, target)
    return ([problem] if problem else []) + differences(program, printed, bless and not problem)


def check_that_a_panic_does_not_link(target):
    """no_panic proves nothing if it links whatever it does."""
    build = cargo("build", target, "--bin", "no_panic", "--features", "reachable-panic")
    built = subprocess.run(build, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    if built.returncode == 0:
        return ["links although it can panic"]
    if "panic-never" not in built.stderr:
        return ["does not link for another reason:", built.stderr]
    return []


def main():
    bless = "--bless" in sys.argv[1:]
    passed = failed = 0
    for target in TARGETS:
        checks = [(program, check(program, target, bless and target == TARGETS[0])) for program in PROGRAMS]
        checks.append(("no_panic with a panic", check_that_a_panic_does_not_link(target)))
        for name, problems in checks:
            print(f"{target:<28} {name:<22} {'FAILED' if problems else 'ok'}", flush=True)
            for line in problems:
                print(f"    {line}")
            passed, failed = (passed, failed + 1) if problems else (passed + 1, failed)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
