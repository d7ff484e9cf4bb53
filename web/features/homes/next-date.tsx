import { Link } from 'react-router'
import type { ComingSession } from '#contract/figures.ts'
import { formatSession } from '#contract/values/session-times.ts'
import { Picture } from '#web/ui/picture.tsx'
import { describeSession } from './coming-sessions.tsx'
import { nameNext } from './next-session.ts'

/** The next session of the school, as a print: its class, its time, and who comes where. */
export function NextDate({ session }: { session: ComingSession }) {
  const { classImage, focus } = session
  return (
    <section aria-labelledby="next-session-title">
      <Picture
        src={classImage}
        focus={focus}
        alt=""
        sizes="(min-width: 64rem) 55vw, 100vw"
        priority
        className="aspect-[3/2] w-full"
      />
      <Caption session={session} />
    </section>
  )
}

function Caption({ session }: { session: ComingSession }) {
  const { classId, className, starts_at, time_zone } = session
  return (
    <div className="next-caption">
      <div className="min-w-0">
        <h2 id="next-session-title" className="edge-print">
          {nameNext({ starts_at })}
        </h2>
        <p className="wrap-anywhere mt-1 font-display text-3xl">
          <Link to={`/dashboard/class-students/${classId}`} className="hover:underline">
            {className}
          </Link>
        </p>
      </div>
      <div>
        <p>
          <time dateTime={new Date(starts_at).toISOString()}>{formatSession(session, time_zone)}</time>
        </p>
        <p className="wrap-anywhere text-sm text-soft">{describeSession(session)}</p>
      </div>
    </div>
  )
}
