# shellcheck shell=sh
# What the scripts beside this one share. Sourced, under busybox sh.

# The node's root file system, and the kernel's own views of it; tests put other trees here.
HOST_ROOT=${HOST_ROOT-/host}
PROC_ROOT=${PROC_ROOT-/proc}
SYS_ROOT=${SYS_ROOT-/sys}

# Waits, and ends at once on SIGTERM: as process 1 a shell ignores signals that it has no trap for, and a sleep in the
# foreground would hold the trap back.
pause() {
  sleep "$1" &
  wait "$!"
}

# Not by SIGTERM: a sleep that was forked this moment may still have the shell's trap, and outlive it.
# shellcheck disable=SC2329,SC2046 # called by the trap; process ids to be split
stop() {
  kill -KILL $(jobs -p) 2>/dev/null
  exit 0
}

end_on_signal() {
  trap stop TERM INT
}

# Sets `path` to a sysctl's place below /proc/sys. Dots separate, and a slash stands for a dot inside a name, as in sysctl(8).
sysctl_path() {
  path=''
  rest=$1
  while [ -n "$rest" ]; do
    part=${rest%%[./]*}
    rest=${rest#"$part"}
    case $rest in
      .*) path=$path$part/ ;;
      /*) path=$path$part. ;;
      *) path=$path$part ;;
    esac
    rest=${rest#[./]}
  done
}

kernel_release() {
  cat "$PROC_ROOT/sys/kernel/osrelease"
}

module_tree() {
  printf '%s/lib/modules/%s' "$HOST_ROOT" "$(kernel_release)"
}

# Whether a list of module files, a path a line, names a module. The kernel takes - and _ in names for the same.
lists_module() {
  sed 's/:.*//; s/-/_/g' "$1" 2>/dev/null | grep -Eq "(^|/)$(printf '%s' "$2" | tr - _)\.ko(\.[a-z0-9]+)?\$"
}

# Prints loaded, builtin, loadable or absent; nothing where the module tree is missing and the kernel does not tell.
module_state() {
  module_name=$(printf '%s' "$1" | tr - _)
  tree=$(module_tree)
  if grep -q "^$module_name " "$PROC_ROOT/modules" 2>/dev/null; then
    echo loaded
  elif lists_module "$tree/modules.builtin" "$1" || [ -d "$SYS_ROOT/module/$module_name" ]; then
    echo builtin
  elif lists_module "$tree/modules.dep" "$1"; then
    echo loadable
  elif [ -f "$tree/modules.dep" ]; then
    echo absent
  fi
}

module_is_there() {
  case $(module_state "$1") in loaded | builtin) return 0 ;; *) return 1 ;; esac
}
