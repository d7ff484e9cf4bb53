import { Link } from 'react-router'
import type { AdminFigures } from '#contract/figures.ts'
import { DecisionButtons } from '#web/features/classes/decision-buttons.tsx'
import { useToday } from '#web/school/school.ts'
import { About } from '#web/ui/button.tsx'
import { formatRecentDay } from './months.ts'
import { StepPicture } from './step-list.tsx'

/** The classes that have waited longest for an admin's decision. */
export function WaitingClasses({ waiting: { total, classes } }: { waiting: AdminFigures['waiting'] }) {
  const today = useToday()
  return (
    <section aria-labelledby="waiting-title" className="mt-12">
      <div className="section-head">
        <h2 id="waiting-title" className="font-display text-2xl">
          Waiting for approval
        </h2>
        {total > 0 && (
          <Link className="link py-1 text-sm" to="/dashboard/manage-class?status=pending">
            Review all {total}
          </Link>
        )}
      </div>
      {classes.length === 0 && <p className="mt-4 text-soft">No classes to review.</p>}
      <ul className="record-list">
        {classes.map((schoolClass) => (
          <li
            key={schoolClass._id}
            className="linked-row flex flex-wrap items-center gap-x-4 gap-y-3 @min-[40rem]:gap-x-6"
          >
            <StepPicture image={schoolClass.classImage} focus={schoolClass.focus} />
            <div className="min-w-[min(10rem,100%)] flex-1">
              <p className="wrap-anywhere font-display text-lg">{schoolClass.className}</p>
              <p className="wrap-anywhere text-sm text-soft">
                {schoolClass.instructorName}; pending since{' '}
                <span className="whitespace-nowrap">{formatRecentDay(schoolClass.created_at, today)}</span>
              </p>
            </div>
            <div className="actions waiting-actions">
              <DecisionButtons schoolClass={schoolClass} />
              <Link className="btn btn-sm btn-outline" to={`/dashboard/feedback/${schoolClass._id}`}>
                Feedback
                <About>{schoolClass.className}</About>
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
