#!/bin/sh
# Restarts the processes one after the other, and drops no request: nginx sends none to a process that is about to stop.
# Usage: rolling-restart.sh PORT...        (as root, after the new version is in place)
# RELOAD and RESTART replace the commands; RESTART gets the port as its argument.
set -eu
upstreams=${UPSTREAMS:-/etc/nginx/foodhall/upstreams.conf}
reload=${RELOAD:-systemctl reload nginx}
restart=${RESTART:-}

# Marking twice is marking once: a run that ended early leaves its mark.
mark() { sed -i "/^server 127\.0\.0\.1:$1 /{/ down;/!s/;/ down;/}" "$upstreams"; }
unmark() { sed -i "/^server 127\.0\.0\.1:$1 /s/\( down\)*;/;/" "$upstreams"; }

restart_one() {
  if [ -n "$restart" ]; then $restart "$1"; else systemctl restart "foodhall@$1"; fi
}

wait_until_ready() {
  tries=0
  until curl -fsS -o /dev/null "http://127.0.0.1:$1/api/v1/ready" 2>/dev/null; do
    tries=$((tries + 1))
    if [ "$tries" -ge 120 ]; then
      echo "The process on port $1 is not ready after 60 s. It is marked as down in $upstreams; the others serve." >&2
      exit 1
    fi
    sleep 0.5
  done
}

[ "$#" -gt 1 ] || { echo "Usage: rolling-restart.sh PORT PORT...  (two at least: one serves while another restarts)" >&2; exit 2; }
for port in "$@"; do
  grep -q "127.0.0.1:$port " "$upstreams" || { echo "$upstreams has no 127.0.0.1:$port." >&2; exit 2; }
done
# One that an earlier run left out comes first, so that the others serve meanwhile.
for port in $(sed -n 's/^server 127\.0\.0\.1:\([0-9]*\) .* down;$/\1/p' "$upstreams"); do
  case " $* " in
    *" $port "*) ;;
    *) echo "The process on port $port is marked as down in $upstreams. Name it too, or remove the mark." >&2; exit 2 ;;
  esac
  rest=""
  for each in "$@"; do [ "$each" = "$port" ] || rest="$rest $each"; done
  # shellcheck disable=SC2086
  set -- "$port" $rest
done
for port in "$@"; do
  mark "$port"
  $reload
  # The workers of before the reload may have a request on its way to the process.
  sleep 1
  restart_one "$port"
  wait_until_ready "$port"
  unmark "$port"
  $reload
done
