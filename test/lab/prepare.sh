#!/bin/bash
# prepare.sh [TARGET...] — builds whatever is missing or out of date of the lab's images; prints one line per target.
#
#   repo        the signed apt repositories (every state)          ~3 s
#   deb12       Debian 12 minbase                                 ~20 s
#   deb12-t0    layer on deb12: all lab packages at 1.0            ~5 s
#   deb11       Debian 11 minbase (apt 2.2)                       ~20 s
#   deb13       Debian 13 minbase (apt 3.0)                       ~20 s
#   deb11-t0, deb13-t0   layers: all lab packages at 1.0           ~5 s
#   deb12sd     Debian 12 with systemd as pid 1                   ~40 s
#   deb12sd-t0  layer on deb12sd: all lab packages at 1.0          ~5 s
#   repo-rpm    the signed rpm-md repositories (every state)      ~12 s
#   el9         dnf 4 on a root that says it is Rocky 9           ~60 s
#   fedora      dnf5 on a root that says it is Fedora             ~60 s
#   suse        zypper on a root that says it is openSUSE Leap    ~50 s
#   el9-t0, fedora-t0, suse-t0   layers: all lab rpms at 1.0       ~3 s
# Default: all of them, three at once. What a target stands on is built first. Everything lies in FLEETMEND_LAB_CACHE (default:
# .cache/lab of the project). `prepare.sh --check [TARGET...]` builds nothing and exits 1 if something is missing.
#
# A run is quiet when there is nothing to do.
# Idempotent: a stamp beside each image holds the hash of the scripts (and images) it was made from. Atomic: built
# under another name and renamed into place, under a lock, so that two test runs may start at once.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
cache=${FLEETMEND_LAB_CACHE:-$here/../../.cache/lab}; mkdir -p "$cache"; cache=$(realpath "$cache")
check=; [ "${1:-}" != --check ] || { check=1; shift; }
# What mmdebstrap mounts in an image is seen here alone and ends with it: a build that was killed leaves no /sys or /dev
# for a later `rm -rf`.
[ -n "$check" ] || [ -n "${PREPARE_INSIDE:-}" ] || PREPARE_INSIDE=1 exec unshare --mount --propagation private "$0" "$@"
rmtree() { rm -rf --one-file-system "$@"; }
all='repo repo-rpm suse el9 fedora deb12sd deb12 deb11 deb13 suse-t0 el9-t0 fedora-t0 deb12sd-t0 deb12-t0 deb11-t0 deb13-t0'   # the longest first
[ $# -gt 0 ] || set -- $all

hash_of() { cat "$@" | sha256sum | cut -c1-16; }
repo_of() { case $1 in deb*) echo repo ;; *) echo repo-rpm ;; esac; }
key_of() { case $1 in *-rpm) echo "$1/RPM-GPG-KEY-lab" ;; *) echo "$1/key.asc" ;; esac; }
wanted() {
  local repo
  case $1 in
    repo) hash_of "$here/build-apt-repo.sh" ;;
    repo-rpm) hash_of "$here/build-rpm-repo.sh" ;;
    deb11|deb12|deb13|deb12sd|el9|fedora|suse) hash_of "$here/make-base.sh" ;;
    *-t0) repo=$cache/$(repo_of "$1"); hash_of "$here/make-layer.sh" "$cache/${1%-t0}.stamp" "$repo.stamp" "$(key_of "$repo")" ;;
    *) echo "unknown target: $1 ($all)" >&2; exit 2 ;;
  esac
}
fresh() { [ -d "$cache/$1" ] && [ "$(cat "$cache/$1.stamp" 2>/dev/null)" = "$(wanted "$1" 2>/dev/null)" ]; }
make() {
  local manager
  case $1 in
    repo) "$here/build-apt-repo.sh" "$2" ;;
    repo-rpm) "$here/build-rpm-repo.sh" "$2" ;;
    deb12sd) "$here/make-base.sh" debian12-systemd "$2" ;;
    deb1?) "$here/make-base.sh" "debian${1#deb}" "$2" ;;
    el9|fedora|suse) "$here/make-base.sh" "$1" "$2" ;;
    *-t0) case $1 in deb*) manager=apt ;; suse*) manager=zypper ;; *) manager=dnf ;; esac
          "$here/make-layer.sh" $manager "$cache/${1%-t0}" "$cache/$(repo_of "$1")" "$2" ;;
  esac
}
ensure() {
  if fresh "$1"; then return 0; fi
  if [ -n "$check" ]; then echo "missing: $1"; exit 1; fi
  local new=$cache/.new-$1 start=$SECONDS
  rmtree "$new"; echo "building $1 ..."
  make "$1" "$new" >"$cache/$1.log" 2>&1 9>&- || { echo "could not build $1:" >&2; tail -n 20 "$cache/$1.log" >&2; exit 1; }
  rmtree "$cache/.old-$1"; [ ! -e "$cache/$1" ] || mv "$cache/$1" "$cache/.old-$1"
  mv "$new" "$cache/$1"; wanted "$1" >"$cache/$1.stamp"; rmtree "$cache/.old-$1"
  echo "built $1 in $((SECONDS - start)) s"
}
# Three at once: building waits mostly for the mirror and the disk. Each target leaves a mark when it is built, for
# bash forgets how a child ended once another process was given its number.
ensure_all() {
  local target marks built=yes
  marks=$(mktemp -d)
  for target in "$@"; do
    while [ "$(jobs -pr | wc -l)" -ge 3 ]; do sleep 0.1; done
    ( ensure "$target"; : >"$marks/$target" ) &
  done
  wait
  for target in "$@"; do [ -e "$marks/$target" ] || built=; done
  rm -r "$marks"
  [ -n "$built" ]
}
exec 9>"$cache/.lock"
[ -n "$check" ] || flock 9
first=() then=()
for target in "$@"; do
  case " $all " in *" $target "*) ;; *) wanted "$target" ;; esac
  case $target in *-t0) first+=("$(repo_of "$target")" "${target%-t0}"); then+=("$target") ;; *) first+=("$target") ;; esac
done
ensure_all $(printf '%s\n' "${first[@]}" | awk '!seen[$0]++')
[ ${#then[@]} -eq 0 ] || ensure_all "${then[@]}"
