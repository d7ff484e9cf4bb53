import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { classes } from '#server/classes/classes.table.ts'
import { makeClass } from '../../demo/factories.ts'
import { freePort } from '../../tests/free-port.ts'
import { buy } from '../../tests/paying.ts'
import { openTestSchool, schoolForThisTest, type TestSchool } from '../../tests/school.ts'

let school: TestSchool
beforeAll(async () => {
  school = await openTestSchool()
})
afterAll(() => school.close())

const page = (url: string, headers: Record<string, string> = {}) => school.visitor.request('GET', url, { headers })

/** Counts the renders of a school from now on. */
function countRenders({ parts: { pages } }: TestSchool): () => number {
  let renders = 0
  const { render } = pages
  pages.render = (...args) => {
    renders++
    return render(...args)
  }
  return () => renders
}

describe('a public page', () => {
  it('is whole HTML without JavaScript: its classes, its title and its one main', async () => {
    await makeClass(school.parts.db, { name: 'Night Harbour', priceMinor: 14950, seats: 4 })
    school.parts.catalogue.changed()
    const { body, statusCode } = await page('/classes')
    expect(statusCode).toBe(200)
    expect(body).toContain('<title>Photography School | Classes</title>')
    expect(body.match(/<main/g)).toHaveLength(1)
    expect(body).toContain('Night Harbour')
    expect(body).toContain('$149.50')
  })

  it.each([
    ['/', 'Photography School | Home'],
    ['/instructors', 'Photography School | Instructors'],
    ['/login', 'Photography School | Login'],
    ['/signup', 'Photography School | Register'],
    ['/contact', 'Photography School | Contact'],
  ])('%s is titled %s', async (url, title) => {
    expect((await page(url)).body).toContain(`<title>${title}</title>`)
  })

  it('is a real 404 at an address that is nothing', async () => {
    const { statusCode, body } = await page('/no-such-page')
    expect(statusCode).toBe(404)
    expect(body).toContain('Back to homepage')
  })

  it('runs no inline script that its policy does not name by hash, and has no style attribute', async () => {
    for (const url of [
      '/',
      '/classes',
      '/instructors',
      '/login',
      '/signup',
      '/no-such-page',
      '/dashboard/student-home',
    ]) {
      const { body, headers } = await page(url)
      const policy = String(headers['content-security-policy'])
      const inline = [...body.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
        ([, script = '']) => script,
      )
      expect(inline.length).toBeGreaterThan(0)
      for (const script of inline) {
        expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
      }
      expect(body).not.toMatch(/<[^>]+\sstyle=/)
      expect(body).not.toContain('nonce')
    }
  })

  it('names no script by hash that came in through a text', async () => {
    const name = '<script>alert(1)</script>'
    await makeClass(school.parts.db, { name })
    school.parts.catalogue.changed()
    const { body, headers } = await page('/classes')
    expect(body).not.toContain(name)
    expect(String(headers['content-security-policy'])).not.toContain(
      createHash('sha256').update('alert(1)').digest('base64'),
    )
  })
})

