/** Writes what the school says about itself, with its owner. */
import type { SchoolChange } from '#contract/school.ts'
import type { NewSchool, Setup } from '#contract/setup.ts'
import * as Activity from '#server/domains/activity/activity.ts'
import * as Classes from '#server/domains/classes/classes.ts'
import * as Runs from '#server/domains/classes/runs/runs.ts'
import { inviteWith } from '#server/domains/invitations/invitations.ts'
import { SCHOOL_ID } from '#server/domains/school/school.table.ts'
import * as School from '#server/domains/school/school.ts'
import { createUnclaimed } from '#server/domains/users/registration.ts'
import type { users } from '#server/domains/users/users.table.ts'
import { AppError } from '#server/platform/app-error.ts'
import { changesCatalogue, inTransaction, type Transaction } from '#server/platform/database/transaction.ts'
import type { SystemContext } from '#server/ports/context.ts'
import { isOfDemo } from '#server/settings/demo.ts'
import type { SchoolVariables } from '#server/settings/school.ts'
import { requireLink, useLink } from './links.ts'

type Owned = Omit<Setup, 'password'>

/** Sources of the values that a form does not have. */
export interface SetupSources {
  variables: SchoolVariables
  listExamples: ListExamples
}

const NO_INSTRUCTOR = 'instructor_email: is required for example classes, which belong to an instructor'

/** @throws AppError ALREADY_SET_UP, LINK_INVALID, INVALID_INPUT */
export async function checkLink(
  { db }: SystemContext,
  { token, instructor_email, example_classes }: Pick<Setup, 'token' | 'instructor_email' | 'example_classes'>,
  email: string,
): Promise<void> {
  await requireLink(db, token)
  if (isOfDemo(email)) throw new AppError('INVALID_INPUT', 'email: belongs to the demo. Choose an address of your own.')
  if (instructor_email === email) throw new AppError('INVALID_INPUT', 'instructor_email: must be another than your own')
  if (example_classes && !instructor_email) throw new AppError('INVALID_INPUT', NO_INSTRUCTOR)
}

/** Writes the school, its owner, whom `createOwner` creates, and its example classes, and invites the instructor. */
export async function createSchool(
  ctx: SystemContext,
  { variables, listExamples }: SetupSources,
  { token, instructor_email: instructorEmail, example_classes: hasExamples, name: _, ...school }: Owned,
  createOwner: (tx: Transaction) => Promise<typeof users.$inferSelect>,
): Promise<void> {
  const examples = hasExamples ? await listExamples(school.currency ?? ctx.currency) : []
  const owner = await inTransaction(ctx, async (tx) => {
    await School.setUp(ctx, tx, toSchool(ctx, variables, school))
    await useLink(tx, token)
    const created = await createOwner(tx)
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

type Fields = Parameters<typeof Classes.insert>[2]

/** Returns the classes, with prices in the minor unit of a currency. */
type ListExamples = (currency: string) => Promise<(Fields & { seats: number })[]>

/** Creates the record of the instructor, which waits for its owner, with the classes. The e-mail has no record. */
async function insertExamples(
  tx: Transaction,
  email: string,
  examples: Awaited<ReturnType<ListExamples>>,
): Promise<void> {
  const instructor = await createUnclaimed(tx, email, 'instructor')
  for (const { seats, ...fields } of examples) {
    const id = await Classes.insert(tx, instructor.id, fields)
    await Runs.insert(tx, id, { seats })
  }
  changesCatalogue(tx)
}
