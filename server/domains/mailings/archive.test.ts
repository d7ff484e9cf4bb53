import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { openForThisFile } from '../../../testing/application.ts'
import { drawTwoColors, readBytes, send } from '../../../testing/images.ts'
import { haveDraft, haveSent, haveSubscribers } from '../../../testing/mailings.ts'
import { catchCode, parseResponse, type Visitor } from '../../../testing/visitor.ts'
import { createXmp } from '../../../testing/xmp.ts'

const application = openForThisFile()
let admin: Visitor
let readers: string[]
beforeAll(async () => {
  admin = await application.signedIn('admin')
  readers = await haveSubscribers(application, 2)
})

const get = (path: string) => application.visitor.request('GET', path)
const status = async (path: string) => (await get(path)).statusCode
const publish = (id: string, in_archive: boolean) =>
  admin.call(api.changeMailing, { params: { id }, body: { in_archive } })

describe('the archive', () => {
  it('shows a newsletter from its sending on, until an admin takes it out', async () => {
    const id = await haveDraft(admin, { subject: 'Über Nebel', text: 'Fog is **coming**.', in_archive: true })
    expect(await status('/newsletter/uber-nebel')).toBe(404)
    expect(await admin.call(api.listArchive)).toEqual([])
    await admin.call(api.sendMailing, { params: { id } })
    const page = await get('/newsletter/uber-nebel')
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('Fog is <strong>coming</strong>.')])
    expect((await get('/newsletter')).body).toContain('href="/newsletter/uber-nebel"')
    for (const email of readers) expect(page.body).not.toContain(email)
    expect((await get('/sitemap.xml')).body).toContain('/newsletter/uber-nebel</loc>')
    expect((await get('/')).body).toContain('href="/newsletter"')
    await publish(id, false)
    expect(await status('/newsletter/uber-nebel')).toBe(404)
    expect((await get('/newsletter')).body).not.toContain('uber-nebel')
    expect((await get('/')).body).not.toContain('href="/newsletter"')
    await publish(id, true)
    expect(await status('/newsletter/uber-nebel')).toBe(200)
  })

  it('says below a picture who made it, as its file does', async () => {
    const image = drawTwoColors(330, 200).withXmp(createXmp({ 'photoshop:Credit': 'Müller / Agency' }))
    const response = await send(admin, await readBytes(image.jpeg()), { path: '/api/school/images' })
    const { display_url: url } = parseResponse<{ data: { display_url: string } }>(response).data
    const text = `![A pier in fog](${url})`
    const id = await haveDraft(admin, { subject: 'Pictured', text, in_archive: true })
    await admin.call(api.sendMailing, { params: { id } })
    expect((await get('/newsletter/pictured')).body).toContain('Photo: Müller / Agency</small>')
  })

  it('never shows a newsletter without an admin’s wish, and never a message to students', async () => {
    const id = await haveSent(admin, { subject: 'Not on the site' })
    const { slug } = await admin.call(api.getMailing, { params: { id } })
    expect(await status(`/newsletter/${slug}`)).toBe(404)
    expect(await status(`/api/newsletter/archive/${slug}`)).toBe(404)
    const message = await haveDraft(admin, { audience: 'students' })
    expect(await catchCode(publish(message, true))).toBe('INVALID_INPUT')
  })

  it('gives each newsletter an address of its own, beside those of the links in e-mails', async () => {
    const ids = [
      await haveSent(admin, { subject: 'Twice' }),
      await haveSent(admin, { subject: 'Twice' }),
      await haveSent(admin, { subject: 'Confirm!' }),
      await haveSent(admin, { subject: '霧' }),
    ]
    const slugs = await Promise.all(ids.map(async (id) => (await admin.call(api.getMailing, { params: { id } })).slug))
    expect(slugs[0]).toBe('twice')
    expect(slugs[1]).toBe(`twice-${ids[1]?.slice(0, 8)}`)
    expect(slugs[2]).toBe(`confirm-${ids[2]?.slice(0, 8)}`)
    expect(slugs[3]).toMatch(/^newsletter/)
  })
})
