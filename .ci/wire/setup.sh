#!/bin/sh
# Makes target/wire-venv with the packages of requirements.txt, once, and prints the path of its Python.
# Run it again after a change of requirements.txt; it does nothing when the same list is installed already.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
venv=${1:-$here/../../target/wire-venv}
mkdir -p "$venv"
venv=$(cd "$venv" && pwd)
# A copy of the list is written last, so that a half-finished installation is repaired by the next run.
if ! cmp -s "$here/requirements.txt" "$venv/installed.txt"; then
    python=${PYTHON:-python3}
    "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
        echo "setup.sh: Python 3.11 or newer is needed, $python is older (set PYTHON)" >&2
        exit 1
    }
    "$python" -m venv "$venv" >&2
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$here/requirements.txt" >&2
    cp "$here/requirements.txt" "$venv/installed.txt"
fi
echo "$venv/bin/python"
