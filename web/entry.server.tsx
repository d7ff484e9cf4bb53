/** Renders a page to complete HTML, so that the server can cache it and it works without JavaScript. */
import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import stylesheet from './app.css?url'
import { NonceContext } from './nonce.ts'
import { pageContext } from './page-context.ts'

export { pageContext, stylesheet }

/** Bytes. React hides what exceeds this size until a script reveals it. */
const CHUNK_SIZE = Number.MAX_SAFE_INTEGER

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce } = context.get(pageContext)
  const page = (
    <NonceContext value={nonce}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </NonceContext>
  )
  const html = await renderToReadableStream(page, { nonce, progressiveChunkSize: CHUNK_SIZE })
  await html.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(html, { status, headers })
}
