import type { Import } from '#contract/import.ts'
import { formatCount } from '#contract/values/count.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { useApply } from './import.query.ts'
import { describeOutcome, listOutcomes } from './outcomes.ts'
import { RowList } from './row-list.tsx'

const CONSEQUENCES = {
  users: 'They register with the same e-mail address and then have their record. Nobody is e-mailed.',
  classes: 'They wait for approval under Manage Classes, with a picture of ours.',
  enrolments: 'They take seats at once. Students without an account register with the same e-mail address.',
}

const NOUNS = { users: 'user', classes: 'class', enrolments: 'enrolment' } as const

interface CheckedImportProps {
  current: Import
  /** Called to match the columns again. */
  onMatch: () => void
}

/** Shows the result of the check, and the import button. */
export function CheckedImport({ current, onMatch }: CheckedImportProps) {
  const { mutate, isPending } = useApply(current)
  const { counts, match } = current
  const kind = match?.kind ?? 'users'
  const what = formatCount(counts.ready, NOUNS[kind], kind)
  const apply = async () => {
    const text = `${CONSEQUENCES[kind]} You can undo it within a day.`
    if (await confirm({ title: `Import ${what}?`, text, action: 'Yes, import' })) mutate(undefined)
  }
  return (
    <>
      <Summary current={current} />
      <DateExample {...current} />
      <div className="mt-6 flex flex-wrap gap-3">
        {counts.ready > 0 && (
          <Button busy={isPending} onClick={apply}>
            Import {what}
          </Button>
        )}
        <Button look="outline" onClick={onMatch}>
          Match columns again
        </Button>
      </div>
      <RowList current={current} />
    </>
  )
}

/** Shows how the file's dates are read. */
function DateExample({ date_example: example }: Import) {
  if (!example) return null
  return (
    <p className="mt-4">
      Dates are read like this: “{example.cell}” is {example.date}.
    </p>
  )
}

/** The number of rows by outcome. */
export function Summary({ current }: { current: Import }) {
  return (
    <div role="status">
      <dl className="grid max-w-md grid-cols-[1fr_auto] gap-x-6 gap-y-1 tabular-nums">
        {listOutcomes(current)
          .toReversed()
          .map((outcome) => (
            <div key={outcome} className="contents">
              <dt>{describeOutcome(outcome, current.status)}</dt>
              <dd className="text-end font-medium">{current.counts[outcome].toLocaleString('en')}</dd>
            </div>
          ))}
      </dl>
    </div>
  )
}
