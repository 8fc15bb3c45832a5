#!/bin/sh
# Installs the Fleetmend agent on this host and enrolls it. Run it as root, by the line that the manager shows:
#   { echo token=TOKEN; curl … /install.sh; } | sh -s --     or  echo ca_fingerprint=HEX, and a person approves
#   options: --token-file FILE, --ca-fingerprint HEX, --advertise-address IP,
#            --connection listen|dial (dial: this host connects to the manager, and listens on no port),
#            --proxy-file FILE (holds http://[USER:PASSWORD@]HOST:PORT; default: https_proxy of the environment),
#            --again (enroll anew although the host is enrolled)
# The token never stands in an argument: every user of the host can read those, and sudo writes them into its log.
# That line has checked the fingerprint of the manager's root, and fetched this text under it. From here on everything
# is checked against what stands below: the manager by that root, each package by its hash.
set -eu
umask 077

manager_url='@MANAGER_URL@'
manager_host='@MANAGER_HOST@'
manager_port='@MANAGER_PORT@'
# SHA-256 of the public key of the manager's root, which the token names too.
root_pin='@ROOT_PIN@'
# One a line: format, processor, file, SHA-256.
packages='@PACKAGES@'
root_pem='@ROOT_PEM@'

step='read the options'
begin() { step=$1; echo "==> $step"; }
fail() {
  echo "install.sh: failed to $step: $*" >&2
  exit 1
}
run() { "$@" || fail "\`$1\` ended with $?"; }

# These may have been set by lines before this text: token, ca_fingerprint, https_proxy, no_proxy. As the token, a proxy's
# password stands in no argument.
token=${token:-} pin=${ca_fingerprint:-} token_file= address= again=
connection=
proxy_file= proxy=${https_proxy:-${HTTPS_PROXY:-}} no_proxy=${no_proxy:-${NO_PROXY:-}}
read_options() {
  while [ $# -gt 0 ]; do
    case $1 in
      --again) again=--again; shift; continue ;;
      --token-file | --ca-fingerprint | --advertise-address | --connection | --proxy-file) [ $# -ge 2 ] || fail "$1 needs a value" ;;
      --token | --token=*) fail 'a token in an argument can be read by every user of this host; use --token-file FILE, or the line that the manager shows' ;;
      *) fail "unknown option $1" ;;
    esac
    case $1 in
      --token-file) token_file=$2 ;;
      --ca-fingerprint) pin=$2 ;;
      --advertise-address) address=$2 ;;
      --connection) connection=$2 ;;
      --proxy-file) proxy_file=$2 ;;
    esac
    shift 2
  done
  if [ -n "$token_file" ]; then token=$(cat "$token_file") || fail "the token file $token_file cannot be read"; fi
  [ -n "$token$pin" ] || fail 'there is no token and no fingerprint; use the line that the manager shows'
  [ -z "$token" ] || pin=${token##*.}
  case $address in *[!0-9a-fA-F.:]*) fail "--advertise-address: $address is no IP address" ;; esac
  case $connection in '' | listen | dial) ;; *) fail "--connection: $connection is neither listen nor dial" ;; esac
}

# Whether the manager is reached through the proxy: curl decides, by the manager's name and no_proxy.
choose_proxy() {
  begin 'choose the way to the manager'
  if [ -n "$proxy_file" ]; then proxy=$(cat "$proxy_file") || fail "the proxy file $proxy_file cannot be read"; fi
  case $proxy$no_proxy in
    *[\"\\]*) fail 'the proxy or no_proxy holds a quotation mark or a backslash; write it as %22 or %5C' ;;
  esac
  unset HTTPS_PROXY NO_PROXY
  export https_proxy="$proxy" no_proxy
  [ -n "$proxy" ] || return 0
  answer=$(curl --silent --insecure --connect-timeout 15 --max-time 60 --output /dev/null \
    --write-out '%{http_connect}' "https://$manager_host:$manager_port/api/v1/status/ready") || true
  if [ "$answer" = 000 ]; then proxy=; fi
}

check_manager() {
  begin 'check who the manager is'
  [ "$pin" = "$root_pin" ] || fail "the token or fingerprint is for a manager with the root $pin; this one has $root_pin"
}

format= arch=
check_host() {
  begin 'check this host'
  [ "$(id -u)" = 0 ] || fail 'it must run as root (put sudo before sh)'
  [ "$(uname -s)" = Linux ] || fail 'this is not Linux'
  case $(uname -m) in
    x86_64) arch=x64 ;;
    aarch64) arch=arm64 ;;
    *) fail "there is no agent for $(uname -m)" ;;
  esac
  # A Debian may have rpm installed as a tool, and the other way round: the system's own database decides.
  if [ -e /var/lib/dpkg/status ] && command -v dpkg >/dev/null; then format=deb
  elif command -v rpm >/dev/null; then format=rpm
  else fail 'it has neither dpkg nor rpm'
  fi
  for tool in curl sha256sum mktemp; do
    command -v "$tool" >/dev/null || fail "$tool is missing"
  done
}

