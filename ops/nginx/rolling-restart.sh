#!/bin/sh
# Restarts all instances behind nginx, one after the other, without a failed request. Run it as root after an upgrade of the code:
#   ops/nginx/rolling-restart.sh 3001 3002 3003
# It takes each instance out of nginx, stops it when its requests have ended, starts it, and waits until it is ready.
set -eu
INSTANCES="${INSTANCES:-/etc/nginx/school/instances.conf}"

write_instances() {
  down="$1"
  shift
  # Not `port`: functions share their variables with the loop below.
  for each in "$@"; do
    if [ "$each" = "$down" ]; then echo "server 127.0.0.1:$each down;"
    else echo "server 127.0.0.1:$each max_fails=1 fail_timeout=2s;"; fi
  done > "$INSTANCES.new"
  mv "$INSTANCES.new" "$INSTANCES"
  nginx -t -q
  nginx -s reload
  # Old workers of nginx finish the requests that they have.
  sleep 2
}

for port in "$@"; do
  write_instances "$port" "$@"
  systemctl restart "photography-school@$port"
  tries=0
  until curl --fail --silent --output /dev/null "http://127.0.0.1:$port/readyz"; do
    tries=$((tries + 1))
    if [ "$tries" -ge 120 ]; then
      echo "The instance on port $port does not become ready. It stays out of nginx; the others were not restarted." >&2
      exit 1
    fi
    sleep 1
  done
  write_instances none "$@"
  echo "Restarted the instance on port $port."
done
