import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeEnrolment, makeRun, makeUser } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { teaching } from '../../../testing/instructor.ts'
import { catchCode } from '../../../testing/visitor.ts'
import { runs } from '../classes/runs/runs.table.ts'
import { users } from '../users/users.table.ts'
import { enrolments } from './enrolments.table.ts'

const application = openForThisFile()

/** Creates a class whose first date has three students, and a deleted one, and whose second date has one. */
async function makeDates() {
  const at = await teaching(application)
  const { db } = application.services
  const second = await makeRun(db, at.taught.id)
  const enrol = async (name: string, runId: string, values = {}) => {
    const student = await makeUser(db, 'student', { name, ...values })
    await makeEnrolment(db, student, { ...at.taught, runId })
    return student
  }
  for (const name of ['Zoe Åkesson', '=cmd Young', 'Bo Adams']) await enrol(name, at.taught.runId)
  await enrol('Gone Away', at.taught.runId, { deletedAt: 1 })
  const other = await enrol('Ada Elsewhere', second.id)
  return { ...at, second, other, params: { id: at.taught.runId } }
}

describe('the list of a date', () => {
  it('has its students by their family names, without those of other dates and deleted ones', async () => {
    const { instructor, params, second } = await makeDates()
    const list = await instructor.call(api.listRunStudents, { params })
    expect(list.map(({ name, source }) => [name, source])).toEqual([
      ['Bo Adams', 'payment'],
      ['Zoe Åkesson', 'payment'],
      ['=cmd Young', 'payment'],
    ])
    const other = await instructor.call(api.listRunStudents, { params: { id: second.id } })
    expect(other).toMatchObject([{ name: 'Ada Elsewhere' }])
  })

  it('has the phone numbers that students have given', async () => {
    const { instructor, second, other } = await makeDates()
    await application.services.db.update(users).set({ phone: '+41 44 123 45 67' }).where(eq(users.id, other.id))
    const params = { id: second.id }
    expect(await instructor.call(api.listRunStudents, { params })).toMatchObject([{ phone: '+41 44 123 45 67' }])
    expect(await instructor.call(api.exportRunStudents, { params })).toContain(`"'+41 44 123 45 67"`)
  })

  it('leaves out enrolments that have ended', async () => {
    const { instructor, second, other } = await makeDates()
    const end = { endedAt: 1, endReason: 'ended' as const }
    await application.services.db.update(enrolments).set(end).where(eq(enrolments.userId, other.id))
    expect(await instructor.call(api.listRunStudents, { params: { id: second.id } })).toEqual([])
  })

  it('is a CSV file in the same order, in which no spreadsheet runs anything', async () => {
    const { instructor, params } = await makeDates()
    const lines = (await instructor.call(api.exportRunStudents, { params })).trim().split('\r\n')
    expect(lines[0]).toContain(
      '"name","booked_by","email","phone","seat","source","amount","currency","methods","created_at","_id"',
    )
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['"Bo Adams"', '"Zoe Åkesson"', `"'=cmd Young"`])
  })

  it('is for the instructor of the class and for admins', async () => {
    const { params } = await makeDates()
    const admin = await application.signedIn('admin')
    expect(await admin.call(api.listRunStudents, { params })).toHaveLength(3)
    for (const call of [api.listRunStudents, api.exportRunStudents]) {
      const other = await application.signedIn('instructor')
      expect(await catchCode(other.call(call, { params }))).toBe('NOT_FOUND')
      expect(await catchCode(other.call(call, { params: { id: 'no-id' } }))).toBe('NOT_FOUND')
      expect(await catchCode((await application.signedIn('student')).call(call, { params }))).toBe('NOT_ALLOWED')
    }
  })
})

describe('an e-mail to the students of a class', () => {
  const body = { subject: 'Boots', text: 'Bring boots.' }

  it('goes to those of one date, or of all dates that are not over', async () => {
    const { instructor, taught, second, other } = await makeDates()
    const params = { id: taught.id }
    const send = (runId?: string) => instructor.call(api.emailStudents, { params, body: { ...body, runId } })
    expect(await send(second.id)).toEqual({ sentCount: 1 })
    const mails = await application.readEmails()
    const sent = mails.filter(({ subject }) => subject === `${taught.name}: Boots`)
    expect(sent.map(({ to }) => to?.[0]?.address)).toEqual([other.email])
    expect(await send()).toEqual({ sentCount: 4 })
    await application.services.db.update(runs).set({ startsAt: 1, endsAt: 2 }).where(eq(runs.id, second.id))
    expect(await send()).toEqual({ sentCount: 3 })
  })

  it('finds no students in a date of another class', async () => {
    const { instructor, taught } = await makeDates()
    const foreign = await makeDates()
    const call = instructor.call(api.emailStudents, {
      params: { id: taught.id },
      body: { ...body, runId: foreign.params.id },
    })
    expect(await call).toEqual({ sentCount: 0 })
  })
})
