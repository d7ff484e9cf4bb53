import { Link } from 'react-router'
import type { OfficeFigures } from '#contract/figures.ts'
import { DecisionButtons } from '#web/features/classes/decision-buttons.tsx'
import { dayOf } from '#web/features/payment/days.ts'
import { About } from '#web/ui/button.tsx'
import { Picture, SMALL } from '#web/ui/picture.tsx'

/** The classes that have waited longest for an admin's yes or no. */
export function WaitingClasses({ waiting: { total, classes } }: { waiting: OfficeFigures['waiting'] }) {
  return (
    <section aria-labelledby="waiting-title">
      <h2 id="waiting-title" className="font-display text-2xl">
        Waiting for approval
      </h2>
      {classes.length === 0 && <p className="mt-4 text-soft">No class waits. Everybody has an answer.</p>}
      <ul className="desk">
        {classes.map((one) => (
          <li key={one._id} className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <Picture src={one.classImage} alt="" sizes={SMALL} className="thumb shrink-0" />
            <div className="min-w-40 flex-1">
              <p className="wrap-anywhere">{one.className}</p>
              <p className="wrap-anywhere text-sm text-soft">
                {one.instructorName}, since {dayOf(one.created_at)}
              </p>
            </div>
            <div className="actions">
              <DecisionButtons schoolClass={one} />
              <Link className="link py-1" to={`/dashboard/feedback/${one._id}`}>
                Feedback
                <About>{one.className}</About>
              </Link>
            </div>
          </li>
        ))}
      </ul>
      {total > classes.length && (
        <Link className="link mt-4 inline-block py-1" to="/dashboard/manage-class?status=pending">
          All {total} that wait
        </Link>
      )}
    </section>
  )
}
