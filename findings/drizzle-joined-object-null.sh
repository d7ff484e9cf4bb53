#!/usr/bin/env bash
# drizzle-orm returns null for a joined row that exists, if the first selected column of it is null.
#
# Seen with drizzle-orm 0.45.4 on @electric-sql/pglite 0.5.16: `select({ run: { starts, id } })` with a left join gives `run: null` for
# a row whose `starts` is null, and the row with `{ id, starts }`. So the first column of a nested selection must be one that is never null.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --no-audit --no-fund --silent drizzle-orm@0.45.4 @electric-sql/pglite@0.5.16
cat > join.mjs <<'JS'
import { eq } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { drizzle } from 'drizzle-orm/pglite'

const classes = pgTable('classes', { id: integer().primaryKey() })
const runs = pgTable('runs', { id: integer().primaryKey(), classId: integer('class_id'), starts: text(), place: text() })
const db = drizzle()
await db.execute('create table classes (id integer primary key)')
await db.execute('create table runs (id integer primary key, class_id integer, starts text, place text)')
await db.insert(classes).values({ id: 1 })
await db.insert(runs).values({ id: 7, classId: 1, starts: null, place: 'Studio' })
const read = async (run) => {
  const [row] = await db.select({ id: classes.id, run }).from(classes).leftJoin(runs, eq(runs.classId, classes.id))
  return JSON.stringify(row.run)
}
console.log('nullable column first:', await read({ starts: runs.starts, place: runs.place, id: runs.id }))
console.log('key first:', await read({ id: runs.id, starts: runs.starts, place: runs.place }))
JS
output=$(node join.mjs)
echo "$output"
grep -qx 'nullable column first: null' <<< "$output" && grep -qx 'key first: {"id":7,"starts":null,"place":"Studio"}' <<< "$output" || {
  echo 'The behavior has changed.'
  exit 1
}
