#!/usr/bin/env bash
# Makes the Go module from which build.sh builds programs of a Kubernetes release: add-version.sh v1.37.2 [kube-proxy…]
set -euo pipefail
version=$1
shift
[ $# -gt 0 ] || set -- kube-proxy kube-apiserver kubectl
folder="$(dirname "${BASH_SOURCE[0]}")/$version"
mkdir -p "$folder"
cd "$folder"
source=$(go mod download -json "k8s.io/kubernetes@$version" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
{
  printf 'module kube-proxy-kit/e2e/kubernetes\n\n'
  grep '^go ' "$source/go.mod"
  printf '\nrequire k8s.io/kubernetes %s\n\nreplace (\n' "$version"
  # Replacements only count in the main module, so Kubernetes' own have to be said again. The parts that it has in its own
  # repository are published as v0.X.Y; vbom.ml is gone from the network, and its module was moved.
  sed -n 's/^[[:blank:]]*\(replace \)\{0,1\}\([^ ]* => .*\)/\t\2/p' "$source/go.mod" \
    | sed -e "s|\t\(k8s.io/[a-z-]*\) => ./staging/.*|\t\1 => \1 v0.${version#v1.}|" \
      -e 's|vbom.ml/util => .*|vbom.ml/util => github.com/fvbommel/util v0.0.0-20180919145318-efcd4e0f9787|'
  printf ')\n'
} >go.mod
{
  printf '//go:build programs\n// +build programs\n\n'
  printf '// Package programs names what build.sh builds, so that go.mod has all that it needs.\npackage programs\n\nimport (\n'
  printf '\t_ "k8s.io/kubernetes/cmd/%s"\n' "$@"
  printf ')\n'
} >programs.go
go mod tidy
