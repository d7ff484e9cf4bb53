/** A process of its own that opens the embedded database in a folder, prints `ready`, and keeps it open until a signal ends it. */
import { openEmbedded } from '../server/platform/database/embedded.ts'

const options = { isExclusive: true, migrates: false }
const database = await openEmbedded(process.argv[2] ?? '', (error) => console.log(error.message), options)
process.once('SIGTERM', () => database.close())
console.log('ready')
