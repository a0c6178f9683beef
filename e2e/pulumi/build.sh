#!/usr/bin/env bash
# Builds Pulumi from its Go modules at the versions in the go.mod files beside this: the CLI, the language hosts for Node.js and YAML,
# and the provider for Kubernetes. They land in the cache and are built again when their sources here change.
# Prints nothing but what it builds. GOFLAGS=-p=1 makes it modest.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
here=$PWD
cache=${KUBE_PROXY_KIT_LAB_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/kube-proxy-kit/lab}/pulumi
bin=$cache/bin
mkdir -p "$bin"

# build PROGRAM FOLDER PACKAGE [LINKER-FLAGS]: a package of the module in a folder here.
build() {
  local program=$1 folder=$2 package=$3 flags="-s -w ${4:-}" sources
  sources=$(find "$here/$folder" "$here/build.sh" -type f -print0 | sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1)
  [ -x "$bin/$program" ] && [ "$(cat "$bin/.$program" 2>/dev/null)" = "$sources" ] && return
  echo "building $program"
  local module=$cache/modules/$folder
  mkdir -p "$module"
  cp -R "$here/$folder/." "$module/"
  [ "$folder" != kubernetes-provider ] || provider_sources "$module"
  (cd "$module" && GOFLAGS="${GOFLAGS:-} -mod=mod" nice -n 10 go build -ldflags "$flags" -o "$bin/$program.new" "$package")
  mv "$bin/$program.new" "$bin/$program"
  echo "$sources" >"$bin/.$program"
}

# The provider embeds its schema with the version filled in, and a mapping; its releases put both there, its module does not have them.
provider_sources() {
  local path=github.com/pulumi/pulumi-kubernetes/provider/v4 version
  version=$(awk -v path=$path '$1 == "require" && $2 == path { print $3 }' "$1/go.mod")
  rm -rf "$1/provider"
  cp -R "$(go mod download -json "$path@$version" | node -p 'JSON.parse(require("fs").readFileSync(0, "utf8")).Dir')" "$1/provider"
  chmod -R u+w "$1/provider"
  node - "$1/provider/cmd/pulumi-resource-kubernetes" "$provider_version" <<'JS'
const fs = require('fs');
const [, , folder, version] = process.argv;
const schema = JSON.parse(fs.readFileSync(`${folder}/schema.json`, 'utf8'));
fs.writeFileSync(`${folder}/schema-embed.json`, JSON.stringify({ ...schema, version }));
fs.copyFileSync(`${folder}/terraform-mapping.json`, `${folder}/terraform-mapping-embed.json`);
JS
}

# The release of @pulumi/kubernetes that this state of the provider belongs to; the tests install it.
provider_version=4.25.0
sdk=github.com/pulumi/pulumi/sdk/v3

build pulumi cli github.com/pulumi/pulumi/pkg/v3/cmd/pulumi "-X $sdk/go/common/version.Version=v3.248.0"
build pulumi-language-nodejs cli ./language-host
# The host above starts it from the folder that it is in itself.
build nodejs-program-host program-host $sdk/nodejs/cmd/pulumi-language-nodejs
build pulumi-language-yaml yaml-host github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml
build pulumi-resource-kubernetes kubernetes-provider \
  github.com/pulumi/pulumi-kubernetes/provider/v4/cmd/pulumi-resource-kubernetes \
  "-X github.com/pulumi/pulumi-kubernetes/provider/v4/pkg/version.Version=$provider_version"
