import type { SchoolClass } from '#contract/classes.ts'
import { ManagedClassPage } from '#web/features/classes/managed-class-page.tsx'
import { useSchoolClass } from '#web/features/classes/school-class.query.ts'
import { nameRun } from '#web/features/enrolments/date-choice.tsx'
import { EnrollStudentForm } from '#web/features/enrolments/roster/enroll-student-form.tsx'
import { RunStudents } from '#web/features/enrolments/roster/run-students.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { useSession } from '#web/session/use-session.ts'
import { Picture, SMALL } from '#web/ui/picture.tsx'
import type { Route } from './+types/run-students.ts'

export const handle = {
  within: '/dashboard/manage-class',
  screenshots: [{ name: 'run-students', fill: 'taughtRun' }],
} satisfies PageHandle

/** The students of a date, to print: for its instructor, and for admins. */
export default function RunStudentsPage({ params }: Route.ComponentProps) {
  return (
    <>
      <PageTitle page="Students" />
      <ManagedClassPage title="Students" query={useSchoolClass(params.id)}>
        {(schoolClass) => (
          <>
            <DateLine schoolClass={schoolClass} runId={params.runId} />
            <RunStudents runId={params.runId} />
            <EnrollHere runs={schoolClass.runs.filter(({ _id }) => _id === params.runId)} />
          </>
        )}
      </ManagedClassPage>
    </>
  )
}

function EnrollHere({ runs }: Pick<SchoolClass, 'runs'>) {
  return (
    useSession().role === 'admin' && (
      <div className="print:hidden">
        <EnrollStudentForm runs={runs} />
      </div>
    )
  )
}

function DateLine({ schoolClass, runId }: { schoolClass: SchoolClass; runId: string }) {
  const { className, classImage, focus, runs } = schoolClass
  const run = runs.find(({ _id }) => _id === runId)
  return (
    <div className="-mt-4 mb-8 flex items-center gap-4">
      <Picture
        src={classImage}
        focus={focus}
        alt=""
        sizes={SMALL}
        className="aspect-[3/2] w-18 shrink-0 sm:w-24 print:hidden"
      />
      <p className="wrap-anywhere min-w-0 text-lg text-soft">
        {className}
        {run && `, ${nameRun(run)}`}
      </p>
    </div>
  )
}
