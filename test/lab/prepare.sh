#!/bin/bash
# prepare.sh [--tell] [TARGET...] — builds whatever is missing or out of date of the lab's images; prints one line per target.
#
#   repo        the signed apt repositories (every state)          ~3 s
#   deb12       Debian 12 minbase                                 ~20 s
#   deb12-t0    layer on deb12: all lab packages at 1.0            ~5 s
#   deb11       Debian 11 minbase (apt 2.2)                       ~20 s
#   deb13       Debian 13 minbase (apt 3.0)                       ~20 s
#   deb11-t0, deb13-t0   layers: all lab packages at 1.0           ~5 s
#   deb12sd     Debian 12 with systemd as pid 1                   ~40 s
#   deb13sd     Debian 13 with systemd as pid 1                   ~40 s
#   deb12sd-t0, deb13sd-t0   layers: all lab packages at 1.0       ~5 s
#   repo-rpm    the signed rpm-md repositories (every state)      ~12 s
#   el9         dnf 4 on a root that says it is Rocky 9           ~60 s
#   fedora      dnf5 on a root that says it is Fedora             ~60 s
#   suse        zypper on a root that says it is openSUSE Leap    ~50 s
#   el9-t0, fedora-t0, suse-t0   layers: all lab rpms at 1.0       ~3 s
# Default: all of them, three at once. What a target stands on is built first. Everything lies in FLEETMEND_LAB_CACHE (default:
# .cache/lab of the project). `prepare.sh --check [TARGET...]` builds nothing and exits 1 if something is missing.
#
# A run is quiet when there is nothing to do. With --tell it says "ready TARGET" of each one as soon as it can be used, and
# "checked" when it has said so of all that were there already: who waits for one image need not wait for the others.
# Idempotent: a stamp beside each image holds the hash of the scripts (and images) it was made from. Atomic: built
# under another name and renamed into place, under a lock, so that two test runs may start at once.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
cache=${FLEETMEND_LAB_CACHE:-$here/../../.cache/lab}; mkdir -p "$cache"; cache=$(realpath "$cache")
check= tell=
case ${1:-} in --check) check=1; shift ;; --tell) tell=1; shift ;; esac
# What mmdebstrap mounts in an image is seen here alone and ends with it: a build that was killed leaves no /sys or /dev
# for a later `rm -rf`.
[ -n "$check" ] || [ -n "${PREPARE_INSIDE:-}" ] || PREPARE_INSIDE=1 exec unshare --mount --propagation private "$0" ${tell:+--tell} "$@"
rmtree() { rm -rf --one-file-system "$@"; }
# Those first that most tests, or the longest ones, wait for; a layer as soon as what it stands on is there.
all='repo deb12 deb12-t0 repo-rpm el9 el9-t0 deb12sd deb12sd-t0 suse suse-t0 fedora fedora-t0 deb13 deb13-t0 deb13sd deb13sd-t0 deb11 deb11-t0'
[ $# -gt 0 ] || set -- $all

hash_of() { cat "$@" | sha256sum | cut -c1-16; }
repo_of() { case $1 in deb*) echo repo ;; *) echo repo-rpm ;; esac; }
key_of() { case $1 in *-rpm) echo "$1/RPM-GPG-KEY-lab" ;; *) echo "$1/key.asc" ;; esac; }
wanted() {
  local repo
  case $1 in
    repo) hash_of "$here/build-apt-repo.sh" ;;
    repo-rpm) hash_of "$here/build-rpm-repo.sh" ;;
    deb11|deb12|deb13|deb12sd|deb13sd|el9|fedora|suse) hash_of "$here/make-base.sh" ;;
    *-t0) repo=$cache/$(repo_of "$1"); hash_of "$here/make-layer.sh" "$cache/${1%-t0}.stamp" "$repo.stamp" "$(key_of "$repo")" ;;
    *) echo "unknown target: $1 ($all)" >&2; exit 2 ;;
  esac
}
fresh() { [ -d "$cache/$1" ] && [ "$(cat "$cache/$1.stamp" 2>/dev/null)" = "$(wanted "$1" 2>/dev/null)" ]; }
make() {
  local manager number
  case $1 in
    repo) "$here/build-apt-repo.sh" "$2" ;;
    repo-rpm) "$here/build-rpm-repo.sh" "$2" ;;
    deb1?sd) number=${1#deb}; "$here/make-base.sh" "debian${number%sd}-systemd" "$2" ;;
    deb1?) "$here/make-base.sh" "debian${1#deb}" "$2" ;;
    el9|fedora|suse) "$here/make-base.sh" "$1" "$2" ;;
    *-t0) case $1 in deb*) manager=apt ;; suse*) manager=zypper ;; *) manager=dnf ;; esac
          "$here/make-layer.sh" $manager "$cache/${1%-t0}" "$cache/$(repo_of "$1")" "$2" ;;
  esac
}
ensure() {
  if fresh "$1"; then return 0; fi
  local new=$cache/.new-$1 start=$SECONDS
  rmtree "$new"; echo "building $1 ..."
  make "$1" "$new" >"$cache/$1.log" 2>&1 9>&- || { echo "could not build $1:" >&2; tail -n 20 "$cache/$1.log" >&2; exit 1; }
  rmtree "$cache/.old-$1"; [ ! -e "$cache/$1" ] || mv "$cache/$1" "$cache/.old-$1"
  mv "$new" "$cache/$1"; wanted "$1" >"$cache/$1.stamp"; rmtree "$cache/.old-$1"
  echo "built $1 in $((SECONDS - start)) s"
}
parts_of() { case $1 in *-t0) echo "$(repo_of "$1") ${1%-t0}" ;; esac; }
ready() { : >"$marks/$1.ready"; [ -z "$tell" ] || echo "ready $1"; }
is_ready() { [ -e "$marks/$1.ready" ]; }
are_ready() { local one; for one in "$@"; do is_ready "$one" || return 1; done; }
is_lost() { local one; for one in "$@"; do [ ! -e "$marks/$one.lost" ] || return 0; done; return 1; }
# Each target leaves a mark when it is built or could not be, for bash forgets how a child ended once another process was
# given its number. Three at once: building waits a good part of its time for the mirror and the disk. A look round starts one
# process, and not some for each target: there are hundreds of them, on a machine that is busy.
ensure_all() {
  local target left=("$@") later pids running parts
  declare -A parts_by
  for target in "$@"; do parts_by[$target]=$(parts_of "$target"); done
  while [ ${#left[@]} -gt 0 ]; do
    later=() pids=($(jobs -pr)); running=${#pids[@]}
    for target in "${left[@]}"; do
      parts=${parts_by[$target]}
      if is_lost "$target" $parts; then : >"$marks/$target.lost"
      elif [ "$running" -ge 3 ] || ! are_ready $parts; then later+=("$target")
      else running=$((running + 1)); ( trap ': >"$marks/$target.lost"' EXIT; ensure "$target"; ready "$target"; trap - EXIT ) & fi
    done
    left=(${later[@]+"${later[@]}"}); [ ${#left[@]} -eq 0 ] || sleep 0.3
  done
  wait
  are_ready "$@"
}
exec 9>"$cache/.lock"
[ -n "$check" ] || flock 9
marks=$(mktemp -d); trap 'rm -rf "$marks"' EXIT
wanted_ones=() missing=()
for target in "$@"; do
  case " $all " in *" $target "*) ;; *) wanted "$target" ;; esac
  wanted_ones+=($(parts_of "$target") "$target")
done
for target in $(printf '%s\n' "${wanted_ones[@]}" | awk '!seen[$0]++'); do
  if are_ready $(parts_of "$target") && fresh "$target"; then ready "$target"; else missing+=("$target"); fi
done
if [ ${#missing[@]} -gt 0 ] && [ -n "$check" ]; then echo "missing: ${missing[*]}"; exit 1; fi
[ -z "$tell" ] || echo checked
[ ${#missing[@]} -eq 0 ] || ensure_all "${missing[@]}"
