#!/usr/bin/env bash
# pg's pool ends while a query waits for a connection, and that query neither succeeds nor fails.
#
# Seen with pg 8.23.1, on a server of @electric-sql/pglite-socket 0.2.17: with its only connection in use, a query waits. `pool.end()` resolves
# once that connection is released, and the promise of the query that waited stays pending, without an error. A program must await its queries
# before it ends a pool, or it hangs.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --no-audit --no-fund --silent --legacy-peer-deps pg@8.23.1 @electric-sql/pglite@0.5.14 @electric-sql/pglite-socket@0.2.17
cat > end.mjs <<'JS'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import pg from 'pg'

const server = new PGLiteSocketServer({ db: await PGlite.create(), host: '127.0.0.1', port: 0 })
await server.start()
const port = Number(server.getServerConn().split(':').at(-1))
const pool = new pg.Pool({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', max: 1 })
const client = await pool.connect()
const query = pool.query('select 1').then(
  () => 'done',
  () => 'failed',
)
const end = pool.end().then(() => 'done')
client.release()
const wait = (promise) => Promise.race([promise, new Promise((resolve) => setTimeout(resolve, 3000, 'pending'))])
console.log(`end: ${await wait(end)}, the query that waited: ${await wait(query)}`)
process.exit(0)
JS
output=$(node end.mjs)
echo "$output"
[ "$output" = 'end: done, the query that waited: pending' ] || {
  echo 'The behavior has changed.'
  exit 1
}
