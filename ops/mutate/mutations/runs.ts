/** Mutations of runs. */
import type { Mutation } from '../mutation.ts'

const SEATS = 'server/domains/runs/seats.ts'
const runsTest = 'server/domains/runs/runs.test.ts'
const runEditingTest = 'server/domains/instructor/run-editing.test.ts'

export const RUNS: Mutation[] = [
  {
    file: 'server/domains/payments/holds.ts',
    find: "if (!Runs.canEnroll(chosen.run)) throw new AppError('RUN_CLOSED')",
    replace: "if (!chosen.isOnOffer && !Runs.canEnroll(chosen.run)) throw new AppError('RUN_CLOSED')",
    rule: 'No student begins to pay for a run that has closed.',
    tests: [runsTest],
  },
  {
    file: SEATS,
    find: 'run.listPriceMinor ?? owner.listPriceMinor',
    replace: 'owner.listPriceMinor ?? run.listPriceMinor',
    rule: 'A run with a price of its own costs that price.',
    tests: [runsTest],
  },
  {
    file: SEATS,
    find: 'if (canceledAt === null) await Classes.changeEnroll(tx, classId, -1)',
    replace: 'await Classes.changeEnroll(tx, classId, canceledAt === null ? -1 : -1)',
    rule: 'The enrolments of a canceled run are subtracted from its class once.',
    tests: [runEditingTest],
  },
]
