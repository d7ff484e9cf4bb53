/** Mutations of runs. */
import type { Mutation } from '../mutation.ts'

const SEATS = 'server/domains/runs/seats.ts'
const runsTest = 'server/domains/runs/runs.test.ts'
const runScheduleTest = 'server/domains/instructor/run-schedule.test.ts'
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
    find: 'if (canceledAt === null) await Classes.changeEnroll(tx, classId, -all)',
    replace: 'await Classes.changeEnroll(tx, classId, canceledAt === null ? -all : -all)',
    rule: 'The enrolments of a canceled run are subtracted from its class once.',
    tests: [runEditingTest],
  },
  {
    file: 'server/domains/runs/overlaps.ts',
    find: 'or(eq(classes.instructorId, instructorId), place ? isIn(place) : undefined)',
    replace: 'eq(classes.instructorId, instructorId)',
    rule: 'A place that is booked at the same time is reported.',
    tests: [runScheduleTest],
  },
  {
    file: 'server/domains/instructor/run-schedule.ts',
    find: 'if (input.allow_overlap) return',
    replace: 'if (!input.allow_overlap) return',
    rule: 'A run that is booked twice is saved only where the request allows it.',
    tests: [runScheduleTest],
  },
  {
    file: 'server/domains/runs/minimum.ts',
    find: ' && remindedAt === null',
    replace: '',
    rule: 'An instructor is reminded of a run once.',
    tests: [runScheduleTest],
  },
  {
    file: 'server/domains/enrolments/students.ts',
    find: 'and(eq(enrolments.runId, runId), isActive, isNull(users.deletedAt))',
    replace: 'and(isActive, isNull(users.deletedAt))',
    rule: 'A change of a run is e-mailed to the students of that run only.',
    tests: [runScheduleTest],
  },
]
