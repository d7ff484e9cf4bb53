import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeEnrolment, makeUser } from '../../demo/factories.ts'
import { openTestSchool, type TestSchool } from '../../tests/school.ts'
import { teaching } from '../../tests/studio.ts'
import { codeOf } from '../../tests/visitor.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openTestSchool()
})
afterAll(() => school.close())

/** A class with three students, and a fourth who has left the school since. */
async function attended() {
  const at = await teaching(school)
  const { db } = school.parts
  for (const [age, name] of ['Cleo', 'ada', 'Bo'].entries())
    await makeEnrolment(db, await makeUser(db, 'student', { name }), at.taught, { at: 1_000 + age })
  await makeEnrolment(db, await makeUser(db, 'student', { name: 'Gone', deletedAt: 1 }), at.taught)
  return at
}

describe('the roster of a class', () => {
  it('has who is enrolled and still here, newest first; by name, or found by words', async () => {
    const { instructor, params } = await attended()
    const names = async (query: object) => {
      const { rows, total } = await instructor.call.page(api.listStudents, { params, query })
      return [rows.map(({ name }) => name), total]
    }
    expect(await names({})).toEqual([['Bo', 'ada', 'Cleo'], 3])
    expect(await names({ page: 1, rows: 2, sort: 'name' })).toEqual([['ada', 'Bo'], 3])
    expect(await names({ page: 2, rows: 2, sort: 'name' })).toEqual([['Cleo'], 3])
    expect(await names({ page: 1, q: 'CLE' })).toEqual([['Cleo'], 1])
  })

  it('is for its instructor and for admins', async () => {
    const { params } = await attended()
    expect(await (await school.signedIn('admin')).call(api.listStudents, { params })).toHaveLength(3)
    const other = await school.signedIn('instructor')
    expect(await codeOf(other.call(api.listStudents, { params }))).toBe('NOT_FOUND')
    expect(await codeOf((await school.signedIn('student')).call(api.listStudents, { params }))).toBe('NOT_ALLOWED')
  })
})

describe('a letter to all students of a class', () => {
  const body = { subject: 'Meet\r\nBcc: all@example.test', text: 'At the <b>pier</b>.\n\nBring boots.' }

  it('goes to each by themselves, with the instructor to answer to, and a name or subject broken in lines on one', async () => {
    const { instructor, params, taught } = await attended()
    expect(await instructor.call(api.writeToStudents, { params, body })).toEqual({ sentCount: 3 })
    const mails = (await school.mails()).filter(({ subject }) => subject?.startsWith(taught.name))
    expect(mails.map(({ to }) => to?.length)).toEqual([1, 1, 1])
    expect(mails[0]?.subject).toBe(`${taught.name}: Meet Bcc: all@example.test`)
    expect(mails[0]?.replyTo?.[0]?.address).toBe(instructor.user.email)
    expect(mails[0]?.html).toContain('At the &lt;b&gt;pier&lt;/b&gt;.')
  })

  it('goes to nobody where nobody is enrolled', async () => {
    const { instructor, params } = await teaching(school)
    expect(await instructor.call(api.writeToStudents, { params, body })).toEqual({ sentCount: 0 })
  })

  it('is its own instructor’s to write, has words, and is not written without end', async () => {
    const { instructor, params } = await attended()
    const other = await school.signedIn('instructor')
    expect(await codeOf(other.call(api.writeToStudents, { params, body }))).toBe('NOT_FOUND')
    const silent = { subject: 'Hello', text: '  ' }
    expect(await codeOf(instructor.call(api.writeToStudents, { params, body: silent }))).toBe('INVALID_INPUT')
    const codes = []
    for (let n = 0; n < 11; n++)
      codes.push(
        await instructor.call(api.writeToStudents, { params, body }).then(
          () => 'sent',
          ({ code }) => code,
        ),
      )
    expect([codes.at(0), codes.at(-1)]).toEqual(['sent', 'TOO_MANY_REQUESTS'])
  })
})
