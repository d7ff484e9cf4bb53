/** The real application on PostgreSQL (`DATABASE_URL`), with an instant card provider in place of the sandbox. */
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { openApplication } from '../../server/composition.ts'
import { loadBuiltPages } from '../../server/pages/built.ts'
import { openPostgres } from '../../server/platform/database/postgres.ts'
import { readSettings } from '../../server/settings/settings.ts'
import { instantCards } from './instant-cards.ts'

const base = readSettings({ ...process.env, DEMO: 'off', CARDS: 'sandbox' })
const settings = { ...base, publicUrl: 'http://127.0.0.1:3000' }
const application = await openApplication({
  settings,
  secret: settings.secret ?? '',
  database: await openPostgres(settings.databaseUrl ?? '', () => {}),
  pages: await loadBuiltPages(),
  log: pino({ level: 'error' }, pino.destination(2)),
})
application.services.cards = { ...application.services.cards, ...instantCards() }
await application.app.listen({ host: '127.0.0.1', port: 0 })
await application.services.jobs.start()
console.log(`Listening on http://127.0.0.1:${(application.app.server.address() as AddressInfo).port}`)
process.once('SIGTERM', () => void application.close())
