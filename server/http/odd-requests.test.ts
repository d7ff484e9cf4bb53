import { type AddressInfo, createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApplication, type TestApplication } from '../../testing/application.ts'

/** The number of pino's level `error`. */
const ERROR = 50

let server: TestApplication
let token = ''
beforeAll(async () => {
  server = await openTestApplication()
  const { user } = await server.signedIn('admin')
  token = await server.tokens.issue(user.id, Date.now())
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await server.close()
  expect(server.logged.filter((line) => JSON.parse(line).level >= ERROR)).toEqual([])
})

/** Sends lines, and a body if there is one. Returns the status of the response. */
async function send(line: string, headers: string[] = [], body = ''): Promise<number> {
  const { port } = server.app.server.address() as AddressInfo
  const socket = createConnection({ port, host: '127.0.0.1' })
  const host = headers.some((header) => /^host:/i.test(header)) ? [] : ['host: 127.0.0.1:3000']
  const length = body === '' ? [] : [`content-length: ${Buffer.byteLength(body, 'latin1')}`]
  const lines = [`${line} HTTP/1.1`, ...host, 'connection: close', ...headers, ...length, '', body]
  socket.write(lines.join('\r\n'), 'latin1')
  return Number((await text(socket)).slice('HTTP/1.1 '.length, 'HTTP/1.1 '.length + 3))
}

describe('a request target', () => {
  it.each([
    'pages',
    'newsletter',
    'classes',
    'instructors',
    'calendar',
    'pictures',
    'api/pages',
    'api/class',
    'assets',
    'api/school/export',
  ])('with a very long part below /%s is 404', async (folder) => {
    for (const length of [501, 2_500, 15_000]) expect(await send(`GET /${folder}/${'a'.repeat(length)}`)).toBe(404)
    expect(await send(`GET /${folder}/${'%41'.repeat(600)}`)).toBe(404)
  })

  it('that is a whole URL is read like its path', async () => {
    expect(await send('GET http://127.0.0.1:3000/terms')).toBe(200)
    expect(await send('GET http://127.0.0.1:3000')).toBe(200)
    expect(await send('GET https://school.example/healthz?a=b')).toBe(200)
    expect(await send('GET http://127.0.0.1:3000/missing')).toBe(404)
  })

  it.each([
    '*',
    'http://',
    'http://[/',
    'school',
    '/%',
    '/pages/%',
    '/pages/%ff',
    '/api/class/%ff/page',
    '/pages/\xff',
  ])('%s is 400', async (target) => {
    expect(await send(`GET ${target}`)).toBe(400)
  })

  it('with odd characters or queries is no server error', async () => {
    const long = 'a'.repeat(5_000)
    const targets = [
      ...['//evil.example/x', '///', '/\\', '/pages/%00', '/pages/a%2fb', '/classes/%5c', '/a;b=c', '/.well-known/%00'],
      ...[
        '/classes?page=%',
        '/classes?search=%00',
        `/classes?search=${long}`,
        '/classes?instructor[]=1',
        '/classes?__proto__=1',
      ],
      ...[
        '/setup?token=%00',
        '/verify-email?token=%00&state=%ff',
        `/newsletter/confirm?token=${long}`,
        `/reset-password?token=${long}`,
      ],
      ...[
        '/api/all-classes?page=%00',
        '/api/all-classes?page[]=1',
        '/api/all-classes?page=1&page=2',
        `/api/all-classes?search=${long}`,
      ],
      ...['/api/auth/%00', '/api/auth/callback/%00?code=1', '/api/docs/..%2f..%2fx', '/assets/..%2f..%2fpackage.json'],
      ...[
        '/pictures/..%2f..%2fx',
        '/pictures/share/%00/x.jpg',
        '/sitemap-99999999999999999999.xml',
        '/calendar/%00',
        `/x?${'&a=b'.repeat(3000)}`,
      ],
      ...[
        '/card-sandbox/v1/payment_intents/%00',
        '/api/class/%00/page',
        '/accent/%00.css',
        '/classes/%00.ics',
        '/api/school/export/%00',
      ],
    ]
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
      for (const target of targets)
        expect([method, target, await send(`${method} ${target}`)]).toEqual([method, target, expectNoServerError])
  })
})

const expectNoServerError = expect.toSatisfy((status: number) => status >= 200 && status < 500)

