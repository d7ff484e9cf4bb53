import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeClass } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { teaching } from '../../../testing/instructor.ts'
import { buy } from '../../../testing/paying.ts'
import { catchCode, type Visitor } from '../../../testing/visitor.ts'

const application = openForThisFile()
let admin: Visitor
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

const search = (q: string, visitor = admin) => visitor.call(api.searchSchool, { query: { q } })

describe('the search of admins', () => {
  it('finds people by a part of name or e-mail in any case, first those that begin with it, then the newest', async () => {
    const values = [
      { name: 'Johanna Marlowe', email: 'jo@one.example', createdAt: 5 },
      { name: 'Anna Older', email: 'older@one.example', createdAt: 1 },
      { name: 'Newer', email: 'anna.newer@one.example', createdAt: 2 },
      { name: 'Gone Anna', email: 'gone@one.example', createdAt: 9, deletedAt: 1 },
    ]
    for (const value of values) await application.signedIn('student', value)
    const { people } = await search('ANNA')
    expect(people.map(({ name }) => name)).toEqual(['Newer', 'Anna Older', 'Johanna Marlowe'])
    expect(people[0]).toMatchObject({ email: 'anna.newer@one.example', role: 'student' })
  })

  it('finds at most five of each', async () => {
    for (let index = 0; index < 7; index++) await application.signedIn('student', { name: `Quillon ${index}` })
    expect((await search('quillon')).people).toHaveLength(5)
  })

  it('finds classes of every status by their words and with a typing error, and no deleted ones', async () => {
    const { db } = application.services
    await makeClass(db, { name: 'Zinnia Gardens', status: 'pending' })
    await makeClass(db, { name: 'Zinnia Fields', status: 'deny' })
    await makeClass(db, { name: 'Zinnia Bygone', deletedAt: 1 })
    const names = async (q: string) => (await search(q)).classes.map(({ className }) => className).sort()
    expect(await names('zinnia')).toEqual(['Zinnia Fields', 'Zinnia Gardens'])
    expect(await names('zinia garden')).toEqual(['Zinnia Gardens'])
  })

  it('finds payments by transaction id, e-mail and receipt number', async () => {
    const student = await application.signedIn('student', { email: 'payer.of.one@x.example' })
    const { taught } = await teaching(application, { name: 'Bought Once' })
    await buy(student, taught)
    const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
    const { rows } = await admin.call.page(api.findPayments, { query: { q: student.user.email } })
    const expected = { _id: payment?._id, email: student.user.email, className: 'Bought Once' }
    for (const q of [payment?.transactionId, 'payer.of.one', `${rows[0]?.receipt}`])
      expect((await search(`${q}`)).payments).toEqual([expect.objectContaining(expected)])
    const { orders } = await search(`${payment?.order}`)
    expect(orders).toMatchObject([{ number: payment?.order, email: student.user.email }])
    expect((await search(`${payment?.order}x`)).orders).toEqual([])
  })

  it('takes percent signs, underscores and quotes as characters', async () => {
    await application.signedIn('student', { name: "100% O'Brien_x" })
    for (const q of ['100%', "O'Brien_", 'n_x']) expect((await search(q)).people).toHaveLength(1)
    for (const q of ['%%', '__', "'; --"]) expect((await search(q)).people).toEqual([])
  })

  it('rejects texts of one character and of more than 100, and characters that cannot be stored', async () => {
    for (const q of ['a', '  a  ', 'a'.repeat(101), 'a\0b'])
      expect(await catchCode(search(q)), JSON.stringify(q)).toBe('INVALID_INPUT')
  })

  it('is for admins only', async () => {
    for (const role of ['student', 'instructor'] as const)
      expect(await catchCode(search('anna', await application.signedIn(role)))).toBe('NOT_ALLOWED')
    expect(await catchCode(search('anna', application.visitor))).toBe('NOT_SIGNED_IN')
  })

  it('is limited to 120 searches a minute', async () => {
    const busy = await application.signedIn('admin')
    for (let time = 0; time < 120; time++) await search('zz', busy)
    expect(await catchCode(search('zz', busy))).toBe('TOO_MANY_REQUESTS')
  })
})
