import { useEffect, useRef, useState } from 'react'
import type { Import } from '#contract/import.ts'
import { formatCount } from '#contract/values/count.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { CheckProgress } from './check-progress.tsx'
import { CheckedImport } from './checked-import.tsx'
import { useDiscard } from './import.query.ts'
import { ImportResult } from './import-result.tsx'
import { ImportSteps } from './import-steps.tsx'
import { MatchForm } from './match-form.tsx'

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
