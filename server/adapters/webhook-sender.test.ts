import { describe, expect, it } from 'vitest'
import { receiveWebhooks } from '../../testing/webhook-receiver.ts'
import { createWebhookSender, isPublicAddress } from './webhook-sender.ts'

const PUBLIC = { address: '93.184.215.14', family: 4 }
const LOOPBACK = { address: '127.0.0.1', family: 4 }

describe('the addresses that a webhook may lead to', () => {
  it.each(['93.184.215.14', '8.8.8.8', '2606:4700:4700::1111', '2a00:1450:4001::1', '::ffff:8.8.8.8'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  it.each([
    ...['127.0.0.1', '127.9.9.9', '0.0.0.0', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    ...['169.254.169.254', '100.64.0.1', '192.0.0.8', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', 'fe80::1', 'fc00::1', 'fd12:3456::1', 'ff02::1', 'fec0::1', '::ffff:127.0.0.1', '::ffff:a00:1'],
    ...['::127.0.0.1', '::808:808', '64:ff9b::7f00:1', '64:ff9b:1::1', '2002:7f00:1::', '2001::1', '2001:db8::1'],
    ...['100::1', '4000::1', 'nonsense', ''],
  ])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('a URL for a webhook', () => {
  const sender = createWebhookSender({ resolve: async () => [PUBLIC] })

  it('is public https', async () => {
    expect(await sender.findProblem('https://receiver.example/hook?key=1')).toBeNull()
    expect(await sender.findProblem('https://93.184.215.14:8443/hook')).toBeNull()
    expect(await sender.findProblem('https://[2606:4700:4700::1111]/hook')).toBeNull()
  })

  it.each([
    ['http://receiver.example/hook', 'must begin with https://'],
    ['http://localhost:3000/hook', 'must begin with https://'],
    ['ftp://receiver.example/', 'must begin with https://'],
    ['file:///etc/passwd', 'must begin with https://'],
    ['javascript:alert(1)', 'must begin with https://'],
    ['receiver.example/hook', 'must be a URL, for example https://example.org/hook'],
    ['https://user:pass@receiver.example/', 'must not contain a user name or a password'],
  ])('is not %s', async (url, problem) => {
    expect(await sender.findProblem(url)).toBe(problem)
    expect((await sender.post(url, {}, '{}')).problem).toBeTruthy()
  })

  it.each([
    ...['https://127.0.0.1/', 'https://2130706433/', 'https://0x7f.1/', 'https://0177.0.0.1/', 'https://127.1/'],
    ...['https://[::1]/', 'https://[::ffff:127.0.0.1]/', 'https://[::ffff:7f00:1]/', 'https://[fd00::1]/'],
    ...['https://169.254.169.254/latest/meta-data/', 'https://10.0.0.1/', 'https://0/', 'https://[::]/'],
  ])('is not an address of a private network: %s', async (url) => {
    expect(await sender.findProblem(url)).toBe('must lead to a public address, not into a private network')
    expect(await sender.post(url, {}, '{}')).toMatchObject({ status: null, problem: 'the host has a private address' })
  })

  it('is not a name with any private address, whichever is listed first', async () => {
    for (const addresses of [[LOOPBACK], [PUBLIC, LOOPBACK], []]) {
      const resolving = createWebhookSender({ resolve: async () => addresses })
      expect(await resolving.findProblem('https://receiver.example/')).toContain('public address')
    }
    const unknown = createWebhookSender({ resolve: () => Promise.reject(new Error('ENOTFOUND')) })
    expect(await unknown.findProblem('https://receiver.example/')).toBe('has a host that was not found')
  })
})

describe('sending a message', () => {
  const local = createWebhookSender({ allowLoopback: true })

  it('posts the body and the headers', async () => {
    const { url, messages } = await receiveWebhooks()
    const response = await local.post(url, { 'content-type': 'application/json', 'webhook-id': 'msg_1' }, '{"a":"é"}')
    expect(response).toEqual({ status: 204, problem: null, duration: expect.any(Number) })
    expect(messages).toMatchObject([{ body: '{"a":"é"}', headers: { 'webhook-id': 'msg_1' } }])
  })

  it('reaches no private address when the name leads elsewhere after it was checked', async () => {
    const { url, messages } = await receiveWebhooks()
    const { port } = new URL(url)
    let resolved = 0
    const resolve = async () => (resolved++ === 0 ? [PUBLIC] : [LOOPBACK])
    const sender = createWebhookSender({ resolve })
    expect(await sender.findProblem(`https://receiver.example:${port}/`)).toBeNull()
    const { problem } = await sender.post(`https://receiver.example:${port}/`, {}, '{}')
    expect(problem).toBe('the host has a private address')
    expect(messages).toEqual([])
  })

  it('resolves the name once, and connects to the address that was checked', async () => {
    const { url, messages } = await receiveWebhooks()
    let resolved = 0
    const resolve = async () => (resolved++ === 0 ? [LOOPBACK] : [PUBLIC])
    const sender = createWebhookSender({ allowLoopback: true, resolve })
    const { status } = await sender.post(url.replace('127.0.0.1', 'receiver.example'), {}, '{}')
    expect([status, resolved, messages.length]).toEqual([204, 1, 1])
  })

  it('does not follow a redirect', async () => {
    const target = await receiveWebhooks()
    const { url } = await receiveWebhooks((_message, _request, response) =>
      response.writeHead(307, { location: target.url }).end(),
    )
    expect(await local.post(url, {}, '{}')).toMatchObject({ status: 307, problem: 'it responded with 307' })
    expect(target.messages).toEqual([])
  })

  it('closes the connection after a kilobyte of the response, and knows its status', async () => {
    const { url } = await receiveWebhooks((_message, _request, response) => {
      response.writeHead(200)
      const write = () => void (response.write('x'.repeat(4096)) && setImmediate(write))
      write()
    })
    expect(await local.post(url, {}, '{}')).toMatchObject({ status: 200, problem: null })
  })

  it('waits a limited time for a response', async () => {
    const { url } = await receiveWebhooks(() => {})
    const hasty = createWebhookSender({ allowLoopback: true, timeoutMs: 50 })
    expect(await hasty.post(url, {}, '{}')).toMatchObject({ status: null, problem: 'no response within 0.05 seconds' })
    const stuck = createWebhookSender({ resolve: () => new Promise(() => {}), timeoutMs: 50 })
    expect((await stuck.post('https://receiver.example/', {}, '{}')).problem).toContain('no response')
  })

  it('reports a connection that fails', async () => {
    const { url } = await receiveWebhooks((_message, request) => request.socket.destroy())
    expect((await local.post(url, {}, '{}')).problem).toBe('the connection failed (ECONNRESET)')
  })
})
