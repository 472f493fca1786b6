#!/usr/bin/env python3
"""All figures of the project, and the gate that keeps them.

    .ci/setup-firmware.sh .ci/figures.py            measures everything, prints it, writes docs/ and the figures in README.md
    .ci/setup-firmware.sh .ci/figures.py --check    fails if instructions (Cortex-M3, opt-level s) or flash grew beyond .ci/figures.json
    .ci/setup-firmware.sh .ci/figures.py --accept   measures the same as --check and writes it to .ci/figures.json

Only the host's figures depend on the clock: make the first command when the machine has nothing else to do.
"""

import argparse
import json
import re
import subprocess
import sys

sys.dont_write_bytecode = True  # no __pycache__ beside the sources

import plots
from measurements import CORTEX_M0, CORTEX_M3, RISC_V, ROOT, Bench, tables

COMMITTED = ROOT / ".ci/figures.json"
TOLERANCE = 0.02
# Another compiler's code differs without anyone's doing.
TOLERANCE_OF_OTHER_COMPILER = 0.10

OURS, CORE, WRITE = ENCODERS = ["ours", "serde-json-core", "ser-write-json"]
HOST_PEERS = ["serde_json", CORE, WRITE]
MEAN = "geometric mean"

# What the sections of the whole output are called.
M3_S = "Cortex-M3, opt-level s"
M3_3 = "Cortex-M3, opt-level 3"
M0_S = "Cortex-M0, opt-level s"
RISC_V_S = "RISC-V rv32imc, opt-level s"
FLASH = "Flash over an empty program, Cortex-M3"
HOST = "Host, times as long as ours, loops aligned"
MCP_RAM = "RAM of an MCP server, Cortex-M3"
GOALS = "Goals"

FLASH_GOALS = {"log, text, nested": 0.90, "weather as well": 0.45, "in three capacities": 0.60}


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    modes = arguments.add_mutually_exclusive_group()
    modes.add_argument("--check", action="store_true")
    modes.add_argument("--accept", action="store_true")
    mode = arguments.parse_args()

    bench = Bench()
    if mode.accept:
        accept(bench)
    elif mode.check:
        return check(bench)
    else:
        everything(bench)
    return 0


# The whole table.


def everything(bench):
    sections = {}
    for title, measure in [
        (M3_S, lambda: bench.firmware("bench")),
        (M3_3, lambda: bench.firmware("bench", level="3")),
        (M0_S, lambda: bench.firmware("bench", target=CORTEX_M0)),
        (RISC_V_S, lambda: bench.firmware("bench", target=RISC_V)),
        (FLASH, bench.flash),
        (MCP_RAM, lambda: mcp_ram(bench)),
        (HOST, bench.host),
    ]:
        sections[title] = measure()
        print(section(title, sections[title]), flush=True)
    ram = sections[MCP_RAM]
    measured = {title: tables(text) for title, text in sections.items() if title != MCP_RAM}
    sections[GOALS] = goals(measured)
    print(section(GOALS, sections[GOALS]))

    docs = ROOT / "docs"
    docs.mkdir(exist_ok=True)
    origin = f"Made by .ci/figures.py, with {bench.compiler()}. Repeatable except for the host's part."
    parts = [origin + "\n", *(section(title, text) for title, text in sections.items())]
    (docs / "figures.txt").write_text("\n".join(parts))
    (docs / "instructions.svg").write_text(instructions_plot(measured))
    (docs / "flash.svg").write_text(flash_plot(measured))
    write_readme(readme_figures(measured, ram))


def mcp_ram(bench):
    try:
        return bench.firmware("mcp_ram")
    except subprocess.CalledProcessError:
        return "!!! NOT MEASURED: cargo firmware mcp_ram fails"


def section(title, text):
    return f"{title}\n{'=' * len(title)}\n{text.strip()}\n"


