import { useNavigate } from 'react-router'
import type { Submission } from '#contract/critique.ts'
import { formatCount } from '#contract/values/count.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { useBusy } from '#web/ui/forms/use-busy.ts'
import { toastSuccess, toastWarning } from '#web/ui/toasts.ts'
import { type CritiqueCalls, useIsStaff, useNeighbors } from './submission.query.ts'
import type { Tool } from './viewer/draw.ts'
import { useKeys } from './viewer/use-keys.ts'

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
    <fieldset className="viewer-modes">
      <legend className="sr-only">Mode</legend>
      {MODES.map(([each, key, label]) => (
        <Button
          key={key}
          look={each === tool ? 'primary' : 'ghost'}
          className="btn-sm"
          aria-pressed={each === tool}
          aria-keyshortcuts={key}
          onClick={() => onChoose(each)}
        >
          {label}
        </Button>
      ))}
      <Button look="ghost" className="btn-sm" onClick={onNote}>
        Note
      </Button>
    </fieldset>
  )
}

/** Release, and the links to other submissions. */
export function CritiqueEnd({ submission: { _id, student }, calls }: { submission: Submission; calls: CritiqueCalls }) {
  return (
    <div className="critique-end">
      <ReleaseButton calls={calls} student={student.name} />
      <StepLinks submissionId={_id} />
    </div>
  )
}

/** Releases the drafts of the reader to the student. */
function ReleaseButton({ calls, student }: { calls: CritiqueCalls; student: string }) {
  const { isBusy, run } = useBusy()
  const release = async () => {
    const { modifiedCount: count } = await calls.release()
    if (count > 0) toastSuccess(`${formatCount(count, 'remark')} released to ${student}.`)
    else toastWarning('You have no drafts to release here.')
  }
  return (
    <Button busy={isBusy} onClick={() => run(release)}>
      Release
    </Button>
  )
}

/** Listens to the keys of staff from one submission to the next. The page has them, so that they work while a submission loads. */
export function useStepKeys(): void {
  const isStaff = useIsStaff()
  const navigate = useNavigate()
  const findNeighbor = useNeighbors(isStaff)
  const step = (by: 1 | -1) => {
    // The URL changes before the page does, so that a second press at once counts from it.
    const id = findNeighbor(location.pathname.split('/').at(-1) ?? '', by)
    if (id) void navigate(`/dashboard/submission/${id}`)
  }
  useKeys(isStaff ? { n: () => step(1), p: () => step(-1) } : {})
}

/** Links to the submissions before and after this one in the queue. */
function StepLinks({ submissionId }: { submissionId: string }) {
  const findNeighbor = useNeighbors(true)
  const linkTo = (by: 1 | -1, key: string, label: string) => {
    const id = findNeighbor(submissionId, by)
    return (
      id && (
        <ButtonLink look="ghost" className="btn-sm" aria-keyshortcuts={key} to={`/dashboard/submission/${id}`}>
          {label}
        </ButtonLink>
      )
    )
  }
  return (
    <div className="flex flex-wrap gap-x-2">
      {linkTo(-1, 'p', 'Previous submission')}
      {linkTo(1, 'n', 'Next submission')}
    </div>
  )
}
