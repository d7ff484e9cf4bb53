/** Tasks of an admin: refunds that failed, dates that lack students, and webhooks that fail. Classes to review are a list of their own. */
import type { AdminFigures } from '#contract/figures.ts'
import { formatCount } from '#contract/values/count.ts'
import { joinParts } from '#contract/values/join-parts.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import type { Webhook } from '#contract/webhooks.ts'
import type { Step } from './step-list.tsx'

/** The most dates that are named. */
const MAX_DATES = 5

type Waiting = Pick<AdminFigures, 'undecided' | 'failed_refunds' | 'sessions'>

export function listAdminSteps(
  { undecided, failed_refunds: failed, sessions }: Waiting,
  webhooks: Webhook[] = [],
  now = Date.now(),
): Step[] {
  const text = `The card provider could not send ${formatCount(failed, 'refund')}.`
  const refunds = failed > 0 ? [{ key: 'refunds', text, to: '/dashboard/payments', label: 'Payments' }] : []
  const withZone = new Set([...undecided, ...sessions].map(({ time_zone }) => time_zone)).size > 1
  return [
    ...refunds,
    ...undecided.slice(0, MAX_DATES).map((run) => toDateStep(run, { now, withZone })),
    ...webhooks.flatMap(toWebhookStep),
  ]
}

/** The zone is named where the page has dates in several. */
function toDateStep(run: AdminFigures['undecided'][number], options: { now: number; withZone: boolean }): Step {
  const {
    _id: key,
    classId,
    className: title,
    classImage: image,
    focus,
    instructorName,
    starts,
    time_zone,
    enroll,
    minimum,
  } = run
  const when = formatClockTime(starts, time_zone, options)
  const text = joinParts([when, instructorName])
  const figure = { value: `${enroll} of ${minimum}`, unit: 'students needed' }
  return { key, image, focus, title, text, figure, to: `/dashboard/dates/${classId}`, label: 'Decide' }
}

function toWebhookStep({ _id: key, url, failing_since, disabled_at }: Webhook): Step[] {
  if (failing_since === null) return []
  const text = `Does not take our messages${disabled_at === null ? '' : ', and is disabled'}.`
  return [{ key, title: new URL(url).host, text, to: '/dashboard/api', label: 'Webhooks' }]
}