def goals(measured):
    """Each goal, the figure that it is about, and whether that is reached."""
    lines = [f"{'goal':<66} {'limit':>6} {'figure':>7}  reached"]

    def goal(text, limit, figure, reached):
        lines.append(f"{text:<66} {limit:>6.2f} {figure:>7.3f}  {'yes' if reached else 'NO'}")

    def at_most(limit, text, figure):
        goal(text, limit, figure, figure <= limit)

    def at_least(limit, text, figure):
        goal(text, limit, figure, figure >= limit)

    for title in (M3_S, M3_3):
        ratios = measured[title]["instructions"].column("ours/better peer")
        mean = ratios.pop(MEAN)
        at_most(0.90, f"{title}: the worst to the better peer", max(ratios.values()))
        at_most(0.60, f"{title}: geometric mean", mean)
    limits = measured[M3_S]["limits"].column("ours/reference")
    at_most(2.00, f"{M3_S}: clean text to push_str", limits["clean/push_str"])
    at_most(1.10, f"{M3_S}: refused to encoded", limits["refused/encoded"])
    for name, ratio in measured[FLASH]["flash bytes"].column("ours/serde-json-core").items():
        level, values = name.split(": ")
        at_most(FLASH_GOALS[values], f"Flash, opt-level {level}: {values}; to serde-json-core", ratio)
    for name in ("log", "16 levels"):
        row = measured[M3_S]["stack bytes"].rows[name]
        at_most(1.00, f"{M3_S}: stack of {name}; to serde-json-core", row[OURS] / row[CORE])
    times = measured[HOST]["host"].column("best peer/ours")
    mean = times.pop(MEAN)
    at_least(1.00, "Host: the best peer to ours, the worst", min(times.values()))
    at_least(1.30, "Host: the best peer to ours, geometric mean", mean)
    return "\n".join(lines)


def instructions_plot(measured):
    rows = {name: row for name, row in measured[M3_S]["instructions"].rows.items() if name != MEAN}
    return plots.bars(
        "Instructions per byte of JSON",
        "Cortex-M3, opt-level s, from call to return. Shorter is better.",
        ENCODERS,
        [(name, [row[encoder] / row["bytes"] for encoder in ENCODERS]) for name, row in rows.items()],
        lambda value: f"{value:.1f}",
    )


def flash_plot(measured):
    return plots.bars(
        "Flash, bytes over an empty program",
        "Cortex-M3, .text and .rodata of programs that encode these. Shorter is better.",
        ENCODERS,
        [(name, [row[encoder] for encoder in ENCODERS]) for name, row in measured[FLASH]["flash bytes"].rows.items()],
        lambda value: f"{value:,.0f}",
    )


# The figures in README.md.


def readme_figures(measured, mcp_ram):
    """By their names, as Markdown."""

    def integer(number):
        return f"{number:.0f}"

    def ratio(number):
        return f"{number:.2f}"

    counts = dict.fromkeys(ENCODERS, integer)
    speed = measured[M3_S]["instructions"].rows
    means = ", ".join(
        f"{ratio(measured[title]['instructions'].rows[MEAN]['ours/better peer'])} ({title})"
        for title in (M3_3, M0_S, RISC_V_S)
    )
    flash = measured[FLASH]["flash bytes"].rows
    messages = measured[FLASH]["messages, flash bytes"].rows
    stack = measured[M3_S]["stack bytes"].rows
    message_stack = measured[M3_S]["message stack"].rows
    host = measured[HOST]["host"].rows
    figures = {
        "speed": markdown("instructions", speed, {"bytes": integer, **counts, "ours/better peer": ratio})
        + f"\n\nGeometric mean elsewhere: {means}.",
        "flash": markdown("flash bytes", flash, {**counts, "ours/serde-json-core": ratio})
        + "\n\n"
        + markdown("a program that writes a message, flash bytes", messages, {"whole program": integer}),
        "stack": markdown("stack bytes", stack, counts)
        + "\n\n"
        + markdown("an OpenAI Chat message, stack bytes", message_stack, {OURS: integer}),
        "host": markdown(
            "times as long as ours",
            host,
            {"bytes": integer, **dict.fromkeys(HOST_PEERS, ratio), "best peer/ours": ratio},
        ),
    }
    if "NOT MEASURED" not in mcp_ram:
        figures["mcp-ram"] = f"```text\n{mcp_ram.strip()}\n```"
    return figures


