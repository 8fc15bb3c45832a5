#!/bin/bash
# prepare.sh [TARGET...] — builds whatever is missing or out of date of the lab's images; prints one line per target.
#
#   repo        the signed apt repositories (every state)          ~3 s
#   deb12       Debian 12 minbase                                 ~20 s
#   deb12-t0    layer on deb12: all lab packages at 1.0            ~5 s
#   deb12sd     Debian 12 with systemd as pid 1                   ~40 s
#   deb12sd-t0  layer on deb12sd: all lab packages at 1.0          ~5 s
# Default: all of them. What a target stands on is built first. Everything lies in FLEETMEND_LAB_CACHE (default:
# .cache/lab of the project). `prepare.sh --check [TARGET...]` builds nothing and exits 1 if something is missing.
#
# A run is quiet when there is nothing to do.
# Idempotent: a stamp beside each image holds the hash of the scripts (and images) it was made from. Atomic: built
# under another name and renamed into place, under a lock, so that two test runs may start at once.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
cache=${FLEETMEND_LAB_CACHE:-$here/../../.cache/lab}; mkdir -p "$cache"; cache=$(realpath "$cache")
check=; [ "${1:-}" != --check ] || { check=1; shift; }
[ $# -gt 0 ] || set -- repo deb12 deb12-t0 deb12sd deb12sd-t0

hash_of() { cat "$@" | sha256sum | cut -c1-16; }
wanted() {
  case $1 in
    repo) hash_of "$here/build-apt-repo.sh" ;;
    deb12|deb12sd) hash_of "$here/make-base.sh" ;;
    *-t0) hash_of "$here/make-layer.sh" "$cache/${1%-t0}.stamp" "$cache/repo.stamp" "$cache/repo/key.asc" ;;
    *) echo "unknown target: $1 (repo deb12 deb12-t0 deb12sd deb12sd-t0)" >&2; exit 2 ;;
  esac
}
fresh() { [ -d "$cache/$1" ] && [ "$(cat "$cache/$1.stamp" 2>/dev/null)" = "$(wanted "$1" 2>/dev/null)" ]; }
make() {
  case $1 in
    repo) "$here/build-apt-repo.sh" "$2" ;;
    deb12) "$here/make-base.sh" debian12 "$2" ;;
    deb12sd) "$here/make-base.sh" debian12-systemd "$2" ;;
    *-t0) "$here/make-layer.sh" apt "$cache/${1%-t0}" "$cache/repo" "$2" ;;
  esac
}
ensure() {
  case $1 in *-t0) ensure repo; ensure "${1%-t0}" ;; esac
  if fresh "$1"; then return 0; fi
  if [ -n "$check" ]; then echo "missing: $1"; exit 1; fi
  local new=$cache/.new-$1 start=$SECONDS
  rm -rf "$new"; echo "building $1 ..."
  make "$1" "$new" >"$cache/$1.log" 2>&1 9>&- || { echo "could not build $1:" >&2; tail -n 20 "$cache/$1.log" >&2; exit 1; }
  rm -rf "$cache/.old-$1"; [ ! -e "$cache/$1" ] || mv "$cache/$1" "$cache/.old-$1"
  mv "$new" "$cache/$1"; wanted "$1" >"$cache/$1.stamp"; rm -rf "$cache/.old-$1"
  echo "built $1 in $((SECONDS - start)) s"
}
exec 9>"$cache/.lock"
[ -n "$check" ] || flock 9
for target in "$@"; do [ -n "$(wanted "$target" 2>/dev/null || true)" ] || case $target in *-t0) ;; *) wanted "$target" ;; esac; ensure "$target"; done
