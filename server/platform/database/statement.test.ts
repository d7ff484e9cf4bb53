import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '#server/domains/users/users.table.ts'
import { openTestApplication, type TestApplication } from '../../../testing/application.ts'
import type { Database } from './database.ts'
import { createStatement } from './statement.ts'
import { transaction } from './transaction.ts'

let application: TestApplication
let db: Database
beforeAll(async () => {
  application = await openTestApplication()
  db = application.services.db
})
afterAll(() => application.close())

let timesBuilt = 0
const selectNames = createStatement(['email'], (connection, { email }) => {
  timesBuilt++
  return connection.select({ name: users.name }).from(users).where(eq(users.email, email))
})
const insertUser = createStatement(['email', 'name', 'createdAt'], (connection, values) =>
  connection.insert(users).values(values).returning({ email: users.email, createdAt: users.createdAt }),
)
const insert = (connection: Database, name: string) =>
  insertUser(connection, { email: `${name}@example.test`, name, createdAt: 1 })
const findNames = (connection: Database, name: string) => selectNames(connection, { email: `${name}@example.test` })

describe('a statement that is built once', () => {
  it('is built once for a handle, and runs with the values of each call, also of many at once', async () => {
    const names = Array.from({ length: 30 }, (_, number) => `once-${number}`)
    for (const name of names) expect(await insert(db, name)).toEqual([{ email: `${name}@example.test`, createdAt: 1 }])
    timesBuilt = 0
    const rows = await Promise.all(names.map((name) => findNames(db, name)))
    expect(rows).toEqual(names.map((name) => [{ name }]))
    expect(timesBuilt).toBe(1)
  })

  it('runs in the transaction that it is given, and is rolled back with it', async () => {
    for (const name of ['lost-1', 'lost-2']) {
      const failing = transaction(db, async (tx) => {
        await insert(tx, name)
        expect(await findNames(tx, name)).toEqual([{ name }])
        throw new Error('on purpose')
      })
      await expect(failing).rejects.toThrow('on purpose')
      expect(await findNames(db, name)).toEqual([])
    }
  })

  it('runs in many transactions at once, each with its own values', async () => {
    const names = Array.from({ length: 30 }, (_, number) => `many-${number}`)
    const lookups = names.map((name) =>
      transaction(db, async (tx) => {
        await insert(tx, name)
        return findNames(tx, name)
      }),
    )
    expect(await Promise.all(lookups)).toEqual(names.map((name) => [{ name }]))
  })
})

describe('a transaction', () => {
  it('that fails leaves its connection to others', async () => {
    const fail = () => transaction(db, () => Promise.reject(new Error('on purpose')))
    for (let time = 0; time < 15; time++) await expect(fail()).rejects.toThrow('on purpose')
    expect(await transaction(db, (tx) => findNames(tx, 'absent'))).toEqual([])
  })
})
