import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { api } from '#contract/api.ts'
import { makeClass } from '../../../demo/factories.ts'
import { openForThisFile } from '../../../testing/application.ts'

const application = openForThisFile()

const get = (url: string, headers: Record<string, string> = {}) => application.visitor.request('GET', url, { headers })
const SITE = 'http://127.0.0.1:3000'

describe('the sitemap', () => {
  it('has the pages of approved classes and of instructors, and of nothing else', async () => {
    const { db } = application.services
    const shown = await makeClass(db, { name: 'Night Harbour', createdAt: 0, updatedAt: Date.UTC(2026, 0, 2) })
    const hidden = await makeClass(db, { name: 'Hidden', status: 'pending' })
    application.services.catalogue.markChanged()
    const { body, headers } = await get('/sitemap.xml')
    expect(headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(body).toContain(
      `<loc>${SITE}/classes/night-harbour-${shown.id}</loc><lastmod>2026-01-02T00:00:00.000Z</lastmod>`,
    )
    expect(body).toContain(`-${shown.instructorId}</loc>`)
    expect(body).toContain(`<loc>${SITE}/contact</loc>`)
    expect(body).not.toContain(hidden.id)
    expect(body).not.toContain('/dashboard')
  })

  it.each(['/sitemap-1.xml', '/sitemap-0.xml', '/sitemap-x.xml'])('has no file %s while one is enough', async (url) => {
    const { statusCode, headers } = await get(url)
    expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store'])
  })

  it('is not read for the numbers of files that it does not have', async () => {
    const { db, catalogue } = application.services
    catalogue.markChanged()
    await get('/sitemap-2.xml')
    const select = vi.spyOn(db, 'select')
    onTestFinished(() => select.mockRestore())
    for (const number of [1, 2, 99, 9999]) expect((await get(`/sitemap-${number}.xml`)).statusCode).toBe(404)
    expect(select).not.toHaveBeenCalled()
    catalogue.markChanged()
    await get('/sitemap-2.xml')
    expect(select).toHaveBeenCalled()
  })

  it('says when a class was approved or edited last', async () => {
    const instructor = await application.signedIn('instructor')
    const body = { className: 'Fog', classImage: 'https://pictures.example/fog.jpg', seats: 8, price: 49.99 }
    const { insertedId: id } = await instructor.call(api.addClass, { body })
    await (await application.signedIn('admin')).call(api.approveClass, { params: { id } })
    expect((await get('/sitemap.xml')).body).toMatch(
      new RegExp(`fog-${id}</loc><lastmod>${new Date().toISOString().slice(0, 10)}`),
    )
  })
})

describe('the feed', () => {
  it('has new classes with their text, escaped', async () => {
    const description = 'Walk **early** & `<late>`.'
    const shown = await makeClass(application.services.db, { name: 'Fog & <Rain>', description })
    application.services.catalogue.markChanged()
    const { body, headers } = await get('/feed.xml')
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    expect(body).toContain(`<id>urn:uuid:${shown.id}</id>\n<title>Fog &amp; &lt;Rain&gt;</title>`)
    expect(body).toContain('<summary>Walk early &amp; &lt;late&gt;.</summary>')
    expect(body).toContain(`href="${SITE}/classes/fog-rain-${shown.id}"`)
  })
})

describe('robots.txt', () => {
  it('leaves out signed-in pages and the API, and names the sitemap', async () => {
    const { body } = await get('/robots.txt')
    expect(body).toContain('Disallow: /dashboard\nDisallow: /api\n')
    expect(body).toContain(`\nSitemap: ${SITE}/sitemap.xml\n`)
  })
})

describe('the web manifest', () => {
  it('names the school and icons that exist', async () => {
    const manifest = (await get('/manifest.webmanifest')).json()
    expect(manifest).toMatchObject({ name: 'Photography School', start_url: '/' })
    for (const { src } of [...manifest.icons, { src: '/icons/apple-touch-icon.png' }]) {
      const { statusCode, headers } = await get(src)
      expect([statusCode, headers['content-type']]).toEqual([200, 'image/png'])
    }
  })
})

describe('these files', () => {
  it.each(['/sitemap.xml', '/feed.xml', '/robots.txt', '/manifest.webmanifest'])(
    '%s answers HEAD and conditional requests',
    async (url) => {
      const { headers } = await get(url)
      expect((await get(url, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
      const head = await application.visitor.request('HEAD', url)
      expect([head.statusCode, head.body]).toEqual([200, ''])
    },
  )
})
