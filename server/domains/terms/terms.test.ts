import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { NewTerms, TermsChange, TermsStep } from '#contract/terms.ts'
import { MAX_TERMS } from '#contract/values/limits.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { payments } from '#server/domains/payments/payments.table.ts'
import { makeClass, makeRun } from '../../../demo/factories.ts'
import { openForThisFile, openForThisTest } from '../../../testing/application.ts'
import { readCode, teaching } from '../../../testing/instructor.ts'
import { beginPaying, buy, confirmCard, intentIn } from '../../../testing/paying.ts'
import { catchCode, catchError, type Visitor } from '../../../testing/visitor.ts'
import { termsVersions } from './terms.table.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const application = openForThisFile()
let admin: Visitor
beforeAll(async () => {
  admin = await application.signedIn('admin')
})

const step = (hours_before: number, refund_percent: number, more: Partial<TermsStep> = {}): TermsStep => {
  return { hours_before, refund_percent, credit_percent: 0, fee: 0, ...more }
}
const add = async (fields: Partial<NewTerms> = {}, by = admin) =>
  (await by.call(api.addTerms, { body: { name: 'Workshops', ...fields } as NewTerms })).insertedId
const change = (id: string, body: TermsChange, ifMatch?: number, by = admin) =>
  by.call(api.changeTerms, { params: { id }, body }, { ifMatch })
const remove = (id: string, by = admin) => by.call(api.deleteTerms, { params: { id } })
const read = async (id: string) => (await admin.call(api.listTerms)).find(({ _id }) => _id === id)

describe('the first terms', () => {
  it('are the default, with the days of CANCEL_DAYS, once', async () => {
    const own = await openForThisTest({ CANCEL_DAYS: '3' })
    const owner = await own.signedIn('admin')
    const [first, ...others] = await owner.call(api.listTerms)
    expect(others).toEqual([])
    expect(first).toEqual({
      ...{ _id: expect.any(String), name: 'Standard', text: '', free_days: 3, steps: [], minimum_fee: 0 },
      ...{ move_fee: 0, move_hours_before: 0, substitute_hours_before: 0, resale: 'none', resale_fee: 0 },
      ...{ is_default: true, classes: 0, version: 1 },
    })
    await change(first?._id ?? '', { free_days: 5 }, undefined, owner)
    expect(await owner.call(api.listTerms)).toMatchObject([{ free_days: 5, version: 2 }])
  })
})

