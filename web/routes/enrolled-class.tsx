import { CallError } from '#contract/call.ts'
import { usePlayedClass } from '#web/features/enrolments/played-class.query.ts'
import { PlayedClass } from '#web/features/enrolments/played-class.tsx'
import { Titled } from '#web/school/titled.tsx'
import { useSession } from '#web/session/use-session.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Empty, Failed, Loading, Skeleton } from '#web/ui/states.tsx'
import type { Route } from './+types/enrolled-class.ts'

/** Behind 'Play Class': a class from the inside, for those who are enrolled in it, in any role. */
export default function EnrolledClass({ params }: Route.ComponentProps) {
  const { data: played } = usePlayedClass(params.id)
  return (
    <>
      <Titled page={played?.className ?? 'Play Class'} />
      <Body id={params.id} />
    </>
  )
}

function Body({ id }: { id: string }) {
  const { data: played, error, refetch } = usePlayedClass(id)
  if (error instanceof CallError && error.statusCode === 404) return <NotEnrolled />
  if (played) return <PlayedClass played={played} />
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  return (
    <Loading what="the class">
      <Skeleton className="mb-8 h-12 w-2/3" />
      <Skeleton className="aspect-[3/2] w-full" />
    </Loading>
  )
}

function NotEnrolled() {
  const { role } = useSession()
  const student = role === 'student'
  return (
    <>
      <h1 className="mb-8 font-display text-4xl sm:text-5xl">Play Class</h1>
      <Empty sentence="You are not enrolled in this class.">
        <ButtonLink to={student ? '/dashboard/enroll-class' : '/classes'}>
          {student ? 'My Enrolled Classes' : 'See the classes'}
        </ButtonLink>
      </Empty>
    </>
  )
}
