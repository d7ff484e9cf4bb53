import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import type { Mailing } from '#contract/mailings.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckBox } from '#web/ui/forms/check-box.tsx'
import { useBusy } from '#web/ui/forms/use-busy.ts'
import { RichText } from '#web/ui/rich-text/rich-text.tsx'
import { formatClock, formatMoment } from '#web/ui/text/dates.ts'
import { toastError, toastSuccess } from '#web/ui/toasts.ts'
import { describeState, listProblems } from './describe-mailing.ts'
import { mailingPreviewQuery, useMailingCalls } from './mailings.query.ts'

/** A newsletter or message that is being sent or was sent: its progress, and its text. */
export function SentMailing({ mailing }: { mailing: Mailing }) {
  const { subject, audience, class_names, sent_at, text } = mailing
  const { data } = useQuery(mailingPreviewQuery(text))
  return (
    <div className="grid max-w-4xl gap-6">
      <div className="wrap-anywhere text-soft">
        <p className="font-medium text-base-content">{subject}</p>
        <p>
          To {audience === 'subscribers' ? 'subscribers of the newsletter' : `students of ${class_names.join(', ')}`}
        </p>
        {sent_at && <p>{formatMoment(sent_at)}</p>}
      </div>
      <SendingProgress mailing={mailing} />
      <Actions mailing={mailing} />
      {audience === 'subscribers' && <ArchiveChoice mailing={mailing} />}
      <section aria-label="Text" className="email-preview" data-width="desktop" data-theme="light">
        {data && <RichText html={data.html} />}
      </section>
    </div>
  )
}

/** One button, which stays the same element, and keeps the focus, when sending stops or goes on. */
function Actions({ mailing: { _id, state, progress } }: { mailing: Mailing }) {
  const { stop, continueSending, retry } = useMailingCalls(_id)
  const { isBusy, run } = useBusy()
  const button = (work: () => Promise<unknown>, message: string) => ({
    className: 'justify-self-start',
    busy: isBusy,
    // The second click of a double click would undo the first.
    onClick: ({ detail }: MouseEvent) => detail < 2 && run(() => report(work, message)),
  })
  if (state === 'sending')
    return (
      <Button look="outline" {...button(() => stop(_id), 'Sending is stopped.')}>
        Stop sending
      </Button>
    )
  if (state === 'stopped')
    return <Button {...button(() => continueSending(_id), 'Sending goes on.')}>Continue sending</Button>
  if (progress.failed === 0) return null
  return (
    <Button look="outline" {...button(() => retry(_id), 'We are trying the refused ones again.')}>
      Try refused ones again
    </Button>
  )
}

async function report(work: () => Promise<unknown>, message: string): Promise<void> {
  if ((await work()) === 0) toastError('Those addresses do not exist.')
  else toastSuccess(message)
}

function ArchiveChoice({ mailing: { _id, in_archive, slug } }: { mailing: Mailing }) {
  const { change } = useMailingCalls(_id)
  const choose = (next: boolean) =>
    change(_id, { in_archive: next }).then(
      () => toastSuccess(next ? 'Visitors can read it now.' : 'Visitors can no longer read it.'),
      (error: Error) => toastError(error.message),
    )
  return (
    <div>
      <CheckBox checked={in_archive} onChange={({ target }) => void choose(target.checked)}>
        Published on our site
      </CheckBox>
      {in_archive && (
        <Link to={`/newsletter/${slug}`} className="link text-sm">
          /newsletter/{slug}
        </Link>
      )}
    </div>
  )
}

/** Shows the progress of a newsletter or message, and who did not receive it. */
function SendingProgress({ mailing }: { mailing: Mailing }) {
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
        <details className="disclosure">
          <summary>Addresses that were refused</summary>
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