describe('terms', () => {
  it('are added with a name only, or with all fields', async () => {
    const id = await add()
    expect(await read(id)).toMatchObject({ name: 'Workshops', free_days: 0, steps: [], is_default: false, version: 1 })
    const fields: NewTerms = {
      ...{ name: 'Tours', text: 'Bring a coat.', free_days: 2, steps: [step(720, 100), step(36, 0)], minimum_fee: 0 },
      ...{ move_fee: 10, move_hours_before: 48, substitute_hours_before: 24, resale: 'less_fee', resale_fee: 7.5 },
    }
    expect(await read(await add(fields))).toMatchObject(fields)
  })

  it('are changed by a new version each time, from the version that was read only', async () => {
    const id = await add()
    expect(await change(id, { free_days: 7 }, 1)).toEqual({ modifiedCount: 1 })
    expect(await catchCode(change(id, { free_days: 9 }, 1))).toBe('CHANGED_MEANWHILE')
    expect(await change(id, { free_days: 7 })).toEqual({ modifiedCount: 0 })
    expect(await change(id, { steps: [step(48, 100)] }, 2)).toEqual({ modifiedCount: 1 })
    const rows = await application.services.db
      .select()
      .from(termsVersions)
      .where(eq(termsVersions.termsId, id))
      .orderBy(termsVersions.number)
    expect(rows.map(({ number, freeDays, steps }) => [number, freeDays, steps.length])).toEqual([
      [1, 0, 0],
      [2, 7, 0],
      [3, 7, 1],
    ])
  })

  it('keep one default, when two admins choose one at the same time', async () => {
    const own = await openForThisTest()
    const owner = await own.signedIn('admin')
    const ids = [await add({}, owner), await add({}, owner), await add({}, owner)]
    await Promise.all(ids.map((id) => change(id, { is_default: true }, undefined, owner)))
    const list = await owner.call(api.listTerms)
    expect(list.map(({ is_default }) => is_default)).toEqual([true, false, false, false])
    expect(await change(list[0]?._id ?? '', { is_default: true }, undefined, owner)).toEqual({ modifiedCount: 0 })
  })

  it('are deleted unless they are the default or a class has them', async () => {
    const [first] = await admin.call(api.listTerms)
    expect(await catchCode(remove(first?._id ?? ''))).toBe('TERMS_IN_USE')
    const id = await add()
    const chosen = await makeClass(application.services.db, { termsId: id })
    expect(await read(id)).toMatchObject({ classes: 1 })
    expect(await catchCode(remove(id))).toBe('TERMS_IN_USE')
    await application.services.db.update(classes).set({ termsId: null }).where(eq(classes.id, chosen.id))
    expect(await remove(id)).toEqual({ deletedCount: 1 })
    expect(await read(id)).toBeUndefined()
    expect(await catchCode(remove(id))).toBe('NOT_FOUND')
    expect(await catchCode(change(id, { free_days: 1 }))).toBe('NOT_FOUND')
  })

  it('are limited in number', async () => {
    const own = await openForThisTest()
    const owner = await own.signedIn('admin')
    for (let number = 2; number < MAX_TERMS; number++) await add({}, owner)
    const codes = await Promise.all(['A', 'B', 'C'].map((name) => readCode(add({ name }, owner))))
    expect(codes.toSorted()).toEqual(['LIMIT_REACHED', 'LIMIT_REACHED', null])
  })

  it.each<[string, Partial<NewTerms>, string]>([
    ['a blank name', { name: ' ' }, 'name'],
    ['a name of two lines', { name: 'One\nTwo' }, 'name'],
    ['days that are no whole number', { free_days: 1.5 }, 'free_days'],
    ['days before paying', { free_days: -1 }, 'free_days'],
    ['hours after the start', { steps: [step(-1, 100)] }, 'steps.0.hours_before'],
    ['more than 100 %', { steps: [step(1, 101)] }, 'steps.0.refund_percent'],
    ['a percentage of three decimals', { steps: [step(1, 33.333)] }, 'steps.0.refund_percent'],
    ['two steps at the same time', { steps: [step(24, 100), step(24, 0)] }, 'steps.1.hours_before'],
    ['percentages that rise towards the start', { steps: [step(24, 100), step(48, 0)] }, 'steps.0.refund_percent'],
    ['refund and credit above 100 %', { steps: [step(24, 100, { credit_percent: 1 })] }, 'steps.0.refund_percent'],
    ['an amount that the currency does not have', { move_fee: 0.001 }, 'move_fee'],
    ['an amount below nothing', { minimum_fee: -1 }, 'minimum_fee'],
    ['an amount that no card pays', { move_fee: 1_000_000_000 }, 'move_fee'],
    ['too many steps', { steps: Array.from({ length: 11 }, (_, index) => step(index, 0)) }, 'steps'],
  ])('are refused with %s', async (_, fields, field) => {
    const { code, message } = await catchError(add(fields))
    expect([code, message.split(':')[0]]).toEqual(['INVALID_INPUT', field])
    const id = await add()
    expect(await catchCode(change(id, fields))).toBe('INVALID_INPUT')
    expect(await read(id)).toMatchObject({ version: 1 })
  })

  it('are read by staff and written by admins', async () => {
    const id = await add()
    const instructor = await application.signedIn('instructor')
    expect((await instructor.call(api.listTerms)).length).toBeGreaterThan(1)
    const student = await application.signedIn('student')
    expect(await catchCode(student.call(api.listTerms))).toBe('NOT_ALLOWED')
    expect(await catchCode(application.visitor.call(api.listTerms))).toBe('NOT_SIGNED_IN')
    for (const other of [instructor, student]) {
      expect(await catchCode(add({}, other))).toBe('NOT_ALLOWED')
      expect(await catchCode(change(id, { free_days: 1 }, undefined, other))).toBe('NOT_ALLOWED')
      expect(await catchCode(remove(id, other))).toBe('NOT_ALLOWED')
    }
  })

  it('are logged with each change', async () => {
    const id = await add({ name: 'Logged' })
    await change(id, { steps: [step(48, 100)], is_default: true })
    const [first] = (await admin.call(api.listTerms)).filter(({ is_default }) => !is_default)
    await change(first?._id ?? '', { is_default: true })
    await remove(id)
    const entries = await admin.call(api.listActivity, { query: { page: 1, rows: 4 } })
    expect(entries.map(({ deed }) => deed)).toEqual(['terms_deleted', 'terms_changed', 'terms_changed', 'terms_added'])
    expect(entries[2]?.changes).toEqual([
      { field: 'Steps', from: 'none', to: '48 h: 100 %' },
      { field: 'Default', from: 'no', to: 'yes' },
    ])
  })
})

