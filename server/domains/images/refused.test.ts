import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Role } from '#contract/users.ts'
import { rateLimits } from '#server/platform/rate-limits/rate-limits.table.ts'
import { openForThisFile, type TestApplication } from '../../../testing/application.ts'
import { drawTwoColors, formWith, grainy, hugePng, readBytes, send, upload } from '../../../testing/images.ts'
import { createPng } from '../../../testing/png.ts'
import { PUBLIC_URL } from '../../../testing/visitor.ts'
import { MAX_PROCESSED_UPLOADS, MAX_UPLOADS_PER_USER } from './intake.ts'

const MEGABYTE = 1024 * 1024

const application = openForThisFile()
let instructor: Awaited<ReturnType<TestApplication['signedIn']>>
beforeAll(async () => {
  instructor = await application.signedIn('instructor')
})
beforeEach(async () => void (await application.services.db.delete(rateLimits)))
afterAll(() => expectNothingLeft())

/** Checks that no upload left a file. */
async function expectNothingLeft(): Promise<void> {
  await application.imagePipeline.intake.finish()
  expect(await readdir(join(application.settings.dataDir, 'uploads'))).toEqual([])
}

const code = async (bytes: Uint8Array<ArrayBuffer> | string) => {
  const response = await send(instructor, bytes)
  return [response.statusCode, response.json().code]
}

