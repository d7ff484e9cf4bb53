import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import { describe, expect, test } from 'vitest'
import { rules as changePassword } from '#web/features/account/change-password.rules.ts'
import { rules as profile } from '#web/features/account/profile.rules.ts'
import { rules as forgot } from './forgot.rules.ts'
import { rules as login } from './login.rules.ts'
import { rules as register } from './register.rules.ts'
import { rules as reset } from './reset.rules.ts'

/** Returns the message of each invalid field. */
async function check<T extends FieldValues>(rules: Resolver<T>, values: T): Promise<Record<string, unknown>> {
  const { errors } = await rules(values, undefined, { fields: {}, shouldUseNativeValidation: false })
  return Object.fromEntries(Object.entries(errors as FieldErrors).map(([field, error]) => [field, error?.message]))
}

const PASSWORD = 'Demo@2019'
const MISMATCH = 'Password and confirm password do not match'

describe('registration', () => {
  const valid = { name: '', email: 'nora@example.test', password: PASSWORD, confirmPassword: PASSWORD, photo: '' }

  test('name and photo are optional', async () => {
    expect(await check(register, valid)).toEqual({})
  })

  test('every required field says so, and nothing else', async () => {
    const empty = { name: '', email: ' ', password: '', confirmPassword: '', photo: '' }
    expect(await check(register, empty)).toEqual({ email: 'Email is required', password: 'Password is required' })
  })

  test.each([
    ['Ab@1', 'Password should have at least 6 characters'],
    ['demo@2019', 'Password should, one capital letter, and one special character'],
    ['Demo2019', 'Password should, one capital letter, and one special character'],
    ['Demo-2019', 'Password should, one capital letter, and one special character'],
  ])('the password %s is rejected', async (password, message) => {
    expect(await check(register, { ...valid, password, confirmPassword: password })).toEqual({ password: message })
  })

  test.each(['!', '@', '#', '$', '&', '*'])('%s is a special character', async (character) => {
    const password = `Demo${character}2019`
    expect(await check(register, { ...valid, password, confirmPassword: password })).toEqual({})
  })

  test('a mismatch shows together with the errors of other fields', async () => {
    const values = { ...valid, email: 'nora', confirmPassword: 'Demo@2020' }
    expect(await check(register, values)).toEqual({
      email: 'Email should be an e-mail address',
      confirmPassword: MISMATCH,
    })
  })

  test('a photo must not be a script', async () => {
    expect(Object.keys(await check(register, { ...valid, photo: 'javascript:alert(1)' }))).toEqual(['photo'])
  })
})

test('a new password follows the rules of registration', async () => {
  expect(await check(reset, { password: PASSWORD, confirmPassword: PASSWORD })).toEqual({})
  expect(await check(reset, { password: '', confirmPassword: '' })).toEqual({ password: 'Password is required' })
  expect(await check(reset, { password: PASSWORD, confirmPassword: '' })).toEqual({ confirmPassword: MISMATCH })
})

test('a password change also requires the current password', async () => {
  const values = { current: '', password: PASSWORD, confirmPassword: PASSWORD }
  expect(await check(changePassword, values)).toEqual({ current: 'Current password is required' })
  expect(await check(changePassword, { ...values, current: 'old' })).toEqual({})
})

test('the login requires both fields, and has no rules for an existing password', async () => {
  const required = { email: 'email is required', password: 'password is required' }
  expect(await check(login, { email: '', password: '' })).toEqual(required)
  expect(await check(login, { email: 'nora@example.test', password: 'x' })).toEqual({})
})

test('a reset link requires an e-mail address', async () => {
  expect(await check(forgot, { email: '' })).toEqual({ email: 'email is required' })
  expect(await check(forgot, { email: 'nora' })).toEqual({ email: 'Email should be an e-mail address' })
  expect(await check(forgot, { email: ' nora@example.test ' })).toEqual({})
})

test('a profile name has at most 200 characters', async () => {
  const message = 'Name should have at most 200 characters'
  expect(await check(profile, { name: 'x'.repeat(201), photo: '', phone: '' })).toEqual({ name: message })
})

test('a profile has a phone number or none', async () => {
  const message = 'Phone should have digits, spaces and + only'
  expect(await check(profile, { name: '', photo: '', phone: '+41 44 123 45 67' })).toEqual({})
  expect(await check(profile, { name: '', photo: '', phone: 'call me' })).toEqual({ phone: message })
})
