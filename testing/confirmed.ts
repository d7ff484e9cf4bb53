/** Students whose e-mail addresses are confirmed at the embedded identity provider. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import * as identity from '../server/adapters/better-auth/identity.table.ts'
import type { TestApplication } from './application.ts'

type Student = Awaited<ReturnType<TestApplication['signedIn']>>

/** Creates a student with a confirmed address. Returns a client with their token. */
export async function signInConfirmed(application: TestApplication): Promise<Student> {
  const student = await application.signedIn('student')
  const { name, email } = student.user
  const at = new Date()
  const times = { createdAt: at, updatedAt: at }
  const values = { id: randomUUID(), name, email, emailVerified: true, ...times }
  await application.services.db.insert(identity.user).values(values)
  return student
}

/** Confirms the address of an account, as its link does. */
export async function confirmAddress({ services }: TestApplication, email: string): Promise<void> {
  await services.db.update(identity.user).set({ emailVerified: true }).where(eq(identity.user.email, email))
}
