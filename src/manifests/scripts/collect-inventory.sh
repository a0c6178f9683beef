#!/bin/sh
# Prints what this node is, as one line of JSON that an inventory takes as a pool, and stays until SIGTERM. Writes nothing.
#
#   collect-inventory.sh NAME...   the modules and sysctls to look at; a name with a dot is a sysctl
#
# What cannot be told is left out. Nothing else is printed: the log is the inventory.
set -uf
# shellcheck source=src/manifests/scripts/node.sh
. "${0%/*}/node.sh"

# A JSON string of the text on standard input.
json_string() {
  printf '"%s"' "$(tr '\t\n' '  ' | tr -d '\000-\037' | sed 's/ *$//; s/\\/\\\\/g; s/"/\\"/g')"
}

# field NAME JSON: prints a member of the object, unless there is nothing to tell.
field() {
  [ -z "$2" ] || printf ',"%s":%s' "$1" "$2"
}

os_image() {
  for file in /etc/os-release /usr/lib/os-release; do
    name=$(sed -n 's/^PRETTY_NAME=//p' "$HOST_ROOT$file" 2>/dev/null | tail -n 1 | sed "s/^[\"']//; s/[\"']\$//; s/\\\\\\([\"\\\\\$\`]\\)/\\1/g")
    [ -z "$name" ] || { printf '%s' "$name" | json_string; return; }
  done
}

architecture() {
  case $1 in
    x86_64) echo '"amd64"' ;;
    aarch64) echo '"arm64"' ;;
    armv*) echo '"arm"' ;;
    i?86) echo '"386"' ;;
    *) printf '%s' "$1" | json_string ;;
  esac
}

# How many cores are online, whatever this container may use: 0-3,6 are five.
cores() {
  tr ',' '\n' <"$SYS_ROOT/devices/system/cpu/online" 2>/dev/null | awk -F- 'NF { sum += $NF - $1 + 1 } END { if (sum) print sum }'
}

sysctls() {
  separator='{'
  for key in "$@"; do
    case $key in *.*) ;; *) continue ;; esac
    sysctl_path "$key"
    [ -r "$PROC_ROOT/sys/$path" ] || continue
    printf '%s"%s":' "$separator" "$key"
    json_string <"$PROC_ROOT/sys/$path"
    separator=','
  done
  [ "$separator" = '{' ] || printf '}'
}

modules() {
  separator='{'
  for module in "$@"; do
    case $module in *.*) continue ;; esac
    state=$(module_state "$module")
    [ -n "$state" ] || continue
    printf '%s"%s":"%s"' "$separator" "$module" "$state"
    separator=','
  done
  [ "$separator" = '{' ] || printf '}'
}

# Interfaces with their addresses, link-local ones left out, as are those of kube-ipvs0: every Service has one there.
interfaces() {
  {
    sed -n 's/^ *\([^ ]*\):.*/\1/p' "$PROC_ROOT/net/dev" 2>/dev/null
    ip -o addr show 2>/dev/null
  } | awk '
    NF == 1 && !($1 in addresses) { order[++count] = $1; addresses[$1] = "" }
    NF > 1 && $3 ~ /^inet6?$/ && $2 != "kube-ipvs0" && !/scope link/ {
      addresses[$2] = addresses[$2] (addresses[$2] == "" ? "" : ",") "\"" $4 "\""
    }
    END {
      for (i = 1; i <= count; i++) {
        printf "%s{\"name\":\"%s\",\"addresses\":[%s]}", i == 1 ? "[" : ",", order[i], addresses[order[i]]
      }
      if (count) printf "]"
    }'
}

# Whether the file system that is mounted at the node's root is read-only itself, not just for this pod.
read_only_root() {
  awk -v root="${HOST_ROOT:-/}" '
    $5 == root { for (i = 7; i < NF; i++) if ($i == "-") options = "," $(i + 3) "," }
    END { if (options != "") print options ~ /,ro,/ ? "true" : "false" }' "$PROC_ROOT/self/mountinfo" 2>/dev/null
}

# Whether the node is itself a container (kind, k3d): only the machine's first network namespace has this key. Told by what it
# means for kube-proxy, since that is where some sysctls are read-only; needs hostNetwork.
containerized_node() {
  [ -d "$PROC_ROOT/sys/net/core" ] || return
  if [ -e "$PROC_ROOT/sys/net/core/netdev_max_backlog" ]; then echo false; else echo true; fi
}

# The labels of the node as a JSON object, where this pod has a token and may read its own node. Nothing in them needs escaping: keys
# and values of labels are letters, digits and -_./. busybox does not verify the certificate, so the token may do no more than this.
labels() {
  [ -r "${TOKEN_FILE=/var/run/secrets/kubernetes.io/serviceaccount/token}" ] && [ -n "${NODE_NAME-}" ] || return 0
  host=${KUBERNETES_SERVICE_HOST-kubernetes.default.svc}
  case $host in *:*) host="[$host]" ;; esac
  timeout 10 wget -q -O - --no-check-certificate --header "Authorization: Bearer $(cat "$TOKEN_FILE")" \
    "${API_SERVER-https://$host:${KUBERNETES_SERVICE_PORT-443}}/api/v1/nodes/$NODE_NAME" | tr -d ' \t\n' \
    | awk 'match($0, /"labels":[{][^}]*[}]/) { print substr($0, RSTART + 9, RLENGTH - 9); exit }'
}

inventory() {
  printf '{"pool":%s,"kernelVersion":%s' "$(printf '%s' "${NODE_NAME-}" | json_string)" "$(kernel_release | json_string)"
  field osImage "$(os_image)"
  field operatingSystem '"linux"'
  field architecture "$(architecture "$(uname -m)")"
  field count 1
  field cpu "$(cores)"
  field labels "$(labels)"
  field sysctls "$(sysctls "$@")"
  field modules "$(modules "$@")"
  field interfaces "$(interfaces)"
  field readOnlyRoot "$(read_only_root)"
  field containerizedNode "$(containerized_node)"
  printf '}\n'
}

end_on_signal
inventory "$@" 2>/dev/null
while :; do pause 3600; done
