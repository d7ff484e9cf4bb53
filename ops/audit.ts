/**
 * `npm run audit`: holds the books against themselves and against the card provider; ends with 1 where they differ, and lists
 * the rows. With the embedded database the school must be closed.
 */
import pino from 'pino'
import { formatMoney } from '../contract/money.ts'
import { openDatabase } from '../server/database/open.ts'
import { type Audit, audit, type Finding } from '../server/payments/audit.ts'
import { openCards } from '../server/school.ts'
import { secretOf } from '../server/secrets.ts'
import { readSettings } from '../server/settings.ts'
import { StartError } from '../server/start-error.ts'

try {
  const found = await look()
  tell(found)
  process.exitCode = found.differences.length ? 1 : 0
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 2
}

async function look(): Promise<Audit> {
  const settings = readSettings(process.env)
  const log = pino({ level: settings.logLevel }, pino.destination(2))
  const database = await openDatabase(settings, (error) => log.error(error))
  try {
    const secret = settings.secret ?? secretOf(settings.dataDir)
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

function tell({ differences, underWay, sums }: Audit): void {
  for (const { currency, capturedMinor, refundedMinor, paidMinor } of sums) {
    const [captured, refunded, paid] = [capturedMinor, refundedMinor, paidMinor].map((sum) =>
      formatMoney(sum, currency),
    )
    console.log(`${currency}: ${captured} captured, ${refunded} refunded; payments not refunded: ${paid}`)
  }
  list('Still under way', underWay)
  list('Differences', differences)
  console.log(differences.length ? `The books differ in ${differences.length} places.` : 'The books agree.')
}

function list(title: string, findings: Finding[]): void {
  if (findings.length === 0) return
  console.log(`${title}:`)
  for (const { of, id, says } of findings) console.log(`  ${of} ${id}: ${says}`)
}
