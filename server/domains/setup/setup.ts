/** Sets up the school: its first admin, and what it says about itself. Docs: docs/decisions/0024. */
import type { SchoolChange } from '#contract/school.ts'
import type { NewSchool, Setup, SetupDefaults } from '#contract/setup.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import { inviteWith } from '#server/domains/invitations/invitations.ts'
import { SCHOOL_ID } from '#server/domains/school/school.table.ts'
import * as School from '#server/domains/school/school.ts'
import { createWithRole } from '#server/domains/users/registration.ts'
import * as Users from '#server/domains/users/users.ts'
import { AppError, must } from '#server/platform/app-error.ts'
import { inTransaction } from '#server/platform/database/transaction.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { DEMO_DOMAIN } from '#server/settings/demo.ts'
import type { SchoolVariables } from '#server/settings/school.ts'
import { insertExamples, type ListExamples } from './example-classes.ts'
import { requireLink, useLink } from './links.ts'

const NO_INSTRUCTOR = 'instructor_email: is required for example classes, which belong to an instructor'

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
  return { school_name: read('name'), school_email: read('email'), address: read('address'), currency }
}

/**
 * Sets up the school once: of two at the same time, the second is refused. Only the operator knows the link, so the owner's
 * e-mail address counts as confirmed, and an account that another person registered with it is deleted.
 * @throws AppError ALREADY_SET_UP, LINK_INVALID, INVALID_INPUT, ALREADY_REGISTERED, CURRENCY_FIXED
 */
export async function setUp(
  ctx: SystemContext,
  variables: SchoolVariables,
  listExamples: ListExamples,
  { token, name, email, password, instructor_email: instructorEmail, example_classes: hasExamples, ...school }: Setup,
): Promise<void> {
  await requireLink(ctx.db, token)
  if (isOfDemo(email)) throw new AppError('INVALID_INPUT', 'email: belongs to the demo. Choose an address of your own.')
  if (instructorEmail === email) throw new AppError('INVALID_INPUT', 'instructor_email: must be another than your own')
  if (hasExamples && !instructorEmail) throw new AppError('INVALID_INPUT', NO_INSTRUCTOR)
  if (await Users.readByEmail(ctx.db, email)) throw new AppError('ALREADY_REGISTERED', describeAccount(email))
  const passwordHash = await ctx.identity.hashPassword(password)
  const examples = hasExamples ? await listExamples(school.currency ?? ctx.currency) : []
  const owner = await inTransaction(ctx, async (tx) => {
    await School.setUp(ctx, tx, toSchool(ctx, variables, { ...school, email }))
    await useLink(tx, token)
    await ctx.identity.deleteAccount(tx, email)
    const identityId = await ctx.identity.createAccount(tx, { email, name, passwordHash, emailConfirmed: true })
    const created = await createWithRole(
      tx,
      { email, name, identityId: must(identityId), emailConfirmed: true },
      'admin',
    )
    if (hasExamples && instructorEmail) await insertExamples(tx, instructorEmail, examples)
    await Activity.record(tx, created, { action: 'school_set_up', subject: school.school_name, subjectId: SCHOOL_ID })
    return created
  })
  await ctx.school.refresh().finally(() => ctx.catalogue.markChanged())
  if (instructorEmail) await inviteInstructor(ctx, owner, instructorEmail)
}

/** Comes after the set-up, because the e-mail has the school's new name. The owner may invite again. */
async function inviteInstructor(ctx: SystemContext, owner: { id: string; name: string }, email: string): Promise<void> {
  const invitation = { email, role: 'instructor' } as const
  await inTransaction(ctx, (tx) => inviteWith(ctx, tx, owner, invitation)).catch((error: unknown) =>
    ctx.log.error(error, 'the instructor of a new school could not be invited'),
  )
}

function describeAccount(email: string): string {
  return `${email} has an account already. Confirm it and run npm run make-admin -- ${email} on the server, or choose another address.`
}

function isOfDemo(email: string): boolean {
  return email.endsWith(`@${DEMO_DOMAIN}`) || email.endsWith(`.${DEMO_DOMAIN}`)
}

/** Names every value that stands for the demo otherwise: a school without an address has none, and not the demo's. */
function toSchool(
  { school: { defaults }, currency }: SystemContext,
  variables: SchoolVariables,
  input: Omit<NewSchool, 'name' | 'password' | 'instructor_email' | 'example_classes'>,
): SchoolChange {
  return {
    name: input.school_name,
    email: input.school_email || (variables.email ? defaults.email : input.email),
    address: input.address ?? (variables.address ? defaults.address : ''),
    currency: input.currency ?? currency,
    time_zone: input.time_zone || null,
  }
}
