import { sql } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { users } from '#server/domains/users/users.table.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { changesSeats, inTransaction, isUniqueViolation, transaction } from './transaction.ts'

const application = openForThisFile()

const original = pg.Client.prototype.query

const raise = (code: string) => sql.raw(`do $$ begin raise exception 'on purpose' using errcode = '${code}'; end $$`)
const newUser = (email: string) => ({ email, name: 'x', createdAt: 1 })

describe('a transaction', () => {
  it.each(['40001', '40P01'])('that fails with %s is retried, and the first run leaves nothing', async (code) => {
    let times = 0
    await transaction(application.services.db, async (tx) => {
      times++
      await tx.insert(users).values(newUser(`${code}-${times}@example.test`))
      if (times < 3) await tx.execute(raise(code))
    })
    const made = await application.services.db
      .select()
      .from(users)
      .where(sql`${users.email} like ${`${code.toLowerCase()}%`} or ${users.email} like ${`${code}%`}`)
    expect(made.map(({ email }) => email)).toEqual([`${code}-3@example.test`])
  })

  it('fails after five runs', async () => {
    let times = 0
    const failing = transaction(application.services.db, async (tx) => {
      times++
      await tx.execute(raise('40001'))
    })
    await expect(failing).rejects.toThrow()
    expect(times).toBe(5)
  })

  it('that fails otherwise is not retried, and leaves nothing', async () => {
    let times = 0
    const twice = transaction(application.services.db, async (tx) => {
      times++
      await tx.insert(users).values(newUser('unique@example.test'))
      await tx.insert(users).values(newUser('unique@example.test'))
    })
    expect(isUniqueViolation(await twice.catch((error: unknown) => error))).toBe(true)
    expect(times).toBe(1)
    expect(
      await application.services.db.select().from(users).where(sql`${users.email} = 'unique@example.test'`),
    ).toEqual([])
  })

  it('that fails, even at its begin, leaves its connection to others', async () => {
    const { db } = application.services
    const isolationLevel = 'of a level that does not exist' as 'serializable'
    for (let time = 0; time < 12; time++) {
      await expect(transaction(db, () => Promise.reject(new Error('on purpose')))).rejects.toThrow('on purpose')
      await expect(db.transaction(async () => {}, { isolationLevel })).rejects.toThrow('begin')
    }
    expect(await transaction(db, (tx) => tx.$count(users))).toBeGreaterThan(0)
  })

  it('that changes seats makes pages stale before others can see its commit, and again after it', async () => {
    const { db, catalogue } = application.services
    const seen: [string, number][] = []
    const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args) {
      const [config] = args as unknown as [string | { text: string }]
      seen.push([typeof config === 'string' ? config : config.text, catalogue.version])
      return original.apply(this, args)
    })
    onTestFinished(() => query.mockRestore())
    const before = catalogue.version
    await inTransaction({ db, catalogue, offerSeats: async () => {} }, async (tx) => {
      await tx.insert(users).values(newUser('stale@example.test'))
      changesSeats(tx, 'of-a-class')
    })
    const during = seen.find(([text]) => text === 'commit')?.[1]
    expect(during).toBeGreaterThan(before)
    expect(catalogue.version).toBeGreaterThan(during ?? 0)
  })
})
