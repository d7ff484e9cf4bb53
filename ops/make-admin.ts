/** `npm run make-admin -- EMAIL`: makes a registered user an admin, for example the first admin of a new school. */
import { Email } from '../contract/values/fields.ts'
import * as Users from '../server/domains/users/users.ts'
import { AppError } from '../server/platform/app-error.ts'
import { PRIVATE_UMASK } from '../server/platform/data-folder.ts'
import { openDatabase } from '../server/platform/database/open.ts'
import { StartError } from '../server/platform/start-error.ts'
import { readSettings } from '../server/settings/settings.ts'

process.umask(PRIVATE_UMASK)
try {
  await makeAdmin(process.argv[2])
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function makeAdmin(argument: string | undefined): Promise<void> {
  const { data: email } = Email.safeParse(argument)
  if (!email) throw new StartError('Usage: npm run make-admin -- name@school.example')
  const database = await openDatabase(readSettings(process.env), (error) => console.error(error))
  try {
    const changed = await Users.makeFirstAdmin(database.db, email)
    console.log(changed ? `${email} is now an admin.` : `${email} is already an admin.`)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'EMAIL_NOT_CONFIRMED')
      throw new StartError(
        `${email} is not confirmed. Open the link in the e-mail to that address, and then run this again.`,
      )
    throw new StartError(`No user is registered as ${email}. Register on the site first, and then run this again.`)
  } finally {
    await database.close()
  }
}
