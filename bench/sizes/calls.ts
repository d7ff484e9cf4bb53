/** Every call that reads, with valid input, as the caller that it is for. */
import { api } from '../../contract/api.ts'
import { buildPath, type Endpoint } from '../../contract/endpoint.ts'
import { createTokens } from '../../server/domains/users/tokens.ts'
import { deriveKey } from '../../server/platform/secrets.ts'
import type { Filled } from './fill.ts'

export interface Reading {
  /** The method and path of the contract. */
  name: string
  path: string
  headers: Record<string, string>
}

/** Reads of rows that no school has many of, or that neither of both schools has. The bench of critique measures its own. */
const ASIDE =
  /^\/(access-token|webhook|import|mailing|email|page|invitation|account\/sessions|newsletter|cart\/|class\/.*withdrawal|own-times)|^\/(brief|picture|submission|version|voucher)\/|\/(move|choice)$/

/** Lists in which admins see the rows of all users, and other users their own. */
const OF_ALL = /^\/orders$/

/** Returns the reads of a filled school. */
export async function listReadings({ ids, emails }: Filled, secret: string): Promise<Reading[]> {
  const tokens = createTokens(deriveKey('tokens', secret))
  const readings: Reading[] = []
  for (const endpoint of Object.values(api) as Endpoint[]) {
    if (endpoint.method !== 'GET' || ASIDE.test(endpoint.path)) continue
    const path = `/api${fillPath(endpoint, ids, emails)}`
    const own = chooseRole(endpoint)
    for (const role of OF_ALL.test(endpoint.path) ? [own, 'admin' as const] : [own]) {
      const headers: Reading['headers'] = role
        ? { authorization: `Bearer ${await tokens.issue(ids[role], Date.now())}` }
        : {}
      readings.push({ name: role === own ? endpoint.path : `${endpoint.path} of all users`, path, headers })
    }
  }
  return readings
}

function chooseRole({ access, own }: Endpoint): 'student' | 'instructor' | 'admin' | null {
  if (access === 'anyone' || access === 'proof') return null
  if (access === 'staff' || access === 'instructor' || own?.field === 'instructorEmail') return 'instructor'
  return access === 'admin' ? 'admin' : 'student'
}

/** The resource before `{id}` in the path says whose id it is. */
function fillPath(endpoint: Endpoint, ids: Filled['ids'], emails: Filled['emails']): string {
  const [, resource = ''] = /(\w+)\/\{id\}/.exec(endpoint.path) ?? []
  const params = {
    id: ids[resource as keyof Filled['ids']] ?? '',
    email: emails.student,
    instructorEmail: emails.instructor,
  }
  const own = endpoint.own?.in === 'query' ? { [endpoint.own.field]: emails.student } : {}
  const query = { ...own, ...(endpoint.path === '/search' ? { q: 'student77' } : {}) }
  return buildPath(endpoint, { params, query })
}
