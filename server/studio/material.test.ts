import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeEnrolment } from '../../demo/factories.ts'
import { openTestSchool, type TestSchool } from '../../tests/school.ts'
import { teaching } from '../../tests/studio.ts'
import { codeOf } from '../../tests/visitor.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openTestSchool()
})
afterAll(() => school.close())

const MATERIAL = { text: 'Bring a tripod.', links: [{ words: 'Tides', address: 'https://tides.example/today' }] }

describe('the material of a class', () => {
  it('is empty at first, and what its instructor puts there is what the enrolled see', async () => {
    const { instructor, taught, params } = await teaching(school)
    expect(await instructor.call(api.getMaterial, { params })).toEqual({ text: '', links: [], version: 0 })
    expect(await instructor.call(api.changeMaterial, { params, body: MATERIAL })).toEqual({ modifiedCount: 1 })
    expect(await instructor.call(api.getMaterial, { params })).toEqual({ ...MATERIAL, version: 1 })
    const student = await school.signedIn('student')
    await makeEnrolment(school.parts.db, student.user, taught)
    expect((await student.call(api.playClass, { params })).material).toEqual(MATERIAL)
  })

  it('that somebody else has changed meanwhile is not written over, the first time either', async () => {
    const { instructor, params } = await teaching(school)
    const put = (text: string, ifMatch: number) =>
      instructor.call(api.changeMaterial, { params, body: { text, links: [] } }, { ifMatch })
    await put('One tab', 0)
    expect(await codeOf(put('Another tab', 0))).toBe('CHANGED_MEANWHILE')
    await put('One tab, again', 1)
    expect(await codeOf(put('Another tab', 1))).toBe('CHANGED_MEANWHILE')
    expect(await instructor.call(api.getMaterial, { params })).toEqual({
      text: 'One tab, again',
      links: [],
      version: 2,
    })
  })

  it.each(['javascript:alert(1)', 'http://plain.example', 'data:text/html,x', 'nowhere'])(
    'takes no link to %s',
    async (address) => {
      const { instructor, params } = await teaching(school)
      const body = { text: '', links: [{ words: 'Here', address }] }
      expect(await codeOf(instructor.call(api.changeMaterial, { params, body }))).toBe('INVALID_INPUT')
    },
  )

  it('takes no character that cannot be kept', async () => {
    const { instructor, params } = await teaching(school)
    for (const body of [
      { text: 'a\0b', links: [] },
      { text: '', links: [{ ...MATERIAL.links[0], words: 'a\0b' }] },
    ])
      expect((await instructor.request('PATCH', `/api/class/${params.id}/material`, { body })).statusCode).toBe(400)
  })

  it('keeps a script as the text that it is', async () => {
    const { instructor, params } = await teaching(school)
    const text = '<script>alert(1)</script>'
    await instructor.call(api.changeMaterial, { params, body: { text, links: [] } })
    expect((await instructor.call(api.getMaterial, { params })).text).toBe(text)
  })

  it('is its own instructor’s: another finds no such class', async () => {
    const { params } = await teaching(school)
    const other = await school.signedIn('instructor')
    expect(await codeOf(other.call(api.getMaterial, { params }))).toBe('NOT_FOUND')
    expect(await codeOf(other.call(api.changeMaterial, { params, body: MATERIAL }))).toBe('NOT_FOUND')
  })
})
