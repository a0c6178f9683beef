#!/bin/sh
# Keeps sysctls of the node at wanted values.
#
#   reconcile-sysctls.sh keep KEY=VALUE...    look at them every INTERVAL_SECONDS until SIGTERM
#   reconcile-sysctls.sh check KEY=VALUE...   exit 0 when each has its value
#
# Writes only what differs, reads back, and says so: every correction, what cannot be set, and who does not give way.
set -uf
# shellcheck source=src/manifests/scripts/node.sh
. "${0%/*}/node.sh"

# /proc/sys/net of the node. Which network namespace it shows depends on who looks: this needs hostNetwork.
SYSCTL_ROOT=${SYSCTL_ROOT-/host/proc-sys-net}
INTERVAL_SECONDS=${INTERVAL_SECONDS-5}
# So many corrections of one key in so many looks: somebody else writes it, again and again.
FIGHT_CORRECTIONS=${FIGHT_CORRECTIONS-3}
FIGHT_LOOKS=${FIGHT_LOOKS-60}

refuse() {
  echo "reconcile-sysctls: $1"
  exit 2
}

check_settings() {
  [ $# -gt 0 ] || refuse 'no KEY=VALUE given'
  for setting in "$@"; do
    case $setting in net.*=*) ;; *) refuse "'$setting' is not KEY=VALUE with a key that starts with net." ;; esac
    case ${setting%%=*} in
      *[!A-Za-z0-9_.@+:/-]* | *[./][./]* | *[./]) refuse "'${setting%%=*}' is not a sysctl name; allowed: names of letters, digits, _ - @ + : with dots between them" ;;
    esac
    case ${setting#*=} in
      '' | -[!0-9]* | *[!A-Za-z0-9_.,:+\ -]*) refuse "'${setting#*=}' is not a value for ${setting%%=*}; allowed: letters, digits, _ . , : + - and blanks" ;;
    esac
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
    echo "$key was ${old:-not readable}, set to $wanted (correction $corrections)"
    note_fight
  else
    say_once "cannot set $key to $wanted: it is ${value:-not readable} after writing${error:+; $error}"
  fi
}

# Remembers when the last corrections were; when they are close together, says so, once for each span.
note_fight() {
  recall recent
  # shellcheck disable=SC2086 # to be split
  set -- $recalled "$look"
  [ $# -le "$FIGHT_CORRECTIONS" ] || shift
  remember recent "$*"
  [ $# -eq "$FIGHT_CORRECTIONS" ] && [ $((look - $1)) -lt "$FIGHT_LOOKS" ] || return 0
  recall reported
  [ -n "$recalled" ] && [ $((look - recalled)) -lt "$FIGHT_LOOKS" ] && return 0
  remember reported "$look"
  echo "someone else keeps writing $key: the last $FIGHT_CORRECTIONS corrections were within $((look - $1 + 1)) looks of ${INTERVAL_SECONDS} s, and it wants ${old:-something else}; look for a kube-proxy that keeps restarting, another tuner, a cron job"
}

keep_all() {
  case $INTERVAL_SECONDS in
    *[!0-9.]* | *.*.*) ;;
    *[1-9]*) interval_is_good=1 ;;
  esac
  [ -n "${interval_is_good-}" ] || refuse "INTERVAL_SECONDS is '$INTERVAL_SECONDS'; allowed: a number of seconds above 0"
  [ -d "$SYSCTL_ROOT" ] || refuse "$SYSCTL_ROOT does not exist; mount the node's /proc/sys/net there"
  end_on_signal
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

command=${1-}
[ $# -eq 0 ] || shift
case $command in
  keep) check_settings "$@"; keep_all "$@" ;;
  check) check_settings "$@"; check_all "$@" ;;
  *) refuse "unknown command '$command'; allowed: keep, check" ;;
esac
