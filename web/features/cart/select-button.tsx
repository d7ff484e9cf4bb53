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
import type { Ways } from './join-waiting-list.ts'
import {
  describeObstacle,
  type SelectableClass,
  type SelectionStatus,
  SOLD_OUT,
  useSelectionStatus,
} from './selection-status.ts'

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
  const select = useLoaded('select the class', (run ?? schoolClass)._id, async ({ goToLogin }) => {
    const { selectClass } = await import('./select-class.ts')
    await selectClass(schoolClass, { run, goToLogin, reasonId })
  })
  const reason = describeObstacle({ schoolClass, run }, role, status)
  return (
    <div data-selection={status?.kind}>
      <Button
        look={look}
        className={`w-full ${hydrated ? '' : 'btn-waiting'}`}
        disabled={reason !== null || !hydrated}
        aria-describedby={reason ? reasonId : undefined}
        {...select}
      >
        Select
        <About>{useSubject(schoolClass, run)}</About>
      </Button>
      {reason === SOLD_OUT && <JoinButton {...{ schoolClass, run }} />}
      {reason && <Obstacle id={reasonId} reason={reason} status={status} about={schoolClass.className} />}
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

/** Puts the student on the waiting list of the run, or leads to the dates where there are several. */
function JoinButton({ schoolClass, run }: SelectButtonProps) {
  const hydrated = useHydrated()
  const join = useLoaded('put you on the list', (run ?? schoolClass)._id, async (ways) => {
    const { joinWaitingList } = await import('./join-waiting-list.ts')
    await joinWaitingList(schoolClass._id, run, ways)
  })
  return (
    <Button look="ghost" className={`mt-1 w-full ${hydrated ? '' : 'btn-waiting'}`} disabled={!hydrated} {...join}>
      Join the waiting list
      <About>{`of ${useSubject(schoolClass, run)}`}</About>
    </Button>
  )
}

interface ObstacleProps {
  id: string
  reason: string
  status: SelectionStatus | undefined
  /** The name of the class. */
  about: string
}

/** Reason that the button is disabled, with a link to the list that has the class. */
function Obstacle({ id, reason, status, about }: ObstacleProps) {
  return (
    <p className="mt-1 text-center text-sm">
      <span id={id}>{reason}</span>
      {status && (
        <>
          {'. '}
          <Link to={STATUS_LINKS[status.kind].to} className="whitespace-nowrap underline underline-offset-4">
            {STATUS_LINKS[status.kind].label}
            <About>{about}</About>
          </Link>
        </>
      )}
    </p>
  )
}

const STATUS_LINKS: Record<SelectionStatus['kind'], { to: string; label: string }> = {
  selected: { to: '/dashboard/my-selected-class', label: 'Go to your cart' },
  enrolled: { to: '/dashboard/enroll-class', label: 'My classes' },
  waiting: { to: '/dashboard/student-home', label: 'My waiting lists' },
  offered: { to: '/dashboard/student-home', label: 'Take the seat' },
}

/** Returns an action whose code the first click loads. @param what names it in the message of a failure */
function useLoaded(what: string, choiceId: string, act: (ways: Ways) => Promise<void>) {
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const location = useLocation()
  const go = (to: string) => void navigate(to)
  const goToLogin = () => void navigate('/login', { state: rememberPath(location, choiceId) })
  const onClick = async () => {
    setBusy(true)
    try {
      await act({ go, goToLogin })
    } catch {
      toastError(`We couldn't ${what}. Check your connection and try again.`)
    } finally {
      setBusy(false)
    }
  }
  return { onClick, busy }
}
