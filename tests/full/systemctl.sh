#!/bin/sh
# Does what systemd does for the units in server/deploy, on a machine without systemd: user, umask, empty environment,
# state folders, read-only tree, private /tmp, no capabilities, stop with a timeout. `systemctl VERB [--now] UNIT`.
set -eu
verb=$1; shift
[ "${1-}" = --now ] && shift
name=${1-}; name=${name%.service}
unit=/etc/systemd/system/$name.service
pidfile=/run/$name.pid
log=/run/$name.log

of() { sed -n "s/^$1=//p" "$unit" | tail -n 1; }

# Replaces this process by the service.
start() {
  user=$(of User); states=$(of StateDirectory)
  for state in $states; do
    install -d -m "$(of StateDirectoryMode)" -o "$user" -g "$user" "/var/lib/$state"
  done
  # In its own mount namespace, make all disks read-only except the state folders and /tmp.
  exec unshare --mount --propagation private sh -c '
    states=$1; user=$2; mask=$3; folder=$4; shift 4
    for state in $states; do mount --bind "/var/lib/$state" "/var/lib/$state"; done
    for place in / "$(readlink -f /opt/hcs)"; do mount -o remount,bind,ro "$place"; done
    mount -t tmpfs -o mode=1777 tmpfs /tmp
    umask "$mask"; cd "$folder"
    exec setpriv --reuid="$user" --regid="$user" --init-groups --no-new-privs --bounding-set=-all --inh-caps=-all \
      --reset-env "$@"
  ' - "$states" "$user" "$(of UMask)" "$(of WorkingDirectory)" $(of ExecStart)
}

stop() {
  [ -s "$pidfile" ] || return 0
  pid=$(cat "$pidfile"); kill -TERM "$pid" 2>/dev/null || true
  waited=0
  while kill -0 "$pid" 2>/dev/null; do
    [ "$waited" -ge $(($(of TimeoutStopSec) * 10)) ] && kill -KILL "$pid"
    sleep 0.1; waited=$((waited + 1))
  done
  rm -f "$pidfile"
}

case "$verb $name" in
  daemon-reload*) ;;
  *' caddy') caddy stop >/dev/null 2>&1 || true; caddy start --config /etc/caddy/Caddyfile >/run/caddy.log 2>&1 ;;
  *.timer) [ -f "/etc/systemd/system/$name" ] ;;
  stop*) stop ;;
  *)
    [ "$verb" = restart ] && stop
    if [ "$(of Type)" = oneshot ]; then start; fi
    # Do not start a running service a second time.
    if [ -s "$pidfile" ] && kill -0 "$(cat "$pidfile")" 2>/dev/null; then exit 0; fi
    (exec >>"$log" 2>&1; start) &
    echo $! >"$pidfile"
    ;;
esac