describe('a file that is not an image', () => {
  it.each([
    ['an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a text', 'Not a picture at all, whatever it is called.'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['nothing', ''],
    ['the first bytes of a JPEG', new Uint8Array([0xff, 0xd8, 0xff, 0xe0])],
    ['a PDF', '%PDF-1.7\n%âãÏÓ'],
    ['a box without brands', '\0\0\0\x08ftyp'],
  ])('is refused, even if its name is that of a JPEG: %s', async (_, bytes) => {
    expect(await code(bytes)).toEqual([415, 'NOT_A_PICTURE'])
  })

  it.each(['gif', 'tiff'] as const)(
    'is refused in a format that browsers show but we do not support: %s',
    async (form) => {
      expect(await code(await readBytes(drawTwoColors(40, 30).toFormat(form)))).toEqual([415, 'NOT_A_PICTURE'])
    },
  )

  it('is refused when a HEIC has no image', async () => {
    for (const brands of ['heic\0\0\0\0mif1heic', 'mif1\0\0\0\0mif1heix', 'msf1\0\0\0\0hevc']) {
      const box = `\0\0\0${String.fromCharCode(brands.length + 8)}ftyp${brands}`
      const response = await send(instructor, `${box}${'\0'.repeat(50)}`, { name: 'IMG_1.HEIC', type: 'image/heic' })
      expect(response.json()).toMatchObject({ code: 'NOT_A_PICTURE' })
    }
  })

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('is refused when a %s is truncated', async (form) => {
    const whole = await readBytes(grainy(200, 150).toFormat(form))
    for (const share of [0.05, 0.5, 0.9]) {
      expect(await code(whole.slice(0, whole.length * share))).toEqual([415, 'NOT_A_PICTURE'])
    }
  })

  it('is refused with a message of its own when a JPEG is incomplete, and accepted without its last bytes', async () => {
    const whole = await readBytes(grainy(200, 150).jpeg())
    const response = await send(instructor, whole.slice(0, whole.length / 2))
    expect(response.json().message).toBe(
      'This picture is incomplete: the end of its file is missing. Copy or export it again.',
    )
    expect((await send(instructor, whole.slice(0, -2))).statusCode).toBe(200)
  })

  it('is refused with a message of its own when it is HDR', async () => {
    const pq: [string, Buffer] = ['cICP', Buffer.from([9, 16, 0, 1])]
    const response = await send(
      instructor,
      new Uint8Array(createPng({ width: 40, height: 30, bits: 16, chunks: [pq] })),
    )
    expect(response.json()).toMatchObject({
      statusCode: 415,
      message: expect.stringMatching(/^This is an HDR picture/),
    })
  })

  it('is detected by its content, not by its name', async () => {
    const response = await send(instructor, await readBytes(drawTwoColors(40, 30).png()), {
      name: '../../../etc/passwd\0.svg',
      type: 'image/svg+xml',
    })
    const { pathname, origin } = new URL(response.json().data.display_url)
    expect(origin).toBe(PUBLIC_URL)
    expect(pathname).toMatch(/^\/pictures\/[0-9a-f]{64}-[0-9a-f]{12}\/40x30-[\w-]+\.webp$/)
    expect((await readdir(application.settings.dataDir)).sort()).toEqual(['pictures', 'uploads'])
  })
})

describe('an image with other data in it', () => {
  it('is served without that data', async () => {
    const page = '<script>alert("both")</script>'
    const zip = 'PK\x03\x04 and so on'
    const jpeg = await readBytes(
      drawTwoColors(330, 200)
        .withExif({ IFD0: { Copyright: page } })
        .jpeg(),
    )
    const { display_url } = await upload(instructor, new Uint8Array(Buffer.concat([jpeg, Buffer.from(page + zip)])))
    for (const file of ['320.avif', '320.webp', '330.avif', '330.webp']) {
      const address = display_url.replace(/[^/]+$/, file)
      const { rawPayload } = await application.visitor.request('GET', address)
      expect((await sharp(rawPayload).metadata()).height).toBeGreaterThan(190)
      expect(rawPayload.includes('script')).toBe(false)
      expect(rawPayload.includes('PK\x03\x04')).toBe(false)
    }
  })
})

describe('an image that is too large', () => {
  it('is refused for its pixels, however small the file is', async () => {
    const bytes = hugePng(20_000, 20_000)
    expect(bytes.length).toBeLessThan(60_000)
    expect(await code(bytes)).toEqual([413, 'TOO_LARGE'])
    expect(await code(hugePng(10_000, 5_001))).toEqual([413, 'TOO_LARGE'])
  })

  it('is accepted with exactly the maximum of pixels', async () => {
    expect((await send(instructor, hugePng(10_000, 5_000))).statusCode).toBe(200)
  })

  it.each([
    ['16 bits and transparency', 5_000, 3_751, { bits: 16, color: 'rgba' }],
    ['16 bits', 5_000, 5_001, { bits: 16, color: 'rgb' }],
    ['transparency', 7_500, 5_001, { bits: 8, color: 'rgba' }],
  ] as const)('is refused for the work that decoding it takes: %s', async (_, width, height, format) => {
    const bytes = hugePng(width, height, format)
    expect(bytes.length).toBeLessThan(200_000)
    const response = await send(instructor, bytes)
    expect(response.json()).toMatchObject({
      statusCode: 413,
      code: 'TOO_LARGE',
      message: 'This picture has too many pixels for its color depth. Save it as a JPEG, and try again.',
    })
  })

  it('is accepted with exactly the maximum of work', async () => {
    expect((await send(instructor, hugePng(10_000, 5_000, { bits: 8, color: 'rgb' }))).statusCode).toBe(200)
  })

  it('is refused for its bytes, of any type', async () => {
    expect(await code(new Uint8Array(40 * MEGABYTE))).toEqual([413, 'TOO_LARGE'])
  })

  it('is refused for one byte above the maximum', async () => {
    const bytes = new Uint8Array(20 * MEGABYTE + 1)
    bytes.set(await readBytes(drawTwoColors(40, 30).jpeg()))
    expect(await code(bytes)).toEqual([413, 'TOO_LARGE'])
    expect((await send(instructor, bytes.slice(0, -1))).statusCode).toBe(200)
  })
})

describe('a form', () => {
  it.each([
    ['with another field name', { field: 'file' }],
    ['with the field name in another case', { field: 'Image' }],
  ])('%s is refused, and the message names the missing field', async (_, overrides) => {
    const response = await send(instructor, await readBytes(drawTwoColors(40, 30).jpeg()), overrides)
    expect([response.statusCode, response.json().message]).toEqual([400, 'image: is required'])
  })

  it('is refused without a file, when it is malformed, and as another type', async () => {
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

describe('on a connection', () => {
  let port: number
  beforeAll(async () => {
    await application.app.listen({ host: '127.0.0.1', port: 0 })
    port = (application.app.server.address() as AddressInfo).port
  })

  /** Starts an upload of forty megabytes without sending any of them. */
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

  const readResponse = async (sent: ClientRequest) => ((await once(sent, 'response')) as [IncomingMessage])[0]

  it.each([
    ['nobody', null, 401],
    ['a student', 'student', 403],
    ['an admin', 'admin', 403],
  ] as const)('%s is refused before the image is sent', async (_, role, status) => {
    expect((await readResponse(begin(role && (await issueToken(role))))).statusCode).toBe(status)
  })

  it('an instructor learns during the upload that the image is too large, and the connection stays usable', async () => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    onTestFinished(() => void socket.destroy())
    let output = ''
    socket.on('data', (chunk) => {
      output += chunk
    })
    const file = '--b\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n'
    const head = [
      'POST /api/images HTTP/1.1',
      'host: school',
      `authorization: Bearer ${await issueToken('instructor')}`,
      'content-type: multipart/form-data; boundary=b',
      `content-length: ${40 * MEGABYTE}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${file}`)
    socket.write('x'.repeat(25 * MEGABYTE))
    await expect.poll(() => output, { timeout: 10_000 }).toContain('HTTP/1.1 413 ')
    socket.write('x'.repeat(15 * MEGABYTE - file.length))
    socket.write('GET /healthz HTTP/1.1\r\nhost: school\r\n\r\n')
    await expect.poll(() => output, { timeout: 10_000 }).toContain('HTTP/1.1 200 ')
  })

  it('an upload that is cut off leaves no files', async () => {
    const sending = begin(await issueToken('instructor'))
    sending.write('--b\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\nxxxx')
    const uploads = () => readdir(join(application.settings.dataDir, 'uploads'))
    await expect.poll(async () => (await uploads()).length).toBe(1)
    sending.destroy()
    await expect.poll(uploads).toEqual([])
  })

  async function issueToken(role: Role): Promise<string> {
    const { user } = await application.signedIn(role)
    return application.tokens.issue(user.id, Date.now())
  }
})

describe('many uploads at once', () => {
  const createInstructors = () =>
    Promise.all(Array.from({ length: MAX_PROCESSED_UPLOADS }, () => application.signedIn('instructor')))

  it('are processed up to a limit; the others get 429, and succeed later', async () => {
    const { intake } = application.imagePipeline
    const bytes = await readBytes(drawTwoColors(40, 30).jpeg())
    const work = Promise.withResolvers<void>()
    const held = (await createInstructors()).map(({ user }) =>
      intake.receive(user.id, Readable.from([Buffer.from(bytes)]), () => work.promise),
    )
    const upload = () => send(instructor, bytes)
    await expect.poll(async () => (await upload()).statusCode).toBe(429)
    const refused = await upload()
    expect(refused.json().code).toBe('TOO_MANY_REQUESTS')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    work.resolve()
    await Promise.all(held)
    expect((await send(instructor, bytes)).statusCode).toBe(200)
  })

  it('are all encoded, up to that limit', async () => {
    const all = await Promise.all(
      (await createInstructors()).map(async (each) => send(each, await readBytes(drawTwoColors(400, 300).jpeg()))),
    )
    expect(all.map(({ statusCode }) => statusCode)).toEqual(all.map(() => 200))
  })

  it('of one user are fewer, and the message says so', async () => {
    const { intake } = application.imagePipeline
    const open = Array.from({ length: MAX_UPLOADS_PER_USER }, () => new PassThrough())
    const held = open.map((bytes) => intake.receive(instructor.user.id, bytes, async () => {}).catch(() => 'gone'))
    const bytes = await readBytes(drawTwoColors(40, 30).jpeg())
    const refused = await send(instructor, bytes)
    expect([refused.statusCode, refused.json().message]).toEqual([429, expect.stringMatching(/^Your other pictures/)])
    for (const each of open) each.destroy(new Error('went away'))
    expect(await Promise.all(held)).toEqual(open.map(() => 'gone'))
    expect((await send(instructor, bytes)).statusCode).toBe(200)
  })

  it('of one visitor are limited per ten minutes', async () => {
    const all = []
    for (let time = 0; time <= 60; time++) all.push((await send(instructor, 'x')).statusCode)
    expect(all).toEqual([...Array(60).fill(415), 429])
  })
})

describe('below /pictures', () => {
  it('only our own files are served, by exactly their names', async () => {
    const { display_url } = await upload(instructor, await readBytes(drawTwoColors(400, 300).jpeg()))
    const folder = display_url.slice(0, display_url.lastIndexOf('/'))
    const name = folder.slice('/pictures/'.length)
    expect((await application.visitor.request('GET', `${folder}/320.avif`)).statusCode).toBe(200)
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
      const response = await application.visitor.request('GET', address)
      expect([address, response.statusCode]).toEqual([address, 404])
      expect(response.headers['cache-control'] ?? '').not.toContain('immutable')
    }
  })
})
