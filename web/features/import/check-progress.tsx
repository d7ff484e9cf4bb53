import type { Import } from '#contract/import.ts'
import { formatCount } from '#contract/values/count.ts'
import { Failed } from '#web/ui/states.tsx'
import { useCheck } from './import.query.ts'

/** The progress of the check, which goes on while it is shown. */
export function CheckProgress({ current }: { current: Import }) {
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
