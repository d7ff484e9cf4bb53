/** `npm run make-admin -- EMAIL`: makes a registered user an admin, the first of a real school above all. */
import { Email } from '../contract/fields.ts'
import { openDatabase } from '../server/database/open.ts'
import { Refusal } from '../server/refusal.ts'
import { readSettings } from '../server/settings.ts'
import { StartError } from '../server/start-error.ts'
import * as Users from '../server/users/users.ts'

try {
  await makeAdmin(process.argv[2])
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function makeAdmin(said: string | undefined): Promise<void> {
  const { data: email } = Email.safeParse(said)
  if (!email) throw new StartError('Whom? Say it as: npm run make-admin -- somebody@school.example')
  const database = await openDatabase(readSettings(process.env), (error) => console.error(error))
  try {
    const made = await Users.makeFirstAdmin(database.db, email)
    console.log(made ? `${email} is an admin now.` : `${email} is an admin already.`)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new StartError(
      `Nobody is registered as ${email}. Register on the site first; whoever is registered can be made an admin.`,
    )
  } finally {
    await database.close()
  }
}
