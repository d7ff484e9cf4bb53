import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeEnrolment, makeRun } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { teaching } from '../../../testing/instructor.ts'
import { buy } from '../../../testing/paying.ts'
import { catchCode, type Visitor } from '../../../testing/visitor.ts'
import { enrolments } from './enrolments.table.ts'

const application = openForThisFile()

it('the list of enrolled classes has the id of each enrolment, which the documentation names', async () => {
  const { taught } = await teaching(application)
  const student = await application.signedIn('student')
  await buy(student, taught)
  const [listed] = await student.call(api.listEnrolledClasses, { query: { email: student.user.email } })
  const [enrolment] = await application.services.db.select().from(enrolments)
  expect([listed?._id, listed?.classId]).toEqual([enrolment?.id, taught.id])
  const { paths } = (await application.visitor.request('GET', '/api/openapi.json')).json()
  const { schema } = paths['/api/enroll/classes/'].get.responses[200].content['application/json']
  expect(schema.items.properties._id).toMatchObject({ type: 'string' })
  expect(schema.items.required).toContain('_id')
})

describe('an enrolled class', () => {
  it('is shown with its material to enrolled students only, until the enrolment ends', async () => {
    const { instructor, taught, params } = await teaching(application)
    const student = await application.signedIn('student')
    await buy(student, taught)
    await instructor.call(api.changeClass, { params, body: { focus: '20% 80%' } })
    expect(await student.call(api.getEnrolledClass, { params })).toMatchObject({
      classId: taught.id,
      focus: '20% 80%',
      enroll: 1,
      material: null,
    })
    const material = { text: 'Bring a tripod.', links: [{ words: 'Tides', address: 'https://example.test/tides' }] }
    await instructor.call(api.changeMaterial, { params, body: material })
    expect((await student.call(api.getEnrolledClass, { params })).material).toMatchObject(material)
    for (const other of [await application.signedIn('student'), await application.signedIn('admin')]) {
      expect(await catchCode(other.call(api.getEnrolledClass, { params }))).toBe('NOT_FOUND')
    }
    const [payment] = await student.call(api.listPayments, { query: { email: student.user.email } })
    await student.call(api.cancelPayment, { params: { id: payment?._id ?? '' } })
    expect(await catchCode(student.call(api.getEnrolledClass, { params }))).toBe('ENROLMENT_ENDED')
  })

  it('has a page of its own for each enrolment; the one of the class is that of the last', async () => {
    const { db } = application.services
    const { taught, params } = await teaching(application)
    const student = await application.signedIn('student')
    const past = await makeRun(db, taught.id, { startsAt: 1000, endsAt: 2000 })
    await makeEnrolment(db, student.user, { ...taught, runId: past.id }, { at: 1000 })
    await buy(student, taught)
    const list = await student.call(api.listEnrolledClasses, { query: { email: student.user.email } })
    expect(list.map(({ run }) => run._id)).toEqual([taught.runId, past.id])
    const read = (id: string | undefined, visitor: Visitor = student) =>
      visitor.call(api.getEnrolledClass, { params: { id: `${id}` } })
    for (const { _id, run } of list)
      expect(await read(_id)).toMatchObject({ _id, classId: taught.id, run: { _id: run._id } })
    expect(await read(params.id)).toMatchObject({ run: { _id: taught.runId } })
    expect(await catchCode(read(list[0]?._id, await application.signedIn('student')))).toBe('NOT_FOUND')
    expect(await catchCode(read('no-id'))).toBe('NOT_FOUND')
    await db
      .update(enrolments)
      .set({ endedAt: 5, endReason: 'refunded' })
      .where(eq(enrolments.id, `${list[1]?._id}`))
    expect(await catchCode(read(list[1]?._id))).toBe('ENROLMENT_ENDED')
    expect(await read(params.id)).toMatchObject({ run: { _id: taught.runId } })
  })
})
