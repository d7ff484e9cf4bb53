import type { BriefWithOwn } from '#contract/briefs.ts'
import { formatCount } from '#contract/values/count.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { RichText } from '#web/ui/rich-text/rich-text.tsx'
import { describeRules } from './brief-draft.ts'

/** Deadline of a brief, number of pictures, rules and text. */
export function BriefFacts({
  brief,
}: {
  brief: Pick<BriefWithOwn, 'due' | 'time_zone' | 'count' | 'add_failed' | 'rules' | 'html'>
}) {
  const rules = describeRules(brief.rules)
  return (
    <>
      <p className="text-sm text-soft">
        Due {formatDue(brief)}. {formatCount(brief.count, 'picture')}
        {brief.add_failed ? ', and one that failed if you like' : ''}.{' '}
        {rules.length > 0 && `Rules: ${rules.join(', ')}.`}
      </p>
      {brief.html && <RichText html={brief.html} />}
    </>
  )
}

/** Returns when the pictures of a brief are due, by the clock of its zone. */
function formatDue({ due, time_zone }: Pick<BriefWithOwn, 'due' | 'time_zone'>): string {
  return formatClockTime(due, time_zone, { now: 'always' })
}
