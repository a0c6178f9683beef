#!/bin/sh
# Loads kernel modules with the node's own modprobe, and says what is missing and why.
#
#   load-modules.sh load MODULE...     load what is not there yet, verify, persist if PERSIST_FILE is set
#   load-modules.sh verify MODULE...   exit 0 when everything is there; needs nothing of the node but /proc and /sys
#   load-modules.sh stay               do nothing until SIGTERM
#
# MODULE is a name, or names with | between them of which the first that works is enough.
set -uf
# shellcheck source=src/manifests/scripts/node.sh
. "${0%/*}/node.sh"

# A file for systemd-modules-load on the node; empty: nothing is written.
PERSIST_FILE=${PERSIST_FILE-}
# Where `load` leaves the names of modules that are built in, for a `verify` that does not see the node's module tree; empty: nowhere.
BUILTIN_FILE=${BUILTIN_FILE-}
# Seconds after which a modprobe that has not come back is told of.
PATIENCE_SECONDS=${PATIENCE_SECONDS-30}
MODPROBE_PLACES='/sbin/modprobe /usr/sbin/modprobe /bin/modprobe /usr/bin/modprobe'

refuse() {
  echo "load-modules: $1"
  exit 2
}

check_names() {
  [ $# -gt 0 ] || refuse 'no module named'
  for module in "$@"; do
    case $module in
      '' | -* | '|'* | *'|' | *'||'* | *'|-'* | *[!A-Za-z0-9_\|-]*) refuse "'$module' is not a module name; allowed: letters, digits, _ and -, with | between alternatives" ;;
    esac
  done
}

# The path of the node's modprobe, seen from the node's root. It is tried by running it: the links on the way may be
# absolute and so lead nowhere from here. Always by its path: a busybox may run its own applet for a bare name.
find_modprobe() {
  for modprobe in $MODPROBE_PLACES; do
    chroot "$HOST_ROOT" "$modprobe" --version >/dev/null 2>&1
    [ $? -eq 127 ] || return 0
  done
  modprobe=''
  return 1
}

# Loads one module unless it is there. Sets `failure` to the reason when that does not work.
load() {
  module_is_there "$1" && return 0
  if [ -z "$modprobe" ]; then
    failure="the node has no modprobe in$(printf ' %s' "$MODPROBE_PLACES" | sed 's/\/modprobe//g'); $(why_not "$1")"
    return 1
  fi
  tell_of_hanging "$1" &
  watch=$!
  said=$(chroot "$HOST_ROOT" "$modprobe" -- "$1" 2>&1)
  status=$?
  kill "$watch" 2>/dev/null
  if [ $status -eq 0 ]; then
    module_is_there "$1" && return 0
    said="$modprobe succeeded, but the module is not loaded; see /etc/modprobe.d on the node for an 'install' line or a blacklist"
  fi
  failure="$(why_not "$1")$(printf '%s' "$said" | tr '\n' ' ')"
  return 1
}

# A module whose initialisation does not end holds modprobe in the kernel, and says nothing.
tell_of_hanging() {
  waited=0
  pause=$PATIENCE_SECONDS
  while sleep "$pause" >/dev/null 2>&1; do
    waited=$((waited + pause))
    pause=$waited
    echo "$modprobe $1 has not come back after $waited s; look for it in ps, and in the kernel's log (dmesg) of ${NODE_NAME-this node}"
  done
}

# What stands in the way, as far as the node shows it: clauses that end with a semicolon and a blank.
why_not() {
  release=$(kernel_release)
  if [ ! -d "$(module_tree)" ]; then
    echo "/lib/modules/$release does not exist on the node: an update replaced the running kernel (reboot), or the node is a container that does not see the modules of its host (load them there); "
  elif [ "$(module_state "$1")" = absent ]; then
    echo "no file for it in /lib/modules/$release: this kernel is built without it, or a package with more modules is not installed; "
  elif [ "$(cat "$PROC_ROOT/sys/kernel/modules_disabled" 2>/dev/null)" = 1 ]; then
    echo 'loading is locked until the next boot (kernel.modules_disabled=1); '
  elif ! may_load_modules; then
    echo 'this container may not load modules (no SYS_MODULE; Talos gives it to no pod, list the modules in machine.kernel.modules there); '
  else
    case $(cat "$SYS_ROOT/kernel/security/lockdown" "$HOST_ROOT/sys/kernel/security/lockdown" 2>/dev/null) in
      *'[integrity]'* | *'[confidentiality]'*) echo 'the kernel is locked down and takes only modules signed for it; ' ;;
    esac
  fi
}

