import { CallError } from '#contract/call.ts'
import { EnrolledClassPage } from '#web/features/enrolments/enrolled-class-page.tsx'
import { useEnrolledClass } from '#web/features/enrolments/enrolled-classes.query.ts'
import type { PageHandle } from '#web/page-handle.ts'
import { PageTitle } from '#web/school/page-title.tsx'
import { useSession } from '#web/session/use-session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Empty, Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import type { Route } from './+types/enrolled-class.ts'

export const handle = {
  within: '/dashboard/enroll-class',
  screenshots: [{ name: 'enrolled-class', fill: 'classId' }],
} satisfies PageHandle

/** The page behind 'Play Class': the content of a class, for its enrolled users in any role. */
export default function EnrolledClass({ params }: Route.ComponentProps) {
  const { data: enrolledClass } = useEnrolledClass(params.id)
  return (
    <>
      <PageTitle page={enrolledClass?.className ?? 'Play Class'} />
      <Body id={params.id} />
    </>
  )
}

function Body({ id }: { id: string }) {
  const { data: enrolledClass, error, refetch } = useEnrolledClass(id)
  if (error instanceof CallError && error.statusCode === 404)
    return (
      <NotEnrolled
        sentence={error.code === 'ENROLMENT_ENDED' ? error.message : 'You are not enrolled in this class.'}
      />
    )
  if (enrolledClass) return <EnrolledClassPage enrolledClass={enrolledClass} />
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  return (
    <Loading what="the class">
      <Skeleton className="mb-8 h-12 w-2/3" />
      <Skeleton className="aspect-[3/2] w-full" />
    </Loading>
  )
}

function NotEnrolled({ sentence }: { sentence: string }) {
  const { role } = useSession()
  const student = role === 'student'
  return (
    <>
      <h1 className="mb-8 font-display text-4xl sm:text-5xl">Play Class</h1>
      <Empty sentence={sentence}>
        <ButtonLink to={student ? '/dashboard/enroll-class' : '/classes'}>
          {student ? 'My Enrolled Classes' : 'See the classes'}
        </ButtonLink>
      </Empty>
    </>
  )
}