def markdown(title, rows, columns):
    """A table with some of the rows' columns; `columns` has what makes their cells."""
    lines = [[title, *columns], ["---", *["---:"] * len(columns)]]
    for name, row in rows.items():
        lines.append([name, *[show(row[column]) if column in row else "" for column, show in columns.items()]])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def write_readme(figures):
    """Replaces what stands between the markers, `<!-- figures:NAME -->` and `<!-- /figures:NAME -->`."""
    file = ROOT / "README.md"
    left_out = []

    def replace(match):
        begin, name, end = match.groups()
        if name not in figures:
            left_out.append(name)
            return match.group()
        return f"{begin}\n{figures[name]}\n{end}"

    markers = r"(<!-- figures:(\S+) -->)\n.*?(<!-- /figures:\2 -->)"
    file.write_text(re.sub(markers, replace, file.read_text(), flags=re.DOTALL))
    if left_out:
        sys.exit(f"README.md keeps its old figures, as there are no new ones: {', '.join(left_out)}")


# The gate.


def gated(bench):
    """What of ours must not grow, the same in every run with the same compiler."""
    speed = tables(bench.firmware("bench"))
    flash = tables(bench.flash())
    instructions = speed["instructions"].column(OURS) | speed["limits"].column(OURS)
    return {
        "compiler": bench.compiler(),
        "instructions": {name: int(number) for name, number in instructions.items()},
        "flash": {
            name: int(number)
            for name, number in (
                flash["flash bytes"].column(OURS) | flash["messages, flash bytes"].column("whole program")
            ).items()
        },
    }


def accept(bench):
    COMMITTED.write_text(json.dumps(gated(bench), indent=2) + "\n")
    print(f"written: {COMMITTED.relative_to(ROOT)}")


def check(bench):
    if not COMMITTED.exists():
        print(f"there is no {COMMITTED.relative_to(ROOT)} to compare with: run `.ci/figures.py --accept`")
        return 1
    committed = json.loads(COMMITTED.read_text())
    measured = gated(bench)
    tolerance = TOLERANCE
    if measured["compiler"] != committed["compiler"]:
        tolerance = TOLERANCE_OF_OTHER_COMPILER
        print(f"!!! ANOTHER COMPILER than that of the committed figures, so up to {tolerance:.0%} more is let pass:")
        print(f"!!!   committed: {committed['compiler']}")
        print(f"!!!   here:      {measured['compiler']}")

    grown = []
    smaller = False
    print(f"{'ours':<36} {'committed':>9} {'now':>9} {'change':>8}")
    for kind in ("instructions", "flash"):
        if committed[kind].keys() != measured[kind].keys():
            grown.append(f"the list of {kind}")
        for name, now in measured[kind].items():
            before = committed[kind].get(name, now)
            change = now / before - 1
            verdict = ""
            if change > tolerance:
                verdict = "  GREW"
                grown.append(f"{kind} {name}")
            smaller |= change < -TOLERANCE
            print(f"{kind + ' ' + name:<36} {before:>9} {now:>9} {change:>+8.1%}{verdict}")
    if grown:
        print(f"FAILED, beyond {tolerance:.0%}: {'; '.join(grown)}")
        print("If that is on purpose, run `.ci/figures.py --accept`, commit .ci/figures.json and say why.")
    elif smaller:
        print("Some became smaller: run `.ci/figures.py --accept` to keep that, and commit .ci/figures.json.")
    return 1 if grown else 0


if __name__ == "__main__":
    sys.exit(main())
