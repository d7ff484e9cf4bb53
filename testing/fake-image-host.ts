/** A fake of imgbb with its API and its error messages. Source: https://api.imgbb.com */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'

export interface FakeImageHost {
  /** The settings with which an application hands its images over. */
  settings: Record<'IMAGE_HOST' | 'IMGBB_URL' | 'IMGBB_KEY', string>
  /** The uploaded images. */
  taken: File[]
  /** The response to send instead of the normal one; null sends none. */
  instead: { status: number; body: string } | null | undefined
  close(): Promise<void>
}

/** Opens a host that shows images at `https://i.images.example`; the caller closes it. */
export async function openFakeImageHost(): Promise<FakeImageHost> {
  const key = 'a key of the image host'
  const server = createServer(async (request, response) => {
    const result = host.instead === undefined ? await receive(request) : host.instead
    if (result === null) return
    response.writeHead(result.status, { 'content-type': 'application/json' }).end(result.body)
  })

  async function receive(request: IncomingMessage): Promise<{ status: number; body: string }> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://host')
    const form = new Response(Readable.toWeb(request) as ReadableStream, {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    })
    const image = (await form.formData()).get('image')
    if (request.method !== 'POST' || pathname !== '/1/upload') return createError(404, 'Not found.')
    if (searchParams.get('key') !== key) return createError(400, 'Invalid API v1 key.')
    if (!(image instanceof File)) return createError(400, 'Empty upload source.')
    host.taken.push(image)
    const url = `https://i.images.example/${host.taken.length}/${image.name}`
    const data = { id: '1', url, display_url: url, size: image.size, time: '1', expiration: '0' }
    return { status: 200, body: JSON.stringify({ data, success: true, status: 200 }) }
  }

  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const host: FakeImageHost = {
    settings: { IMAGE_HOST: 'imgbb', IMGBB_URL: `http://127.0.0.1:${port}/1/upload`, IMGBB_KEY: key },
    taken: [],
    instead: undefined,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return host
}

function createError(status: number, message: string): { status: number; body: string } {
  return {
    status,
    body: JSON.stringify({ status_code: status, error: { message, code: 100 }, status_txt: 'Bad Request' }),
  }
}
