/** Reads what the routes say about their pages. Modules named `*.built.ts` and tools use it, never the browser. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { parseSync } from 'vite'
import { ROLES, type Role } from '../contract/values/role.ts'
import type { PageHandle } from './page-handle.ts'
import routes from './routes.ts'

export interface Page {
  /** A pattern: `/dashboard/payment/:id`, `/*`. */
  path: string
  /** Roles that may open it; empty for everyone. */
  roles: readonly Role[]
  handle: PageHandle
}

const GUARDS: Record<string, readonly Role[]> = {
  'routes/account/dashboard.tsx': ROLES,
  'routes/guards/students-only.tsx': ['student'],
  'routes/guards/instructors-only.tsx': ['instructor'],
  'routes/guards/admins-only.tsx': ['admin'],
  'routes/guards/staff-only.tsx': ['instructor', 'admin'],
}

/** Returns every page in the order of routes.ts. @throws Error for a route without a handle */
export function readPages(): Page[] {
  return listPages(routes, '', [])
}

function listPages(entries: readonly RouteConfigEntry[], parent: string, roles: readonly Role[]): Page[] {
  return entries.flatMap(({ path, file, children }) => {
    const whole = path ? `${parent}/${path}` : parent
    if (children) return listPages(children, whole, GUARDS[file] ?? roles)
    return [{ path: whole || '/', roles, handle: readHandle(file) }]
  })
}

function readHandle(file: string): PageHandle {
  const text = readFileSync(join(import.meta.dirname, file), 'utf8')
  for (const node of parseSync(file, text).program.body) {
    if (node.type !== 'ExportNamedDeclaration' || node.declaration?.type !== 'VariableDeclaration') continue
    const [{ id, init } = {}] = node.declaration.declarations
    if (id?.type !== 'Identifier' || id.name !== 'handle' || init?.type !== 'TSSatisfiesExpression') continue
    const { start, end } = init.expression
    return runInNewContext(`(${text.slice(start, end)})`) as PageHandle
  }
  throw new Error(`web/${file} has no handle that satisfies PageHandle`)
}
