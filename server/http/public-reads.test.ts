import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import { classes } from '#server/domains/classes/classes.table.ts'
import { pages } from '#server/domains/pages/pages.table.ts'
import { users } from '#server/domains/users/users.table.ts'
import { makeClass } from '../../demo/factories.ts'
import { openForThisFile } from '../../testing/application.ts'
import { Visitor } from '../../testing/visitor.ts'

const application = openForThisFile()

const get = (url: string, ip: string) => new Visitor(application.app, undefined, ip).request('GET', url)

/** Takes all places of the queue. Returns a function that gives them back. */
function occupyQueue(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (let place = 0; place < 4; place++) void application.queryQueue.run('other work', () => promise)
  return resolve
}

describe('public content that is not in memory', () => {
  const id = '00000000-0000-4000-8000-000000000001'
  it.each([
    `/api/class/${id}`,
    `/api/class/${id}/page`,
    `/api/instructor/${id}/page`,
    '/api/pages/no-such-page',
    '/api/newsletter/archive/no-such-newsletter',
  ])(
    'waits for its turn: a network with more than 120 requests for %s waiting gets 503, others do not',
    async (url) => {
      const release = occupyQueue()
      const attacks = Array.from({ length: 125 }, () => get(url, '203.0.113.7'))
      const visit = get(url, '198.51.100.1')
      const refused = await Promise.race(attacks)
      expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([503, true])
      expect((await application.visitor.request('GET', '/readyz')).statusCode).toBe(200)
      expect((await application.visitor.request('GET', '/api/sliders')).statusCode).toBe(200)
      release()
      const statuses = (await Promise.all(attacks)).map(({ statusCode }) => statusCode)
      expect(statuses.filter((status) => status === 404)).toHaveLength(120)
      expect(statuses.filter((status) => status === 503)).toHaveLength(5)
      expect((await visit).statusCode).toBe(404)
    },
  )
})

describe('public content that was read before', () => {
  it('comes from memory without waiting until it changes: a page', async () => {
    const { db, catalogue } = application.services
    const admin = await application.signedIn('admin')
    const body = { slug: 'history', title: 'History', summary: '', text: 'First words', published: true }
    await admin.call(api.addPage, { body: { ...body, in_menu: false, in_footer: false, position: 1 } })
    const read = async () => (await get('/api/pages/history', '198.51.100.1')).body
    expect(await read()).toContain('First words')
    await db.update(pages).set({ text: 'Second words' }).where(eq(pages.slug, 'history'))
    const release = occupyQueue()
    expect(await read()).toContain('First words')
    release()
    catalogue.markChanged()
    expect(await read()).toContain('Second words')
  })

  it('comes from memory until it changes: a class and its instructor, each under one spelling', async () => {
    const { db, catalogue } = application.services
    const { id, instructorId } = await makeClass(db, { name: 'Fog', seats: 5 })
    catalogue.markChanged()
    const urls = [`/api/class/${id}/page`, `/api/instructor/${instructorId}/page`]
    const readAll = () => Promise.all(urls.map(async (url) => (await get(url, '198.51.100.1')).body))
    const before = await readAll()
    await db.update(classes).set({ name: 'Rain' }).where(eq(classes.id, id))
    await db.update(users).set({ name: 'Ada' }).where(eq(users.id, instructorId))
    expect(await readAll()).toEqual(before)
    const [url = ''] = urls
    expect((await get(url.replace(id, id.toUpperCase()), '198.51.100.1')).body).toBe(before[0])
    catalogue.markSeatsChanged(randomUUID())
    expect((await readAll())[0]).toBe(before[0])
    catalogue.markSeatsChanged(id)
    for (const body of await readAll()) expect(body).toContain('Rain')
  })

  it('is not sent again to a client that has it', async () => {
    const { id } = await makeClass(application.services.db)
    const { headers } = await application.visitor.request('GET', `/api/class/${id}/page`)
    const again = { headers: { 'if-none-match': String(headers.etag) } }
    expect((await application.visitor.request('GET', `/api/class/${id}/page`, again)).statusCode).toBe(304)
  })
})
