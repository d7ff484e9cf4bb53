/**
 * `npm run audit`: compares the payments with one another and with the card provider, and lists the rows that differ. Ends with 1
 * for discrepancies.
 */
import { formatCount } from '#contract/values/count.ts'
import { formatMoney } from '../contract/values/money.ts'
import { type Audit, audit, type Finding } from '../server/domains/payments/audit.ts'
import { PRIVATE_UMASK } from '../server/platform/data-folder.ts'
import { openDatabase } from '../server/platform/database/open.ts'
import { createLogger } from '../server/platform/log.ts'
import { readSecret } from '../server/platform/secrets.ts'
import { StartError } from '../server/platform/start-error.ts'
import { openCards } from '../server/providers.ts'
import { readSettings } from '../server/settings/settings.ts'

process.umask(PRIVATE_UMASK)
try {
  const result = await runAudit()
  print(result)
  process.exitCode = result.discrepancies.length ? 1 : 0
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 2
}

async function runAudit(): Promise<Audit> {
  const settings = readSettings(process.env)
  const log = createLogger(settings.logLevel)
  const database = await openDatabase(settings, (error) => log.error(error))
  try {
    const secret = settings.secret ?? readSecret(settings.dataDir)
    const { cards, sandbox } = await openCards(settings, secret, database.db, log)
    try {
      return await audit({ db: database.db, cards })
    } finally {
      await sandbox?.close()
    }
  } finally {
    await database.close()
  }
}

function print({ discrepancies, inProgress, sums }: Audit): void {
  for (const { currency, capturedMinor, refundedMinor, paidMinor } of sums) {
    const [captured, refunded, paid] = [capturedMinor, refundedMinor, paidMinor].map((sum) =>
      formatMoney(sum, currency),
    )
    console.log(`${currency}: ${captured} captured, ${refunded} refunded; kept of payments: ${paid}`)
  }
  printFindings('In progress', inProgress)
  printFindings('Discrepancies', discrepancies)
  console.log(summarize(discrepancies.length))
}

function printFindings(title: string, findings: Finding[]): void {
  if (findings.length === 0) return
  console.log(`${title}:`)
  for (const { kind, id, text } of findings) console.log(`  ${kind} ${id}: ${text}`)
}

function summarize(count: number): string {
  if (count === 0) return 'No discrepancies.'
  return `${formatCount(count, 'discrepancy', 'discrepancies')} found.`
}
