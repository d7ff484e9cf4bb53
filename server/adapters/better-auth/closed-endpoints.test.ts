import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { openForThisFile } from '../../../testing/application.ts'
import { Member, PASSWORD } from '../../../testing/member.ts'
import { PUBLIC_URL } from '../../../testing/visitor.ts'

const application = openForThisFile()
let member: Member
beforeAll(async () => {
  await application.app.listen({ port: 0, host: '127.0.0.1' })
  member = await new Member(application, 'closed@example.test').register()
})

/** Sends a path as it is. Clients that parse URLs would normalize it. */
async function send(method: string, path: string, body?: object): Promise<{ status?: number; body: unknown }> {
  const { port } = application.app.server.address() as AddressInfo
  const headers = { cookie: member.cookie, origin: PUBLIC_URL, 'content-type': 'application/json' }
  const sent = request({ host: '127.0.0.1', port, method, path, headers })
  sent.end(body && JSON.stringify(body))
  const [response] = await once(sent, 'response')
  return { status: response.statusCode, body: await json(response) }
}

describe('an endpoint of the provider that we do not use', () => {
  it.each([
    ['GET', '/api/auth/callback/..\\ok'],
    ['GET', '/api/auth/callback/..\\list-sessions'],
    ['GET', '/api/auth/callback/%2e%2e\\ok'],
    ['GET', '/api/auth/callback/.%2E\\list-sessions?x=1'],
    ['GET', '/api/auth/callback/x\\..\\..\\ok'],
    ['GET', '/api/auth/callback/..\\ok#'],
    ['POST', '/api/auth/callback/..\\verify-password'],
    ['POST', '/api/auth/callback/..\\revoke-sessions'],
    ['POST', '/api/auth/callback/..\\delete-user'],
  ])('is not reached by a path that a URL parser rewrites: %s %s', async (method, path) => {
    const response = await send(method, path, method === 'POST' ? { password: PASSWORD } : undefined)
    expect(response).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })

  it('does not hide those that we use', async () => {
    expect(await send('GET', '/api/auth/get-session?disableRefresh=true')).toMatchObject({
      status: 200,
      body: { user: { email: member.email } },
    })
  })
})
