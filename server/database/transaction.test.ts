import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '#server/users/users.table.ts'
import { openTestSchool, type TestSchool } from '../../tests/school.ts'
import { isUniqueViolation, transaction } from './transaction.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openTestSchool()
})
afterAll(() => school.close())

const raise = (code: string) => sql.raw(`do $$ begin raise exception 'on purpose' using errcode = '${code}'; end $$`)
const newUser = (email: string) => ({ email, name: 'x', createdAt: 1 })

describe('a transaction', () => {
  it.each(['40001', '40P01'])(
    'that the database gave up with %s is done again, and nothing of the first stays',
    async (code) => {
      let times = 0
      await transaction(school.parts.db, async (tx) => {
        times++
        await tx.insert(users).values(newUser(`${code}-${times}@example.test`))
        if (times < 3) await tx.execute(raise(code))
      })
      const made = await school.parts.db
        .select()
        .from(users)
        .where(sql`${users.email} like ${`${code.toLowerCase()}%`} or ${users.email} like ${`${code}%`}`)
      expect(made.map(({ email }) => email)).toEqual([`${code}-3@example.test`])
    },
  )

  it('is given up after five tries', async () => {
    let times = 0
    const failing = transaction(school.parts.db, async (tx) => {
      times++
      await tx.execute(raise('40001'))
    })
    await expect(failing).rejects.toThrow()
    expect(times).toBe(5)
  })

  it('that fails otherwise is not tried again, and leaves nothing behind', async () => {
    let times = 0
    const twice = transaction(school.parts.db, async (tx) => {
      times++
      await tx.insert(users).values(newUser('unique@example.test'))
      await tx.insert(users).values(newUser('unique@example.test'))
    })
    expect(isUniqueViolation(await twice.catch((error: unknown) => error))).toBe(true)
    expect(times).toBe(1)
    expect(await school.parts.db.select().from(users).where(sql`${users.email} = 'unique@example.test'`)).toEqual([])
  })
})
