/** Reads the person of a row. */
import { PersonName } from '#contract/users.ts'
import { Email } from '#contract/values/fields.ts'
import { deriveName } from '#server/domains/users/users.ts'
import type { RowReader } from './row-reader.ts'

export interface Person {
  email: string
  name: string
}

/** Returns the name and the e-mail address, or null with a problem. Without a name, the first part of the address is used. */
export function readPerson(reader: RowReader): Person | null {
  const email = reader.parse('email', Email, 'an e-mail address')
  const whole = reader.text('name') || `${reader.text('first_name')} ${reader.text('last_name')}`.trim()
  const { data: name, error } = PersonName.safeParse(whole)
  if (error) reader.report('name', `is not valid: ${error.issues[0]?.message}.`)
  if (email === null || name === undefined || reader.problem !== null) return null
  return { email, name: name || deriveName(email) }
}
