#!/usr/bin/env bash
# Node renames a time zone to the name that it had before, and knows abbreviations that mean another place.
#
# Seen with Node 24.21.0 (ICU 78): `resolvedOptions().timeZone` is Europe/Kiev for Europe/Kyiv and Asia/Calcutta for Asia/Kolkata, although
# the IANA database has renamed them. CLDR never changes a name. `BST` is accepted and is Asia/Dhaka, an abbreviation from
# Java, so that a British class is hours off. Our names are in contract/values/time-zone.ts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --no-audit --no-fund --silent node@24.21.0
cat > zones.mjs <<'JS'
const resolve = (timeZone) => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
console.log(['Europe/Kyiv', 'Asia/Kolkata', 'BST'].map((name) => `${name} ${resolve(name)}`).join(', '))
JS
seen=$(node_modules/node/bin/node zones.mjs)
echo "Node 24.21.0: $seen"
[ "$seen" = 'Europe/Kyiv Europe/Kiev, Asia/Kolkata Asia/Calcutta, BST Asia/Dhaka' ] || {
  echo 'The behavior has changed.'
  exit 1
}
