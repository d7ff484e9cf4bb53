import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { openForThisTest } from '../../testing/application.ts'
import { closeConnections, endStalledDownloads } from './slow-clients.ts'

const STALL_MS = 300
/** Longer than the request that takes long. */
const CLOSE_MS = 6 * STALL_MS
const CHUNK = Buffer.alloc(64 * 1024)
/** More than the buffers of a connection take. */
const CHUNKS = 800

async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  return (app.server.address() as AddressInfo).port
}

async function request(port: number, path: string): Promise<IncomingMessage> {
  const [response] = (await once(get({ port, path, agent: false }), 'response')) as [IncomingMessage]
  return response
}

/** Opens an app with a download, which counts those in progress. */
async function openDownloads({ stallMs = STALL_MS } = {}) {
  const app = Fastify({ forceCloseConnections: 'idle' })
  app.addHook('preClose', async () => closeConnections(app.server, CLOSE_MS))
  onTestFinished(() => app.close())
  const downloads = { active: 0 }
  endStalledDownloads(app, stallMs)
  app.get('/download', (_request, reply) => {
    downloads.active++
    const stream = Readable.from(Array.from({ length: CHUNKS }, () => CHUNK))
    stream.once('close', () => downloads.active--)
    return reply.send(stream)
  })
  app.get('/slow', async () => {
    await pause(4 * STALL_MS)
    return 'ready'
  })
  return { app, port: await listen(app), downloads }
}

it('a download of a client that stops reading ends, and frees what it holds', async () => {
  const { port, downloads } = await openDownloads()
  const response = await request(port, '/download')
  response.on('error', () => {})
  expect(downloads.active).toBe(1)
  await expect.poll(() => downloads.active).toBe(0)
})

it('a download of a client that reads slowly is complete', async () => {
  const { port } = await openDownloads()
  let bytes = 0
  const response = await request(port, '/download')
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length
    if (bytes % (100 * CHUNK.length) < CHUNK.length / 4) await pause(STALL_MS / 3)
  }
  expect(bytes).toBe(CHUNKS * CHUNK.length)
})

it('a response that takes long to prepare arrives', async () => {
  const { port } = await openDownloads()
  const response = await request(port, '/slow')
  expect(await response.setEncoding('utf8').toArray()).toEqual(['ready'])
})

it('a server that stops finishes a request, and waits only for a time for a download that is still read', async () => {
  const { app, port, downloads } = await openDownloads({ stallMs: 60_000 })
  const download = await request(port, '/download')
  const reading = setInterval(() => download.read(CHUNK.length), STALL_MS / 3)
  onTestFinished(() => clearInterval(reading))
  const slow = request(port, '/slow').then((response) => response.setEncoding('utf8').toArray())
  const broken = once(download, 'error')
  await expect.poll(() => downloads.active).toBe(1)
  await pause(STALL_MS)
  await app.close()
  download.resume()
  expect(await slow).toEqual(['ready'])
  expect(await broken).toMatchObject([{ code: 'ECONNRESET' }])
  expect(downloads.active).toBe(0)
})

it('the application has the limit for every response', async () => {
  const { app } = await openForThisTest()
  const sockets: Socket[] = []
  app.server.on('connection', (socket: Socket) => void sockets.push(socket))
  const timeouts: (number | undefined)[] = []
  app.server.on('request', () => setImmediate(() => timeouts.push(sockets[0]?.timeout)))
  await (await request(await listen(app), '/api/calendar/none')).toArray()
  expect(timeouts).toEqual([60_000])
})
