/** The demo school after its move to Firebase: the browser tests of the embedded provider run on copies of it. */
import { isNotNull } from 'drizzle-orm'
import { users } from '../../server/domains/users/users.table.ts'
import { DEMO_PASSWORD } from '../e2e/demo-people.ts'
import { EMULATOR } from '../e2e/provider.ts'
import seedApplication, { openSeededDatabase } from '../e2e/seeded-application.ts'
import { createAtEmulator } from './accounts.ts'
import { openEmulator } from './emulator.ts'

export default async function seedSchool(): Promise<() => Promise<void>> {
  const removeApplication = await seedApplication()
  const emulator = await openEmulator()
  process.env[EMULATOR] = emulator.host
  await moveDemoAccounts(emulator.host)
  return async () => {
    await emulator.close()
    await removeApplication()
  }
}

async function moveDemoAccounts(host: string): Promise<void> {
  const { db, close } = await openSeededDatabase()
  const rows = await db.select().from(users).where(isNotNull(users.identityId))
  await close()
  for (const { identityId, email, name } of rows)
    await createAtEmulator(host, {
      ...(identityId && { localId: identityId }),
      ...{ email, displayName: name, password: DEMO_PASSWORD, emailVerified: true },
    })
}
