import { Link } from 'react-router'
import type { Import } from '#contract/import.ts'
import { Button } from '#web/ui/button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { formatMoment } from '#web/ui/text/dates.ts'
import { Summary } from './checked-import.tsx'
import { useUndo } from './import.query.ts'
import { RowList } from './row-list.tsx'

const PLACES = {
  users: ['/dashboard/all-users', 'Manage Users'],
  classes: ['/dashboard/manage-class', 'Manage Classes'],
  enrolments: ['/dashboard/manage-class', 'Manage Classes'],
} as const

/** Shows the imported rows and, within a day, an undo button. */
export function ImportResult({ current }: { current: Import }) {
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
