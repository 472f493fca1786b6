#!/usr/bin/env python3
"""Runs the programs of README.md as a reader would: in a crate with the dependencies that it names, and no others.

    python3 .ci/readme.py

What they print must be what is behind their `println!` as comments, or in the block of text that follows.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MANIFEST = '[package]\nname = "reader"\nversion = "0.0.0"\nedition = "2024"\n\n'


def main():
    readme = (ROOT / "README.md").read_text()
    (dependencies,) = re.findall(r"```toml\n(\[dependencies\]\n.*?)```", readme, flags=re.DOTALL)
    released = 'tool-result-encoder = "0.1"'
    assert released in dependencies
    dependencies = dependencies.replace(released, f'tool-result-encoder = {{ path = "{ROOT}" }}')
    programs = re.findall(r"```rust\n(.*?)```\n(?:\n```text\n(.*?)```)?", readme, flags=re.DOTALL)
    assert len(programs) == readme.count("```rust")
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        crate = Path(folder)
        (crate / "Cargo.toml").write_text(MANIFEST + dependencies)
        (crate / "src").mkdir()
        for number, (program, text) in enumerate(programs, 1):
            (crate / "src/main.rs").write_text(program)
            run = subprocess.run(["cargo", "run", "--quiet"], cwd=crate, stdout=subprocess.PIPE, text=True)
            wanted = text or "".join(f"{comment}\n" for comment in re.findall(r"println!.*;\s*// (.*)", program))
            passed = run.returncode == 0 and run.stdout == wanted
            print(f"program {number}: {'passed' if passed else 'FAILED'}")
            if not passed:
                print(f"wanted:\n{wanted}\ngot:\n{run.stdout}")
            failed += not passed
    return 1 if failed or not programs else 0


if __name__ == "__main__":
    sys.exit(main())
