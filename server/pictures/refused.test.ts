import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Role } from '#contract/users.ts'
import { tries } from '#server/http/limits.table.ts'
import { bytesOf, formWith, grainy, hugePng, send, twoColours, upload } from '../../tests/pictures.ts'
import { openTestSchool, type TestSchool } from '../../tests/school.ts'
import type { Visitor } from '../../tests/visitor.ts'
import { MOST_IN_HAND } from './intake.ts'

const MEGABYTE = 1024 * 1024

let school: TestSchool
let instructor: Visitor
beforeAll(async () => {
  school = await openTestSchool()
  instructor = await school.signedIn('instructor')
})
afterAll(() => school.close())
beforeEach(async () => void (await school.parts.db.delete(tries)))
afterAll(() => expectNothingLeft())

/** Whatever happened, no upload stays in the way. */
async function expectNothingLeft(): Promise<void> {
  expect(await readdir(join(school.parts.settings.dataDir, 'uploads'))).toEqual([])
}

const code = async (bytes: Uint8Array<ArrayBuffer> | string) => {
  const answer = await send(instructor, bytes)
  return [answer.statusCode, answer.json().code]
}

describe('what is no picture', () => {
  it.each([
    ['an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a text', 'Not a picture at all, whatever it is called.'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['nothing', ''],
    ['the first bytes of a JPEG', new Uint8Array([0xff, 0xd8, 0xff, 0xe0])],
    ['a PDF', '%PDF-1.7\n%âãÏÓ'],
    ['a box without brands', '\0\0\0\x08ftyp'],
  ])('is refused, though it is called a JPEG: %s', async (_, bytes) => {
    expect(await code(bytes)).toEqual([415, 'NOT_A_PICTURE'])
  })

  it.each(['gif', 'tiff'] as const)(
    'is refused where browsers may show it, but we do not take it: %s',
    async (form) => {
      expect(await code(await bytesOf(twoColours(40, 30).toFormat(form)))).toEqual([415, 'NOT_A_PICTURE'])
    },
  )

  it('is refused in words of its own where it is what iPhones take', async () => {
    for (const brands of ['heic\0\0\0\0mif1heic', 'mif1\0\0\0\0mif1heix', 'msf1\0\0\0\0hevc']) {
      const box = `\0\0\0${String.fromCharCode(brands.length + 8)}ftyp${brands}`
      const answer = await send(instructor, `${box}${'\0'.repeat(50)}`, { name: 'IMG_1.HEIC', type: 'image/heic' })
      expect(answer.json()).toMatchObject({
        code: 'NOT_A_PICTURE',
        message: expect.stringMatching(/HEIC.*JPEG.*Most Compatible/),
      })
    }
  })

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('is refused where a %s is cut off', async (form) => {
    const whole = await bytesOf(grainy(200, 150).toFormat(form))
    for (const share of [0.05, 0.5, 0.9]) {
      expect(await code(whole.slice(0, whole.length * share))).toEqual([415, 'NOT_A_PICTURE'])
    }
  })

  it('is told by what it is, not by what it is called', async () => {
    const answer = await send(instructor, await bytesOf(twoColours(40, 30).png()), {
      name: '../../../etc/passwd\0.svg',
      type: 'image/svg+xml',
    })
    expect(answer.json().data.display_url).toMatch(/^\/pictures\/[0-9a-f]{64}-[0-9a-f]{12}\/40x30-[\w-]+\.webp$/)
    expect((await readdir(school.parts.settings.dataDir)).sort()).toEqual(['pictures', 'uploads'])
  })
})

describe('a picture with something else in it', () => {
  it('is shown without that', async () => {
    const page = '<script>alert("both")</script>'
    const zip = 'PK\x03\x04 and so on'
    const jpeg = await bytesOf(
      twoColours(330, 200)
        .withExif({ IFD0: { Copyright: page } })
        .jpeg(),
    )
    const { display_url } = await upload(instructor, new Uint8Array(Buffer.concat([jpeg, Buffer.from(page + zip)])))
    for (const file of ['320.avif', '320.webp', '330.avif', '330.webp']) {
      const address = display_url.replace(/[^/]+$/, file)
      const { rawPayload } = await school.visitor.request('GET', address)
      expect((await sharp(rawPayload).metadata()).height).toBeGreaterThan(190)
      expect(rawPayload.includes('script')).toBe(false)
      expect(rawPayload.includes('PK\x03\x04')).toBe(false)
    }
  })
})

describe('a picture that is too large', () => {
  it('is refused for its pixels, however few bytes they take', async () => {
    const bytes = hugePng(20_000, 20_000)
    expect(bytes.length).toBeLessThan(60_000)
    expect(await code(bytes)).toEqual([413, 'TOO_LARGE'])
    expect(await code(hugePng(10_000, 5_001))).toEqual([413, 'TOO_LARGE'])
  })

  it('is taken with as many pixels as we say', async () => {
    expect((await send(instructor, hugePng(10_000, 5_000))).statusCode).toBe(200)
  })

  it('is refused for its bytes, whatever it is', async () => {
    expect(await code(new Uint8Array(40 * MEGABYTE))).toEqual([413, 'TOO_LARGE'])
  })

  it('is refused for one byte more than we say', async () => {
    const bytes = new Uint8Array(20 * MEGABYTE + 1)
    bytes.set(await bytesOf(twoColours(40, 30).jpeg()))
    expect(await code(bytes)).toEqual([413, 'TOO_LARGE'])
    expect((await send(instructor, bytes.slice(0, -1))).statusCode).toBe(200)
  })
})

describe('a form', () => {
  it.each([
    ['with the picture under another name', { field: 'file' }],
    ['with it in another case', { field: 'Image' }],
  ])('%s is refused, and says what is missing', async (_, said) => {
    const answer = await send(instructor, await bytesOf(twoColours(40, 30).jpeg()), said)
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'image: is missing'])
  })

  it('is refused that has no file, is broken, or is none', async () => {
    const form = await formWith('')
    const text = { headers: form.headers, body: String(form.body).replace(/; filename="[^"]+"/, '') }
    expect((await instructor.request('POST', '/api/images', text)).statusCode).toBe(400)
    expect((await instructor.request('POST', '/api/images')).statusCode).toBe(400)
    const cut = { headers: form.headers, body: String(form.body).slice(0, -20) }
    expect((await instructor.request('POST', '/api/images', cut)).statusCode).toBe(400)
    const json = { headers: { 'content-type': 'application/json' }, body: '{"image":"x"}' }
    expect((await instructor.request('POST', '/api/images', json)).statusCode).toBe(415)
  })
})

