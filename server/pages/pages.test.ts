import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { classes } from '#server/domains/classes/classes.table.ts'
import { makeClass, makeUser } from '../../demo/factories.ts'
import { openForThisFile, openForThisTest, type TestApplication } from '../../testing/application.ts'
import { freePort } from '../../testing/free-port.ts'
import { buy } from '../../testing/paying.ts'
import { SMALL_CACHE_BYTES } from '../composition.ts'

const application = openForThisFile()

const page = (url: string, headers: Record<string, string> = {}) => application.visitor.request('GET', url, { headers })

/** Counts the renders of an application from now on. */
function countRenders({ pages }: TestApplication): () => number {
  let renders = 0
  const { render } = pages
  pages.render = (...args) => {
    renders++
    return render(...args)
  }
  return () => renders
}

describe('a public page', () => {
  it('is complete HTML without JavaScript, with its classes, its title and one main', async () => {
    await makeClass(application.services.db, { name: 'Night Harbour', listPriceMinor: 14950, seats: 4 })
    application.services.catalogue.markChanged()
    const { body, statusCode } = await page('/classes')
    expect(statusCode).toBe(200)
    expect(body).toContain('<title>Photography School | Classes</title>')
    expect(body.match(/<main/g)).toHaveLength(1)
    expect(body).toContain('Night Harbour')
    expect(body).toContain('$149.50')
  })

  it.each(['/', '/classes', '/login', '/unknown'])(
    '%s is not rendered before the element that it waits for',
    async (url) => {
      const { body } = await page(url)
      const [, id] = /<head>.*<link rel="expect" href="#([^"]+)" blocking="render"\/>.*<\/head>/s.exec(body) ?? []
      expect(body.match(new RegExp(`<header id="${id}"`, 'g'))).toHaveLength(1)
    },
  )

  it.each([
    ['/', 'Photography School | Home'],
    ['/instructors', 'Photography School | Instructors'],
    ['/login', 'Photography School | Login'],
    ['/signup', 'Photography School | Register'],
    ['/contact', 'Photography School | Contact'],
  ])('%s is titled %s', async (url, title) => {
    expect((await page(url)).body).toContain(`<title>${title}</title>`)
  })

  it('/instructors begins with those of the most students, then of the most classes', async () => {
    const own = await openForThisTest()
    const { db } = own.services
    for (const [name, ...enrolments] of [
      ['Few', 1],
      ['Many', 9],
      ['One of four', 4],
      ['Two of two', 2, 2],
      ['None', 0],
    ] as const) {
      const { id: instructorId } = await makeUser(db, 'instructor', { name })
      for (const enroll of enrolments) await makeClass(db, { instructorId, enroll })
    }
    const { body } = await own.visitor.request('GET', '/instructors')
    const shown = [...body.matchAll(/>(Few|Many|One of four|Two of two|None)<\/a>/g)].map(([, name]) => name)
    expect(shown).toEqual(['Many', 'Two of two', 'One of four', 'Few', 'None'])
  })

  it('is a 404 at an unknown path', async () => {
    const { statusCode, body } = await page('/no-such-page')
    expect(statusCode).toBe(404)
    expect(body).toContain('Back to homepage')
  })

  it('has no inline script without a hash in its policy, and no style attribute', async () => {
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
      const inline = [...body.matchAll(/<script(?![^>]*(?:\bsrc=|ld\+json))[^>]*>([\s\S]*?)<\/script>/g)].map(
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

  it('has no hash in its policy for a script that was injected through a text', async () => {
    const name = '<script>alert(1)</script>'
    await makeClass(application.services.db, { name })
    application.services.catalogue.markChanged()
    const { body, headers } = await page('/classes')
    expect(body).not.toContain(name)
    expect(String(headers['content-security-policy'])).not.toContain(
      createHash('sha256').update('alert(1)').digest('base64'),
    )
  })
})

describe('a cached page', () => {
  it('has no-cache, an entity tag and Vary, and is a 304 for a client that has it', async () => {
    const { headers } = await page('/classes')
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding, Origin',
      etag: expect.stringMatching(/^W\/".+"$/),
    })
    const again = await page('/classes', { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('is the same in brotli, in gzip and uncompressed', async () => {
    const plain = (await page('/classes')).body
    const br = await page('/classes', { 'accept-encoding': 'gzip, deflate, br' })
    const gzip = await page('/classes', { 'accept-encoding': 'gzip, br;q=0' })
    expect(br.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain)
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain)
    expect((await page('/classes', { 'accept-encoding': 'identity' })).headers).not.toHaveProperty('content-encoding')
  })

  it('shows a purchase on the next request', async () => {
    const own = await openForThisTest()
    const chosen = await makeClass(own.services.db, { name: 'Storm Light', seats: 7 })
    const seatsOnPage = async () => (await own.visitor.request('GET', '/api/all-classes')).json()[0].seats
    expect(await seatsOnPage()).toBe(7)
    const before = await own.visitor.request('GET', '/classes')
    await buy(await own.signedIn('student'), chosen)
    expect(await seatsOnPage()).toBe(6)
    const after = await own.visitor.request('GET', '/classes')
    expect(after.headers.etag).not.toBe(before.headers.etag)
  })

  it('is rendered once for many concurrent requests', async () => {
    const own = await openForThisTest()
    const renders = countRenders(own)
    await Promise.all(Array.from({ length: 20 }, () => own.visitor.request('GET', '/classes')))
    await own.visitor.request('GET', '/classes')
    expect(renders()).toBe(1)
  })

  it('is not cached if its render began before a write', async () => {
    const own = await openForThisTest()
    const { pages } = own
    const { db, catalogue } = own.services
    const { id } = await makeClass(db, { name: 'Before' })
    const { render } = pages
    pages.render = async (...args) => {
      const response = await render(...args)
      if (catalogue.version > 0) return response
      await db.update(classes).set({ name: 'After' }).where(eq(classes.id, id))
      catalogue.markChanged()
      return response
    }
    expect((await own.visitor.request('GET', '/classes')).body).toContain('Before')
    expect((await own.visitor.request('GET', '/classes')).body).toContain('After')
  })

  it('is used for a query that the page does not read, and is rendered once', async () => {
    const own = await openForThisTest()
    const renders = countRenders(own)
    const { body } = await own.visitor.request('GET', '/classes')
    for (const query of ['?', '?from=mail', '?x=1&x=2', '?Instructor=a', '?instructor[]=a', '?%00']) {
      expect((await own.visitor.request('GET', `/classes${query}`)).body).toBe(body)
    }
    expect(renders()).toBe(1)
  })

  it.each(['/classes?x=1&q=storm', '/compare?class=a'])(
    'is another one for a query that the page reads, such as %s, is not indexed and is rendered once',
    async (url) => {
      const own = await openForThisTest()
      await makeClass(own.services.db, { name: 'Storm Light' })
      const other = await makeClass(own.services.db, { name: 'Night Harbour' })
      own.services.catalogue.markChanged()
      expect((await own.visitor.request('GET', '/classes')).body).toContain('>Night Harbour<')
      const renders = countRenders(own)
      for (let time = 0; time < 3; time++) {
        const { headers, body } = await own.visitor.request('GET', url)
        expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' })
        expect(body).not.toContain('>Night Harbour<')
      }
      expect(renders()).toBe(1)
      const student = await own.signedIn('student')
      await buy(student, other)
      await own.visitor.request('GET', url)
      expect(renders()).toBe(2)
    },
  )

  it('stays cached, whatever other visitors search for', async () => {
    const own = await openForThisTest()
    await own.visitor.request('GET', '/classes')
    own.pages.render = async () => new Response('x'.repeat(SMALL_CACHE_BYTES / 8))
    const renders = countRenders(own)
    for (const search of '1234567891') await own.visitor.request('GET', `/classes?q=${search}`)
    await own.visitor.request('GET', '/classes')
    expect(renders()).toBe(10)
  })

  it.each(['/CLASSES', '/classes/', '/%63lasses', '//classes'])(
    'is not cached under another spelling, such as %s',
    async (url) => {
      const { headers } = await page(url)
      expect(headers['cache-control']).toBe('no-store')
    },
  )

  it('is never a page that failed', async () => {
    const own = await openForThisTest()
    const { render } = own.pages
    own.pages.render = async () => new Response('broken', { status: 500 })
    expect((await own.visitor.request('GET', '/classes')).statusCode).toBe(500)
    own.pages.render = render
    expect((await own.visitor.request('GET', '/classes')).statusCode).toBe(200)
  })
})

describe('a page of the dashboard', () => {
  it('is rendered once for everyone, compressed, and neither indexed nor stored', async () => {
    const own = await openForThisTest()
    const renders = countRenders(own)
    const student = await own.signedIn('student')
    await buy(student, await makeClass(own.services.db))
    for (const visitor of [own.visitor, student]) {
      const headers = { 'accept-encoding': 'br' }
      const response = await visitor.request('GET', '/dashboard/student-home?x=1', { headers })
      expect(response.headers).toMatchObject({
        'cache-control': 'no-store',
        'content-encoding': 'br',
        'x-robots-tag': 'noindex',
      })
    }
    expect(renders()).toBe(1)
    own.services.catalogue.markChanged()
    await own.visitor.request('GET', '/dashboard/student-home')
    expect(renders()).toBe(2)
  })

  it('appears without the links of the school while they cannot be read, and with them afterwards', async () => {
    const own = await openForThisTest()
    const { db } = own.services
    const read = async () => (await own.visitor.request('GET', '/dashboard/student-home')).body
    const select = vi.spyOn(db, 'select').mockImplementation(() => {
      throw new Error('no connection')
    })
    expect(await read()).not.toContain('Gift voucher')
    select.mockRestore()
    expect(await read()).toContain('Gift voucher')
  })
})

describe('the browser’s files', () => {
  it.each(['/robots.txt', '/favicon.ico'])('include %s, which clients request without a link', async (url) => {
    expect((await page(url)).statusCode).toBe(200)
  })

  it('are compressed at build time and never change under their name', async () => {
    const script = /\/assets\/[\w.-]+\.js/.exec((await page('/classes')).body)?.[0] ?? ''
    const { headers, statusCode } = await page(script, { 'accept-encoding': 'br' })
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': expect.stringContaining('immutable') })
  })

  it('have 300 bytes of headers at most: those that a file needs which never changes', async () => {
    const files = (await page('/classes')).body.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g) ?? []
    expect(new Set(files).size).toBeGreaterThan(7)
    for (const file of files) {
      const { headers } = await page(file, { 'accept-encoding': 'br' })
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      expect(lines.join('').length).toBeLessThanOrEqual(300)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
      for (const name of ['content-security-policy', 'etag', 'accept-ranges', 'last-modified'])
        expect(headers).not.toHaveProperty(name)
      if (file.endsWith('.js')) expect(headers['content-type']).toBe('text/javascript')
    }
  })

  it('have all headers where a browser opens them as a document', async () => {
    const folder = join(import.meta.dirname, '../../build/client/assets')
    const drawing = (await readdir(folder)).find((name) => name.endsWith('.svg'))
    expect((await page(`/assets/${drawing}`)).headers).toMatchObject({
      'content-security-policy': expect.stringContaining("script-src 'self'"),
      'x-frame-options': 'DENY',
    })
  })
})

describe('another loopback name', () => {
  it('redirects to the public URL, because a session is valid under one name only', async () => {
    const answer = await page('/classes?a=b', { host: 'localhost:3000' })
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toBe('http://127.0.0.1:3000/classes?a=b')
  })

  it('does not redirect from a name that is not a loopback name', async () => {
    expect((await page('/classes', { host: 'evil.example' })).statusCode).toBe(200)
  })
})

describe('over a socket', () => {
  it('a cached response is the same the first and the second time: status, headers and bytes', async () => {
    const port = await freePort()
    const address = `http://127.0.0.1:${port}`
    const own = await openForThisTest({ PUBLIC_URL: address })
    await makeClass(own.services.db, { name: 'Sea Stacks' })
    await own.app.listen({ host: '127.0.0.1', port })
    for (const path of ['/classes', '/api/all-classes']) {
      for (const coding of ['identity', 'br', 'gzip']) {
        const fetchPage = async () => {
          const answer = await fetch(address + path, { headers: { 'accept-encoding': coding } })
          const { date: _, ...headers } = Object.fromEntries(answer.headers)
          return { status: answer.status, headers, body: await answer.text() }
        }
        own.services.catalogue.markChanged()
        const first = await fetchPage()
        expect(await fetchPage()).toEqual(first)
        expect(first.body).toContain('Sea Stacks')
        const repeated = await fetch(address + path, { headers: { 'if-none-match': String(first.headers.etag) } })
        expect([repeated.status, await repeated.text()]).toEqual([304, ''])
      }
    }
  })
})
