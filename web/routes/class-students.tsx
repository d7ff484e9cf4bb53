import type { SchoolClass } from '#contract/classes.ts'
import { BackToClasses, InsidersPage } from '#web/features/classes/insiders-page.tsx'
import { useSchoolClass } from '#web/features/classes/school-class.query.ts'
import { LetterForm } from '#web/features/roster/letter-form.tsx'
import { STUDENT_COLUMNS } from '#web/features/roster/student-columns.tsx'
import { useStudents } from '#web/features/roster/students.query.ts'
import { Titled } from '#web/school/titled.tsx'
import { useSession } from '#web/session/use-session.ts'
import { useListState } from '#web/ui/list-state.ts'
import { PagedList } from '#web/ui/paged-list.tsx'
import { Empty } from '#web/ui/states.tsx'
import type { Route } from './+types/class-students.ts'

/** Who is enrolled in a class: for its instructor, who may write to them, and for admins. */
export default function ClassStudents({ params }: Route.ComponentProps) {
  return (
    <>
      <Titled page="Students" />
      <InsidersPage title="Students" listed query={useSchoolClass(params.id)}>
        {(found) => <Roster schoolClass={found} />}
      </InsidersPage>
    </>
  )
}

function Roster({ schoolClass }: { schoolClass: SchoolClass }) {
  const { role } = useSession()
  const list = useListState(STUDENT_COLUMNS)
  const { _id, className, enroll } = schoolClass
  const writable = role === 'instructor' && enroll > 0
  return (
    <>
      <PagedList
        title="Students"
        count="Total Students"
        things="students"
        hint="Name or e-mail"
        list={list}
        query={useStudents(_id, list.query)}
        columns={STUDENT_COLUMNS}
        rowKey={({ _id }) => _id}
        empty={<NobodyEnrolled />}
        tools={writable && <WayToLetter />}
      >
        <p className="wrap-anywhere -mt-5 mb-8 text-lg text-soft">{className}</p>
      </PagedList>
      {writable && <LetterForm schoolClass={schoolClass} students={enroll} />}
    </>
  )
}

function WayToLetter() {
  return (
    <a href="#letter" className="btn btn-outline">
      Write to all
    </a>
  )
}

function NobodyEnrolled() {
  return (
    <Empty sentence="Nobody is enrolled in this class yet.">
      <BackToClasses />
    </Empty>
  )
}
