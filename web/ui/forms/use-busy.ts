import { useState } from 'react'
import { toastError } from '#web/ui/toasts.ts'

/** Returns `run`, which does some work and shows its error, and whether it runs: the button is busy then, and ignores a second click. */
export function useBusy() {
  const [isBusy, setBusy] = useState(false)
  const run = (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    return work()
      .catch((error: Error) => toastError(error.message))
      .finally(() => setBusy(false))
  }
  return { isBusy, run }
}
