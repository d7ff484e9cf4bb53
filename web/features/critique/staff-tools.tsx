import { formatCount } from '#contract/values/count.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useBusy } from '#web/ui/forms/use-busy.ts'
import { toastSuccess, toastWarning } from '#web/ui/toasts.ts'
import { type CritiqueCalls, useNeighbors } from './submission.query.ts'
import type { Tool } from './viewer/draw.ts'

/** Looking, and the tools that mark, with their keys. */
const MODES: [tool: Tool | null, key: string, label: string][] = [
  [null, 'Escape', 'Look'],
  ['pin', 'm', 'Pin'],
  ['area', 'a', 'Area'],
  ['line', 'l', 'Line'],
  ['crop', 'c', 'Crop'],
]

/** Returns the keys that choose a mode. */
export function toolKeys(choose: (tool: Tool | null) => void): Record<string, () => void> {
  return Object.fromEntries(MODES.map(([tool, key]) => [key, () => choose(tool)]))
}

interface ToolButtonsProps {
  tool: Tool | null
  onChoose: (tool: Tool | null) => void
  onNote: () => void
}

/** Chooses between looking and marking. */
export function ToolButtons({ tool, onChoose, onNote }: ToolButtonsProps) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="field-label">Mode</legend>
      {MODES.map(([each, key, label]) => (
        <Button
          key={key}
          look={each === tool ? 'primary' : 'outline'}
          className="btn-sm"
          aria-pressed={each === tool}
          aria-keyshortcuts={key}
          onClick={() => onChoose(each)}
        >
          {label}
        </Button>
      ))}
      <Button look="outline" className="btn-sm" onClick={onNote}>
        Note
      </Button>
    </fieldset>
  )
}

/** Releases the drafts of the reader to the student. */
export function ReleaseButton({ calls, student }: { calls: CritiqueCalls; student: string }) {
  const { isBusy, run } = useBusy()
  const release = async () => {
    const count = await calls.release()
    if (count > 0) toastSuccess(`${formatCount(count, 'remark')} released to ${student}.`)
    else toastWarning('You have no drafts to release here.')
  }
  return (
    <Button className="justify-self-start" busy={isBusy} onClick={() => run(release)}>
      Release
    </Button>
  )
}

/** Links to the submissions before and after this one in the queue. */
export function StepLinks({ submissionId }: { submissionId: string }) {
  const { previous, next } = useNeighbors(submissionId, true)
  const linkTo = (id: string | undefined, key: string, label: string) =>
    id && (
      <ButtonLink look="outline" className="btn-sm" aria-keyshortcuts={key} to={`/dashboard/submission/${id}`}>
        {label}
      </ButtonLink>
    )
  return (
    <div className="flex flex-wrap gap-2">
      {linkTo(previous, 'p', 'Previous submission')}
      {linkTo(next, 'n', 'Next submission')}
    </div>
  )
}
