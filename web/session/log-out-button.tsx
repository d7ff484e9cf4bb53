import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { toastError } from '#web/ui/toasts.ts'
import { discardUnsaved, mayLeave } from '#web/ui/unsaved.ts'
import { logout } from './session.ts'

/** Signs out, unless the user stays for unsaved changes. `leave` as in `logout`. */
export function LogOutButton({ leave }: { leave?: () => Promise<void> | void }) {
  const [isBusy, setBusy] = useState(false)
  const askAndLogout = async () => {
    if (!(await mayLeave())) return
    setBusy(true)
    await logout(() => {
      discardUnsaved()
      return leave?.()
    }).catch(reportFailure)
    setBusy(false)
  }
  return (
    <Button look="outline" busy={isBusy} onClick={askAndLogout}>
      LogOut
    </Button>
  )
}

function reportFailure(): void {
  // An open menu would cover the toast.
  document.querySelector<HTMLElement>(':popover-open')?.hidePopover()
  toastError("We couldn't log you out. Check your connection and try again.")
}
