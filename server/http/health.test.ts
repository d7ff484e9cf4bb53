import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { openForThisTest } from '../../testing/application.ts'

describe('an instance that is about to stop', () => {
  it('is no longer ready, lives, and still serves', async () => {
    const { visitor, readiness } = await openForThisTest()
    expect((await visitor.request('GET', '/readyz')).statusCode).toBe(200)
    readiness.drain()
    const { statusCode, headers } = await visitor.request('GET', '/readyz')
    expect([statusCode, headers['cache-control']]).toEqual([503, 'no-store'])
    for (const path of ['/healthz', '/classes']) expect((await visitor.request('GET', path)).statusCode).toBe(200)
  })

  it('ends each connection with its next response, cached or not', async () => {
    const { app, visitor, readiness } = await openForThisTest()
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const read = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' })
      await response.text()
      return response.headers.get('connection')
    }
    const [script = ''] = /\/assets\/[\w.-]+\.js/.exec((await visitor.request('GET', '/classes')).body) ?? []
    expect(await read('/healthz')).toBe('keep-alive')
    // HTTP/1.1 keeps a connection without saying so.
    expect(await read(script)).toBeNull()
    readiness.drain()
    for (const path of ['/healthz', '/classes', '/classes', script]) expect(await read(path)).toBe('close')
  })

  it('refuses reads of a proxy that repeats them elsewhere, and no writes', async () => {
    const { app, readiness } = await openForThisTest()
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const headers = { 'x-repeats-reads': 'on' }
    const send = async (method: string, path: string) => (await fetch(`${url}${path}`, { method, headers })).status
    expect(await send('GET', '/api/all-classes')).toBe(200)
    readiness.drain()
    expect([await send('GET', '/api/all-classes'), await send('HEAD', '/'), await send('GET', '/healthz')]).toEqual([
      502, 502, 200,
    ])
    expect(await send('POST', '/api/jwt')).toBe(401)
  })

  it('closes its port once no request has come for half a second, or after a limit', async () => {
    const { readiness } = await openForThisTest()
    readiness.drain()
    const begun = performance.now()
    const requests = setInterval(() => readiness.noteRequest(), 20)
    await readiness.waitForSilence(1_000)
    expect(performance.now() - begun).toBeGreaterThan(900)
    clearInterval(requests)
    await readiness.waitForSilence(20_000)
    expect(performance.now() - begun).toBeLessThan(15_000)
  })
})

describe('an instance', () => {
  it('is not ready while its database is away, and ready again without help', async () => {
    const { visitor, database } = await openForThisTest()
    const { ping } = database
    database.ping = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
    expect((await visitor.request('GET', '/readyz')).statusCode).toBe(503)
    database.ping = ping
    expect((await visitor.request('GET', '/readyz')).statusCode).toBe(200)
  })
})
