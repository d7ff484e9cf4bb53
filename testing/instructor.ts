/** An instructor with a class, in tests. */
import { toMajor } from '../contract/values/money.ts'
import { type ClassOptions, makeClass } from '../demo/factories.ts'
import type { TestApplication } from './application.ts'

/** Creates an instructor with a class; the options are the class's. */
export async function teaching(application: TestApplication, options: ClassOptions = {}) {
  const instructor = await application.signedIn('instructor')
  const taught = await makeClass(application.services.db, { ...options, instructorId: instructor.user.id })
  return { instructor, taught, params: { id: taught.id }, price: toMajor(taught.listPriceMinor, 'usd') }
}

/** Returns the error code of a call, or null where it succeeds. */
export function readCode(call: Promise<unknown>): Promise<string | null> {
  return call.then(
    () => null,
    ({ code }: { code: string }) => code,
  )
}
