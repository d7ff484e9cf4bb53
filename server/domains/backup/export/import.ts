/** Imports an export into an empty school. */
import { sql } from 'drizzle-orm'
import * as Credit from '#server/domains/credit/credit.ts'
import * as Vouchers from '#server/domains/vouchers/balances.ts'
import type { ArchiveReader } from '#server/platform/archive/read-archive.ts'
import { parseCsv } from '#server/platform/csv.ts'
import type { Database } from '#server/platform/database/database.ts'
import { type Transaction, transaction } from '#server/platform/database/transaction.ts'
import type { ExportedTable, SchoolTables } from '#server/platform/exported-tables.ts'
import { StartError } from '#server/platform/start-error.ts'
import { restores } from '../backup.table.ts'
import { continueSequences, insertLines, withoutChecks } from '../load.ts'
import { fixTextFormats } from '../tables.ts'
import { EXPORT_FORMAT, EXPORT_MANIFEST, ExportManifest, toCsvFile } from './export.ts'

/** Currencies whose amounts of format 1 had another unit. */
const OTHER_UNIT_BEFORE = ['isk', 'ugx']

/** An export that was checked from its first byte to its last. */
export interface CheckedExport {
  archive: ArchiveReader
  manifest: ExportManifest
}

/** Checks an export. @throws StartError where it is damaged, newer, in another currency, or in another unit of it */
export async function checkExport(archive: ArchiveReader, currency: string): Promise<ExportManifest> {
  if (!archive.names.includes(EXPORT_MANIFEST)) throw new StartError('The archive is not an export of a school.')
  const manifest = parseManifest(await archive.readText(EXPORT_MANIFEST))
  if (!manifest || manifest.format > EXPORT_FORMAT)
    throw new StartError('The export is of a newer version. Use that version, or a newer one.')
  if (manifest.format < 2 && OTHER_UNIT_BEFORE.includes(manifest.currency))
    throw new StartError(
      `The export is of an older version, with other amounts in ${manifest.currency}. Import it with that version, then upgrade.`,
    )
  if (manifest.currency !== currency)
    throw new StartError(`The prices of the export are in ${manifest.currency}. Set CURRENCY=${manifest.currency}.`)
  await archive.verify()
  return manifest
}

function parseManifest(text: string): ExportManifest | null {
  try {
    return ExportManifest.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/**
 * Fills an empty database, which is migrated already, in one transaction. The school sends nothing until it is activated.
 * @throws StartError naming the file and the column that this version does not know
 */
export async function importDatabase(
  db: Database,
  { archive, manifest }: CheckedExport,
  { exported: all }: SchoolTables,
): Promise<void> {
  // A table that an older export does not have keeps the rows of the migrations.
  const present = all.filter((exported) => archive.names.includes(toCsvFile(exported)))
  const tables = present.map(({ table }) => `public.${table}`)
  await transaction(db, async (tx) => {
    await fixTextFormats(tx)
    await withoutChecks(tx, tables, async () => {
      for (const exported of present) await importTable(tx, archive, exported).catch(nameFile(toCsvFile(exported)))
    })
    await continueSequences(tx, tables)
    await tx.execute(sql`select refresh_class_search(array_agg(id)) from classes`)
    await tx.execute(sql`select refresh_run_times(array_agg(distinct run_id)) from run_sessions`)
    // Nothing is left to post where the export has the ledger.
    await tx.execute(sql`select post_payments(array_agg(id)) from payments`)
    await tx.execute(sql`select post_refunds(array_agg(id)) from payment_refunds`)
    await requireCredit(tx)
    await requireVouchers(tx)
    await tx.insert(restores).values({ takenAt: Date.parse(manifest.taken_at), restoredAt: Date.now(), jobs: [] })
  })
}

/** Requires that each user has the credit that the ledger says. @throws StartError */
async function requireCredit(tx: Transaction): Promise<void> {
  const [mismatch] = await Credit.listMismatches(tx)
  if (mismatch) throw new StartError(`The credit of the user ${mismatch.userId} does not add up in the export.`)
}

/** Requires that each voucher has the rest that the ledger says. @throws StartError */
async function requireVouchers(tx: Transaction): Promise<void> {
  const [mismatch] = await Vouchers.listMismatches(tx)
  if (mismatch) throw new StartError(`The voucher ${mismatch.id} does not add up in the export.`)
}

/** Names the file of an error of the parser, which has no values in its message. */
function nameFile(file: string) {
  return (error: Error & { code?: string }) => {
    throw error.code?.startsWith('CSV_') ? new StartError(`${file}: ${error.message}`) : error
  }
}

/** Imports the columns that the file has. Those that it lacks, as an older export does, have their defaults. */
async function importTable(tx: Transaction, archive: ArchiveReader, exported: ExportedTable): Promise<void> {
  const file = toCsvFile(exported)
  const rows = parseCsv(await archive.read(file))[Symbol.asyncIterator]()
  const header = await rows.next()
  const columns = ((header.value ?? []) as (string | null)[]).map((name) => name ?? '')
  const unknown = columns.find((name) => !Object.hasOwn(exported.columns, name))
  if (unknown !== undefined)
    throw new StartError(`${file} has a column "${unknown}", which this version does not know.`)
  if (columns.length === 0) throw new StartError(`${file} has no header.`)
  await insertLines(tx, { name: `public.${exported.table}`, columns }, toLines(rows, file, exported, columns))
}

async function* toLines(
  rows: AsyncIterator<(string | null)[]>,
  file: string,
  exported: ExportedTable,
  columns: string[],
): AsyncGenerator<string> {
  const isTime = columns.map((name) => exported.columns[name]?.kind === 'time')
  const toValue = (field: string | null, at: number) => {
    if (field === null || !isTime[at]) return field
    const milliseconds = Date.parse(field)
    if (Number.isNaN(milliseconds)) throw new StartError(`${file} has a time in ${columns[at]} that is not ISO 8601.`)
    return `${milliseconds}`
  }
  for (let row = await rows.next(); !row.done; row = await rows.next()) yield JSON.stringify(row.value.map(toValue))
}
