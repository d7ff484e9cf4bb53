import type { RouteConfigEntry } from '@react-router/dev/routes'
import { describe, expect, it } from 'vitest'
import routes from './routes.ts'

/** The guard above each page, by the file of the page; null above none. */
const guards = new Map(listPages(routes, null))

function listPages(entries: RouteConfigEntry[], guard: string | null): [file: string, guard: string | null][] {
  return entries.flatMap(({ file, children }) =>
    file.startsWith('routes/guards/')
      ? listPages(children ?? [], file)
      : [[file, guard] as [string, string | null], ...listPages(children ?? [], guard)],
  )
}

const list = (folder: string) => [...guards].filter(([file]) => file.startsWith(`routes/${folder}/`))

describe('the pages', () => {
  it('of admins are behind the guard of admins', () => {
    expect(new Set(list('admin').map(([, guard]) => guard))).toEqual(new Set(['routes/guards/admins-only.tsx']))
  })

  it('of instructors are behind the guard of instructors, but for those that admins open too', () => {
    const shared = list('instructor').filter(([, guard]) => guard !== 'routes/guards/instructors-only.tsx')
    expect(shared).toEqual([
      ['routes/instructor/withdrawal.tsx', 'routes/guards/staff-only.tsx'],
      ['routes/instructor/class-dates.tsx', 'routes/guards/staff-only.tsx'],
      ['routes/instructor/add-date.tsx', 'routes/guards/staff-only.tsx'],
      ['routes/instructor/change-date.tsx', 'routes/guards/staff-only.tsx'],
      ['routes/instructor/run-students.tsx', 'routes/guards/staff-only.tsx'],
      ['routes/instructor/run-waiting.tsx', 'routes/guards/staff-only.tsx'],
      ['routes/instructor/class-students.tsx', 'routes/guards/staff-only.tsx'],
      ['routes/instructor/class-briefs.tsx', 'routes/guards/staff-only.tsx'],
      ['routes/instructor/critique.tsx', 'routes/guards/staff-only.tsx'],
    ])
  })

  it('of students are behind the guard of students, but for those that others keep after a change of role', () => {
    const open = list('student').filter(([, guard]) => guard !== 'routes/guards/students-only.tsx')
    expect(open).toEqual([
      ['routes/student/enrolled-class.tsx', null],
      ['routes/student/receipt.tsx', null],
      ['routes/student/order.tsx', null],
      ['routes/student/choice.tsx', null],
      ['routes/student/submission.tsx', null],
      ['routes/student/payment-move.tsx', null],
    ])
  })
})
