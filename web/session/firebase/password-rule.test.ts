import { expect, it } from 'vitest'
import { Password } from '#contract/users.ts'
import { createFirebaseIdentity } from './firebase.ts'

/** Nothing listens there: a call would be UNREACHABLE. */
const identity = createFirebaseIdentity({
  provider: 'firebase',
  apiKey: 'key',
  authDomain: 'school-test.firebaseapp.com',
  projectId: 'school-test',
  emulator: 'http://127.0.0.1:1',
})

it.each(['Ab@12', 'secret@2019', 'Secret2019', `A@${'a'.repeat(127)}`])(
  'the new password %s is refused before Firebase is called',
  async (password) => {
    const account = { name: 'A', email: 'a@example.test', password, photo: '' }
    const results = await Promise.allSettled([
      identity.register(account),
      identity.resetPassword('code', password),
      identity.changePassword('Secret@2019', password),
    ])
    const reason = expect.objectContaining({
      code: 'INVALID_INPUT',
      message: Password.safeParse(password).error?.issues[0]?.message,
    })
    expect(results).toEqual(Array(3).fill({ status: 'rejected', reason }))
  },
)