file= hash=
choose_package() {
  begin 'choose the package'
  while read -r its_format its_arch its_file its_hash; do
    if [ "$its_format" = "$format" ] && [ "$its_arch" = "$arch" ]; then file=$its_file hash=$its_hash; fi
  done <<END
$packages
END
  [ -n "$file" ] || fail "the manager has no $format package for $arch; ask its administrator for one"
}

# Its certificate always holds the first name; the connection still goes to the manager's own address. What a try has
# brought stays, and the next one asks for the rest.
fetch_package() {
  code=0 direct=
  [ -n "$proxy" ] || direct='*'
  : >"$work/head"
  status=$(
    curl --fail --silent --show-error --connect-timeout 15 --max-time 900 ${direct:+--noproxy "$direct"} --write-out '%{http_code}' \
      --cacert "$work/root.pem" --connect-to "manager.fleetmend.internal:$manager_port:$manager_host:$manager_port" \
      --continue-at - --dump-header "$work/head" --output "$work/$file" "https://manager.fleetmend.internal:$manager_port/api/v1/enroll/packages/$file" \
      2>"$work/said"
  ) || code=$?
  [ "$code" = 0 ]
}
# The seconds of Retry-After in the last answer, at most ten minutes; empty where it had none.
told_secs() {
  secs=$(sed -n 's/^[Rr]etry-[Aa]fter: *\([1-9][0-9]\{0,5\}\)[^0-9]*$/\1/p' "$work/head" | tail -n 1)
  if [ -n "$secs" ] && [ "$secs" -gt 600 ]; then secs=600; fi
  echo "$secs"
}
give_up() {
  cat "$work/said" >&2
  fail "curl ended with $code"
}

work= was_active=
# Starts an agent that ran before again, whatever has failed.
leave() {
  rm -rf "$work"
  if [ -n "$was_active" ] && ! systemctl --quiet is-active fleetmend-agent.service; then
    systemctl start fleetmend-agent.service && echo 'install.sh: the agent that was here runs again' >&2
  fi
}
download() {
  begin "download $file"
  work=$(mktemp -d) || fail 'no temporary directory'
  trap leave EXIT
  trap 'exit 130' INT TERM
  printf '%s\n' "$root_pem" >"$work/root.pem"
  tries=1 waited=0
  until fetch_package; do
    turn=$(told_secs)
    case $code-$status-$turn in
      *-429-* | *-503-[1-9]*)
        # The manager serves so many at once and tells each when its turn is. Each host adds a time of its own, or all
        # that were told the same would come back at once.
        [ "$waited" -lt 5400 ] || give_up
        turn=${turn:-60}
        pause=$((turn + $(od -An -N2 -tu2 /dev/urandom) % (turn / 2 + 5)))
        echo "    the manager serves other hosts first; waiting $pause s for the turn of this one to download"
        waited=$((waited + pause)) ;;
      7-* | 18-* | 28-* | 33-* | 52-* | 56-* | *-408-* | *-50[0234]-*)
        [ "$tries" -lt 4 ] || give_up
        # A manager of before sends nothing but the whole.
        if [ "$code" = 33 ]; then rm -f "$work/$file"; fi
        pause=$tries tries=$((tries + 1)) ;;
      *) give_up ;;
    esac
    sleep "$pause"
  done
  begin "verify $file"
  echo "$hash  $work/$file" | sha256sum --check --status - ||
    fail "its SHA-256 is $(sha256sum "$work/$file" | cut -d' ' -f1) instead of $hash; nothing was installed"
}