describe('a header', () => {
  it.each([
    ['host', ['', 'a b', '[', 'school:99999', '127.0.0.1:x', 'é']],
    [
      'content-type',
      [
        '',
        ';',
        'application/json;;;',
        'application/json; charset=',
        'application/json; charset=utf-16',
        'text',
        '*/*',
        '\x01',
        'multipart/form-data',
      ],
    ],
    ['accept-encoding', ['', ';q', 'br;q=x', `${'gzip, '.repeat(900)}`]],
    ['if-match', ['""', 'W/', '"', '999999999999999999999', '*, *']],
    ['if-none-match', ['"', '*', 'W/"']],
    [
      'authorization',
      ['', 'Bearer', 'Bearer  ', 'Bearer a.b.c', 'Basic x', 'Bearer \xff', `Bearer ${'a.'.repeat(4000)}`],
    ],
    ['cookie', ['%', '=', ';;;=', 'a=%ff', `a=${'b'.repeat(8000)}`, '__Secure-better-auth.session_token=%00']],
    ['origin', ['null', 'x', 'http://', '\xff']],
    ['range', ['bytes=9-1', 'bytes=-', 'x']],
    ['x-forwarded-for', ['x', ',', '::ffff:1', '999.1.1.1']],
    ['x-request-id', ['', '\xff', 'a'.repeat(5000)]],
    ['expect', ['x']],
    ['content-encoding', ['gzip', 'x']],
  ])('%s with any value is no server error', async (name, values) => {
    for (const value of values) {
      const headers = [`${name}: ${value}`]
      for (const line of ['GET /', 'GET /healthz', 'GET /api/all-classes?page=1', 'GET /api/auth/get-session'])
        expect([line, value, await send(line, headers)]).toEqual([line, value, expectNoServerError])
      for (const line of ['POST /api/jwt', 'POST /api/newsletter', 'POST /api/auth/sign-in/email', 'POST /api/images'])
        expect([
          line,
          value,
          await send(line, [...headers, 'content-type: application/json'], '{"email":"a@example.test"}'),
        ]).toEqual([line, value, expectNoServerError])
    }
  })
})

describe('an upload', () => {
  const upload = (part: string, type = 'multipart/form-data; boundary=b', end = '\r\n--b--\r\n') =>
    send('POST /api/imports', [`authorization: Bearer ${token}`, `content-type: ${type}`], `--b\r\n${part}${end}`)
  const disposition = 'content-disposition: form-data; name="file"'

  it('without a file name is 400', async () => {
    const content = 'name,email,role\r\nAda,ada@example.test,student'
    expect(await upload(`${disposition}\r\ncontent-type: application/octet-stream\r\n\r\n${content}`)).toBe(400)
    expect(await upload(`${disposition}; filename=""\r\ncontent-type: text/csv\r\n\r\n${content}`)).toBe(400)
    expect(await upload(`${disposition}\r\n\r\n${content}`)).toBe(400)
  })

  it('with odd parts is no server error', async () => {
    const content = 'name,email,role\r\nAda,ada@example.test,student'
    const statuses = [
      await upload(`${disposition}; filename="a\0b.csv"\r\n\r\n${content}`),
      await upload(`${disposition}; filename="${'a'.repeat(8000)}"\r\n\r\n${content}`),
      await upload(`${disposition}; filename*=utf-8''%ff%00.csv\r\n\r\n${content}`),
      await upload(`${disposition}; filename*=x''a.csv\r\n\r\n${content}`),
      await upload(`${disposition}; filename="../../a.csv"\r\n\r\n${content}`),
      await upload(`${disposition}; filename="\xff\xfe.csv"\r\ncontent-type: x; charset=y\r\n\r\n${content}`),
      await upload(`${disposition}; filename="a.csv"\r\ncontent-transfer-encoding: base64\r\n\r\n${content}`),
      await upload(`content-disposition: form-data; filename="a.csv"\r\n\r\n${content}`),
      await upload(`content-disposition: x\r\n\r\n${content}`),
      await upload(`\r\n${content}`),
      await upload('', undefined, ''),
      await upload(`${disposition}; filename="a.csv"\r\n\r\n${content}`, undefined, ''),
      await upload(`${disposition}; filename="a.csv"\r\n${'x: y\r\n'.repeat(3000)}\r\n${content}`),
      await upload(`${disposition}; filename="a.csv"\r\n\r\n${content}`, 'multipart/form-data'),
      await upload(`${disposition}; filename="a.csv"\r\n\r\n${content}`, 'multipart/form-data; boundary='),
      await upload(
        `${disposition}; filename="a.csv"\r\n\r\n${content}`,
        `multipart/form-data; boundary=${'b'.repeat(5000)}`,
      ),
      await upload(`${disposition}; filename="a.csv"\r\n\r\n${content}`, 'multipart/mixed; boundary=b'),
      await upload(`${disposition}; filename="a.csv"\r\n\r\n`),
    ]
    expect(statuses).toEqual(statuses.map(() => expectNoServerError))
  })
})