describe('over a connection', () => {
  let port: number
  beforeAll(async () => {
    await school.app.listen({ host: '127.0.0.1', port: 0 })
    port = (school.app.server.address() as AddressInfo).port
  })

  /** Begins to upload forty megabytes, of which nothing is sent yet. */
  function begin(token: string | null): ClientRequest {
    const authorization = token ? { authorization: `Bearer ${token}` } : {}
    const headers = {
      ...authorization,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': 40 * MEGABYTE,
    }
    const begun = request({ port, method: 'POST', path: '/api/images', headers })
    begun.flushHeaders()
    begun.on('error', () => {})
    onTestFinished(() => void begun.destroy())
    return begun
  }

  const answerOf = async (asked: ClientRequest) => ((await once(asked, 'response')) as [IncomingMessage])[0]

  it.each([
    ['nobody', null, 401],
    ['a student', 'student', 403],
    ['an admin', 'admin', 403],
  ] as const)('%s is refused before anything of the picture is sent', async (_, role, status) => {
    expect((await answerOf(begin(role && (await tokenOf(role))))).statusCode).toBe(status)
  })

  it('an instructor is told that it is too large while they go on sending, and the connection goes on', async () => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    onTestFinished(() => void socket.destroy())
    let heard = ''
    socket.on('data', (chunk) => {
      heard += chunk
    })
    const file = '--b\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n'
    const head = [
      'POST /api/images HTTP/1.1',
      'host: school',
      `authorization: Bearer ${await tokenOf('instructor')}`,
      'content-type: multipart/form-data; boundary=b',
      `content-length: ${40 * MEGABYTE}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${file}`)
    socket.write('x'.repeat(25 * MEGABYTE))
    await expect.poll(() => heard, { timeout: 10_000 }).toContain('HTTP/1.1 413 ')
    socket.write('x'.repeat(15 * MEGABYTE - file.length))
    socket.write('GET /healthz HTTP/1.1\r\nhost: school\r\n\r\n')
    await expect.poll(() => heard, { timeout: 10_000 }).toContain('HTTP/1.1 200 ')
  })

  it('whoever goes away in the middle leaves nothing behind', async () => {
    const sending = begin(await tokenOf('instructor'))
    sending.write('--b\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\nxxxx')
    const uploads = () => readdir(join(school.parts.settings.dataDir, 'uploads'))
    await expect.poll(async () => (await uploads()).length).toBe(1)
    sending.destroy()
    await expect.poll(uploads).toEqual([])
  })

  async function tokenOf(role: Role): Promise<string> {
    const { user } = await school.signedIn(role)
    return school.parts.tokens.issue(user.id)
  }
})