describe('the terms of a class', () => {
  it('are chosen by its instructor, by name in the log, and are the default without a choice', async () => {
    const { instructor, taught, params } = await teaching(application)
    const id = await add({ name: 'Tours' })
    const patch = (terms_id: string | null) => instructor.call(api.changeClass, { params, body: { terms_id } })
    expect((await instructor.call(api.getClass, { params })).terms_id).toBeNull()
    expect(await patch(id)).toEqual({ modifiedCount: 1 })
    expect((await instructor.call(api.getClass, { params })).terms_id).toBe(id)
    expect(await application.visitor.call(api.getClass, { params })).not.toHaveProperty('terms_id')
    const [entry] = await admin.call(api.listActivity, { query: { page: 1, rows: 1 } })
    expect(entry).toMatchObject({
      ...{ deed: 'class_edited', subject: taught.name },
      changes: [{ field: 'Cancellation terms', from: expect.any(String), to: 'Tours' }],
    })
    expect(await patch(id)).toEqual({ modifiedCount: 0 })
    expect(await patch(null)).toEqual({ modifiedCount: 1 })
  })

  it('cannot be unknown or deleted ones', async () => {
    const { instructor, params } = await teaching(application)
    const deleted = await add()
    await remove(deleted)
    for (const terms_id of [deleted, params.id, 'none']) {
      const { code, message } = await catchError(instructor.call(api.changeClass, { params, body: { terms_id } }))
      expect([code, message.split(':')[0]]).toEqual(['INVALID_INPUT', 'terms_id'])
      const body = {
        className: 'Fog',
        classImage: '/pictures/demo/night-harbour/640.webp',
        seats: 1,
        price: 10,
        terms_id,
      }
      expect(await catchCode(instructor.call(api.addClass, { body }))).toBe('INVALID_INPUT')
    }
  })

  it('are not deleted while a class is being given them', async () => {
    for (let round = 0; round < 5; round++) {
      const { instructor, params } = await teaching(application)
      const terms_id = await add()
      const codes = await Promise.all([
        readCode(instructor.call(api.changeClass, { params, body: { terms_id } })),
        readCode(remove(terms_id)),
      ])
      expect([
        [null, 'TERMS_IN_USE'],
        ['INVALID_INPUT', null],
      ]).toContainEqual(codes)
    }
  })

  it('stand on its page, for each date in the zone of the run, also after a change', async () => {
    const { db } = application.services
    const id = await add({ free_days: 2, steps: [step(48, 100)], text: 'Ask us.' })
    const chosen = await makeClass(db, { termsId: id, listPriceMinor: 8000 })
    const startsAt = Math.ceil(Date.now() / HOUR) * HOUR + 40 * DAY
    const run = await makeRun(db, chosen.id, { startsAt })
    const page = () => application.visitor.call(api.getClassPage, { params: { id: chosen.id } })
    const first = await page()
    expect(first).toMatchObject({ terms: { free_days: 2, text: 'Ask us.' } })
    const runs = 'terms' in first ? first.terms.runs : {}
    expect(Object.keys(runs)).toEqual([run.id])
    expect(runs[run.id]?.map(({ refund, text }) => [refund, text])).toEqual([
      [80, 'Until 2 days before the start: 100 % of $80.00'],
      [0, 'Nothing comes back at this time.'],
    ])
    await change(id, { free_days: 6, steps: [] })
    expect(await page()).toMatchObject({ terms: { free_days: 6, steps: [], runs: {} } })
  })
})