has_systemd() { [ -d /run/systemd/system ]; }

# A host that has just booted is often busy with its own updates.
install_deb() {
  waited=0
  until LC_ALL=C DEBIAN_FRONTEND=noninteractive dpkg --force-confdef --force-confold --install "$work/$file" 2>"$work/said"; do
    code=$?
    if [ "$waited" -ge 300 ] || ! grep -q 'lock was locked\|area is locked' "$work/said"; then
      cat "$work/said" >&2
      fail "\`dpkg\` ended with $code"
    fi
    [ "$waited" -gt 0 ] || echo '    another package manager is at work; waiting up to 5 minutes for its end'
    waited=$((waited + 2))
    sleep 2
  done
  cat "$work/said" >&2
}

install_package() {
  begin "install $file"
  if has_systemd && systemctl --quiet is-active fleetmend-agent.service; then was_active=yes; fi
  case $format in
    deb) install_deb ;;
    rpm) run rpm --upgrade --replacepkgs --oldpackage "$work/$file" ;;
  esac
  # On a host that was enrolled before, the package has started the agent, and only one process may use its data.
  if has_systemd; then systemctl stop fleetmend-agent.service; fi
  # An update by the manager goes back to it; without it the host is as well off, but for that.
  kept=/var/lib/fleetmend-agent/agent-packages
  mkdir -p "$kept" && cp "$work/$file" "$kept/$file" ||
    echo 'install.sh: the package could not be kept, so an update of the agent may have no way back' >&2
}

configuration=/etc/fleetmend/agent.toml
configure() {
  begin "write $configuration"
  keys='manager_url|ca_fingerprint|enrollment_token|token_file'
  [ -z "$address" ] || keys="$keys|advertise_address"
  [ -z "$connection" ] || keys="$keys|connection"
  [ -z "$proxy" ] || keys="$keys|https_proxy|no_proxy"
  { grep -Ev "^[[:space:]]*($keys)[[:space:]]*=" "$configuration" || true; } >"$work/agent.toml"
  {
    echo "manager_url = \"$manager_url\""
    echo "ca_fingerprint = \"$root_pin\""
    [ -z "$address" ] || echo "advertise_address = \"$address\""
    [ -z "$connection" ] || echo "connection = \"$connection\""
    [ -z "$proxy" ] || printf 'https_proxy = "%s"\n' "$proxy"
    [ -z "$proxy" ] || [ -z "$no_proxy" ] || printf 'no_proxy = "%s"\n' "$no_proxy"
  } >>"$work/agent.toml"
  run fleetmend-agent --config "$work/agent.toml" --print-config >/dev/null
  run cp "$work/agent.toml" "$configuration"
}

enroll() {
  begin "enroll with $manager_url"
  [ -n "$token" ] || echo "    An administrator must approve this host now; it waits until then."
  # The token serves once, so it goes into the environment, which root alone can read, and not the configuration.
  if [ -n "$token" ]; then export FLEETMEND_AGENT_ENROLLMENT_TOKEN="$token"; fi
  run fleetmend-agent enroll $again
  unset FLEETMEND_AGENT_ENROLLMENT_TOKEN
}

start() {
  if ! has_systemd; then
    echo '==> installed and enrolled. There is no systemd here: start `fleetmend-agent run` by your own means.'
    return
  fi
  begin 'start the service'
  run systemctl --quiet enable --now fleetmend-agent.service
  waited=0
  until [ -S /var/lib/fleetmend-agent/status.sock ] && systemctl --quiet is-active fleetmend-agent.service; do
    [ "$waited" -lt 30 ] || fail 'it does not answer; see journalctl -u fleetmend-agent'
    waited=$((waited + 1))
    sleep 1
  done
  fleetmend-agent status || true
  echo '==> done. `fleetmend-agent doctor` looks for problems at any time.'
}

# One call at the end, so that half a download does nothing.
main() {
  read_options "$@"
  check_host
  check_manager
  choose_proxy
  choose_package
  download
  install_package
  configure
  enroll
  start
}

main "$@"
