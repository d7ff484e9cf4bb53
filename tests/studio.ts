/** An instructor with a class, in tests. */
import { toMajor } from '../contract/money.ts'
import { type ClassSaid, makeClass } from '../demo/factories.ts'
import type { TestSchool } from './school.ts'

/** Somebody who teaches a class of their own; `said` is of the class. */
export async function teaching(school: TestSchool, said: ClassSaid = {}) {
  const instructor = await school.signedIn('instructor')
  const taught = await makeClass(school.parts.db, { ...said, instructorId: instructor.user.id })
  return { instructor, taught, params: { id: taught.id }, price: toMajor(taught.priceMinor, 'usd') }
}
