import { Link } from 'react-router'
import { formatSession } from '#contract/values/session-times.ts'
import { RunPlace } from '#web/features/calendar/run-place.tsx'
import { useEnrolledClasses } from '#web/features/enrolments/enrolled-classes.query.ts'
import { Picture } from '#web/ui/picture.tsx'
import { findNext, type NextSession as Next } from './next-session.ts'
import { useOwnTime } from './own-time.query.ts'

/** The student's next session: image, class, time and place. Renders nothing without one. */
export function NextSession() {
  const { data: classes } = useEnrolledClasses()
  const next = classes ? findNext(classes) : null
  return next && <SessionOf {...next} />
}

function SessionOf({ session, enrolled }: Next) {
  const { _id, className, classImage, run } = enrolled
  const ownTime = useOwnTime(session, run)
  return (
    <section aria-labelledby="next-session-title" className="next-session">
      <Picture
        src={classImage}
        alt=""
        sizes="(min-width: 64rem) 55vw, (min-width: 48rem) 60vw, 100vw"
        priority
        className="aspect-[3/2] w-full"
      />
      <div className="grid content-start justify-items-start gap-2">
        <h2 id="next-session-title" className="edge-print">
          Next session
        </h2>
        <p className="wrap-anywhere font-display text-3xl">
          <Link to={`/dashboard/class/${_id}`} className="hover:underline">
            {className}
          </Link>
        </p>
        <p className="text-lg">
          <time dateTime={new Date(session.starts_at).toISOString()}>{formatSession(session, run.time_zone)}</time>
        </p>
        {ownTime && <p className="text-sm text-soft">Your time: {ownTime}</p>}
        <RunPlace run={run} />
      </div>
    </section>
  )
}
