/** A server that receives webhook messages, in tests. */
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export interface ReceivedMessage {
  headers: IncomingHttpHeaders
  body: string
}

/** Receives messages until the test ends. `respond` sends the response; by default 204. */
export async function receiveWebhooks(
  respond: (message: ReceivedMessage, ...exchange: Parameters<RequestListener>) => void = (_message, _in, response) =>
    response.writeHead(204).end(),
): Promise<{ url: string; messages: ReceivedMessage[] }> {
  const messages: ReceivedMessage[] = []
  const server = createServer(async (request, response) => {
    const message = { headers: request.headers, body: await text(request) }
    messages.push(message)
    respond(message, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, messages }
}
