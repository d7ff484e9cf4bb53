/** Sets up the school, and signs its owner in. Each rejects with a `CallError`, or with an `AuthError` of the provider. */
import type { ClaimedSchool, Setup } from '#contract/setup.ts'
import { api, call } from '#web/api.ts'
import { claimAs, registerOrLogin } from '#web/session/account/claim.ts'
import type { Person } from '#web/session/identity.ts'
import { withProof } from '#web/session/session.ts'
import { login } from '#web/session/sign-in/sign-in.ts'

/** With an account that the server creates. Returns whether the owner is logged in. */
export async function createWithAccount(setup: Setup): Promise<boolean> {
  await call(api.setUpSchool, { body: setup })
  return login(setup.email, setup.password).catch(() => false)
}

/** With an account that the identity provider creates. */
export async function createAtProvider({ email, password, ...school }: Setup): Promise<boolean> {
  return createAs(await registerOrLogin({ name: school.name, email, password, photo: '' }), school)
}

/** As the user whom the identity provider has signed in. */
export async function createAs(owner: Person, school: ClaimedSchool): Promise<boolean> {
  await claimAs(owner, () => withProof(api.claimSchool, { body: school }))
  return true
}
