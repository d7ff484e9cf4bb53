/** The embedded database alone, with the extension of the application and without any table. It keeps running. */
import { EmbeddedPostgres } from '../../server/platform/database/embedded.ts'

const [, , dataDir] = process.argv
const engine = new EmbeddedPostgres({ dataDir })
await engine.waitReady
await engine.query('select 1')
console.log(`Listening on ${dataDir}`)
process.on('SIGTERM', () => void engine.close().then(() => process.exit(0)))
