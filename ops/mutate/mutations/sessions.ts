/** Mutations of calendars, reminders and attendance. */
import type { Mutation } from '../mutation.ts'

const DUE = 'server/domains/calendar/due-reminders.ts'
const remindersTest = 'server/domains/calendar/reminders.test.ts'

export const SESSIONS: Mutation[] = [
  {
    file: DUE,
    find: '    eq(sessionReminders.startsAt, runSessions.startsAt),\n',
    replace: '',
    rule: 'Students are reminded again of a session that moves.',
    tests: [remindersTest],
  },
  {
    file: DUE,
    find: '        isNotCanceled,\n',
    replace: '',
    rule: 'No student is reminded of a canceled session.',
    tests: [remindersTest],
  },
  {
    file: 'server/domains/calendar/ics.ts',
    find: "showsLinks && run.link ? run.link : 'Online'",
    replace: "showsLinks || run.link ? (run.link ?? 'Online') : 'Online'",
    rule: 'The public calendar has no links of online runs.',
    tests: ['server/domains/calendar/ics.test.ts'],
  },
  {
    file: 'server/domains/calendar/calendar.ts',
    find: 'eq(calendars.feedId, feedId), ',
    replace: '',
    rule: 'A renewed address of a feed ends the previous one.',
    tests: ['server/domains/calendar/calendar.test.ts'],
  },
  {
    file: 'server/domains/calendar/calendar.ts',
    find: '  gte(calendars.feedCreatedAt, users.tokensFrom),\n',
    replace: '',
    rule: 'A changed password ends the address of a feed.',
    tests: ['server/domains/calendar/ended-feeds.test.ts'],
  },
  {
    file: 'server/domains/attendance/attendance.ts',
    find: ', eq(enrolments.runId, run.id), isActive)',
    replace: ', isActive)',
    rule: 'Attendance is recorded for students of the run only.',
    tests: ['server/domains/attendance/attendance.test.ts'],
  },
]
