/** Example classes of a new school: they wait for approval, and belong to the instructor whom the owner invites. */
import * as Classes from '#server/domains/classes/classes.ts'
import * as Runs from '#server/domains/classes/runs/runs.ts'
import { createUnclaimed } from '#server/domains/users/registration.ts'
import { changesCatalogue, type Transaction } from '#server/platform/database/transaction.ts'

type Fields = Parameters<typeof Classes.insert>[2]

/** Returns the classes, with prices in the minor unit of a currency. */
export type ListExamples = (currency: string) => Promise<(Fields & { seats: number })[]>

/** Creates the record of the instructor, which waits for its owner, with the classes. The e-mail has no record. */
export async function insertExamples(
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
