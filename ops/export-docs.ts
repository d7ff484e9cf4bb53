/** `npm run export-docs`: writes docs/export.md from the columns that exports have. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExportedTable } from '../server/platform/exported-tables.ts'
import { TABLES } from '../server/registered.ts'

const FILE = join(import.meta.dirname, '../docs/export.md')

const INTRODUCTION = `# The export

Written by \`npm run export-docs\` from the tables of the [domains](../server/domains/index.ts).

\`npm run export -- [FILE]\`, or **Export everything** under School, writes one ZIP archive: all that the school has, but no secrets. \`npm run import -- FILE\` restores it in an empty school. Exported again, every file but \`export.json\` is the same. It has personal data of all users: store it safely. A [backup](operations.md#backup-and-restore) also has sign-ins and keys.

| file | content |
| --- | --- |
| \`*.csv\` | one table each; see below |
| \`pictures/{name}/{width}.{format}\` | the files of uploaded pictures: widths in pixels (\`-p3\` behind it: in Display P3), \`avif\` and \`webp\` |
| \`export.json\` | \`format\` of the export, \`application\` (its version), \`taken_at\`, \`currency\` of prices (ISO 4217), \`rows\` of each file |
| \`SHA256SUMS\` | the checksum of each file, for \`sha256sum --check\` |

## The form of the CSV files
UTF-8 with a byte order mark, a header, commas, CRLF (RFC 4180). All files are of one moment; pictures are copied afterwards.

- An empty field without quotes is none (null); \`""\` is an empty text.
- Times are ISO 8601 in UTC with milliseconds. Flags are \`true\` or \`false\`.
- Where a spreadsheet could find a formula (at the start of a field, or after a line break, a separator or a quote, where \`=\`, \`+\`, \`-\`, \`@\` or a tab follows), there is an apostrophe more than in the text. Take one away to read it. The import does.
- Pictures that other rows name by a path (\`/pictures/…\`) are in images.csv, or belong to the application.

An older export may lack columns; they get their defaults. A column that the application does not know is refused.
`

/** Returns the page that matches the code. */
export function drawExportPage(): string {
  const leftOut = Object.entries({ ...TABLES.unexported, ...TABLES.leftOut }).map(
    ([table, reason]) => `| \`${table}\` | ${reason} |`,
  )
  const closing = `## What is left out
Queued jobs and unsent e-mails, \`SECRET\`, and these tables:

| table | reason |
| --- | --- |
${leftOut.join('\n')}
`
  return [INTRODUCTION, ...TABLES.exported.map(drawTable), closing].join('\n')
}

function drawTable({ table, meaning, columns, leftOut = {} }: ExportedTable): string {
  const rows = Object.entries(columns).map(([name, column]) => {
    return `| \`${name}\` | ${column.kind === 'time' ? 'time: ' : ''}${column.meaning} |`
  })
  const missing = Object.entries(leftOut).map(([name, reason]) => `\`${name}\` (${reason})`)
  const note = missing.length > 0 ? `\nLeft out: ${missing.join(', ')}.\n` : ''
  return `## ${table}.csv\n${meaning}\n\n| column | meaning and unit |\n| --- | --- |\n${rows.join('\n')}\n${note}`
}

/** Returns the page in docs/. */
export function readExportPage(): string {
  return readFileSync(FILE, 'utf8')
}

if (import.meta.main) writeFileSync(FILE, drawExportPage())
