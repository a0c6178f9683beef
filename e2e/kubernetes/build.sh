#!/usr/bin/env bash
# Builds programs of a Kubernetes release from the module beside it, into the lab's cache: build.sh v1.37.2 [kube-proxy…]
# `build.sh etcd` builds etcd. What is there already is left alone.
set -euo pipefail
version=$1
shift
cache=${KUBE_PROXY_KIT_LAB_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/kube-proxy-kit/lab}
cd "$(dirname "${BASH_SOURCE[0]}")/$version"
mkdir -p "$cache/kubernetes/$version"

build() {
  local program=$1 package=$2 target="$cache/kubernetes/$version/$1"
  [ -x "$target" ] && return
  echo "building $program $version"
  # Kubernetes takes its version from the linker.
  GOFLAGS=-mod=mod go build -ldflags "-s -w -X k8s.io/component-base/version.gitVersion=$version" -o "$target.new" "$package"
  mv "$target.new" "$target"
}

if [ "$version" = etcd ]; then
  build etcd go.etcd.io/etcd/server/v3
  exit
fi
[ $# -gt 0 ] || set -- kube-proxy kube-apiserver kubectl
for program in "$@"; do build "$program" "k8s.io/kubernetes/cmd/$program"; done
