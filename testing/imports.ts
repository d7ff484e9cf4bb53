/** Imports CSV files in tests, as the page does. */
import type { LightMyRequestResponse } from 'fastify'
import { api } from '../contract/api.ts'
import type { Import, NewImportMatch, RowOutcome } from '../contract/import.ts'
import { guessColumns } from '../contract/import-columns.ts'
import { IMPORT_PRESETS, type ImportPresetName } from '../contract/import-presets.ts'
import { imports } from '../server/domains/import/import.table.ts'
import type { Database } from '../server/platform/database/database.ts'
import { rateLimits } from '../server/platform/rate-limits/rate-limits.table.ts'
import type { Visitor } from './visitor.ts'

const BOUNDARY = 'a-boundary-of-the-test'

/** Deletes all imports, and what the callers have used of their limits. */
export async function clearImports(db: Database): Promise<void> {
  await db.delete(rateLimits)
  await db.delete(imports)
}

/** Sends a file, and returns the response. */
export function sendCsv(
  admin: Visitor,
  content: string | Buffer,
  name = 'school.csv',
): Promise<LightMyRequestResponse> {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)])
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  return admin.request('POST', '/api/imports', { headers, body: body as unknown as string })
}

/** Uploads a file that is accepted. */
export async function uploadCsv(admin: Visitor, content: string | Buffer, name?: string): Promise<Import> {
  const response = await sendCsv(admin, content, name)
  if (response.statusCode !== 200) throw new Error(`the file was refused: ${response.body}`)
  return response.json()
}

/** Matches the columns as they are guessed, with changes, and checks all rows. */
export async function checkAll(
  admin: Visitor,
  { _id: id, headers }: Import,
  preset: ImportPresetName,
  changes: Partial<NewImportMatch> = {},
): Promise<Import> {
  const params = { id }
  const columns = guessColumns(preset, headers)
  const body = { kind: IMPORT_PRESETS[preset].kind, date_order: 'day-month', ...changes } as const
  let current = await admin.call(api.matchImport, {
    params,
    body: { ...body, columns: { ...columns, ...changes.columns } },
  })
  while (current.status === 'checking') current = await admin.call(api.checkImport, { params })
  return current
}

/** Uploads and checks a file. */
export async function prepareImport(
  admin: Visitor,
  content: string | Buffer,
  preset: ImportPresetName,
  changes?: Partial<NewImportMatch>,
): Promise<Import> {
  return checkAll(admin, await uploadCsv(admin, content), preset, changes)
}

export function applyImport(admin: Visitor, { _id: id, version }: Import): Promise<Import> {
  return admin.call(api.applyImport, { params: { id } }, { ifMatch: version })
}

/** Returns the number and the problem of each row of an outcome. */
export async function listProblems(
  admin: Visitor,
  { _id: id }: Import,
  outcome: RowOutcome = 'invalid',
): Promise<[row: number, problem: string | null][]> {
  const { rows } = await admin.call.page(api.listImportRows, { params: { id }, query: { outcome, page: 1, rows: 100 } })
  return rows.map(({ row, problem }) => [row, problem])
}
