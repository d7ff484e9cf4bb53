import type { SchoolClass } from '#contract/classes.ts'
import { Attendance } from '#web/features/attendance/attendance.tsx'
import { BackToClasses, ManagedClassPage } from '#web/features/classes/managed-class-page.tsx'
import { useSchoolClass } from '#web/features/classes/school-class.query.ts'
import { EmailStudentsForm } from '#web/features/enrolments/roster/email-students-form.tsx'
import { EnrollStudentForm } from '#web/features/enrolments/roster/enroll-student-form.tsx'
import { ADMIN_STUDENT_COLUMNS, STUDENT_COLUMNS } from '#web/features/enrolments/roster/student-columns.tsx'
import { useStudents } from '#web/features/enrolments/roster/students.query.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { useSession } from '#web/session/use-session.ts'
import { useListState } from '#web/ui/lists/list-state.ts'
import { PagedList } from '#web/ui/lists/paged-list.tsx'
import { Empty } from '#web/ui/states.tsx'
import type { Route } from './+types/class-students.ts'

export const handle = {
  within: ['/dashboard/my-class', '/dashboard/manage-class'],
  screenshots: [{ name: 'class-students', fill: 'taughtId' }],
} satisfies PageHandle

/** The students of a class: for its instructor, who can e-mail them, and for admins. */
export default function ClassStudents({ params }: Route.ComponentProps) {
  return (
    <>
      <PageTitle page="Students" />
      <ManagedClassPage title="Students" listed query={useSchoolClass(params.id)}>
        {(schoolClass) => <Roster schoolClass={schoolClass} />}
      </ManagedClassPage>
    </>
  )
}

function Roster({ schoolClass }: { schoolClass: SchoolClass }) {
  const { role } = useSession()
  const columns = role === 'admin' ? ADMIN_STUDENT_COLUMNS : STUDENT_COLUMNS
  const list = useListState(columns)
  const { _id, className, enroll } = schoolClass
  const canEmail = role === 'instructor' && enroll > 0
  return (
    <>
      <PagedList
        title="Students"
        count="Total Students"
        noun="students"
        hint="Name or e-mail"
        list={list}
        query={useStudents(_id, list.query)}
        columns={columns}
        rowKey={({ _id }) => _id}
        empty={<NoStudents />}
        tools={canEmail && <EmailLink />}
      >
        <p className="wrap-anywhere -mt-5 mb-8 text-lg text-soft">{className}</p>
      </PagedList>
      <div className="roster-tools">
        <Attendance schoolClass={schoolClass} canRecord={role === 'instructor'} />
        {canEmail && <EmailStudentsForm schoolClass={schoolClass} />}
        {role === 'admin' && <EnrollStudentForm runs={schoolClass.runs} />}
      </div>
    </>
  )
}

function EmailLink() {
  return (
    <a href="#email" className="btn btn-outline">
      E-mail all students
    </a>
  )
}

function NoStudents() {
  return (
    <Empty sentence="No students are enrolled in this class yet.">
      <BackToClasses />
    </Empty>
  )
}
