#!/usr/bin/env bash
# Instructions of ten kernels and three bakes against their limits, counted by callgrind. Installs what it needs.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v valgrind > /dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends valgrind > /dev/null
fi
# The runner must be of the version that the benches were built with.
version=$(cargo metadata --format-version 1 --locked | grep -o '"name":"gungraun","version":"[^"]*"' | cut -d'"' -f8)
if [ "$(gungraun-runner --version 2> /dev/null | awk '{ print $2 }')" != "$version" ]; then
    cargo install --quiet --version "$version" gungraun-runner
fi
cargo bench --bench instructions
