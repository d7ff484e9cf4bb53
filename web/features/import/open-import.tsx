import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Import } from '#contract/import.ts'
import { formatCount } from '#contract/values/count.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { Failed } from '#web/ui/states.tsx'
import { formatMoment } from '#web/ui/text/dates.ts'
import { CheckedImport, Summary } from './checked-import.tsx'
import { useCheck, useDiscard, useUndo } from './import.query.ts'
import { ImportSteps } from './import-steps.tsx'
import { MatchForm } from './match-form.tsx'
import { RowList } from './row-list.tsx'

const STEPS: Record<Import['status'], number> = { uploaded: 1, checking: 2, checked: 2, applied: 3, undone: 3 }

interface OpenImportProps {
  current: Import
  onClose: () => void
}

/** The step that an import has reached. */
export function OpenImport({ current, onClose }: OpenImportProps) {
  const [isMatching, setIsMatching] = useState(false)
  const { status } = current
  const isForm = status === 'uploaded' || (isMatching && current.applied_at === null)
  const step = isForm ? 1 : STEPS[status]
  return (
    <>
      <ImportSteps step={step} />
      <FileLine key={step} current={current} />
      {isForm && <MatchForm current={current} onMatched={() => setIsMatching(false)} />}
      {!isForm && status === 'checking' && <CheckProgress current={current} />}
      {!isForm && status === 'checked' && <CheckedImport current={current} onMatch={() => setIsMatching(true)} />}
      {(status === 'applied' || status === 'undone') && <ImportResult current={current} />}
      <div className="mt-10 flex flex-wrap gap-3 border-line border-t pt-6">
        <Button look="ghost" onClick={onClose}>
          All imports
        </Button>
        {current.applied_at === null && <DiscardButton current={current} onDone={onClose} />}
      </div>
    </>
  )
}

/** The file. It takes the focus at the beginning of a step, because the button of the step before is gone. */
function FileLine({ current: { file_name, rows } }: { current: Import }) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => line.current?.focus(), [])
  return (
    <p ref={line} tabIndex={-1} className="wrap-anywhere mb-6 text-soft outline-none">
      {file_name}, {formatCount(rows, 'row')}
    </p>
  )
}

function DiscardButton({ current, onDone }: { current: Import; onDone: () => void }) {
  const { mutate, isPending } = useDiscard(current, onDone)
  const discard = async () => {
    const text = 'The rows are removed. Nothing of the school changes.'
    if (await confirm({ title: `Discard ${current.file_name}?`, text, action: 'Yes, discard it!' })) mutate()
  }
  return (
    <Button look="danger" busy={isPending} onClick={discard}>
      Discard
    </Button>
  )
}

/** The progress of the check, which goes on while it is shown. */
function CheckProgress({ current }: { current: Import }) {
  const { error, retry } = useCheck(current)
  const { checked, rows } = current
  return (
    <div className="grid max-w-2xl gap-3">
      <progress className="progress-line" aria-label="Rows checked" value={checked} max={rows} />
      <p role="status" className="text-soft tabular-nums">
        {checked.toLocaleString('en')} of {formatCount(rows, 'row')} checked. You can leave and come back.
      </p>
      {error && <Failed message={error.message} onRetry={retry} />}
    </div>
  )
}

const PLACES = {
  users: ['/dashboard/all-users', 'Manage Users'],
  classes: ['/dashboard/manage-class', 'Manage Classes'],
  enrolments: ['/dashboard/manage-class', 'Manage Classes'],
} as const

/** Shows the imported rows and, within a day, an undo button. */
function ImportResult({ current }: { current: Import }) {
  const { mutate, isPending } = useUndo(current)
  const { match, undo_until: until, status } = current
  const kind = match?.kind ?? 'users'
  const [path, label] = PLACES[kind]
  const undo = async () => {
    const text = 'What was used or changed since stays.'
    if (await confirm({ title: `Undo the import of ${kind}?`, text, action: 'Yes, undo it!' })) mutate(undefined)
  }
  return (
    <>
      <h2 className="mb-4 font-display text-2xl">{status === 'undone' ? 'The import is undone' : 'Imported'}</h2>
      <Summary current={current} />
      <div className="mt-6 flex flex-wrap items-center gap-4">
        <Link to={path} className="link">
          {label}
        </Link>
        {status === 'applied' && kind !== 'classes' && (
          <Link to="/dashboard/invitations" className="link">
            Invite them
          </Link>
        )}
        {until !== null && until > Date.now() && (
          <>
            <Button look="danger" busy={isPending} onClick={undo}>
              Undo
            </Button>
            <span className="text-soft text-sm">possible until {formatMoment(until)}</span>
          </>
        )}
      </div>
      <RowList current={current} />
    </>
  )
}
