#!/bin/sh
# What tsc does not do: puts the shell scripts beside the compiled code, and makes the command executable.
set -eu
if [ -d src/manifests/scripts ]; then
  mkdir -p lib/manifests/scripts
  cp -p src/manifests/scripts/*.sh lib/manifests/scripts/
fi
if [ -f lib/cli/main.js ]; then
  chmod +x lib/cli/main.js
fi
