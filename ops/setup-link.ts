/** `npm run setup-link`: prints a new link that sets up the school, and ends the earlier ones. */
import { createLink } from '../server/domains/setup/links.ts'
import { PRIVATE_UMASK } from '../server/platform/data-folder.ts'
import { openDatabase } from '../server/platform/database/open.ts'
import { toLocalUrl } from '../server/platform/loopback.ts'
import { StartError } from '../server/platform/start-error.ts'
import { readSettings } from '../server/settings/settings.ts'

process.umask(PRIVATE_UMASK)
try {
  await printLink()
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function printLink(): Promise<void> {
  const settings = readSettings(process.env)
  const database = await openDatabase(settings, (error) => console.error(error))
  try {
    const publicUrl = settings.publicUrl ?? toLocalUrl(settings.host, settings.port)
    const link = await createLink(database.db, publicUrl, { replacesOthers: true })
    if (!link)
      throw new StartError(
        'This school is already set up. For another admin, register on the site and run npm run make-admin -- EMAIL.',
      )
    console.log(`Set up the school: ${link}`)
  } finally {
    await database.close()
  }
}
