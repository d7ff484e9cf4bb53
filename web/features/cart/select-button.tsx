import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { SchoolClass } from '#contract/classes.ts'
import { rememberPath } from '#web/session/return-path.ts'
import { useSession } from '#web/session/use-session.ts'
import { About, Button } from '#web/ui/button.tsx'
import { toastError } from '#web/ui/notices.ts'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { useTaken } from './standing.ts'

/** Puts a class into the cart; disabled for who may not, for a sold-out class and for one that is already taken. */
export function SelectButton({ schoolClass }: { schoolClass: SchoolClass }) {
  const { role } = useSession()
  const taken = useTaken(schoolClass._id)
  const hydrated = useHydrated()
  const { select, busy } = useSelect(schoolClass)
  const barred = schoolClass.seats === 0 || role === 'admin' || role === 'instructor' || taken !== undefined
  return (
    <Button
      look="outline"
      className={`w-full ${hydrated ? '' : 'btn-waiting'}`}
      disabled={barred || !hydrated}
      busy={busy}
      onClick={select}
    >
      Select
      <About>{schoolClass.className}</About>
    </Button>
  )
}

function useSelect(schoolClass: SchoolClass) {
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const location = useLocation()
  const select = async () => {
    setBusy(true)
    try {
      const { selectClass } = await import('./select-class.ts')
      await selectClass(schoolClass, () => void navigate('/login', { state: rememberPath(location, schoolClass._id) }))
    } catch {
      toastError('The class could not be selected. Please check your connection and try again.')
    } finally {
      setBusy(false)
    }
  }
  return { select, busy }
}
