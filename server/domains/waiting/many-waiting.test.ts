import { eq, sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeClass } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { readAudit } from '../../../testing/orders.ts'
import { readRows } from '../../platform/database/database.ts'
import { runs } from '../classes/runs/runs.table.ts'
import { isOffered, waitingEntries } from './waiting.table.ts'

const application = openForThisFile()

/** A sold-out date of 30 seats for which so many people wait. */
async function makeList(waiting: number) {
  const { db } = application.services
  const { id, runId } = await makeClass(db, { seats: 0 })
  await db.execute(sql`with person as (
      insert into users (email, name, role, email_confirmed, created_at)
      select ${runId} || n || '@example.test', 'Ada', 'student', true, n from generate_series(1, ${waiting}) n returning id, created_at)
    insert into waiting_entries (user_id, class_id, run_id, seats, created_at)
    select id, ${id}, ${runId}, 1, created_at from person`)
  await db.update(runs).set({ waiting }).where(eq(runs.id, runId))
  await db.execute(sql`analyze waiting_entries`)
  return runId
}

type Query = (...args: unknown[]) => unknown

interface Statement {
  client: unknown
  text: string
}

/** Returns the statements of the transaction that changes waiting lists during some work. Other connections read in the background. */
async function collectStatements(work: () => Promise<unknown>): Promise<string[]> {
  const clients = pg.Client.prototype as unknown as { query: Query }
  const { query } = clients
  const statements: Statement[] = []
  clients.query = function (this: unknown, ...args) {
    const [config] = args as [string | { text: string }]
    statements.push({ client: this, text: typeof config === 'string' ? config : config.text })
    return query.apply(this, args)
  }
  try {
    await work()
  } finally {
    clients.query = query
  }
  const change = statements.find(({ text }) => text.startsWith('update "waiting_entries"'))
  const texts = statements.flatMap(({ client, text }) => (client === change?.client ? [text] : []))
  const at = texts.indexOf(change?.text ?? '')
  return texts.slice(texts.lastIndexOf('begin', at), texts.indexOf('commit', at) + 1)
}

it('30 seats are offered in no more statements to 5,000 people than to 40, who are found by an index', {
  timeout: 30_000,
}, async () => {
  const { db } = application.services
  const admin = await application.signedIn('admin')
  const [few, many] = [await makeList(40), await makeList(5000)]
  const add = (id: string) =>
    collectStatements(() => admin.call(api.changeRun, { params: { id }, body: { seats: 30 } }))
  const expected = (await add(few)).length
  const statements = await add(many)
  expect(expected).toBeGreaterThan(5)
  expect(statements).toHaveLength(expected)
  const offered = await db.select().from(waitingEntries).where(isOffered)
  expect(offered.filter(({ runId }) => runId === many).map(({ createdAt }) => createdAt)).toHaveLength(30)
  expect(Math.max(...offered.map(({ createdAt }) => createdAt))).toBe(30)
  const search = statements.find((text) => /from "waiting_entries".*order by .*limit/s.test(text))
  const plan = await explain(search ?? '', many)
  expect(plan).toContain('waiting_entries_next')
  expect(plan).not.toContain('Sort')
  expect((await readAudit(application)).discrepancies).toEqual([])
})

/** Explains the search for the next one who waits. Its parameters are the time, the run, the state, the seats and the limit. */
async function explain(text: string, runId: string): Promise<string> {
  const values = ['0', `'${runId}'`, "'waiting'", '30', '30']
  const filled = text.replaceAll(/\$(\d+)/g, (_, number) => values[Number(number) - 1] ?? 'null')
  const rows = await readRows(application.services.db, sql.raw(`explain ${filled}`))
  return JSON.stringify(rows)
}
