/** Sends generated requests, and checks what must hold for every response. */
import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { api } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { ERRORS } from '../../contract/values/errors.ts'
import { users } from '../../server/domains/users/users.table.ts'
import type { TestApplication } from '../application.ts'
import type { FuzzRequest } from './requests.ts'
import type { FuzzSchool, Secret } from './school.ts'

/** Sends a request. @throws Error for a response that breaks a rule */
export async function checkRequest(
  application: TestApplication,
  school: FuzzSchool,
  request: FuzzRequest,
): Promise<number> {
  const { method, url, headers, body, ip } = request
  const response = await application.app.inject({
    method,
    url,
    headers: { host: '127.0.0.1:3000', ...headers },
    remoteAddress: ip,
    ...(body === undefined ? {} : { body }),
  })
  const problem = findProblem(request, response) ?? (await findLeak(application, school, request, response))
  if (problem) throw new Error(`${problem}: ${response.statusCode} ${response.body.slice(0, 500)}`)
  return response.statusCode
}

const INTERNALS = /node_modules|\/work\/|\.ts:\d+|\b(select|insert into|update) .* (from|values|set)\b|at .*:\d+:\d+/i

function findProblem(request: FuzzRequest, response: LightMyRequestResponse): string | null {
  if (response.statusCode >= 500) return 'a server error'
  if (response.statusCode >= 400) return findErrorProblem(request, response)
  const endpoint = (api as Record<string, Endpoint>)[request.endpoint]
  if (response.statusCode !== 200 || !endpoint || endpoint.file) return null
  const body = response.json()
  const parsed = endpoint.response.safeParse(body)
  return parsed.success && isDeepStrictEqual(parsed.data, body)
    ? null
    : 'a response that the contract does not describe'
}

function findErrorProblem(request: FuzzRequest, response: LightMyRequestResponse): string | null {
  if (!String(response.headers['content-type']).startsWith('application/json')) return 'an error that is not JSON'
  const body = response.json()
  if (!isDeepStrictEqual(Object.keys(body), ['statusCode', 'code', 'error', 'message'])) return 'another error body'
  if (!(body.code in ERRORS)) return 'an unknown code'
  if (body.statusCode !== response.statusCode) return 'another status in the body'
  if (INTERNALS.test(body.message) && !JSON.stringify(request).includes(body.message)) return 'internals in a message'
  return null
}

/** Finds a private text in a response to a caller who may not read it, unless they sent it themselves. */
async function findLeak(
  application: TestApplication,
  { secrets }: FuzzSchool,
  { caller, url, body = '', headers }: FuzzRequest,
  response: LightMyRequestResponse,
): Promise<string | null> {
  const received = JSON.stringify(response.headers) + response.body
  const sent = (decodeURIComponent(url) + body).toLowerCase()
  const foreign = secrets.filter(
    ({ text, readers }) =>
      received.includes(text) && !sent.includes(text.toLowerCase()) && !readers.includes(caller.user?.id ?? ''),
  )
  if (foreign.length === 0) return null
  const [reader] = await application.services.db
    .select({ role: users.role })
    .from(users)
    .where(eq(users.id, caller.user?.id ?? '00000000-0000-0000-0000-000000000000'))
  const leak = foreign.find(({ roles }: Secret) => !reader || !roles.includes(reader.role))
  return leak ? `${caller.name} with ${Object.keys(headers)} reads ${leak.text}` : null
}
