import { describe, expect, it } from 'vitest'
import { openForThisTest } from '../../testing/application.ts'

const TOKEN = 'a token of the monitoring'

async function readMetrics(authorization?: string, settings: Record<string, string> = { METRICS_TOKEN: TOKEN }) {
  const { visitor } = await openForThisTest(settings)
  await visitor.request('GET', '/api/cart/7f3c')
  await visitor.request('GET', '/wp-login.php')
  return visitor.request('GET', '/metrics', authorization ? { headers: { authorization } } : {})
}

describe('/metrics', () => {
  it('does not exist without METRICS_TOKEN', async () => {
    expect((await readMetrics(`Bearer ${TOKEN}`, {})).statusCode).toBe(404)
  })

  it.each([undefined, 'Bearer wrong', `Basic ${TOKEN}`, TOKEN])('is refused with %s', async (authorization) => {
    const { statusCode, body } = await readMetrics(authorization)
    expect(statusCode).toBe(401)
    expect(body).not.toContain('http_request')
  })

  it('counts calls by route and status, without ids and unknown paths', async () => {
    const { statusCode, headers, body } = await readMetrics(`Bearer ${TOKEN}`)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(body).toContain('http_request_duration_seconds_count{method="GET",route="/api/cart/:id",status="401"} 1')
    expect(body).not.toMatch(/7f3c|wp-login/)
  })

  it('shows event loop, queue, holds and money', async () => {
    const { body } = await readMetrics(`Bearer ${TOKEN}`)
    for (const line of [/^nodejs_eventloop_lag_p99_seconds /m, /^seat_holds 0$/m, /^database_up 1$/m])
      expect(body).toMatch(line)
    expect(body).toContain('# TYPE jobs gauge')
    expect(body).toContain('# TYPE payments_settled_minor_1d gauge')
  })
})
