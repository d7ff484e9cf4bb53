import { describe, expect, it } from 'vitest'
import { findMissingField, guessColumns, guessPreset } from './import-columns.ts'
import { IMPORT_PRESETS } from './import-presets.ts'

describe('the headers of a file', () => {
  it.each([
    ['users', ['Full name', 'E-mail address', 'Role']],
    ['users', ['Email']],
    ['classes', ['Course', 'Teacher', 'Capacity', 'Price']],
    ['enrolments', ['Student', 'Student e-mail', 'Course', 'Start date']],
    ['eventbrite', ['Order #', 'First Name', 'Last Name', 'Email', 'Ticket Type', 'Attendee Status']],
    ['eventbrite', ['Order ID', 'Attendee first name', 'Attendee Surname', 'Attendee email', 'Event name']],
  ] as const)('tell that it has %s: %j', (preset, headers) => {
    expect(guessPreset([...headers])).toBe(preset)
    expect(findMissingField(IMPORT_PRESETS[preset], guessColumns(preset, [...headers]))).toBe(
      headers.includes('Order #' as never) ? 'Class' : null,
    )
  })

  it('give each column to one field, and fields without a column their usual value', () => {
    expect(guessColumns('users', ['Email', 'First-Name', 'SURNAME', 'Phone'])).toEqual({
      email: { column: 0 },
      first_name: { column: 1 },
      last_name: { column: 2 },
      role: { value: 'student' },
    })
    expect(guessColumns('classes', ['Name', 'Email']).name).toEqual({ column: 0 })
  })

  it('do not match a required field that has a blank value', () => {
    const columns = { email: { column: 0 }, role: { value: ' ' } }
    expect(findMissingField(IMPORT_PRESETS.users, columns)).toBe('Role')
  })
})
