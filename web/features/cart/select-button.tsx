import { useId, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { Run } from '#contract/runs.ts'
import { formatClockTime } from '#contract/values/session-times.ts'
import { useToday } from '#web/school/school.ts'
import { rememberPath } from '#web/session/return-path.ts'
import { useSession } from '#web/session/use-session.ts'
import { About, Button, type Look } from '#web/ui/button.tsx'
import { toastError } from '#web/ui/toasts.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { describeObstacle, type SelectableClass, type SelectionStatus, useSelectionStatus } from './selection-status.ts'

export interface SelectButtonProps {
  schoolClass: SelectableClass
  /** The run that it selects; without it, the earliest with a free seat. */
  run?: Run
  look?: Look
}

/** Puts a class into the cart. Where that is not possible, it is disabled and a line below says why. */
export function SelectButton({ schoolClass, run, look = 'outline' }: SelectButtonProps) {
  const { role } = useSession()
  const status = useSelectionStatus(schoolClass._id)
  const hydrated = useHydrated()
  const reasonId = useId()
  const { select, busy } = useSelect(schoolClass, run, reasonId)
  const reason = describeObstacle({ schoolClass, run }, role, status)
  return (
    <div data-selection={status?.kind}>
      <Button
        look={look}
        className={`w-full ${hydrated ? '' : 'btn-waiting'}`}
        disabled={reason !== null || !hydrated}
        busy={busy}
        aria-describedby={reason ? reasonId : undefined}
        onClick={select}
      >
        Select
        <About>{useSubject(schoolClass, run)}</About>
      </Button>
      {reason && <Obstacle id={reasonId} reason={reason} to={status && STATUS_PATHS[status.kind]} />}
    </div>
  )
}

/** Returns what the button selects, for screen readers: `Night Harbour, Tue, May 4, 18:00`. */
function useSubject({ className, runs }: SelectableClass, run: Run | undefined): string {
  const today = useToday()
  if (run === undefined) return className
  if (run.starts !== null)
    return `${className}, ${formatClockTime(run.starts, run.time_zone, { now: today, withZone: false })}`
  return runs.length > 1 ? `${className}, without fixed dates` : className
}

/** Why the button is disabled, with a link to what the student has of the class. */
function Obstacle({ id, reason, to }: { id: string; reason: string; to: string | undefined }) {
  return (
    <p id={id} className="mt-1 text-center text-sm">
      {to ? (
        <Link to={to} className="underline underline-offset-4">
          {reason}
        </Link>
      ) : (
        reason
      )}
    </p>
  )
}

/** The list that has the class. */
const STATUS_PATHS: Record<SelectionStatus['kind'], string> = {
  selected: '/dashboard/my-selected-class',
  enrolled: '/dashboard/enroll-class',
}

function useSelect(schoolClass: SelectableClass, run: Run | undefined, reasonId: string) {
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const location = useLocation()
  const goToLogin = () => void navigate('/login', { state: rememberPath(location, (run ?? schoolClass)._id) })
  const select = async () => {
    setBusy(true)
    try {
      const { selectClass } = await import('./select-class.ts')
      await selectClass(schoolClass, { run, goToLogin, reasonId })
    } catch {
      toastError("We couldn't select the class. Check your connection and try again.")
    } finally {
      setBusy(false)
    }
  }
  return { select, busy }
}
