import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { openForThisTest } from '../../../testing/application.ts'

/** Opens a collector. Returns its URL, and what it has received as text. */
async function openCollector() {
  const received: string[] = []
  const collector = createServer(async (request, response) => {
    received.push(`${request.url} ${await text(request)}`)
    response.end('{}')
  })
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  onTestFinished(() => void collector.close())
  return { url: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`, received }
}

it('a collector gets the spans of requests and queries, without ids, tokens and values', async () => {
  const { url, received } = await openCollector()
  const application = await openForThisTest({ OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/` })
  const student = await application.signedIn('student')
  await student.request('GET', `/api/cart?email=${student.user.email}`)
  await application.tracing?.close()
  const spans = received.join()
  expect(spans).toContain('/v1/traces')
  expect(spans).toContain('GET /api/cart')
  expect(spans).toContain('db.query.text')
  expect(spans).not.toContain(student.user.email)
  expect(spans).not.toContain('Bearer')
})

it('an application without a collector has no traces', async () => {
  expect((await openForThisTest()).tracing).toBeNull()
})
