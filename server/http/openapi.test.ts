import { brotliDecompressSync } from 'node:zlib'
import { expect, it, vi } from 'vitest'
import { openForThisFile } from '../../testing/application.ts'

const application = openForThisFile()

const get = (url: string, headers: Record<string, string> = {}) => application.visitor.request('GET', url, { headers })

it.each(['/api/openapi.json', '/api/docs/json', '/api/docs/yaml'])(
  '%s is written once, sent compressed, and not sent to a client that has it',
  async (url) => {
    const first = await get(url)
    const stringify = vi.spyOn(JSON, 'stringify')
    const compressed = await get(url, { 'accept-encoding': 'br' })
    const again = await get(url, { 'if-none-match': String(first.headers.etag) })
    const documents = stringify.mock.results.filter(({ value }) => String(value).length > 100_000)
    stringify.mockRestore()
    expect([first.statusCode, compressed.statusCode, again.statusCode, again.body]).toEqual([200, 200, 304, ''])
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(first.body)
    expect(compressed.rawPayload.length).toBeLessThan(first.body.length / 10)
    expect(documents).toEqual([])
  },
)

it('both addresses of the JSON have the same document', async () => {
  expect((await get('/api/docs/json')).body).toBe((await get('/api/openapi.json')).body)
})
