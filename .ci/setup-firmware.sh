#!/usr/bin/env bash
# Makes a Debian machine able to build for the bare-metal targets and to run the result in QEMU, then runs the command
# that it is given, if any. Safe to run again.
#
#   .ci/setup-firmware.sh
#   .ci/setup-firmware.sh cargo firmware agent_turn
#
# The targets come from rustup. Where it cannot fetch them, the source of `core` that belongs to this compiler is taken
# from Debian's archive and cargo builds it; commands must then be run through this script.
set -euo pipefail

targets=(thumbv6m-none-eabi thumbv7m-none-eabi riscv32imc-unknown-none-elf)
sysroot=$(rustc --print sysroot)

export DEBIAN_FRONTEND=noninteractive

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

install_qemu() {
  as_root apt-get update -qq
  # Without the recommended packages: one of them clashes with newer qemu-utils.
  as_root apt-get install -y -qq --no-install-recommends qemu-system-arm qemu-system-misc >/dev/null
}

has_targets() {
  local target
  for target in "${targets[@]}"; do
    [ -d "$sysroot/lib/rustlib/$target/lib" ] || return 1
  done
}

# Leaves the library's source where cargo's build-std looks for it.
install_core_source() {
  local version work options package
  version=$(rustc --version | cut -d' ' -f2)
  work=$(mktemp -d)
  trap 'rm -rf "$work"' RETURN
  mkdir -p "$work/sources" "$work/lists/partial"
  chmod 755 "$work"
  # The machine's own archive, with the suites that carry newer compilers.
  awk 'BEGIN { RS = "" } /URIs:[^\n]*\/debian\n/ { print; exit }' /etc/apt/sources.list.d/debian.sources \
    | sed -e '/^#/d' -e 's/^Suites:.*/Suites: trixie-backports sid/' >"$work/sources/debian.sources"
  options=(-o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$work/sources" -o "Dir::State::lists=$work/lists")
  as_root apt-get "${options[@]}" update -qq
  package=$(apt-cache "${options[@]}" madison rust-src | awk '{ print $3 }' | grep "^$version" | head -n 1 || true)
  if [ -z "$package" ]; then
    echo "no source of the standard library for rustc $version" >&2
    return 1
  fi
  (cd "$work" && apt-get "${options[@]}" download -qq "rust-src=$package" && dpkg -x rust-src_*.deb unpacked)
  mkdir -p "$sysroot/lib/rustlib/src/rust"
  cp -a "$work"/unpacked/usr/src/rustc-*/library "$sysroot/lib/rustlib/src/rust/"
}

if ! command -v qemu-system-arm >/dev/null || ! command -v qemu-system-riscv32 >/dev/null; then
  install_qemu
fi

if has_targets || timeout 120 rustup target add "${targets[@]}" >&2; then
  [ $# = 0 ] || exec "$@"
  exit
fi
[ -f "$sysroot/lib/rustlib/src/rust/library/core/src/lib.rs" ] || install_core_source
if [ $# = 0 ]; then
  echo "rustup has no such targets: run commands through this script" >&2
  exit
fi
RUSTC_BOOTSTRAP=1 CARGO_UNSTABLE_BUILD_STD=core exec "$@"
