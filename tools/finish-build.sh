#!/bin/sh
# What tsc does not do: makes the command executable.
set -eu
if [ -f lib/cli/main.js ]; then
  chmod +x lib/cli/main.js
fi
