/** The real school on PostgreSQL (`DATABASE_URL`), with a card provider that costs nothing in place of the sandbox. */
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { openPostgres } from '../../server/database/postgres.ts'
import { builtPages } from '../../server/pages/built.ts'
import { openSchool } from '../../server/school.ts'
import { readSettings } from '../../server/settings.ts'
import { instantCards } from './instant-cards.ts'

const read = readSettings({ ...process.env, DEMO: 'off', CARDS: 'sandbox' })
const settings = { ...read, publicUrl: 'http://127.0.0.1:3000' }
const school = await openSchool({
  settings,
  secret: settings.secret ?? '',
  database: await openPostgres(settings.databaseUrl ?? '', () => {}),
  pages: await builtPages(),
  log: pino({ level: 'error' }, pino.destination(2)),
})
school.parts.cards = { ...school.parts.cards, ...instantCards() }
await school.app.listen({ host: '127.0.0.1', port: 0 })
await school.parts.jobs.start()
console.log(`http://127.0.0.1:${(school.app.server.address() as AddressInfo).port}`)
process.once('SIGTERM', () => void school.close())