describe('many at once', () => {
  it('are received up to a number; the others are told to come again, and may', async () => {
    const { intake } = school.parts.darkroom
    const open = Array.from({ length: MOST_IN_HAND }, () => new PassThrough())
    const held = open.map((bytes) => intake.receive(bytes, async () => {}).catch(() => 'gone'))
    const bytes = await bytesOf(twoColours(40, 30).jpeg())
    const refused = await send(instructor, bytes)
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'TOO_MANY_REQUESTS'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    for (const each of open) each.destroy(new Error('went away'))
    expect(await Promise.all(held)).toEqual(open.map(() => 'gone'))
    expect((await send(instructor, bytes)).statusCode).toBe(200)
  })

  it('are all prepared, as long as they are not more', async () => {
    const all = await Promise.all(
      Array.from({ length: MOST_IN_HAND }, async () => send(instructor, await bytesOf(twoColours(400, 300).jpeg()))),
    )
    expect(all.map(({ statusCode }) => statusCode)).toEqual(all.map(() => 200))
  })

  it('of one visitor are counted over the minutes', async () => {
    const all = []
    for (let time = 0; time <= 60; time++) all.push((await send(instructor, 'x')).statusCode)
    expect(all).toEqual([...Array(60).fill(415), 429])
  })
})

describe('below /pictures', () => {
  it('there is nothing but our own files, by exactly their names', async () => {
    const { display_url } = await upload(instructor, await bytesOf(twoColours(400, 300).jpeg()))
    const folder = display_url.slice(0, display_url.lastIndexOf('/'))
    const name = folder.slice('/pictures/'.length)
    expect((await school.visitor.request('GET', `${folder}/320.avif`)).statusCode).toBe(200)
    for (const address of [
      `${folder}/321.avif`,
      `${folder}/320.png`,
      `${folder}/320.avif.part`,
      `${folder}/0320.avif`,
      `${folder}/320.avif%00`,
      `${folder}/320.avif%00.webp`,
      `${folder}/`,
      `${folder}`,
      `${folder}/..%2f${name}%2f320.avif`,
      `${folder}/%2e%2e%2f%2e%2e%2fsecret`,
      `/pictures/${name.toUpperCase()}/320.avif`,
      `/pictures/.%2f${name}/320.avif`,
      `/pictures/%2e%2e%2fpictures%2f${name}/320.avif`,
      '/pictures/..%2f..%2fpackage.json/320.avif',
      '/pictures/..%5c..%5cpackage/320.avif',
      '/pictures/demo/..%2f..%2f..%2fpackage.json',
      '/pictures/demo/%2e%2e/package.json',
    ]) {
      const answer = await school.visitor.request('GET', address)
      expect([address, answer.statusCode]).toEqual([address, 404])
      expect(answer.headers['cache-control'] ?? '').not.toContain('immutable')
    }
  })
})
