import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { users } from '#server/domains/users/users.table.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { prepare } from './prepared.ts'
import { transaction } from './transaction.ts'

const application = openForThisFile()

function countBuilds() {
  const built = { times: 0 }
  const findName = prepare<{ email: string }>()((db, value) => {
    built.times++
    return db
      .select({ name: users.name })
      .from(users)
      .where(eq(users.email, value('email')))
  })
  return { built, findName }
}

it('is built once for the pool, and once for each connection that transactions run on', async () => {
  const { db } = application.services
  const { built, findName } = countBuilds()
  for (const email of ['a@example.test', 'b@example.test']) await findName(db, { email })
  expect(built.times).toBe(1)
  for (const email of ['a@example.test', 'b@example.test']) await transaction(db, (tx) => findName(tx, { email }))
  expect(built.times).toBe(2)
})

it('belongs to the transaction that it is sent in, with the values of each call', async () => {
  const { db } = application.services
  const { findName } = countBuilds()
  const emails = Array.from({ length: 5 }, (_, index) => `prepared-${index}@example.test`)
  const found = await Promise.allSettled(
    emails.map((email) =>
      transaction(db, async (tx) => {
        await tx.insert(users).values({ email, name: email.toUpperCase(), createdAt: 1 })
        expect(await findName(tx, { email })).toEqual([{ name: email.toUpperCase() }])
        expect(await findName(db, { email })).toEqual([])
        throw new Error('rolled back')
      }),
    ),
  )
  expect(found.map((each) => each.status === 'rejected' && String(each.reason))).toEqual(
    emails.map(() => 'Error: rolled back'),
  )
  for (const email of emails) expect(await findName(db, { email })).toEqual([])
})