describe('a kept page', () => {
  it('goes out with no-cache, an entity tag and Vary, and as 304 to whoever has it', async () => {
    const { headers } = await page('/classes')
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding',
      etag: expect.stringMatching(/^W\/".+"$/),
    })
    const again = await page('/classes', { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('is the same in brotli, gzip and plain', async () => {
    const plain = (await page('/classes')).body
    const br = await page('/classes', { 'accept-encoding': 'gzip, deflate, br' })
    const gzip = await page('/classes', { 'accept-encoding': 'gzip, br;q=0' })
    expect(br.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain)
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain)
    expect((await page('/classes', { 'accept-encoding': 'identity' })).headers).not.toHaveProperty('content-encoding')
  })

  it('shows a purchase on the very next request', async () => {
    const own = await schoolForThisTest()
    const chosen = await makeClass(own.parts.db, { name: 'Storm Light', seats: 7 })
    const seatsOnPage = async () => (await own.visitor.request('GET', '/api/all-classes')).json()[0].seats
    expect(await seatsOnPage()).toBe(7)
    const before = await own.visitor.request('GET', '/classes')
    await buy(await own.signedIn('student'), chosen)
    expect(await seatsOnPage()).toBe(6)
    const after = await own.visitor.request('GET', '/classes')
    expect(after.headers.etag).not.toBe(before.headers.etag)
  })

  it('is rendered once for many who ask at the same time', async () => {
    const own = await schoolForThisTest()
    const renders = countRenders(own)
    await Promise.all(Array.from({ length: 20 }, () => own.visitor.request('GET', '/classes')))
    await own.visitor.request('GET', '/classes')
    expect(renders()).toBe(1)
  })

  it('is not kept when its render began before a write', async () => {
    const own = await schoolForThisTest()
    const { db, catalogue, pages } = own.parts
    const { id } = await makeClass(db, { name: 'Before' })
    const { render } = pages
    pages.render = async (...args) => {
      const response = await render(...args)
      if (catalogue.version > 0) return response
      await db.update(classes).set({ name: 'After' }).where(eq(classes.id, id))
      catalogue.changed()
      return response
    }
    expect((await own.visitor.request('GET', '/classes')).body).toContain('Before')
    expect((await own.visitor.request('GET', '/classes')).body).toContain('After')
  })

  it('is not what a query gets: that is rendered fresh and never kept', async () => {
    const own = await schoolForThisTest()
    const renders = countRenders(own)
    for (let time = 0; time < 3; time++) {
      const { headers } = await own.visitor.request('GET', '/classes?from=mail')
      expect(headers['cache-control']).toBe('no-store')
    }
    expect(renders()).toBe(3)
  })

  it.each(['/CLASSES', '/classes/', '/%63lasses', '//classes'])(
    'is not kept again under another spelling, as %s',
    async (url) => {
      const { headers } = await page(url)
      expect(headers['cache-control']).toBe('no-store')
    },
  )

  it('is not a page that failed', async () => {
    const own = await schoolForThisTest()
    const { render } = own.parts.pages
    own.parts.pages.render = async () => new Response('broken', { status: 500 })
    expect((await own.visitor.request('GET', '/classes')).statusCode).toBe(500)
    own.parts.pages.render = render
    expect((await own.visitor.request('GET', '/classes')).statusCode).toBe(200)
  })
})

describe('the browser’s files', () => {
  it.each(['/robots.txt', '/favicon.ico'])('have %s, which is asked for without a link', async (url) => {
    expect((await page(url)).statusCode).toBe(200)
  })

  it('are compressed beforehand and never change under their name', async () => {
    const script = /\/assets\/[\w.-]+\.js/.exec((await page('/classes')).body)?.[0] ?? ''
    const { headers, statusCode } = await page(script, { 'accept-encoding': 'br' })
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': expect.stringContaining('immutable') })
  })
})

describe('another loopback name', () => {
  it('leads to the school’s own address, because a session of one does not hold in the other', async () => {
    const answer = await page('/classes?a=b', { host: 'localhost:3000' })
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toBe('http://127.0.0.1:3000/classes?a=b')
  })

  it('leads nowhere from a name that is not this machine’s', async () => {
    expect((await page('/classes', { host: 'evil.example' })).statusCode).toBe(200)
  })
})

describe('over a socket', () => {
  it('a kept answer is the same the first and the second time: status, headers and bytes', async () => {
    const port = await freePort()
    const address = `http://127.0.0.1:${port}`
    const own = await schoolForThisTest({ PUBLIC_URL: address })
    await makeClass(own.parts.db, { name: 'Sea Stacks' })
    await own.app.listen({ host: '127.0.0.1', port })
    for (const path of ['/classes', '/api/all-classes']) {
      for (const coding of ['identity', 'br', 'gzip']) {
        const ask = async () => {
          const answer = await fetch(address + path, { headers: { 'accept-encoding': coding } })
          const { date: _, ...headers } = Object.fromEntries(answer.headers)
          return { status: answer.status, headers, body: await answer.text() }
        }
        own.parts.catalogue.changed()
        const first = await ask()
        expect(await ask()).toEqual(first)
        expect(first.body).toContain('Sea Stacks')
        const known = await fetch(address + path, { headers: { 'if-none-match': String(first.headers.etag) } })
        expect([known.status, await known.text()]).toEqual([304, ''])
      }
    }
  })
})