describe('a purchase', () => {
  const readUntil = async (student: Visitor & { user: { email: string } }) =>
    (await student.call(api.listPayments, { query: { email: student.user.email } }))[0]?.cancel_until

  it('keeps the version that its checkout began with', async () => {
    const { db } = application.services
    const id = await add({ free_days: 5 })
    const chosen = await makeClass(db, { termsId: id })
    const student = await application.signedIn('student')
    const { cartId, clientSecret } = await beginPaying(student, chosen)
    await change(id, { free_days: 0 })
    const shown = await student.call(api.getCartTerms, { params: { id: cartId } })
    expect(shown).toMatchObject({
      free_days: 5,
      quotes: [
        { refund: 49.99, is_full: true },
        { refund: 0, is_full: false, until: null },
      ],
    })
    await confirmCard(student, clientSecret)
    await student.call(api.recordPayment, { body: { transactionId: intentIn(clientSecret) } })
    expect(await readUntil(student)).toBeGreaterThan(Date.now() + 4 * DAY)
    const later = await application.signedIn('student')
    await buy(later, chosen)
    expect(await readUntil(later)).toBeNull()
    const rows = await db.select().from(payments).where(eq(payments.classId, chosen.id))
    expect(new Set(rows.map(({ termsVersionId }) => termsVersionId)).size).toBe(2)
  })

  it('is shown the rules of moves and substitutes before paying, and in the receipt', async () => {
    const termsId = await add({ move_fee: 12.5, move_hours_before: 48, substitute_hours_before: 24 })
    const chosen = await makeClass(application.services.db, { termsId })
    const student = await application.signedIn('student')
    const { insertedId: cartId } = await student.call(api.selectClass, { body: { classId: chosen.id } })
    const changes = [
      'You can move to another date of the class until 2 days before the start for a fee of $12.50.',
      'You can give your place to another person until 1 day before the start.',
    ]
    const page = await application.visitor.call(api.getClassPage, { params: { id: chosen.id } })
    expect(page).toMatchObject({ terms: { changes } })
    expect(await student.call(api.getCartTerms, { params: { id: cartId } })).toMatchObject({ changes })
    const preview = await student.call(api.previewCheckout, { body: { cartIds: [cartId] } })
    expect(preview.terms).toMatchObject([{ classId: chosen.id, changes }])
    const buyer = await application.signedIn('student')
    await buy(buyer, chosen)
    const emails = (await application.readEmails()).filter(({ to }) => to?.[0]?.address === buyer.user.email)
    const [receipt] = emails.filter(({ subject }) => subject?.startsWith('Receipt '))
    for (const sentence of changes) expect(receipt?.text).toContain(sentence)
  })

  it('keeps its terms when they are deleted', async () => {
    const { db } = application.services
    const id = await add({ free_days: 5 })
    const chosen = await makeClass(db, { termsId: id })
    const student = await application.signedIn('student')
    await buy(student, chosen)
    await db.update(classes).set({ termsId: null }).where(eq(classes.id, chosen.id))
    await remove(id)
    expect(await readUntil(student)).toBeGreaterThan(Date.now() + 4 * DAY)
  })

  it('can be cancelled for a full refund until the days before the start that its terms say', async () => {
    const { db } = application.services
    const id = await add({ steps: [step(48, 100)] })
    const chosen = await makeClass(db, { termsId: id })
    const startsAt = Math.ceil(Date.now() / HOUR) * HOUR + 40 * DAY
    const run = await makeRun(db, chosen.id, { startsAt })
    const student = await application.signedIn('student')
    await buy(student, { ...chosen, runId: run.id })
    expect(await readUntil(student)).toBeLessThanOrEqual(startsAt - 47 * HOUR)
    expect(await readUntil(student)).toBeGreaterThanOrEqual(startsAt - 49 * HOUR)
  })

  it('shows its terms to nobody but its student', async () => {
    const chosen = await makeClass(application.services.db)
    const student = await application.signedIn('student')
    const { insertedId: item } = await student.call(api.selectClass, { body: { classId: chosen.id } })
    expect(await student.call(api.getCartTerms, { params: { id: item } })).toMatchObject({
      quotes: [{ refund: 49.99 }, {}],
    })
    const other = await application.signedIn('student')
    expect(await catchCode(other.call(api.getCartTerms, { params: { id: item } }))).toBe('NOT_FOUND')
    expect(await catchCode(admin.call(api.getCartTerms, { params: { id: item } }))).toBe('NOT_ALLOWED')
  })
})
