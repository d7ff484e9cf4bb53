/** Renders a page to HTML: whole, so that the server can keep it and it is complete without JavaScript. */
import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router'
import { NonceContext } from './nonce.ts'
import { pageContext } from './page-context.ts'

export { pageContext }

/** Bytes: above this, React would hide the rest of a page until a script reveals it. */
const IN_ONE_PIECE = Number.MAX_SAFE_INTEGER

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
  const html = await renderToReadableStream(page, { nonce, progressiveChunkSize: IN_ONE_PIECE })
  await html.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(html, { status, headers })
}
