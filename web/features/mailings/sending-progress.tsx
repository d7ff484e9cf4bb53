import type { Mailing } from '#contract/mailings.ts'
import { formatClock } from '#web/ui/text/dates.ts'
import { describeState, listProblems } from './describe-mailing.ts'

/** Shows the progress of a newsletter or message, and who did not receive it. */
export function SendingProgress({ mailing }: { mailing: Mailing }) {
  const { progress, state, paused_until: pausedUntil, failures } = mailing
  return (
    <div className="grid gap-3">
      <progress
        className="progress-line"
        aria-label="Recipients done"
        value={progress.total - progress.queued}
        max={progress.total}
      />
      <p role="status" className="text-lg">
        {describeState({ state, progress })}
        {state === 'sending' ? ' …' : '.'}
      </p>
      {pausedUntil && <p role="alert">The mail server takes no e-mails. We try again at {formatClock(pausedUntil)}.</p>}
      {listProblems(progress).map((line) => (
        <p key={line} className="text-soft">
          {line}
        </p>
      ))}
      {failures.length > 0 && (
        <details>
          <summary className="link w-fit py-1">Addresses that were refused</summary>
          <ul className="pt-2">
            {failures.map(({ email, reason }) => (
              <li key={email} className="wrap-anywhere text-sm">
                {email} <span className="text-soft">({reason})</span>
              </li>
            ))}
          </ul>
          <p className="pt-2 text-sm text-soft">
            Addresses that do not exist get no further newsletter. We do not read later bounces or complaints.
          </p>
        </details>
      )}
    </div>
  )
}
