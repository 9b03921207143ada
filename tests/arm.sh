#!/usr/bin/env bash
# The golden hashes on 64-bit Arm (NEON), under qemu-user: the same pictures on another processor.
set -euo pipefail
cd "$(dirname "$0")/.."
target=aarch64-unknown-linux-musl
rustup target list --installed | grep -q "$target" || rustup target add "$target"
if ! command -v qemu-aarch64-static > /dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends qemu-user-static > /dev/null
fi
# No C compiler for Arm is needed: everything is Rust, and rustc brings its linker.
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_RUSTFLAGS="-C linker=rust-lld -C link-self-contained=yes"
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_RUNNER=qemu-aarch64-static
# A static program can load no driver.
cargo test --target "$target" --no-default-features --features cli --test core golden
