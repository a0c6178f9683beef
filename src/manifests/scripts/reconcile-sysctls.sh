#!/bin/sh
# Keeps sysctls of the node at wanted values.
#
#   reconcile-sysctls.sh keep SETTINGS...    look at them every INTERVAL_SECONDS until SIGTERM
#   reconcile-sysctls.sh check SETTINGS...   exit 0 when each has its value
#
# SETTINGS are KEY=VALUE..., for every kernel, and `--kernel RELEASE KEY=VALUE...` for the kernel of which uname -r is RELEASE. Where
# kernels are named, another one is left alone: nothing is written there, and check fails.
#
# Writes only what differs, reads back, and says so: corrections, what cannot be set, and who does not give way.
set -uf
# shellcheck source=src/manifests/scripts/node.sh
. "${0%/*}/node.sh"

# /proc/sys/net of the node. Which network namespace it shows depends on who looks: this needs hostNetwork.
SYSCTL_ROOT=${SYSCTL_ROOT-/host/proc-sys-net}
INTERVAL_SECONDS=${INTERVAL_SECONDS-5}
# So many corrections of one key, none more than so many looks after the one before: somebody else writes it, again and again.
FIGHT_CORRECTIONS=${FIGHT_CORRECTIONS-3}
FIGHT_LOOKS=${FIGHT_LOOKS-60}

refuse() {
  echo "reconcile-sysctls: $1"
  exit 2
}

check_settings() {
  [ $# -gt 0 ] || refuse 'no KEY=VALUE given'
  release_next=''
  for setting in "$@"; do
    if [ -n "$release_next" ]; then
      case $setting in '' | -* | *[!A-Za-z0-9_.+~:-]*) refuse "'$setting' is not the release of a kernel, as uname -r prints it" ;; esac
      release_next=''
      continue
    fi
    case $setting in --kernel) release_next=1; continue ;; esac
    case $setting in net.*=*) ;; *) refuse "'$setting' is not KEY=VALUE with a key that starts with net." ;; esac
    case ${setting%%=*} in
      *[!A-Za-z0-9_.@+:/-]* | *[./][./]* | *[./]) refuse "'${setting%%=*}' is not a sysctl name; allowed: names of letters, digits, _ - @ + : with dots between them" ;;
    esac
    case ${setting#*=} in
      '' | -[!0-9]* | *[!A-Za-z0-9_.,:+\ -]*) refuse "'${setting#*=}' is not a value for ${setting%%=*}; allowed: letters, digits, _ . , : + - and blanks" ;;
    esac
  done
  [ -z "$release_next" ] || refuse 'no release after --kernel'
}

