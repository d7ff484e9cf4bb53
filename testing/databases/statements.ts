/**
 * The statements that the tests of the server send to PostgreSQL. A complete run names a folder for them; each process writes what no
 * process has written before.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The environment variable that names the folder. */
export const STATEMENTS = 'TEST_STATEMENTS'

/** Migrations create and alter, and run on both databases. Statements without a table are a test's own. */
const READS_OR_WRITES_ROWS = /^\s*(select|insert|update|delete|with)\b.*\b(from|into|update)\b/is

const forms = new Set<string>()

/** Writes a statement if the folder is named and has no statement of its form. */
export function recordStatement(text: string): void {
  const folder = process.env[STATEMENTS]
  const form = removeCounts(text)
  if (!folder || forms.has(form)) return
  forms.add(form)
  if (READS_OR_WRITES_ROWS.test(form))
    writeFileSync(join(folder, createHash('sha256').update(form).digest('hex')), text)
}

/** Reads the statements of a run, one of each form. */
export function readStatements(folder: string): string[] {
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
}

/** Replaces the numbers of parameters, and lists of them, which are of any length. */
const removeCounts = (text: string) =>
  text
    .replace(/\$\d+/g, '$')
    .replace(/\$(, (\$|default))+/g, '$')
    .replace(/(\(\$\), )+/g, '')
