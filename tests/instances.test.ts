import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClass, makeUser } from '../demo/factories.ts'
import { type Application, openApplication } from '../server/composition.ts'
import { loadBuiltPages } from '../server/pages/built.ts'
import { openPostgres } from '../server/platform/database/postgres.ts'
import { readSettings } from '../server/settings/settings.ts'
import { query } from '../testing/databases/postgres-server.ts'
import { copyTemplate } from '../testing/databases/template.ts'
import { Visitor } from '../testing/visitor.ts'

const PUBLIC_URL = 'http://127.0.0.1:3000'
const SECRET = 'a secret for tests, of enough characters'
const VISIBLE_WITHIN_MS = 1000

let url: string
let writer: Application
let reader: Application

beforeAll(async () => {
  url = await copyTemplate()
  writer = await openInstance()
  reader = await openInstance()
}, 60_000)

afterAll(async () => {
  await writer.close()
  await reader.close()
})

describe('two instances on one database', () => {
  it('show a class that the other one approved within a second, although both cache their pages', async () => {
    await expect(shows('/classes', 'Fog Signals')).resolves.toBe(false)
    await makeClass(writer.services.db, { name: 'Fog Signals' })
    await expectSoon(() => shows('/classes', 'Fog Signals'))
  })

  it('show an instructor’s new name', async () => {
    const teacher = await makeUser(writer.services.db, 'instructor', { name: 'Before' })
    await expectSoon(() => shows('/instructors', 'Before'))
    await query(url, `update users set name = 'After' where id = '${teacher.id}'`)
    await expectSoon(() => shows('/instructors', 'After'))
  })

  it('keep their cache when a student registers: the database sends no notification', async () => {
    const client = new pg.Client(url)
    await client.connect()
    try {
      const notifications: (string | undefined)[] = []
      client.on('notification', ({ payload }) => notifications.push(payload))
      await client.query('listen catalogue')
      await makeUser(writer.services.db, 'student')
      await query(url, "select pg_notify('catalogue', 'the end')")
      await expect.poll(() => notifications).toContain('the end')
      expect(notifications).toEqual(['the end'])
    } finally {
      await client.end()
    }
  })

  it('drop the lists and one class’s page after a sale by the other, and no other page', async () => {
    const sold = await makeClass(writer.services.db, { name: 'Sold Elsewhere', seats: 5 })
    const other = await makeClass(writer.services.db, { name: 'Left Alone', seats: 5 })
    const [soldPath, otherPath] = [`/classes/sold-elsewhere-${sold.id}`, `/classes/left-alone-${other.id}`]
    await expectSoon(() => shows('/classes', 'Left Alone'))
    for (const path of [soldPath, otherPath]) expect(await shows(path, '5 of 5 seats left')).toBe(true)
    await query(url, `update runs set seats = 4, enroll = 1 where class_id = '${sold.id}'`)
    await query(url, `update classes set enroll = 1 where id = '${sold.id}'`)
    await expectSoon(() => shows(soldPath, '4 of 5 seats left'))
    expect(reader.responseCache.fresh('/classes')).toBeUndefined()
    expect(reader.responseCache.fresh(otherPath)).toBeDefined()
    await query(url, `update classes set enroll = 2, name = 'Renamed' where id = '${sold.id}'`)
    await expect.poll(() => reader.responseCache.fresh(otherPath), { timeout: VISIBLE_WITHIN_MS }).toBeUndefined()
  })

  it('show what an admin changed about the school at the other one, on every page', async () => {
    await expect(shows('/contact', 'School of Two')).resolves.toBe(false)
    await query(url, `update school set name = 'School of Two', footer_line = 'In two places'`)
    await expectSoon(() => shows('/contact', 'School of Two'))
    await expectSoon(() => shows('/', 'In two places'))
    expect(reader.services.mail.sender.name).toBe('School of Two')
  })

  it('show a page that an admin changed at the other one, and its place in the menu', async () => {
    await expect(shows('/refunds', 'Changed elsewhere')).resolves.toBe(false)
    await query(url, `update pages set text = 'Changed elsewhere.', title = 'Money back' where slug = 'refunds'`)
    await expectSoon(() => shows('/refunds', 'Changed elsewhere'))
    await expectSoon(() => shows('/', 'Money back'))
  })

  it('ignore the notification of their own write, which has cleared the cache already', async () => {
    const { version } = writer.services.catalogue
    await makeClass(writer.services.db)
    await pause(200)
    expect(writer.services.catalogue.version).toBe(version)
  })

  it('miss no change while the connection that they listen on is broken', async () => {
    await query(
      url,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and (query like 'listen%' or query = 'select 1')`,
    )
    await makeClass(writer.services.db, { name: 'Written in Between' })
    await expectSoon(() => shows('/classes', 'Written in Between'))
    await expect.poll(countListeners, { timeout: 5000 }).toBe(2)
  })
})

async function openInstance(): Promise<Application> {
  return openApplication({
    settings: { ...readSettings({ DEMO: 'off', CARDS: 'sandbox' }), publicUrl: PUBLIC_URL },
    secret: SECRET,
    database: await openPostgres(url, () => {}),
    pages: await loadBuiltPages(),
    log: pino({ level: 'silent' }),
  })
}

/** Returns whether a page of the reading instance has a text. */
async function shows(page: string, text: string): Promise<boolean> {
  return (await new Visitor(reader.app).request('GET', page)).body.includes(text)
}

async function expectSoon(condition: () => Promise<boolean>): Promise<void> {
  await expect.poll(condition, { timeout: VISIBLE_WITHIN_MS, interval: 20 }).toBe(true)
}

/** Counts the connections to this database that listen, by the last statement that each of them sent. */
async function countListeners(): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and application_name = ''
     and query in ('listen "catalogue"', 'select 1')`,
  )
  await client.end()
  return rows.length
}
