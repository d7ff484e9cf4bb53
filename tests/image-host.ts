/** Stands in for imgbb: takes pictures as its API does, and answers in its words. Source: https://api.imgbb.com */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'

export interface ImageHostStandIn {
  /** What a school needs in its environment to hand its pictures over. */
  settings: Record<'IMAGE_HOST' | 'IMGBB_URL' | 'IMGBB_KEY', string>
  /** The pictures that were taken, as they came. */
  taken: File[]
  /** What is answered instead, where there is something; null keeps the answer back. */
  instead: { status: number; body: string } | null | undefined
  close(): Promise<void>
}

/** Opens a host that shows pictures from `https://i.images.example`; the caller closes it. */
export async function openImageHost(): Promise<ImageHostStandIn> {
  const key = 'a key of the image host'
  const server = createServer(async (request, response) => {
    const answer = host.instead === undefined ? await take(request) : host.instead
    if (answer === null) return
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })

  async function take(request: IncomingMessage): Promise<{ status: number; body: string }> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://host')
    const form = new Response(Readable.toWeb(request) as ReadableStream, {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    })
    const picture = (await form.formData()).get('image')
    if (request.method !== 'POST' || pathname !== '/1/upload') return refusal(404, 'Not found.')
    if (searchParams.get('key') !== key) return refusal(400, 'Invalid API v1 key.')
    if (!(picture instanceof File)) return refusal(400, 'Empty upload source.')
    host.taken.push(picture)
    const address = `https://i.images.example/${host.taken.length}/${picture.name}`
    const data = { id: '1', url: address, display_url: address, size: picture.size, time: '1', expiration: '0' }
    return { status: 200, body: JSON.stringify({ data, success: true, status: 200 }) }
  }

  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const host: ImageHostStandIn = {
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

function refusal(status: number, message: string): { status: number; body: string } {
  return {
    status,
    body: JSON.stringify({ status_code: status, error: { message, code: 100 }, status_txt: 'Bad Request' }),
  }
}
