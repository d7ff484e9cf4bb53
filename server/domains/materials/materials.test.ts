import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { makeEnrolment } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { teaching } from '../../../testing/instructor.ts'
import { catchCode } from '../../../testing/visitor.ts'

const application = openForThisFile()

const MATERIAL = { text: 'Bring a **tripod**.', links: [{ words: 'Tides', address: 'https://tides.example/today' }] }
const SHOWN = { ...MATERIAL, html: '<p>Bring a <strong>tripod</strong>.</p>', files: [] }

describe('the material of a class', () => {
  it('is empty at first, and students see what the instructor saves', async () => {
    const { instructor, taught, params } = await teaching(application)
    expect(await instructor.call(api.getMaterial, { params })).toEqual({
      ...{ text: '', html: '', links: [], files: [], version: 0 },
    })
    expect(await instructor.call(api.changeMaterial, { params, body: MATERIAL })).toEqual({ modifiedCount: 1 })
    expect(await instructor.call(api.getMaterial, { params })).toEqual({ ...SHOWN, version: 1 })
    const student = await application.signedIn('student')
    await makeEnrolment(application.services.db, student.user, taught)
    expect((await student.call(api.getEnrolledClass, { params })).material).toEqual(SHOWN)
  })

  it('that has changed since it was read is not overwritten, not even when it was empty', async () => {
    const { instructor, params } = await teaching(application)
    const save = (text: string, ifMatch: number) =>
      instructor.call(api.changeMaterial, { params, body: { text, links: [] } }, { ifMatch })
    await save('One tab', 0)
    expect(await catchCode(save('Another tab', 0))).toBe('CHANGED_MEANWHILE')
    await save('One tab, again', 1)
    expect(await catchCode(save('Another tab', 1))).toBe('CHANGED_MEANWHILE')
    expect(await instructor.call(api.getMaterial, { params })).toMatchObject({
      text: 'One tab, again',
      links: [],
      version: 2,
    })
  })

  it('completes a link without a scheme', async () => {
    const { instructor, params } = await teaching(application)
    const body = { text: '', links: [{ words: 'Tides', address: 'tides.example/today' }] }
    await instructor.call(api.changeMaterial, { params, body })
    const { links } = await instructor.call(api.getMaterial, { params })
    expect(links).toEqual([{ words: 'Tides', address: 'https://tides.example/today' }])
  })

  it.each(['javascript:alert(1)', 'http://plain.example', 'data:text/html,x', 'nowhere'])(
    'rejects a link to %s',
    async (address) => {
      const { instructor, params } = await teaching(application)
      const body = { text: '', links: [{ words: 'Here', address }] }
      expect(await catchCode(instructor.call(api.changeMaterial, { params, body }))).toBe('INVALID_INPUT')
    },
  )

  it('rejects characters that cannot be stored', async () => {
    const { instructor, params } = await teaching(application)
    for (const body of [
      { text: 'a\0b', links: [] },
      { text: '', links: [{ ...MATERIAL.links[0], words: 'a\0b' }] },
    ])
      expect((await instructor.request('PATCH', `/api/class/${params.id}/material`, { body })).statusCode).toBe(400)
  })

  it('shows a script as plain text, also in the preview', async () => {
    const { instructor, params } = await teaching(application)
    const text = '<script>alert(1)</script>'
    await instructor.call(api.changeMaterial, { params, body: { text, links: [] } })
    const { html, ...stored } = await instructor.call(api.getMaterial, { params })
    expect(stored.text).toBe(text)
    expect(html).toBe('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(await instructor.call(api.previewMaterial, { body: { text } })).toEqual({ html })
    const student = await application.signedIn('student')
    expect(await catchCode(student.call(api.previewMaterial, { body: { text } }))).toBe('NOT_ALLOWED')
  })

  it('is for the class’s own instructor only', async () => {
    const { params } = await teaching(application)
    const other = await application.signedIn('instructor')
    expect(await catchCode(other.call(api.getMaterial, { params }))).toBe('NOT_FOUND')
    expect(await catchCode(other.call(api.changeMaterial, { params, body: MATERIAL }))).toBe('NOT_FOUND')
  })
})
