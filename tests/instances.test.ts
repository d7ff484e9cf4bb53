import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClass, makeUser } from '../demo/factories.ts'
import { openPostgres } from '../server/database/postgres.ts'
import { builtPages } from '../server/pages/built.ts'
import { openSchool, type School } from '../server/school.ts'
import { readSettings } from '../server/settings.ts'
import { type PostgresServer, query, startPostgres } from './databases/postgres-server.ts'
import { Visitor } from './visitor.ts'

const PUBLIC_URL = 'http://127.0.0.1:3000'
const SECRET = 'a secret for tests, of enough characters'
const CHANGE_SEEN_WITHIN_MS = 1000

let server: PostgresServer
let url: string
let here: School
let there: School

beforeAll(async () => {
  server = await startPostgres()
  url = await server.createDatabase('school')
  here = await openInstance()
  there = await openInstance()
}, 60_000)

afterAll(async () => {
  await here.close()
  await there.close()
  await server.stop()
})

describe('two instances on one database', () => {
  it('show a class that the other one approved within a second, though both keep their pages', async () => {
    await expect(shows('/classes', 'Fog Signals')).resolves.toBe(false)
    await makeClass(here.parts.db, { name: 'Fog Signals' })
    await expectWithin(() => shows('/classes', 'Fog Signals'))
  })

  it('show an instructor’s new name, and do not start anew for a student', async () => {
    const teacher = await makeUser(here.parts.db, 'instructor', { name: 'Before' })
    await expectWithin(() => shows('/instructors', 'Before'))
    const { version } = there.parts.catalogue
    await makeUser(here.parts.db, 'student')
    await pause(200)
    expect(there.parts.catalogue.version).toBe(version)
    await query(url, `update users set name = 'After' where id = '${teacher.id}'`)
    await expectWithin(() => shows('/instructors', 'After'))
  })

  it('do not render anew for what they wrote themselves: the write has said so already', async () => {
    const { version } = here.parts.catalogue
    await makeClass(here.parts.db)
    await pause(200)
    expect(here.parts.catalogue.version).toBe(version)
  })

  it('miss nothing while the connection that they listen on is broken', async () => {
    await query(
      url,
      `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' or query = 'select 1'`,
    )
    await makeClass(here.parts.db, { name: 'Written in Between' })
    await expectWithin(() => shows('/classes', 'Written in Between'))
    await expect.poll(listeners, { timeout: 5000 }).toBe(2)
  })
})

async function openInstance(): Promise<School> {
  const settings = { ...readSettings({ DEMO: 'off', CARDS: 'sandbox' }), publicUrl: PUBLIC_URL }
  const database = await openPostgres(url, () => {})
  return openSchool({ settings, secret: SECRET, database, pages: await builtPages(), log: pino({ level: 'silent' }) })
}

/** Whether the other instance's page has these words. */
async function shows(page: string, words: string): Promise<boolean> {
  return (await new Visitor(there.app).request('GET', page)).body.includes(words)
}

async function expectWithin(seen: () => Promise<boolean>): Promise<void> {
  await expect.poll(seen, { timeout: CHANGE_SEEN_WITHIN_MS, interval: 20 }).toBe(true)
}

/** Connections that have said LISTEN, by the last thing that each of them said. */
async function listeners(): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    `select 1 from pg_stat_activity where application_name = '' and query in ('listen "catalogue"', 'select 1')`,
  )
  await client.end()
  return rows.length
}