# Sets `kernel` to the running one when the settings have a part of its own, to nothing when they only have parts of others, and
# `unnamed` to 1 when they have no such part at all.
find_kernel() {
  kernel=''
  unnamed=1
  running=$(kernel_release)
  while [ $# -gt 0 ]; do
    if [ "$1" = --kernel ]; then
      unnamed=''
      [ "$2" != "$running" ] || kernel=$running
      shift
    fi
    shift
  done
}

# Sets `key`, `wanted` and `path` from KEY=VALUE.
read_setting() {
  key=${1%%=*}
  wanted=${1#*=}
  sysctl_path "${key#net.}"
  path=$SYSCTL_ROOT/$path
}

# Sets `value`, with single blanks where the kernel prints tabs. Not by `read`, which asks for a byte at a time: the kernel
# answers only the first such question about a number.
read_value() {
  # shellcheck disable=SC2046 # to be split
  set -- $(cat "$1" 2>/dev/null)
  value=$*
}

# What is remembered of a key goes by its place in the arguments.
remember() { eval "$1_$number=\$2"; }
recall() { eval "recalled=\${$1_$number-}"; }

# Says something about a key once, until something else is to be said about it.
say_once() {
  recall said
  [ "$recalled" = "$1" ] && return
  remember said "$1"
  echo "$1"
}

reconcile() {
  if [ ! -e "$path" ]; then
    say_once "waiting for $key: the node does not have it; the module that brings it is not loaded, or this kernel has no such key"
    return
  fi
  read_value "$path"
  old=$value
  if [ "$old" = "$wanted" ]; then
    say_once "$key is $wanted"
    return
  fi
  # echo, since the printf of busybox does not say why a write failed.
  error=$( { echo "$wanted" >"$path"; } 2>&1)
  read_value "$path"
  if [ "$value" = "$wanted" ]; then
    recall corrections
    corrections=$((${recalled:-0} + 1))
    remember corrections $corrections
    remember said "$key is $wanted"
    note_correction
  else
    say_once "cannot set $key to $wanted: it is ${value:-not readable} after writing${error:+; $error}"
  fi
}

# Says that something was corrected. Of a fight, where one correction follows another, ever fewer are said: the first ones, and
# then each time their number has doubled.
note_correction() {
  recall last
  remember last "$look"
  if [ -z "$recalled" ] || [ $((look - recalled)) -ge "$FIGHT_LOOKS" ]; then
    remember streak 0
    remember next "$FIGHT_CORRECTIONS"
  fi
  recall streak
  streak=$((recalled + 1))
  remember streak $streak
  recall next
  [ $streak -le "$FIGHT_CORRECTIONS" ] || [ $streak -eq "$recalled" ] || return 0
  echo "$key was ${old:-not readable}, set to $wanted (correction $corrections)"
  [ $streak -eq "$recalled" ] || return 0
  remember next $((recalled * 2))
  echo "someone else keeps writing $key: $streak corrections, none more than $FIGHT_LOOKS looks of ${INTERVAL_SECONDS} s after the one before, and it wants ${old:-something else}; look for a kube-proxy that keeps restarting, another tuner, a cron job; this is said again after $recalled more"
}

keep_all() {
  case $INTERVAL_SECONDS in
    *[!0-9.]* | *.*.*) ;;
    *[1-9]*) interval_is_good=1 ;;
  esac
  [ -n "${interval_is_good-}" ] || refuse "INTERVAL_SECONDS is '$INTERVAL_SECONDS'; allowed: a number of seconds above 0"
  [ -d "$SYSCTL_ROOT" ] || refuse "$SYSCTL_ROOT does not exist; mount the node's /proc/sys/net there"
  end_on_signal
  [ $# -gt 0 ] || echo "nothing to keep on kernel $(kernel_release)"
  look=0
  while :; do
    number=0
    for setting in "$@"; do
      read_setting "$setting"
      reconcile
      number=$((number + 1))
    done
    look=$((look + 1))
    pause "$INTERVAL_SECONDS"
  done
}

check_all() {
  status=0
  for setting in "$@"; do
    read_setting "$setting"
    read_value "$path"
    [ "$value" = "$wanted" ] || { echo "$key is ${value:-not there}, wanted $wanted"; status=1; }
  done
  return $status
}

# Waits without touching anything: what is right on one kernel does harm on another.
leave_alone() {
  echo "kernel $(kernel_release) of ${NODE_NAME-this node} is not among those that values were decided for: nothing is written; check the cluster again with this kernel, and roll out what it gives"
  end_on_signal
  while :; do pause 3600; done
}

command=${1-}
[ $# -eq 0 ] || shift
case $command in
  keep | check) check_settings "$@" ;;
  *) refuse "unknown command '$command'; allowed: keep, check" ;;
esac
find_kernel "$@"
if [ -z "$unnamed$kernel" ]; then
  [ "$command" = check ] || leave_alone
  echo "kernel $(kernel_release) is not among those that values were decided for"
  exit 1
fi

# Keeps, of the arguments, the settings for the running kernel.
count=$#
taken=1
while [ "$count" -gt 0 ]; do
  case $1 in
    --kernel)
      taken=''
      [ "$2" != "$kernel" ] || taken=1
      shift 2
      count=$((count - 2))
      ;;
    *)
      [ -z "$taken" ] || set -- "$@" "$1"
      shift
      count=$((count - 1))
      ;;
  esac
done
"${command}_all" "$@"
