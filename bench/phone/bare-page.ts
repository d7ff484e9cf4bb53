/** Bare pages to compare with: the heading and the pictures of a page of ours, without scripts, style sheets and fonts. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Reply {
  type: string
  body: Buffer
}

export interface BarePages {
  url: string
  close(): void
}

/** Serves a bare page for each path, from memory. */
export async function openBarePages(application: string, paths: string[]): Promise<BarePages> {
  const replies = new Map<string, Reply>()
  for (const path of paths) {
    const page = strip(await (await fetch(application + path)).text())
    replies.set(path, { type: 'text/html; charset=utf-8', body: Buffer.from(page) })
    for (const picture of listPictures(page)) {
      const response = await fetch(application + picture)
      const type = response.headers.get('content-type') ?? ''
      replies.set(picture, { type, body: Buffer.from(await response.arrayBuffer()) })
    }
  }
  const server = createServer(({ url = '' }, response) => {
    const { type, body } = replies.get(url) ?? { type: 'text/plain', body: Buffer.alloc(0) }
    response.writeHead(200, { 'content-type': type, 'content-length': body.length }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => server.close() }
}

function strip(page: string): string {
  const heading = /<h1[^>]*>(.*?)<\/h1>/s.exec(page)?.[1] ?? ''
  const pictures = page.match(/<picture[\s\S]*?<\/picture>|<img[^>]*>/g) ?? []
  const plain = pictures.map((picture) => picture.replaceAll(/ (class|style)="[^"]*"/g, ''))
  const head =
    '<meta name="viewport" content="width=device-width"><title>Bare</title><style>img{max-width:100%;height:auto}</style>'
  return `<!doctype html><html lang="en">${head}<main><h1>${heading.replaceAll(/<[^>]*>/g, '')}</h1>${plain.join('\n')}</main>`
}

/** Lists the paths of all sizes. */
function listPictures(page: string): string[] {
  const paths = [...page.matchAll(/(?:src|srcset)="([^"]+)"/gi)].flatMap(([, value = '']) =>
    value.split(',').map((candidate) => candidate.trim().split(' ')[0] ?? ''),
  )
  return [...new Set(paths.filter((path) => path.startsWith('/')))]
}
