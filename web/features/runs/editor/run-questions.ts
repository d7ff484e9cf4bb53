/** Questions before a run is saved. */
import type { NewRun, Run } from '#contract/runs.ts'
import { formatCount } from '#contract/values/count.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { type Confirmation, confirm } from '#web/ui/confirm.ts'
import { readClockNow } from './browser-zone.ts'

/** Asks one question after the other. Resolves with whether all are confirmed. */
export async function confirmAll(questions: Confirmation[]): Promise<boolean> {
  for (const question of questions) if (!(await confirm(question))) return false
  return true
}

/** @param stored null for a new run, which has no `changes` */
export function listQuestions(
  run: NewRun,
  stored: Run | null,
  changes: Partial<NewRun> | null,
  now = Date.now(),
): Confirmation[] {
  const isMoved = changes === null || 'sessions' in changes || 'time_zone' in changes
  const start = isMoved ? findPastStart(run, now) : null
  return [
    ...(start === null ? [] : [askPast(start, run, stored === null ? 'Add date' : 'Save date')]),
    ...(stored && changes ? askEmails(stored, changes) : []),
  ]
}

/** Returns the clock time at which a run begins, where it has passed. */
function findPastStart({ sessions, time_zone }: NewRun, now: number): string | null {
  const first = sessions.flatMap(({ starts }) => starts ?? []).sort()[0]
  const present = readClockNow(time_zone, now)
  return first !== undefined && present !== null && first < present ? first : null
}

function askPast(start: string, { time_zone }: NewRun, action: string): Confirmation {
  const time = formatClockTime(start, time_zone, { now: 'always' })
  return {
    title: 'Is this date in the past?',
    text: `It begins on ${time}. Students enroll until then, unless you set a later last moment.`,
    action,
  }
}

/** Fields e-mailed to the students of a run. */
const EMAILED_FIELDS = ['sessions', 'time_zone', 'place', 'online', 'link'] as const

function askEmails({ enroll }: Run, changes: Partial<NewRun>): Confirmation[] {
  if (enroll === 0 || !EMAILED_FIELDS.some((field) => field in changes)) return []
  const students = enroll === 1 ? 'the student' : `all ${enroll} students`
  return [
    {
      title: `E-mail ${formatCount(enroll, 'student')}?`,
      text: `When or where the date takes place has changed. Saving e-mails ${students} of this date at once.`,
      action: 'Save date',
    },
  ]
}
