import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeEnrolment, makeUser } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { teaching } from '../../../testing/instructor.ts'
import { catchCode } from '../../../testing/visitor.ts'

const application = openForThisFile()

/** Creates a class with three students and a fourth who was deleted since. */
async function makeAttendedClass() {
  const at = await teaching(application)
  const { db } = application.services
  for (const [age, name] of ['Cleo', 'ada', 'Bo'].entries())
    await makeEnrolment(db, await makeUser(db, 'student', { name }), at.taught, { at: 1_000 + age })
  await makeEnrolment(db, await makeUser(db, 'student', { name: 'Gone', deletedAt: 1 }), at.taught)
  return at
}

describe('the students of a class', () => {
  it('are listed newest first without deleted users, and can be sorted and searched', async () => {
    const { instructor, params } = await makeAttendedClass()
    const names = async (query: object) => {
      const { rows, total } = await instructor.call.page(api.listStudents, { params, query })
      return [rows.map(({ name }) => name), total]
    }
    expect(await names({})).toEqual([['Bo', 'ada', 'Cleo'], 3])
    expect(await names({ page: 1, rows: 2, sort: 'name' })).toEqual([['ada', 'Bo'], 3])
    expect(await names({ page: 2, rows: 2, sort: 'name' })).toEqual([['Cleo'], 3])
    expect(await names({ page: 1, q: 'CLE' })).toEqual([['Cleo'], 1])
  })

  it('are shown to its instructor and to admins', async () => {
    const { params } = await makeAttendedClass()
    expect(await (await application.signedIn('admin')).call(api.listStudents, { params })).toHaveLength(3)
    const other = await application.signedIn('instructor')
    expect(await catchCode(other.call(api.listStudents, { params }))).toBe('NOT_FOUND')
    expect(await catchCode((await application.signedIn('student')).call(api.listStudents, { params }))).toBe(
      'NOT_ALLOWED',
    )
  })
})

describe('an e-mail to all students of a class', () => {
  const body = { subject: 'Meet\r\nBcc: all@example.test', text: 'At the <b>pier</b>.\n\nBring boots.' }

  it('goes to each separately with the instructor as Reply-To, and joins the lines of a subject', async () => {
    const { instructor, params, taught } = await makeAttendedClass()
    expect(await instructor.call(api.emailStudents, { params, body })).toEqual({ sentCount: 3 })
    const mails = (await application.readEmails()).filter(({ subject }) => subject?.startsWith(taught.name))
    expect(mails.map(({ to }) => to?.length)).toEqual([1, 1, 1])
    expect(mails[0]?.subject).toBe(`${taught.name}: Meet Bcc: all@example.test`)
    expect(mails[0]?.replyTo?.[0]?.address).toBe(instructor.user.email)
    expect(mails[0]?.html).toContain('At the &lt;b&gt;pier&lt;/b&gt;.')
    const admin = await application.signedIn('admin')
    const [entry] = await admin.call(api.listActivity, { query: { q: instructor.user.email } })
    expect(entry).toMatchObject({
      deed: 'students_written_to',
      subject: taught.name,
      words: 'Meet Bcc: all@example.test',
    })
  })

  it('has no name for an unconfirmed address, which another person may have chosen', async () => {
    const { instructor, params, taught } = await teaching(application)
    const { db } = application.services
    const enrol = async (name: string, emailConfirmed: boolean) => {
      const user = await makeUser(db, 'student', { name, emailConfirmed, identityId: name })
      await makeEnrolment(db, user, taught)
      return user.email
    }
    const [victim, owner] = [await enrol('You won! https://evil.example/prize', false), await enrol('Ada', true)]
    await instructor.call(api.emailStudents, { params, body })
    const mails = await application.readEmails()
    const readText = (email: string) => mails.find(({ to }) => to?.[0]?.address === email)?.raw
    expect(readText(victim)).toContain('Hello,')
    expect(readText(victim)).not.toMatch(/evil|You won/)
    expect(readText(owner)).toContain('Dear Ada,')
  })

  it('is not sent where no student is enrolled', async () => {
    const { instructor, params } = await teaching(application)
    expect(await instructor.call(api.emailStudents, { params, body })).toEqual({ sentCount: 0 })
  })

  it('is for the class’s own instructor, must have a text, and is rate limited', async () => {
    const { instructor, params } = await makeAttendedClass()
    const other = await application.signedIn('instructor')
    expect(await catchCode(other.call(api.emailStudents, { params, body }))).toBe('NOT_FOUND')
    const blank = { subject: 'Hello', text: '  ' }
    expect(await catchCode(instructor.call(api.emailStudents, { params, body: blank }))).toBe('INVALID_INPUT')
    const codes = []
    for (let n = 0; n < 11; n++)
      codes.push(
        await instructor.call(api.emailStudents, { params, body }).then(
          () => 'sent',
          ({ code }) => code,
        ),
      )
    expect([codes.at(0), codes.at(-1)]).toEqual(['sent', 'TOO_MANY_REQUESTS'])
  })
})
