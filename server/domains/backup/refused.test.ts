import { createWriteStream } from 'node:fs'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeClass, makeUser } from '../../../demo/factories.ts'
import { createDatabase, openForThisTest } from '../../../testing/application.ts'
import { makeFolder, restore, takeBackup } from '../../../testing/backups.ts'
import { openArchive } from '../../platform/archive/read-archive.ts'
import { ArchiveWriter } from '../../platform/archive/write-archive.ts'
import type { DatabaseConnection } from '../../platform/database/database.ts'
import { applyMigrations, findCurrentMigration, readMigrations } from '../../platform/database/migrations.ts'
import { transaction } from '../../platform/database/transaction.ts'
import { users } from '../users/users.table.ts'
import { dropSchool, findSchool } from './existing.ts'
import { MANIFEST } from './format.ts'

let database: DatabaseConnection
beforeAll(async () => {
  database = await createDatabase()
  await makeUser(database.db, 'admin', { email: 'present@example.test' })
  return () => database.close()
})

async function takeSmallBackup(): Promise<string> {
  const original = await openForThisTest()
  await makeClass(original.services.db)
  return (await takeBackup(original)).path
}

/** Writes an archive again, with correct checksums, and with other content where `change` returns some. */
async function rewrite(path: string, change: (name: string, content: string) => string | null): Promise<string> {
  const archive = await openArchive(path)
  const copy = join(await makeFolder(), 'changed.zip')
  const writer = new ArchiveWriter(createWriteStream(copy), new Date())
  for (const name of archive.names) {
    const content = change(name, (await buffer(await archive.read(name))).toString())
    if (content !== null) await writer.add(name, content)
  }
  await writer.close()
  archive.close()
  return copy
}

const changeManifest = (change: object) => (name: string, content: string) =>
  name === MANIFEST ? JSON.stringify({ ...JSON.parse(content), ...change }) : content

/** Expects that a restore is refused, and that the database still has what it had. */
async function expectRefused(path: string, message: RegExp): Promise<void> {
  await expect(restore(path, database, await makeFolder())).rejects.toThrow(message)
  expect(await database.db.select({ email: users.email }).from(users)).toEqual([{ email: 'present@example.test' }])
}

describe('a restore is refused before anything is written', () => {
  it('of a file that was cut off, at its end or in the middle', async () => {
    const path = await takeSmallBackup()
    const { length } = await readFile(path)
    for (const size of [length - 1, Math.floor(length / 2), 0]) {
      await truncate(path, size)
      await expectRefused(path, /is not a complete archive/)
    }
  })

  it('of a file with one other byte, in the rows, the description or the checksums', async () => {
    const path = await takeSmallBackup()
    const bytes = await readFile(path)
    for (const name of ['tables/public.users.jsonl', 'tables/public.classes.jsonl', MANIFEST, 'SHA256SUMS']) {
      const changed = Buffer.from(bytes)
      // The content follows the name in the header of a file. Source: PKWARE APPNOTE, 4.3.7
      const at = bytes.indexOf(name) + name.length + 10
      changed[at] = (changed[at] ?? 0) ^ 0x01
      await writeFile(path, changed)
      await expectRefused(path, /damaged|not a complete archive|not ours/)
    }
  })

  it('of a file without one of its tables', async () => {
    const path = await takeSmallBackup()
    const without = await rewrite(path, (name, content) => (name === 'tables/public.users.jsonl' ? null : content))
    await expectRefused(without, /has no file tables\/public\.users\.jsonl/)
  })

  it('of another archive, and of a file that is none', async () => {
    const path = await takeSmallBackup()
    await expectRefused(await rewrite(path, (name, content) => (name === MANIFEST ? null : content)), /not a backup/)
    await writeFile(path, 'not an archive')
    await expectRefused(path, /is not a complete archive/)
    await expectRefused(join(path, 'missing'), /Cannot read/)
  })

  it('of a newer version, and names it', async () => {
    const path = await takeSmallBackup()
    const newer = { application: '9.9.9', migration: '9999_future' }
    await expectRefused(await rewrite(path, changeManifest(newer)), /version 9\.9\.9 \(migration 9999_future\)/)
    await expectRefused(await rewrite(path, changeManifest({ format: 99 })), /does not know/)
  })

  it('of rows that do not belong together, without naming their values', async () => {
    const path = await takeSmallBackup()
    const orphan = await rewrite(path, (name, content) => (name === 'tables/public.users.jsonl' ? '' : content))
    await expectRefused(orphan, /refer to rows that are missing/)
    const malformed = (name: string, content: string) =>
      name === 'tables/public.users.jsonl' ? content.replace(/"[0-9a-f-]{36}"/, '"a private value"') : content
    await expectRefused(await rewrite(path, malformed), /^Rows of public\.users cannot be loaded \(SQLSTATE 22P02\)\.$/)
  })
})

describe('a database', () => {
  it('is empty after the first start, and otherwise what a restore would replace is told', async () => {
    const { services } = await openForThisTest()
    expect(await findSchool(services.db)).toBeNull()
    expect(await findSchool(database.db)).toMatchObject({ counts: { users: 1, classes: 0 }, newestPaymentAt: null })
  })

  it('of another application is never replaced', async () => {
    const { services } = await openForThisTest()
    await services.db.execute(sql`create table invoices (id integer)`)
    await expect(findSchool(services.db)).rejects.toThrow('tables of another application (invoices)')
  })
})

describe('a backup of an older version', () => {
  it('is migrated to this version when it is restored', async () => {
    const original = await openForThisTest()
    const { db } = original.services
    const last = readMigrations().findIndex(({ name }) => name === '0022_backup')
    await transaction(db, async (tx) => {
      await dropSchool(tx)
      await applyMigrations(tx, readMigrations().slice(0, last))
    })
    // The factories write the columns of today.
    await db.execute(
      sql`insert into users (id, email, name, created_at) values (gen_random_uuid(), 'ada@example.test', 'Ada', 1)`,
    )
    await db.execute(sql`insert into classes (instructor_id, name, image, list_price_minor, created_at)
      select id, 'Of old', '/a', 4999, 1 from users`)
    const { path, manifest } = await takeBackup(original)
    expect(manifest.migration).toBe('0021_home_content')
    const target = await createDatabase()
    await restore(path, target, await makeFolder())
    expect((await findCurrentMigration(target.db))?.name).toBe(readMigrations().at(-1)?.name)
    expect(await findSchool(target.db)).toMatchObject({ counts: { users: 1, classes: 1 } })
    await target.close()
  })
})
