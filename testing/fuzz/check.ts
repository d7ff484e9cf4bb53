/** Sends generated requests, and checks what must hold for every response. */
import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { api } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Role } from '../../contract/users.ts'
import { ERRORS } from '../../contract/values/errors.ts'
import { classes } from '../../server/domains/classes/classes.table.ts'
import { users } from '../../server/domains/users/users.table.ts'
import type { TestApplication } from '../application.ts'
import type { FuzzRequest } from './requests.ts'
import type { FuzzSchool, Secret } from './school.ts'

/**
 * Sends a request. Repeats it once where the database did not respond in time, as on a machine that is too busy: a request that
 * causes that itself fails again. @throws Error for a response that breaks a rule
 */
export async function checkRequest(
  application: TestApplication,
  school: FuzzSchool,
  request: FuzzRequest,
): Promise<number> {
  const first = await send(application, request)
  const response = isUnavailable(first) ? await send(application, request) : first
  const problem = findProblem(request, response) ?? (await findLeak(application, school, request, response))
  if (problem) throw new Error(`${problem}: ${response.statusCode} ${response.body.slice(0, 500)}`)
  return response.statusCode
}

function send({ app }: TestApplication, { method, url, headers, body, ip }: FuzzRequest) {
  return app.inject({
    method,
    url,
    headers: { host: '127.0.0.1:3000', ...headers },
    remoteAddress: ip,
    ...(body === undefined ? {} : { body }),
  })
}

function isUnavailable({ statusCode, body }: LightMyRequestResponse): boolean {
  return statusCode === 503 && JSON.parse(body).code === 'UNAVAILABLE'
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
  for (const secret of foreign) {
    const role = await readRole(application, caller.user?.id)
    const isAllowed = role !== null && secret.roles.includes(role)
    if (!isAllowed && !(await isPublished(application, secret)))
      return `${caller.name} with ${Object.keys(headers)} reads ${secret.text}`
  }
  return null
}

async function readRole({ services: { db } }: TestApplication, id: string | undefined): Promise<Role | null> {
  if (!id) return null
  const [row] = await db.select({ role: users.role }).from(users).where(eq(users.id, id))
  return row?.role ?? null
}

/** Returns whether an earlier request has made a private text public: a new instructor's name, or an approved class. */
async function isPublished(application: TestApplication, { publishedWith }: Secret): Promise<boolean> {
  const { user, classId } = publishedWith
  if (user) return (await readRole(application, user.id)) !== user.role
  if (!classId) return false
  const { db } = application.services
  const [row] = await db.select({ status: classes.status }).from(classes).where(eq(classes.id, classId))
  return row?.status === 'approve'
}
