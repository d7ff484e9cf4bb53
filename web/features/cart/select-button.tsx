import { useId, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { SchoolClass } from '#contract/classes.ts'
import { rememberPath } from '#web/session/return-path.ts'
import { useSession } from '#web/session/use-session.ts'
import { About, Button, type Look } from '#web/ui/button.tsx'
import { toastError } from '#web/ui/toasts.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { describeObstacle, useSelectionStatus } from './selection-status.ts'

/** Puts a class into the cart. Where that is not possible, it is disabled and a line below says why. */
export function SelectButton({ schoolClass, look = 'outline' }: { schoolClass: SchoolClass; look?: Look }) {
  const { role } = useSession()
  const status = useSelectionStatus(schoolClass._id)
  const hydrated = useHydrated()
  const reasonId = useId()
  const { select, busy } = useSelect(schoolClass, reasonId)
  const reason = describeObstacle(schoolClass.seats, role, status)
  return (
    <div>
      <Button
        look={look}
        className={`w-full ${hydrated ? '' : 'btn-waiting'}`}
        disabled={reason !== null || !hydrated}
        busy={busy}
        aria-describedby={reason ? reasonId : undefined}
        onClick={select}
      >
        Select
        <About>{schoolClass.className}</About>
      </Button>
      {reason && <Obstacle id={reasonId} reason={reason} />}
    </div>
  )
}

function Obstacle({ id, reason }: { id: string; reason: string }) {
  return (
    <p id={id} className="mt-1 text-center text-sm">
      {reason}
    </p>
  )
}

function useSelect(schoolClass: SchoolClass, reasonId: string) {
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const location = useLocation()
  const goToLogin = () => void navigate('/login', { state: rememberPath(location, schoolClass._id) })
  const select = async () => {
    setBusy(true)
    try {
      const { selectClass } = await import('./select-class.ts')
      await selectClass(schoolClass, { goToLogin, reasonId })
    } catch {
      toastError("We couldn't select the class. Check your connection and try again.")
    } finally {
      setBusy(false)
    }
  }
  return { select, busy }
}
