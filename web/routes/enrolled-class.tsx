import type { EnrolledClass as Class } from '#contract/payments.ts'
import { useEnrolled } from '#web/features/enrolments/enrolled.query.ts'
import { Titled } from '#web/school/titled.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Avatar, Picture } from '#web/ui/picture.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import type { Route } from './+types/enrolled-class.ts'

/** Behind 'Play Class': a class from the inside, for those who are enrolled in it. */
export default function EnrolledClass({ params }: Route.ComponentProps) {
  const { data, error, refetch } = useEnrolled()
  const found = data?.find(({ classId }) => classId === params.id)
  if (found) return <Inside {...found} />
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Loading what="the class" />
  return (
    <Empty sentence="You are not enrolled in this class.">
      <ButtonLink to="/dashboard/enroll-class">My Enrolled Classes</ButtonLink>
    </Empty>
  )
}

function Inside({ className, classImage, instructorName, instructorEmail, instructorImage, enroll }: Class) {
  return (
    <article className="grid gap-8">
      <Titled page={className} />
      <h1 className="break-words font-display text-4xl sm:text-5xl">{className}</h1>
      <Picture
        src={classImage}
        alt={`From the class ${className}`}
        sizes="(min-width: 52rem) 48rem, 100vw"
        priority
        className="aspect-[3/2] w-full max-w-3xl"
      />
      <div className="flex items-center gap-4">
        <Avatar src={instructorImage} className="size-14" />
        <p>
          {instructorName}
          <a href={`mailto:${instructorEmail}`} className="link block text-sm">
            {instructorEmail}
          </a>
        </p>
      </div>
      <p className="text-soft">
        {enroll} {enroll === 1 ? 'student learns' : 'students learn'} here, you among them.
      </p>
    </article>
  )
}
