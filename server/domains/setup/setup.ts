/** Sets up the school: its first admin, and what it says about itself. Docs: docs/decisions/0024. */
import type { ClaimedSchool, Setup, SetupDefaults } from '#contract/setup.ts'
import * as School from '#server/domains/school/school.ts'
import { claim, confirmEmail } from '#server/domains/users/identity-binding.ts'
import { createWithRole } from '#server/domains/users/registration.ts'
import * as Users from '#server/domains/users/users.ts'
import { AppError, must } from '#server/platform/app-error.ts'
import type { SystemContext } from '#server/ports/context.ts'
import type { Proof } from '#server/ports/identity-provider.ts'
import type { SchoolVariables } from '#server/settings/school.ts'
import { checkLink, createSchool, type SetupSources } from './create-school.ts'
import { requireLink } from './links.ts'

/**
 * Returns what the form begins with: what the environment says, and not what stands in for it.
 * @throws AppError ALREADY_SET_UP, LINK_INVALID
 */
export async function readDefaults(
  { db, school: { defaults }, currency }: SystemContext,
  variables: SchoolVariables,
  token: string,
): Promise<SetupDefaults> {
  await requireLink(db, token)
  const read = (field: 'name' | 'email' | 'address') => (variables[field] ? defaults[field] : '')
  const currencies = School.listCurrencies()
  return { school_name: read('name'), school_email: read('email'), address: read('address'), currency, currencies }
}

/**
 * Sets up the school once: of two at the same time, the second is refused. Only the operator knows the link, so the owner's
 * e-mail address counts as confirmed, and an account that another person registered with it is deleted. The address is read
 * before the link: a form that is sent twice hears that the school is set up, and not that the address is taken.
 * @throws AppError ALREADY_SET_UP, LINK_INVALID, INVALID_INPUT, ALREADY_REGISTERED, CURRENCY_FIXED
 */
export async function setUp(
  ctx: SystemContext,
  sources: SetupSources,
  { email, password, ...input }: Setup,
): Promise<void> {
  const accounts = ctx.identity.ownAccounts
  if (!accounts) throw new AppError('INVALID_INPUT', 'Log in with the identity provider to set up this school.')
  const registered = await Users.readByEmail(ctx.db, email)
  await checkLink(ctx, input, email)
  if (registered) throw new AppError('ALREADY_REGISTERED', describeAccount(email))
  const passwordHash = await accounts.hashPassword(password)
  await createSchool(ctx, sources, { ...input, email }, async (tx) => {
    await accounts.deleteAccount(tx, email)
    const { name } = input
    const identityId = must(await accounts.createAccount(tx, { email, name, passwordHash, emailConfirmed: true }))
    return createWithRole(tx, { email, name, identityId, emailConfirmed: true }, 'admin')
  })
}

/**
 * Sets up the school with the identity of a proof. A record that the identity has already becomes the owner's.
 * @throws AppError like `setUp`; EMAIL_NOT_CONFIRMED and IDENTITY_CONFLICT for the record of another identity
 */
export async function claimSchool(
  ctx: SystemContext,
  sources: SetupSources,
  proof: Proof,
  input: ClaimedSchool,
): Promise<void> {
  const { email, identityId } = proof
  const { name } = input
  await checkLink(ctx, input, email)
  const userId = await claim(ctx, proof)
  await createSchool(ctx, sources, { ...input, email }, async (tx) => {
    if (!userId) return createWithRole(tx, { email, name, identityId, emailConfirmed: true }, 'admin')
    const user = await Users.lock(tx, userId)
    await ctx.identity.confirmEmail(tx, identityId)
    await confirmEmail(tx, identityId)
    await Users.grantRole(tx, userId, 'admin')
    return user
  })
}

function describeAccount(email: string): string {
  return `${email} has an account already. Confirm it and run npm run make-admin -- ${email} on the server, or choose another address.`
}
