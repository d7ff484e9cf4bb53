import { AuthErrorCodes } from '@firebase/auth'
import { describe, expect, it } from 'vitest'
import { CallError } from '#contract/call.ts'
import { AuthError } from '../auth-error.ts'
import { toOurError, toPopupError } from './errors.ts'

/** An error as the SDK throws it. */
const fail = (code: string) => Object.assign(new Error(`Firebase: Error (${code}).`), { code })

const EVERY_CODE = Object.values(AuthErrorCodes).map((code) => `auth/${code.replace(/^auth\//, '')}`)

const readMessage = (error: unknown) => (error instanceof Error ? error.message : '')

describe('an error of Firebase', () => {
  it('is an error of ours for each code of the SDK, and names neither Firebase nor its codes', () => {
    expect(EVERY_CODE.length).toBeGreaterThan(100)
    for (const code of EVERY_CODE)
      for (const error of [toOurError(fail(code)), toPopupError(fail(code), 'Google')]) {
        expect(error instanceof AuthError || error instanceof CallError, code).toBe(true)
        expect(readMessage(error), code).toMatch(/^[A-Z][^/]+[.]$|^Email should be an e-mail address$/)
        expect(readMessage(error), code).not.toMatch(/Firebase|auth\//)
      }
  })

  it('that is named like a property of every object is refused like an unknown one', () => {
    const unknown = toOurError(fail('auth/unknown'))
    for (const name of Object.getOwnPropertyNames(Object.prototype))
      expect(toOurError(fail(`auth/${name}`)), name).toEqual(unknown)
  })

  it.each([
    ['auth/wrong-password', 'That e-mail address or password is wrong.'],
    ['auth/user-not-found', 'That e-mail address or password is wrong.'],
    ['auth/invalid-credential', 'That e-mail address or password is wrong.'],
    ['auth/user-disabled', 'This account is disabled. Contact us for help.'],
    ['auth/too-many-requests', 'Too many attempts. Wait a little and try again.'],
    ['auth/a-code-of-next-year', "We couldn't sign you in. Try again later."],
  ])('%s says "%s"', (code, message) => {
    expect(toOurError(fail(code))).toMatchObject({ message })
  })

  it('without a response can be tried again', () => {
    expect(toOurError(fail('auth/network-request-failed'))).toMatchObject({ statusCode: 0, code: 'UNREACHABLE' })
  })

  it('of a popup says what to do, with the name of the provider', () => {
    expect(toPopupError(fail('auth/popup-blocked'), 'Google')).toMatchObject({ code: 'blocked' })
    expect(toPopupError(fail('auth/unauthorized-domain'), 'Google')).toMatchObject({
      message: "Google couldn't sign you in. Try again later, or use your e-mail and password.",
    })
    expect(toPopupError(fail('auth/account-exists-with-different-credential'), 'Google')).toMatchObject({
      code: 'account_not_linked',
    })
  })

  it('of ours, and any other, stays as it is', () => {
    for (const error of [new AuthError('Please log in first.', 'NOT_SIGNED_IN'), new TypeError('a bug')])
      expect(toOurError(error)).toBe(error)
  })
})