may_load_modules() {
  while read -r field value; do
    [ "$field" = CapEff: ] && return $((1 - (0x$value >> 16 & 1)))
  done <"/proc/self/status"
}

# Sets `found` to the name that is there, or to nothing.
load_first_of() {
  found=''
  reasons=''
  for name in $(printf '%s' "$1" | tr '|' ' '); do
    failure=''
    if load "$name"; then
      found=$name
      echo "$name: $(module_state "$name")"
      return 0
    fi
    reasons="$reasons${reasons:+ / }$name: $failure"
  done
  return 1
}

load_all() {
  find_modprobe
  names=''
  builtin=''
  missing=''
  for module in "$@"; do
    if load_first_of "$module"; then
      if [ "$(module_state "$found")" = builtin ]; then
        builtin="$builtin$found
"
      else
        names="$names$found
"
      fi
    else
      missing="$missing$reasons
"
    fi
  done
  if ! sysctls=$(ip_vs_sysctls "$@"); then
    missing="$missing$sysctls
"
  fi
  if [ -n "$missing" ]; then
    printf 'load-modules: missing on %s, kernel %s\n%s' "${NODE_NAME-this node}" "$(kernel_release)" "$missing"
    return 1
  fi
  [ -z "$BUILTIN_FILE" ] || printf '%s' "$builtin" >"$BUILTIN_FILE" || return
  [ -z "$PERSIST_FILE" ] || persist "$names"
}

# ip_vs registers its sysctls in every network namespace; without them no kube-proxy can run in IPVS mode.
ip_vs_sysctls() {
  case " $* " in *' ip_vs '*) ;; *) return 0 ;; esac
  if module_is_there ip_vs && [ ! -d "$PROC_ROOT/sys/net/ipv4/vs" ]; then
    echo 'net.ipv4.vs: ip_vs is there, but /proc/sys/net/ipv4/vs is not; older kernels hide it in a user namespace (rootless nodes)'
    return 1
  fi
}

persist() {
  wanted="# Written by kube-proxy-kit: modules that kube-proxy needs on this node.
$1"
  [ "$(cat "$PERSIST_FILE" 2>/dev/null)" = "${wanted%?}" ] && return 0
  if said=$( { printf '%s' "$wanted" >"$PERSIST_FILE.new" && mv "$PERSIST_FILE.new" "$PERSIST_FILE"; } 2>&1); then
    echo "wrote ${PERSIST_FILE##*/}"
  else
    echo "load-modules: modules are loaded, but cannot be made to stay: $said; the directory cannot be written on this node: leave persistence off for it"
    return 1
  fi
}

verify_all() {
  status=0
  for module in "$@"; do
    there=''
    for name in $(printf '%s' "$module" | tr '|' ' '); do
      { module_is_there "$name" || grep -qsx "$name" "${BUILTIN_FILE:-/dev/null}"; } && there=$name && break
    done
    [ -n "$there" ] || { echo "$module: neither loaded nor built in"; status=1; }
  done
  ip_vs_sysctls "$@" || status=1
  return $status
}

command=${1-}
[ $# -eq 0 ] || shift
case $command in
  load) check_names "$@"; load_all "$@" ;;
  verify) check_names "$@"; verify_all "$@" ;;
  stay) end_on_signal; while :; do pause 3600; done ;;
  *) refuse "unknown command '$command'; allowed: load, verify, stay" ;;
esac
